use crate::go::{CanonicalPosition, Color, KeyTables, Move, Point};
use crate::query::ask::{Question, SearchBoard, SoughtPosition, Subject};
use crate::query::filter::CompiledFilter;
use crate::query::json::WinRate;
use crate::query::pattern::{AnswerNode, PatternSearch};
use crate::query::{QueryError, json};
use crate::store::{NextCode, Snapshot, Totals};
use serde::Serialize;
use std::cmp::Reverse;
use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, HashMap};
use std::num::NonZero;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicI64, AtomicUsize, Ordering};
use std::thread::{available_parallelism, scope};

/// The maximum number of moves in a tree; nobody reads more.
pub const MAX_TREE_MOVES: usize = 100_000;

/// The maximum number of threads that look up positions. More would wait for the
/// disk.
const MAX_THREADS: usize = 4;

/// The minimum number of positions that are worth a thread.
const MIN_POSITIONS: usize = 16;

/// The sequences of moves that were played from a position.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Tree {
    /// The games that reach the position.
    #[serde(flatten)]
    pub totals: Totals,
    /// Black's win rate in these games.
    #[serde(flatten, serialize_with = "json::win_rate")]
    #[cfg_attr(feature = "schema", schemars(with = "json::WinRateFields"))]
    pub win_rate: Option<WinRate>,
    /// The moves from the position, the most popular first.
    pub next_moves: Vec<Branch>,
}

/// A move of a tree, and the moves after it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Branch {
    /// The move.
    #[serde(flatten, serialize_with = "json::move_and_color")]
    #[cfg_attr(feature = "schema", schemars(with = "json::MoveFields"))]
    pub mv: Move,
    /// The games with this move from the preceding position.
    #[serde(flatten)]
    pub totals: Totals,
    /// The share of these games among all games that have the preceding position, in
    /// whichever order of moves: 0 to 1. For a pattern, among the games of the line before.
    #[cfg_attr(feature = "schema", schemars(range(min = 0, max = 1)))]
    pub share: f64,
    /// The games that have the resulting position but reached it by another order of moves;
    /// 0 where the tree ends.
    #[serde(skip_serializing_if = "is_zero")]
    pub other_orders: u64,
    /// Black's win rate in the games with this move.
    #[serde(flatten, serialize_with = "json::win_rate")]
    #[cfg_attr(feature = "schema", schemars(with = "json::WinRateFields"))]
    pub win_rate: Option<WinRate>,
    /// The moves from the resulting position, regardless of the order of moves
    /// before it.
    pub next_moves: Vec<Branch>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
const fn is_zero(games: &u64) -> bool {
    *games == 0
}

/// The size of a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TreeSize {
    /// The number of moves from the position to the tips.
    pub depth: u32,
    /// The minimum number of games for a move to be in the tree.
    pub min_games: u64,
}

impl TreeSize {
    /// The maximum depth to offer to users, as a line of passes never ends.
    pub const MAX_DEPTH: u32 = 500;
}

/// The size unless another is asked for.
impl Default for TreeSize {
    fn default() -> Self {
        Self {
            depth: 4,
            min_games: 10,
        }
    }
}

/// The games with a position, and its next moves that have enough games. A move leads to a board if
/// the rules allow it and the tree continues, and later to the number of a node.
struct NextMoves<T> {
    games: u64,
    next: Vec<(Move, Totals, Option<T>)>,
}

/// Returns the sequences of moves that were played from a position. For a pattern, they
/// are the moves inside the area in the order in which the games play them.
pub fn tree(snapshot: &Snapshot, question: &Question, size: TreeSize) -> Result<Tree, QueryError> {
    let subject = question.subject(snapshot.keys())?;
    let filter = question.filter().compile(snapshot)?;
    filter.look_ahead(snapshot)?;
    if let Subject::Pattern(pattern) = subject {
        let lines = pattern.lines(snapshot, &filter, size.depth, size.min_games.max(1), MAX_TREE_MOVES)?;
        return Ok(Tree::of_answers(pattern, &lines));
    }
    let totals = subject.count(snapshot, &filter)?.all.total();
    let budget = AtomicI64::new(MAX_TREE_MOVES as i64);
    let nodes = nodes(snapshot, question, &filter, size, &budget)?;
    Ok(Tree::of_nodes(&nodes, totals, size.depth))
}

