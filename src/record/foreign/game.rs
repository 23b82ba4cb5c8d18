//! The contents of a foreign record, and the writer that makes SGF of them.

use crate::go::{BoardSize, Color, Move, Point};
use crate::record::game::{GameRecord, RepairKind, Repairs};
use crate::record::line_reader::{MAX_COMMENT_BYTES, MAX_COMMENTS, MAX_STEPS};
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// The maximum number of values of a header. More than a thousand times as many as servers
/// write would only take memory.
pub(super) const MAX_VALUES: usize = 1 << 16;

#[derive(Default)]
pub(super) struct ForeignGame {
    size: Option<(String, usize)>,
    /// The values of SGF properties of the root, with their places. The first value counts.
    values: Vec<(&'static str, String, usize)>,
    stones: BTreeMap<(u8, u8), Color>,
    moves: Vec<(Move, usize)>,
    /// Comments, each with the number of moves before it and its place.
    comments: Vec<(usize, String, usize)>,
    comment_bytes: usize,
    repairs: Repairs,
    /// True once the game ended at a move that cannot be read.
    ended: bool,
    /// The number that the record gives the last move, once there is one.
    number: Option<usize>,
    /// The beginning and the place of the first line of an unknown kind after the last move.
    unknown: Option<(String, usize)>,
}

impl ForeignGame {
    pub fn set_size(&mut self, raw: &str, offset: usize) {
        if self.size.is_none() {
            self.size = Some((plain(raw), offset));
        }
    }

    /// Returns the board size; 19 lines if the record has no valid size.
    pub fn board_size(&self) -> BoardSize {
        let told = self
            .size
            .as_ref()
            .and_then(|(raw, _)| BoardSize::new(raw.parse().ok()?));
        told.unwrap_or_default()
    }

    /// Takes the value of an SGF property of the root, unless it is empty or there is one.
    pub fn set(&mut self, property: &'static str, value: &str, offset: usize) {
        let value = plain(value);
        if !value.is_empty() && !self.has(property) {
            self.values.push((property, value, offset));
        }
    }

    pub fn has(&self, property: &str) -> bool {
        self.values.iter().any(|(other, ..)| *other == property)
    }

    pub fn put(&mut self, color: Color, point: Point) {
        self.stones.insert((point.x, point.y), color);
    }

    pub fn stones(&self) -> usize {
        self.stones.len()
    }

    /// Puts handicap stones on their usual points. Three leave the lower right corner open, as on Korean servers, where
    /// records of three stones begin, and in the Go Text Protocol, or the upper left one by the custom of Japan.
    pub fn set_handicap(&mut self, stones: usize, is_japanese: bool, offset: usize) {
        let size = self.board_size();
        let points = match stones {
            0 | 1 => return,
            3 if is_japanese => size.handicap(4).map(|mut points| {
                points.retain(|point| point.x > size.lines() / 2 || point.y > size.lines() / 2);
                points
            }),
            _ => size.handicap(stones),
        };
        match points {
            Ok(points) => {
                self.set("HA", &stones.to_string(), offset);
                points.into_iter().for_each(|point| self.put(Color::Black, point));
            }
            Err(error) => self.note(offset, || format!("{error}; the board begins empty")),
        }
    }

    pub fn play(&mut self, color: Color, point: Option<Point>, offset: usize) {
        // One more than can be read lets the reader of SGF say so.
        if !self.ended && self.moves.len() <= MAX_STEPS {
            self.moves.push((Move { color, point }, offset));
        }
    }

    pub fn skip_line(&mut self, raw: &str, offset: usize) {
        if self.unknown.is_none() && !raw.trim().is_empty() {
            self.unknown = Some((brief(raw), offset));
        }
    }

    /// Takes the number of the next move. If the number leaves a gap where a line was skipped,
    /// that line was a move, and the game ends before it.
    pub(crate) fn take_number(&mut self, number: usize) {
        if let (Some((raw, offset)), Some(last)) = (self.unknown.take(), self.number)
            && number > last + 1
        {
            self.end(offset, || {
                format!("\"{raw}\" stands between move {last} and move {number} and is no readable move; the game ends before it")
            });
        }
        self.number = Some(number);
    }

    /// Ends the game before a move that cannot be read; `right` says what a move has.
    pub(crate) fn end_before(&mut self, raw: &str, offset: usize, right: &str) {
        let size = self.board_size();
        self.end(offset, || {
            let raw = brief(raw);
            format!("\"{raw}\" is no move on the {size} board, which has {right}; the game ends before it")
        });
    }

    pub fn end(&mut self, offset: usize, reason: impl FnOnce() -> String) {
        self.note(offset, reason);
        self.ended = true;
    }

    pub fn moves(&self) -> usize {
        self.moves.len()
    }

    pub(crate) const fn has_ended(&self) -> bool {
        self.ended
    }

    pub(crate) fn first_color(&self) -> Option<Color> {
        self.moves.first().map(|(mv, _)| mv.color)
    }

