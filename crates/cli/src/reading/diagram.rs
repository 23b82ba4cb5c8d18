use super::grid::{Grid, Sides, Sign};
use super::{Reading, Unreadable};
use bgo::internal::go::{BoardSize, Color};

/// A row of a text, with its number from 1.
struct Row {
    signs: Vec<(usize, char)>,
    line: usize,
}

impl Row {
    /// Returns the signs of a row that begins after some columns, without blanks, each with its column from 1.
    fn new(text: &str, before: usize, line: usize) -> Self {
        let signs = text.chars().enumerate().map(|(at, sign)| (before + at + 1, sign));
        Self {
            signs: signs.filter(|(_, sign)| !sign.is_whitespace()).collect(),
            line,
        }
    }

    fn is_edge(&self) -> bool {
        self.signs.iter().all(|(_, sign)| "-+".contains(*sign)) && self.signs.iter().any(|(_, sign)| *sign == '-')
    }
}

/// A system of signs.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Writing {
    /// The signs of patterns.
    Own,
    /// Signs of Sensei's Library, with letters for marks on stones and on empty points.
    Senseis,
}

impl Writing {
    fn sign(self, sign: char) -> Option<Sign> {
        let stone = |color| Some(Sign::Stone(color));
        match (self, sign) {
            (_, '1'..='9') => Some(Sign::Move(usize::from(sign as u8 - b'0'))),
            (_, 'X' | '●') => stone(Color::Black),
            (_, 'O' | '○') => stone(Color::White),
            (_, '.' | ',' | '+') => Some(Sign::Empty),
            (_, '*' | '?') | (Self::Senseis, '_') => Some(Sign::Wildcard),
            (Self::Own, 'a'..='z') => {
                let letters = ('a'..='z').filter(|letter| !"ox".contains(*letter));
                letters
                    .zip(10..)
                    .find(|(letter, _)| *letter == sign)
                    .map(|(_, number)| Sign::Move(number))
            }
            (Self::Senseis, '0') => Some(Sign::Move(10)),
            (Self::Senseis, 'B' | 'Y' | 'Z' | '#') => stone(Color::Black),
            (Self::Senseis, 'W' | 'Q' | 'P' | '@') => stone(Color::White),
            (Self::Senseis, 'C' | 'S' | 'T' | 'M' | 'a'..='z') => Some(Sign::Empty),
            _ => None,
        }
    }
}

/// Returns whether a text is a diagram of Sensei's Library.
pub(super) fn is_senseis(text: &str) -> bool {
    text.trim_start().starts_with("$$")
}

/// Returns whether a line can be a row of a diagram.
pub(super) fn is_row(line: &str) -> bool {
    let mut signs = line.chars().filter(|sign| !sign.is_whitespace()).peekable();
    signs.peek().is_some() && signs.all(|sign| ".,XOxo+|*?#-/●○123456789".contains(sign))
}

/// Returns whether half of the first signs of a text are points, stones or edges.
pub(super) fn is_diagram(text: &str) -> bool {
    let signs = text.chars().take(4000).filter(|sign| !sign.is_whitespace());
    let drawn = signs.clone().filter(|sign| ".,XO+|*?#-".contains(*sign)).count();
    drawn > 0 && 2 * drawn >= signs.count()
}

/// Reads a diagram of Sensei's Library, each line of which begins with `$$`.
pub(super) fn read_senseis(text: &str, size: BoardSize) -> Result<Reading, Unreadable> {
    let lines = text.lines().zip(1..).map(|(line, number)| (line.trim(), number));
    let mut drawn: Vec<(&str, usize)> = lines
        .filter_map(|(line, number)| Some((line.strip_prefix("$$")?, number)))
        .collect();
    let first = drawn.first().map_or("", |(line, _)| line);
    let turn = senseis_turn(first);
    // The first line has the colour and a title, unless the drawing begins at once.
    let is_drawing = !first.is_empty() && first.chars().all(|c| "-+|.,XO".contains(c) || c.is_whitespace());
    if turn.is_some() || !is_drawing {
        drawn.remove(0);
    }
    // Links and arrows.
    drawn.retain(|(line, _)| !line.trim_start().starts_with(['[', '{', '\\']));
    let rows = drawn.into_iter().map(|(line, number)| Row::new(line, 2, number));
    // Without a letter, Black begins.
    grid(rows.collect(), Writing::Senseis, turn.or(Some(Color::Black)))?.read(size)
}

/// Returns the colour in a heading such as `$$Wcm5 A joseki`, of which `$$` is cut off.
fn senseis_turn(heading: &str) -> Option<Color> {
    let word = heading.split_whitespace().next()?;
    let color = match word.as_bytes()[0] {
        b'B' => Color::Black,
        b'W' => Color::White,
        _ => return None,
    };
    let rest = word[1..]
        .trim_start_matches('c')
        .trim_start_matches(|c: char| c.is_ascii_digit());
    let number = rest.strip_prefix('m').unwrap_or(rest);
    number.chars().all(|c| c.is_ascii_digit()).then_some(color)
}

/// Reads a diagram as patterns are written: rows that end with the line or with `/`.
pub(super) fn read(text: &str, size: BoardSize) -> Result<Reading, Unreadable> {
    let mut rows = Vec::new();
    for (line, number) in text.trim_start_matches('\u{feff}').lines().zip(1..) {
        let mut column = 0;
        for part in line.split('/') {
            rows.push(Row::new(part, column, number));
            column += part.chars().count() + 1;
        }
    }
    grid(rows, Writing::Own, None)?.read(size)
}

fn grid(mut rows: Vec<Row>, writing: Writing, turn: Option<Color>) -> Result<Grid, Unreadable> {
    rows.retain(|row| !row.signs.is_empty());
    let top = rows.first().is_some_and(Row::is_edge);
    let bottom = rows.len() > 1 && rows.last().is_some_and(Row::is_edge);
    let rows = &rows[usize::from(top)..rows.len() - usize::from(bottom)];
    let first = rows.first().ok_or(Unreadable::Unknown)?;
    let is_side = |place: Option<&(usize, char)>| place.is_some_and(|(_, sign)| *sign == '|');
    let edges = Sides {
        top,
        bottom,
        left: is_side(first.signs.first()),
        right: is_side(first.signs.last()),
    };
    let sides = usize::from(edges.left) + usize::from(edges.right);
    let width = first.signs.len().saturating_sub(sides);
    if width == 0 {
        return Err(Unreadable::Unknown);
    }
    let read = rows.iter().map(|row| {
        if is_side(row.signs.first()) != edges.left || is_side(row.signs.last()) != edges.right {
            return Err(Unreadable::Edge { line: row.line });
        }
        let inner = row.signs.iter().skip(usize::from(edges.left));
        let inner = inner.take(row.signs.len().saturating_sub(sides));
        let signs: Result<Vec<Sign>, Unreadable> = inner
            .map(|&(column, sign)| match writing.sign(sign) {
                Some(read) => Ok(read),
                None if writing == Writing::Own && "xo#".contains(sign) => {
                    Err(Unreadable::Condition { sign, line: row.line })
                }
                None => Err(Unreadable::Sign {
                    sign,
                    line: row.line,
                    column,
                }),
            })
            .collect();
        signs.and_then(|signs| match signs.len() {
            points if points == width => Ok(signs),
            points => Err(Unreadable::Ragged {
                line: row.line,
                points,
                expected: width,
            }),
        })
    });
    Ok(Grid {
        rows: read.collect::<Result<_, _>>()?,
        edges,
        at: None,
        turn,
    })
}
