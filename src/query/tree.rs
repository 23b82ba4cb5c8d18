use super::pattern::{AnswerTree, PatternSearch};
use super::question::Subject;
use super::{CompiledFilter, QueryError, Question, SearchBoard, WinRate, json};
use crate::go::{CanonicalPosition, Color, Move, Point};
use crate::store::{NextCode, Snapshot, Totals};
use serde::Serialize;
use std::cmp::Reverse;
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::num::NonZero;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::{available_parallelism, scope};

/// The maximum number of moves in a tree; nobody reads more.
const MAX_TREE_MOVES: usize = 100_000;

/// The maximum number of threads that look up positions. More would wait for the
/// disk.
const MAX_THREADS: usize = 4;

/// The minimum number of positions that are worth a thread.
const MIN_POSITIONS: usize = 16;

/// The sequences of moves that were played from a position.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Tree {
    /// The games that reach the position.
    #[serde(flatten)]
    pub totals: Totals,
    /// Black's win rate in these games.
    #[serde(flatten, serialize_with = "json::win_rate")]
    pub win_rate: Option<WinRate>,
    /// The moves from the position, the most popular first.
    pub next_moves: Vec<Branch>,
}

/// A move of a tree, and the moves after it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Branch {
    /// The move.
    #[serde(flatten, serialize_with = "json::move_and_color")]
    pub mv: Move,
    /// The games with this move from the preceding position.
    #[serde(flatten)]
    pub totals: Totals,
    /// Black's win rate in these games.
    #[serde(flatten, serialize_with = "json::win_rate")]
    pub win_rate: Option<WinRate>,
    /// The moves from the resulting position, regardless of the order of moves
    /// before it.
    pub next_moves: Vec<Branch>,
}

/// The size of a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TreeSize {
    /// The number of moves from the position to the tips.
    pub depth: u32,
    /// The minimum number of games for a move to be in the tree.
    pub min_games: u64,
}

/// A position of a tree, which several orders of moves may reach.
#[derive(PartialEq, Eq, Hash)]
struct Node {
    canonical: CanonicalPosition,
    to_play: Color,
    ko: Option<Point>,
}

/// A next move with enough games. It leads to a board if the rules allow the move
/// and the tree continues, and later to the number of a node.
struct Next<T> {
    mv: Move,
    totals: Totals,
    to: Option<T>,
}

/// Returns the sequences of moves that were played from a position. For a pattern, they
/// are the moves inside the area in the order in which the games play them.
pub fn tree(snapshot: &Snapshot, question: &Question<'_>, size: TreeSize) -> Result<Tree, QueryError> {
    let filter = question.filter.compile(snapshot)?;
    filter.look_ahead(snapshot)?;
    let min_games = size.min_games.max(1);
    let (board, swap) = match question.subject {
        Subject::Position { board, swap } => (board, swap),
        Subject::Pattern(pattern) => {
            let lines = pattern.lines(snapshot, &filter, size.depth, min_games, MAX_TREE_MOVES)?;
            let totals = lines.0[0].games.total();
            return Ok(Tree {
                totals,
                win_rate: WinRate::of(totals.black_wins, totals.white_wins),
                next_moves: pattern_branches(pattern, &lines, 0),
            });
        }
    };
    let totals = question.count_with(snapshot, &filter)?.all.total();
    let survey = Survey {
        filter,
        board,
        swap,
        min_games,
    };
    let nodes = survey.nodes(snapshot, size.depth)?;
    Ok(Tree {
        totals,
        win_rate: WinRate::of(totals.black_wins, totals.white_wins),
        next_moves: branches(&nodes, 0, size.depth, &mut MAX_TREE_MOVES.clone())?,
    })
}

/// Returns the answers after a line of answers to a pattern.
fn pattern_branches(pattern: &PatternSearch, lines: &AnswerTree, node: usize) -> Vec<Branch> {
    let branch = |(&code, &to): (&NextCode, &usize)| {
        let totals = lines.0[to].games.total();
        Some(Branch {
            mv: pattern.shown_move(code)?,
            totals,
            win_rate: WinRate::of(totals.black_wins, totals.white_wins),
            next_moves: pattern_branches(pattern, lines, to),
        })
    };
    let mut branches: Vec<Branch> = lines.0[node].answers.iter().filter_map(branch).collect();
    branches.sort_unstable_by_key(|branch| (Reverse(branch.totals.games), branch.mv));
    branches
}

