//! Everything that is known of a game, and the table of its columns.

use super::{Column, Get};
use crate::record::{Day, GameRecord, GameResult, Margin};
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

/// A type of a field of [`Description`], with its value in a column.
trait Fact {
    type Value<'a>
    where
        Self: 'a;
    /// True if the value is never missing.
    const IS_REQUIRED: bool = true;

    fn fact(&self) -> Option<Self::Value<'_>>;
}

macro_rules! fact {
    ($($type:ty as $value:ty),*) => {$(
        impl Fact for $type {
            type Value<'a> = $value;

            fn fact(&self) -> Option<Self::Value<'_>> {
                Some((*self).into())
            }
        }
    )*};
}

fact!(
    i64 as i64, u8 as i32, u16 as i32, i16 as i32, i32 as i32, f64 as f64, Day as Day
);

impl Fact for String {
    type Value<'a> = &'a str;

    fn fact(&self) -> Option<&str> {
        Some(self)
    }
}

impl<T: Fact + 'static> Fact for Option<T> {
    type Value<'a> = T::Value<'a>;
    const IS_REQUIRED: bool = false;

    fn fact(&self) -> Option<Self::Value<'_>> {
        self.as_ref().and_then(T::fact)
    }
}

/// Makes the structure and the table of its columns from one list: the meaning, the name, the type
/// in Rust and that of the column.
macro_rules! facts {
    ($(#[doc = $meaning:literal] $name:ident: $type:ty => $get:ident,)*) => {
        /// Everything that is known of a game. Texts are as the record has them, and values as they
        /// were understood; what is not known is `None`.
        #[derive(Clone, Debug, Default, PartialEq, Serialize)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        pub struct Description {
            $(#[doc = $meaning] pub $name: $type,)*
        }

        /// Returns the columns of a table whose rows have a [`Description`], in order.
        #[must_use]
        pub fn facts<R: Described>() -> Vec<Column<R>> {
            vec![$(Column {
                name: stringify!($name),
                meaning: $meaning.trim_ascii(),
                is_required: <$type as Fact>::IS_REQUIRED,
                get: Get::$get(|row: &R| row.description()?.$name.fact()),
            }),*]
        }
    };
}

facts! {
    /// its number, everywhere; never reused
    game: i64 => Long,
    /// lines of the board
    board_size: u8 => Int,
    /// moves played, including passes
    moves: u16 => Int,
    /// Black's name
    black: Option<String> => Text,
    /// Black's rank, such as `9d`
    black_rank: Option<String> => Text,
    /// Black's rank as an ordered number: 50k to 1k are -49 to 0, 1d to 10d are 1 to 10, 1p to 9p are 11 to 19
    black_rank_value: Option<i16> => Int,
    /// White's name
    white: Option<String> => Text,
    /// White's rank
    white_rank: Option<String> => Text,
    /// White's rank as an ordered number
    white_rank_value: Option<i16> => Int,
    /// Black's team
    black_team: Option<String> => Text,
    /// White's team
    white_team: Option<String> => Text,
    /// when it was played or begun, as far as it is known: `2005`, `2005-11` or `2005-11-03`
    date: Option<String> => Text,
    /// the same, as in the record
    date_text: Option<String> => Text,
    /// the first day that the date can mean
    first_date: Option<Day> => Date,
    /// the last day that the date can mean
    last_date: Option<Day> => Date,
    /// the year of the first day
    year: Option<u16> => Int,
    /// how it ended: `B+R`, `W+2.5`, `B+T` (time), `B+F` (forfeit), `B+`, `0` (a draw), `Void`
    result: Option<String> => Text,
    /// the result, as in the record
    result_text: Option<String> => Text,
    /// `B`, `W`, or null
    winner: Option<String> => Text,
    /// the points of a win that was counted
    margin: Option<f64> => Real,
    /// komi in points
    komi: Option<f64> => Real,
    /// komi, as in the record
    komi_text: Option<String> => Text,
    /// handicap stones
    handicap: Option<u8> => Int,
    /// the handicap, as in the record
    handicap_text: Option<String> => Text,
    /// the rules
    rules: Option<String> => Text,
    /// the main time of each player in seconds
    time_limit: Option<i32> => Int,
    /// the main time, as in the record
    time_limit_text: Option<String> => Text,
    /// the overtime, as in the record
    overtime: Option<String> => Text,
    /// the event
    event: Option<String> => Text,
    /// the round
    round: Option<String> => Text,
    /// the place
    place: Option<String> => Text,
    /// the record's name of the game
    name: Option<String> => Text,
    /// where the game was published
    publication: Option<String> => Text,
    /// the program that wrote the record
    program: Option<String> => Text,
    /// what could not be read or played of the record
    repair: Option<String> => Text,
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
            black: text(&info.black),
            black_rank: text(&info.black_rank),
            black_rank_value,
            white: text(&info.white),
            white_rank: text(&info.white_rank),
            white_rank_value,
            black_team: text(&info.black_team),
            white_team: text(&info.white_team),
            date: date.map(|date| date.first().to_string()),
            date_text: text(&info.date),
            first_date: date.map(|date| date.first().first_day()),
            last_date: date.map(|date| date.last().last_day()),
            year: date.map(|date| date.year()),
            result: result.map(|result| result.to_string()),
            result_text: text(&info.result),
            winner: result
                .and_then(GameResult::winner)
                .map(|color| color.letter().to_string()),
            margin: result.and_then(margin),
            komi: info.komi_value().map(|komi| komi.points()),
            komi_text: text(&info.komi),
            handicap: info.handicap_stones,
            handicap_text: text(&info.handicap),
            rules: text(&info.rules),
            time_limit: info.time_limit_value().map(|time| time.seconds() as i32),
            time_limit_text: text(&info.time_limit),
            overtime: text(&info.overtime),
            event: text(&info.event),
            round: text(&info.round),
            place: text(&info.place),
            name: text(&info.name),
            publication: text(&info.publication),
            program: text(&info.program),
            repair,
        }
    }
}

/// Returns a text unless it is empty.
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