impl Tree {
    /// Makes the tree of the position of a board, which `totals` games reach. `look_up` counts
    /// the games with the position, and with each next move, on some boards of one level.
    ///
    /// # Errors
    /// Fails if `look_up` does, or if the tree is too large.
    pub fn of_position<E: From<QueryError>>(
        keys: &KeyTables,
        board: &SearchBoard,
        totals: Totals,
        size: TreeSize,
        mut look_up: impl FnMut(&[&SearchBoard]) -> Result<Vec<(u64, Vec<(Move, Totals)>)>, E>,
    ) -> Result<Self, E> {
        let budget = AtomicI64::new(MAX_TREE_MOVES as i64);
        let nodes = grow(keys, board, size.depth, &budget, |level, goes_on| {
            let boards: Vec<&SearchBoard> = level.iter().map(|(board, _)| *board).collect();
            let mut found = Vec::with_capacity(level.len());
            for (&(board, orders), (games, moves)) in level.iter().zip(look_up(&boards)?) {
                let moves = popular(moves, size.min_games.max(1));
                take_off(&budget, moves.len(), orders)?;
                found.push(followed(board, games, moves, goes_on));
            }
            Ok::<_, E>(found)
        })?;
        Ok(Self::of_nodes(&nodes, totals, size.depth))
    }

    fn of_nodes(nodes: &[NextMoves<usize>], totals: Totals, depth: u32) -> Self {
        Self {
            totals,
            win_rate: WinRate::of(totals.black_wins, totals.white_wins),
            next_moves: branches(nodes, 0, depth),
        }
    }

    /// Makes the tree of a pattern that `totals` games have, from lines of answers with the games that
    /// play them. With a line, its beginnings are lines too.
    ///
    /// # Errors
    /// Fails if there are too many lines.
    pub fn of_lines(
        pattern: &PatternSearch,
        totals: Totals,
        lines: Vec<(Vec<NextCode>, Totals)>,
    ) -> Result<Self, QueryError> {
        if lines.len() > MAX_TREE_MOVES {
            return Err(QueryError::LargeTree(MAX_TREE_MOVES));
        }
        Ok(Self::of_answers(pattern, &AnswerNode::of_lines(totals, lines)))
    }

    fn of_answers(pattern: &PatternSearch, lines: &[AnswerNode]) -> Self {
        let totals = lines[0].games;
        Self {
            totals,
            win_rate: WinRate::of(totals.black_wins, totals.white_wins),
            next_moves: pattern_branches(pattern, lines, 0),
        }
    }
}

fn pattern_branches(pattern: &PatternSearch, lines: &[AnswerNode], node: usize) -> Vec<Branch> {
    let before = lines[node].games.games;
    let answers = lines[node].answers.iter();
    let mut branches: Vec<Branch> = answers
        .filter_map(|(&code, &to)| {
            let totals = lines[to].games;
            Some(Branch {
                mv: pattern.shown_move(code)?,
                totals,
                share: totals.games as f64 / before as f64,
                other_orders: 0,
                win_rate: WinRate::of(totals.black_wins, totals.white_wins),
                next_moves: pattern_branches(pattern, lines, to),
            })
        })
        .collect();
    branches.sort_unstable_by_key(|branch| (Reverse(branch.totals.games), branch.mv));
    branches
}

fn branches(nodes: &[NextMoves<usize>], node: usize, depth: u32) -> Vec<Branch> {
    let Some(NextMoves { games, next }) = nodes.get(node).filter(|_| depth > 0) else {
        return Vec::new();
    };
    let moves = next.iter();
    moves
        .map(|&(mv, totals, to)| Branch {
            mv,
            totals,
            share: totals.games as f64 / *games as f64,
            // The games with the move all have the position after it.
            other_orders: to
                .and_then(|to| nodes.get(to))
                .map_or(0, |node| node.games.saturating_sub(totals.games)),
            win_rate: WinRate::of(totals.black_wins, totals.white_wins),
            next_moves: to.map(|to| branches(nodes, to, depth - 1)).unwrap_or_default(),
        })
        .collect()
}

