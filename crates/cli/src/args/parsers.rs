use clap::builder::{PossibleValuesParser, TypedValueParser};
use std::time::Duration;

/// Returns a parser that reads one of `values` by its name.
pub fn one_of<T: Copy + Send + Sync + 'static>(
    values: &'static [T],
    name: fn(T) -> &'static str,
) -> impl TypedValueParser<Value = T> {
    PossibleValuesParser::new(values.iter().map(move |value| name(*value))).try_map(move |given| {
        let mut values = values.iter().copied();
        values
            .find(|value| name(*value) == given)
            .ok_or("there is no such word")
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
