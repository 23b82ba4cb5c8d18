//! A game record: its steps, its comments, and the faults in reading it.

use super::info::GameInfo;
use crate::go::{BoardSize, Color, Move, Point, Transform};
use serde::{Deserialize, Serialize};
use std::ops::Range;
use thiserror::Error;

/// The reason to reject a record.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum Rejection {
    /// The text has no game tree and is no foreign record.
    #[error(
        "it holds no game: SGF begins with \"(;\", GIB with \"\\HS\", UGF with \"[Header]\", and NGF has the board size \
         in its second line"
    )]
    NoGame,
    /// The GM property names another game.
    #[error("it is not a game of Go: GM[{0}], where Go is 1")]
    OtherGame(String),
    /// The board is not a square.
    #[error("its board is a rectangle: SZ[{0}]; only squares of 2 to 19 lines are stored")]
    Rectangle(String),
    /// The board is smaller than 2 or larger than 19 lines.
    #[error("its board has {0} lines; only boards of 2 to 19 lines are stored")]
    Size(String),
}

/// A point to which setup adds a stone, or which it empties (`None`).
pub type SetupPoint = (Point, Option<Color>);

/// An event on the main line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// Setup after the root: all points are set at once.
    Setup(Vec<SetupPoint>),
    /// A move.
    Move(Move),
}

impl Action {
    /// Returns the move, or `None` for setup.
    #[must_use]
    pub const fn played(&self) -> Option<Move> {
        match self {
            Self::Setup(_) => None,
            Self::Move(mv) => Some(*mv),
        }
    }
}

/// A step of the main line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The event.
    pub action: Action,
    /// The position of the step, in bytes from the beginning of the text.
    pub offset: usize,
}

/// A comment on the main line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comment {
    /// The number of steps to the position that it is about: all steps up to the
    /// end of its node.
    pub steps: usize,
    /// The text, possibly of several lines.
    pub text: String,
}

/// A sign on a point of the main line (LB, TR, SQ, CR and MA).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Markup {
    /// The number of steps to the position that it is about: all steps up to the
    /// end of its node.
    pub steps: usize,
    /// The point.
    pub point: Point,
    /// The letters of a label, or △, □, ○ or ×.
    pub sign: String,
}

/// A property of the main line in which a program keeps the evaluation of a position by an
/// engine. Its value is read only when it is asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineNote {
    /// The number of steps to the position that it is about: all steps up to the
    /// end of its node.
    pub steps: usize,
    /// The property.
    pub property: EngineProperty,
    /// The place of the value, in bytes from the beginning of the text.
    pub value: Range<usize>,
}

/// The properties in which programs keep evaluations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EngineProperty {
    /// `LZ`, or `LZOP` at the root: Lizzie and LizzieYzy.
    Lizzie,
    /// `SBKV`: the win rate of Sabaki.
    Sabaki,
    /// `SBKS`: the lead of Sabaki.
    SabakiLead,
    /// The third value of `KT`: KaTrain.
    KaTrain,
}

/// The main line of a record and its information about the game. Steps are as
/// written; `Steps` tells whether they can be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRecord {
    /// The board size.
    pub size: BoardSize,
    /// The stones that the root node puts on the empty board.
    pub setup: Vec<SetupPoint>,
    /// The steps after the root, in order. Within a node setup comes first, then
    /// Black's moves, then White's.
    pub steps: Vec<Step>,
    /// The names, date, result and so on.
    pub info: GameInfo,
    /// The comments on the game and its positions (GC and C), in order.
    pub comments: Vec<Comment>,
    /// The signs on points, in order.
    pub markup: Vec<Markup>,
    /// The evaluations by engines, in order.
    pub engine_notes: Vec<EngineNote>,
    /// The faults in reading the record.
    pub repairs: Repairs,
}

impl GameRecord {
    /// Changes all offsets.
    pub(crate) fn map_offsets(&mut self, offset: impl Fn(usize) -> usize) {
        for step in &mut self.steps {
            step.offset = offset(step.offset);
        }
        for note in &mut self.engine_notes {
            note.value = offset(note.value.start)..offset(note.value.end);
        }
        self.repairs = std::mem::take(&mut self.repairs).map_offsets(offset);
    }

