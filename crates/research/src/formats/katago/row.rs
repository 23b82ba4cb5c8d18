//! Rows, and the arrays that they are written to.

use super::metadata::{METADATA, Metadata};
use super::points::{PointSet, turned};
use bgo::go::{BoardSize, Color, Transform};

/// The number of planes of the input.
pub(crate) const PLANES: usize = 22;

/// The number of global numbers of the input.
pub(crate) const GLOBALS: usize = 19;

/// The number of targets and weights outside the planes.
pub(crate) const TARGETS: usize = 64;

/// The number of planes of targets.
pub(crate) const TARGET_PLANES: usize = 5;

/// The radius of scores beyond all points of the board.
const EXTRA_SCORE: usize = 60;

/// The sum of the shares of a distribution of scores.
const WHOLE: f32 = 100.0;

/// A position with its targets, before it is written to arrays.
#[derive(Clone, Debug)]
pub(crate) struct KatagoRow {
    /// The number of the game.
    pub game: i64,
    pub planes: [PointSet; PLANES],
    pub globals: [f32; GLOBALS],
    pub targets: [f32; TARGETS],
    /// The move, and the opponent's answer. A pass follows the last point of the arrays.
    pub moves: [Option<u16>; 2],
    /// The final points of the player to move, minus the opponent's.
    pub score: Option<f32>,
    /// The stones of the player to move and of the opponent some moves later, at two times.
    pub future: [[PointSet; 2]; 2],
    /// The game, and the player who sees it.
    pub metadata: (Metadata, Color),
}

impl KatagoRow {
    pub const fn new(planes: [PointSet; PLANES], globals: [f32; GLOBALS], metadata: (Metadata, Color)) -> Self {
        Self {
            game: 0,
            planes,
            globals,
            targets: [0.0; TARGETS],
            moves: [None; 2],
            score: None,
            future: [[PointSet::EMPTY; 2]; 2],
            metadata,
        }
    }

    /// Rotates and mirrors the board, which has a size within arrays of a side. Everything that has a
    /// place is turned: planes, moves and later boards.
    pub fn turn(&mut self, transform: Transform, size: BoardSize, side: usize) {
        if transform == Transform::IDENTITY {
            return;
        }
        for set in self.planes.iter_mut().chain(self.future.as_flattened_mut()) {
            let mut all = PointSet::EMPTY;
            for point in set.iter() {
                all.insert(turned(point, transform, size, side));
            }
            *set = all;
        }
        for point in self.moves.iter_mut().flatten() {
            // A pass has no place.
            if usize::from(*point) < side * side {
                *point = turned(usize::from(*point), transform, size, side) as u16;
            }
        }
    }
}

/// The sizes of the parts of a row, by the side of the arrays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RowShape {
    /// The side of the board in the arrays, 2 to 19.
    pub side: usize,
}

impl RowShape {
    /// Returns the number of points.
    pub const fn points(self) -> usize {
        self.side * self.side
    }

    /// Returns the number of bytes of a plane of bits.
    pub const fn packed(self) -> usize {
        self.points().div_ceil(8)
    }

    /// Returns the number of moves: all points, and a pass.
    pub const fn moves(self) -> usize {
        self.points() + 1
    }

    /// Returns the number of scores of a distribution.
    pub const fn scores(self) -> usize {
        2 * (self.points() + EXTRA_SCORE)
    }

    /// Returns the arrays of a file, each with its name, NumPy's name of its numbers, and the shape
    /// of a row.
    pub fn arrays(self) -> [(KatagoArray, &'static str, &'static str, Vec<usize>); 7] {
        use KatagoArray::{BinaryInput, GlobalInput, GlobalTargets, MetadataInput, Policy, Score, Value};
        [
            (BinaryInput, "binaryInputNCHWPacked", "|u1", vec![PLANES, self.packed()]),
            (GlobalInput, "globalInputNC", "<f4", vec![GLOBALS]),
            (Policy, "policyTargetsNCMove", "<i2", vec![2, self.moves()]),
            (GlobalTargets, "globalTargetsNC", "<f4", vec![TARGETS]),
            (Score, "scoreDistrN", "|i1", vec![self.scores()]),
            (
                Value,
                "valueTargetsNCHW",
                "|i1",
                vec![TARGET_PLANES, self.side, self.side],
            ),
            (MetadataInput, "metadataInputNC", "<f4", vec![METADATA]),
        ]
    }
}

/// An array of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KatagoArray {
    /// The planes of the input as bits.
    BinaryInput,
    /// The other numbers of the input.
    GlobalInput,
    /// The move and the opponent's answer.
    Policy,
    /// Targets and weights that are no planes.
    GlobalTargets,
    /// The distribution of the score.
    Score,
    /// The planes of targets.
    Value,
    /// Data about the players and the game.
    MetadataInput,
}

