use bgo::go::BoardSize;
use crate::shell::command::{Command, Output, parse};
use crate::shell::{Session, ShellError};
use clap::Args;

#[derive(Args, Debug)]
struct SizeArgs {
    /// How many lines, 2 to 19
    #[arg(value_name = "SIZE")]
    size: BoardSize,
}

/// Starts with a board of another size.
pub struct Size;

impl Command for Size {
    fn name(&self) -> &'static str {
        "Size"
    }

    fn keywords(&self) -> &'static [&'static str] {
        &["size"]
    }

    fn summary(&self) -> &'static str {
        "Takes an empty board of another size"
    }

    fn arguments(&self, parser: clap::Command) -> clap::Command {
        SizeArgs::augment_args(parser)
    }

    fn examples(&self) -> &'static [(&'static str, &'static str)] {
        &[("size 9", "a board of 9x9"), ("size 13x13", "another way to write it")]
    }

    fn run(&self, words: &[String], session: &mut Session) -> Result<Output, ShellError> {
        let SizeArgs { size } = parse(self, words)?;
        session.reset(size);
        Ok(session.show().into())
    }
}

#[cfg(test)]
mod tests {
    use crate::shell::testing::{failure, session, shown};

    #[test]
    fn every_size_is_drawn_and_searched() {
        let mut session = session(&["pd"]);
        for lines in 2..=19 {
            let board = shown(&mut session, &format!("size {lines}"));
            assert_eq!(board.lines().count(), lines + 3);
            assert!(
                board.lines().skip(1).take(lines).all(|row| row.len() == 2 * lines + 3),
                "{board}"
            );
            let games = u8::from(lines == 19);
            assert!(shown(&mut session, "search").ends_with(&format!("\nTotal count: {games}\n")));
        }
    }

    #[test]
    fn the_new_board_is_empty() {
        let mut session = session(&[]);
        shown(&mut session, "play pd");
        assert!(!shown(&mut session, "size 19").contains('X'));
        for line in ["size 9", "size 9x9"] {
            assert!(shown(&mut session, line).contains("I . . . . . . . . . I"), "{line}");
        }
    }

    #[test]
    fn other_sizes_are_refused() {
        for line in ["size 1", "size 20", "size 9x13", "size 999"] {
            assert_eq!(
                failure(&mut session(&[]), line),
                "a board has 2 to 19 lines\nusage: size <SIZE>"
            );
        }
    }
}
