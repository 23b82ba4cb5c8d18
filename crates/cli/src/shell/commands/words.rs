//! The meaning of words: commands, marks, moves and positions.

use crate::args::listed;
use crate::reading::{self, plain_moves};
use crate::render::MoveMark;
use crate::shell::ShellError;
use crate::shell::command::{all, keywords};
use bgo::internal::go::{BoardSize, Color, Move, ParseError};
use clap::Command;
use strsim::osa_distance;

/// Returns the command that `word` calls, in upper or lower case: as one of its keywords, or as
/// the beginning of the keywords of no other command. A single letter is no beginning, because it
/// may be meant as a mark, and neither is a move.
pub fn named(word: &str) -> Result<&'static Command, ShellError> {
    let lower = word.to_ascii_lowercase();
    let is_called =
        |command: &&Command| command.get_name() == lower || command.get_all_aliases().any(|alias| alias == lower);
    if let Some(command) = all().find(is_called) {
        return Ok(command);
    }
    let mut begun: Vec<(&str, &Command)> = all().filter_map(|c| Some((begins(&lower, c)?, c))).collect();
    begun.sort_unstable_by_key(|(keyword, _)| *keyword);
    match begun[..] {
        [(_, only)] if !is_short(word) && !is_move(word) => Ok(only),
        _ if begun.is_empty() || other_word(&lower).is_some() => Err(ShellError::WrongUsage(format!(
            "there is no command {word:?}; {}",
            advice(&lower)
        ))),
        _ => {
            let keywords: Vec<&str> = begun.iter().map(|(keyword, _)| *keyword).collect();
            let could_be = format!("{word:?} could be {}", listed(&keywords));
            Err(ShellError::WrongUsage(match is_short(word) {
                true => format!("{could_be}; {}", no_mark(&lower)),
                false => could_be,
            }))
        }
    }
}

fn no_mark(word: &str) -> String {
    format!("no move on the board is marked {word}")
}

/// Returns the mark of a letter, or of a number from 1.
pub(super) fn mark_named<'a>(marks: &'a [MoveMark], word: &str) -> Option<&'a MoveMark> {
    let letter = word.chars().next()?.to_ascii_lowercase();
    match letter.to_digit(10) {
        Some(number) => marks.get(usize::try_from(number).ok()?.checked_sub(1)?),
        None => marks.iter().find(|mark| mark.letter == letter),
    }
}

/// Returns whether a text is a position rather than a command.
pub fn is_position(text: &str) -> bool {
    let first = text.split_whitespace().next().unwrap_or_default();
    let is_command = !is_short(first) && called(first).is_ok() || other_word(text.trim()).is_some();
    !is_command && reading::is_position(text)
}

/// Words of other programs, with ours.
const OTHER_WORDS: [(&str, &str); 16] = [
    ("rm", "\"remove\" removes games"),
    ("delete", "\"remove\" removes games"),
    ("drop", "\"remove\" removes games"),
    ("filter", "\"where\" sets filters"),
    ("stats", "\"players\" shows who wins, \"info\" what is in the database"),
    (
        "statistics",
        "\"players\" shows who wins, \"info\" what is in the database",
    ),
    ("flip", "\"rotations\" shows all orientations"),
    ("rotate", "\"rotations\" shows all orientations"),
    ("list", "\"games\" lists games with the position, \"find\" any games"),
    (
        "joseki",
        "\"openings\" lists josekis by name, \"area corner 9\" searches a corner",
    ),
    ("q", "\"exit\" or Ctrl-D ends the session"),
    ("tt", "write pass for a pass"),
    ("png", "\"save board.svg\" draws the board"),
    ("print", "\"save board.svg\" draws the board"),
    ("paste", "diagrams, records and moves can be pasted directly"),
    ("bookmark", "\"name NAME\" names the search, \"go NAME\" brings it back"),
];

pub(super) fn other_word(word: &str) -> Option<&'static str> {
    let (_, advice) = OTHER_WORDS.iter().find(|(other, _)| *other == word)?;
    Some(advice)
}

/// Returns what to write in place of a word that calls no command.
fn advice(word: &str) -> String {
    if let Some(advice) = other_word(word) {
        return advice.to_owned();
    }
    let chars: Vec<char> = word.chars().collect();
    match (nearest(word), &chars[..]) {
        (Some(nearest), _) => format!("the nearest is \"{nearest}\""),
        (None, [_]) => no_mark(word),
        (None, ['a'..='z', last]) if last.is_ascii_alphanumeric() => NO_POINT.to_owned(),
        (None, ['a'..='z', '0'..='9', '0'..='9']) => NO_POINT.to_owned(),
        (None, _) => "\"help\" lists them".to_owned(),
    }
}

const NO_POINT: &str = "a point is two letters from a to s (pd), or a letter from A to T without I and a number (Q16)";

