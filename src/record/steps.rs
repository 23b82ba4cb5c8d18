use super::game::{Action, GameRecord, SetupPoint, Step};
use super::game::{RepairKind, Repairs};
use crate::go::{Board, KeyTable, Move, Position};

/// The maximum number of moves to replay. A longer record ends there.
pub(crate) const MAX_MOVES: u16 = u16::MAX;

/// The part of a record that could be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Extent {
    /// The number of moves that were played, passes included.
    pub moves: u16,
    /// The number of steps taken.
    pub steps: usize,
    /// The faults in reading and playing the record.
    pub repairs: Repairs,
}

/// Plays a record step by step: a setup or a move with each call of `next`.
/// [`Steps::position`] is the position after the steps taken.
///
/// Records may contain anything: a ko may be retaken at once, suicide removes its own stones, and
/// a move on an occupied point replaces the stone there, as the format demands
/// (<https://www.red-bean.com/sgf/go.html>).
#[derive(Clone, Debug)]
pub struct Steps<'a> {
    steps: &'a [Step],
    keys: &'a KeyTable,
    position: Position,
    outcome: Extent,
    /// True if the last step was a move on a stone.
    has_replaced: bool,
}

impl<'a> Steps<'a> {
    /// Begins after the root's setup. `keys` must be for the record's board size.
    pub fn new(record: &'a GameRecord, keys: &'a KeyTable) -> Self {
        let mut steps = Self {
            steps: &record.steps,
            keys,
            position: Position::new(record.size),
            outcome: Extent {
                moves: 0,
                steps: 0,
                repairs: record.repairs.clone(),
            },
            has_replaced: false,
        };
        steps.set_up(&record.setup);
        steps
    }

    /// Begins on a board that was reached after a number of moves, to play the steps of a
    /// variation. `keys` must be for the board's size.
    pub fn on_board(board: &Board, moves: u16, steps: &'a [Step], keys: &'a KeyTable) -> Self {
        let mut position = Position::new(board.size());
        for (point, stone) in board.stones() {
            position.set(keys, point, Some(stone));
        }
        Self {
            steps,
            keys,
            position,
            outcome: Extent {
                moves,
                steps: 0,
                repairs: Repairs::default(),
            },
            has_replaced: false,
        }
    }

    /// Returns the position after the steps taken so far.
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// Returns how far the record has been played.
    pub const fn outcome(&self) -> &Extent {
        &self.outcome
    }

    /// Returns how far the record was played.
    pub fn into_outcome(self) -> Extent {
        self.outcome
    }

    /// Returns the next step without taking it. It may be unplayable.
    pub(crate) fn upcoming(&self) -> Option<&'a Action> {
        self.steps.get(self.outcome.steps).map(|step| &step.action)
    }

    fn set_up(&mut self, changes: &[SetupPoint]) {
        for &(point, stone) in changes {
            self.position.set(self.keys, point, stone);
        }
    }

    /// Returns whether the last step was a move on a stone, which it has replaced.
    pub(super) const fn has_replaced(&self) -> bool {
        self.has_replaced
    }

    /// Plays a move on a point of the board. Only a stone there can refuse it.
    fn play(&mut self, mv: Move, offset: usize) {
        if self.position.replay(self.keys, mv).is_err() {
            self.replace(mv, offset);
        }
        self.outcome.moves += 1;
    }

    /// Plays a move on a point with a stone.
    #[cold]
    fn replace(&mut self, mv: Move, offset: usize) {
        if let Some(point) = mv.point {
            self.position.set(self.keys, point, None);
        }
        let replayed = self.position.replay(self.keys, mv);
        debug_assert!(replayed.is_ok(), "no step is off the board");
        self.has_replaced = true;
        self.outcome.repairs.note(RepairKind::OccupiedPoint, offset, || {
            format!(
                "{}[{}] is on a stone, which it replaces",
                mv.color.letter(),
                mv.target()
            )
        });
    }
}

impl<'a> Iterator for Steps<'a> {
    type Item = &'a Action;

    fn next(&mut self) -> Option<&'a Action> {
        let step = self.steps.get(self.outcome.steps)?;
        self.has_replaced = false;
        match &step.action {
            Action::Setup(changes) => self.set_up(changes),
            Action::Move(_) if self.outcome.moves == MAX_MOVES => {
                self.outcome.repairs.note(RepairKind::CutShort, step.offset, || {
                    format!("the game has more than {MAX_MOVES} moves; the game ends before it")
                });
                return None;
            }
            Action::Move(mv) => self.play(*mv, step.offset),
        }
        self.outcome.steps += 1;
        Some(&step.action)
    }
}
