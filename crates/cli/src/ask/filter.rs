use bgo::go::BoardSize;
use bgo::query::{Filter, Range, ResultPattern, YearRange};
use bgo::record::{Komi, PartialDate, Rank};
use clap::Args;
use std::str::FromStr;
use thiserror::Error;

/// Conditions that games must meet. A game that does not say what a condition
/// is about does not meet it.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Games that count")]
pub struct FilterArgs {
    /// A part of a player's name, of either colour; may be given several times
    #[arg(long, value_name = "NAME", value_parser = text)]
    player: Vec<String>,
    /// A part of Black's name
    #[arg(long, value_name = "NAME", value_parser = text)]
    black: Option<String>,
    /// A part of White's name
    #[arg(long, value_name = "NAME", value_parser = text)]
    white: Option<String>,
    /// Years: A..B, A.., ..B, or A for that year alone
    #[arg(long, value_name = "RANGE", allow_hyphen_values = true)]
    year: Option<YearRange>,
    /// The earliest date: 2005, 2005-11 or 2005-11-03
    #[arg(long, value_name = "DATE", value_parser = date)]
    from: Option<PartialDate>,
    /// The latest date
    #[arg(long, value_name = "DATE", value_parser = date)]
    to: Option<PartialDate>,
    /// A part of the event's name
    #[arg(long, value_name = "NAME", value_parser = text)]
    event: Option<String>,
    /// B+, W+R (resignation; T time, F forfeit), +2.5, B+0.5..5.5, draw, void
    #[arg(long, value_name = "RESULT")]
    result: Option<ResultPattern>,
    /// Ranks of both players: 5d..9p, 1p.., ..10k
    #[arg(long, value_name = "RANGE")]
    rank: Option<Range<Rank>>,
    /// Komi: 6.5, 5.5..7.5
    #[arg(long, value_name = "RANGE", allow_hyphen_values = true)]
    komi: Option<Range<Komi>>,
    /// Handicap stones: 2, 2..9
    #[arg(long, value_name = "RANGE")]
    handicap: Option<Range<u8>>,
    /// A part of the name of the rules
    #[arg(long, value_name = "NAME", value_parser = text)]
    rules: Option<String>,
}

/// The condition on the board, where no board says it.
#[derive(Args, Clone, Debug, Default)]
pub struct SizeArgs {
    /// Lines of the board: 9, 9..13
    #[arg(long, value_name = "RANGE", help_heading = "Games that count")]
    size: Option<Range<BoardSize>>,
}

fn text(text: &str) -> Result<String, &'static str> {
    match text.trim() {
        "" => Err("a part of a name has at least one character"),
        part => Ok(part.to_owned()),
    }
}

fn date(text: &str) -> Result<PartialDate, String> {
    let message = || format!("\"{text}\" is no date: write 2005, 2005-11 or 2005-11-03");
    text.trim().parse().map_err(|_| message())
}

impl FilterArgs {
    /// The filter with these conditions in place of those of `base`.
    #[must_use]
    pub fn over(&self, base: &Filter) -> Filter {
        let or = |given: &Option<String>, base: &Option<String>| given.clone().or_else(|| base.clone());
        Filter {
            players: if self.player.is_empty() {
                base.players.clone()
            } else {
                self.player.clone()
            },
            black: or(&self.black, &base.black),
            white: or(&self.white, &base.white),
            years: self.year.unwrap_or(base.years),
            from: self.from.or(base.from),
            to: self.to.or(base.to),
            event: or(&self.event, &base.event),
            result: self.result.or(base.result),
            rank: self.rank.unwrap_or(base.rank),
            komi: self.komi.unwrap_or(base.komi),
            handicap: self.handicap.unwrap_or(base.handicap),
            rules: or(&self.rules, &base.rules),
            size: base.size,
        }
    }

    /// The filter with these conditions and no others.
    #[must_use]
    pub fn filter(&self) -> Filter {
        self.over(&Filter::default())
    }
}

impl SizeArgs {
    /// `filter` with this condition, if it is given.
    #[must_use]
    pub fn over(&self, filter: Filter) -> Filter {
        Filter {
            size: self.size.unwrap_or(filter.size),
            ..filter
        }
    }
}

/// A word that begins like a condition and is none.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("there is no condition \"{0}\"; there are {names}", names = CONDITIONS.join(", "))]
pub struct ConditionError(String);

impl ConditionError {
    /// That nothing called `name` can be limited.
    #[must_use]
    pub fn new(name: &str) -> Self {
        Self(name.to_owned())
    }
}

/// What conditions are on.
pub const CONDITIONS: [&str; 13] = [
    "player", "black", "white", "year", "from", "to", "event", "result", "rank", "komi", "handicap", "rules", "size",
];

/// A condition that cannot be set.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("{message}")]
pub struct WrongCondition {
    /// What it is on.
    pub name: String,
    /// Why, and what would be right.
    pub message: String,
}

/// The filter with these conditions, names and values, in place of those of
/// `base` on the same thing. One without a value is only taken away; those on
/// players add up.
///
/// # Errors
/// A name that is none or comes twice, or a value that cannot be read.
pub fn replaced<'a>(
    base: &Filter,
    conditions: impl Iterator<Item = (&'a str, &'a str)> + Clone,
) -> Result<Filter, WrongCondition> {
    let mut filter = base.clone();
    let mut seen = Vec::new();
    let wrong = |name: &str, message: String| {
        let name = name.to_owned();
        WrongCondition { name, message }
    };
    for (name, _) in conditions.clone() {
        without(&mut filter, name).map_err(|error| wrong(name, error.to_string()))?;
        if name != "player" && seen.contains(&name) {
            return Err(wrong(name, format!("{name} is given twice")));
        }
        seen.push(name);
    }
    for (name, value) in conditions.filter(|(_, value)| !value.is_empty()) {
        set(&mut filter, name, value).map_err(|message| wrong(name, message))?;
    }
    Ok(filter)
}

