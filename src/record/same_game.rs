//! Decides whether records are of the same game: they are if they have the same
//! content and their particulars agree.

use super::course::{Course, replay_with_course};
use super::foreign::portable;
use super::game::{Action, GameRecord, SetupPoint};
use super::info::GameInfo;
use super::main_line::decoded_trees;
use super::replay::GamePosition;
use super::steps::Extent;
use super::text::{Decoded, Scanner};
use super::values::GameDate;
use crate::go::{BoardSize, Color, KeyTables, Move, Transform};
use std::borrow::Cow;

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
    pub black: Cow<'a, str>,
    /// White's name as written.
    pub white: Cow<'a, str>,
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
            0 => {
                let mut text = portable(tree);
                // Alone, a text with stray brackets may end earlier than among the others of its file.
                let mut scanner = Scanner::new(&text);
                if scanner.next_game().is_some() {
                    let end = scanner.end_game();
                    text.truncate(end);
                }
                Self::Text(text)
            }
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

/// The board size, setup and moves of a record, in the orientation in which they
/// sort first. Equal exactly if one record is the other one rotated or mirrored.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct CanonicalMoves {
    codes: Vec<u16>,
    moves: usize,
}

/// The code of a pass, above the codes of all points.
const PASS: u16 = 361;
const SETUP: u16 = 0xffff;
const COLOR: [u16; 3] = [0, 1 << 9, 2 << 9];

impl CanonicalMoves {
    /// Reads the first `steps` steps of a record, which must be playable.
    pub fn new(record: &GameRecord, steps: usize) -> Self {
        let size = record.size;
        let mut codes = Vec::with_capacity(steps + 1);
        codes.push(u16::from(size.lines()));
        // The transforms under which the codes so far sort first.
        let mut leading = Transform::ALL.to_vec();
        push_setup(&mut codes, &mut leading, &record.setup, size);
        let mut moves = 0;
        for step in &record.steps[..steps] {
            match &step.action {
                Action::Setup(changes) => push_setup(&mut codes, &mut leading, changes, size),
                Action::Move(mv) => {
                    moves += 1;
                    if let [only] = leading[..] {
                        codes.push(move_code(*mv, only, size));
                    } else if let Some(first) = leading.iter().map(|t| move_code(*mv, *t, size)).min() {
                        leading.retain(|t| move_code(*mv, *t, size) == first);
                        codes.push(first);
                    }
                }
            }
        }
        Self { codes, moves }
    }

    /// Returns the number of moves, passes included.
    pub const fn count(&self) -> usize {
        self.moves
    }

    /// Returns whether the game begins with all setup and moves of another one, rotated or mirrored.
    pub fn begins_with(&self, other: &Self) -> bool {
        self.codes.starts_with(&other.codes)
    }

    /// Returns the number of bytes on the heap.
    pub const fn bytes(&self) -> usize {
        self.codes.len() * size_of::<u16>()
    }

    /// Returns a hash by which equal sequences are found; sequences with the same
    /// hash are compared. It includes the texts in `more`.
    pub fn hash(&self, more: &[&str]) -> u64 {
        let codes = self.codes.iter();
        let codes = codes.fold(FNV_BASIS, |hash, code| fnv(hash, &code.to_le_bytes()));
        // No text has this byte, so adjacent texts cannot be confused.
        let more = more.iter();
        more.fold(codes, |hash, text| fnv(fnv(hash, text.as_bytes()), &[0xff]))
    }
}

/// Hashes bytes, in the same way in every version: databases find records without
/// moves by the hash of their portable text.
fn bytes_hash(bytes: &[u8]) -> u64 {
    fnv(FNV_BASIS, bytes)
}

/// The start value of FNV-1a.
const FNV_BASIS: u64 = 0xcbf2_9ce4_8422_2325;

