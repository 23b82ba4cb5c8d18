use super::board::{Occupied, POINTS, Planes, Semantics, TrainingBoard, View, seen_by_white};
use super::error::OddGame;
use super::game::TrainingGame;
use super::record::Version;
use bgo::go::Color;

/// The plane of points that a ko forbids.
const KO_PLANE: usize = 6;

/// What is in the ko plane.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum KoPlane {
    /// What the preprocessor puts there: the forbidden point, and own stones beside
    /// the stone that took, unless they touch another stone in atari.
    #[default]
    Compat,
    /// The forbidden point alone.
    Strict,
}

/// How positions become records.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Encoding {
    /// Of the format.
    pub version: Version,
    /// Version 2 as it was before December 2015: planes 2 and 5 have all stones.
    pub legacy: bool,
    /// What is in the ko plane.
    pub ko: KoPlane,
}

/// Makes records of games.
pub struct Encoder {
    board: Board,
    strict: bool,
}

enum Board {
    V1(TrainingBoard<Bytes>),
    V2(TrainingBoard<Bits>),
}

impl Encoder {
    /// An encoder for any number of games.
    pub fn new(encoding: Encoding) -> Self {
        let board = match (encoding.version, encoding.legacy) {
            (Version::V1, _) => Board::V1(TrainingBoard::new(Semantics::V1, Bytes::new())),
            (Version::V2, false) => Board::V2(TrainingBoard::new(Semantics::V2, Bits::new())),
            (Version::V2, true) => Board::V2(TrainingBoard::new(Semantics::Legacy, Bits::new())),
        };
        Self {
            board,
            strict: encoding.ko == KoPlane::Strict,
        }
    }

    /// Appends the records of a game; how many.
    pub fn encode(&mut self, game: &TrainingGame, out: &mut Vec<u8>) -> Result<usize, OddGame> {
        let strict = self.strict;
        match &mut self.board {
            Board::V1(board) => encode(board, game, strict, out),
            Board::V2(board) => encode(board, game, strict, out),
        }
    }
}

/// Counts the records of games without making them.
pub struct PlayableGames(TrainingBoard<()>);

impl PlayableGames {
    /// For any number of games.
    pub fn new() -> Self {
        Self(TrainingBoard::new(Semantics::V2, ()))
    }

    /// How many records a game gives.
    pub fn count(&mut self, game: &TrainingGame) -> Result<usize, OddGame> {
        // Where no point comes twice no stone is put on a stone.
        let mut seen = [0_u64; POINTS.div_ceil(64)];
        let stones = game.handicap.iter().flatten().map(|(point, _)| *point);
        let comes_twice = stones.chain(game.moves.iter().map(|mv| mv.1)).any(|point| {
            let (word, bit) = (usize::from(point) / 64, 1 << (point % 64));
            let is_there = seen[word] & bit != 0;
            seen[word] |= bit;
            is_there
        });
        if !comes_twice {
            return Ok(game.records());
        }
        play(&mut self.0, game, |_, _, _| {})
    }
}

impl Default for PlayableGames {
    fn default() -> Self {
        Self::new()
    }
}

/// A view that records are made of.
trait RecordView: View {
    fn write(&self, color: Color, label: u16, ko: impl FnOnce(&mut dyn FnMut(usize)), out: &mut Vec<u8>);
}

fn encode<V: RecordView>(
    board: &mut TrainingBoard<V>,
    game: &TrainingGame,
    strict: bool,
    out: &mut Vec<u8>,
) -> Result<usize, OddGame> {
    let start = out.len();
    let played = play(board, game, |board, color, point| {
        let ko = |visit: &mut dyn FnMut(usize)| board.visit_ko(color, strict, visit);
        board.view().write(color, point, ko, out);
    });
    if played.is_err() {
        out.truncate(start);
    }
    played
}

/// Plays a game and visits each position that gives a record, with the move. How many
/// these are.
fn play<V: View>(
    board: &mut TrainingBoard<V>,
    game: &TrainingGame,
    mut visit: impl FnMut(&TrainingBoard<V>, Color, u16),
) -> Result<usize, OddGame> {
    board.clear();
    for &(point, offset) in game.handicap.iter().flatten() {
        board.place(point).map_err(|Occupied| OddGame::Occupied(offset))?;
    }
    let mut is_recorded = game.handicap.is_some();
    for &(color, point, offset) in &game.moves {
        if is_recorded {
            visit(board, color, point);
        }
        is_recorded = true;
        board.play(color, point).map_err(|Occupied| OddGame::Occupied(offset))?;
    }
    Ok(game.records())
}

/// A byte a point, a bit a plane: version 1.
struct Bytes([[u8; POINTS]; 2]);

impl Bytes {
    /// The plane of all points.
    const ALWAYS: u8 = 0x80;

    const fn new() -> Self {
        Self([[Self::ALWAYS; POINTS]; 2])
    }
}

impl View for Bytes {
    fn change(&mut self, point: usize, _: Planes, to: Planes) {
        self.0[0][point] = Self::ALWAYS | to;
        self.0[1][point] = Self::ALWAYS | seen_by_white(to);
    }
}

impl RecordView for Bytes {
    fn write(&self, color: Color, label: u16, ko: impl FnOnce(&mut dyn FnMut(usize)), out: &mut Vec<u8>) {
        let (row, column) = (label / 19, label % 19);
        out.extend([b'G', b'O', row as u8, column as u8]);
        let start = out.len();
        out.extend_from_slice(&self.0[usize::from(color == Color::White)]);
        ko(&mut |point| out[start + point] |= 1 << KO_PLANE);
    }
}

/// Plane after plane, a bit a point: version 2.
struct Bits([[u8; Bits::BYTES]; 2]);

impl Bits {
    /// Seven planes.
    const BYTES: usize = (7 * POINTS).div_ceil(8);

    const fn new() -> Self {
        Self([[0; Self::BYTES]; 2])
    }

    /// Which byte and which bit of it.
    const fn place(plane: usize, point: usize) -> (usize, u8) {
        let bit = plane * POINTS + point;
        (bit / 8, 0x80 >> (bit % 8))
    }
}

impl View for Bits {
    fn change(&mut self, point: usize, from: Planes, to: Planes) {
        for (view, mut changed) in self.0.iter_mut().zip([from ^ to, seen_by_white(from ^ to)]) {
            while changed != 0 {
                let (byte, bit) = Self::place(changed.trailing_zeros() as usize, point);
                view[byte] ^= bit;
                changed &= changed - 1;
            }
        }
    }
}

impl RecordView for Bits {
    fn write(&self, color: Color, label: u16, ko: impl FnOnce(&mut dyn FnMut(usize)), out: &mut Vec<u8>) {
        out.extend(b"GO");
        out.extend(u32::from(label).to_le_bytes());
        let start = out.len();
        out.extend_from_slice(&self.0[usize::from(color == Color::White)]);
        ko(&mut |point| {
            let (byte, bit) = Self::place(KO_PLANE, point);
            out[start + byte] |= bit;
        });
    }
}
