mod candidates;
mod moves;
mod runs;
mod sequence;

use super::batch::{Batch, Life, MoveInside};
use super::moments::{LISTED, Moments, STRIP, bits};
use crate::go::{BoardSize, Color};
use crate::pattern::{Condition, Image};
pub use moves::AreaInGame;
use runs::Standing;

/// The most points of an area whose lists are looked up one by one. A list of the whole game is as short as
/// a few dozen.
const FEW_POINTS: usize = 12;

/// The conditions of an image, laid out to be tested on many games.
///
/// [`Probe::candidates`] and [`Probe::narrow`] exclude most games quickly and never one with an
/// occurrence; [`Probe::occurrences`] is exact.
pub struct Probe {
    /// For each offset from the upper left point to the lower right one, by how much a black
    /// and a white stone there change the number of conditions that do not hold; `None`
    /// outside the area.
    changes: Vec<Option<[i8; 2]>>,
    /// The offsets of all points inside.
    points: Vec<usize>,
    /// The points that need a stone, of one colour or of either.
    stones: Vec<(usize, Option<Color>)>,
    /// The points that may be empty or have a stone of the colour.
    empty_or: Vec<(usize, Color)>,
    /// The points with a condition.
    conditioned: Vec<usize>,
    /// The points of the sequence in order.
    steps: Vec<usize>,
    /// The points that must be empty, those next to stones first: where a game goes another
    /// way, one of these is often taken.
    empty_points: Vec<usize>,
    /// True if each point must be empty or have a stone, so that a move inside ends a run.
    is_closed: bool,
    /// The number of the image, which an [`AreaInGame`] is of.
    number: usize,
    /// The same conditions without those of the sequence, if there is one.
    without_steps: Option<Box<Probe>>,
}

/// An occurrence in a game: the plies `from` to `until`, the latter not included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Match {
    pub from: u32,
    pub until: u32,
    /// The ply after which an answer counts: `from`, or the last move of the sequence.
    pub answer_after: u32,
    /// The first move inside the area after that, if it is made while the pattern stands.
    pub answer: Option<MoveInside>,
    /// The colour that begins the sequence, if there is one.
    pub begun_by: Option<Color>,
    /// True if a move was played elsewhere during the sequence.
    pub is_interrupted: bool,
}

/// Memory that the exact test uses again and again.
#[derive(Default)]
pub struct Scratch {
    /// For the search for runs: the plies at which the number of conditions that do not hold rises or
    /// falls, and the moves on points with lists.
    memory: (Vec<(u32, i32)>, Vec<MoveInside>),
    /// The runs with the points of the sequence empty, and without conditions on them.
    runs: [Vec<Standing>; 2],
    area: AreaInGame,
}

impl Probe {
    pub fn new(number: usize, image: &Image, size: BoardSize) -> Self {
        let mut probe = Self::of_conditions(size, image.width, &image.conditions);
        probe.number = number;
        if !probe.steps.is_empty() {
            let without = image.conditions.iter().map(|&condition| match condition {
                Condition::Step(_) => Condition::Anything,
                other => other,
            });
            let without: Vec<Condition> = without.collect();
            probe.without_steps = Some(Box::new(Self::of_conditions(size, image.width, &without)));
        }
        probe
    }

    fn of_conditions(size: BoardSize, width: u8, conditions: &[Condition]) -> Self {
        let lines = usize::from(size.lines());
        let (mut stones, mut empty_points) = (Vec::new(), Vec::new());
        let (mut empty_or, mut steps) = (Vec::new(), Vec::new());
        let (mut points, mut conditioned) = (Vec::new(), Vec::new());
        let mut changes = Vec::new();
        for (y, row) in conditions.chunks(width.into()).enumerate() {
            changes.resize(y * lines, None);
            for (offset, &condition) in (y * lines..).zip(row) {
                match condition {
                    Condition::Anything => {}
                    Condition::Empty => empty_points.push(offset),
                    Condition::Stone(color) => stones.push((offset, Some(color))),
                    Condition::AnyStone => stones.push((offset, None)),
                    Condition::EmptyOr(color) => empty_or.push((offset, color)),
                    Condition::Step(number) => {
                        empty_points.push(offset);
                        steps.push((number, offset));
                    }
                }
                points.push(offset);
                if condition != Condition::Anything {
                    conditioned.push(offset);
                }
                let empty = i8::from(!condition.permits(None));
                changes.push(Some([Color::Black, Color::White].map(|color| {
                    let taken = i8::from(!condition.permits(Some(color)));
                    taken - empty
                })));
            }
        }
        empty_points.sort_by_key(|&point| {
            let distances = stones.iter().map(|&(stone, _): &(usize, _)| {
                (point % lines).abs_diff(stone % lines) + (point / lines).abs_diff(stone / lines)
            });
            distances.min()
        });
        steps.sort_unstable();
        let mut all = conditions.iter();
        let is_closed =
            all.all(|condition| matches!(condition, Condition::Empty | Condition::Stone(_) | Condition::AnyStone));
        Self {
            changes,
            points,
            stones,
            empty_points,
            empty_or,
            conditioned,
            steps: steps.into_iter().map(|(_, offset)| offset).collect(),
            is_closed,
            number: 0,
            without_steps: None,
        }
    }

