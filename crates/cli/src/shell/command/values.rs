//! The values of arguments, and examples of commands.

use crate::render::{MAX_MARKS, MoveForm};
use crate::shell::commands::MAX_BESIDE;
use bgo::internal::go::Color;
use bgo::internal::query::{CONDITIONS, Setup};
use bgo::internal::range::YearRange;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use std::num::IntErrorKind;
use std::str::FromStr;

const NO_COUNT: &str = "must be a whole number, 1 or more";

pub(super) fn count(text: &str) -> Result<usize, &'static str> {
    match text.parse() {
        Ok(count @ 1..) => Ok(count),
        // More than there can be means all.
        Err(error) if *error.kind() == IntErrorKind::PosOverflow => Ok(usize::MAX),
        _ => Err(NO_COUNT),
    }
}

pub(super) fn step_count(text: &str) -> Result<i64, &'static str> {
    let count = text.parse().ok().filter(|&count| count >= 1);
    count.ok_or(NO_COUNT)
}

/// The number of next moves that are marked, or their form.
#[derive(Clone, Copy, Debug)]
pub(in crate::shell) enum Marks {
    Count(usize),
    Form(MoveForm),
}

pub(super) fn marks(text: &str) -> Result<Marks, String> {
    match text {
        "table" => return Ok(Marks::Form(MoveForm::Table)),
        "plain" => return Ok(Marks::Form(MoveForm::Plain)),
        _ => {}
    }
    let count = text.parse().ok().filter(|count| (1..=MAX_MARKS).contains(count));
    count
        .map(Marks::Count)
        .ok_or_else(|| format!("write 1 to {MAX_MARKS}, table or plain"))
}

pub(super) fn stone_count(text: &str) -> Result<usize, &'static str> {
    text.parse().map_err(|_| "must be a number of stones, such as 4")
}

pub(super) fn setup_sign(text: &str) -> Result<Setup, String> {
    match text.to_ascii_lowercase().as_str() {
        "x" | "b" | "black" => Ok(Setup::Stone(Color::Black)),
        "o" | "w" | "white" => Ok(Setup::Stone(Color::White)),
        "." => Ok(Setup::Empty),
        "*" | "?" => Ok(Setup::Wildcard),
        _ => Err(format!(
            "\"{text}\" cannot be set up: write X (black), O (white), . (nothing) or * (anything)"
        )),
    }
}

pub(super) fn on_or_off() -> impl TypedValueParser<Value = bool> {
    PossibleValuesParser::new(["on", "off"]).map(|word| word == "on")
}

pub(super) fn conditions_help() -> String {
    let examples = CONDITIONS.each_ref().map(|c| format!("{}={}", c.name, c.example));
    format!("Such as {}; or clear", examples.join(", "))
}

pub(super) fn first_year_or_range(text: &str) -> Result<String, Box<dyn std::error::Error + Send + Sync>> {
    if text == "all" {
        return Ok(text.to_owned());
    }
    if text.contains("..") {
        text.parse::<YearRange>()?;
    } else {
        year_number(text)?;
    }
    Ok(text.to_owned())
}

pub(in crate::shell) fn year_number(text: &str) -> Result<u16, &'static str> {
    text.parse().map_err(|_| "a year is a number such as 1990")
}

pub(super) fn move_number<T: FromStr>(text: &str) -> Result<T, &'static str> {
    text.parse()
        .map_err(|_| "a move is named by its number, 0 for the start")
}

/// Reads a number of moves, `start` or `end`. The end is beyond every game.
pub(super) fn place_in_game(text: &str) -> Result<u16, &'static str> {
    match text {
        "start" => Ok(0),
        "end" => Ok(u16::MAX),
        _ => move_number(text),
    }
}

/// Returns the examples of a command, lines to type with their effects, as its help shows them.
pub(super) fn examples(examples: &[(&str, &str)]) -> String {
    let widths = examples.iter().map(|(line, _)| line.chars().count());
    let width = widths.filter(|&width| width <= MAX_BESIDE).max().unwrap_or(0);
    let mut text = "Examples:".to_owned();
    for (line, effect) in examples {
        match line.chars().count() {
            count if count <= width => text.push_str(&format!("\n  {line:width$}  {effect}")),
            _ => text.push_str(&format!("\n  {line}\n  {:width$}  {effect}", "")),
        }
    }
    text
}
