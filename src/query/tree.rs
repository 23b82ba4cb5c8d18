use super::question::Question;
use super::{Line, QueryError, Sieve, WinRate, json};
use crate::go::{Color, Move, Orientation, Point};
use crate::store::{Snapshot, Totals};
use serde::Serialize;
use std::cmp::Reverse;
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::num::NonZero;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::{available_parallelism, scope};

/// Moves of a tree. More would be of no use to anybody.
const MAX_MOVES: usize = 100_000;

/// Threads that look positions up. More would wait for the disk.
const MAX_THREADS: usize = 4;

/// Positions that are worth a thread.
const MIN_LINES: usize = 16;

/// What was played from a position on. Serialised, it is the document that
/// `bgo tree --json` prints.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Tree {
    /// The games that reach the position.
    #[serde(flatten)]
    pub totals: Totals,
    /// How often Black won them.
    #[serde(flatten, serialize_with = "json::win_rate")]
    pub win_rate: Option<WinRate>,
    /// The moves from it, the most popular first.
    pub next_moves: Vec<Branch>,
}

/// A move of a tree, and those after it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Branch {
    /// The move.
    #[serde(flatten, serialize_with = "json::move_and_color")]
    pub mv: Move,
    /// The games in which it was played from the position before it.
    #[serde(flatten)]
    pub totals: Totals,
    /// How often Black won them.
    #[serde(flatten, serialize_with = "json::win_rate")]
    pub win_rate: Option<WinRate>,
    /// The moves from the position after it, however that was reached.
    pub next_moves: Vec<Branch>,
}

/// How large a tree is to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TreeSize {
    /// Moves from the position to the tips.
    pub depth: u32,
    /// Games that have a move for it to be in the tree.
    pub min_games: u64,
}

/// A position that a tree can reach, often by many orders of its moves.
#[derive(PartialEq, Eq, Hash)]
struct Node {
    orientation: Orientation,
    to_play: Color,
    ko: Option<Point>,
}

/// A next move with enough games, and what it leads to: at first a line from
/// the position after it, if the rules allow it and the tree goes on there;
/// then the number of the node.
struct Next<T> {
    mv: Move,
    totals: Totals,
    to: Option<T>,
}

/// Asks what was played from a position on.
///
/// # Errors
/// A tree that would be too large; a name in the filter that none has; a
/// database that is damaged or cannot be read.
pub fn tree(snapshot: &Snapshot, question: &Question<'_>, size: TreeSize) -> Result<Tree, QueryError> {
    let sieve = question.filter.compile(snapshot)?;
    sieve.look_ahead(snapshot)?;
    let totals = question.count_sifted(snapshot, &sieve)?.all.total();
    let survey = Survey {
        sieve,
        question: *question,
        min_games: size.min_games.max(1),
    };
    let nodes = survey.nodes(snapshot, size.depth)?;
    Ok(Tree {
        totals,
        win_rate: WinRate::of(totals.black_wins, totals.white_wins),
        next_moves: branches(&nodes, 0, size.depth, &mut MAX_MOVES.clone())?,
    })
}

/// The moves from a node on. `left` is how many more the tree may have.
fn branches(nodes: &[Vec<Next<usize>>], node: usize, depth: u32, left: &mut usize) -> Result<Vec<Branch>, QueryError> {
    let Some(moves) = nodes.get(node).filter(|_| depth > 0) else {
        return Ok(Vec::new());
    };
    *left = left.checked_sub(moves.len()).ok_or(QueryError::LargeTree(MAX_MOVES))?;
    let branch = |&Next { mv, totals, to }: &Next<usize>| {
        let next_moves = to.map(|to| branches(nodes, to, depth - 1, left)).transpose()?;
        Ok(Branch {
            mv,
            totals,
            win_rate: WinRate::of(totals.black_wins, totals.white_wins),
            next_moves: next_moves.unwrap_or_default(),
        })
    };
    moves.iter().map(branch).collect()
}

/// Looks up the positions of a tree.
struct Survey<'a> {
    sieve: Sieve<'a>,
    question: Question<'a>,
    min_games: u64,
}