impl KatagoArray {
    /// Appends the rows of the array, as bytes of little-endian numbers.
    pub(crate) fn write<'r>(self, rows: impl Iterator<Item = &'r KatagoRow>, shape: RowShape, out: &mut Vec<u8>) {
        let mut policy = vec![0; 2 * shape.moves()];
        let mut small = Vec::new();
        for row in rows {
            match self {
                Self::BinaryInput => row.planes.iter().for_each(|plane| plane.pack(shape.packed(), out)),
                Self::GlobalInput => out.extend(row.globals.iter().flat_map(|number| number.to_le_bytes())),
                Self::GlobalTargets => out.extend(row.targets.iter().flat_map(|number| number.to_le_bytes())),
                Self::MetadataInput => {
                    let (metadata, to_move) = &row.metadata;
                    let numbers = metadata.numbers(*to_move);
                    out.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
                }
                Self::Policy => {
                    policy.fill(0);
                    fill_policy(row, &mut policy);
                    out.extend(policy.iter().flat_map(|number| number.to_le_bytes()));
                }
                Self::Score => {
                    small.clear();
                    small.resize(shape.scores(), 0);
                    fill_scores(row.score, &mut small);
                    out.extend(small.iter().map(|number| number.cast_unsigned()));
                }
                Self::Value => {
                    small.clear();
                    small.resize(TARGET_PLANES * shape.points(), 0);
                    fill_values(row, &mut small, shape.points());
                    out.extend(small.iter().map(|number| number.cast_unsigned()));
                }
            }
        }
    }
}

/// Rows as seven arrays of numbers, row after row.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct KatagoArrays {
    /// The number of rows.
    pub rows: usize,
    /// `binaryInputNCHWPacked`: for each row 22 planes of bits, each padded to whole bytes.
    pub binary_input: Vec<u8>,
    /// `globalInputNC`: 19 numbers for each row.
    pub global_input: Vec<f32>,
    /// `policyTargetsNCMove`: twice all moves for each row.
    pub policy: Vec<i16>,
    /// `globalTargetsNC`: 64 numbers for each row.
    pub global_targets: Vec<f32>,
    /// `scoreDistrN`: all scores for each row.
    pub score_distribution: Vec<i8>,
    /// `valueTargetsNCHW`: 5 planes for each row.
    pub value_targets: Vec<i8>,
    /// `metadataInputNC`: 192 numbers for each row.
    pub metadata_input: Vec<f32>,
    /// The numbers of the games, which files do not have.
    pub games: Vec<i64>,
}

impl KatagoArrays {
    pub(crate) fn new<'r>(rows: impl ExactSizeIterator<Item = &'r KatagoRow> + Clone, shape: RowShape) -> Self {
        let count = rows.len();
        let mut all = Self {
            rows: count,
            binary_input: Vec::with_capacity(count * PLANES * shape.packed()),
            global_input: Vec::with_capacity(count * GLOBALS),
            policy: vec![0; count * 2 * shape.moves()],
            global_targets: Vec::with_capacity(count * TARGETS),
            score_distribution: vec![0; count * shape.scores()],
            value_targets: vec![0; count * TARGET_PLANES * shape.points()],
            metadata_input: Vec::with_capacity(count * METADATA),
            games: rows.clone().map(|row| row.game).collect(),
        };
        for row in rows.clone() {
            row.planes
                .iter()
                .for_each(|plane| plane.pack(shape.packed(), &mut all.binary_input));
            all.global_input.extend_from_slice(&row.globals);
            all.global_targets.extend_from_slice(&row.targets);
            let (metadata, to_move) = &row.metadata;
            all.metadata_input.extend_from_slice(&metadata.numbers(*to_move));
        }
        let policies = all.policy.chunks_exact_mut(2 * shape.moves());
        let scores = all.score_distribution.chunks_exact_mut(shape.scores());
        let values = all.value_targets.chunks_exact_mut(TARGET_PLANES * shape.points());
        for (((row, policy), scores), values) in rows.zip(policies).zip(scores).zip(values) {
            fill_policy(row, policy);
            fill_scores(row.score, scores);
            fill_values(row, values, shape.points());
        }
        all
    }
}

/// Sets each move to 1; an unknown one is any move with equal probability.
fn fill_policy(row: &KatagoRow, policy: &mut [i16]) {
    let half = policy.len() / 2;
    for (mv, policy) in row.moves.iter().zip(policy.chunks_exact_mut(half)) {
        match mv {
            Some(mv) => policy[usize::from(*mv)] = 1,
            None => policy.fill(1),
        }
    }
}

/// Divides the whole between the two scores, which lie half a point beside whole numbers, next to the
/// score; without one, between the middle two.
fn fill_scores(score: Option<f32>, scores: &mut [i8]) {
    let score = score.unwrap_or_default();
    let middle = (scores.len() / 2) as i32;
    let nearest = score.round();
    let upper = nearest as i32 + middle;
    let last = scores.len() - 1;
    if upper <= 0 {
        scores[0] = WHOLE as i8;
    } else if upper as usize > last {
        scores[last] = WHOLE as i8;
    } else {
        let share = ((score - nearest + 0.5) * WHOLE).round() as i8;
        scores[upper as usize - 1] = WHOLE as i8 - share;
        scores[upper as usize] = share;
    }
}

/// Sets the two planes of later boards. The planes of ownership, seki and score stay 0.
fn fill_values(row: &KatagoRow, planes: &mut [i8], points: usize) {
    for (board, plane) in row.future.iter().zip(planes[2 * points..].chunks_exact_mut(points)) {
        for (stones, value) in board.iter().zip([1, -1]) {
            stones.iter().for_each(|point| plane[point] = value);
        }
    }
}
