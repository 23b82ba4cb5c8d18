use super::board::LINES;
use super::encoder::SetupRule;
use super::error::OddGame;
use bgo::go::Color;
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
    pub fn read(bytes: &[u8], rule: SetupRule) -> Result<Self, OddGame> {
        match rule {
            SetupRule::Compat => Self::read_compat(bytes),
            SetupRule::Strict => Self::read_strict(bytes),
        }
    }

    /// Returns the colours of the players to move, record by record.
    pub fn colors(&self) -> impl Iterator<Item = Color> {
        let without = usize::from(self.setup.is_none());
        self.moves.iter().skip(without).map(|(color, ..)| *color)
    }

    /// Reads the leftmost variation as strictly as the preprocessor's library.
    fn read_compat(bytes: &[u8]) -> Result<Self, OddGame> {
        let mut reader = Reader {
            game: Self {
                setup: None,
                moves: Vec::new(),
                removes_suicide: false,
            },
            nodes: 0,
            node: Node::default(),
            root: Root::default(),
        };
        let mut tokens = Tokens::begin(bytes)?;
        let (mut depth, mut is_main) = (0_usize, true);
        // The nodes of the current sequence; `None` between a variation and the end of its parent.
        let mut sequence: Option<usize> = None;
        let mut property: Option<Property<'_>> = None;
        loop {
            let token = tokens.next()?;
            let wrong = |what| {
                Err(OddGame::Grammar {
                    offset: tokens.at,
                    what,
                })
            };
            if let (Some(Property { values: 0, .. }), false) = (&property, matches!(token, Token::Value(..))) {
                return wrong("a property has no value");
            }
            match token {
                Token::Open | Token::Close if sequence == Some(0) => return wrong("a variation has no node"),
                Token::Open => {
                    depth += 1;
                    sequence = Some(0);
                }
                Token::Close => {
                    depth -= 1;
                    sequence = None;
                    // Other variations come after the end of the leftmost one.
                    is_main = false;
                    if depth == 0 {
                        break;
                    }
                }
                Token::Node => {
                    let Some(nodes) = &mut sequence else {
                        return wrong("a node follows a variation");
                    };
                    *nodes += 1;
                    if is_main {
                        reader.begin_node()?;
                    }
                }
                Token::Ident(_) if sequence.is_none_or(|nodes| nodes == 0) => {
                    return wrong("a property stands outside of a node");
                }
                Token::Ident(ident) => {
                    property = Some(Property { ident, values: 0 });
                    continue;
                }
                Token::Value(value, offset) => {
                    let Some(Property { ident, values }) = &mut property else {
                        return wrong("a value has no property");
                    };
                    if is_main {
                        reader.value(ident, value, offset, *values == 0);
                    }
                    *values += 1;
                    continue;
                }
            }
            property = None;
        }
        reader.finish()
    }
}

/// The property whose values are being read.
struct Property<'a> {
    ident: &'a [u8],
    /// The number of its values so far.
    values: usize,
}