/// Returns the command that `word` calls, as [`named`] does, and for a move the command that
/// plays it.
pub fn called(word: &str) -> Result<&'static Command, ShellError> {
    match named(word) {
        Err(_) if plain_moves(word).is_some_and(|moves| !moves.is_empty()) || is_move(word) => named("play"),
        found => found,
    }
}

/// Returns a remark on a word that is played as a move although it begins a command, too.
pub(super) fn played_although_begun(word: &str) -> Option<String> {
    let lower = word.to_ascii_lowercase();
    let begun = all().filter_map(|command| begins(&lower, command));
    let mut keywords: Vec<String> = begun.map(|keyword| format!("\"{keyword}\"")).collect();
    keywords.sort_unstable();
    let need = if keywords.len() == 1 { "needs" } else { "need" };
    let is_begun = is_move(word) && !keywords.is_empty();
    is_begun.then(|| format!("{word} is played; {} {need} more letters", keywords.join(", ")))
}

pub const fn is_short(keyword: &str) -> bool {
    keyword.len() == 1
}

fn begins<'a>(word: &str, command: &'a Command) -> Option<&'a str> {
    keywords(command).find(|keyword| !word.is_empty() && keyword.starts_with(word))
}

/// Returns whether a word is a pass or has the form of a point. The size of the board does not
/// matter, so that a word means the same on every board.
pub fn is_move(word: &str) -> bool {
    match Move::parse(word, Color::Black, BoardSize::MAX) {
        Ok(_) => true,
        Err(ParseError::OffBoard { .. }) => word.ends_with(|c: char| c.is_ascii_digit()),
        Err(_) => false,
    }
}

/// Returns the keyword that begins `word`, or else the one that needs the fewest changes:
/// no more than one for every three letters of the word.
fn nearest(word: &str) -> Option<&'static str> {
    let keywords = all().flat_map(keywords);
    keywords
        .map(|keyword| {
            if keyword.len() > 2 && word.starts_with(keyword) {
                (0, keyword)
            } else {
                (osa_distance(word, keyword), keyword)
            }
        })
        .filter(|(distance, _)| 3 * distance <= word.chars().count())
        .min()
        .map(|(_, keyword)| keyword)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(word: &str) -> String {
        match called(word) {
            Err(error) => error.to_string(),
            Ok(command) => panic!("{word} calls {}", command.get_name()),
        }
    }

    #[test]
    fn keywords_and_beginnings_of_one_call_a_command() {
        for (word, keyword) in [
            ("Play", "play"),
            ("rot", "rotations"),
            ("sea", "search"),
            ("UND", "undo"),
            ("quit", "exit"),
            ("qu", "exit"),
            ("comm", "commands"),
            ("years", "years"),
            ("year", "year"),
            ("s", "search"),
            ("P", "play"),
            ("u", "undo"),
            ("n", "next"),
            ("b", "back"),
            ("g", "games"),
            ("t", "tree"),
            ("to", "goto"),
            ("?", "help"),
            ("clear", "clear"),
            ("reset", "clear"),
            ("pwd", "cwd"),
            ("un", "undo"),
            ("tr", "tree"),
        ] {
            assert_eq!(named(word).map(Command::get_name).ok(), Some(keyword), "{word}");
        }
    }

    #[test]
    fn a_point_is_a_move_unless_it_is_a_keyword() {
        for word in ["pd", "Q16", "d4", "PASS", "re", "ro", "pl", "se", "Q20"] {
            assert_eq!(called(word).map(Command::get_name).ok(), Some("play"), "{word}");
        }
        for word in ["cd", "ls"] {
            assert_eq!(called(word).map(Command::get_name).ok(), Some(word));
        }
    }

    #[test]
    fn what_begins_several_commands_says_which() {
        assert_eq!(message("yea"), "\"yea\" could be year or years");
        assert_eq!(message("ex"), "\"ex\" could be exit or export");
        assert_eq!(
            message("e"),
            "\"e\" could be exit or export; no move on the board is marked e"
        );
    }

    #[test]
    fn an_unknown_word_gets_a_near_keyword_or_none() {
        for (word, near) in [
            ("serach", Some("search")),
            ("PLAYY", Some("play")),
            ("paly", Some("play")),
            ("previous", Some("prev")),
            ("lss", Some("ls")),
            ("rotatoins", Some("rotations")),
            ("clera", Some("clear")),
            ("?!", None),
            ("foo", None),
            ("", None),
        ] {
            let near = near.map(|near| format!("the nearest is \"{near}\""));
            let near = near.unwrap_or("\"help\" lists them".to_owned());
            assert_eq!(message(word), format!("there is no command {word:?}; {near}"));
        }
        for (word, advice) in [
            ("k", "no move on the board is marked k"),
            ("delete", "\"remove\" removes games"),
            ("q", "\"exit\" or Ctrl-D ends the session"),
            ("tt", "write pass for a pass"),
            ("i9", NO_POINT),
            ("xx", NO_POINT),
        ] {
            assert_eq!(message(word), format!("there is no command {word:?}; {advice}"));
        }
    }
}
