use crate::render::MAX_MARKS;
use crate::shell::command::{Command, Output, parse};
use crate::shell::{Session, ShellError};
use clap::Args;

#[derive(Args, Debug)]
struct MarksArgs {
    #[arg(value_name = "COUNT", value_parser = count, help = format!("How many, 1 to {MAX_MARKS}"))]
    count: usize,
}

fn count(text: &str) -> Result<usize, String> {
    let count = text.parse().ok().filter(|count| (1..=MAX_MARKS).contains(count));
    count.ok_or_else(|| format!("there can be 1 to {MAX_MARKS} marks"))
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
        session.set_marks(count);
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
        let mut session = session(&[]);
        for line in [
            "marks 0",
            "marks 27",
            "marks x",
            "marks ''",
            "marks 99999999999999999999",
        ] {
            assert_eq!(
                failure(&mut session, line),
                "there can be 1 to 26 marks\nusage: marks <COUNT>"
            );
        }
        assert!(shown(&mut session, "help marks").contains("How many, 1 to 26\n"));
    }
}
