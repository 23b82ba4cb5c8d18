//! The two readers of games.

use super::encoder::LINES;
use crate::Strictness;
use bgo::internal::go::{Board, Color, Point};
use bgo::internal::record::{Action, GameRecord, GameTree, decoded_trees, parts};
use encoding_rs::Encoding;

/// The stones and moves of a game, without passes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TrainingGame {
    /// The stones before the first move, each with its place in the file; `None` if the first move
    /// gives no record.
    pub setup: Option<Vec<(Color, u16, usize)>>,
    /// The moves, each with its place in the file.
    pub moves: Vec<(Color, u16, usize)>,
    /// If false, suicide leaves stones without liberties, as with the preprocessor.
    pub removes_suicide: bool,
}

impl TrainingGame {
    /// Returns the number of records, provided that the game can be played. The first move of a
    /// game without setup gives no record.
    pub const fn records(&self) -> usize {
        match self.setup {
            Some(_) => self.moves.len(),
            None => self.moves.len().saturating_sub(1),
        }
    }

    /// Reads the first game of a file.
    pub fn read(bytes: &[u8], rule: Strictness) -> Result<Self, String> {
        match rule {
            Strictness::Compat => Self::read_compat(bytes),
            Strictness::Strict => Self::read_strict(bytes),
        }
    }

    /// Returns the colours of the players to move, record by record.
    pub fn colors(&self) -> impl Iterator<Item = Color> {
        let without = usize::from(self.setup.is_none());
        self.moves.iter().skip(without).map(|(color, ..)| *color)
    }

    /// Reads the leftmost variation as strictly as the preprocessor's library.
    fn read_compat(bytes: &[u8]) -> Result<Self, String> {
        let mut reader = TrainingReader::begin(bytes)?;
        let (mut depth, mut is_main) = (0_usize, true);
        // The nodes of the current sequence; `None` between a variation and the end of its parent.
        let mut sequence: Option<usize> = None;
        // The property whose values are being read, and their number so far.
        let mut property: Option<(&[u8], usize)> = None;
        loop {
            let (kind, text, offset) = reader.token()?;
            if matches!(property, Some((_, 0))) && kind != b'[' {
                return Err(reader.wrong("a property has no value"));
            }
            match kind {
                b'(' | b')' if sequence == Some(0) => return Err(reader.wrong("a variation has no node")),
                b'(' => {
                    depth += 1;
                    sequence = Some(0);
                }
                b')' => {
                    depth -= 1;
                    sequence = None;
                    // Other variations come after the end of the leftmost one.
                    is_main = false;
                    if depth == 0 {
                        break;
                    }
                }
                b';' => {
                    let Some(nodes) = &mut sequence else {
                        return Err(reader.wrong("a node follows a variation"));
                    };
                    *nodes += 1;
                    if is_main {
                        reader.nodes += 1;
                        reader.end_node()?;
                    }
                }
                b'[' => {
                    let Some((ident, values)) = &mut property else {
                        return Err(reader.wrong("a value has no property"));
                    };
                    if is_main {
                        reader.value(ident, text, offset, *values == 0);
                    }
                    *values += 1;
                    continue;
                }
                _ if sequence.is_none_or(|nodes| nodes == 0) => {
                    return Err(reader.wrong("a property stands outside of a node"));
                }
                _ => {
                    property = Some((text, 0));
                    continue;
                }
            }
            property = None;
        }
        reader.finish()
    }

    /// Reads the main line of the first game of a file with bgo's own reader. The game ends before
    /// setup that follows a move, and before a move on a stone.
    fn read_strict(bytes: &[u8]) -> Result<Self, String> {
        let tree = first_game(bytes).ok_or(NO_GAME)?;
        Self::of_record(&tree.game.map_err(|rejection| rejection.to_string())?)
    }

    /// Plays a record as far as it gives records.
    pub(crate) fn of_record(record: &GameRecord) -> Result<Self, String> {
        if usize::from(record.size.lines()) != LINES {
            return Err(other_size(&record.size.lines().to_string()));
        }
        let mut board = Board::new(record.size);
        for (point, stone) in &record.setup {
            board.set(*point, *stone);
        }
        if board.chain_without_liberties().is_some() {
            return Err("its setup has stones without liberties".to_owned());
        }
        let setup: Vec<_> = board.stones().map(|(point, color)| (color, number(point), 0)).collect();
        let mut moves = Vec::new();
        for step in &record.steps {
            let Action::Move(mv) = step.action else { break };
            if board.replay(mv).is_err() {
                break;
            }
            moves.extend(mv.point.map(|point| (mv.color, number(point), step.offset)));
        }
        Ok(Self {
            setup: Some(setup).filter(|stones| !stones.is_empty()),
            moves,
            removes_suicide: true,
        })
    }
}

