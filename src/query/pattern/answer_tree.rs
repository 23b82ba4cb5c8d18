use super::batch::Batch;
use super::execute::WantedGames;
use super::probe::AreaInGame;
use super::scan::Hit;
use super::search::PatternSearch;
use crate::query::QueryError;
use crate::store::{NextCode, Snapshot, Totals, YearTotals};
use std::collections::HashMap;

/// The games that play a line of answers. In a list of nodes, the first is the pattern; after it come
/// the answers to it, the answers to these, and so on: moves inside the area in the order in which the
/// games play them.
#[derive(Default)]
pub struct AnswerNode {
    pub games: Totals,
    /// The nodes after each next answer that enough games play.
    pub answers: HashMap<NextCode, usize>,
}

impl AnswerNode {
    /// Makes the nodes of a pattern that `totals` games have, from lines with the games that play
    /// them. With a line, its beginnings are lines too.
    pub fn of_lines(totals: Totals, mut lines: Vec<(Vec<NextCode>, Totals)>) -> Vec<Self> {
        let mut nodes = vec![Self::of(totals)];
        lines.sort_unstable_by_key(|(line, _)| line.len());
        for (line, games) in lines {
            let Some((&answer, before)) = line.split_last() else {
                continue;
            };
            if let Some(node) = node_after(&nodes, before) {
                let to = nodes.len();
                nodes[node].answers.insert(answer, to);
                nodes.push(Self::of(games));
            }
        }
        nodes
    }

    fn of(games: Totals) -> Self {
        Self {
            games,
            ..Self::default()
        }
    }
}

fn node_after(nodes: &[AnswerNode], line: &[NextCode]) -> Option<usize> {
    line.iter()
        .try_fold(0, |node: usize, code| nodes[node].answers.get(code).copied())
}

impl PatternSearch {
    /// Returns the lines of up to `depth` answers that at least `min_games` games play.
    /// Fails if there are more than `max`.
    pub(in crate::query) fn lines(
        &self,
        snapshot: &Snapshot,
        filter: &dyn WantedGames,
        depth: u32,
        min_games: u64,
        max: usize,
    ) -> Result<Vec<AnswerNode>, QueryError> {
        let mut nodes = vec![AnswerNode::of(self.tally(snapshot, filter)?.all.games.total())];
        // Level by level, because most games soon leave the lines that enough games play.
        for depth in 1..=depth as usize {
            let before = nodes.len();
            self.add_level(snapshot, filter, &mut nodes, depth, min_games)?;
            // The root is not a move.
            if nodes.len() - 1 > max {
                return Err(QueryError::LargeTree(max));
            }
            if nodes.len() == before {
                break;
            }
            self.count_level(snapshot, filter, &mut nodes, before, depth)?;
        }
        Ok(nodes)
    }

    /// Adds the lines of `depth` answers that continue a line of `nodes` and that enough games
    /// play. Most lines are rare; a few bytes are kept for each of them.
    fn add_level(
        &self,
        snapshot: &Snapshot,
        filter: &dyn WantedGames,
        nodes: &mut Vec<AnswerNode>,
        depth: usize,
        min_games: u64,
    ) -> Result<(), QueryError> {
        // The games with each answer, and the last that was counted.
        let mut counts: HashMap<(usize, NextCode), (u64, i64)> = HashMap::new();
        self.visit_lines(snapshot, filter, nodes, depth, |game, ends| {
            for &(node, answer, _) in ends {
                let (games, counted) = counts.entry((node, answer)).or_default();
                *games += u64::from(*counted != game);
                *counted = game;
            }
            Ok(())
        })?;
        counts.retain(|_, (games, _)| *games >= min_games);
        for (node, answer) in counts.into_keys() {
            let to = nodes.len();
            nodes[node].answers.insert(answer, to);
            nodes.push(AnswerNode::default());
        }
        Ok(())
    }

    /// Counts the games of the last level, the nodes from `before` on, by year.
    fn count_level(
        &self,
        snapshot: &Snapshot,
        filter: &dyn WantedGames,
        nodes: &mut [AnswerNode],
        before: usize,
        depth: usize,
    ) -> Result<(), QueryError> {
        let mut columns = snapshot.columns();
        // The last game that was counted, and the counts.
        let mut counts = vec![(0, YearTotals::default()); nodes.len()];
        self.visit_lines(snapshot, filter, nodes, depth, |game, ends| {
            for (node, answer, swapped) in ends {
                let Some(&to) = nodes[*node].answers.get(answer) else {
                    continue;
                };
                let (counted, games) = &mut counts[to];
                if *counted != game {
                    *counted = game;
                    games.count(columns.facts(game)?.exchanged_if(*swapped));
                }
            }
            Ok(())
        })?;
        for (node, (_, games)) in nodes.iter_mut().zip(counts).skip(before) {
            node.games = games.total();
        }
        Ok(())
    }

    /// Visits the games with lines of `depth` answers that continue a line of `nodes`. A game
    /// comes once, with the node of the answers before, the last answer, and whether the colours are
    /// exchanged, for each line; without exchanged colours first.
    fn visit_lines(
        &self,
        snapshot: &Snapshot,
        filter: &dyn WantedGames,
        nodes: &[AnswerNode],
        depth: usize,
        mut visit: impl FnMut(i64, &[(usize, NextCode, bool)]) -> Result<(), QueryError>,
    ) -> Result<(), QueryError> {
        let mut line = Vec::new();
        let mut area = AreaInGame::default();
        let mut ends = Vec::new();
        self.visit_batches(snapshot, filter, |batch, hits| {
            for hits in hits.chunk_by(|a, b| a.lane == b.lane) {
                ends.clear();
                for hit in hits {
                    let Some(view) = self.line(batch, hit, depth, &mut line, &mut area) else {
                        continue;
                    };
                    let Some((&answer, before)) = line.split_last() else {
                        continue;
                    };
                    if let Some(node) = node_after(nodes, before) {
                        ends.push((node, answer, self.image_of(hit).view(view).1));
                    }
                }
                ends.sort_unstable_by_key(|&(.., swapped)| swapped);
                visit(batch.games()[usize::from(hits[0].lane)].into(), &ends)?;
            }
            Ok(())
        })
    }

    /// Fills `line` with the first `depth` answers after an occurrence, in the view
    /// that makes them the first of all that are equal. Returns the number of the view, or
    /// `None` if there are fewer answers.
    pub(super) fn line(
        &self,
        batch: &Batch,
        hit: &Hit,
        depth: usize,
        line: &mut Vec<NextCode>,
        area: &mut AreaInGame,
    ) -> Option<u8> {
        // An answer that does not count begins no line.
        hit.answer.color()?;
        let sought = self.image_of(hit);
        let (lane, at) = (usize::from(hit.lane), usize::from(hit.place));
        let mut ply = u32::from(hit.answer_after);
        area.enter(sought.probe(), batch, lane, at);
        let mut moves = Vec::with_capacity(depth);
        for _ in 0..depth {
            let inside = sought.probe().next_move(batch, area, ply)?;
            ply = inside.ply;
            moves.push(inside);
        }
        let next = self.options().limits.next;
        let views = sought.view_numbers(hit.begun_by).map(|view| {
            let answers = moves.iter();
            let answers = answers.map(|inside| sought.code(view, inside.point - at, inside.color));
            (answers.collect::<Vec<NextCode>>(), view)
        });
        let (best, view) = views
            .filter(|(seen, _)| next.is_none_or(|next| seen.first().and_then(|code| code.color()) == Some(next)))
            .min()?;
        *line = best;
        Some(view)
    }
}
