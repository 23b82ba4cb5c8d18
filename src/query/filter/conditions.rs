use super::table::{CONDITIONS, Condition};
use super::{Alternatives, GameNumbers, NamePattern, RankCondition, ResultPattern};
use crate::go::BoardSize;
use crate::range::{Range, YearRange};
use crate::record::{Komi, PartialDate, TimeLimit};
use std::fmt;
use thiserror::Error;

/// Conditions on games. Every game passes the default filter. A game without the
/// value that a condition tests does not meet the condition.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filter {
    /// Names, each of which one of the players must have.
    pub players: Vec<Alternatives<NamePattern>>,
    /// Black's name.
    pub black: Option<Alternatives<NamePattern>>,
    /// White's name.
    pub white: Option<Alternatives<NamePattern>>,
    /// The winner's name.
    pub won: Option<Alternatives<NamePattern>>,
    /// The loser's name.
    pub lost: Option<Alternatives<NamePattern>>,
    /// The years: a game passes if any of them lies between its first date and its last.
    pub years: YearRange,
    /// The earliest date: a day of the game may be this date or later. A date without day or
    /// month may be any of its days.
    pub from: Option<PartialDate>,
    /// The latest date: a day of the game may be this date or earlier.
    pub to: Option<PartialDate>,
    /// The event's name.
    pub event: Option<Alternatives<NamePattern>>,
    /// The result.
    pub result: Option<Alternatives<ResultPattern>>,
    /// The ranks of both players, or of one.
    pub rank: RankCondition,
    /// Komi.
    pub komi: Range<Komi>,
    /// Handicap stones.
    pub handicap: Range<u8>,
    /// The name of the rules.
    pub rules: Option<Alternatives<NamePattern>>,
    /// The main time of each player.
    pub time: Range<TimeLimit>,
    /// The text of the overtime.
    pub overtime: Option<Alternatives<NamePattern>>,
    /// The name of the program that wrote the record.
    pub program: Option<Alternatives<NamePattern>>,
    /// The board sizes.
    pub size: Range<BoardSize>,
    /// The number of moves, including passes.
    pub length: Range<u64>,
    /// Names of openings, each of which a game must have.
    pub openings: Vec<NamePattern>,
    /// Whether the record has faults.
    pub repaired: Option<bool>,
    /// Numbers of games, one of which a game must have.
    pub games: Option<GameNumbers>,
    /// Archives by their paths or the ends of these, one of which must be a source of the
    /// game.
    pub archives: Vec<String>,
    /// Texts that must all occur in names of players, event, place, round, name, publication
    /// or comments. The words of a text must be adjacent and in order.
    pub words: Vec<String>,
}

impl Filter {
    /// Returns whether the filter has no condition, so that every game passes.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Returns whether the filter has no condition other than the years.
    #[must_use]
    pub fn has_only_years(&self) -> bool {
        let years = self.years;
        *self
            == Self {
                years,
                ..Self::default()
            }
    }

    /// Returns the conditions as they are typed, such as `player=cho`.
    #[must_use]
    pub fn conditions(&self) -> Vec<String> {
        let mut typed = Vec::new();
        for condition in &CONDITIONS {
            for value in condition.values(self) {
                // The second `=`, before a whole name, needs no quotes.
                let (mark, rest) = value.split_at(usize::from(value.starts_with('=')));
                typed.push(format!("{}={mark}{}", condition.name, shell_words::quote(rest)));
            }
        }
        typed
    }
}

/// Writes the conditions as they are typed in the shell, separated by blanks.
impl fmt::Display for Filter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.conditions().join(" "))
    }
}

/// Conditions that replace those of a filter.
#[derive(Clone, Debug, Default)]
pub struct Conditions {
    filter: Filter,
    given: Vec<&'static Condition>,
}

/// The error for conditions that cannot be read.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum ConditionError {
    /// No condition has the name.
    #[error("there is no condition \"{0}\"; there are {names}", names = CONDITIONS.each_ref().map(|c| c.name).join(", "))]
    Unknown(String),
    /// A condition that can have only one value is given twice.
    #[error("{0} is given twice")]
    Twice(&'static str),
    /// A quote in a line of conditions has no end.
    #[error("a quote is not closed")]
    OpenQuote,
    /// A value cannot be read.
    #[error("{message}")]
    Unreadable {
        /// The name of the condition.
        name: &'static str,
        /// The fault, and the expected form.
        message: String,
    },
}

impl ConditionError {
    /// Returns the name of the condition.
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            Self::Unknown(name) => name,
            Self::OpenQuote => "",
            Self::Twice(name) | Self::Unreadable { name, .. } => name,
        }
    }
}

impl Condition {
    /// Fails if a text is not a value of the condition.
    pub fn check(&self, value: &str) -> Result<(), ConditionError> {
        self.read_into(value, &mut Filter::default())
    }

    fn read_into(&self, value: &str, filter: &mut Filter) -> Result<(), ConditionError> {
        let name = self.name;
        self.read(value, filter)
            .map_err(|message| ConditionError::Unreadable { name, message })
    }
}

impl Conditions {
    /// Reads pairs of a name and a value. An empty value removes the condition.
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
                condition.read_into(value, &mut conditions.filter)?;
            }
        }
        Ok(conditions)
    }

    /// Reads conditions as they are typed in the shell, such as `year=1990.. player='Cho U'`.
    pub fn parse(text: &str) -> Result<Self, ConditionError> {
        let words = shell_words::split(text).map_err(|_| ConditionError::OpenQuote)?;
        let pairs: Result<Vec<_>, _> = words
            .iter()
            .map(|word| {
                word.split_once('=')
                    .ok_or_else(|| ConditionError::Unknown(word.clone()))
            })
            .collect();
        Self::read(pairs?)
    }

    /// Returns `base` with these conditions in place of those with the same names.
    #[must_use]
    pub fn over(&self, base: &Filter) -> Filter {
        let mut filter = base.clone();
        for condition in &self.given {
            condition.copy(&self.filter, &mut filter);
        }
        filter
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn filter(line: &str) -> Result<Filter, ConditionError> {
        let words = shell_words::split(line).expect("words");
        let pairs = words.iter().filter_map(|word| word.split_once('='));
        Ok(Conditions::read(pairs)?.over(&Filter::default()))
    }

    #[test]
    fn conditions_are_printed_as_they_were_typed() {
        for line in [
            "player=cho",
            "player=cho player=李 black=a white=b year=1990..2000 from=1990-05 to=2000 event=meijin result=B+ \
             rank=1p..9p komi=5.5.. handicap=..9 rules=chin size=9..13",
            "result=+1.5..2.5 komi=-5.5",
            "won=cho lost=='lee sedol|cho' event='!title|=cup' result='!+T|draw' rank=any:1p..",
            "player==cho event==meijin archive=a.tgz archive=b.tgz words=joseki words=cup",
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
            ("rank=any:strong", "\"strong\" is not a range of ranks"),
            ("event=a|", "at least one character"),
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