fn set(filter: &mut Filter, name: &str, value: &str) -> Result<(), String> {
    fn read<T: FromStr<Err: ToString>>(value: &str) -> Result<T, String> {
        value.parse().map_err(|error: T::Err| error.to_string())
    }
    match name {
        "player" => filter.players.push(text(value)?),
        "black" => filter.black = Some(text(value)?),
        "white" => filter.white = Some(text(value)?),
        "year" => filter.years = read(value)?,
        "from" => filter.from = Some(date(value)?),
        "to" => filter.to = Some(date(value)?),
        "event" => filter.event = Some(text(value)?),
        "result" => filter.result = Some(read(value)?),
        "rank" => filter.rank = read(value)?,
        "komi" => filter.komi = read(value)?,
        "handicap" => filter.handicap = read(value)?,
        "rules" => filter.rules = Some(text(value)?),
        "size" => filter.size = read(value)?,
        _ => return Err(ConditionError::new(name).to_string()),
    }
    Ok(())
}

/// Takes a condition away.
fn without(filter: &mut Filter, name: &str) -> Result<(), ConditionError> {
    let open = Filter::default();
    match name {
        "player" => filter.players = open.players,
        "black" => filter.black = None,
        "white" => filter.white = None,
        "year" => filter.years = open.years,
        "from" => filter.from = None,
        "to" => filter.to = None,
        "event" => filter.event = None,
        "result" => filter.result = None,
        "rank" => filter.rank = open.rank,
        "komi" => filter.komi = open.komi,
        "handicap" => filter.handicap = open.handicap,
        "rules" => filter.rules = None,
        "size" => filter.size = open.size,
        _ => return Err(ConditionError::new(name)),
    }
    Ok(())
}

/// Words as they are typed in the shell as those of a command line: a
/// condition such as `player=cho` becomes an option.
///
/// # Errors
/// A word such as `plyer=cho`.
pub fn as_options(words: &[String]) -> Result<Vec<String>, ConditionError> {
    words
        .iter()
        .map(|word| match word.split_once('=') {
            Some((name, _)) if CONDITIONS.contains(&name) => Ok(format!("--{word}")),
            Some((name, _)) if !name.is_empty() && name.bytes().all(|b| b.is_ascii_lowercase()) => {
                Err(ConditionError::new(name))
            }
            _ => Ok(word.clone()),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        filter: FilterArgs,
        #[command(flatten)]
        size: SizeArgs,
    }

    fn filter(line: &str) -> Result<Filter, String> {
        let words: Vec<String> = line.split(' ').map(str::to_owned).collect();
        let words = as_options(&words).map_err(|error| error.to_string())?;
        let line = Line::try_parse_from([&["bgo".to_owned()][..], &words].concat()).map_err(|e| e.to_string())?;
        Ok(line.size.over(line.filter.filter()))
    }

    #[test]
    fn conditions_are_shown_as_they_were_typed() {
        for line in [
            "player=cho",
            "player=cho player=李 black=a white=b year=1990..2000 from=1990-05 to=2000 event=meijin result=B+ \
             rank=1p..9p komi=5.5.. handicap=..9 rules=chin size=9..13",
            "result=+1.5..2.5 komi=-5.5",
        ] {
            assert_eq!(filter(line).map(|filter| filter.to_string()), Ok(line.to_owned()));
            let conditions = line.split_whitespace().filter_map(|word| word.split_once('='));
            let one_by_one = replaced(&Filter::default(), conditions).expect("conditions");
            assert_eq!(one_by_one.to_string(), line);
        }
    }

    #[test]
    fn later_conditions_take_the_place_of_earlier_ones() {
        let base = filter("player=cho year=1990 result=B+").expect("a filter");
        let words = as_options(&["year=2000..".to_owned(), "black=go".to_owned()]).expect("conditions");
        let line = Line::try_parse_from([&["bgo".to_owned()][..], &words].concat()).expect("conditions");
        assert_eq!(
            line.filter.over(&base).to_string(),
            "player=cho black=go year=2000.. result=B+"
        );
    }

    #[test]
    fn each_condition_can_be_set_and_taken_away() {
        use clap::CommandFactory;
        let options = Line::command();
        for name in CONDITIONS {
            assert!(options.get_arguments().any(|a| a.get_long() == Some(name)), "{name}");
            assert_eq!(without(&mut Filter::default(), name), Ok(()), "{name}");
        }
        assert_eq!(options.get_arguments().count(), CONDITIONS.len());
    }

    #[test]
    fn what_is_no_condition_is_refused() {
        for (line, said) in [
            ("plyer=cho", "there is no condition \"plyer\"; there are player, black,"),
            ("year=abc", "\"abc\" is no range of years: write 1990..2000"),
            ("year=2000..1990", "2000 is after 1990; the earlier year comes first"),
            (
                "from=2005-13",
                "\"2005-13\" is no date: write 2005, 2005-11 or 2005-11-03",
            ),
            ("result=maybe", "\"maybe\" is no result: write B+"),
            ("rank=strong", "\"strong\" is no range of ranks"),
            ("player=", "at least one character"),
            ("size=20", "\"20\" is no range of board sizes: write 9..13"),
        ] {
            let error = filter(line).expect_err(line);
            assert!(error.contains(said), "{line}: {error}");
        }
    }
}
