//! The search board: its size, orientations, and the records it comes from and goes to.

use super::leave::save_drawing;
use crate::args::{Out, first_record, is_standard};
use crate::render::{self, Text, board_sgf, counted, size_text};
use crate::shell::{Session, ShellError};
use bgo::internal::go::Transform;
use bgo::internal::position_file::PositionId;
use bgo::internal::query::{Scope, SearchBoard};
use bgo::internal::record::Action;
use bgo::internal::store::StoreError;
use serde_json::json;
use std::path::Path;

/// Returns to an empty board of the size that the user chose, without an area or diagram.
pub(super) fn clear(session: &mut Session) -> Result<Text, ShellError> {
    session.set_scope(Scope::Board)?;
    session.reset(session.chosen_size);
    match session.search() {
        Err(ShellError::Store(StoreError::Missing(_))) => Ok(session.show()),
        shown => shown,
    }
}

pub(super) fn rotations(session: &mut Session, with_marks: bool) -> Result<Text, ShellError> {
    session.take_shown_position()?;
    let mut marks = Vec::new();
    if with_marks {
        if session.answer().is_none() {
            session.search()?;
        }
        marks = session.marks();
    }
    let (board, table) = (session.board().position(), session.database.keys().hash_table());
    let hashes = Transform::ALL.map(|transform| {
        let hash = table.board_hash(board, transform);
        json!({ "transform": transform.number(), "name": transform.name(), "board_hash": hash })
    });
    let document = json!({ "rotations": hashes });
    Ok(session.document_or(&document, render::rotations(board, &marks, table)))
}

pub(super) fn position(session: &mut Session, id: Option<PositionId>) -> Result<Text, ShellError> {
    let Some(id) = id else {
        session.take_shown_position()?;
        let document = session.position_document();
        let text = format!("hash {}\nkey  {}\n", document.board_hash, document.key);
        return Ok(session.document_or(&document, text));
    };
    session.set_board(SearchBoard::from_imported(&session.snapshot()?, id)?);
    session.search()
}

pub(super) fn load(session: &mut Session, file: &Path, moves: Option<usize>) -> Result<Text, ShellError> {
    let path = session.path(file);
    let bytes = bgo::internal::files::read_regular(&path).map_err(|error| ShellError::path(file, error))?;
    let record = first_record(&bytes)
        .map_err(|rejection| ShellError::failed(format_args!("{}: {rejection}", file.display())))?;
    let played = record
        .steps
        .iter()
        .filter(|step| matches!(step.action, Action::Move(_)));
    let played = played.count();
    if moves.is_some_and(|moves| moves > played) {
        session.remark(format!("The record has {}", counted(played as u64, "move")));
    }
    session.set_board(SearchBoard::from_record(&record, moves));
    session.search()
}

pub(super) fn save(session: &mut Session, file: &Path, overwrite: bool) -> Result<Text, ShellError> {
    session.take_shown_position()?;
    let board = session.board();
    let sgf = board_sgf(board);
    if is_standard(file) {
        return Ok(session.document_or(&json!({ "sgf": sgf }), sgf));
    }
    let out = Out::begin(&session.path(file), overwrite, &session.used()).map_err(|error| error.naming(file))?;
    let ending = file.extension().unwrap_or_default().to_ascii_lowercase();
    if !["", "sgf", "svg"].iter().any(|known| ending == *known) {
        return Err(ShellError::failed(format_args!(
            "{}: write .sgf for the moves or .svg for a picture",
            file.display()
        )));
    }
    if ending == "svg" {
        return save_drawing(session, file, out);
    }
    out.write(sgf.as_bytes())?;
    let moves = counted(board.moves().len() as u64, "move");
    let size = size_text(sgf.len() as u64);
    let text = format!("{}: {moves}, {size}\n", file.display());
    let open_game = session.replay().filter(|_| session.shows_game());
    let text = match open_game.map(|replay| replay.game.game) {
        Some(game) => {
            format!("{text}The moves before the position shown; \"sgf {game} --out FILE\" writes the whole game\n")
        }
        None => text,
    };
    Ok(session.path_or(file, text))
}

#[cfg(test)]
mod tests {
    use crate::shell::testing::{on_a_screen, session, shown, talk};
    use bgo::internal::go::{Board, BoardSize, Color, Point};
    use bgo::internal::interrupt::Interrupt;
    use bgo::internal::position_file::{PositionId, PositionRecord};
    use bgo::internal::store::StoreError;
    use std::fs;
    use std::path::Path;
    use testkit::Text;

    #[test]
    fn it_shows_what_the_last_search_showed() {
        let mut session = session(&["pd dp pp dd"]);
        let searched = shown(&mut session, "play pd dp");
        assert_eq!(shown(&mut session, "board"), searched);
        let empty = shown(&mut session, "board reset");
        assert!(!empty.contains('X'), "{empty}");
        empty.ends("a - 1\nTotal count: 1\n");
        assert!(session.board().moves().is_empty());
        shown(&mut session, "play pd dp");
        assert_eq!(shown(&mut session, "clear"), empty);
        assert!(session.board().moves().is_empty());
    }

    #[test]
    fn every_size_is_drawn_and_searched() {
        let mut session = session(&["pd"]);
        shown(&mut session, "play pd");
        assert!(!shown(&mut session, "size 19").contains('X'));
        for lines in 2..=19 {
            let board = shown(&mut session, &format!("size {lines}"));
            let games = usize::from(lines == 19);
            assert_eq!(board.lines().count(), lines + 4 + games);
            let mut rows = board.lines().skip(1).take(lines);
            assert!(rows.all(|row| row.len() == 2 * lines + 3), "{board}");
            board.ends(format!("\nTotal count: {games}\n"));
        }
        talk(
            &mut session,
            r"
            size 9x9 => ...I . . . . . . . . . I...
            size 1 => only square boards of 2 to 19 lines, such as 9 or 9x9\nusage: size <SIZE>
            size 20 => only square boards of 2 to 19 lines, such as 9 or 9x9\nusage: size <SIZE>
            size 999 => only square boards of 2 to 19 lines, such as 9 or 9x9\nusage: size <SIZE>
            ",
        );
    }

