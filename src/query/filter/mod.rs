//! Filters: the conditions of a question in one table, with the name and help of each, how it is
//! read and printed, and how it tests a game. Command-line options, the shell's `where`, the
//! parameters of the API and the text of a filter are derived from the table.

mod alternatives;
mod compiled;
mod conditions;
mod game_numbers;
mod openings;
mod ranks;
mod result_pattern;
mod sql;
mod table;
mod value;

pub use alternatives::Alternatives;
pub use compiled::CompiledFilter;
pub use conditions::{ConditionError, Conditions, Filter};
pub use game_numbers::GameNumbers;
pub(super) use openings::games_with;
pub use ranks::RankCondition;
pub use result_pattern::{MarginPattern, ResultPattern};
pub(crate) use table::Test;
pub use table::{CONDITIONS, Condition};

use crate::go::Color;
use crate::store::{Column, GameView, RowSet, Texts};
use std::convert::Infallible;
use std::fmt;
use std::str::FromStr;

/// A pattern for names. Letter case, accents and width do not matter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NamePattern {
    /// Names with this text in them.
    Part(String),
    /// This name alone; typed with `=` before it.
    Whole(String),
}

impl NamePattern {
    /// Returns the text without the `=` that says that it is a whole name.
    #[must_use]
    pub fn text(&self) -> &str {
        match self {
            Self::Part(text) | Self::Whole(text) => text,
        }
    }

    /// Returns the rows whose texts match.
    pub(in crate::query) fn rows(&self, texts: &Texts) -> RowSet {
        match self {
            Self::Part(part) => texts.containing(part),
            Self::Whole(name) => texts.equal_to(name),
        }
    }
}

impl FromStr for NamePattern {
    type Err = Infallible;

    /// Reads `cho`, or `=cho` for a whole name. A backslash before `|`, `!`, `=` or a backslash is left out.
    fn from_str(text: &str) -> Result<Self, Infallible> {
        let text = text.trim();
        Ok(match text.strip_prefix('=') {
            Some(name) => Self::Whole(without_escapes(name.trim())),
            None => Self::Part(without_escapes(text)),
        })
    }
}

/// The characters that a backslash makes a part of a name.
const ESCAPED: [char; 4] = ['|', '!', '=', '\\'];

fn without_escapes(text: &str) -> String {
    let mut name = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        let escaped = chars.next_if(|next| c == '\\' && ESCAPED.contains(next));
        name.push(escaped.unwrap_or(c));
    }
    name
}

impl fmt::Display for NamePattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = self.text().replace('\\', "\\\\").replace('|', "\\|");
        match self {
            Self::Part(_) if text.starts_with(['!', '=']) => write!(f, "\\{text}"),
            Self::Part(_) => f.write_str(&text),
            Self::Whole(_) => write!(f, "={text}"),
        }
    }
}

/// The columns with the names that a condition is about.
#[derive(Clone, Copy, Debug)]
pub(crate) enum NameColumns {
    /// These columns, one of which must have a name.
    AnyOf(&'static [Column]),
    /// The column of the player who won.
    OfWinner,
    /// The column of the player who lost.
    OfLoser,
}

impl NameColumns {
    /// Returns the columns that have the names in some game.
    pub(super) const fn in_any_game(self) -> &'static [Column] {
        match self {
            Self::AnyOf(columns) => columns,
            Self::OfWinner | Self::OfLoser => &[Column::Black, Column::White],
        }
    }

    /// Returns the columns that have the names in a game.
    pub(super) fn of_game(self, game: &GameView<'_>) -> &'static [Column] {
        let player = match self {
            Self::AnyOf(columns) => return columns,
            Self::OfWinner => game.winner(),
            Self::OfLoser => game.winner().map(Color::opponent),
        };
        match player {
            Some(Color::Black) => &[Column::Black],
            Some(Color::White) => &[Column::White],
            None => &[],
        }
    }
}
