//! UGF, the format of PandaNet and of Japanese newspapers (`.ugf`, `.ugi`).

mod figure;
mod header;

use super::game::ForeignGame;
use super::values::trimmed;
use crate::go::{Color, Point};
use crate::record::text::lines;
use figure::Figure;
use header::Header;

/// Reads a record.
pub(super) fn read(text: &str) -> ForeignGame {
    let mut game = ForeignGame::default();
    let mut header = Header::default();
    let mut section = Section::Other;
    let mut figure = Figure::default();
    for line in lines(text.as_bytes()) {
        let whole = &text[line.clone()];
        let line_start = line.start;
        let line = trimmed(whole);
        let offset = line_start + whole.find(line).unwrap_or_default();
        let section_begins = line.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
        if let Some(name) = section_begins.filter(|name| !figure.is_in_text() || Section::is_name(name)) {
            if section == Section::Header {
                header.set_values(&mut game);
            }
            section = Section::named(name);
            figure = Figure::default();
            continue;
        }
        match section {
            Section::Header => header.add(line, offset),
            Section::Data => read_move(&mut game, line, offset, header.is_from_below),
            Section::Figure => figure.read_line(&mut game, line, offset),
            Section::Other => {}
        }
    }
    if section == Section::Header {
        header.set_values(&mut game);
        game.note(text.len(), || "the moves are missing: there is no [Data]".to_owned());
    }
    if let Some((announced, offset)) = header.value("Moves")
        && let Ok(announced) = announced.parse()
    {
        game.expect_moves(announced, offset);
    }
    header.place_handicap(&mut game);
    game
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Section {
    Header,
    Data,
    Figure,
    Other,
}

impl Section {
    /// The names of sections in lower case.
    const NAMES: [&str; 10] = [
        "header",
        "remote",
        "files",
        "data",
        "figure",
        "comment",
        "messageline",
        "reviewnode",
        "reviewcomment",
        "end",
    ];

    /// Returns whether text in brackets is the name of a section, and not a part of a comment.
    fn is_name(text: &str) -> bool {
        Self::NAMES.iter().any(|name| text.eq_ignore_ascii_case(name))
    }

    fn named(name: &str) -> Self {
        match name.to_ascii_lowercase().as_str() {
            "header" => Self::Header,
            "data" => Self::Data,
            "figure" => Self::Figure,
            _ => Self::Other,
        }
    }
}

/// Reads a line of the moves: column and row as letters, the colour, the number of the
/// move and the time. Stones with the number 0 are there before the game. A column `Y`
/// or `Z` is a pass.
fn read_move(game: &mut ForeignGame, line: &str, offset: usize, is_from_below: bool) {
    // Text and figures in wrong places, and blank lines.
    if line.is_empty() || line.starts_with('.') {
        return;
    }
    let mut parts = line.split(',').map(str::trim);
    let (place, player, count) = (parts.next(), parts.next(), parts.next());
    let color = match player.and_then(|player| player.bytes().next()) {
        Some(b'B' | b'b') => Some(Color::Black),
        Some(b'W' | b'w') => Some(Color::White),
        // YZ,MK,278,0 is a pass.
        Some(b'M') => Some(game.turn()),
        _ => None,
    };
    let size = game.board_size();
    let place = place.unwrap_or_default().to_ascii_uppercase();
    match (place.as_bytes(), color) {
        ([b'Y' | b'Z', b'A'..=b'Z'], Some(color)) => game.play(color, None, offset),
        ([x @ b'A'..=b'Z', y @ b'A'..=b'Z'], Some(color)) if (x - b'A').max(y - b'A') < size.lines() => {
            let row = y - b'A';
            let row = if is_from_below { size.lines() - 1 - row } else { row };
            let point = Point::new(x - b'A', row);
            if count == Some("0") && game.moves() == 0 && !game.has_ended() {
                game.put(color, point);
            } else {
                game.play(color, Some(point), offset);
            }
        }
        _ => game.end_before(line, offset, "column and row as letters, B or W, and its number"),
    }
}