    #[test]
    fn a_pasted_board_has_its_size_until_clear() {
        let mut session = session(&["pd"]);
        let rows = format!("+{0}+/{1}+{0}+", "-".repeat(10), "|..X.......|/".repeat(10));
        let text = shown(&mut session, &rows);
        text.says("\n10x10 board; \"clear\" returns to 19x19\n");
        shown(&mut session, "area corner 5");
        let empty = shown(&mut session, "clear");
        empty.ends("Total count: 1\n");
        assert_eq!(shown(&mut session, "area"), "no area is set\n");
        shown(&mut session, "size 10");
        assert!(!shown(&mut session, &rows).contains("returns"));
        shown(&mut session, "clear");
        assert_eq!(session.board().size().lines(), 10);
        assert_eq!(
            session
                .search()
                .expect("an answer")
                .plain(on_a_screen())
                .matches("total 0 on 10x10")
                .count(),
            1
        );
    }

    #[test]
    fn the_published_hashes_of_all_eight() {
        let mut session = session(&["pd dp pp dd fq"]);
        shown(&mut session, "play pd dp pp dd");
        let text = shown(&mut session, "rotations");
        let numbers = text.split_whitespace().filter_map(|word| word.parse().ok());
        let hashes: Vec<i64> = numbers.filter(|n| *n > 360 || *n < 0).collect();
        assert_eq!(
            hashes,
            [
                731239216, -731239216, 731239216, -870213878, -731239216, 870213878, 870213878, -870213878
            ]
        );
        assert!(!text.contains(" a "));
        text.says("6: rotate 90 ccw, flip top-bottom");
        // They are searched for where there are none.
        assert_eq!(shown(&mut session, "rotations marks").matches(" a ").count(), 8);
    }

    #[test]
    fn an_imported_position_is_searched() {
        let mut session = session(&["pd dp"]);
        let mut board = Board::new(BoardSize::MAX);
        board.set(Point::new(3, 3), Some(Color::Black));
        let id = PositionId::new(0x17, Color::White);
        let record = Ok::<_, StoreError>(PositionRecord::new(id, &board, None));
        let added = session.database.existing().expect("a database").add_position_file(
            Path::new("p.dat"),
            BoardSize::MAX,
            std::iter::once(record),
            Interrupt::default(),
            |_| {},
        );
        assert!(added.is_ok(), "{added:?}");
        shown(&mut session, &format!("position {id}")).ends("a - 1\nTotal count: 1\n");
        assert_eq!(session.board().to_play(), Color::White);
        let other = PositionId::new(0x18, Color::White);
        let table = format!("position {other} => no position with the id {other} was imported\n");
        talk(&mut session, &table);
        let shown_hash = shown(&mut session, "position");
        let hash = shown_hash.split_whitespace().nth(1).expect("a hash");
        shown(&mut session, "board").says(format!(" {hash}\na - 1\n"));
        talk(&mut session, "position x => ...\"x\" is not an id of a position...\n");
    }

    #[test]
    fn what_was_saved_is_loaded_again() {
        let folder = tempfile::tempdir().expect("a folder");
        let mut session = session(&["pd dp pp dd"]);
        session.set_directory(folder.path().to_owned());
        let board = shown(&mut session, "play pd dp pass dd");
        assert_eq!(shown(&mut session, "save line.sgf"), "line.sgf: 4 moves, 62 bytes\n");
        shown(&mut session, "board reset");
        assert_eq!(shown(&mut session, "load line.sgf"), board);
        assert_eq!(session.board().moves().len(), 4);
        shown(&mut session, "load line.sgf 9").ends("\nThe record has 4 moves\n");
        shown(&mut session, "load line.sgf 2");
        assert_eq!(session.board().moves().len(), 2);
        let saved = fs::read_to_string(folder.path().join("line.sgf")).expect("a file");
        saved.says(";B[pd]\n;W[dp]\n;B[]\n;W[dd])");
    }

    #[test]
    fn setup_is_kept_and_says_whose_turn_it_is() {
        let folder = tempfile::tempdir().expect("a folder");
        let record = "(;SZ[9]HA[2]AB[cg][gc];W[ee];B[cc])";
        fs::write(folder.path().join("handicap.sgf"), record).expect("a file");
        fs::write(folder.path().join("no.sgf"), "nothing").expect("a file");
        let mut session = session(&[]);
        session.set_directory(folder.path().to_owned());
        shown(&mut session, "load handicap.sgf 0");
        shown(&mut session, "save again.sgf");
        let saved = fs::read_to_string(folder.path().join("again.sgf")).expect("a file");
        saved.says("SZ[9]AB[gc][cg]PL[W])");
        shown(&mut session, "play ee");
        let before = shown(&mut session, "board");
        before.says("E . . . . O . . . . E");
        talk(
            &mut session,
            r#"
            load nothing.sgf => nothing.sgf: ...
            load handicap.sgf x => a move is named by its number...
            save again.sgf => again.sgf already exists; --overwrite replaces it...
            load . => .: ...
            load no.sgf => no.sgf: it holds no game: SGF begins with "(;", GIB with "\HS", UGF with "[Header]", and NGF has the board size in its second line
            "#,
        );
        assert_eq!(shown(&mut session, "board"), before);
    }
}