impl Survey<'_> {
    /// The next moves of each position of the tree, the first of which is that
    /// of the question. Each is looked up once, one level after the other.
    fn nodes(&self, snapshot: &Snapshot, depth: u32) -> Result<Vec<Vec<Next<usize>>>, QueryError> {
        let mut siblings = Vec::new();
        let mut numbers = HashMap::from([(Node::of(self.question.line), 0)]);
        let mut nodes = Vec::new();
        let mut level = vec![self.question.line.clone()];
        for depth in (0..depth).rev() {
            let mut next_level = Vec::new();
            for moves in self.look_up(snapshot, &mut siblings, &level, depth > 0)? {
                let moves = moves.into_iter().map(|Next { mv, totals, to }| {
                    let number = |line: Line| {
                        let number = numbers.len();
                        match numbers.entry(Node::of(&line)) {
                            Entry::Occupied(known) => *known.get(),
                            Entry::Vacant(node) => {
                                next_level.push(line);
                                *node.insert(number)
                            }
                        }
                    };
                    let to = to.map(number);
                    Next { mv, totals, to }
                });
                nodes.push(moves.collect());
            }
            // Each node takes a move at least.
            if numbers.len() > MAX_MOVES {
                return Err(QueryError::LargeTree(MAX_MOVES));
            }
            level = next_level;
        }
        Ok(nodes)
    }

    /// The next moves after each line, on all cores, each with a snapshot of
    /// its own.
    fn look_up(
        &self,
        snapshot: &Snapshot,
        siblings: &mut Vec<Snapshot>,
        lines: &[Line],
        goes_on: bool,
    ) -> Result<Vec<Vec<Next<Line>>>, QueryError> {
        let threads = available_parallelism().map_or(1, NonZero::get).min(MAX_THREADS);
        let helpers = (threads - 1).min(lines.len() / MIN_LINES);
        while siblings.len() < helpers
            && let Some(sibling) = snapshot.sibling()?
        {
            siblings.push(sibling);
        }
        let next = AtomicUsize::new(0);
        let work = |snapshot: &Snapshot| {
            let mut found = Vec::new();
            while let at = next.fetch_add(1, Ordering::Relaxed)
                && let Some(line) = lines.get(at)
            {
                found.push((at, self.moves(snapshot, line, goes_on)?));
            }
            Ok::<_, QueryError>(found)
        };
        let mut found = scope(|scope| {
            let helpers = siblings.iter_mut().take(helpers);
            let work = &work;
            let helpers: Vec<_> = helpers.map(|sibling| scope.spawn(move || work(sibling))).collect();
            let mut found = work(snapshot)?;
            for helper in helpers {
                found.extend(helper.join().unwrap_or_else(|panic| resume_unwind(panic))?);
            }
            Ok::<_, QueryError>(found)
        })?;
        found.sort_unstable_by_key(|&(at, _)| at);
        Ok(found.into_iter().map(|(_, moves)| moves).collect())
    }

    /// The next moves after a line that have enough games, the most popular
    /// first.
    fn moves(&self, snapshot: &Snapshot, line: &Line, goes_on: bool) -> Result<Vec<Next<Line>>, QueryError> {
        let question = Question { line, ..self.question };
        let counted = question.count_sifted(snapshot, &self.sieve)?;
        let moves = counted.next.iter().map(|(mv, years)| (*mv, years.total()));
        let mut moves: Vec<_> = moves.filter(|(_, totals)| totals.games >= self.min_games).collect();
        moves.sort_unstable_by_key(|&(mv, totals)| (Reverse(totals.games), mv));
        let next = |(mv, totals)| {
            // What a record had may be against the rules.
            let to = goes_on.then(|| line.beginning_after(mv).ok()).flatten();
            Next { mv, totals, to }
        };
        Ok(moves.into_iter().map(next).collect())
    }
}

impl Node {
    fn of(line: &Line) -> Self {
        Self {
            orientation: line.position().orientation(),
            to_play: line.to_play(),
            ko: line.position().board().ko(),
        }
    }
}
