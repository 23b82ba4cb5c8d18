use bgo::query::{Filter, YearRange};
use crate::shell::command::{Command, Output, parse, wrong_usage};
use crate::shell::{Session, ShellError};
use clap::Args;
use std::error::Error;

#[derive(Args, Debug)]
struct YearArgs {
    /// The first year (alone: from that year on), or a range such as 1990..1999
    #[arg(value_name = "MIN", value_parser = years)]
    min: Option<Years>,
    /// The last year
    #[arg(value_name = "MAX", value_parser = year)]
    max: Option<u16>,
}

#[derive(Clone, Copy, Debug)]
enum Years {
    From(u16),
    Range(YearRange),
}

fn years(text: &str) -> Result<Years, Box<dyn Error + Send + Sync>> {
    Ok(if text.contains("..") {
        Years::Range(text.parse()?)
    } else {
        Years::From(year(text)?)
    })
}

fn year(text: &str) -> Result<u16, &'static str> {
    text.parse().map_err(|_| "a year is a number such as 1990")
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
            ("year 1990..1999", "the same"),
            ("year ..1999", "up to 1999"),
            ("year", "all games, those without a date too"),
        ]
    }

    fn run(&self, words: &[String], session: &mut Session) -> Result<Output, ShellError> {
        let YearArgs { min, max } = parse(self, words)?;
        let years = match (min, max) {
            (None, max) => YearRange::new(None, max)?,
            (Some(Years::From(min)), max) => YearRange::new(Some(min), max)?,
            (Some(Years::Range(range)), None) => range,
            (Some(Years::Range(_)), Some(_)) => {
                return Err(wrong_usage(self, "a range is all that year takes".to_owned()));
            }
        };
        let filter = Filter {
            years,
            ..session.filter().clone()
        };
        session.set_filter(filter)?;
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
        assert!(shown(&mut session, "year 1995..2000").ends_with("Total count: 1\nYears: 1995 to 2000\n"));
        assert!(shown(&mut session, "year 1995..").ends_with("Total count: 2\nYears: from 1995 on\n"));
        assert!(shown(&mut session, "year ..1990").ends_with("Total count: 1\nYears: up to 1990\n"));
        assert!(shown(&mut session, "year").ends_with("Total count: 4\n"));
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
            ("year 1 2 3", "\"3\" is one word too many"),
            ("year -1", "there is no option \"-1\""),
        ] {
            assert_eq!(
                failure(&mut session, line),
                format!("{problem}\nusage: year [MIN] [MAX]"),
                "{line}"
            );
        }
        assert!(failure(&mut session, "year 1990..x").starts_with("\"1990..x\" is no range of years"));
        assert_eq!(shown(&mut session, "search"), limited);
    }
}
