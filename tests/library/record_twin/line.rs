//! The main line of a tree, as its maker wrote it: stones, moves and texts.

use super::syntax::{PropertyValue, TreePart, main_line};
use bgo::internal::go::{Color, Move, Point};
use bgo::internal::record::{Action, RepairKind};
use std::collections::{BTreeMap, BTreeSet};

#[derive(Clone, Debug, Default)]
pub struct TwinLine {
    pub lines: usize,
    /// The stones that setup puts on points.
    pub setup: BTreeMap<Point, Option<Color>>,
    pub steps: Vec<Action>,
    /// The texts of each property that is neither a move nor setup, without blanks around them.
    pub texts: BTreeMap<String, Vec<String>>,
    pub repairs: BTreeSet<RepairKind>,
}

/// Reads the main line of a tree. Returns `None` for another game than Go and for a board that is
/// not a square of 2 to 19 lines.
pub fn read(tree: &[TreePart]) -> Option<TwinLine> {
    let nodes = main_line(tree);
    let mut line = TwinLine {
        lines: size(nodes.first().copied().unwrap_or_default())?,
        ..TwinLine::default()
    };
    for (number, values) in nodes.into_iter().enumerate() {
        line.note_faults(values);
        line.take_texts(values);
        line.set_up(values, number == 0);
        if !line.play(values) {
            break;
        }
    }
    Some(line)
}

fn size(root: &[PropertyValue]) -> Option<usize> {
    let of = |ident: &'static str| root.iter().filter(move |value| value.ident == ident);
    let game = |value: &PropertyValue| ascii_digits(value.raw.trim()).parse::<i64>();
    let is_other = |value: &PropertyValue| game(value).is_ok_and(|game| game != 1);
    if of("GM").any(is_other) {
        return None;
    }
    for value in of("SZ") {
        let text = ascii_digits(value.raw.trim());
        let (columns, rows) = text.split_once([':', 'x']).unwrap_or((&text, &text));
        if columns.trim() != rows.trim() {
            return None;
        }
        if let Ok(lines) = columns.trim().parse::<i64>() {
            return usize::try_from(lines).ok().filter(|lines| (2..=19).contains(lines));
        }
    }
    Some(19)
}

pub fn ascii_digits(text: &str) -> String {
    let plain = |c: char| match u32::from(c).checked_sub(u32::from('０')) {
        Some(digit @ 0..=9) => char::from_digit(digit, 10).expect("a digit"),
        _ => c,
    };
    text.chars().map(plain).collect()
}

impl TwinLine {
    pub fn text(&self, ident: &str) -> &str {
        let texts = self.texts.get(ident).map(|texts| &texts[..]).unwrap_or_default();
        texts.iter().find(|text| !text.is_empty()).map_or("", |text| text)
    }

    fn has(&self, point: Point) -> bool {
        usize::from(point.x.max(point.y)) < self.lines
    }

    fn note_faults(&mut self, values: &[PropertyValue]) {
        if values.iter().any(|value| value.bracket) {
            self.repairs.insert(RepairKind::Bracket);
        }
        if values.iter().any(|value| !value.closed) {
            self.repairs.insert(RepairKind::CutShort);
        }
    }

    fn take_texts(&mut self, values: &[PropertyValue]) {
        for value in values {
            let texts = self.texts.entry(value.ident.clone()).or_default();
            texts.push(unescaped(&value.raw).trim().to_owned());
        }
    }

    /// Takes the setup of a node: of a point the last word counts.
    fn set_up(&mut self, values: &[PropertyValue], in_root: bool) {
        let mut stones = BTreeMap::new();
        for value in values {
            let stone = match &value.ident[..] {
                "AB" => Some(Color::Black),
                "AW" => Some(Color::White),
                "AE" => None,
                _ => continue,
            };
            let places = rectangle(value.raw.trim());
            let on_board = places.into_iter().filter(|point| self.has(*point));
            stones.extend(on_board.map(|point| (point, stone)));
        }
        if in_root {
            stones.retain(|_, stone| stone.is_some());
            self.setup = stones;
        } else if !stones.is_empty() {
            self.steps.push(Action::Setup(stones.into_iter().collect()));
        }
    }

    fn play(&mut self, values: &[PropertyValue]) -> bool {
        for (ident, color) in [("B", Color::Black), ("W", Color::White)] {
            // A move that is cut off is no pass.
            let is_there = |value: &&PropertyValue| value.closed || !value.raw.trim().is_empty();
            for value in values.iter().filter(|value| value.ident == ident).filter(is_there) {
                let raw = value.raw.trim();
                let beyond = char::from(b'a' + self.lines as u8).to_string().repeat(2);
                let is_pass = raw.is_empty() || raw == "tt" || raw == beyond || raw.eq_ignore_ascii_case("pass");
                if raw.eq_ignore_ascii_case("resign") {
                    return false;
                }
                let point = place(raw).filter(|point| self.has(*point));
                if !is_pass && point.is_none() {
                    self.repairs.insert(RepairKind::CutShort);
                    return false;
                }
                self.steps.push(Action::Move(Move { color, point }));
            }
        }
        true
    }
}

fn place(raw: &str) -> Option<Point> {
    let [x @ b'a'..=b'z', y @ b'a'..=b'z'] = raw.as_bytes() else {
        return None;
    };
    Some(Point::new(x - b'a', y - b'a'))
}

fn rectangle(raw: &str) -> Vec<Point> {
    let (one, other) = raw.split_once(':').unwrap_or((raw, raw));
    let (Some(one), Some(other)) = (place(one), place(other)) else {
        return Vec::new();
    };
    let rows = one.y.min(other.y)..=one.y.max(other.y);
    let columns = one.x.min(other.x)..=one.x.max(other.x);
    columns
        .flat_map(|x| rows.clone().map(move |y| Point::new(x, y)))
        .collect()
}

fn unescaped(raw: &str) -> String {
    let mut text = String::new();
    let mut chars = raw.chars();
    while let Some(c) = chars.next() {
        text.extend(if c == '\\' { chars.next() } else { Some(c) });
    }
    text
}
