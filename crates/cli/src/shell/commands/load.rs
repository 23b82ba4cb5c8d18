use super::arguments::move_number;
use bgo::query::Line;
use bgo::record::{Rejection, decode, game_trees};
use crate::shell::command::{Command, Completion, Output, parse};
use crate::shell::{Session, ShellError};
use clap::Args;
use std::path::PathBuf;

#[derive(Args, Debug)]
struct LoadArgs {
    /// A file with a record; of several in it, the first
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// After how many moves; without it, after the last
    #[arg(value_name = "MOVE", value_parser = move_number::<usize>)]
    moves: Option<usize>,
}

/// Puts the position of a record on the search board.
pub struct Load;

impl Command for Load {
    fn name(&self) -> &'static str {
        "Load"
    }

    fn keywords(&self) -> &'static [&'static str] {
        &["load"]
    }

    fn summary(&self) -> &'static str {
        "Puts the position of a record on the search board"
    }

    fn arguments(&self, parser: clap::Command) -> clap::Command {
        LoadArgs::augment_args(parser)
    }

    fn examples(&self) -> &'static [(&'static str, &'static str)] {
        &[
            ("load game.sgf", "the last position of its main line"),
            ("load game.sgf 30", "the position after 30 moves"),
        ]
    }

    fn completion(&self) -> Completion {
        Completion::Paths
    }

    fn run(&self, words: &[String], session: &mut Session) -> Result<Output, ShellError> {
        let LoadArgs { file, moves } = parse(self, words)?;
        let path = session.path(&file);
        let bytes = std::fs::read(&path).map_err(|error| ShellError::path(file.clone(), error))?;
        let text = decode(&bytes).text;
        // No text has such a character, and other files may have "(;" somewhere.
        let text = if text.contains('\0') { "" } else { &*text };
        let record = game_trees(text).next().map_or(Err(Rejection::NoGame), |tree| tree.game);
        let record = record.map_err(|rejection| ShellError::NoRecord { path: file, rejection })?;
        session.set_line(Line::from_record(session.database().keys(), &record, moves));
        Ok(session.search()?.into())
    }
}

#[cfg(test)]
mod tests {
    use crate::shell::testing::{failure, session, shown};

    #[test]
    fn what_was_saved_is_loaded_again() {
        let folder = tempfile::tempdir().expect("a folder");
        let mut session = session(&["pd dp pp dd"]);
        session.set_directory(folder.path().to_owned());
        let board = shown(&mut session, "play pd dp pass dd");
        assert_eq!(shown(&mut session, "save line.sgf"), "line.sgf: 4 moves\n");
        shown(&mut session, "board reset");
        assert_eq!(shown(&mut session, "load line.sgf"), board);
        assert_eq!(session.line().moves().len(), 4);
        shown(&mut session, "load line.sgf 2");
        assert_eq!(session.line().moves().len(), 2);
        let saved = std::fs::read_to_string(folder.path().join("line.sgf")).expect("a file");
        assert!(saved.contains(";B[pd]\n;W[dp]\n;B[]\n;W[dd])"), "{saved}");
    }

    #[test]
    fn setup_is_kept_and_says_whose_turn_it_is() {
        let folder = tempfile::tempdir().expect("a folder");
        let record = "(;SZ[9]HA[2]AB[cg][gc];W[ee];B[cc])";
        std::fs::write(folder.path().join("handicap.sgf"), record).expect("a file");
        let mut session = session(&[]);
        session.set_directory(folder.path().to_owned());
        shown(&mut session, "load handicap.sgf 0");
        shown(&mut session, "save again.sgf");
        let saved = std::fs::read_to_string(folder.path().join("again.sgf")).expect("a file");
        assert!(saved.contains("SZ[9]AB[gc][cg]PL[W])"), "{saved}");
        shown(&mut session, "play ee");
        assert!(shown(&mut session, "board").contains("E . . . . O . . . . E"));
        let before = shown(&mut session, "board");
        for (line, said) in [
            ("load nothing.sgf", "nothing.sgf: "),
            ("load handicap.sgf x", "a move is named by its number"),
            ("save again.sgf", "again.sgf cannot be written: it is there already"),
            ("load .", ".: "),
        ] {
            assert!(
                failure(&mut session, line).starts_with(said),
                "{line}: {}",
                failure(&mut session, line)
            );
            assert_eq!(shown(&mut session, "board"), before);
        }
        std::fs::write(folder.path().join("no.sgf"), "nothing").expect("a file");
        assert_eq!(
            failure(&mut session, "load no.sgf"),
            "no.sgf: it holds no game tree; one begins with \"(;\""
        );
    }
}
