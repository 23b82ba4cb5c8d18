use super::search_board::PlayError;
use crate::go::{ParseError, Point};
use crate::pattern::Area;
use crate::query::QueryError;
use crate::query::filter::ConditionError;
use thiserror::Error;

/// An error for names and values that make no question.
#[derive(Debug, Error)]
pub enum QuestionError {
    /// There is no such parameter or condition.
    #[error("there is no parameter \"{0}\"")]
    Unknown(String),
    /// A parameter is given again.
    #[error("{0} is given more than once")]
    Twice(&'static str),
    /// A value cannot be read.
    #[error("{message}")]
    Unreadable {
        /// The name of the parameter.
        name: &'static str,
        /// The fault, and the expected form.
        message: String,
    },
    /// A condition cannot be read.
    #[error(transparent)]
    Condition(#[from] ConditionError),
    /// A move cannot be read.
    #[error("{error}")]
    Move {
        /// The text.
        text: String,
        /// The fault.
        error: ParseError,
    },
    /// A move cannot be played.
    #[error(transparent)]
    Play(#[from] PlayError),
    /// Two of the stones are on one point.
    #[error("{0} has two stones")]
    TwoStones(Point),
    /// Parameters exclude each other.
    #[error("{0}")]
    Clash(#[from] Clash),
    /// An area or a diagram is no pattern on this board.
    #[error("{error}")]
    IllegalPattern {
        /// The name of the parameter that is wrong.
        name: &'static str,
        /// The fault.
        error: QueryError,
    },
}

impl QuestionError {
    /// Returns the name of the parameter or the condition that is wrong.
    #[must_use]
    pub fn parameter(&self) -> &str {
        match self {
            Self::Unknown(name) => name,
            Self::Twice(name) | Self::Unreadable { name, .. } | Self::IllegalPattern { name, .. } => name,
            Self::Condition(error) => error.name(),
            Self::Move { .. } | Self::Play(_) => "moves",
            Self::TwoStones(_) => "stones",
            Self::Clash(clash) => clash.parameter(),
        }
    }
}

/// Parameters that exclude each other.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("{}", self.said(str::to_owned))]
pub enum Clash {
    /// The named option of patterns, without a pattern.
    OptionAlone(&'static str),
    /// Both an area and a diagram.
    TwoPatterns,
    /// Exchanged colours, which are for questions about the whole board.
    Swap,
    /// A diagram with wildcards.
    Wildcards,
    /// A diagram with the named parameter of the board.
    Stones(&'static str),
    /// A wildcard outside the area.
    Outside {
        /// The wildcard.
        text: String,
        /// The area.
        area: Area,
    },
}

impl Clash {
    /// Returns the name of the parameter that is wrong.
    #[must_use]
    pub const fn parameter(&self) -> &'static str {
        match self {
            Self::OptionAlone(name) | Self::Stones(name) => name,
            Self::TwoPatterns => "area",
            Self::Swap => "swap",
            Self::Wildcards | Self::Outside { .. } => "wildcards",
        }
    }

    /// Returns a sentence that names parameters as `named` says.
    pub fn said(&self, named: impl Fn(&str) -> String) -> String {
        let [area, pattern] = ["area", "pattern"].map(&named);
        match self {
            Self::OptionAlone(name) => {
                format!(
                    "{} is about a part of the board: name one with {area} or {pattern}",
                    named(name)
                )
            }
            Self::TwoPatterns => format!("a diagram has its own area: give {area} or {pattern}, not both"),
            Self::Swap => format!(
                "{} is about whole boards: patterns count with exchanged colours too, unless {} is given",
                named("swap"),
                named("fixed_colors")
            ),
            Self::Wildcards => "wildcards are points of an area: write * in the diagram".to_owned(),
            Self::Stones(_) => format!(
                "a diagram has its own stones, so moves and {} do not go with {pattern}",
                named("stones")
            ),
            Self::Outside { text, area } => format!("{text} is not a point of the area {area}"),
        }
    }
}

pub(super) fn unreadable(name: &'static str, fault: impl ToString) -> QuestionError {
    QuestionError::Unreadable {
        name,
        message: fault.to_string(),
    }
}
