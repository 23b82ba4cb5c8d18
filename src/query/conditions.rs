//! The conditions that a filter may have, in one table: names and help, how a
//! condition is read and printed, and how a game is tested. Command-line options,
//! the shell's `where`, the parameters of the API and the text of a filter follow
//! from the table.

use super::{Filter, ResultPattern};
use crate::range::{Range, RangeValue};
use crate::record::PartialDate;
use crate::store::{RowSet, Traits};
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// A condition that a filter may have.
#[derive(Debug)]
pub struct Condition {
    /// The name, such as `year`.
    pub name: &'static str,
    /// The kind of value, as usage lines show it.
    pub value: &'static str,
    /// A sentence for help texts.
    pub help: &'static str,
    /// A value for examples.
    pub example: &'static str,
    field: Field,
    pub(super) test: Test,
}

/// The field of a filter that holds a condition's value.
#[derive(Debug)]
struct Field {
    get: fn(&Filter) -> &dyn Value,
    get_mut: fn(&mut Filter) -> &mut dyn Value,
    copy: fn(&Filter, &mut Filter),
}

/// The way to test whether a game meets a condition that a filter has.
#[derive(Clone, Copy, Debug)]
pub(super) enum Test {
    /// Compares the filter's value with columns of the game.
    Columns(fn(&Filter, &Traits) -> bool),
    /// Looks a player of the game up among those with the text in their names.
    Players(fn(&RowSet, &Traits) -> bool),
    /// Looks the event or the rules up among those with the text in their names.
    Labels(fn(&RowSet, &Traits) -> bool),
}

macro_rules! field {
    ($name:ident) => {
        Field {
            get: |filter| &filter.$name,
            get_mut: |filter| &mut filter.$name,
            copy: |from, to| to.$name.clone_from(&from.$name),
        }
    };
}

/// All conditions, in the order in which a filter prints them.
///
/// A new condition is a field of [`Filter`] and an entry here.
pub static CONDITIONS: [Condition; 13] = [
    Condition {
        name: "player",
        value: "NAME",
        help: "A part of a player's name, of either colour; may be given several times",
        example: "cho",
        field: field!(players),
        test: Test::Players(|rows, game| rows.contains(game.black) || rows.contains(game.white)),
    },
    Condition {
        name: "black",
        value: "NAME",
        help: "A part of Black's name",
        example: "NAME",
        field: field!(black),
        test: Test::Players(|rows, game| rows.contains(game.black)),
    },
    Condition {
        name: "white",
        value: "NAME",
        help: "A part of White's name",
        example: "NAME",
        field: field!(white),
        test: Test::Players(|rows, game| rows.contains(game.white)),
    },
    Condition {
        name: "year",
        value: "RANGE",
        help: "Years: A..B, A.., ..B, or A for that year alone",
        example: "1990..1999",
        field: field!(years),
        test: Test::Columns(|filter, game| filter.years.contains(game.year())),
    },
    Condition {
        name: "from",
        value: "DATE",
        help: "The earliest date: 2005, 2005-11 or 2005-11-03",
        example: "DATE",
        field: field!(from),
        test: Test::Columns(|filter, game| {
            game.date
                .is_some_and(|date| Some(first_day(date)) >= filter.from.map(first_day))
        }),
    },
    Condition {
        name: "to",
        value: "DATE",
        help: "The latest date",
        example: "DATE",
        field: field!(to),
        test: Test::Columns(|filter, game| {
            game.date
                .is_some_and(|date| Some(first_day(date)) <= filter.to.map(last_day))
        }),
    },
    Condition {
        name: "event",
        value: "NAME",
        help: "A part of the event's name",
        example: "NAME",
        field: field!(event),
        test: Test::Labels(|rows, game| rows.contains(game.event)),
    },
    Condition {
        name: "result",
        value: "RESULT",
        help: "B+, W+R (resignation; T time, F forfeit), +2.5, B+0.5..5.5, draw, void",
        example: "B+R",
        field: field!(result),
        test: Test::Columns(|filter, game| {
            let both = filter.result.zip(game.result);
            both.is_some_and(|(pattern, result)| pattern.matches(result))
        }),
    },
    Condition {
        name: "rank",
        value: "RANGE",
        help: "Ranks of both players: 5d..9p, 1p.., ..10k",
        example: "1p..9p",
        field: field!(rank),
        test: Test::Columns(|filter, game| {
            filter.rank.contains(game.black_rank) && filter.rank.contains(game.white_rank)
        }),
    },
    Condition {
        name: "komi",
        value: "RANGE",
        help: "Komi: 6.5, 5.5..7.5",
        example: "6.5",
        field: field!(komi),
        test: Test::Columns(|filter, game| filter.komi.contains(game.komi)),
    },
    Condition {
        name: "handicap",
        value: "RANGE",
        help: "Handicap stones: 2, 2..9",
        example: "2..9",
        field: field!(handicap),
        test: Test::Columns(|filter, game| filter.handicap.contains(game.handicap)),
    },
    Condition {
        name: "rules",
        value: "NAME",
        help: "A part of the name of the rules",
        example: "NAME",
        field: field!(rules),
        test: Test::Labels(|rows, game| rows.contains(game.rules)),
    },
    Condition {
        name: "size",
        value: "RANGE",
        help: "Lines of the board: 9, 9..13",
        example: "9",
        field: field!(size),
        test: Test::Columns(|filter, game| filter.size.contains(Some(game.board_size))),
    },
];

