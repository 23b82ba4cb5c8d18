use super::{Kind, Reading, Unreadable, playable};
use bgo::internal::go::{BoardSize, Color, Move, ParseError};
use bgo::internal::query::SearchBoard;

/// The part of a text that looks like a list of moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Likeness {
    Moves,
    Partly,
    Other,
}

/// A word of a list: a move with its colour if that is written, or a colour before a move.
enum Word {
    Color(Color),
    Move(Option<Color>, String),
}

/// Returns the words of a list without the numbers of moves and the command of the Go Text Protocol.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split(|c: char| c.is_whitespace() || ",;|/→".contains(c));
    let unnumbered = words.map(|word| {
        let rest = word.trim_start_matches(|c: char| c.is_ascii_digit());
        match rest.strip_prefix(['.', ':', ')']) {
            Some(rest_of_word) if rest.len() < word.len() => rest_of_word,
            _ => word,
        }
    });
    let names = unnumbered.filter(|word| {
        !word.is_empty() && !word.bytes().all(|byte| byte.is_ascii_digit()) && !word.eq_ignore_ascii_case("play")
    });
    names.flat_map(pieces)
}

/// Returns the points of a word such as `q16d4`, or the word.
fn pieces(word: &str) -> Vec<&str> {
    let starts = word
        .char_indices()
        .filter(|(_, c)| c.is_ascii_alphabetic())
        .map(|(at, _)| at);
    let ends = starts.clone().skip(1).chain([word.len()]);
    let pieces: Vec<&str> = starts.zip(ends).map(|(start, end)| &word[start..end]).collect();
    if pieces.len() > 1 && word.starts_with(pieces[0]) && pieces.iter().all(|piece| is_western(piece)) {
        pieces
    } else {
        vec![word]
    }
}

/// Returns whether a word has the form of a point with a number.
fn is_western(word: &str) -> bool {
    let mut chars = word.chars();
    let is_column = chars
        .next()
        .is_some_and(|c| matches!(c.to_ascii_lowercase(), 'a'..='h' | 'j'..='t'));
    is_column && matches!(chars.as_str().len(), 1 | 2) && chars.all(|c| c.is_ascii_digit())
}

/// Returns whether a word is a point or a pass, on a board of any size.
fn is_move(word: &str) -> bool {
    let is_sgf = word.len() == 2 && word.bytes().all(|byte| matches!(byte, b'a'..=b's'));
    is_sgf || word == "tt" || word == "pass" || is_western(word)
}

fn color(word: &str) -> Option<Color> {
    match word {
        "b" | "black" | "x" | "●" => Some(Color::Black),
        "w" | "white" | "o" | "○" => Some(Color::White),
        _ => None,
    }
}

fn word(text: &str) -> Option<Word> {
    let lower = text.to_lowercase();
    if let Some(alone) = color(lower.strip_suffix(':').unwrap_or(&lower)) {
        return Some(Word::Color(alone));
    }
    let closed = lower.strip_suffix(']').unwrap_or(&lower);
    if is_move(closed) {
        return Some(Word::Move(None, closed.to_owned()));
    }
    ["b", "w", "black", "white"].into_iter().find_map(|name| {
        let rest = closed.strip_prefix(name)?;
        let rest = rest.strip_prefix([':', '[']).unwrap_or(rest);
        is_move(rest).then(|| Word::Move(color(name), rest.to_owned()))
    })
}

/// Returns how much of a text looks like a list of moves.
pub(super) fn likeness(text: &str) -> Likeness {
    let (mut all, mut known, mut moves) = (0, 0, 0);
    for text in words(text) {
        all += 1;
        let read = word(text);
        known += usize::from(read.is_some());
        moves += usize::from(matches!(read, Some(Word::Move(..))));
    }
    match () {
        // Prose has words that look like moves, such as "do".
        () if 2 * known < all || moves == 0 => Likeness::Other,
        () if known == all => Likeness::Moves,
        () => Likeness::Partly,
    }
}

/// Returns the moves of a list without numbers and colours, such as `Q16,D4` or `q16d4`.
pub fn plain_moves(text: &str) -> Option<Vec<String>> {
    let pieces = text
        .split([',', ' ', '\t'])
        .filter(|word| !word.is_empty())
        .flat_map(pieces);
    pieces
        .map(|piece| match word(piece)? {
            Word::Move(None, mv) if !piece.ends_with(']') && mv != "tt" => Some(piece.to_owned()),
            _ => None,
        })
        .collect()
}

/// Reads a list of moves such as `pd dp`, `Q16 D4` or `B Q16, W D4`, on a board of the wanted size if all moves fit.
pub(super) fn read(text: &str, wanted: BoardSize) -> Result<Reading, Unreadable> {
    let read: Result<Vec<_>, Unreadable> = words(text)
        .map(|text| match word(text) {
            Some(read) => Ok((text, read)),
            None => Err(Unreadable::Word {
                word: text.chars().take(20).collect(),
            }),
        })
        .collect();
    let words = read?;
    let fits = words.iter().all(|(_, word)| match word {
        Word::Color(_) => true,
        Word::Move(_, mv) => move_at(mv, Color::Black, wanted).is_ok(),
    });
    let size = if fits { wanted } else { BoardSize::MAX };
    let mut board: Option<SearchBoard> = None;
    let mut told = None;
    for (text, word) in words {
        let (color, mv) = match word {
            Word::Color(color) => {
                told = Some(color);
                continue;
            }
            Word::Move(color, mv) => (color.or(told.take()), mv),
        };
        told = None;
        let color = color
            .or_else(|| Some(board.as_ref()?.to_play()))
            .unwrap_or(Color::Black);
        let board = board.get_or_insert_with(|| SearchBoard::from_stones(size, [], color));
        let number = board.moves().len() + 1;
        let outside = |_| Unreadable::Outside {
            text: text.to_owned(),
            number,
            lines: size.lines(),
        };
        board
            .play(move_at(&mv, color, size).map_err(outside)?)
            .map_err(|error| Unreadable::Illegal {
                text: text.to_owned(),
                number,
                reason: error.reason,
            })?;
    }
    Ok(Reading {
        kind: Kind::Moves,
        board: playable(board.ok_or(Unreadable::Unknown)?)?,
        area: None,
    })
}

fn move_at(text: &str, color: Color, size: BoardSize) -> Result<Move, ParseError> {
    if text == "tt" {
        return Ok(Move::pass(color));
    }
    Move::parse(text, color, size)
}
