use super::question::Question;
use super::{Line, QueryError, Sieve, WinRate, json};
use crate::go::{Color, Move, Orientation};
use crate::store::{Database, Totals};
use serde::Serialize;
use std::cmp::Reverse;
use std::collections::HashMap;
use std::num::NonZero;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::available_parallelism;

/// Moves of a tree. More would be of no use to anybody.
const MAX_MOVES: usize = 100_000;

/// Threads that look positions up. More would wait for the disk.
const MAX_THREADS: usize = 4;

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

/// Next moves of a position with enough games.
type Moves = Arc<Vec<(Move, Totals)>>;

/// Many orders of moves lead to the same position.
type Known = Mutex<HashMap<(Orientation, Color), Moves>>;

/// Asks what was played from a position on.
///
/// # Errors
/// A tree that would be too large; a name in the filter that none has; a
/// database that is damaged or cannot be read.
pub fn tree(db: &Database, question: &Question<'_>, size: TreeSize) -> Result<Tree, QueryError> {
    db.read(|| {
        let sieve = question.filter.compile(db)?;
        sieve.look_ahead(db)?;
        let totals = question.count_sifted(db, &sieve)?.all.sum(|_| true);
        let planter = Planter {
            sieve,
            question: *question,
            min_games: size.min_games.max(1),
            known: Known::default(),
        };
        let line = &mut question.line.clone();
        planter.look_ahead(db, line, size.depth)?;
        Ok(Tree {
            win_rate: WinRate::of(totals.black_wins, totals.white_wins),
            next_moves: planter.branches(db, line, size.depth, &AtomicUsize::new(MAX_MOVES))?,
            totals,
        })
    })
}

struct Planter<'a> {
    sieve: Sieve<'a>,
    question: Question<'a>,
    min_games: u64,
    known: Known,
}

impl Planter<'_> {
    /// The moves from the end of a line on. `left` is how many more moves the
    /// tree may have.
    fn branches(
        &self,
        db: &Database,
        line: &mut Line,
        depth: u32,
        left: &AtomicUsize,
    ) -> Result<Vec<Branch>, QueryError> {
        if depth == 0 {
            return Ok(Vec::new());
        }
        let moves = self.moves(db, line)?;
        let mut branches = Vec::with_capacity(moves.len());
        for &(mv, totals) in moves.iter() {
            let spend = |left: usize| left.checked_sub(1);
            left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, spend)
                .map_err(|_| QueryError::LargeTree(MAX_MOVES))?;
            // What a record had may be against the rules.
            let next_moves = match line.play(mv) {
                Ok(()) => {
                    let next_moves = self.branches(db, line, depth - 1, left)?;
                    line.undo(1);
                    next_moves
                }
                Err(_) => Vec::new(),
            };
            branches.push(Branch {
                mv,
                win_rate: WinRate::of(totals.black_wins, totals.white_wins),
                totals,
                next_moves,
            });
        }
        Ok(branches)
    }

    fn moves(&self, db: &Database, line: &Line) -> Result<Moves, QueryError> {
        let place = (line.position().orientation(), line.to_play());
        if let Some(known) = self.known().get(&place) {
            return Ok(Arc::clone(known));
        }
        let question = Question { line, ..self.question };
        let counted = question.count_sifted(db, &self.sieve)?;
        let mut moves: Vec<(Move, Totals)> = counted
            .next
            .iter()
            .map(|(mv, years)| (*mv, years.sum(|_| true)))
            .filter(|(_, totals)| totals.games >= self.min_games)
            .collect();
        moves.sort_by_key(|&(mv, totals)| (Reverse(totals.games), mv));
        let moves = Arc::new(moves);
        self.known().insert(place, Arc::clone(&moves));
        Ok(moves)
    }

    fn known(&self) -> MutexGuard<'_, HashMap<(Orientation, Color), Moves>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Looks the positions up on all cores, each with a connection of its own,
    /// so that they are known when the tree is put together. What goes wrong
    /// here is met again there.
    fn look_ahead(&self, db: &Database, line: &mut Line, depth: u32) -> Result<(), QueryError> {
        /// Moves after which a part of the tree is looked up by one thread.
        const APART: u32 = 3;
        let threads = available_parallelism().map_or(1, NonZero::get).min(MAX_THREADS);
        if depth <= APART || threads == 1 {
            return Ok(());
        }
        let mut parts = Vec::new();
        self.lines_after(db, line, APART, &mut parts)?;
        let (next, left) = (AtomicUsize::new(0), AtomicUsize::new(MAX_MOVES));
        let work = |db: &Database| {
            while let Some(part) = parts.get(next.fetch_add(1, Ordering::Relaxed))
                && self.branches(db, &mut part.clone(), depth - APART, &left).is_ok()
            {}
        };
        std::thread::scope(|scope| {
            let helpers: Vec<_> = (1..threads.min(parts.len()))
                .filter_map(|_| db.begin_reader().ok().flatten())
                .map(|reader| {
                    let work = &work;
                    scope.spawn(move || {
                        work(&reader);
                        reader
                    })
                })
                .collect();
            work(db);
            for helper in helpers {
                db.end_reader(helper.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
            }
        });
        match left.into_inner() {
            0 => Err(QueryError::LargeTree(MAX_MOVES)),
            _ => Ok(()),
        }
    }

    /// The lines of the tree that have so many more moves.
    fn lines_after(&self, db: &Database, line: &mut Line, moves: u32, lines: &mut Vec<Line>) -> Result<(), QueryError> {
        if moves == 0 {
            lines.push(line.clone());
            return Ok(());
        }
        for &(mv, _) in self.moves(db, line)?.iter() {
            if line.play(mv).is_ok() {
                self.lines_after(db, line, moves - 1, lines)?;
                line.undo(1);
            }
        }
        Ok(())
    }
}
