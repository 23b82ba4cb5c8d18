use super::game_numbers::GameNumbers;
use super::result_pattern::ResultPattern;
use super::{Alternatives, NamePattern, RankCondition};
use crate::range::{Range, RangeValue};
use crate::record::PartialDate;
use std::str::FromStr;

/// The value of a condition, as a filter holds it.
pub(super) trait ConditionValue {
    /// Sets the value to the one in `text`, or adds to it.
    fn read(&mut self, text: &str) -> Result<(), String>;

    /// Returns the texts that make this value, or none if every game passes.
    fn texts(&self) -> Vec<String>;

    fn repeats(&self) -> bool {
        false
    }

    /// Returns the names, if the value is one of names.
    fn names(&self) -> &[Alternatives<NamePattern>] {
        &[]
    }
}

/// Names, all of which must match.
impl ConditionValue for Vec<Alternatives<NamePattern>> {
    fn read(&mut self, text: &str) -> Result<(), String> {
        self.push(names(text)?);
        Ok(())
    }

    fn texts(&self) -> Vec<String> {
        self.iter().map(ToString::to_string).collect()
    }

    fn repeats(&self) -> bool {
        true
    }

    fn names(&self) -> &[Alternatives<NamePattern>] {
        self
    }
}

/// Openings, all of which a game must have.
impl ConditionValue for Vec<NamePattern> {
    fn read(&mut self, text: &str) -> Result<(), String> {
        self.push(NamePattern::of_opening(text)?);
        Ok(())
    }

    fn texts(&self) -> Vec<String> {
        self.iter().map(ToString::to_string).collect()
    }

    fn repeats(&self) -> bool {
        true
    }
}

/// Paths or ends of paths of archives, one of which must match, or texts to look for, all of
/// which must occur.
impl ConditionValue for Vec<String> {
    fn read(&mut self, text: &str) -> Result<(), String> {
        if text.trim().is_empty() {
            return Err("a value has at least one character".to_owned());
        }
        self.push(text.to_owned());
        Ok(())
    }

    fn texts(&self) -> Vec<String> {
        self.clone()
    }

    fn repeats(&self) -> bool {
        true
    }
}

impl ConditionValue for Option<Alternatives<NamePattern>> {
    fn read(&mut self, text: &str) -> Result<(), String> {
        *self = Some(names(text)?);
        Ok(())
    }

    fn texts(&self) -> Vec<String> {
        self.iter().map(ToString::to_string).collect()
    }

    fn names(&self) -> &[Alternatives<NamePattern>] {
        self.as_slice()
    }
}

/// Numbers of games, one of which must match.
impl ConditionValue for Option<GameNumbers> {
    fn read(&mut self, text: &str) -> Result<(), String> {
        let numbers = parsed(text.trim())?;
        self.get_or_insert_default().add(numbers);
        Ok(())
    }

    fn texts(&self) -> Vec<String> {
        self.iter().map(ToString::to_string).collect()
    }

    fn repeats(&self) -> bool {
        true
    }
}

impl ConditionValue for Option<PartialDate> {
    fn read(&mut self, text: &str) -> Result<(), String> {
        let date = text.trim().parse();
        *self = Some(date.map_err(|_| format!("\"{text}\" is not a date: write 2005, 2005-11 or 2005-11-03"))?);
        Ok(())
    }

    fn texts(&self) -> Vec<String> {
        self.iter().map(ToString::to_string).collect()
    }
}

impl ConditionValue for Option<Alternatives<ResultPattern>> {
    fn read(&mut self, text: &str) -> Result<(), String> {
        *self = Some(parsed(text)?);
        Ok(())
    }

    fn texts(&self) -> Vec<String> {
        self.iter().map(ToString::to_string).collect()
    }
}

impl ConditionValue for Option<bool> {
    fn read(&mut self, text: &str) -> Result<(), String> {
        *self = Some(match text.trim() {
            "yes" => true,
            "no" => false,
            _ => return Err(format!("\"{text}\" is neither yes nor no")),
        });
        Ok(())
    }

    fn texts(&self) -> Vec<String> {
        self.iter()
            .map(|&is_so| if is_so { "yes" } else { "no" }.to_owned())
            .collect()
    }
}

impl ConditionValue for RankCondition {
    fn read(&mut self, text: &str) -> Result<(), String> {
        *self = parsed(text)?;
        Ok(())
    }

    fn texts(&self) -> Vec<String> {
        let limited = (!self.range.is_open()).then_some(self);
        limited.iter().map(ToString::to_string).collect()
    }
}

impl<T: RangeValue> ConditionValue for Range<T> {
    fn read(&mut self, text: &str) -> Result<(), String> {
        *self = parsed(text)?;
        Ok(())
    }

    fn texts(&self) -> Vec<String> {
        let limited = (!self.is_open()).then_some(self);
        limited.iter().map(ToString::to_string).collect()
    }
}

fn parsed<T: FromStr<Err: ToString>>(text: &str) -> Result<T, String> {
    text.parse().map_err(|error: T::Err| error.to_string())
}

fn names(text: &str) -> Result<Alternatives<NamePattern>, String> {
    let names: Alternatives<NamePattern> = parsed(text)?;
    match names.any_of.iter().any(|name| name.text().is_empty()) {
        true => Err("a part of a name has at least one character".to_owned()),
        false => Ok(names),
    }
}
