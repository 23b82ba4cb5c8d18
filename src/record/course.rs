//! The course of a game: its moves and whatever else changes its board.

use super::game::{Action, GameRecord, SetupPoint};
use super::replay::{GamePosition, Next, play};
use super::steps::{Extent, Steps};
use crate::go::{Board, BoardSize, Color, KeyTable, Move, Point, Stones};
use std::slice::Iter;

/// The moves of a game and everything else that changes its board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Course {
    /// The board size.
    pub size: BoardSize,
    /// The colour of the first move; Black if there is none. The colours alternate from
    /// it, except for the `MarkKind::Turn` marks.
    pub first: Color,
    /// The point of each move as its index `y * size + x`, or [`Course::PASS`].
    pub moves: Vec<u16>,
    /// Everything else that happens, in order of time. With the same move, the turn comes first, then
    /// the removed stones in the order of their points, then the nodes with setup.
    pub marks: Vec<Mark>,
}

/// Replays a game like [`replay`](super::replay()) and also returns its course.
pub fn replay_with_course(record: &GameRecord, keys: &KeyTable, visit: impl FnMut(GamePosition)) -> (Extent, Course) {
    let (mut course, mut last) = (Course::of_setup(record), None);
    let outcome = play(record, keys, visit, |steps| course.step(steps, &mut last));
    (outcome, course)
}

/// An event of a game other than a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark {
    /// The number of moves played so far. The last of them removes the stone or is the
    /// turn; setup comes after it.
    pub ply: u16,
    /// The point as its index; 0 for a turn and a node.
    pub point: u16,
    /// The kind of event.
    pub kind: MarkKind,
}

/// The kind of a [`Mark`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MarkKind {
    /// A node with setup begins, other than the first node. Its points follow.
    Node,
    /// Setup puts a stone on the point, or empties it. The point changes: setup that
    /// repeats what is there leaves no mark.
    Set(Option<Color>),
    /// The stone on the point leaves the board with the move, which captures it, is
    /// played on it or is suicide.
    Removed,
    /// The move is of the same colour as the one before it. Passes count as moves.
    Turn,
}

/// The marks that are left.
struct MarksLeft<'a>(Iter<'a, Mark>);

impl MarksLeft<'_> {
    /// Takes the next mark, if it is of this ply and kind.
    fn next(&mut self, ply: u16, kind: MarkKind) -> Option<Mark> {
        let next = self
            .0
            .as_slice()
            .first()
            .filter(|mark| mark.ply == ply && mark.kind == kind)?;
        self.0.next();
        Some(*next)
    }

    /// Takes the setup of a node.
    fn set_up(&mut self, stones: &mut Stones<'_>, ply: u16) {
        while let Some(&Mark {
            ply: at,
            point,
            kind: MarkKind::Set(stone),
        }) = self.0.as_slice().first()
            && at == ply
        {
            self.0.next();
            stones.set(usize::from(point), stone);
        }
    }
}

impl Course {
    /// The number that stands for a pass, on boards of any size.
    pub const PASS: u16 = BoardSize::MAX.area() as u16;

    /// Returns the course of a game without moves and marks.
    #[must_use]
    pub const fn new(size: BoardSize) -> Self {
        Self {
            size,
            first: Color::Black,
            moves: Vec::new(),
            marks: Vec::new(),
        }
    }

    /// Returns the course of a record, replayed as far as it can be played. `keys` must be
    /// for its board size.
    #[must_use]
    pub fn of(record: &GameRecord, keys: &KeyTable) -> Self {
        let mut steps = Steps::new(record, keys);
        let (mut course, mut last) = (Self::of_setup(record), None);
        while course.step(&mut steps, &mut last).is_some() {}
        course
    }

