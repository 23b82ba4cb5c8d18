//! The lines of KataGo's analysis engine: queries, which define positions, and responses, which
//! evaluate them. Source: `docs/Analysis_Engine.md` of github.com/lightvector/KataGo.

mod query;
mod response;
mod value;

pub use query::Query;
pub(super) use response::Info;
pub use response::Response;

use crate::go::Color;
use serde::Deserialize;
use serde::de::IgnoredAny;
use thiserror::Error;
use value::Text;

/// The side whose win rates and leads an engine reports (`reportAnalysisWinratesAs`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Perspective {
    /// Black, as in KataGo's example configuration.
    #[default]
    Black,
    /// White.
    White,
    /// The colour to play in the analysed position.
    ToPlay,
}

impl Perspective {
    /// Returns the perspective with this name in KataGo's configuration, in any letter case.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        match name.to_ascii_lowercase().as_str() {
            "black" | "b" => Some(Self::Black),
            "white" | "w" => Some(Self::White),
            "sidetomove" => Some(Self::ToPlay),
            _ => None,
        }
    }

    const fn side(self, to_play: Color) -> Color {
        match self {
            Self::Black => Color::Black,
            Self::White => Color::White,
            Self::ToPlay => to_play,
        }
    }
}

/// A line of a file.
#[derive(Debug)]
pub enum Line {
    /// A query and its id.
    Query(String, Query),
    /// The response to one position of a query, and the id of the query.
    Response(String, Response),
    /// A response during a search. The final response follows later.
    DuringSearch,
    /// A line with another purpose, such as a query for the version.
    Other,
}

/// The reason why a line gives no analysis. The text is a sentence without the full stop.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum Fault {
    /// The line is not JSON, or a value has another type.
    #[error("it is not a line of KataGo's analysis engine: {0}")]
    Unreadable(String),
    /// The line has neither moves nor results.
    #[error("it is neither a query nor a response of KataGo's analysis engine")]
    Neither,
    /// The engine reported an error or a warning.
    #[error("the engine says: {0}")]
    Engine(String),
    /// The engine was stopped before it searched.
    #[error("the engine has no results for it")]
    NoResults,
    /// The board is not a square of 2 to 19 lines.
    #[error("its board is {0}x{1}; only squares of 2 to 19 lines have a place in the database")]
    Board(u64, u64),
    /// A field is missing.
    #[error("it has no field \"{0}\"")]
    Missing(&'static str),
    /// A value is not a colour, a point or a setting.
    #[error("{0} is not {1}")]
    Value(String, &'static str),
    /// No query has the id.
    #[error("no query has its id \"{0}\"; a query says what position is meant")]
    NoQuery(String),
    /// Different queries have the id.
    #[error("different queries have its id \"{0}\"")]
    Ambiguous(String),
    /// The query has fewer moves.
    #[error("its query has {moves} moves, and it is about turn {turn}")]
    Turn {
        /// The turn of the response.
        turn: u64,
        /// The moves of the query.
        moves: usize,
    },
    /// A move before the position cannot be played.
    #[error("move {number} of its query, {mv}, cannot be played: {reason}")]
    Illegal {
        /// The number of the move, from 1.
        number: usize,
        /// The move.
        mv: String,
        /// The rule that forbids it.
        reason: String,
    },
    /// The search was restricted to some moves.
    #[error("its query restricts the moves (avoidMoves, allowMoves), so its win rate is not that of the position")]
    Restricted,
    /// A number is out of range.
    #[error("its win rate or score lead is out of range")]
    Range,
}

impl Fault {
    /// Returns the fault that a text is not what it should be.
    fn value(text: &str, right: &'static str) -> Self {
        Self::Value(format!("\"{}\"", brief(text)), right)
    }

    /// Returns the fault that no query has an id.
    #[must_use]
    pub fn no_query(id: &str) -> Self {
        Self::NoQuery(brief(id))
    }

    /// Returns the fault that different queries have an id.
    #[must_use]
    pub fn ambiguous(id: &str) -> Self {
        Self::Ambiguous(brief(id))
    }

    /// Returns whether nothing in the line suggests KataGo's analysis engine.
    #[must_use]
    pub const fn is_of_another_kind(&self) -> bool {
        matches!(self, Self::Unreadable(_) | Self::Neither)
    }
}

/// The fields that tell the kind of a line. Skipping the others is faster than reading them.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Fields {
    id: Option<Text>,
    action: Option<IgnoredAny>,
    error: Option<Text>,
    warning: Option<Text>,
    no_results: Option<bool>,
    is_during_search: Option<bool>,
    moves: Option<IgnoredAny>,
    board_x_size: Option<IgnoredAny>,
    turn_number: Option<IgnoredAny>,
    root_info: Option<IgnoredAny>,
}

impl Line {
    /// Reads a line.
    pub fn read(text: &str) -> Result<Self, Fault> {
        let fields: Fields = parse(text)?;
        if let Some(Text(message)) = fields.error.or(fields.warning) {
            return Err(Fault::Engine(brief(&message)));
        }
        if fields.action.is_some() {
            return Ok(Self::Other);
        }
        let id = || fields.id.map(|Text(id)| id).ok_or(Fault::Missing("id"));
        if fields.moves.is_some() || fields.board_x_size.is_some() {
            return Ok(Self::Query(id()?, parse::<query::Fields>(text)?.read()?));
        }
        if fields.no_results == Some(true) {
            return Err(Fault::NoResults);
        }
        if fields.turn_number.is_none() && fields.root_info.is_none() {
            return Err(Fault::Neither);
        }
        if fields.is_during_search == Some(true) {
            return Ok(Self::DuringSearch);
        }
        Ok(Self::Response(id()?, parse::<response::Fields>(text)?.read()?))
    }
}

fn parse<'a, T: Deserialize<'a>>(text: &'a str) -> Result<T, Fault> {
    serde_json::from_str(text).map_err(|error| {
        let (what, place) = (error.to_string(), format!(" at line {} column ", error.line()));
        let what = what.rsplit_once(&place).map_or(what.as_str(), |(what, _)| what);
        Fault::Unreadable(format!("{} at byte {}", brief(what), error.column()))
    })
}

/// Returns the beginning of a text of a file on one line, for a message.
fn brief(text: &str) -> String {
    const SHOWN: usize = 200;
    let end = text.floor_char_boundary(SHOWN);
    let rest = if end < text.len() { "..." } else { "" };
    text[..end].replace(char::is_control, " ") + rest
}

/// Reads a colour as KataGo does.
fn color(text: &str) -> Result<Color, Fault> {
    match text.to_ascii_lowercase().as_str() {
        "b" | "black" => Ok(Color::Black),
        "w" | "white" => Ok(Color::White),
        _ => Err(Fault::value(text, "a colour (B or W)")),
    }
}

#[cfg(test)]
mod tests;
