//! Conditions on the games that count.

use crate::args::advice;
use crate::render::{Text, several_players_text};
use crate::shell::command::year_number;
use crate::shell::{Session, ShellError};
use bgo::internal::query::{Choice, Condition, ConditionError, Conditions, Filter, Scope};
use bgo::internal::range::YearRange;

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
    match (advice(words, word), Condition::named(word.trim_start_matches('-'))) {
        (Some(advice), Some(condition)) => {
            ShellError::usage(format!("the condition {} needs a value: {advice}", condition.name))
        }
        (Some(advice), None) => ShellError::usage(format!("{word:?} is not a condition; {advice}")),
        (None, Some(condition)) => ShellError::usage(format!("--{} needs a value", condition.name)),
        (None, None) if !word.contains('=') => ShellError::usage(format!(
            "there is no condition {word:?}; write player={word} for a player, or \"find {word}\" for a word"
        )),
        (None, None) => ConditionError::Unknown(word.to_owned()).into(),
    }
}

pub(super) fn set(session: &mut Session, conditions: &[String]) -> Result<Text, ShellError> {
    match conditions {
        [] if session.filter().is_empty() => return Ok(session.position_or("all games count\n")),
        [] => return Ok(session.position_or(format!("{}\n", session.filter()))),
        [before] if before == "-" => session.take_filter_before()?,
        [clear, others @ ..] if clear == "clear" => session.set_filter(changed(&Filter::default(), others)?)?,
        _ => session.set_filter(changed(session.filter(), conditions)?)?,
    }
    session.take_shown_position()?;
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
    session.search()
}

pub(super) fn limit_years(session: &mut Session, min: Option<String>, max: Option<u16>) -> Result<Text, ShellError> {
    let years = match (min, max) {
        (None, max) => YearRange::new(None, max)?,
        (Some(all), None) if all == "all" => YearRange::new(None, None)?,
        (Some(range), None) if range.contains("..") => range.parse()?,
        (Some(range), Some(_)) if range.contains("..") => {
            return Err(ShellError::usage("a range is all that year takes"));
        }
        (Some(min), max) => YearRange::new(Some(year_number(&min).map_err(ShellError::usage)?), max)?,
    };
    let before = session.filter().years;
    let filter = Filter {
        years,
        ..session.filter().clone()
    };
    session.set_filter(filter)?;
    session.take_shown_position()?;
    let said = match (years.is_open(), before.is_open()) {
        (true, true) => "Years: all\n".to_owned(),
        (true, false) => format!("Years: all, no longer {}\n", before.in_words()),
        // The answer says so.
        (false, _) if session.filter().has_only_years() => String::new(),
        (false, _) => format!("Years: {}\n", years.in_words()),
    };
    Ok(session.search()? + session.for_people(said.into()))
}

#[cfg(test)]
mod tests {
    use crate::shell::testing::{failure, session, shown, talk};

    #[test]
    fn conditions_are_set_shown_replaced_and_taken_away() {
        // The players of these games are 0, 1, 2 and 3.
        talk(
            &mut session(&["1990 pd dp", "1995 pd dd", "2001 dd pp", "qc"]),
            r#"
            where => all games count
            where year=1990..1995 => ...Total count: 2\nYears: 1990 to 1995
            where player=1 => ...Total count: 1\nFilter: player=1 year=1990..1995
            where => player=1 year=1990..1995
            where player=0 => ...Filter: player=0 year...
            where player= year=1995.. => ...Total count: 2\nYears: from 1995 on
            year => ...Total count: 4\nYears: all, no longer from 1995 on
            year 1990 => ...
            year all => ...Total count: 4\nYears: all, no longer from 1990 on
            y => "y" could be year or years...
            where year=1995 => ...Total count: 1\nYears: 1995
            where black=2 => ...
            where clear => ...Total count: 4
            where - => ...Filter: black=2 year=1995\n...
            where - => ...Total count: 4
            "#,
        );
        let none = failure(&mut session(&["pd"]), "where -");
        assert_eq!(none, "there is no earlier filter");
    }

    #[test]
    fn a_wrong_condition_changes_nothing() {
        let mut session = session(&["1990 pd dp"]);
        let before = shown(&mut session, "where year=1990");
        talk(
            &mut session,
            r#"
            where year=abc => ..."abc" is not a range of years...
            where year=2000..1990 => ...2000 is after 1990...
            where from=2000-05 to=1990 => ...2000-05 is after 1990; the earlier date comes first...
            where player=nobody => ...no player in the database has "nobody" in its name...
            where event=x => ...no event in the database...
            where plyer=0 => ...there is no condition "plyer"...
            where cho => ...there is no condition "cho"...
            where player => ...the condition player needs a value: write "player=NAME"...
            where result=x => ..."x" is not a result...
            where black=0 black=1 => ...black is given twice...
            "#,
        );
        assert_eq!(shown(&mut session, "search"), before);
    }

    #[test]
    fn years_limit_the_games_until_they_are_cleared() {
        let mut session = session(&["1990 pd", "1995 pd", "2001 dd", "qc"]);
        talk(
            &mut session,
            r"
            year 1995 => ...Total count: 2\nYears: from 1995 on
            year 1990 1995 => ...Total count: 2\nYears: 1990 to 1995
            search => ...Total count: 2\nYears: 1990 to 1995
            year 1995..2000 => ...Total count: 1\nYears: 1995 to 2000
            year 1995.. => ...Total count: 2\nYears: from 1995 on
            year ..1990 => ...Total count: 1\nYears: up to 1990
            year => ...Total count: 4\nYears: all, no longer up to 1990
            year => ...Total count: 4\nYears: all
            where player=1 => ...
            year 1995 => ...Filter: player=1 year=1995..\nYears: from 1995 on
            ",
        );
        // An answer to a question that comes too late changes nothing.
        for late in ["y", "Y", "yes", "y 1990"] {
            let said = failure(&mut session, late);
            let could_be = format!("\"{}\" could be year or years", &late[..1]);
            assert!(
                said.starts_with("there is no command") || said.starts_with(&could_be),
                "{said}"
            );
        }
        assert_eq!(session.filter().to_string(), "player=1 year=1995..");
    }

    #[test]
    fn a_wrong_range_leaves_the_limit_as_it_was() {
        let mut session = session(&["1990 pd"]);
        let limited = shown(&mut session, "year 1990");
        talk(
            &mut session,
            r#"
            year 2000 1990 => 2000 is after 1990; the earlier year comes first
            year 1990..x => "1990..x" is not a range of years...
            year abc => a year is a number such as 1990\nusage: year [MIN] [MAX]
            year 70000 => a year is a number such as 1990\nusage: year [MIN] [MAX]
            year 1990 x => a year is a number such as 1990\nusage: year [MIN] [MAX]
            year 2000..1990 => 2000 is after 1990; the earlier year comes first\nusage: year [MIN] [MAX]
            year 1990..1995 1999 => a range is all that year takes\nusage: year [MIN] [MAX]
            year 1 2 3 => unexpected "3"\nusage: year [MIN] [MAX]
            year -1 => there is no option "-1"\nusage: year [MIN] [MAX]
            "#,
        );
        assert_eq!(shown(&mut session, "search"), limited);
    }
}