/// Returns the moves after a node. `left` is the number of moves that the tree may
/// still add.
fn branches(nodes: &[Vec<Next<usize>>], node: usize, depth: u32, left: &mut usize) -> Result<Vec<Branch>, QueryError> {
    let Some(moves) = nodes.get(node).filter(|_| depth > 0) else {
        return Ok(Vec::new());
    };
    *left = left
        .checked_sub(moves.len())
        .ok_or(QueryError::LargeTree(MAX_TREE_MOVES))?;
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

/// The lookups of a tree's positions.
struct Survey<'a> {
    filter: CompiledFilter<'a>,
    board: &'a SearchBoard,
    swap: bool,
    min_games: u64,
}

impl Survey<'_> {
    /// Returns the next moves of each position of the tree, beginning with the
    /// question's position. Looks up each position once, level by level.
    fn nodes(&self, snapshot: &Snapshot, depth: u32) -> Result<Vec<Vec<Next<usize>>>, QueryError> {
        let mut siblings = Vec::new();
        let mut numbers = HashMap::from([(Node::of(self.board), 0)]);
        let mut nodes = Vec::new();
        let mut level = vec![self.board.clone()];
        for depth in (0..depth).rev() {
            let mut next_level = Vec::new();
            for moves in self.look_up(snapshot, &mut siblings, &level, depth > 0)? {
                let moves = moves.into_iter().map(|Next { mv, totals, to }| {
                    let number = |board: SearchBoard| {
                        let number = numbers.len();
                        match numbers.entry(Node::of(&board)) {
                            Entry::Occupied(known) => *known.get(),
                            Entry::Vacant(node) => {
                                next_level.push(board);
                                *node.insert(number)
                            }
                        }
                    };
                    let to = to.map(number);
                    Next { mv, totals, to }
                });
                nodes.push(moves.collect());
            }
            // Every node adds at least one move.
            if numbers.len() > MAX_TREE_MOVES {
                return Err(QueryError::LargeTree(MAX_TREE_MOVES));
            }
            level = next_level;
        }
        Ok(nodes)
    }

    /// Returns the next moves on each board. Threads look up boards in parallel,
    /// each with its own snapshot.
    fn look_up(
        &self,
        snapshot: &Snapshot,
        siblings: &mut Vec<Snapshot>,
        boards: &[SearchBoard],
        goes_on: bool,
    ) -> Result<Vec<Vec<Next<SearchBoard>>>, QueryError> {
        let threads = available_parallelism().map_or(1, NonZero::get).min(MAX_THREADS);
        let helpers = (threads - 1).min(boards.len() / MIN_POSITIONS);
        while siblings.len() < helpers
            && let Some(sibling) = snapshot.sibling()?
        {
            siblings.push(sibling);
        }
        let next = AtomicUsize::new(0);
        let work = |snapshot: &Snapshot| {
            let mut found = Vec::new();
            while let at = next.fetch_add(1, Ordering::Relaxed)
                && let Some(board) = boards.get(at)
            {
                found.push((at, self.moves(snapshot, board, goes_on)?));
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

    /// Returns the next moves on a board that have enough games, the most popular
    /// first.
    fn moves(
        &self,
        snapshot: &Snapshot,
        board: &SearchBoard,
        goes_on: bool,
    ) -> Result<Vec<Next<SearchBoard>>, QueryError> {
        let question = Question::of_position(board, self.filter.filter(), self.swap);
        let counted = question.count_with(snapshot, &self.filter)?;
        let moves = counted.next.iter().map(|(mv, years)| (*mv, years.total()));
        let mut moves: Vec<_> = moves.filter(|(_, totals)| totals.games >= self.min_games).collect();
        moves.sort_unstable_by_key(|&(mv, totals)| (Reverse(totals.games), mv));
        let next = |(mv, totals)| {
            // A record may contain moves that the rules forbid.
            let to = goes_on.then(|| board.beginning_after(mv).ok()).flatten();
            Next { mv, totals, to }
        };
        Ok(moves.into_iter().map(next).collect())
    }
}

impl Node {
    fn of(board: &SearchBoard) -> Self {
        Self {
            canonical: board.position().canonical(),
            to_play: board.to_play(),
            ko: board.position().board().ko(),
        }
    }
}
