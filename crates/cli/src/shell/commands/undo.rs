use crate::shell::command::{Command, Output, parse};
use crate::shell::{Session, ShellError};
use clap::Args;
use std::num::IntErrorKind;

#[derive(Args, Debug)]
struct UndoArgs {
    /// How many moves; without it 1
    #[arg(value_name = "COUNT", default_value_t = 1, hide_default_value = true)]
    #[arg(value_parser = count)]
    count: usize,
}

/// A number of moves. One too large for the machine is as good as any that is
/// larger than the number of moves on the board.
fn count(text: &str) -> Result<usize, &'static str> {
    match text.parse() {
        Ok(count @ 1..) => Ok(count),
        Err(error) if *error.kind() == IntErrorKind::PosOverflow => Ok(usize::MAX),
        _ => Err("the number of moves to take back is 1 or more"),
    }
}

/// Takes back moves.
pub struct Undo;

impl Command for Undo {
    fn name(&self) -> &'static str {
        "Undo"
    }

    fn keywords(&self) -> &'static [&'static str] {
        &["undo"]
    }

    fn summary(&self) -> &'static str {
        "Takes back moves and searches the position before them"
    }

    fn arguments(&self, parser: clap::Command) -> clap::Command {
        UndoArgs::augment_args(parser)
    }

    fn examples(&self) -> &'static [(&'static str, &'static str)] {
        &[
            ("undo", "the last move"),
            ("undo 3", "the last three, or as many as there are"),
        ]
    }

    fn run(&self, words: &[String], session: &mut Session) -> Result<Output, ShellError> {
        let UndoArgs { count } = parse(self, words)?;
        if session.line().moves().is_empty() {
            return Err(ShellError::NothingToUndo);
        }
        session.undo(count);
        Ok(session.search()?.into())
    }
}

#[cfg(test)]
mod tests {
    use crate::shell::testing::{failure, session, shown};

    #[test]
    fn the_marks_are_those_of_the_position_shown() {
        let mut session = session(&["pd dp pp", "pd dd"]);
        let after_one = shown(&mut session, "play pd");
        shown(&mut session, "play dp pp");
        assert_eq!(shown(&mut session, "undo 2"), after_one);
        shown(&mut session, "play dp");
        assert_eq!(shown(&mut session, "undo"), after_one);
        shown(&mut session, "undo 99");
        assert_eq!(failure(&mut session, "undo"), "there is no move to take back");
        let empty = shown(&mut session, "search");
        shown(&mut session, "play pd dp");
        assert_eq!(shown(&mut session, "undo 99999999999999999999999"), empty);
    }

    #[test]
    fn a_count_is_a_positive_number() {
        for line in ["undo 0", "undo x", "undo -1", "undo 1 2"] {
            assert!(
                failure(&mut session(&[]), line).ends_with("usage: undo [COUNT]"),
                "{line}"
            );
        }
    }
}
