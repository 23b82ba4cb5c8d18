use crate::shell::command::{Command, Output, parse};
use crate::shell::{Session, ShellError};
use clap::Args;

#[derive(Args, Debug)]
struct MarksArgs {
    /// How many, 1 to 26
    #[arg(value_name = "COUNT", value_parser = clap::value_parser!(u8).range(1..=26))]
    count: u8,
}

/// Sets how many next moves are marked.
pub struct Marks;

impl Command for Marks {
    fn name(&self) -> &'static str {
        "Marks"
    }

    fn keywords(&self) -> &'static [&'static str] {
        &["marks"]
    }

    fn summary(&self) -> &'static str {
        "Sets how many next moves are shown"
    }

    fn arguments(&self, parser: clap::Command) -> clap::Command {
        MarksArgs::augment_args(parser)
    }

    fn examples(&self) -> &'static [(&'static str, &'static str)] {
        &[("marks 3", "only the three most popular moves"), ("marks 26", "a to z")]
    }

    fn run(&self, words: &[String], session: &mut Session) -> Result<Output, ShellError> {
        let MarksArgs { count } = parse(self, words)?;
        session.set_marks(usize::from(count));
        Ok(session.show().into())
    }
}

#[cfg(test)]
mod tests {
    use crate::shell::testing::{failure, session, shown};

    #[test]
    fn the_board_shown_follows_and_the_total_does_not() {
        let mut session = session(&["pd dp", "pd dp", "pd dd", "pd dd", "pd dd", "pd qq"]);
        let all = shown(&mut session, "play pd");
        assert!(all.contains("a - 3  c - 1\nb - 2\nTotal count: 6\n"), "{all}");
        let one = shown(&mut session, "marks 1");
        assert!(one.contains("\na - 3\nTotal count: 6\n"), "{one}");
        assert!(failure(&mut session, "play b").contains("there is no mark b"));
        assert_eq!(shown(&mut session, "marks 26"), all);
    }

    #[test]
    fn a_number_from_1_to_26_is_needed() {
        for line in ["marks 0", "marks 27", "marks x", "marks -1", "marks"] {
            let error = failure(&mut session(&[]), line);
            assert!(error.ends_with("usage: marks <COUNT>"), "{error}");
        }
    }
}