    /// Returns the record as transformed by `transform`, with the colours exchanged
    /// if `swapped`. Information and comments do not change.
    pub fn transformed(mut self, transform: Transform, swapped: bool) -> Self {
        turn_stones(&mut self.setup, transform, swapped, self.size);
        turn_steps(&mut self.steps, transform, swapped, self.size);
        for sign in &mut self.markup {
            sign.point = transform.apply(sign.point, self.size);
        }
        self
    }
}

/// Turns the steps of a line: transforms their board, and exchanges their colours if `swapped`.
pub(super) fn turn_steps(steps: &mut [Step], transform: Transform, swapped: bool, size: BoardSize) {
    for step in steps {
        match &mut step.action {
            Action::Setup(changes) => turn_stones(changes, transform, swapped, size),
            Action::Move(mv) => {
                mv.point = mv.point.map(|point| transform.apply(point, size));
                if swapped {
                    mv.color = mv.color.opponent();
                }
            }
        }
    }
}

fn turn_stones(changes: &mut [SetupPoint], transform: Transform, swapped: bool, size: BoardSize) {
    for (point, stone) in changes {
        *point = transform.apply(*point, size);
        if swapped {
            *stone = stone.map(Color::opponent);
        }
    }
}

/// A game tree of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameTree {
    /// The range of the tree in the text, in bytes.
    pub span: Range<usize>,
    /// The main line, or the reason to reject it.
    pub game: Result<GameRecord, Rejection>,
}

/// The kind of a `Repair`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum RepairKind {
    /// The game ends before a move that cannot be read, or before the record does, or the record
    /// before the game.
    CutShort,
    /// The handicap stones that `HA` counts are missing, and stand on the usual points.
    HandicapPlaced,
    /// A move is on a point that has a stone, which it replaces.
    OccupiedPoint,
    /// A text has a `]` without the backslash that should precede it, or a `]` closes nothing.
    Bracket,
    /// A value cannot be read, or is read in part.
    Value,
    /// Characters are damaged, and were read so that nothing else is lost.
    Encoding,
}

impl RepairKind {
    /// Returns the name in documents and tables.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::CutShort => "cut_short",
            Self::HandicapPlaced => "handicap_placed",
            Self::OccupiedPoint => "occupied_point",
            Self::Bracket => "bracket",
            Self::Value => "value",
            Self::Encoding => "encoding",
        }
    }
}

/// A fault of a record, and what was made of it so that the rest could be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Repair {
    /// The kind.
    pub kind: RepairKind,
    /// The fault and its effect.
    pub reason: String,
    /// The position, in bytes from the beginning of the text.
    pub offset: usize,
}

/// The repairs of a record: the first one of each kind, in the order of their discovery.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Repairs(Vec<Repair>);

impl Repairs {
    /// Notes a repair if it is the first of its kind.
    pub fn note(&mut self, kind: RepairKind, offset: usize, reason: impl FnOnce() -> String) {
        if self.0.iter().all(|repair| repair.kind != kind) {
            self.0.push(Repair {
                kind,
                reason: reason(),
                offset,
            });
        }
    }

    /// Returns the repairs.
    pub fn iter(&self) -> std::slice::Iter<'_, Repair> {
        self.0.iter()
    }

    /// Returns whether there are none.
    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the first repair.
    pub fn first(&self) -> Option<&Repair> {
        self.0.first()
    }

    /// Returns the names of the kinds, separated by commas, or `None` without repairs.
    pub fn kinds(&self) -> Option<String> {
        let kinds: Vec<&str> = self.iter().map(|repair| repair.kind.name()).collect();
        (!kinds.is_empty()).then(|| kinds.join(","))
    }

    /// Returns the reasons as one text, or `None` without repairs.
    pub fn reason(&self) -> Option<String> {
        let reasons: Vec<&str> = self.iter().map(|repair| repair.reason.as_str()).collect();
        (!reasons.is_empty()).then(|| reasons.join("; "))
    }

    #[must_use]
    pub(crate) fn map_offsets(mut self, offset: impl Fn(usize) -> usize) -> Self {
        for repair in &mut self.0 {
            repair.offset = offset(repair.offset);
        }
        self
    }

    /// Adds those of other repairs that are the first of their kind.
    pub fn extend(&mut self, others: Self) {
        for Repair { kind, reason, offset } in others.0 {
            self.note(kind, offset, || reason);
        }
    }
}
