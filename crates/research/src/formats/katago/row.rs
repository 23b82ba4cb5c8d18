use super::metadata::Metadata;
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

/// A position with its targets, before it is written to arrays.
#[derive(Clone, Debug)]
pub(crate) struct Row {
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

impl Row {
    /// Creates a row without targets.
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
        let turn = |point| turned(point, transform, size, side);
        let sets = self.planes.iter_mut().chain(self.future.as_flattened_mut());
        for set in sets {
            let mut all = PointSet::EMPTY;
            set.iter().for_each(|point| all.insert(turn(point)));
            *set = all;
        }
        for point in self.moves.iter_mut().flatten() {
            // A pass has no place.
            if usize::from(*point) < side * side {
                *point = turn(usize::from(*point)) as u16;
            }
        }
    }
}
