//! Where real games move: near one of the last two moves, or anywhere.

use bgo::{BoardSize, Point, Transform};
use std::array;
use std::collections::HashMap;
use testkit::Rng;

/// The largest distance at which a move is near another.
const NEAR: u8 = 4;

/// The number of moves of a game for which the same examples count.
const PHASE: usize = 24;
const PHASES: usize = 12;

/// The number of examples of each kind.
const EXAMPLES: usize = 4096;
const NEAR_EXAMPLES: usize = 512;

/// The place of a real move.
#[derive(Clone, Copy)]
enum Place {
    /// Near the last move.
    Last,
    /// Near the move before, the player's own.
    Own,
    Anywhere(Point),
}

/// Random real moves, by the number of lines of the board and the phase of the game.
pub struct Near {
    boards: HashMap<BoardSize, Board>,
    random: Rng,
}

struct Board {
    /// For each point, the transform that takes it to the first of its eight images, and the index of that.
    folds: Vec<(Transform, usize)>,
    phases: [Phase; PHASES],
}

struct Phase {
    places: Sample<Place>,
    /// Moves near each point, under the transform of the point.
    near: Vec<Sample<Point>>,
}

impl Default for Near {
    fn default() -> Self {
        Self {
            boards: HashMap::new(),
            random: Rng::new(0),
        }
    }
}

impl Near {
    /// Takes the moves of a real game as examples.
    pub fn add(&mut self, size: BoardSize, moves: &[Option<Point>]) {
        let board = self.boards.entry(size).or_insert_with(|| Board::new(size));
        for (ply, to) in moves.iter().enumerate() {
            let &Some(to) = to else { continue };
            let from = |back: usize| {
                let from = moves[ply.checked_sub(back)?]?;
                (from.x.abs_diff(to.x).max(from.y.abs_diff(to.y)) <= NEAR).then_some(from)
            };
            let (place, from) = match (from(1), from(2)) {
                (Some(last), _) => (Place::Last, Some(last)),
                (None, Some(own)) => (Place::Own, Some(own)),
                (None, None) => (Place::Anywhere(to), None),
            };
            let phase = &mut board.phases[phase(ply)];
            phase.places.add(place, EXAMPLES, &mut self.random);
            if let Some(from) = from {
                let (fold, folded) = board.folds[from.index(size)];
                phase.near[folded].add(fold.apply(to, size), NEAR_EXAMPLES, &mut self.random);
            }
        }
    }

    /// Draws a point for the next move, which may have a stone. May find none.
    pub fn draw(
        &self,
        size: BoardSize,
        ply: usize,
        [last, own]: [Option<Point>; 2],
        random: &mut Rng,
    ) -> Option<Point> {
        let board = self.boards.get(&size)?;
        let phase = &board.phases[phase(ply)];
        let from = match phase.places.draw(random)? {
            Place::Last => last?,
            Place::Own => own?,
            Place::Anywhere(point) => return Some(point),
        };
        let (fold, folded) = board.folds[from.index(size)];
        let point = phase.near[folded].draw(random)?;
        Some(fold.inverse().apply(point, size))
    }
}

impl Board {
    fn new(size: BoardSize) -> Self {
        let fold = |point| {
            let images = Transform::ALL.map(|transform| (transform.apply(point, size).index(size), transform));
            let (index, transform) = images.into_iter().min().unwrap_or((0, Transform::IDENTITY));
            (transform, index)
        };
        Self {
            folds: size.points().map(fold).collect(),
            phases: array::from_fn(|_| Phase {
                places: Sample::default(),
                near: (0..size.area()).map(|_| Sample::default()).collect(),
            }),
        }
    }
}

/// A random sample of all that was met.
struct Sample<T> {
    taken: Vec<T>,
    met: usize,
}

impl<T> Default for Sample<T> {
    fn default() -> Self {
        Self {
            taken: Vec::new(),
            met: 0,
        }
    }
}

impl<T: Copy> Sample<T> {
    fn add(&mut self, item: T, most: usize, random: &mut Rng) {
        self.met += 1;
        if self.taken.len() < most {
            self.taken.push(item);
        } else if let Some(taken) = self.taken.get_mut(random.below(self.met)) {
            *taken = item;
        }
    }

    fn draw(&self, random: &mut Rng) -> Option<T> {
        (!self.taken.is_empty()).then(|| *random.pick(&self.taken))
    }
}

fn phase(ply: usize) -> usize {
    (ply / PHASE).min(PHASES - 1)
}
