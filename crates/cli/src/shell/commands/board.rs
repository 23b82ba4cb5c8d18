//! The search board: its size, orientations, and the records it comes from and goes to.

use super::games::move_number;
use crate::args::{Out, first_record, is_standard};
use crate::render::{self, board_sgf, counted};
use crate::shell::command::{Completion, NoArguments, RunWith, ShellCommand};
use crate::shell::{CommandOutput, Session, ShellError};
use bgo::go::BoardSize;
use bgo::position_file::PositionId;
use bgo::query::SearchBoard;
use clap::Args;
use std::path::PathBuf;

#[derive(Args, Debug)]
struct BoardArgs {
    /// Start again with an empty board
    #[arg(value_name = "reset", value_parser = ["reset"], hide_possible_values = true)]
    reset: Option<String>,
}

pub(super) static BOARD: ShellCommand = ShellCommand {
    name: "Board",
    keywords: &["board"],
    summary: "Shows the board with the marks of the last search, or clears it",
    examples: &[
        ("board", "show the board again"),
        ("board reset", "take all stones off"),
    ],
    completion: Completion::Arguments,
    action: &RunWith::words(board),
};

fn board(BoardArgs { reset }: BoardArgs, session: &mut Session) -> Result<CommandOutput, ShellError> {
    match reset {
        Some(_) => clear(NoArguments {}, session),
        None => Ok(session.show().into()),
    }
}

pub(super) static CLEAR: ShellCommand = ShellCommand {
    name: "Clear",
    keywords: &["clear", "reset"],
    summary: "Takes all stones off the board, as \"board reset\" does",
    examples: &[("clear", "an empty board of the same size")],
    completion: Completion::Arguments,
    action: &RunWith::words(clear),
};

fn clear(_: NoArguments, session: &mut Session) -> Result<CommandOutput, ShellError> {
    session.reset(session.board().size());
    Ok(session.show().into())
}

#[derive(Args, Debug)]
struct SizeArgs {
    /// How many lines, 2 to 19
    #[arg(value_name = "SIZE")]
    size: BoardSize,
}

pub(super) static SIZE: ShellCommand = ShellCommand {
    name: "Size",
    keywords: &["size"],
    summary: "Starts with an empty board of another size",
    examples: &[("size 9", "a board of 9x9"), ("size 13x13", "another way to write it")],
    completion: Completion::Arguments,
    action: &RunWith::words(size),
};

fn size(SizeArgs { size }: SizeArgs, session: &mut Session) -> Result<CommandOutput, ShellError> {
    session.reset(size);
    Ok(session.show().into())
}

#[derive(Args, Debug)]
struct RotationsArgs {
    /// With the marks of the search on each board
    #[arg(value_name = "marks", value_parser = ["marks"], hide_possible_values = true)]
    with_marks: Option<String>,
}

pub(super) static ROTATIONS: ShellCommand = ShellCommand {
    name: "Rotations",
    keywords: &["rotations"],
    summary: "Shows the board in all eight orientations with their hashes",
    examples: &[
        ("rotations", "the stones"),
        ("rotations marks", "the stones and the next moves"),
    ],
    completion: Completion::Arguments,
    action: &RunWith::words(rotations),
};

fn rotations(RotationsArgs { with_marks }: RotationsArgs, session: &mut Session) -> Result<CommandOutput, ShellError> {
    let mut marks = Vec::new();
    if with_marks.is_some() {
        if session.answer().is_none() {
            session.search()?;
        }
        marks = session.marks();
    }
    let board = session.board().position();
    Ok(render::rotations(board, &marks, session.database().keys().hash_table()).into())
}

#[derive(Args, Debug)]
struct PositionArgs {
    /// Its id: 20 hex digits
    #[arg(value_name = "ID")]
    id: PositionId,
}

pub(super) static POSITION: ShellCommand = ShellCommand {
    name: "Position",
    keywords: &["position"],
    summary: "Puts a position of an imported file on the search board",
    examples: &[(
        "position 31846ceb8015dc920057",
        "the position with this id (`bgo positions import` adds positions)",
    )],
    completion: Completion::Arguments,
    action: &RunWith::words(position),
};

fn position(PositionArgs { id }: PositionArgs, session: &mut Session) -> Result<CommandOutput, ShellError> {
    session.set_board(SearchBoard::from_imported(&session.snapshot()?, id)?);
    Ok(session.search()?.into())
}

#[derive(Args, Debug)]
struct LoadArgs {
    /// A file with a record; of several in it, the first
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// After how many moves; without it, after the last
    #[arg(value_name = "MOVE", value_parser = move_number::<usize>)]
    moves: Option<usize>,
}

pub(super) static LOAD: ShellCommand = ShellCommand {
    name: "Load",
    keywords: &["load"],
    summary: "Puts the position of a record on the search board",
    examples: &[
        ("load game.sgf", "the last position of its main line"),
        ("load game.sgf 30", "the position after 30 moves"),
    ],
    completion: Completion::Arguments,
    action: &RunWith::words(load),
};