/// Continues an FNV-1a hash of 64 bits
/// (<http://www.isthe.com/chongo/tech/comp/fnv/>) with `bytes`.
fn fnv(before: u64, bytes: &[u8]) -> u64 {
    bytes.iter().fold(before, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

/// Appends the codes of setup that sort first under the leading transforms, and
/// keeps only the transforms that produce them.
fn push_setup(codes: &mut Vec<u16>, leading: &mut Vec<Transform>, changes: &[SetupPoint], size: BoardSize) {
    if changes.is_empty() {
        return;
    }
    let candidates: Vec<(Transform, Vec<u16>)> = leading.iter().map(|&t| (t, setup_codes(changes, t, size))).collect();
    let Some(first) = candidates.iter().map(|(_, c)| c).min() else {
        return;
    };
    leading.retain(|t| candidates.iter().any(|(other, c)| other == t && c == first));
    codes.extend(first);
}

fn move_code(mv: Move, t: Transform, size: BoardSize) -> u16 {
    let point = mv.point.map_or(PASS, |p| t.apply(p, size).index(size) as u16);
    point | COLOR[usize::from(mv.color == Color::White)]
}

/// Returns the codes of setup, in which each point occurs once and the order has no
/// meaning.
fn setup_codes(changes: &[SetupPoint], t: Transform, size: BoardSize) -> Vec<u16> {
    let mut codes: Vec<u16> = changes
        .iter()
        .map(|(point, stone)| {
            let kind = match stone {
                Some(Color::Black) => 0,
                Some(Color::White) => 1,
                None => 2,
            };
            t.apply(*point, size).index(size) as u16 | COLOR[kind]
        })
        .collect();
    codes.sort_unstable();
    codes.insert(0, SETUP);
    codes.push(SETUP);
    codes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::Point;
    use crate::record::game_trees;
    use proptest::prelude::*;

    fn particulars<'a>(moves: u16, black: &'a str, date: &str) -> Particulars<'a> {
        Particulars {
            moves,
            black: black.into(),
            white: "B".into(),
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

    fn moves(text: &str) -> CanonicalMoves {
        let record = game_trees(text).next().expect("a tree").game.expect("a game");
        CanonicalMoves::new(&record, record.steps.len())
    }

    #[test]
    fn differences_count_and_the_order_of_setup_does_not() {
        let base = moves("(;SZ[9]AB[aa][bb];W[cc];B[])");
        assert_eq!(base, moves("(;SZ[9]AB[bb]AB[aa][aa];W[cc];B[tt])"));
        assert_eq!(base, moves("(;SZ[9]AB[aa];AB[bb];W[cc];B[])"));
        for other in [
            "(;SZ[13]AB[aa][bb];W[cc];B[])",
            "(;SZ[9]AB[aa];W[cc];B[])",
            "(;SZ[9]AB[aa][bb];W[cc];W[])",
            "(;SZ[9]AB[aa][bb];W[cc])",
            "(;SZ[9]AB[aa]AW[bb];W[cc];B[])",
        ] {
            assert_ne!(base, moves(other), "{other}");
            assert_ne!(base.hash(&[]), moves(other).hash(&[]), "{other}");
        }
    }

    /// Databases contain these numbers. The first three are published with FNV.
    #[test]
    fn hashes_never_change() {
        let hashes = [b"".as_slice(), b"a", b"foobar"].map(bytes_hash);
        assert_eq!(
            hashes,
            [0xcbf2_9ce4_8422_2325, 0xaf63_dc4c_8601_ec8c, 0x8594_4171_f739_67e8]
        );
        // Lines, a move, another, a pass; then the texts.
        let codes = [9, 0, 1 | 1 << 9, 361_u16].map(u16::to_le_bytes).concat();
        let canonical = moves("(;SZ[9];B[ia];W[ib];B[])");
        assert_eq!(canonical.hash(&[]), bytes_hash(&codes));
        assert_eq!(
            canonical.hash(&["a", "b"]),
            bytes_hash(&[codes.as_slice(), b"a\xffb\xff"].concat())
        );
    }

    proptest! {
        #[test]
        fn equal_in_every_orientation(
            points in prop::collection::vec((0_u8..9, 0_u8..9), 0..40),
            setup in prop::collection::vec((0_u8..9, 0_u8..9), 0..4),
            t in 0_usize..8,
        ) {
            let size = BoardSize::new(9).expect("a size");
            let sgf = |t: Transform| {
                let name = |&(x, y): &(u8, u8)| t.apply(Point::new(x, y), size).to_string();
                let mut text = "(;SZ[9]".to_owned();
                for p in &setup { text += &format!("AB[{}]", name(p)); }
                for (i, p) in points.iter().enumerate() {
                    text += &format!(";{}[{}]", if i % 2 == 0 { 'B' } else { 'W' }, name(p));
                }
                text + ")"
            };
            let here = moves(&sgf(Transform::IDENTITY));
            let there = moves(&sgf(Transform::ALL[t]));
            prop_assert_eq!(here.hash(&["a", "b"]), there.hash(&["a", "b"]));
            prop_assert_eq!(here, there);
        }
    }
}
