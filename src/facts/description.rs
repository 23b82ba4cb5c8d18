//! Everything that is known of a game, and the table of its columns.

use super::{Column, Get};
use crate::record::{Day, GameInfo, GameRecord, GameResult, Margin};
use serde::Serialize;

/// A row that has the description of a game.
pub trait Described {
    /// Returns the description, or `None` if the row has no game.
    fn description(&self) -> Option<&Description>;
}

impl Described for Description {
    fn description(&self) -> Option<&Description> {
        Some(self)
    }
}

macro_rules! value {
    (Text, $value:expr) => {
        $value.as_deref()
    };
    ($get:ident, $value:expr) => {
        $value.map(Into::into)
    };
}

/// Makes the structure and the table of its columns from one list: the meaning, the name, the type
/// in Rust, that of the column, and the text of [`GameInfo`] that it has. The first columns have a value in
/// every row.
macro_rules! facts {
    (
        $(#[doc = $always:literal] $required:ident: $whole:ty => $of_required:ident),*;
        $(#[doc = $meaning:literal] $name:ident: $type:ty => $get:ident $(= $text:ident)?,)*
    ) => {
        /// Everything that is known of a game. Texts are as the record has them, and values as they
        /// were understood; what is not known is `None`.
        #[derive(Clone, Debug, Default, PartialEq, Serialize)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        pub struct Description {
            $(#[doc = $always] pub $required: $whole,)*
            $(#[doc = $meaning] pub $name: Option<$type>,)*
        }

        /// Returns the columns of a table whose rows have a [`Description`], in order.
        #[must_use]
        pub fn facts<R: Described>() -> Vec<Column<R>> {
            vec![
                $(Column::required(
                    stringify!($required),
                    Get::$of_required(|row: &R| Some(row.description()?.$required.into())),
                    $always.trim_ascii(),
                ),)*
                $(Column::optional(
                    stringify!($name),
                    Get::$get(|row: &R| value!($get, row.description()?.$name)),
                    $meaning.trim_ascii(),
                ),)*
            ]
        }

        impl Description {
            /// Returns the texts of the record beside the names of the players, each with its name in
            /// [`GameInfo`] and in the tables of a database.
            pub(crate) fn texts(&self) -> [(&'static str, &Option<String>); GameInfo::TEXTS.len() - 2] {
                [$($((stringify!($text), &self.$name),)?)*]
            }

            pub(crate) fn texts_mut(&mut self) -> [(&'static str, &mut Option<String>); GameInfo::TEXTS.len() - 2] {
                [$($((stringify!($text), &mut self.$name),)?)*]
            }

            fn with_texts(info: &GameInfo) -> Self {
                Self {
                    black: text(&info.black),
                    white: text(&info.white),
                    $($($name: text(&info.$text),)?)*
                    ..Self::default()
                }
            }
        }
    };
}

facts! {
    /// its number, everywhere; never reused
    game: i64 => Long,
    /// lines of the board
    board_size: u8 => Int,
    /// moves played, including passes
    moves: u16 => Int;
    /// Black's name
    black: String => Text,
    /// Black's rank, such as `9d`
    black_rank: String => Text = black_rank,
    /// Black's rank as an ordered number: 50k to 1k are -49 to 0, 1d to 10d are 1 to 10, 1p to 9p are 11 to 19
    black_rank_value: i16 => Int,
    /// White's name
    white: String => Text,
    /// White's rank
    white_rank: String => Text = white_rank,
    /// White's rank as an ordered number
    white_rank_value: i16 => Int,
    /// Black's team
    black_team: String => Text = black_team,
    /// White's team
    white_team: String => Text = white_team,
    /// when it was played or begun, as far as it is known: `2005`, `2005-11` or `2005-11-03`
    date: String => Text,
    /// the same, as in the record
    date_text: String => Text = date,
    /// the first day that the date can mean
    first_date: Day => Date,
    /// the last day that the date can mean
    last_date: Day => Date,
    /// the year of the first day
    year: u16 => Int,
    /// how it ended: `B+R`, `W+2.5`, `B+T` (time), `B+F` (forfeit), `B+`, `0` (a draw), `Void`
    result: String => Text,
    /// the result, as in the record
    result_text: String => Text = result,
    /// `B`, `W`, or null
    winner: String => Text,
    /// the points of a win that was counted
    margin: f64 => Real,
    /// komi in points
    komi: f64 => Real,
    /// komi, as in the record
    komi_text: String => Text = komi,
    /// handicap stones
    handicap: u8 => Int,
    /// the handicap, as in the record
    handicap_text: String => Text = handicap,
    /// the rules
    rules: String => Text = rules,
    /// the main time of each player in seconds
    time_limit: i32 => Int,
    /// the main time, as in the record
    time_limit_text: String => Text = time_limit,
    /// the overtime, as in the record
    overtime: String => Text = overtime,
    /// the event
    event: String => Text = event,
    /// the round
    round: String => Text = round,
    /// the place
    place: String => Text = place,
    /// the record's name of the game
    name: String => Text = name,
    /// where the game was published
    publication: String => Text = publication,
    /// the program that wrote the record
    program: String => Text = program,
    /// what could not be read or played of the record
    repair: String => Text,
}

impl Description {
    /// Describes a game by its record, the number of moves that can be played, and the faults of
    /// the record.
    #[must_use]
    pub fn new(game: i64, record: &GameRecord, moves: u16, repair: Option<String>) -> Self {
        let info = &record.info;
        let date = info.game_date();
        let result = info.game_result();
        let [black_rank_value, white_rank_value] = info.ranks().map(|rank| rank.map(|rank| rank.value()));
        Self {
            game,
            board_size: record.size.lines(),
            moves,
            black_rank_value,
            white_rank_value,
            date: date.map(|date| date.first().to_string()),
            first_date: date.map(|date| date.first().first_day()),
            last_date: date.map(|date| date.last().last_day()),
            year: date.map(|date| date.year()),
            result: result.map(|result| result.to_string()),
            winner: result
                .and_then(GameResult::winner)
                .map(|color| color.letter().to_string()),
            margin: result.and_then(margin),
            komi: info.komi_value().map(|komi| komi.points()),
            handicap: info.handicap_stones,
            time_limit: info.time_limit_value().map(|time| time.seconds() as i32),
            repair,
            ..Self::with_texts(info)
        }
    }
}

fn text(text: &str) -> Option<String> {
    (!text.is_empty()).then(|| text.to_owned())
}

/// Returns the points of a win that was counted.
#[must_use]
pub fn margin(result: GameResult) -> Option<f64> {
    match result {
        GameResult::Win {
            by: Margin::HalfPoints(half_points),
            ..
        } => Some(f64::from(half_points.get()) / 2.0),
        _ => None,
    }
}
