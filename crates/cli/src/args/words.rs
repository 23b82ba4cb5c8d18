use clap::builder::{PossibleValuesParser, TypedValueParser};
use std::time::Duration;

/// Returns a parser that reads each of these words as the value beside it.
pub fn one_of<T: Clone + Send + Sync + 'static>(
    words: &'static [(&'static str, T)],
) -> impl TypedValueParser<Value = T> {
    PossibleValuesParser::new(words.iter().map(|(word, _)| *word)).try_map(|given| {
        let found = words.iter().find(|(word, _)| *word == given);
        found.map(|(_, value)| value.clone()).ok_or("there is no such word")
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
