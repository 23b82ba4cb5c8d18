//! Conditions on the games that count.

use crate::args::advice;
use crate::render::several_players_text;
use crate::shell::command::{Completion, RunWith, ShellCommand};
use crate::shell::{CommandOutput, Session, ShellError};
use bgo::query::{CONDITIONS, Choice, Condition, ConditionError, Conditions, Filter, Scope};
use bgo::range::YearRange;
use clap::Args;
use std::error::Error;

#[derive(Args, Debug)]
struct WhereArgs {
    #[arg(value_name = "CONDITION", allow_hyphen_values = true, help = help())]
    conditions: Vec<String>,
}

fn help() -> String {
    let examples = CONDITIONS.each_ref().map(|c| format!("{}={}", c.name, c.example));
    format!("Such as {}; or clear", examples.join(", "))
}

/// Returns the filter with these conditions in place of those of the same names;
/// a condition without a value is only taken away.
fn changed(filter: &Filter, conditions: &[String]) -> Result<Filter, ShellError> {
    let conditions = Conditions::read(pairs(conditions)?).map_err(ShellError::usage)?;
    Ok(conditions.over(filter))
}

/// Returns the names and values of conditions such as `player=cho` or `--player cho`.
fn pairs(words: &[String]) -> Result<Vec<(&str, &str)>, ShellError> {
    let mut pairs = Vec::new();
    let mut rest = words.iter();
    while let Some(word) = rest.next() {
        let option = word.strip_prefix("--");
        let pair = if let Some(pair) = option.unwrap_or(word).split_once('=') {
            Some(pair)
        } else if let Some(option) = option
            && let Some(value) = rest.next()
        {
            Some((option, value.as_str()))
        } else {
            let alone = Condition::named(word).and_then(Condition::value_alone);
            alone.map(|value| (word.as_str(), value))
        };
        pairs.push(pair.ok_or_else(|| not_a_condition(words, word))?);
    }
    Ok(pairs)
}

fn not_a_condition(words: &[String], word: &str) -> ShellError {
    let unknown = ConditionError::Unknown(word.to_owned());
    match (advice(words, word), Condition::named(word.trim_start_matches('-'))) {
        (Some(advice), Some(condition)) => {
            ShellError::usage(format!("the condition {} needs a value: {advice}", condition.name))
        }
        (Some(advice), None) => ShellError::usage(format!("{word:?} is not a condition; {advice}")),
        (None, Some(condition)) => ShellError::usage(format!("--{} needs a value", condition.name)),
        (None, None) => unknown.into(),
    }
}

fn shown(filter: &Filter) -> String {
    if filter.is_empty() {
        "all games count\n".to_owned()
    } else {
        format!("{filter}\n")
    }
}

pub(super) static WHERE: ShellCommand = ShellCommand {
    name: "Where",
    keywords: &["where", "w"],
    summary: "Sets, shows and clears conditions that games must meet to count",
    examples: &[
        ("where", "the conditions that are set"),
        (
            "where player=cho year=1990..1999",
            "sets conditions, in place of those on the same thing",
        ),
        (
            "where black='Cho Chikun' result=B+R",
            "a value with blanks goes in quotes",
        ),
        ("where player=", "takes one away"),
        ("where clear", "takes all away"),
    ],
    completion: Completion::Conditions,
    action: &RunWith::words(where_),
};

fn where_(WhereArgs { conditions }: WhereArgs, session: &mut Session) -> Result<CommandOutput, ShellError> {
    match &conditions[..] {
        [] => return Ok(shown(session.filter()).into()),
        [clear, others @ ..] if clear == "clear" => session.set_filter(changed(&Filter::default(), others)?)?,
        _ => session.set_filter(changed(session.filter(), &conditions)?)?,
    }
    let several = match session.question() {
        Ok(question) if *question.scope() == Scope::Board => {
            Choice::Position(question).several_players(&session.snapshot()?)?
        }
        // The search for a pattern would be made twice, and the search says what is wrong.
        _ => Vec::new(),
    };
    for line in several_players_text(&several).lines() {
        session.remark(line.to_owned());
    }
    Ok(session.search()?.into())
}

