//! Rows, and the arrays that they are written to.

use super::metadata::METADATA;
use super::points::{PointSet, turned};
use bgo::internal::go::{BoardSize, Color, Transform};
use std::sync::Arc;

pub(crate) const PLANES: usize = 22;

pub(crate) const GLOBALS: usize = 19;

/// The number of targets and weights outside the planes.
pub(crate) const TARGETS: usize = 64;

pub(crate) const TARGET_PLANES: usize = 5;

/// The radius of scores beyond all points of the board.
const EXTRA_SCORE: usize = 60;

/// The sum of the shares of a distribution of scores.
const WHOLE: u8 = 100;

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
    pub metadata: Arc<[[f32; METADATA]; 2]>,
    pub to_move: Color,
}

/// Returns 1 for a flag that is set, and 0 otherwise.
pub(super) fn flag(is_set: bool) -> f32 {
    f32::from(u8::from(is_set))
}

impl KatagoRow {
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

/// An array of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KatagoArray {
    /// The planes of the input as bits, each plane padded to whole bytes.
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
    /// The arrays in their order.
    pub const ALL: [Self; 7] = [
        Self::BinaryInput,
        Self::GlobalInput,
        Self::Policy,
        Self::GlobalTargets,
        Self::Score,
        Self::Value,
        Self::MetadataInput,
    ];

    /// Returns the name of the array in files, NumPy's name of its numbers, and the shape of a row, if the board
    /// has this side in the arrays.
    pub fn layout(self, side: usize) -> (&'static str, &'static str, Vec<usize>) {
        let points = side * side;
        match self {
            Self::BinaryInput => ("binaryInputNCHWPacked", "|u1", vec![PLANES, points.div_ceil(8)]),
            Self::GlobalInput => ("globalInputNC", "<f4", vec![GLOBALS]),
            Self::Policy => ("policyTargetsNCMove", "<i2", vec![2, points + 1]),
            Self::GlobalTargets => ("globalTargetsNC", "<f4", vec![TARGETS]),
            Self::Score => ("scoreDistrN", "|i1", vec![2 * (points + EXTRA_SCORE)]),
            Self::Value => ("valueTargetsNCHW", "|i1", vec![TARGET_PLANES, side, side]),
            Self::MetadataInput => ("metadataInputNC", "<f4", vec![METADATA]),
        }
    }

    /// Appends the rows of the array, as bytes of little-endian numbers.
    pub(crate) fn write<'r>(self, rows: impl Iterator<Item = &'r KatagoRow>, side: usize, out: &mut Vec<u8>) {
        let points = side * side;
        for row in rows {
            let start = out.len();
            match self {
                Self::BinaryInput => row.planes.iter().for_each(|plane| plane.pack(points.div_ceil(8), out)),
                Self::GlobalInput => write_floats(&row.globals, out),
                Self::GlobalTargets => write_floats(&row.targets, out),
                Self::MetadataInput => write_floats(&row.metadata[row.to_move as usize], out),
                Self::Policy => {
                    // Each move is 1; an unknown one is any move with equal probability.
                    for mv in row.moves {
                        let start = out.len();
                        match mv {
                            Some(mv) => {
                                out.resize(start + 2 * (points + 1), 0);
                                out[start + 2 * usize::from(mv)] = 1;
                            }
                            None => out.extend([1, 0].repeat(points + 1)),
                        }
                    }
                }
                Self::Score => {
                    out.resize(start + 2 * (points + EXTRA_SCORE), 0);
                    fill_scores(row.score.unwrap_or_default(), &mut out[start..]);
                }
                Self::Value => {
                    // The planes of ownership, seki and score stay 0.
                    out.resize(start + TARGET_PLANES * points, 0);
                    let later = out[start + 2 * points..].chunks_exact_mut(points);
                    for (board, plane) in row.future.iter().zip(later) {
                        for (stones, value) in board.iter().zip([1, (-1_i8).cast_unsigned()]) {
                            stones.iter().for_each(|point| plane[point] = value);
                        }
                    }
                }
            }
        }
    }
}

fn write_floats(numbers: &[f32], out: &mut Vec<u8>) {
    for number in numbers {
        out.extend_from_slice(&number.to_le_bytes());
    }
}

/// Divides the whole between the two scores, which lie half a point beside whole numbers, next to the
/// score; without one, between the middle two.
fn fill_scores(score: f32, scores: &mut [u8]) {
    let middle = (scores.len() / 2) as i32;
    let nearest = score.round();
    let upper = nearest as i32 + middle;
    let last = scores.len() - 1;
    if upper <= 0 {
        scores[0] = WHOLE;
    } else if upper as usize > last {
        scores[last] = WHOLE;
    } else {
        let share = ((score - nearest + 0.5) * f32::from(WHOLE)).round() as u8;
        scores[upper as usize - 1] = WHOLE - share;
        scores[upper as usize] = share;
    }
}

/// Rows as seven arrays, row after row.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct KatagoArrays {
    /// The number of rows.
    pub rows: usize,
    /// The arrays in the order of [`KatagoArray::ALL`], as bytes of little-endian numbers.
    pub arrays: [Vec<u8>; 7],
    /// The numbers of the games, which files do not have.
    pub games: Vec<i64>,
}

impl KatagoArrays {
    pub(crate) fn new<'r>(rows: impl ExactSizeIterator<Item = &'r KatagoRow> + Clone, side: usize) -> Self {
        let arrays = KatagoArray::ALL.map(|array| {
            let mut bytes = Vec::new();
            array.write(rows.clone(), side, &mut bytes);
            bytes
        });
        Self {
            rows: rows.len(),
            arrays,
            games: rows.map(|row| row.game).collect(),
        }
    }
}
