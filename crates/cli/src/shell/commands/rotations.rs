use crate::render;
use crate::shell::command::{Command, Completion, Output, parse};
use crate::shell::{Session, ShellError};
use clap::{Args, ValueEnum};

#[derive(Args, Debug)]
struct RotationsArgs {
    /// With the marks of the search on each board
    #[arg(value_name = "marks", hide_possible_values = true)]
    with: Option<With>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum With {
    Marks,
}

/// Shows the board in all orientations.
pub struct Rotations;

impl Command for Rotations {
    fn name(&self) -> &'static str {
        "Rotations"
    }

    fn keywords(&self) -> &'static [&'static str] {
        &["rotations"]
    }

    fn summary(&self) -> &'static str {
        "Shows the board in all eight orientations with their hashes"
    }

    fn arguments(&self, parser: clap::Command) -> clap::Command {
        RotationsArgs::augment_args(parser)
    }

    fn examples(&self) -> &'static [(&'static str, &'static str)] {
        &[
            ("rotations", "the stones"),
            ("rotations marks", "the stones and the next moves"),
        ]
    }

    fn completion(&self) -> Completion {
        Completion::Words(&["marks"])
    }

    fn run(&self, words: &[String], session: &mut Session) -> Result<Output, ShellError> {
        let RotationsArgs { with } = parse(self, words)?;
        let mut marks = Vec::new();
        if let Some(With::Marks) = with {
            if session.answer().is_none() {
                session.search()?;
            }
            marks = session.marks();
        }
        let board = session.line().position().board();
        Ok(render::rotations(board, &marks, session.database().hash_table()).into())
    }
}

#[cfg(test)]
mod tests {
    use crate::shell::testing::{failure, session, shown};

    #[test]
    fn the_published_hashes_of_all_eight() {
        let mut session = session(&["pd dp pp dd fq"]);
        shown(&mut session, "play pd dp pp dd");
        let text = shown(&mut session, "rotations");
        let hashes: Vec<i64> = text
            .split_whitespace()
            .filter_map(|word| word.parse().ok())
            .filter(|n| *n > 360 || *n < 0)
            .collect();
        assert_eq!(
            hashes,
            [
                731239216, -731239216, 731239216, -870213878, -731239216, 870213878, 870213878, -870213878
            ]
        );
        assert!(!text.contains(" a "));
        assert!(text.contains("6: rotate 90 ccw, flip top-bottom"));
    }

    #[test]
    fn marks_are_searched_for_where_there_are_none() {
        let mut session = session(&["pd dp"]);
        assert_eq!(shown(&mut session, "rotations marks").matches(" a ").count(), 8);
        assert!(failure(&mut session, "rotations all").ends_with("usage: rotations [marks]"));
    }
}