#[derive(Args, Debug)]
struct YearArgs {
    /// The first year (alone: from that year on), or a range such as 1990..1999
    #[arg(value_name = "MIN", value_parser = years)]
    min: Option<YearLimit>,
    /// The last year
    #[arg(value_name = "MAX", value_parser = year_number)]
    max: Option<u16>,
}

#[derive(Clone, Copy, Debug)]
enum YearLimit {
    From(u16),
    Range(YearRange),
}

fn years(text: &str) -> Result<YearLimit, Box<dyn Error + Send + Sync>> {
    Ok(if text.contains("..") {
        YearLimit::Range(text.parse()?)
    } else {
        YearLimit::From(year_number(text)?)
    })
}

fn year_number(text: &str) -> Result<u16, &'static str> {
    text.parse().map_err(|_| "a year is a number such as 1990")
}

pub(super) static YEAR: ShellCommand = ShellCommand {
    name: "Year",
    keywords: &["year"],
    summary: "Sets or removes the limit on years",
    examples: &[
        ("year 1990", "from 1990 on"),
        ("year 1990 1999", "both years included"),
        ("year 1990..1999", "the same"),
        ("year ..1999", "up to 1999"),
        ("year", "all games, those without a date too"),
    ],
    completion: Completion::Arguments,
    action: &RunWith::words(year),
};

fn year(YearArgs { min, max }: YearArgs, session: &mut Session) -> Result<CommandOutput, ShellError> {
    let years = match (min, max) {
        (None, max) => YearRange::new(None, max)?,
        (Some(YearLimit::From(min)), max) => YearRange::new(Some(min), max)?,
        (Some(YearLimit::Range(range)), None) => range,
        (Some(YearLimit::Range(_)), Some(_)) => {
            return Err(ShellError::usage("a range is all that year takes".to_owned()));
        }
    };
    let before = session.filter().years;
    let filter = Filter {
        years,
        ..session.filter().clone()
    };
    session.set_filter(filter)?;
    let said = match (years.is_open(), before.is_open()) {
        (true, true) => "Years: all\n".to_owned(),
        (true, false) => format!("Years: all, no longer {}\n", before.in_words()),
        // The answer says so.
        (false, _) if session.filter().has_only_years() => String::new(),
        (false, _) => format!("Years: {}\n", years.in_words()),
    };
    Ok((session.search()? + said.into()).into())
}

#[cfg(test)]
mod tests {
    use crate::shell::testing::{failure, session, shown};

    #[test]
    fn conditions_are_set_shown_replaced_and_taken_away() {
        // The players of these games are 0, 1, 2 and 3.
        let mut session = session(&["1990 pd dp", "1995 pd dd", "2001 dd pp", "qc"]);
        assert_eq!(shown(&mut session, "where"), "all games count\n");
        assert!(shown(&mut session, "where year=1990..1995").ends_with("Total count: 2\nYears: 1990 to 1995\n"));
        let both = shown(&mut session, "where player=1");
        assert!(
            both.ends_with("Total count: 1\nFilter: player=1 year=1990..1995\n"),
            "{both}"
        );
        assert_eq!(shown(&mut session, "where"), "player=1 year=1990..1995\n");
        assert!(shown(&mut session, "where player=0").contains("Filter: player=0 year"));
        assert!(shown(&mut session, "where player= year=1995..").ends_with("Total count: 2\nYears: from 1995 on\n"));
        assert!(shown(&mut session, "year").ends_with("Total count: 4\nYears: all, no longer from 1995 on\n"));
        assert!(shown(&mut session, "where year=1995").ends_with("Total count: 1\nYears: 1995\n"));
        shown(&mut session, "where black=2");
        assert!(shown(&mut session, "where clear").ends_with("Total count: 4\n"));
    }

