use crate::facts::Description;
use crate::go::Point;
use crate::query::{Choice, Chosen, Place, QueryError};
use crate::record::{Action, GameRecord, game_trees, portable};
use crate::store::{Snapshot, StoredRecord};
use std::fmt::Write;
use std::ops::Range;
use unicode_normalization::UnicodeNormalization;

/// A game to export.
pub struct ExportGame {
    /// The description.
    pub description: Description,
    /// The place of the position, if the game was chosen by one.
    pub place: Option<Place>,
    /// The record.
    pub stored: StoredRecord,
    text: String,
    span: Range<usize>,
    record: GameRecord,
}

/// Returns the place of the position in a chosen game, if the game was chosen by one.
pub fn place_of(snapshot: &Snapshot, choice: &Choice<'_>, chosen: &Chosen) -> Result<Option<Place>, QueryError> {
    match chosen.occurrence {
        Some(_) => Ok(choice.listed(snapshot, chosen)?.place),
        None => Ok(None),
    }
}

impl ExportGame {
    /// Reads a chosen game.
    pub fn read(snapshot: &Snapshot, choice: &Choice<'_>, chosen: &Chosen) -> Result<Self, QueryError> {
        let stored = snapshot.record(chosen.game)?;
        let text = stored.text().into_owned();
        let tree = game_trees(&text).next();
        let Some((span, record)) = tree.and_then(|tree| Some((tree.span, tree.game.ok()?))) else {
            return Err(snapshot.holds_no_game(chosen.game).into());
        };
        Ok(Self {
            description: snapshot.description(chosen.game)?,
            place: place_of(snapshot, choice, chosen)?,
            stored,
            text,
            span,
            record,
        })
    }

    /// Returns a file name for the game.
    pub fn file_name(&self) -> String {
        file_name(&self.description)
    }

    /// Returns the record as part of a UTF-8 file.
    pub fn portable(&self) -> String {
        portable(&self.text[self.span.clone()])
    }

    /// Returns the moves as SGF properties without node separators.
    pub fn moves_sgf(&self) -> String {
        let moves = self.record.steps.iter().filter_map(|step| match &step.action {
            Action::Move(mv) => Some(mv),
            Action::Setup(_) => None,
        });
        let played = usize::from(self.description.moves);
        let mut text = String::with_capacity(played * "B[pd]".len());
        for mv in moves.take(played) {
            let point = mv.point.as_ref().map(Point::to_string).unwrap_or_default();
            // Writing to a string does not fail.
            let _ = write!(text, "{}[{point}]", mv.color.letter());
        }
        text
    }
}

/// The maximum number of bytes of a player's name. A file name with two of these
/// fits every file system, including encrypted ones (143 bytes).
const NAME_BYTES: usize = 48;

/// Returns a file name for a game: its unique number, then the date and the players
/// if known. The name starts with digits and ends with letters, so no system
/// reserves it.
fn file_name(game: &Description) -> String {
    let mut name = format!("{:07}", game.game);
    if let Some(date) = &game.date {
        name += &format!(" {date}");
    }
    name + &players(game) + ".sgf"
}

/// Returns a file name for a game by itself: the date, or else the number, and the players if known.
#[must_use]
pub fn single_file_name(game: &Description) -> String {
    let date = game.date.clone();
    date.unwrap_or_else(|| format!("game {}", game.game)) + &players(game) + ".sgf"
}

/// Returns what a file name has of the players.
fn players(game: &Description) -> String {
    let players = [&game.black, &game.white].map(|player| player.as_deref().map(safe).unwrap_or_default());
    match players.each_ref().map(String::as_str) {
        ["", ""] => String::new(),
        [only, ""] | ["", only] => format!(" {only}"),
        [black, white] => format!(" {black} - {white}"),
    }
}

/// Removes characters that some file system or shell rejects. Keeps letters, digits
/// and a few signs, in composed form, because some systems decompose them.
fn safe(name: &str) -> String {
    let plain: String = name
        .nfc()
        .map(|c| {
            if c.is_alphanumeric() || "-'().,&+".contains(c) {
                c
            } else {
                ' '
            }
        })
        .collect();
    let mut safe = String::new();
    for word in plain.split_whitespace() {
        if !safe.is_empty() {
            safe.push(' ');
        }
        safe += word;
    }
    safe.truncate(safe.floor_char_boundary(NAME_BYTES));
    safe.trim_matches([' ', '.']).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn named(black: &str, white: &str) -> String {
        file_name(&Description {
            game: 17,
            date: Some("2005-11-03".to_owned()),
            black: Some(black.to_owned()),
            white: Some(white.to_owned()),
            ..Description::default()
        })
    }

    #[test]
    fn number_date_and_players() {
        assert_eq!(
            named("Cho Chikun", "Gu Li"),
            "0000017 2005-11-03 Cho Chikun - Gu Li.sgf"
        );
        assert_eq!(named("趙治勲", "常昊"), "0000017 2005-11-03 趙治勲 - 常昊.sgf");
        assert_eq!(named("", "Gu Li"), "0000017 2005-11-03 Gu Li.sgf");
        assert_eq!(
            file_name(&Description {
                game: 12_345_678,
                ..Description::default()
            }),
            "12345678.sgf"
        );
    }

    #[test]
    fn a_game_by_itself_has_no_number_unless_it_has_no_date() {
        let mut game = Description {
            game: 17,
            date: Some("2016-12-22".to_owned()),
            black: Some("Major".to_owned()),
            white: Some("tmch".to_owned()),
            ..Description::default()
        };
        assert_eq!(single_file_name(&game), "2016-12-22 Major - tmch.sgf");
        // Windows has no file CON.sgf.
        (game.date, game.black, game.white) = (None, Some("CON".to_owned()), None);
        assert_eq!(single_file_name(&game), "game 17 CON.sgf");
    }

    #[test]
    fn hostile_names() {
        for (name, expected) in [
            ("a/b\\c", "a b c"),
            ("../../etc/passwd", "etc passwd"),
            ("..", ""),
            ("CON", "CON"),
            ("trailing...", "trailing"),
            ("two\nlines\t\u{1b}[31m\0", "two lines 31m"),
            ("<a>:\"b\"|?*", "a b"),
            ("\u{202e}gfs.exe", "gfs.exe"),
            ("e\u{301}", "é"),
            ("~$HOME`;", "HOME"),
        ] {
            assert_eq!(safe(name), expected, "{name:?}");
        }
        let long = named(&"x".repeat(300), &"囲".repeat(300));
        assert_eq!(long.len(), "0000017 2005-11-03  - .sgf".len() + 2 * NAME_BYTES);
    }

    proptest! {
        #[test]
        fn any_names_make_one_plain_component(black in "\\PC*|[./\\\\ ]*", white in any::<String>()) {
            let name = named(&black, &white);
            prop_assert!(name.len() <= 143 && name.starts_with("0000017 ") && name.ends_with(".sgf"));
            prop_assert!(!name.contains(|c: char| c.is_control() || "/\\:*?\"<>|".contains(c)), "{name}");
        }
    }
}