impl Condition {
    /// Returns the condition with a name.
    #[must_use]
    pub fn named(name: &str) -> Option<&'static Self> {
        CONDITIONS.iter().find(|condition| condition.name == name)
    }

    /// Whether a filter may have the condition more than once.
    #[must_use]
    pub fn repeats(&self) -> bool {
        (self.field.get)(&Filter::default()).repeats()
    }

    /// Whether the value is a part of a player's name.
    #[must_use]
    pub const fn names_player(&self) -> bool {
        matches!(self.test, Test::Players(_))
    }

    /// The values that a filter has for the condition, as they are typed.
    pub(super) fn values(&self, filter: &Filter) -> Vec<String> {
        (self.field.get)(filter).texts()
    }

    /// Fails if `value` is not a value of the condition; the message says what
    /// would be right.
    pub fn check(&self, value: &str) -> Result<(), ConditionError> {
        self.read(value, &mut Filter::default())
    }

    fn read(&self, value: &str, into: &mut Filter) -> Result<(), ConditionError> {
        (self.field.get_mut)(into)
            .read(value)
            .map_err(|message| ConditionError::Unreadable {
                name: self.name,
                message,
            })
    }
}

impl Filter {
    /// Returns the conditions as they are typed, such as `player=cho`.
    #[must_use]
    pub fn conditions(&self) -> Vec<String> {
        let typed = |condition: &Condition| {
            let typed = |value: String| format!("{}={}", condition.name, shell_words::quote(&value));
            condition.values(self).into_iter().map(typed).collect::<Vec<_>>()
        };
        CONDITIONS.iter().flat_map(typed).collect()
    }
}

/// The conditions, between blanks, as they are typed in the shell.
impl fmt::Display for Filter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.conditions().join(" "))
    }
}

/// Conditions to put in place of those that a filter has.
#[derive(Clone, Debug, Default)]
pub struct Conditions {
    filter: Filter,
    given: Vec<&'static Condition>,
}

/// Why conditions cannot be read.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum ConditionError {
    /// No condition has the name.
    #[error("there is no condition \"{0}\"; there are {names}", names = CONDITIONS.each_ref().map(|c| c.name).join(", "))]
    Unknown(String),
    /// A condition comes twice that can have one value only.
    #[error("{0} is given twice")]
    Twice(&'static str),
    /// A value cannot be read.
    #[error("{message}")]
    Unreadable {
        /// The name of the condition.
        name: &'static str,
        /// What is wrong, and what would be right.
        message: String,
    },
}

impl ConditionError {
    /// The name of the condition.
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            Self::Unknown(name) => name,
            Self::Twice(name) | Self::Unreadable { name, .. } => name,
        }
    }
}

impl Conditions {
    /// Reads pairs of a name and a value. An empty value stands for no
    /// condition, whatever the filter had.
    pub fn read<'a>(pairs: impl IntoIterator<Item = (&'a str, &'a str)>) -> Result<Self, ConditionError> {
        let mut conditions = Self::default();
        for (name, value) in pairs {
            let condition = Condition::named(name).ok_or_else(|| ConditionError::Unknown(name.to_owned()))?;
            if conditions.given.iter().any(|given| given.name == name) {
                if !condition.repeats() {
                    return Err(ConditionError::Twice(condition.name));
                }
            } else {
                conditions.given.push(condition);
            }
            if !value.is_empty() {
                condition.read(value, &mut conditions.filter)?;
            }
        }
        Ok(conditions)
    }

    /// Returns `base` with these conditions in place of its own of the same
    /// names.
    #[must_use]
    pub fn over(&self, base: &Filter) -> Filter {
        let mut filter = base.clone();
        for condition in &self.given {
            (condition.field.copy)(&self.filter, &mut filter);
        }
        filter
    }
}

/// The value of a condition, as a filter holds it.
trait Value {
    /// Sets the value to what a text says, or adds to it.
    fn read(&mut self, text: &str) -> Result<(), String>;

    /// Returns the texts that make this value; none if every game passes.
    fn texts(&self) -> Vec<String>;

    fn repeats(&self) -> bool {
        false
    }
}

