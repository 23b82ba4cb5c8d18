use super::question::Question;
use super::{Line, QueryError, Sieve, WinRate, json};
use crate::go::{Color, Move, Orientation};
use crate::store::{Database, Totals};
use serde::Serialize;
use std::cmp::Reverse;
use std::collections::HashMap;
use std::rc::Rc;

/// Moves of a tree. More would be of no use to anybody.
const MAX_MOVES: usize = 100_000;

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
type Moves = Rc<Vec<(Move, Totals)>>;

/// Asks what was played from a position on.
///
/// # Errors
/// A tree that would be too large; a name in the filter that none has; a
/// database that is damaged or cannot be read.
pub fn tree(db: &Database, question: &Question<'_>, size: TreeSize) -> Result<Tree, QueryError> {
    db.read(|| {
        let mut sieve = question.filter.compile(db)?;
        sieve.look_ahead(db)?;
        let totals = question.count_sifted(db, &sieve)?.all.sum(|_| true);
        let mut planter = Planter {
            db,
            sieve,
            question: *question,
            min_games: size.min_games.max(1),
            left: MAX_MOVES,
            known: HashMap::new(),
        };
        let mut line = question.line.clone();
        Ok(Tree {
            win_rate: WinRate::of(totals.black_wins, totals.white_wins),
            next_moves: planter.branches(&mut line, size.depth)?,
            totals,
        })
    })
}

struct Planter<'a> {
    db: &'a Database,
    sieve: Sieve<'a>,
    question: Question<'a>,
    min_games: u64,
    /// How many more moves the tree may have.
    left: usize,
    /// Many orders of moves lead to the same position.
    known: HashMap<(Orientation, Color), Moves>,
}

impl Planter<'_> {
    fn branches(&mut self, line: &mut Line, depth: u32) -> Result<Vec<Branch>, QueryError> {
        if depth == 0 {
            return Ok(Vec::new());
        }
        let moves = self.moves(line)?;
        let mut branches = Vec::with_capacity(moves.len());
        for &(mv, totals) in moves.iter() {
            self.left = self.left.checked_sub(1).ok_or(QueryError::LargeTree(MAX_MOVES))?;
            // What a record had may be against the rules.
            let next_moves = match line.play(mv) {
                Ok(()) => {
                    let next_moves = self.branches(line, depth - 1)?;
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

    fn moves(&mut self, line: &Line) -> Result<Moves, QueryError> {
        let place = (line.position().orientation(), line.to_play());
        if let Some(known) = self.known.get(&place) {
            return Ok(Rc::clone(known));
        }
        let question = Question { line, ..self.question };
        let counted = question.count_sifted(self.db, &self.sieve)?;
        let mut moves: Vec<(Move, Totals)> = counted
            .next
            .iter()
            .map(|(mv, years)| (*mv, years.sum(|_| true)))
            .filter(|(_, totals)| totals.games >= self.min_games)
            .collect();
        moves.sort_by_key(|&(mv, totals)| (Reverse(totals.games), mv));
        let moves = Rc::new(moves);
        self.known.insert(place, Rc::clone(&moves));
        Ok(moves)
    }
}
