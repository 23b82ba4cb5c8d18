//! Decides whether records are of the same game: they are if they have the same
//! content and their particulars agree.

use super::canonical_moves::{CanonicalMoves, bytes_hash};
use super::course::Course;
use super::foreign::portable;
use super::game::GameRecord;
use super::info::GameInfo;
use super::main_line::decoded_trees;
use super::replay::{GamePosition, replay_with_course};
use super::steps::Extent;
use super::text::Decoded;
use super::values::GameDate;
use crate::go::KeyTables;

/// The minimum number of moves for two records with different players to be the
/// same game. Short games are often alike by chance.
pub const TELLING_MOVES: u16 = 30;

/// The facts that must agree for two records with the same [`Content`] to be the
/// same game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Particulars<'a> {
    /// The number of moves played.
    pub moves: u16,
    /// Black's name as written.
    pub black: &'a str,
    /// White's name as written.
    pub white: &'a str,
    /// The date, if known.
    pub date: Option<GameDate>,
}

impl Particulars<'_> {
    /// Returns whether the dates do not contradict each other and, for few moves,
    /// the players are the same. Agreement is not transitive: a game without a date
    /// agrees with games of any date.
    pub fn agree(&self, other: &Self) -> bool {
        let dates = self.date.zip(other.date);
        let same_players = self.black == other.black && self.white == other.white;
        !dates.is_some_and(|(a, b)| a.contradicts(&b)) && (self.moves >= TELLING_MOVES || same_players)
    }
}

/// The moves of a record, or its text if it has no moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Content {
    /// The board size, setup and moves, as far as they can be played.
    Moves(CanonicalMoves),
    /// The portable text of a record without moves.
    Text(String),
}

impl Content {
    /// Returns the content of a replayed record. `tree` is the text of its game
    /// tree.
    pub fn new(record: &GameRecord, outcome: &Extent, tree: &str) -> Self {
        match outcome.moves {
            0 => Self::Text(portable(tree)),
            _ => Self::Moves(CanonicalMoves::new(record, outcome.steps)),
        }
    }

    /// Returns a hash that the record shares with every game that it may duplicate,
    /// and with hardly any other.
    pub fn hash(&self, info: &GameInfo) -> u64 {
        match self {
            Self::Text(text) => bytes_hash(text.as_bytes()),
            Self::Moves(moves) if moves.count() < TELLING_MOVES.into() => moves.hash(&[&info.black, &info.white]),
            Self::Moves(moves) => moves.hash(&[]),
        }
    }

    /// Returns the number of bytes on the heap.
    pub const fn bytes(&self) -> usize {
        match self {
            Self::Moves(moves) => moves.bytes(),
            Self::Text(text) => text.capacity(),
        }
    }
}

/// A replayed record.
#[derive(Clone, Debug)]
pub struct Replayed {
    /// The record.
    pub record: GameRecord,
    /// The part of the record that could be played.
    pub outcome: Extent,
    /// The content, by which other records of the same game are recognised.
    pub content: Content,
    /// The moves and what else changed the board.
    pub course: Course,
}

impl Replayed {
    /// Replays a record and calls `visit` for each of its positions. `tree` is the
    /// text of its game tree.
    pub fn new(record: GameRecord, tree: &str, keys: &KeyTables, visit: impl FnMut(GamePosition)) -> Self {
        let (outcome, course) = replay_with_course(&record, keys.get(record.size), visit);
        Self {
            content: Content::new(&record, &outcome, tree),
            course,
            record,
            outcome,
        }
    }

    /// Replays the first game of a text. Returns `None` if there is none.
    pub fn first_of(decoded: &Decoded<'_>, keys: &KeyTables) -> Option<Self> {
        let tree = decoded_trees(decoded).next()?;
        Some(Self::new(tree.game.ok()?, &decoded.text[tree.span], keys, |_| {}))
    }
}

/// A record to compare with others.
#[derive(Clone, Copy, Debug)]
pub struct Candidate<'a> {
    /// The bytes of the record.
    pub bytes: &'a [u8],
    /// The content; `None` if the record cannot be read.
    pub content: Option<&'a Content>,
    /// The moves, players and date.
    pub particulars: &'a Particulars<'a>,
}

impl Candidate<'_> {
    /// Returns whether two records are the same game.
    pub fn is_same_game(&self, other: &Self) -> bool {
        let is_same_content = || self.content.is_some() && self.content == other.content;
        self.particulars.agree(other.particulars) && (self.bytes == other.bytes || is_same_content())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn particulars<'a>(moves: u16, black: &'a str, date: &str) -> Particulars<'a> {
        Particulars {
            moves,
            black,
            white: "B",
            date: GameDate::parse(date),
        }
    }

    #[test]
    fn dates_must_not_contradict_and_few_moves_want_the_same_players() {
        let agree = |a: (u16, &str, &str), b: (u16, &str, &str)| {
            let [a, b] = [a, b].map(|(moves, black, date)| particulars(moves, black, date));
            assert_eq!(a.agree(&b), b.agree(&a));
            a.agree(&b)
        };
        assert!(agree((30, "A", "2005"), (30, "C", "2005-03-01")));
        assert!(agree((30, "A", "2005"), (30, "C", "")));
        assert!(!agree((30, "A", "2005"), (30, "A", "2006")));
        assert!(agree((29, "A", "2005"), (29, "A", "2005")));
        assert!(!agree((29, "A", "2005"), (29, "C", "2005")));
    }
}
