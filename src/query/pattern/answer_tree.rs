use super::batch::Batch;
use super::execute::WantedGames;
use super::probe::AreaInGame;
use super::scan::Hit;
use super::search::PatternSearch;
use crate::query::{QueryError, hash_with};
use crate::store::{GameFacts, NextCode, Snapshot, Totals, YearTotals};
use std::collections::HashMap;
use std::ops::Range;

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

/// The levels of a tree that are counted together.
const LEVELS: usize = 4;

/// The counters of lines, by hashes of which these are the highest bits.
const COUNTER_BITS: u32 = 24;

/// The most nodes for each move that a tree may have, of which too few games may have some.
const NODES_A_MOVE: usize = 16;

/// An answer of a line, and whether the colours are exchanged in the view that makes the answers so far the first of
/// all that are equal.
pub type LineAnswer = (NextCode, bool);

/// The lines of answers in a game with the pattern.
struct AnswerLines<'a> {
    number: u32,
    /// True if the game has the pattern with exchanged colours only.
    swapped: bool,
    /// The answers of all lines.
    answers: &'a [LineAnswer],
    /// The number of answers up to the end of each line.
    ends: &'a [u32],
}

impl<'a> AnswerLines<'a> {
    fn lines(&self) -> impl Iterator<Item = &'a [LineAnswer]> + use<'a> {
        let (answers, mut from) = (self.answers, 0);
        self.ends
            .iter()
            .map(move |&end| &answers[std::mem::replace(&mut from, end as usize)..end as usize])
    }
}

/// The most bytes of lines that are kept for the second pass.
const MAX_KEPT: usize = 32 << 20;

/// The lines of the games of a first pass.
#[derive(Default)]
struct KeptLines {
    answers: Vec<LineAnswer>,
    ends: Vec<u32>,
    games: Vec<KeptGame>,
}

struct KeptGame {
    number: u32,
    swapped: bool,
    /// The numbers of answers and of ends before those of the game.
    first: [u32; 2],
}

impl KeptLines {
    /// Adds the lines of a game. Returns `None` if there are too many.
    fn with(mut self, game: &AnswerLines<'_>) -> Option<Self> {
        self.games.push(KeptGame {
            number: game.number,
            swapped: game.swapped,
            first: self.lengths(),
        });
        self.answers.extend_from_slice(game.answers);
        self.ends.extend_from_slice(game.ends);
        (self.bytes() <= MAX_KEPT).then_some(self)
    }

    fn bytes(&self) -> usize {
        size_of_val(&self.answers[..]) + size_of_val(&self.ends[..]) + size_of_val(&self.games[..])
    }

    fn lengths(&self) -> [u32; 2] {
        [self.answers.len(), self.ends.len()].map(|length| length as u32)
    }

    fn games(&self) -> impl Iterator<Item = AnswerLines<'_>> {
        let ends = self.games.iter().skip(1).map(|game| game.first);
        self.games.iter().zip(ends.chain([self.lengths()])).map(|(game, end)| {
            let [answers, ends] = [0, 1].map(|part| game.first[part] as usize..end[part] as usize);
            AnswerLines {
                number: game.number,
                swapped: game.swapped,
                answers: &self.answers[answers],
                ends: &self.ends[ends],
            }
        })
    }
}

/// The counts of some levels of a tree. Most lines are rare, so a first pass counts them by their hashes, and a
/// second one has nodes only for those that may be in enough games.
struct LevelCounts<'a> {
    nodes: &'a mut Vec<AnswerNode>,
    levels: Range<usize>,
    min_games: u64,
    /// Bytes, because more memory would take longer to touch.
    counters: Vec<u8>,
    /// The counts of the nodes that were added.
    added: Vec<AddedNode>,
    /// The number of those that enough games have.
    enough: usize,
    /// The nodes that the lines of a game reach, by whether the colours are exchanged.
    reached: Vec<(bool, usize)>,
}

struct AddedNode {
    level: usize,
    /// The last game that was counted.
    last_game: u32,
    count: u64,
    games: YearTotals,
}

impl<'a> LevelCounts<'a> {
    fn new(nodes: &'a mut Vec<AnswerNode>, levels: Range<usize>, min_games: u64) -> Self {
        Self {
            nodes,
            levels,
            min_games,
            counters: vec![0; 1 << COUNTER_BITS],
            added: Vec::new(),
            enough: 0,
            reached: Vec::new(),
        }
    }

