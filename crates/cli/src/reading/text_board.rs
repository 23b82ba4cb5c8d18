use super::grid::{Grid, Sides, Sign};
use super::{Reading, Unreadable};
use bgo::internal::go::{BoardSize, Color};

/// Letters above the columns: with I, as the shell writes them, and without.
const HEADINGS: [&str; 2] = ["ABCDEFGHJKLMNOPQRST", "ABCDEFGHIJKLMNOPQRS"];

/// The number of columns before the I.
const BEFORE_I: usize = 8;

fn lines(text: &str) -> Vec<Vec<char>> {
    let lines = text.lines().map(|line| line.replace('\t', "        "));
    lines.map(|line| line.chars().collect()).collect()
}

/// Returns the columns of the letters in a line, from A on, with blanks between them.
fn columns_in(line: &[char]) -> Option<Vec<usize>> {
    let signs: Vec<(usize, char)> = (line.iter().enumerate())
        .filter(|(_, sign)| !sign.is_whitespace())
        .map(|(at, sign)| (at, sign.to_ascii_uppercase()))
        .collect();
    HEADINGS.iter().find_map(|letters| {
        let mut columns: Vec<usize> = Vec::new();
        for (&(at, sign), letter) in signs.iter().zip(letters.chars()) {
            if sign != letter || columns.last().is_some_and(|last| !(2..=4).contains(&(at - last))) {
                break;
            }
            columns.push(at);
        }
        // A board with its ninth column is of one kind or the other.
        let is_cut =
            columns.len() == BEFORE_I && !letters.contains('I') && signs.get(BEFORE_I).is_some_and(|s| s.1 == 'I');
        (columns.len() > 1 && !is_cut).then_some(columns)
    })
}

/// Returns whether a line has the letters above or below a board, and nothing else.
pub(super) fn is_heading(line: &str) -> bool {
    let columns = columns_in(&line.chars().collect::<Vec<_>>());
    columns.is_some_and(|columns| columns.len() > 2 && columns.len() == line.split_whitespace().count())
}

/// Returns the number or the letter before a row, and what follows it.
fn label(line: &[char]) -> Option<(&[char], &[char])> {
    let start = line.iter().position(|sign| !sign.is_whitespace())?;
    let line = &line[start..];
    let digits = line.iter().take_while(|sign| sign.is_ascii_digit()).count();
    match digits {
        0 if matches!(line[0], 'A'..='S') => Some(line.split_at(1)),
        1 | 2 => Some(line.split_at(digits)),
        _ => None,
    }
}

fn is_point(sign: char) -> bool {
    ".+,*?XOxo●○#".contains(sign) || sign.is_ascii_lowercase()
}

/// Returns whether a line is a row: a number or a letter before points, or on both sides of blanks.
fn is_row(line: &[char]) -> bool {
    let Some((name, rest)) = label(line) else {
        return false;
    };
    let gap = rest
        .iter()
        .take_while(|sign| sign.is_whitespace() || "|[(".contains(**sign))
        .count();
    let Some(after) = rest.get(gap..).filter(|after| gap > 0 && !after.is_empty()) else {
        return false;
    };
    let is_named_twice = after.starts_with(name) && after.get(name.len()).is_none_or(|sign| sign.is_whitespace());
    is_point(after[0]) || rest[..gap].contains(&'(') || is_named_twice
}

/// Returns the line of the letters above a board, and their columns.
fn heading(lines: &[Vec<char>]) -> Option<(usize, Vec<usize>)> {
    lines.iter().enumerate().find_map(|(at, line)| {
        let columns = columns_in(line)?;
        // An edge may be drawn between the letters and the first row.
        let has_row = lines[at + 1..].iter().take(2).any(|line| is_row(line));
        has_row.then_some((at, columns))
    })
}

/// Returns whether a text is a board with letters above it, as programs of the Go Text Protocol and the shell write it.
pub(super) fn is_board(text: &str) -> bool {
    heading(&lines(text)).is_some()
}

