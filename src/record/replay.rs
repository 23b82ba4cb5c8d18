//! The positions of a game and its course, by replaying its record.

use super::game::{Action, GameRecord, SetupPoint};
use super::steps::{Extent, Steps};
use crate::go::{Board, BoardSize, CanonicalPosition, Color, KeyTable, Move};

/// A position of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GamePosition {
    /// The position's key and orientation.
    pub canonical: CanonicalPosition,
    /// The number of moves played before it, passes included.
    pub ply: u16,
    /// What follows it.
    pub next: Next,
}

/// What follows a position of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Next {
    /// A move.
    Move(Move),
    /// Setup, or a move on an occupied point, which is no move of the rules.
    Setup,
    /// Nothing: the game ends.
    End,
}

impl Next {
    /// Returns the move, if there is one.
    #[must_use]
    pub const fn mv(self) -> Option<Move> {
        match self {
            Self::Move(mv) => Some(mv),
            Self::Setup | Self::End => None,
        }
    }
}

/// Replays a game and calls `visit` for each of its positions: the one after
/// the root's setup, the one after each later setup and the one after each
/// move. `keys` must be for the record's board size.
pub fn replay(record: &GameRecord, keys: &KeyTable, visit: impl FnMut(GamePosition)) -> Extent {
    play(record, keys, visit, Steps::next)
}

/// Replays a game like [`replay`] and also returns its course.
pub(crate) fn replay_with_course(
    record: &GameRecord,
    keys: &KeyTable,
    visit: impl FnMut(GamePosition),
) -> (Extent, Course) {
    let (mut course, mut last) = (Course::of_setup(record), None);
    let outcome = play(record, keys, visit, |steps| course.step(steps, &mut last));
    (outcome, course)
}

/// Replays a game, taking each step with `step`.
fn play<'a>(
    record: &'a GameRecord,
    keys: &'a KeyTable,
    mut visit: impl FnMut(GamePosition),
    mut step: impl FnMut(&mut Steps<'a>) -> Option<&'a Action>,
) -> Extent {
    let mut steps = Steps::new(record, keys);
    loop {
        let canonical = steps.position().canonical();
        let ply = steps.outcome().moves;
        let action = step(&mut steps);
        let next = match action {
            Some(Action::Move(mv)) if !steps.has_replaced() => Next::Move(*mv),
            Some(_) => Next::Setup,
            None => Next::End,
        };
        visit(GamePosition { canonical, ply, next });
        if action.is_none() {
            return steps.into_outcome();
        }
    }
}

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
    /// the removed stones in the order of their points, then setup.
    pub marks: Vec<Mark>,
}

/// An event of a game other than a move: a stone that leaves the board, setup of a point,
/// or a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark {
    /// The number of moves played so far. The last of them removes the stone or is the
    /// turn; setup comes after it.
    pub ply: u16,
    /// The point as its index; 0 for a turn.
    pub point: u16,
    /// The kind of event.
    pub kind: MarkKind,
}

/// The kind of a [`Mark`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MarkKind {
    /// Setup puts a stone on the point, or empties it. The point changes: setup that
    /// repeats what is there leaves no mark.
    Set(Option<Color>),
    /// The stone on the point leaves the board with the move, which captures it, is
    /// played on it or is suicide.
    Removed,
    /// The move is of the same colour as the one before it. Passes count as moves.
    Turn,
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

    /// Begins with the setup of the root.
    fn of_setup(record: &GameRecord) -> Self {
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
    fn step<'a>(&mut self, steps: &mut Steps<'a>, last: &mut Option<Color>) -> Option<&'a Action> {
        if let Some(Action::Setup(changes)) = steps.upcoming() {
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
    use crate::record::game::RepairKind;
    use crate::record::game_trees;

    fn replayed(text: &str) -> (Vec<GamePosition>, Extent) {
        let record = game_trees(text).next().expect("a tree").game.expect("a game");
        let keys = KeyTable::new(&HashTable::built_in(), record.size);
        let mut visits = Vec::new();
        let outcome = replay(&record, &keys, |visit| visits.push(visit));
        (visits, outcome)
    }

    fn positions(text: &str) -> String {
        let words: Vec<String> = replayed(text)
            .0
            .iter()
            .map(|v| {
                format!(
                    "{} {}",
                    v.ply,
                    v.next.mv().map_or_else(|| "-".to_owned(), |mv| mv.to_string())
                )
            })
            .collect();
        words.join(", ")
    }

    #[test]
    fn every_position_with_the_move_that_follows() {
        for (text, expected) in [
            ("(;SZ[9];B[aa];W[];B[bb])", "0 B aa, 1 W pass, 2 B bb, 3 -"),
            ("(;SZ[9]AB[cc])", "0 -"),
            // Setup comes between.
            ("(;SZ[9]AB[cc];W[aa];AB[dd];W[bb])", "0 W aa, 1 -, 1 W bb, 2 -"),
            ("(;SZ[9];AB[cc];W[aa])", "0 W aa, 1 -"),
        ] {
            assert_eq!(positions(text), expected, "{text}");
        }
    }

    #[test]
    fn a_move_on_a_stone_replaces_it_and_is_no_next_move() {
        let (visits, outcome) = replayed("(;SZ[9];B[aa];W[aa];B[bb])");
        assert_eq!(visits.len(), 4);
        assert_eq!(visits[1].next, Next::Setup);
        let repair = outcome.repairs.first().expect("told");
        assert_eq!(repair.reason, "W[aa] is on a stone, which it replaces");
        assert_eq!((repair.kind, repair.offset), (RepairKind::OccupiedPoint, 16));
        let key = |visits: &[GamePosition], at: usize| visits[at].canonical.key;
        let (white, _) = replayed("(;SZ[9]AW[aa];B[bb])");
        assert_eq!([key(&visits, 2), key(&visits, 3)], [key(&white, 0), key(&white, 1)]);
        // It captures, as any other; its own stone, too.
        let (captured, _) = replayed("(;SZ[9]AB[aa][ba]AW[ab];W[ba];B[])");
        assert_eq!(key(&captured, 1), key(&replayed("(;SZ[9]AW[ab][ba])").0, 0));
        let (suicide, _) = replayed("(;SZ[9]AB[aa]AW[ab][ba];B[aa])");
        assert_eq!(key(&suicide, 1), key(&replayed("(;SZ[9]AW[ab][ba])").0, 0));
    }

    #[test]
    fn a_pass_leaves_the_position_and_a_capture_brings_one_back() {
        let (visits, _) = replayed("(;SZ[9];B[aa];W[];B[])");
        assert_eq!(visits[1].canonical, visits[2].canonical);
        let (visits, _) = replayed("(;SZ[9]AW[ba];B[aa];W[ab])");
        // White's stone at ab captures aa.
        let (other, _) = replayed("(;SZ[9]AW[ba][ab])");
        assert_eq!(visits[2].canonical.key, other[0].canonical.key);
    }

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
            ("(;SZ[9]AB[ba];B[cc];AB[ba]AW[cc]AE[dd])", "0B1 1W20"),
            (
                "(;SZ[9];B[ii];AE[cc]AB[aa];AE[aa]AB[bb];W[cc];AE[bb])",
                "1B0 1.0 1B10 2.10",
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