    /// Returns the node where the levels begin in a line, and the answers of the levels.
    fn begin<'l>(&self, line: &'l [LineAnswer]) -> Option<(usize, &'l [LineAnswer])> {
        let (before, answers) = line.split_at_checked(self.levels.start)?;
        let node = before
            .iter()
            .try_fold(0, |node: usize, (code, _)| self.nodes[node].answers.get(code).copied())?;
        Some((node, answers))
    }

    /// Counts the lines of a game in the first pass.
    fn count(&mut self, game: &AnswerLines<'_>) {
        for line in game.lines() {
            let Some((node, answers)) = self.begin(line) else {
                continue;
            };
            let mut hash = node as u64;
            for (code, _) in answers {
                hash = hash_with(hash, code.0.into());
                let counter = &mut self.counters[counter(hash)];
                *counter = counter.saturating_add(1);
            }
        }
    }

    /// Counts the lines of a game in the second pass. A game counts once for each node, without exchanged colours
    /// if a line of it reaches the node so.
    fn add(&mut self, game: &AnswerLines<'_>, facts: GameFacts) {
        self.reached.clear();
        for line in game.lines() {
            let Some((mut node, answers)) = self.begin(line) else {
                continue;
            };
            let mut hash = node as u64;
            for (level, &(code, swapped)) in self.levels.clone().zip(answers) {
                hash = hash_with(hash, code.0.into());
                if u64::from(self.counters[counter(hash)]) < self.min_games.min(u8::MAX.into()) {
                    break;
                }
                node = self.node(node, code, level);
                self.reached.push((swapped, node));
            }
        }
        self.reached.sort_unstable();
        let first = self.nodes.len() - self.added.len();
        for &(swapped, node) in &self.reached {
            let added = &mut self.added[node - first];
            if added.last_game != game.number {
                added.last_game = game.number;
                added.count += 1;
                added.games.count(facts.exchanged_if(swapped));
                self.enough += usize::from(added.count == self.min_games.max(1));
            }
        }
    }

    /// Returns the node after another one, and adds it if it is missing.
    fn node(&mut self, before: usize, code: NextCode, level: usize) -> usize {
        let next = self.nodes.len();
        let node = *self.nodes[before].answers.entry(code).or_insert(next);
        if node == next {
            self.nodes.push(AnswerNode::default());
            self.added.push(AddedNode {
                level,
                last_game: 0,
                count: 0,
                games: YearTotals::default(),
            });
        }
        node
    }

    /// Removes the nodes that too few games have. Returns whether there are some of the last level.
    fn finish(self) -> bool {
        let first = self.nodes.len() - self.added.len();
        let mut to = first;
        let places = self.added.iter().map(|added| {
            let place = (added.count >= self.min_games).then_some(to);
            to += usize::from(place.is_some());
            place
        });
        let places: Vec<Option<usize>> = places.collect();
        for node in &mut *self.nodes {
            node.answers
                .retain(|_, to| match to.checked_sub(first).map(|added| places[added]) {
                    None => true,
                    Some(place) => {
                        *to = place.unwrap_or_default();
                        place.is_some()
                    }
                });
        }
        let added = self.nodes.split_off(first).into_iter().zip(&self.added);
        let kept = added.filter(|(_, added)| added.count >= self.min_games);
        let mut is_deep = false;
        for (node, added) in kept {
            is_deep |= added.level + 1 == self.levels.end;
            self.nodes.push(AnswerNode {
                games: added.games.total(),
                ..node
            });
        }
        is_deep
    }
}