/// Returns the colour to play, if the text around a board states it.
fn turn_in(text: &str) -> Option<Color> {
    let lower = text.to_lowercase();
    let words: Vec<&str> = lower
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .collect();
    let color = |word: &str| match word {
        "black" => Some(Color::Black),
        "white" => Some(Color::White),
        _ => None,
    };
    let next = words.windows(3).find_map(|three| match three {
        ["next", "player", name] => color(name),
        _ => None,
    });
    let to_play = words.windows(4).find_map(|four| match four {
        [name, "x" | "o", "to", "move" | "play"] | [name, "to", "move" | "play", _] => color(name),
        _ => None,
    });
    let at_end = words.last_chunk::<3>().and_then(|three| match three {
        [name, "to", "move" | "play"] => color(name),
        _ => None,
    });
    let last = words.windows(3).find_map(|three| match three {
        ["last", "move", name] => color(name),
        _ => None,
    });
    next.or(to_play).or(at_end).or(last.map(Color::opponent))
}

/// Reads a board with letters above it. Blanks lie outside an area.
pub(super) fn read(text: &str, _: BoardSize) -> Result<Reading, Unreadable> {
    let lines = lines(text);
    let (above, columns) = heading(&lines).ok_or(Unreadable::Unknown)?;
    let size = u8::try_from(columns.len()).ok().and_then(BoardSize::new);
    let (size, lines_of_board) = size.zip(Some(columns.len())).ok_or(Unreadable::Unknown)?;
    let is_named = |line: &[char]| {
        let after = label(line).map(|(_, rest)| rest.first().copied().unwrap_or(' '));
        after.is_some_and(|after| !after.is_alphanumeric() && after != '_' && after != '.')
    };
    let named = lines
        .iter()
        .enumerate()
        .skip(above + 1)
        .filter(|(_, line)| is_named(line));
    let rows: Vec<(usize, &Vec<char>)> = named.take(lines_of_board).collect();
    if rows.len() < lines_of_board {
        return Err(Unreadable::Rows {
            rows: rows.len(),
            columns: lines_of_board,
        });
    }
    let columns = aligned(&columns, &rows);
    let mut cells = Vec::new();
    for (line, row) in rows {
        let signs = columns
            .iter()
            .map(|&column| sign(row.get(column).copied(), line + 1, column + 1));
        cells.push(signs.collect::<Result<Vec<Option<Sign>>, _>>()?);
    }
    cut(&cells, turn_in(text))?.read(size)
}

/// Returns the columns in the rows: a text that was copied without its first blanks has its letters too far left.
fn aligned(columns: &[usize], rows: &[(usize, &Vec<char>)]) -> Vec<usize> {
    let fits = |shift: &usize| {
        let is_sign = |row: &Vec<char>, column: usize| row.get(column + shift).is_some_and(|sign| is_point(*sign));
        rows.iter()
            .all(|(_, row)| columns.iter().all(|&column| is_sign(row, column)))
    };
    let shift = (0..=6).find(fits).unwrap_or(0);
    columns.iter().map(|column| column + shift).collect()
}

fn sign(sign: Option<char>, line: usize, column: usize) -> Result<Option<Sign>, Unreadable> {
    Ok(Some(match sign.unwrap_or(' ') {
        blank if blank.is_whitespace() => return Ok(None),
        'X' | 'x' | '#' | '●' => Sign::Stone(Color::Black),
        'O' | 'o' | '○' => Sign::Stone(Color::White),
        '*' | '?' => Sign::Wildcard,
        // Small letters are marks on empty points.
        '.' | '+' | ',' | 'a'..='z' => Sign::Empty,
        sign => return Err(Unreadable::Sign { sign, line, column }),
    }))
}

/// Returns the part of a board that has signs, with its place and the edges that it touches.
fn cut(cells: &[Vec<Option<Sign>>], turn: Option<Color>) -> Result<Grid, Unreadable> {
    let last = cells.len() - 1;
    let has_row = |y: &usize| cells[*y].iter().any(Option::is_some);
    let has_column = |x: &usize| cells.iter().any(|row| row[*x].is_some());
    let bounds = |found: Option<usize>, end: Option<usize>| found.zip(end).ok_or(Unreadable::Unknown);
    let (top, bottom) = bounds((0..=last).find(has_row), (0..=last).rfind(has_row))?;
    let (left, right) = bounds((0..=last).find(has_column), (0..=last).rfind(has_column))?;
    let rows = cells[top..=bottom].iter().map(|row| {
        let signs = row[left..=right].iter();
        signs.map(|sign| sign.unwrap_or(Sign::Wildcard)).collect()
    });
    Ok(Grid {
        rows: rows.collect(),
        edges: Sides {
            top: top == 0,
            bottom: bottom == last,
            left: left == 0,
            right: right == last,
        },
        at: Some((left, top)),
        turn,
    })
}