fn load(LoadArgs { file, moves }: LoadArgs, session: &mut Session) -> Result<CommandOutput, ShellError> {
    let path = session.path(&file);
    let bytes = bgo::files::read_regular(&path).map_err(|error| ShellError::path(file.clone(), error))?;
    let record = first_record(&bytes).map_err(|rejection| ShellError::NoRecord { path: file, rejection })?;
    session.set_board(SearchBoard::from_record(&record, moves));
    Ok(session.search()?.into())
}

#[derive(Args, Debug)]
struct SaveArgs {
    /// The file; - is standard output
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Replace an existing file
    #[arg(long)]
    overwrite: bool,
}

pub(super) static SAVE: ShellCommand = ShellCommand {
    name: "Save",
    keywords: &["save"],
    summary: "Writes the line on the search board as a record",
    examples: &[("save line.sgf", "setup and moves, into a new file")],
    completion: Completion::Arguments,
    action: &RunWith::words(save),
};

fn save(SaveArgs { file, overwrite }: SaveArgs, session: &mut Session) -> Result<CommandOutput, ShellError> {
    let board = session.board();
    let moves = counted(board.moves().len() as u64, "move");
    let sgf = board_sgf(board);
    if is_standard(&file) {
        return Ok(sgf.into());
    }
    let out = Out::begin(&session.path(&file), overwrite, &session.used()).map_err(|error| error.naming(&file))?;
    out.write(sgf.as_bytes())?;
    Ok(format!("{}: {moves}\n", file.display()).into())
}

#[cfg(test)]
mod tests {
    use crate::shell::testing::{failure, session, shown};
    use bgo::go::{Board, BoardSize, Color, Point};
    use bgo::interrupt::Interrupt;
    use bgo::position_file::{PositionId, PositionRecord};
    use bgo::store::StoreError;
    use std::path::Path;

    #[test]
    fn it_shows_what_the_last_search_showed() {
        let mut session = session(&["pd dp pp dd"]);
        let searched = shown(&mut session, "play pd dp");
        assert_eq!(shown(&mut session, "board"), searched);
        let empty = shown(&mut session, "board reset");
        assert!(!empty.contains('X') && !empty.contains("Total"), "{empty}");
        assert!(session.board().moves().is_empty());
        shown(&mut session, "play pd dp");
        assert_eq!(shown(&mut session, "clear"), empty);
        assert!(session.board().moves().is_empty());
    }

    #[test]
    fn other_words_are_refused() {
        insta::assert_snapshot!(failure(&mut session(&[]), "board clear"), @r#"
        "clear" is not understood here; use reset
        usage: board [reset]
        "#);
        insta::assert_snapshot!(failure(&mut session(&[]), "board reset reset"), @r#"
        unexpected "reset"
        usage: board [reset]
        "#);
    }

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
                "only square boards of 2 to 19 lines, such as 9 or 9x9\nusage: size <SIZE>"
            );
        }
    }

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

    #[test]
    fn an_imported_position_is_searched() {
        let mut session = session(&["pd dp"]);
        let mut board = Board::new(BoardSize::MAX);
        board.set(Point::new(3, 3), Some(Color::Black));
        let id = PositionId::new(0x17, Color::White);
        let record = Ok::<_, StoreError>(PositionRecord::new(id, &board, None));
        let added = session.database().existing().expect("a database").add_position_file(
            Path::new("p.dat"),
            BoardSize::MAX,
            std::iter::once(record),
            Interrupt::default(),
            |_| {},
        );
        assert!(added.is_ok(), "{added:?}");
        let searched = shown(&mut session, &format!("position {id}"));
        assert!(searched.ends_with("a - 1\nTotal count: 1\n"), "{searched}");
        assert_eq!(session.board().to_play(), Color::White);
        let other = PositionId::new(0x18, Color::White);
        assert_eq!(
            failure(&mut session, &format!("position {other}")),
            format!("no position with the id {other} was imported")
        );
        assert!(failure(&mut session, "position x").contains("\"x\" is not an id of a position"));
    }

    #[test]
    fn what_was_saved_is_loaded_again() {
        let folder = tempfile::tempdir().expect("a folder");
        let mut session = session(&["pd dp pp dd"]);
        session.set_directory(folder.path().to_owned());
        let board = shown(&mut session, "play pd dp pass dd");
        assert_eq!(shown(&mut session, "save line.sgf"), "line.sgf: 4 moves\n");
        shown(&mut session, "board reset");
        assert_eq!(shown(&mut session, "load line.sgf"), board);
        assert_eq!(session.board().moves().len(), 4);
        shown(&mut session, "load line.sgf 2");
        assert_eq!(session.board().moves().len(), 2);
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
            ("save again.sgf", "again.sgf already exists; --overwrite replaces it"),
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
            "no.sgf: it holds no game: SGF begins with \"(;\", GIB with \"\\HS\", UGF with \"[Header]\", and NGF has \
             the board size in its second line"
        );
    }
}