/// Takes the moves of a node to which a number of orders of moves lead off the number of moves that the
/// tree may still have. Threads share that, so that a tree that is too large ends while its moves are
/// looked up.
fn take_off(budget: &AtomicI64, moves: usize, orders: usize) -> Result<(), QueryError> {
    let taken = (moves * orders) as i64;
    if budget.fetch_sub(taken, Ordering::Relaxed) < taken {
        return Err(QueryError::LargeTree(MAX_TREE_MOVES));
    }
    Ok(())
}

/// Returns the next moves of each position of the tree, beginning with that of the board.
/// `look_up` gets the boards of a level, each with the number of orders of moves that lead to
/// it, and whether the tree goes on after their next moves. It gets each position once, takes
/// the moves of new positions off the budget, and fails as soon as the tree is too large.
fn grow<E: From<QueryError>>(
    keys: &KeyTables,
    board: &SearchBoard,
    depth: u32,
    budget: &AtomicI64,
    mut look_up: impl FnMut(&[(&SearchBoard, usize)], bool) -> Result<Vec<NextMoves<SearchBoard>>, E>,
) -> Result<Vec<NextMoves<usize>>, E> {
    let mut numbers = HashMap::from([(position_on(keys, board), 0)]);
    let mut nodes: Vec<NextMoves<usize>> = Vec::new();
    let mut level = vec![board.clone()];
    // The nodes that lines of this length reach, with the number of lines. The new ones
    // are those of `level`.
    let mut reached = BTreeMap::from([(0, 1)]);
    for depth in (0..depth).rev() {
        let mut next_level = Vec::new();
        let new = reached.split_off(&nodes.len());
        for (&node, &orders) in &reached {
            take_off(budget, nodes[node].next.len(), orders)?;
        }
        let boards: Vec<_> = level.iter().zip(new.values().copied()).collect();
        for NextMoves { games, next } in look_up(&boards, depth > 0)? {
            let mut moves = Vec::with_capacity(next.len());
            for (mv, totals, to) in next {
                let to = to.map(|board| {
                    let number = numbers.len();
                    match numbers.entry(position_on(keys, &board)) {
                        Entry::Occupied(known) => *known.get(),
                        Entry::Vacant(position) => {
                            next_level.push(board);
                            *position.insert(number)
                        }
                    }
                });
                moves.push((mv, totals, to));
            }
            nodes.push(NextMoves { games, next: moves });
        }
        let mut reached_next = BTreeMap::new();
        for (node, orders) in reached.into_iter().chain(new) {
            for to in nodes[node].next.iter().filter_map(|&(.., to)| to) {
                *reached_next.entry(to).or_insert(0) += orders;
            }
        }
        reached = reached_next;
        level = next_level;
    }
    Ok(nodes)
}

/// Returns the moves that enough games play, the most popular first.
fn popular(moves: impl IntoIterator<Item = (Move, Totals)>, min_games: u64) -> Vec<(Move, Totals)> {
    let moves = moves.into_iter().filter(|(_, totals)| totals.games >= min_games);
    let mut moves: Vec<_> = moves.collect();
    moves.sort_unstable_by_key(|&(mv, totals)| (Reverse(totals.games), mv));
    moves
}

/// Returns next moves with the boards to which they lead, if the tree goes on after them.
fn followed(board: &SearchBoard, games: u64, moves: Vec<(Move, Totals)>, goes_on: bool) -> NextMoves<SearchBoard> {
    let next = moves.into_iter().map(|(mv, totals)| {
        // A record may contain moves that the rules forbid.
        let to = goes_on.then(|| board.beginning_after(mv).ok()).flatten();
        (mv, totals, to)
    });
    let next = next.collect();
    NextMoves { games, next }
}