    pub fn turn(&self) -> Color {
        match self.moves.last() {
            Some((last, _)) => last.color.opponent(),
            None if self.stones.is_empty() => Color::Black,
            None => Color::White,
        }
    }

    pub fn comment(&mut self, moves: usize, text: &str, offset: usize) {
        // As with moves, one comment more than can be read is kept.
        let has_room = self.comments.len() <= MAX_COMMENTS && self.comment_bytes <= MAX_COMMENT_BYTES;
        if !text.trim().is_empty() && has_room {
            self.comment_bytes += text.len();
            self.comments.push((moves, text.trim().replace("\r\n", "\n"), offset));
        }
    }

    pub fn note(&mut self, offset: usize, reason: impl FnOnce() -> String) {
        self.repairs.note(RepairKind::CutShort, offset, reason);
    }

    /// Notes that moves are missing if the record announces more than it has. Servers
    /// count a last pass or not.
    pub(crate) fn expect_moves(&mut self, announced: usize, offset: usize) {
        let found = self.moves.len();
        // A line of an unknown kind after the last move may be the one that is missing.
        let missing = usize::from(self.unknown.is_none());
        if announced > found + missing && !self.ended {
            self.note(offset, || {
                format!("the record announces {announced} moves and has {found}")
            });
        }
    }

    pub fn translated(mut self) -> Translated {
        let mut out = Translated {
            sgf: "(;GM[1]FF[4]CA[UTF-8]".to_owned(),
            places: Vec::new(),
            repairs: self.repairs,
        };
        let (size, at) = self.size.take().unwrap_or(("19".to_owned(), 0));
        out.value("SZ", &size, at);
        for (property, value, offset) in &self.values {
            out.value(property, value, *offset);
        }
        for (property, color) in [("AB", Color::Black), ("AW", Color::White)] {
            let stones = self.stones.iter().filter(|(_, stone)| **stone == color);
            out.points(property, stones.map(|((x, y), _)| Point::new(*x, *y)));
        }
        self.comments.sort_by_key(|(moves, ..)| *moves);
        let last = self.moves.len();
        let mut comments = self
            .comments
            .iter()
            .map(|(moves, ..)| (*moves).min(last))
            .zip(&self.comments)
            .peekable();
        for number in 0..=last {
            if let Some((mv, offset)) = number.checked_sub(1).and_then(|index| self.moves.get(index)) {
                out.play(mv, *offset);
            }
            let mut texts = Vec::new();
            let mut place = None;
            while let Some((_, (_, text, offset))) = comments.next_if(|(moves, _)| *moves == number) {
                texts.push(text.as_str());
                place.get_or_insert(*offset);
            }
            if let Some(place) = place {
                out.value("C", &texts.join("\n"), place);
            }
        }
        out.sgf.push(')');
        out
    }
}

fn plain(raw: &str) -> String {
    let text: String = raw.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    text.trim().to_owned()
}

fn brief(raw: &str) -> String {
    const SHOWN: usize = 30;
    let text = plain(&raw[..raw.floor_char_boundary(4 * SHOWN)]);
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text,
    }
}

/// SGF made of a foreign record.
pub(crate) struct Translated {
    pub sgf: String,
    /// The offsets of values in the SGF, each with that of their origin in the record; in
    /// order.
    places: Vec<(usize, usize)>,
    pub(super) repairs: Repairs,
}

impl Translated {
    /// Adapts the contents read from the SGF to the foreign record: offsets count in the record,
    /// and the faults of the record come first.
    pub fn settle(&self, record: &mut GameRecord) {
        record.map_offsets(|offset| self.origin(offset));
        let of_sgf = std::mem::replace(&mut record.repairs, self.repairs.clone());
        record.repairs.extend(of_sgf);
    }

    /// Writes a property with a value, and notes where it came from.
    fn value(&mut self, property: &str, value: &str, origin: usize) {
        self.sgf.push_str(property);
        self.sgf.push('[');
        self.places.push((self.sgf.len(), origin));
        for c in value.chars() {
            if matches!(c, ']' | '\\') {
                self.sgf.push('\\');
            }
            self.sgf.push(c);
        }
        self.sgf.push(']');
    }

    /// Writes a property with a list of points, unless there are none.
    fn points(&mut self, property: &str, points: impl Iterator<Item = Point>) {
        let points: String = points.map(|point| format!("[{point}]")).collect();
        if !points.is_empty() {
            self.sgf.push_str(property);
            self.sgf.push_str(&points);
        }
    }

    fn play(&mut self, mv: &Move, origin: usize) {
        // Writing to a text cannot fail.
        let _ = write!(self.sgf, ";{}[", mv.color.letter());
        self.places.push((self.sgf.len(), origin));
        if let Some(point) = mv.point {
            let _ = write!(self.sgf, "{point}");
        }
        self.sgf.push(']');
    }

    /// Returns the offset in the record that corresponds to an offset in the SGF.
    fn origin(&self, offset: usize) -> usize {
        let after = self.places.partition_point(|(start, _)| *start <= offset);
        after.checked_sub(1).map_or(0, |index| self.places[index].1)
    }
}