/// The relevant properties of a node, each with its first value.
#[derive(Default)]
struct Node<'a> {
    black: Option<(&'a [u8], usize)>,
    white: Option<(&'a [u8], usize)>,
}

/// The relevant properties of the root.
#[derive(Default)]
struct Root<'a> {
    size: Option<&'a [u8]>,
    handicap: Option<&'a [u8]>,
    character_set: Option<&'a [u8]>,
    /// The values of AB, AW and AE.
    setup: [Vec<(&'a [u8], usize)>; 3],
}

struct Reader<'a> {
    game: TrainingGame,
    /// The number of nodes so far.
    nodes: usize,
    node: Node<'a>,
    root: Root<'a>,
}

impl<'a> Reader<'a> {
    fn value(&mut self, ident: &[u8], value: &'a [u8], offset: usize, is_first: bool) {
        match ident {
            b"B" => drop(self.node.black.get_or_insert((value, offset))),
            b"W" => drop(self.node.white.get_or_insert((value, offset))),
            _ if self.nodes > 1 => {}
            b"AB" => self.root.setup[0].push((value, offset)),
            b"AW" => self.root.setup[1].push((value, offset)),
            b"AE" => self.root.setup[2].push((value, offset)),
            b"SZ" if is_first => drop(self.root.size.get_or_insert(value)),
            b"HA" if is_first => drop(self.root.handicap.get_or_insert(value)),
            b"CA" if is_first => drop(self.root.character_set.get_or_insert(value)),
            _ => {}
        }
    }

    /// Begins a node, which ends the previous one.
    fn begin_node(&mut self) -> Result<(), OddGame> {
        self.nodes += 1;
        self.end_node()
    }

    fn end_node(&mut self) -> Result<(), OddGame> {
        let Node { black, white } = std::mem::take(&mut self.node);
        let mv = match (black, white) {
            (Some(mv), _) => Some((Color::Black, mv)),
            (None, Some(mv)) => Some((Color::White, mv)),
            (None, None) => None,
        };
        if let Some((color, (value, offset))) = mv
            && !value.is_empty()
            && value != b"tt"
        {
            self.game.moves.push((color, point(value, offset)?, offset));
        }
        Ok(())
    }

    fn finish(mut self) -> Result<TrainingGame, OddGame> {
        self.end_node()?;
        let text = |value: &[u8]| String::from_utf8_lossy(value).chars().take(40).collect::<String>();
        if let Some(size) = self.root.size
            && integer(size) != Some(LINES as i64)
        {
            return Err(OddGame::Size(text(size)));
        }
        if let Some(name) = self.root.character_set
            && !is_known(name)
        {
            return Err(OddGame::CharacterSet(text(name)));
        }
        let handicap = match self.root.handicap.map(|value| (value, integer(value))) {
            None | Some((_, Some(0))) => return Ok(self.game),
            Some((value, None | Some(1))) => return Err(OddGame::Handicap(text(value))),
            Some((_, Some(_))) => &self.root.setup,
        };
        let mut stones: Vec<(Color, u16, usize)> = Vec::new();
        for list in handicap {
            let before = stones.len();
            for &(value, offset) in list {
                for point in points(value, offset)? {
                    // A point repeated in one list is one stone; in two lists, it is two.
                    if stones[before..].iter().any(|(_, known, _)| *known == point) {
                        continue;
                    }
                    if stones[..before].iter().any(|(_, known, _)| *known == point) {
                        return Err(OddGame::Occupied(offset));
                    }
                    stones.push((Color::Black, point, offset));
                }
            }
        }
        self.game.setup = Some(stones);
        Ok(self.game)
    }
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
fn point(value: &[u8], offset: usize) -> Result<u16, OddGame> {
    let line = |letter: u8| letter.checked_sub(b'a').filter(|line| usize::from(*line) < LINES);
    let read = || {
        let &[x, y] = value else { return None };
        let (column, from_top) = (line(x)?, line(y)?);
        Some(u16::from(LINES as u8 - 1 - from_top) * LINES as u16 + u16::from(column))
    };
    read().ok_or_else(|| OddGame::Point {
        offset,
        text: String::from_utf8_lossy(value).chars().take(20).collect(),
    })
}

/// Reads a point, or all points between two corners.
fn points(value: &[u8], offset: usize) -> Result<Vec<u16>, OddGame> {
    let Some(colon) = value.iter().position(|byte| *byte == b':') else {
        return Ok(vec![point(value, offset)?]);
    };
    let (a, b) = (point(&value[..colon], offset)?, point(&value[colon + 1..], offset)?);
    let lines = LINES as u16;
    let (top, bottom) = (a / lines, b / lines);
    let (left, right) = (a % lines, b % lines);
    if bottom > top || left > right {
        return Err(OddGame::Point {
            offset,
            text: String::from_utf8_lossy(value).chars().take(20).collect(),
        });
    }
    Ok((bottom..=top)
        .flat_map(|row| (left..=right).map(move |column| row * lines + column))
        .collect())
}

enum Token<'a> {
    Open,
    Close,
    Node,
    Ident(&'a [u8]),
    Value(&'a [u8], usize),
}

/// The tokens of a game. Identifiers have at most eight capital letters.
struct Tokens<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Tokens<'a> {
    /// Begins at the first `(` before a `;`.
    fn begin(bytes: &'a [u8]) -> Result<Self, OddGame> {
        let begins = |at: &usize| {
            let is_next = || bytes[at + 1..].iter().find(|byte| !byte.is_ascii_whitespace()) == Some(&b';');
            bytes[*at] == b'(' && is_next()
        };
        let at = (0..bytes.len()).find(begins).ok_or(OddGame::NoGame)?;
        Ok(Self { bytes, at })
    }

    fn next(&mut self) -> Result<Token<'a>, OddGame> {
        let rest = &self.bytes[self.at..];
        let skip = rest.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
        let start = self.at + skip;
        let token = match self.bytes.get(start) {
            Some(b'(') => Token::Open,
            Some(b')') => Token::Close,
            Some(b';') => Token::Node,
            Some(b'[') => {
                let mut end = start + 1;
                loop {
                    match self.bytes.get(end) {
                        Some(b']') => break,
                        Some(b'\\') => end += 2,
                        Some(_) => end += 1,
                        None => return Err(OddGame::NotClosed(start)),
                    }
                }
                self.at = end + 1;
                return Ok(Token::Value(&self.bytes[start + 1..end], start + 1));
            }
            Some(b'A'..=b'Z') => {
                let letters = self.bytes[start..].iter().take_while(|byte| byte.is_ascii_uppercase());
                let end = start + letters.count().min(8);
                self.at = end;
                return Ok(Token::Ident(&self.bytes[start..end]));
            }
            _ => return Err(OddGame::NotClosed(start)),
        };
        self.at = start + 1;
        Ok(token)
    }
}