    /// Calls `visit` for each position of the game, as [`replay`](super::replay()) does with its record.
    /// `keys` must be for the board size.
    pub fn visit(&self, keys: &KeyTable, mut visit: impl FnMut(GamePosition)) {
        let mut stones = Stones::new(keys);
        let mut marks = MarksLeft(self.marks.iter());
        let mut color = self.first.opponent();
        marks.set_up(&mut stones, 0);
        for ply in 0..=u16::MAX {
            let mut reached = |stones: &Stones<'_>, next| {
                let canonical = stones.canonical();
                visit(GamePosition { canonical, ply, next });
            };
            while marks.next(ply, MarkKind::Node).is_some() {
                reached(&stones, Next::Setup);
                marks.set_up(&mut stones, ply);
            }
            let Some(&index) = self.moves.get(usize::from(ply)) else {
                return reached(&stones, Next::End);
            };
            if marks.next(ply + 1, MarkKind::Turn).is_none() {
                color = color.opponent();
            }
            let at = usize::from(index);
            let point = Point::from_index(at, self.size);
            let mut is_on_stone = point.is_some() && stones.get(at).is_some();
            let next = Next::Move(Move { color, point });
            reached(&stones, if is_on_stone { Next::Setup } else { next });
            if point.is_some() {
                stones.set(at, Some(color));
            }
            while let Some(mark) = marks.next(ply + 1, MarkKind::Removed) {
                // The stone that the move is on is gone already.
                if !(mark.point == index && std::mem::take(&mut is_on_stone)) {
                    stones.set(mark.point.into(), None);
                }
            }
        }
    }

    /// Returns the course with the colours exchanged.
    #[must_use]
    pub(crate) fn with_exchanged_colors(mut self) -> Self {
        self.first = self.first.opponent();
        for mark in &mut self.marks {
            if let MarkKind::Set(stone) = &mut mark.kind {
                *stone = stone.map(Color::opponent);
            }
        }
        self
    }

    /// Begins with the setup of the root.
    pub(super) fn of_setup(record: &GameRecord) -> Self {
        let mut course = Self {
            moves: Vec::with_capacity(record.steps.len()),
            ..Self::new(record.size)
        };
        if !record.setup.is_empty() {
            course.set_up(&Board::new(record.size), &record.setup);
        }
        course
    }

    /// Takes the next step of a replay and notes what it changes. `last` is the colour of the last move.
    pub(super) fn step<'a>(&mut self, steps: &mut Steps<'a>, last: &mut Option<Color>) -> Option<&'a Action> {
        if let Some(Action::Setup(changes)) = steps.upcoming() {
            self.mark(0, MarkKind::Node);
            self.set_up(Steps::position(steps).board(), changes);
        }
        let action = steps.next()?;
        if let Action::Move(mv) = action {
            let point = mv.point.map_or(Self::PASS, |point| point.index(self.size) as u16);
            self.moves.push(point);
            match last.replace(mv.color) {
                None => self.first = mv.color,
                Some(last) if last == mv.color => self.mark(0, MarkKind::Turn),
                Some(_) => {}
            }
            let begin = self.marks.len();
            let replaced = mv.point.filter(|_| steps.has_replaced());
            for point in replaced.iter().chain(Steps::position(steps).board().removed()) {
                self.mark(point.index(self.size), MarkKind::Removed);
            }
            self.marks[begin..].sort_unstable_by_key(|mark| mark.point);
        }
        Some(action)
    }

    fn set_up(&mut self, board: &Board, changes: &[SetupPoint]) {
        let mut changes = changes.to_vec();
        changes.sort_by_key(|(point, _)| (point.y, point.x));
        let mut board = board.clone();
        for (point, stone) in changes {
            if point.is_on(self.size) && board.get(point) != stone {
                board.set(point, stone);
                self.mark(point.index(self.size), MarkKind::Set(stone));
            }
        }
    }

    fn mark(&mut self, point: usize, kind: MarkKind) {
        self.marks.push(Mark {
            ply: self.moves.len() as u16,
            point: point as u16,
            kind,
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::HashTable;
    use crate::record::game_trees;

    fn course(text: &str) -> Course {
        let record = game_trees(text).next().expect("a tree").game.expect("a game");
        Course::of(&record, &KeyTable::new(&HashTable::built_in(), record.size))
    }

    /// Returns the marks as text: ply, kind and point.
    fn marks(text: &str) -> String {
        let words: Vec<String> = course(text)
            .marks
            .iter()
            .map(|Mark { ply, point, kind }| match kind {
                MarkKind::Set(stone) => format!("{ply}{}{point}", stone.map_or('.', Color::letter)),
                MarkKind::Removed => format!("{ply}-{point}"),
                MarkKind::Turn => format!("{ply}t"),
                MarkKind::Node => format!("{ply}n"),
            })
            .collect();
        words.join(" ")
    }

    #[test]
    fn moves_are_points_and_passes() {
        let course = course("(;SZ[9];W[ba];B[];W[ab];B[tt])");
        assert_eq!((course.first, course.size.lines()), (Color::White, 9));
        assert_eq!(course.moves, [1, Course::PASS, 9, Course::PASS]);
        assert!(course.marks.is_empty());
    }

    #[test]
    fn a_game_without_moves_begins_with_black() {
        let course = course("(;SZ[9]PL[W]AB[aa])");
        assert_eq!(course.first, Color::Black);
        assert!(course.moves.is_empty());
    }

    #[test]
    fn what_changes_the_board_beside_moves_is_marked() {
        for (text, expected) in [
            // Setup marks what it changes.
            ("(;SZ[9]AB[ba][aa]AW[ca])", "0B0 0B1 0W2"),
            ("(;SZ[9]AB[ba];B[cc];AB[ba]AW[cc]AE[dd])", "0B1 1n 1W20"),
            (
                "(;SZ[9];B[ii];AE[cc]AB[aa];AE[aa]AB[bb];W[cc];AE[bb])",
                "1n 1B0 1n 1.0 1B10 2n 2.10",
            ),
            // Removed stones of both colours, in the order of their points.
            ("(;SZ[9]AW[aa][ba]AB[ab][bb];B[ca])", "0W0 0W1 0B9 0B10 1-0 1-1"),
            // A pass afterwards removes nothing.
            ("(;SZ[9]AW[aa]AB[ab];B[ba];W[];B[])", "0W0 0B9 1-0"),
            // Suicide.
            ("(;SZ[9]AW[ab][ba];B[aa];W[aa])", "0W1 0W9 1-0"),
            // A stone that a move replaces.
            ("(;SZ[9];B[aa];W[aa];B[bb])", "2-0"),
            // The new stone is suicide, too.
            ("(;SZ[9]AB[aa]AW[ab][ba];B[aa])", "0B0 0W1 0W9 1-0 1-0"),
            // A colour that plays twice.
            ("(;SZ[9];B[aa];B[bb];W[];W[cc];B[dd])", "2t 4t"),
        ] {
            assert_eq!(marks(text), expected, "{text}");
        }
        assert_eq!(course("(;SZ[9];B[aa];B[bb])").first, Color::Black);
    }

    #[test]
    fn the_course_ends_where_the_record_can_be_played_no_more() {
        assert_eq!(course("(;SZ[9];B[aa];W[zz];B[bb])").moves, [0]);
    }
}
