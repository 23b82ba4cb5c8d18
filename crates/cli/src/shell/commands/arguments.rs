//! What several commands take.

use clap::{Args, ValueEnum};
use std::str::FromStr;

/// How far to go in the open game.
#[derive(Args, Debug)]
pub struct StepArgs {
    /// How many moves; without it 1
    #[arg(value_name = "COUNT", default_value_t = 1, hide_default_value = true, value_parser = count)]
    pub count: i64,
}

fn count(text: &str) -> Result<i64, &'static str> {
    text.parse()
        .ok()
        .filter(|&count| count >= 1)
        .ok_or("the number of moves is 1 or more")
}

/// Reads how many moves are played.
pub fn move_number<T: FromStr>(text: &str) -> Result<T, &'static str> {
    text.parse()
        .map_err(|_| "a move is named by its number, 0 for the start")
}

/// A setting, or the question how it is set.
#[derive(Args, Debug)]
pub struct SwitchArgs {
    /// on or off; without it, what is set
    #[arg(value_name = "on|off")]
    pub wanted: Option<Switch>,
}

/// What a setting is set to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Switch {
    /// It counts.
    On,
    /// It does not.
    Off,
}

/// What says how a setting is set.
pub fn says(setting: &str, is_on: bool) -> String {
    format!("{setting} is {}\n", if is_on { "on" } else { "off" })
}