    #[test]
    fn a_wrong_condition_changes_nothing() {
        let mut session = session(&["1990 pd dp"]);
        let before = shown(&mut session, "where year=1990");
        for (line, said) in [
            ("where year=abc", "\"abc\" is not a range of years"),
            ("where year=2000..1990", "2000 is after 1990"),
            (
                "where from=2000-05 to=1990",
                "2000-05 is after 1990; the earlier date comes first",
            ),
            (
                "where player=nobody",
                "no player in the database has \"nobody\" in its name",
            ),
            ("where event=x", "no event in the database"),
            ("where plyer=0", "there is no condition \"plyer\""),
            ("where cho", "there is no condition \"cho\""),
            (
                "where player",
                "the condition player needs a value: write \"player=NAME\"",
            ),
            ("where result=x", "\"x\" is not a result"),
            ("where black=0 black=1", "black is given twice"),
        ] {
            let error = failure(&mut session, line);
            assert!(error.contains(said), "{line}: {error}");
            assert_eq!(shown(&mut session, "search"), before, "{line}");
        }
    }

    #[test]
    fn years_limit_the_games_until_they_are_cleared() {
        let mut session = session(&["1990 pd", "1995 pd", "2001 dd", "qc"]);
        assert!(shown(&mut session, "year 1995").ends_with("Total count: 2\nYears: from 1995 on\n"));
        assert!(shown(&mut session, "year 1990 1995").ends_with("Total count: 2\nYears: 1990 to 1995\n"));
        assert!(shown(&mut session, "search").ends_with("Total count: 2\nYears: 1990 to 1995\n"));
        assert!(shown(&mut session, "year 1995..2000").ends_with("Total count: 1\nYears: 1995 to 2000\n"));
        assert!(shown(&mut session, "year 1995..").ends_with("Total count: 2\nYears: from 1995 on\n"));
        assert!(shown(&mut session, "year ..1990").ends_with("Total count: 1\nYears: up to 1990\n"));
        let all = shown(&mut session, "year");
        assert!(
            all.ends_with("Total count: 4\nYears: all, no longer up to 1990\n"),
            "{all}"
        );
        assert!(shown(&mut session, "year").ends_with("Total count: 4\nYears: all\n"));
        shown(&mut session, "where player=1");
        let both = shown(&mut session, "year 1995");
        assert!(
            both.ends_with("Filter: player=1 year=1995..\nYears: from 1995 on\n"),
            "{both}"
        );
        // An answer to a question that comes too late changes nothing.
        for late in ["y", "Y", "yes", "y 1990"] {
            assert!(
                failure(&mut session, late).starts_with("there is no command")
                    || failure(&mut session, late).starts_with(&format!("\"{}\" could be year or years", &late[..1])),
                "{late}"
            );
        }
        assert_eq!(session.filter().to_string(), "player=1 year=1995..");
    }

    #[test]
    fn a_wrong_range_leaves_the_limit_as_it_was() {
        let mut session = session(&["1990 pd"]);
        let limited = shown(&mut session, "year 1990");
        insta::assert_snapshot!(failure(&mut session, "year 2000 1990"), @"2000 is after 1990; the earlier year comes first");
        for (line, problem) in [
            ("year abc", "a year is a number such as 1990"),
            ("year 70000", "a year is a number such as 1990"),
            ("year 1990 x", "a year is a number such as 1990"),
            ("year 2000..1990", "2000 is after 1990; the earlier year comes first"),
            ("year 1990..1995 1999", "a range is all that year takes"),
            ("year 1 2 3", "unexpected \"3\""),
            ("year -1", "there is no option \"-1\""),
        ] {
            assert_eq!(
                failure(&mut session, line),
                format!("{problem}\nusage: year [MIN] [MAX]"),
                "{line}"
            );
        }
        assert!(failure(&mut session, "year 1990..x").starts_with("\"1990..x\" is not a range of years"));
        assert_eq!(shown(&mut session, "search"), limited);
    }
}
