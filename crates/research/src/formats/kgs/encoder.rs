use super::board::{POINTS, PlaneView, Planes, RecordFormat, TrainingBoard, seen_by_white};
use super::game::{TrainingGame, occupied};
use super::record::Version;
use bgo::go::Color;

/// The ko plane.
const KO_PLANE: usize = 6;

/// The points of the ko plane.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum KoPlane {
    /// The points of the preprocessor: the forbidden point, and own stones beside the capturing
    /// stone, unless they touch another stone in atari.
    #[default]
    Compat,
    /// Only the forbidden point.
    Strict,
}

impl KoPlane {
    /// Both kinds.
    pub const ALL: [Self; 2] = [Self::Compat, Self::Strict];

    /// Returns the name of the kind.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Compat => "compat",
            Self::Strict => "strict",
        }
    }
}

/// The reading of a game: its setup, and its moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SetupRule {
    /// As the preprocessor reads it: if the root has a handicap (`HA`), the points of its `AB`, `AW`
    /// and `AE` get black stones; all other setup is ignored. A game with a fault gives nothing.
    Compat,
    /// As bgo's own reader reads it: all stones before the first move stand, in their colours. The
    /// game ends before later setup and before a move on a stone, and suicide removes stones.
    #[default]
    Strict,
}

impl SetupRule {
    /// Both rules.
    pub const ALL: [Self; 2] = [Self::Strict, Self::Compat];

    /// Returns the name of the rule.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Compat => "compat",
            Self::Strict => "strict",
        }
    }
}

/// The encoding of positions as records.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Encoding {
    /// The format of the records.
    pub format: RecordFormat,
    /// The points of the ko plane.
    pub ko: KoPlane,
    /// The reading of the games.
    pub setup: SetupRule,
}

impl Encoding {
    /// Returns the version of the files.
    pub const fn version(&self) -> Version {
        match self.format {
            RecordFormat::V1 => Version::V1,
            RecordFormat::V2 | RecordFormat::V2Legacy => Version::V2,
        }
    }
}

/// An encoder of games as records.
pub struct Encoder {
    board: VersionBoard,
    strict: bool,
}

enum VersionBoard {
    V1(TrainingBoard<BytePlanes>),
    V2(TrainingBoard<BitPlanes>),
}

impl Encoder {
    pub fn new(encoding: Encoding) -> Self {
        let board = match encoding.version() {
            Version::V1 => VersionBoard::V1(TrainingBoard::new(encoding.format, BytePlanes::new())),
            Version::V2 => VersionBoard::V2(TrainingBoard::new(encoding.format, BitPlanes::new())),
        };
        Self {
            board,
            strict: encoding.ko == KoPlane::Strict,
        }
    }

    /// Appends the records of a game, and returns their number. Appends nothing if the game has an
    /// error.
    pub fn encode(&mut self, game: &TrainingGame, out: &mut Vec<u8>) -> Result<usize, String> {
        let strict = self.strict;
        match &mut self.board {
            VersionBoard::V1(board) => encode(board, game, strict, out),
            VersionBoard::V2(board) => encode(board, game, strict, out),
        }
    }
}

/// A counter of records that does not make them.
pub struct RecordCounter(TrainingBoard<()>);

impl RecordCounter {
    pub fn new() -> Self {
        Self(TrainingBoard::new(RecordFormat::V2, ()))
    }

    pub fn count(&mut self, game: &TrainingGame) -> Result<usize, String> {
        // If no point is repeated, no stone is placed on another.
        let mut seen = [0_u64; POINTS.div_ceil(64)];
        let stones = game.setup.iter().flatten().map(|stone| stone.1);
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

/// A view from which records are made.
trait RecordView: PlaneView {
    fn write(&self, color: Color, label: u16, ko: impl FnOnce(&mut dyn FnMut(usize)), out: &mut Vec<u8>);
}

fn encode<V: RecordView>(
    board: &mut TrainingBoard<V>,
    game: &TrainingGame,
    strict: bool,
    out: &mut Vec<u8>,
) -> Result<usize, String> {
    let start = out.len();
    let played = play(board, game, |board, color, point| {
        board
            .view
            .write(color, point, |visit| board.visit_ko(color, strict, visit), out);
    });
    if played.is_err() {
        out.truncate(start);
    }
    played
}

/// Plays a game, and visits each position that gives a record, with the move. Returns the number of
/// records.
fn play<V: PlaneView>(
    board: &mut TrainingBoard<V>,
    game: &TrainingGame,
    mut visit: impl FnMut(&TrainingBoard<V>, Color, u16),
) -> Result<usize, String> {
    board.clear();
    for &(color, point, offset) in game.setup.iter().flatten() {
        if !board.place(color, point) {
            return Err(occupied(offset));
        }
    }
    let mut is_recorded = game.setup.is_some();
    for &(color, point, offset) in &game.moves {
        if is_recorded {
            visit(board, color, point);
        }
        is_recorded = true;
        if !board.play(color, point, game.removes_suicide) {
            return Err(occupied(offset));
        }
    }
    Ok(game.records())
}

/// The planes of version 1: a byte for each point, with a bit for each plane.
struct BytePlanes([[u8; POINTS]; 2]);

impl BytePlanes {
    /// The bit of the plane that has all points.
    const ALWAYS: u8 = 0x80;

    const fn new() -> Self {
        Self([[Self::ALWAYS; POINTS]; 2])
    }
}

impl PlaneView for BytePlanes {
    fn change(&mut self, point: usize, _: Planes, to: Planes) {
        self.0[0][point] = Self::ALWAYS | to;
        self.0[1][point] = Self::ALWAYS | seen_by_white(to);
    }
}

impl RecordView for BytePlanes {
    fn write(&self, color: Color, label: u16, ko: impl FnOnce(&mut dyn FnMut(usize)), out: &mut Vec<u8>) {
        let (row, column) = (label / 19, label % 19);
        out.extend([b'G', b'O', row as u8, column as u8]);
        let start = out.len();
        out.extend_from_slice(&self.0[usize::from(color == Color::White)]);
        ko(&mut |point| out[start + point] |= 1 << KO_PLANE);
    }
}

/// The planes of version 2: plane after plane, with a bit for each point.
struct BitPlanes([[u8; BitPlanes::BYTES]; 2]);

impl BitPlanes {
    /// The length of seven planes.
    const BYTES: usize = (7 * POINTS).div_ceil(8);

    const fn new() -> Self {
        Self([[0; Self::BYTES]; 2])
    }

    /// Returns the place of the byte of a point, and the mask of its bit.
    const fn place(plane: usize, point: usize) -> (usize, u8) {
        let bit = plane * POINTS + point;
        (bit / 8, 0x80 >> (bit % 8))
    }
}

impl PlaneView for BitPlanes {
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

impl RecordView for BitPlanes {
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