    /// Returns whether another image has conditions of the same kinds where this one does, so
    /// that [`Probe::narrow`] tells the same of both.
    pub fn has_same_shape(&self, other: &Self) -> bool {
        let stones = self.stones.iter().map(|(offset, _)| offset);
        stones.eq(other.stones.iter().map(|(offset, _)| offset))
            && self.empty_points == other.empty_points
            && self.conditioned == other.conditioned
    }

    /// Calls `found` with each occurrence in the games that [`Probe::narrow`] has left in a
    /// strip, and the game's number in its batch. Those of a game come together and in order.
    pub fn occurrences(
        &self,
        batch: &Batch,
        strip: usize,
        at: usize,
        (games, first_taken, with_lists): &(u64, Moments, u64),
        scratch: &mut Scratch,
        mut found: impl FnMut(usize, Match),
    ) {
        // The games were narrowed for all images of the shape.
        let games = self.stones.iter().fold(*games, |left, &(offset, color)| match color {
            Some(color) => left & batch.stood(color, at + offset).0[strip],
            None => left,
        });
        for game in bits(games) {
            let lane = strip * STRIP + game;
            let known = (first_taken.of(game), with_lists >> game & 1 == 1);
            self.occurrences_in_game(batch, (lane, at), known, scratch, |one| found(lane, one));
        }
    }

    /// Calls `found` with each occurrence in a game, in order. `known` is what [`Probe::known`] returns.
    #[inline]
    pub fn occurrences_in_game(
        &self,
        batch: &Batch,
        (lane, at): (usize, usize),
        known: (u8, bool),
        scratch: &mut Scratch,
        mut found: impl FnMut(Match),
    ) {
        if let Some(without_steps) = &self.without_steps {
            return self.sequences(without_steps, batch, (lane, at), known, scratch, found);
        }
        let Scratch { memory, area, .. } = scratch;
        self.runs(batch, (lane, at), known, memory, |run| {
            let answer = if self.is_closed {
                run.answer
            } else {
                area.enter(self, batch, lane, at);
                let next = self.next_move(batch, area, run.from);
                next.filter(|inside| inside.ply <= run.until)
            };
            found(Match {
                from: run.from,
                until: run.until,
                answer_after: run.from,
                answer,
                begun_by: None,
                is_interrupted: false,
            });
        });
    }

    /// Returns the points that need a stone, if a move on any point ends a run.
    pub fn closed_stones(&self) -> Option<&[(usize, Option<Color>)]> {
        self.is_closed.then_some(&self.stones)
    }

    /// Returns the points that must be empty.
    pub fn empty_points(&self) -> &[usize] {
        &self.empty_points
    }

    /// Calls `visit` with each life on a point of the area with a list, and by how much it changes the number of
    /// conditions that do not hold. Those of a point come together and in order.
    #[inline]
    fn visit_lives(&self, batch: &Batch, (lane, at): (usize, usize), mut visit: impl FnMut(Life, i32)) {
        let mut offer = |life: Life| {
            if let Some(change) = self.change(life.point.into(), life.color, at) {
                visit(life, change);
            }
        };
        if self.points.len() > FEW_POINTS {
            return batch.visit_lives(lane, offer);
        }
        for &offset in &self.points {
            if batch.moment(lane, at + offset) == LISTED {
                batch.visit_lives_of(lane, at + offset, &mut offer);
            }
        }
    }

    /// Returns by how much a stone on a point of the board changes the number of conditions
    /// that do not hold, or `None` outside the area.
    fn change(&self, point: usize, color: Color, at: usize) -> Option<i32> {
        let changes = self.changes.get(point.wrapping_sub(at)).copied().flatten()?;
        Some(changes[color as usize].into())
    }
}
