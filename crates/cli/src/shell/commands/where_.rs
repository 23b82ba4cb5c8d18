use crate::ask::{ConditionError, replaced};
use bgo::query::Filter;
use crate::shell::command::{Command, Completion, Output, parse, wrong_usage};
use crate::shell::{Session, ShellError};
use clap::Args;

#[derive(Args, Debug)]
struct WhereArgs {
    /// Such as player=cho, black=NAME, white=NAME, year=1990..1999, from=DATE, to=DATE, event=NAME, result=B+R, rank=1p..9p, komi=6.5, handicap=2..9, rules=NAME, size=9; or clear
    #[arg(value_name = "CONDITION")]
    conditions: Vec<String>,
}

/// The filter with these conditions in place of those on the same thing; one
/// without a value is only taken away.
fn changed(filter: &Filter, conditions: &[String]) -> Result<Filter, ShellError> {
    if let Some(word) = conditions.iter().find(|word| !word.contains('=')) {
        return Err(ConditionError::new(word).into());
    }
    let pairs = conditions.iter().filter_map(|word| word.split_once('='));
    replaced(filter, pairs).map_err(|wrong| wrong_usage(&Where, wrong.to_string()))
}

fn shown(filter: &Filter) -> String {
    if filter.is_open() {
        "all games count\n".to_owned()
    } else {
        format!("{filter}\n")
    }
}

/// Limits which games count.
pub struct Where;

impl Command for Where {
    fn name(&self) -> &'static str {
        "Where"
    }

    fn keywords(&self) -> &'static [&'static str] {
        &["where"]
    }

    fn summary(&self) -> &'static str {
        "Sets, shows and clears conditions that games must meet to count"
    }

    fn arguments(&self, parser: clap::Command) -> clap::Command {
        WhereArgs::augment_args(parser)
    }

    fn examples(&self) -> &'static [(&'static str, &'static str)] {
        &[
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
        ]
    }

    fn completion(&self) -> Completion {
        Completion::Conditions
    }

    fn run(&self, words: &[String], session: &mut Session) -> Result<Output, ShellError> {
        let WhereArgs { conditions } = parse(self, words)?;
        match &conditions[..] {
            [] => return Ok(shown(session.filter()).into()),
            [clear, others @ ..] if clear == "clear" => session.set_filter(changed(&Filter::default(), others)?)?,
            _ => session.set_filter(changed(session.filter(), &conditions)?)?,
        }
        Ok(session.search()?.into())
    }
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
        assert!(shown(&mut session, "year").ends_with("Total count: 4\n"));
        shown(&mut session, "where black=2");
        assert!(shown(&mut session, "where clear").ends_with("Total count: 4\n"));
    }

    #[test]
    fn a_wrong_condition_changes_nothing() {
        let mut session = session(&["1990 pd dp"]);
        let before = shown(&mut session, "where year=1990");
        for (line, said) in [
            ("where year=abc", "\"abc\" is no range of years"),
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
            ("where result=x", "\"x\" is no result"),
            ("where black=0 black=1", "black is given twice"),
        ] {
            let error = failure(&mut session, line);
            assert!(error.contains(said), "{line}: {error}");
            assert_eq!(shown(&mut session, "search"), before, "{line}");
        }
    }
}