/// Parts of names, all of which must be met.
impl Value for Vec<String> {
    fn read(&mut self, text: &str) -> Result<(), String> {
        self.push(part_of_name(text)?);
        Ok(())
    }

    fn texts(&self) -> Vec<String> {
        self.clone()
    }

    fn repeats(&self) -> bool {
        true
    }
}

/// A part of a name.
impl Value for Option<String> {
    fn read(&mut self, text: &str) -> Result<(), String> {
        *self = Some(part_of_name(text)?);
        Ok(())
    }

    fn texts(&self) -> Vec<String> {
        self.iter().cloned().collect()
    }
}

impl Value for Option<PartialDate> {
    fn read(&mut self, text: &str) -> Result<(), String> {
        let wrong = |_| format!("\"{text}\" is not a date: write 2005, 2005-11 or 2005-11-03");
        *self = Some(text.trim().parse().map_err(wrong)?);
        Ok(())
    }

    fn texts(&self) -> Vec<String> {
        self.iter().map(ToString::to_string).collect()
    }
}

impl Value for Option<ResultPattern> {
    fn read(&mut self, text: &str) -> Result<(), String> {
        *self = Some(parsed(text)?);
        Ok(())
    }

    fn texts(&self) -> Vec<String> {
        self.iter().map(ToString::to_string).collect()
    }
}

impl<T: RangeValue> Value for Range<T> {
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

fn part_of_name(text: &str) -> Result<String, String> {
    match text.trim() {
        "" => Err("a part of a name has at least one character".to_owned()),
        part => Ok(part.to_owned()),
    }
}

/// The first day that a date may mean: year, month and day.
pub(super) fn first_day(date: PartialDate) -> (u16, u8, u8) {
    (date.year(), date.month().unwrap_or(1), date.day().unwrap_or(1))
}

/// A day no earlier than the last that a date may mean.
pub(super) fn last_day(date: PartialDate) -> (u16, u8, u8) {
    (date.year(), date.month().unwrap_or(12), date.day().unwrap_or(31))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn filter(line: &str) -> Result<Filter, ConditionError> {
        let pairs = line.split_whitespace().filter_map(|word| word.split_once('='));
        Ok(Conditions::read(pairs)?.over(&Filter::default()))
    }

    #[test]
    fn conditions_are_printed_as_they_were_typed() {
        for line in [
            "player=cho",
            "player=cho player=李 black=a white=b year=1990..2000 from=1990-05 to=2000 event=meijin result=B+ \
             rank=1p..9p komi=5.5.. handicap=..9 rules=chin size=9..13",
            "result=+1.5..2.5 komi=-5.5",
        ] {
            assert_eq!(filter(line).map(|filter| filter.to_string()), Ok(line.to_owned()));
        }
    }

    #[test]
    fn every_condition_reads_its_example_and_can_be_taken_away() {
        for condition in &CONDITIONS {
            let example = match condition.value {
                "DATE" => "2005-11",
                _ => condition.example,
            };
            let line = format!("{}={example}", condition.name);
            let filter = filter(&line).expect("a condition");
            assert_eq!(filter.to_string(), line);
            let none = Conditions::read([(condition.name, "")]).expect("a condition");
            assert_eq!(none.over(&filter), Filter::default(), "{line}");
        }
    }

    #[test]
    fn conditions_take_the_place_of_those_of_the_same_name() {
        let base = filter("player=cho year=1990 result=B+").expect("a filter");
        let conditions = Conditions::read([("year", "2000.."), ("black", "go"), ("result", "")]).expect("conditions");
        assert_eq!(conditions.over(&base).to_string(), "player=cho black=go year=2000..");
        let open = Conditions::read([("year", "..")]).expect("a condition");
        assert_eq!(open.over(&base).to_string(), "player=cho result=B+");
    }

    #[test]
    fn conditions_that_cannot_be_read_are_refused() {
        for (line, message) in [
            ("plyer=cho", "there is no condition \"plyer\"; there are player, black,"),
            ("year=abc", "\"abc\" is not a range of years: write 1990..2000"),
            ("year=2000..1990", "2000 is after 1990; the earlier year comes first"),
            (
                "from=2005-13",
                "\"2005-13\" is not a date: write 2005, 2005-11 or 2005-11-03",
            ),
            ("result=maybe", "\"maybe\" is not a result: write B+"),
            ("rank=strong", "\"strong\" is not a range of ranks"),
            ("size=20", "\"20\" is not a range of board sizes: write 9..13"),
            ("black=a black=b", "black is given twice"),
        ] {
            let error = filter(line).expect_err(line).to_string();
            assert!(error.contains(message), "{line}: {error}");
        }
        let blank = Conditions::read([("player", " ")]).expect_err("blank").to_string();
        assert!(blank.contains("at least one character"), "{blank}");
    }
}
