use super::info::GameInfo;
use crate::go::{BoardSize, Color, Move, Point, Transform};
use std::ops::Range;
use thiserror::Error;

/// Why nothing can be made of a record.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum Rejection {
    /// No game tree in the text.
    #[error("it holds no game tree; one begins with \"(;\"")]
    NoGame,
    /// GM says it is another game.
    #[error("it is no game of Go: GM[{0}], where Go is 1")]
    OtherGame(String),
    /// The board is not a square.
    #[error("its board is a rectangle: SZ[{0}]; only squares of 2 to 19 lines are stored")]
    Rectangle(String),
    /// The board is smaller than 2 or larger than 19 lines.
    #[error("its board has {0} lines; only boards of 2 to 19 lines are stored")]
    Size(String),
}

/// What was left out of a record so that the rest could be stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Repair {
    /// What was wrong and what became of it.
    pub reason: String,
    /// Where, in bytes from the start of the text.
    pub offset: usize,
}

/// A point that setup gives a stone, or empties (`None`).
pub type Placement = (Point, Option<Color>);

/// What happens at one step of the main line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// Points are set all at once, after the root.
    Setup(Vec<Placement>),
    /// A move.
    Move(Move),
}

/// One step of the main line and where the record has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// What happens.
    pub action: Action,
    /// In bytes from the start of the text.
    pub offset: usize,
}

/// A comment on the main line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comment {
    /// The number of steps lead to the position it is about: those up to the end of
    /// its node.
    pub steps: usize,
    /// Its text, of several lines perhaps.
    pub text: String,
}

/// The main line of a record and what is said about the game. Steps are as
/// written; whether each can be played shows when they are replayed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRecord {
    /// Lines of the board.
    pub size: BoardSize,
    /// What the root node puts on the empty board.
    pub setup: Vec<Placement>,
    /// What follows, in order. Within a node setup comes first, then Black's
    /// moves, then White's.
    pub steps: Vec<Step>,
    /// Names, date, result and so on.
    pub info: GameInfo,
    /// What is said about the game and its positions (GC and C), in order.
    pub comments: Vec<Comment>,
    /// The first thing that could not be read, if any.
    pub repair: Option<Repair>,
}

impl GameRecord {
    /// Returns the record as `transform` shows it, with the colours exchanged if
    /// `swapped`. What is said about the game stays.
    pub fn transformed(mut self, transform: Transform, swapped: bool) -> Self {
        let to = |point: Point| transform.apply(point, self.size);
        let color = |color: Color| if swapped { color.opponent() } else { color };
        let place = |changes: &mut [Placement]| {
            for (point, stone) in changes {
                *point = to(*point);
                *stone = stone.map(color);
            }
        };
        place(&mut self.setup);
        for step in &mut self.steps {
            match &mut step.action {
                Action::Setup(changes) => place(changes),
                Action::Move(mv) => {
                    *mv = Move {
                        color: color(mv.color),
                        point: mv.point.map(to),
                    }
                }
            }
        }
        self
    }
}

/// One game tree of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameTree {
    /// Where it stands, in bytes of the text.
    pub span: Range<usize>,
    /// Its main line, or why there is none.
    pub game: Result<GameRecord, Rejection>,
}
