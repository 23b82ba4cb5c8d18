use crate::query::{Filter, YearRange};
use crate::shell::command::{Command, Output, parse};
use crate::shell::{Session, ShellError};
use clap::Args;

#[derive(Args, Debug)]
struct YearArgs {
    /// The first year
    #[arg(value_name = "MIN")]
    min: Option<u16>,
    /// The last year; without it there is no last one
    #[arg(value_name = "MAX", requires = "min")]
    max: Option<u16>,
}

/// Limits the years.
pub struct Year;

impl Command for Year {
    fn name(&self) -> &'static str {
        "Year"
    }

    fn keywords(&self) -> &'static [&'static str] {
        &["year"]
    }

    fn summary(&self) -> &'static str {
        "Counts only games of some years, or all again"
    }

    fn arguments(&self, parser: clap::Command) -> clap::Command {
        YearArgs::augment_args(parser)
    }

    fn examples(&self) -> &'static [(&'static str, &'static str)] {
        &[
            ("year 1990", "from 1990 on"),
            ("year 1990 1999", "both years included"),
            ("year", "all games, those without a date too"),
        ]
    }

    fn run(&self, words: &[String], session: &mut Session) -> Result<Output, ShellError> {
        let YearArgs { min, max } = parse(self, words)?;
        let years = YearRange::new(min, max)?;
        session.set_filter(Filter { years });
        Ok(session.search()?.into())
    }
}

#[cfg(test)]
mod tests {
    use crate::shell::testing::{failure, session, shown};

    #[test]
    fn years_limit_the_games_until_they_are_cleared() {
        let mut session = session(&["1990 pd", "1995 pd", "2001 dd", "qc"]);
        assert!(shown(&mut session, "year 1995").ends_with("Total count: 2\nYears: from 1995 on\n"));
        assert!(shown(&mut session, "year 1990 1995").ends_with("Total count: 2\nYears: 1990 to 1995\n"));
        assert!(shown(&mut session, "search").ends_with("Total count: 2\nYears: 1990 to 1995\n"));
        assert!(shown(&mut session, "year").ends_with("Total count: 4\n"));
    }

    #[test]
    fn a_wrong_range_leaves_the_limit_as_it_was() {
        let mut session = session(&["1990 pd"]);
        let limited = shown(&mut session, "year 1990");
        insta::assert_snapshot!(failure(&mut session, "year 2000 1990"), @"2000 is after 1990; the earlier year comes first");
        insta::assert_snapshot!(failure(&mut session, "year abc"), @"
        invalid value 'abc' for '[MIN]': invalid digit found in string
        usage: year [MIN] [MAX]
        ");
        for line in ["year -1", "year 70000", "year 1 2 3"] {
            assert!(
                failure(&mut session, line).ends_with("usage: year [MIN] [MAX]"),
                "{line}"
            );
        }
        assert_eq!(shown(&mut session, "search"), limited);
    }
}
