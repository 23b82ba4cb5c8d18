use super::batch::Batch;
use super::scan::Hit;
use super::search::PatternSearch;
use crate::query::as_seen::as_seen;
use crate::query::{CompiledFilter, QueryError};
use crate::store::{NextCode, Snapshot, YearTotals};
use std::collections::HashMap;

/// The answers to a pattern, the answers to these, and so on: moves inside the area in the
/// order in which the games play them. The first node is the pattern.
pub struct AnswerTree(pub Vec<AnswerNode>);

/// The games that play a line of answers.
#[derive(Default)]
pub struct AnswerNode {
    pub games: YearTotals,
    /// The nodes after each next answer that enough games play.
    pub answers: HashMap<NextCode, usize>,
    /// The last game that was counted.
    counted: i64,
}

impl PatternSearch {
    /// Returns the lines of up to `depth` answers that at least `min_games` games play.
    /// Fails if there are more than `most`.
    pub(in crate::query) fn lines(
        &self,
        snapshot: &Snapshot,
        filter: &CompiledFilter<'_>,
        depth: u32,
        min_games: u64,
        most: usize,
    ) -> Result<AnswerTree, QueryError> {
        let mut nodes = vec![AnswerNode::default()];
        self.count_pattern(snapshot, filter, &mut nodes[0])?;
        // Level by level, because most games soon leave the lines that enough games play.
        for depth in 1..=depth as usize {
            let before = nodes.len();
            self.count_answers(snapshot, filter, &mut nodes, depth)?;
            let known = before..nodes.len();
            let has_enough: Vec<bool> = nodes[known]
                .iter()
                .map(|node| node.games.total().games >= min_games)
                .collect();
            let mut numbers = HashMap::new();
            let mut number = 0;
            nodes.retain(|_| {
                number += 1;
                let is_kept = number <= before || has_enough[number - 1 - before];
                if is_kept {
                    numbers.insert(number - 1, numbers.len());
                }
                is_kept
            });
            for node in &mut nodes {
                node.answers.retain(|_, to| match numbers.get(to) {
                    Some(&number) => {
                        *to = number;
                        true
                    }
                    None => false,
                });
            }
            if nodes.len() > most {
                return Err(QueryError::LargeTree(most));
            }
            if nodes.len() == before {
                break;
            }
        }
        Ok(AnswerTree(nodes))
    }

    fn count_pattern(
        &self,
        snapshot: &Snapshot,
        filter: &CompiledFilter<'_>,
        node: &mut AnswerNode,
    ) -> Result<(), QueryError> {
        let mut columns = snapshot.columns();
        let mut occurrences = Vec::new();
        self.visit_hits(snapshot, filter, |game, hits| {
            occurrences.clear();
            occurrences.extend(hits.iter().map(|hit| self.as_position(game, hit)));
            node.games.count(as_seen(&occurrences).facts(columns.facts(game)?));
            Ok(())
        })
    }

    /// Counts the games of the lines of `depth` answers that continue a line of `nodes`.
    fn count_answers(
        &self,
        snapshot: &Snapshot,
        filter: &CompiledFilter<'_>,
        nodes: &mut Vec<AnswerNode>,
        depth: usize,
    ) -> Result<(), QueryError> {
        let mut columns = snapshot.columns();
        let mut line = Vec::new();
        let mut ends: Vec<(usize, bool, Hit)> = Vec::new();
        self.visit_batches(snapshot, filter, |batch, hits| {
            for hits in hits.chunk_by(|a, b| a.lane == b.lane) {
                let lane = usize::from(hits[0].lane);
                let game = batch.games()[lane].into();
                ends.clear();
                for hit in hits {
                    let Some(view) = self.line(batch, hit, depth, &mut line) else {
                        continue;
                    };
                    let (last, before) = (line[depth - 1], &line[..depth - 1]);
                    let step = |node: usize, code| nodes[node].answers.get(code).copied();
                    let Some(node) = before.iter().try_fold(0, step) else {
                        continue;
                    };
                    let new = nodes.len();
                    let to = *nodes[node].answers.entry(last).or_insert(new);
                    if to == new {
                        nodes.push(AnswerNode::default());
                    }
                    ends.push((to, self.sought(hit).view(view).1, *hit));
                }
                // A game counts once, without exchanged colours if it occurs so.
                ends.sort_unstable_by_key(|&(node, swapped, _)| (node, swapped));
                for &(node, swapped, hit) in &ends {
                    if nodes[node].counted != game {
                        nodes[node].counted = game;
                        let mut seen = self.as_position(game, &hit);
                        seen.swapped = swapped;
                        nodes[node].games.count(seen.facts(columns.facts(game)?));
                    }
                }
            }
            Ok(())
        })
    }

    /// Fills `line` with the first `depth` answers after an occurrence, in the view
    /// that makes them the first of all that are equal. Returns the number of the view, or
    /// `None` if there are fewer answers.
    fn line(&self, batch: &Batch, hit: &Hit, depth: usize, line: &mut Vec<NextCode>) -> Option<u8> {
        hit.answer.number()?;
        let sought = self.sought(hit);
        let (lane, at) = (usize::from(hit.lane), usize::from(hit.place));
        let mut ply = u32::from(hit.answer_after);
        let mut moves = Vec::with_capacity(depth);
        for _ in 0..depth {
            let inside = sought.probe().next_move(batch, lane, at, ply)?;
            ply = inside.ply;
            moves.push(inside);
        }
        let seen = |view| -> Vec<NextCode> { moves.iter().map(|inside| sought.code(view, at, inside)).collect() };
        let counts = |(seen, _): &(Vec<NextCode>, u8)| match self.options().limits.next {
            Some(next) => seen.first().and_then(|code| code.color()) == Some(next),
            None => true,
        };
        let views = sought.view_numbers(hit.begun_by).map(|view| (seen(view), view));
        let (best, view) = views.filter(counts).min()?;
        *line = best;
        Some(view)
    }
}