const fn counter(hash: u64) -> usize {
    (hash >> (u64::BITS - COUNTER_BITS)) as usize
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
        let mut nodes = vec![AnswerNode::default()];
        let depth = depth as usize;
        // A few levels at a time, because most games soon leave the lines that enough games play.
        for begin in (0..depth.max(1)).step_by(LEVELS) {
            // The root is not a move.
            let before = nodes.len() - 1;
            let levels = begin..depth.min(begin + LEVELS);
            let mut counts = LevelCounts::new(&mut nodes, levels.clone(), min_games);
            let mut kept = Some(KeptLines::default());
            self.visit_lines(snapshot, filter, levels.end, |game| {
                counts.count(game);
                kept = kept.take().and_then(|kept| kept.with(game));
                Ok(())
            })?;
            let (mut columns, mut all) = (snapshot.columns(), YearTotals::default());
            let mut add = |game: &AnswerLines<'_>| {
                let facts = columns.facts(game.number.into())?;
                all.count(facts.exchanged_if(game.swapped));
                counts.add(game, facts);
                if before + counts.enough > max || counts.added.len() / NODES_A_MOVE > max {
                    return Err(QueryError::LargeTree(max));
                }
                Ok(())
            };
            match kept {
                Some(kept) => kept.games().try_for_each(|game| add(&game))?,
                None => self.visit_lines(snapshot, filter, levels.end, add)?,
            }
            let is_deep = counts.finish();
            nodes[0].games = all.total();
            if !is_deep {
                break;
            }
        }
        Ok(nodes)
    }

    /// Visits the games with the pattern, each with its lines of up to `depth` answers.
    fn visit_lines(
        &self,
        snapshot: &Snapshot,
        filter: &dyn WantedGames,
        depth: usize,
        mut visit: impl FnMut(&AnswerLines<'_>) -> Result<(), QueryError>,
    ) -> Result<(), QueryError> {
        let (mut line, mut answers, mut ends) = (Vec::new(), Vec::new(), Vec::new());
        let mut area = AreaInGame::default();
        self.visit_batches(snapshot, filter, |batch, hits| {
            for hits in hits.chunk_by(|a, b| a.lane == b.lane) {
                answers.clear();
                ends.clear();
                for hit in hits {
                    self.line(batch, hit, depth, &mut line, &mut area);
                    answers.extend_from_slice(&line);
                    ends.push(answers.len() as u32);
                }
                visit(&AnswerLines {
                    number: batch.games()[usize::from(hits[0].lane)],
                    swapped: hits.iter().all(|hit| hit.swapped),
                    answers: &answers,
                    ends: &ends,
                })?;
            }
            Ok(())
        })
    }

    /// Fills `line` with the first answers after an occurrence, at most `depth`.
    pub(super) fn line(
        &self,
        batch: &Batch,
        hit: &Hit,
        depth: usize,
        line: &mut Vec<LineAnswer>,
        area: &mut AreaInGame,
    ) {
        line.clear();
        // An answer that does not count begins no line.
        if hit.answer.color().is_none() {
            return;
        }
        let sought = self.image_of(hit);
        let (lane, at) = (usize::from(hit.lane), usize::from(hit.place));
        area.enter(sought.probe(), batch, lane, at);
        let next = self.options().limits.next;
        let mut views: Vec<u8> = sought.view_numbers(hit.begun_by).collect();
        for inside in sought.probe().next_moves(batch, area, hit.answer_after.into(), depth) {
            let code = |view| sought.code(view, inside.point - at, inside.color);
            if line.is_empty() {
                views.retain(|&view| next.is_none_or(|next| code(view).color() == Some(next)));
            }
            let Some(first) = views.iter().map(|&view| code(view)).min() else {
                return;
            };
            views.retain(|&view| code(view) == first);
            line.push((first, sought.view(views[0]).1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lines_that_are_kept_never_take_more_than_the_maximum() {
        let answers = [(NextCode(7), true); 3];
        let game = |number| AnswerLines {
            number,
            swapped: number % 2 == 0,
            answers: &answers,
            ends: &[1, 3],
        };
        let mut kept = KeptLines::default();
        for number in 1.. {
            match kept.with(&game(number)) {
                Some(more) => kept = more,
                None => break,
            }
            if number == 3 {
                let games = kept
                    .games()
                    .map(|game| (game.number, game.swapped, game.lines().map(<[_]>::len).collect()));
                let lines = || vec![1, 2];
                assert_eq!(
                    games.collect::<Vec<_>>(),
                    [(1, false, lines()), (2, true, lines()), (3, false, lines())]
                );
            }
            let of_game = size_of_val(&answers) + 2 * size_of::<u32>() + size_of::<KeptGame>();
            assert!(number as usize * of_game <= MAX_KEPT);
        }
    }
}