fn nodes(
    snapshot: &Snapshot,
    question: &Question,
    filter: &CompiledFilter<'_>,
    size: TreeSize,
    budget: &AtomicI64,
) -> Result<Vec<NextMoves<usize>>, QueryError> {
    let mut siblings = Vec::new();
    // Threads look up the boards of a level in parallel, each with its own snapshot.
    grow(
        snapshot.keys(),
        question.board(),
        size.depth,
        budget,
        |boards, goes_on| {
            let threads = available_parallelism().map_or(1, NonZero::get).min(MAX_THREADS);
            let helpers = (threads - 1).min(boards.len() / MIN_POSITIONS);
            while siblings.len() < helpers
                && let Some(sibling) = snapshot.sibling()?
            {
                siblings.push(sibling);
            }
            let next = AtomicUsize::new(0);
            // The next moves on those boards that no other thread has taken, with their numbers.
            let look_up = |snapshot: &Snapshot| {
                let mut found = Vec::new();
                while let at = next.fetch_add(1, Ordering::Relaxed)
                    && let Some(&(board, orders)) = boards.get(at)
                {
                    let position = SoughtPosition::new(board, snapshot.keys(), question.swap());
                    let counted = Subject::Position(position).count(snapshot, filter)?;
                    let next = counted.next.iter();
                    let moves = next.filter_map(|(next, years)| Some((next.mv()?, years.total())));
                    let moves = popular(moves, size.min_games.max(1));
                    take_off(budget, moves.len(), orders)?;
                    found.push((at, followed(board, counted.all.total().games, moves, goes_on)));
                }
                Ok::<_, QueryError>(found)
            };
            let mut found = scope(|scope| {
                let look_up = &look_up;
                let helpers: Vec<_> = siblings
                    .iter_mut()
                    .take(helpers)
                    .map(|sibling| scope.spawn(move || look_up(sibling)))
                    .collect();
                let mut found = look_up(snapshot)?;
                for helper in helpers {
                    found.extend(helper.join().unwrap_or_else(|panic| resume_unwind(panic))?);
                }
                Ok::<_, QueryError>(found)
            })?;
            found.sort_unstable_by_key(|&(at, _)| at);
            Ok(found.into_iter().map(|(_, moves)| moves).collect())
        },
    )
}

/// Returns what tells a position of a tree from others. Several orders of moves may reach it.
fn position_on(keys: &KeyTables, board: &SearchBoard) -> (CanonicalPosition, Color, Option<Point>) {
    (board.canonical(keys), board.to_play(), board.position().ko())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::BoardSize;
    use crate::testing::{TestDatabase, sgf};

    fn answers() -> impl Iterator<Item = String> {
        let points = ('h'..='m').flat_map(|x| ('f'..='o').map(move |y| format!("{x}{y}")));
        points.take(60)
    }

    #[test]
    fn a_tree_that_is_too_large_ends_while_its_moves_are_looked_up() {
        let games: Vec<String> = answers().map(|point| sgf("", &format!("pd dq {point} qo"))).collect();
        let db = TestDatabase::with(&games);
        let snapshot = db.snapshot();
        let mut board = SearchBoard::new(BoardSize::MAX);
        for mv in ["pd", "dq"] {
            let mv = Move::parse(mv, board.to_play(), board.size()).expect("a move");
            board.play(mv).expect("is legal");
        }
        let question = Question::new(board);
        let filter = question.filter().compile(&snapshot).expect("compiles");
        let size = TreeSize { depth: 2, min_games: 1 };
        let survey = |moves: i64| {
            let budget = AtomicI64::new(moves);
            let nodes = nodes(&snapshot, &question, &filter, size, &budget);
            (nodes, budget.into_inner())
        };
        // 60 moves, and one after each of them.
        let (nodes, left) = survey(120);
        assert_eq!((nodes.expect("fits").len(), left), (61, 0));
        let (nodes, left) = survey(65);
        assert!(matches!(nodes, Err(QueryError::LargeTree(_))));
        // Each thread notices with its next move.
        assert!(left >= -(MAX_THREADS as i64), "{left}");
    }
}
