use clap::builder::{PossibleValuesParser, TypedValueParser};
use std::time::Duration;

/// Returns the parser of an argument that is one of several values, by their names.
pub fn one_of<T: Copy + Send + Sync + 'static>(
    all: &'static [T],
    name: fn(T) -> &'static str,
) -> impl TypedValueParser<Value = T> {
    PossibleValuesParser::new(all.iter().map(move |value| name(*value))).try_map(move |text| {
        let mut values = all.iter().copied();
        values.find(|value| name(*value) == text).ok_or("unknown name")
    })
}

/// Reads a time in seconds.
pub fn seconds(text: &str) -> Result<Duration, &'static str> {
    match text.parse() {
        Ok(seconds @ 1..) => Ok(Duration::from_secs(seconds)),
        _ => Err("the time is a number of seconds, 1 or more"),
    }
}

/// Returns whether the answer to a question means yes.
pub fn is_yes(answer: &str) -> bool {
    matches!(answer.trim(), "y" | "Y" | "yes" | "Yes")
}