const NO_GAME: &str = "it holds no game; one begins with \"(;\"";

fn other_size(size: &str) -> String {
    format!("its board is SZ[{size}]; records are of 19x19")
}

/// Says that a stone is placed on a stone.
pub(super) fn occupied(offset: usize) -> String {
    format!("byte {offset}: there is a stone on this point already")
}

pub(crate) fn first_game(bytes: &[u8]) -> Option<GameTree> {
    parts(bytes).find_map(|part| decoded_trees(&part.decoded).next())
}

/// Returns the number of a point; rows are counted from the bottom.
const fn number(point: Point) -> u16 {
    (LINES as u16 - 1 - point.y as u16) * LINES as u16 + point.x as u16
}

/// A game that is read as the preprocessor reads it.
#[derive(Default)]
struct TrainingReader<'a> {
    bytes: &'a [u8],
    /// The place of the next token.
    at: usize,
    moves: Vec<(Color, u16, usize)>,
    /// The number of nodes so far.
    nodes: usize,
    /// The first values of B and W in the node, with their places.
    black: Option<(&'a [u8], usize)>,
    white: Option<(&'a [u8], usize)>,
    /// The relevant properties of the root.
    size: Option<&'a [u8]>,
    handicap: Option<&'a [u8]>,
    character_set: Option<&'a [u8]>,
    /// The values of AB, AW and AE.
    setup: [Vec<(&'a [u8], usize)>; 3],
}

impl<'a> TrainingReader<'a> {
    /// Begins at the first `(` before a `;`.
    fn begin(bytes: &'a [u8]) -> Result<Self, String> {
        let at = (0..bytes.len()).find(|at| {
            bytes[*at] == b'(' && bytes[at + 1..].iter().find(|byte| !byte.is_ascii_whitespace()) == Some(&b';')
        });
        Ok(Self {
            bytes,
            at: at.ok_or(NO_GAME)?,
            ..Self::default()
        })
    }

    fn wrong(&self, what: &str) -> String {
        format!("before byte {}: {what}, which is not SGF", self.at)
    }

    /// Reads a parenthesis, a semicolon, an identifier of at most eight capital letters, or a value: its first
    /// character, its text without brackets, and the place of the text.
    fn token(&mut self) -> Result<(u8, &'a [u8], usize), String> {
        let rest = &self.bytes[self.at..];
        let start = self.at + rest.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
        let kind = self.bytes.get(start).copied().unwrap_or_default();
        let mut end = start + 1;
        match kind {
            b'(' | b')' | b';' => {
                self.at = end;
                Ok((kind, &self.bytes[start..end], start))
            }
            b'[' => {
                loop {
                    match self.bytes.get(end) {
                        Some(b']') => break,
                        Some(b'\\') => end += 2,
                        Some(_) => end += 1,
                        None => return Err(not_closed(start)),
                    }
                }
                self.at = end + 1;
                Ok((kind, &self.bytes[start + 1..end], start + 1))
            }
            b'A'..=b'Z' => {
                let letters = self.bytes[start..].iter().take_while(|byte| byte.is_ascii_uppercase());
                self.at = start + letters.count().min(8);
                Ok((kind, &self.bytes[start..self.at], start))
            }
            _ => Err(not_closed(start)),
        }
    }

    fn value(&mut self, ident: &[u8], value: &'a [u8], offset: usize, is_first: bool) {
        match ident {
            b"B" => drop(self.black.get_or_insert((value, offset))),
            b"W" => drop(self.white.get_or_insert((value, offset))),
            _ if self.nodes > 1 => {}
            b"AB" => self.setup[0].push((value, offset)),
            b"AW" => self.setup[1].push((value, offset)),
            b"AE" => self.setup[2].push((value, offset)),
            b"SZ" if is_first => drop(self.size.get_or_insert(value)),
            b"HA" if is_first => drop(self.handicap.get_or_insert(value)),
            b"CA" if is_first => drop(self.character_set.get_or_insert(value)),
            _ => {}
        }
    }

    fn end_node(&mut self) -> Result<(), String> {
        let (black, white) = (self.black.take(), self.white.take());
        let mv = black
            .map(|mv| (Color::Black, mv))
            .or(white.map(|mv| (Color::White, mv)));
        if let Some((color, (value, offset))) = mv
            && !value.is_empty()
            && value != b"tt"
        {
            self.moves.push((color, point(value, offset)?, offset));
        }
        Ok(())
    }

    fn finish(mut self) -> Result<TrainingGame, String> {
        self.end_node()?;
        if let Some(size) = self.size
            && integer(size) != Some(LINES as i64)
        {
            return Err(other_size(&shown(size, 40)));
        }
        if let Some(name) = self.character_set
            && !is_known(name)
        {
            let name = shown(name, 40);
            return Err(format!("its character set is CA[{name}], which is unknown"));
        }
        let setup = match self.handicap.map(|value| (value, integer(value))) {
            None | Some((_, Some(0))) => None,
            Some((value, None | Some(1))) => {
                let value = shown(value, 40);
                return Err(format!(
                    "its handicap is HA[{value}], which is not a number of stones; expected 0 or from 2 on"
                ));
            }
            Some((_, Some(_))) => Some(handicap_stones(&self.setup)?),
        };
        Ok(TrainingGame {
            setup,
            moves: self.moves,
            removes_suicide: false,
        })
    }
}

/// Returns the points of AB, AW and AE as black stones.
fn handicap_stones(setup: &[Vec<(&[u8], usize)>; 3]) -> Result<Vec<(Color, u16, usize)>, String> {
    let mut stones: Vec<(Color, u16, usize)> = Vec::new();
    for list in setup {
        let before = stones.len();
        for &(value, offset) in list {
            for point in points(value, offset)? {
                // A point repeated in one list is one stone; in two lists, it is two.
                match stones.iter().position(|(_, known, _)| *known == point) {
                    Some(place) if place < before => return Err(occupied(offset)),
                    Some(_) => {}
                    None => stones.push((Color::Black, point, offset)),
                }
            }
        }
    }
    Ok(stones)
}

fn shown(value: &[u8], most: usize) -> String {
    String::from_utf8_lossy(value).chars().take(most).collect()
}

fn integer(value: &[u8]) -> Option<i64> {
    std::str::from_utf8(value).ok()?.trim().parse().ok()
}

fn is_known(name: &[u8]) -> bool {
    const OTHERS: [&str; 5] = ["cp932", "cp936", "cp949", "cp950", "latin-1"];
    let name = String::from_utf8_lossy(name).trim().to_ascii_lowercase();
    Encoding::for_label(name.as_bytes()).is_some() || OTHERS.contains(&name.as_str())
}

/// Reads a point; rows are counted from the bottom.
fn point(value: &[u8], offset: usize) -> Result<u16, String> {
    match *value {
        [x @ b'a'..=b's', y @ b'a'..=b's'] => Ok(number(Point::new(x - b'a', y - b'a'))),
        _ => Err(no_point(value, offset)),
    }
}

fn no_point(value: &[u8], offset: usize) -> String {
    let text = shown(value, 20);
    format!("byte {offset}: \"{text}\" is not a point of a 19x19 board")
}

/// Reads a point, or all points between two corners.
fn points(value: &[u8], offset: usize) -> Result<Vec<u16>, String> {
    let Some(colon) = value.iter().position(|byte| *byte == b':') else {
        return Ok(vec![point(value, offset)?]);
    };
    let (a, b) = (point(&value[..colon], offset)?, point(&value[colon + 1..], offset)?);
    let lines = LINES as u16;
    let (top, bottom) = (a / lines, b / lines);
    let (left, right) = (a % lines, b % lines);
    if bottom > top || left > right {
        return Err(no_point(value, offset));
    }
    Ok((bottom..=top)
        .flat_map(|row| (left..=right).map(move |column| row * lines + column))
        .collect())
}

fn not_closed(offset: usize) -> String {
    format!(
        "byte {offset}: the game is not closed; text that is not SGF, or the end, comes before its last parenthesis"
    )
}
