use super::source_list::wrong_line;
use super::zobrist::Zobrist;
use crate::error::ResearchError;
use bgo::internal::go::{Board, BoardSize, Color, Point};
use bgo::internal::position_file::PositionId;
use std::io::{BufRead, Read};

/// The maximum length of a line, in bytes.
const MAX_LINE: u64 = 64 << 10;

/// A board read from text.
#[derive(Clone, Debug, PartialEq)]
pub struct WrittenBoard {
    /// The stones.
    pub board: Board,
    /// The colour to play, if the text states it.
    pub to_play: Option<Color>,
    /// The line of the first row, counted from 1.
    pub line: u64,
}

impl WrittenBoard {
    /// Returns the colour to play: the stated one, or else White if there are more black stones
    /// than white ones, and Black otherwise.
    pub fn turn(&self) -> Color {
        self.to_play.unwrap_or_else(|| {
            let black = self.board.stones().filter(|(_, color)| *color == Color::Black).count();
            if 2 * black > self.board.stones().count() {
                Color::White
            } else {
                Color::Black
            }
        })
    }

    /// Returns the id of the position.
    pub fn id(&self, zobrist: &Zobrist) -> PositionId {
        PositionId::new(zobrist.hash_of(&self.board), self.turn())
    }
}

/// Reads boards of a size in text, with one line for each row. Errors call the text `name`.
///
/// - Black is `#`, `X`, `x`, `@` or `●`, White `O`, `o` or `○`, an empty point `.`, `+`, `,`,
///   `_`, `·` or a crossing of lines (`┼`, `├` and so on). Blanks may separate points, and
///   parentheses may surround one.
/// - Letters or numbers before a row or on both sides are ignored, as are the letters of
///   columns, frames of `+`, `-` and `|`, and the `$$` of Sensei's Library.
/// - A line such as `white to play`, `White's turn`, `PL[W]` or `$$W` states the colour to
///   play for the next board or for the board right above it.
/// - Blank lines may separate boards, but not rows. The text after a `;` is a comment. Other
///   lines between boards are ignored if fewer than half of their characters are points.
///
/// After an error there are no more boards.
pub fn read_boards(
    source: impl BufRead,
    name: impl Into<String>,
    size: BoardSize,
) -> impl Iterator<Item = Result<WrittenBoard, ResearchError>> {
    let mut reader = BoardReader {
        source,
        name: name.into(),
        size,
        line: 0,
        rows: Vec::new(),
        first_row: 0,
        to_play: None,
        held: None,
        ended: false,
    };
    std::iter::from_fn(move || {
        if reader.ended {
            return reader.held.take().map(Ok);
        }
        let next = reader.next_board();
        if next.is_err() {
            reader.ended = true;
            reader.held = None;
        }
        next.transpose()
    })
}

struct BoardReader<R> {
    source: R,
    name: String,
    size: BoardSize,
    line: u64,
    /// The rows of the current board so far.
    rows: Vec<Vec<Option<Color>>>,
    first_row: u64,
    /// The colour to play that was stated before the board.
    to_play: Option<Color>,
    /// A complete board, whose colour to play the next line may state.
    held: Option<WrittenBoard>,
    ended: bool,
}

impl<R: BufRead> BoardReader<R> {
    fn next_board(&mut self) -> Result<Option<WrittenBoard>, ResearchError> {
        let mut bytes = Vec::new();
        loop {
            bytes.clear();
            self.line += 1;
            let read = (&mut self.source).take(MAX_LINE + 1).read_until(b'\n', &mut bytes);
            if read.map_err(|error| self.error(&format!("it cannot be read: {error}")))? == 0 {
                self.ended = true;
                self.require_no_rows()?;
                return Ok(self.held.take());
            }
            if bytes.len() as u64 > MAX_LINE {
                return Err(self.error(&format!(
                    "it has more than {MAX_LINE} bytes; a row of a board has less than 200"
                )));
            }
            let text = String::from_utf8_lossy(&bytes);
            if let Some(board) = self.take(&text)? {
                return Ok(Some(board));
            }
        }
    }

    /// Processes a line, and returns the board that it completes, if any.
    fn take(&mut self, text: &str) -> Result<Option<WrittenBoard>, ResearchError> {
        let text = text.trim_start_matches('\u{feff}').trim();
        let senseis = text.strip_prefix("$$");
        let text = senseis.unwrap_or(text);
        let text = text.split_once(';').map_or(text, |(before, _)| before).trim();
        if text.is_empty() {
            self.require_no_rows()?;
            return Ok(self.held.take());
        }
        let title = senseis.filter(|title| title.starts_with(['B', 'W']));
        if let Some(color) = title.map_or_else(|| said_turn(text), |title| color(&title[..1].to_lowercase())) {
            if let Some(mut board) = self.held.take_if(|board| board.to_play.is_none()) {
                board.to_play = Some(color);
                return Ok(Some(board));
            }
            self.to_play = Some(color);
            return Ok(None);
        }
        let cells: Vec<char> = text
            .chars()
            .filter(|c| !c.is_whitespace() && !"|()─".contains(*c))
            .collect();
        let lines = usize::from(self.size.lines());
        let cells = without_labels(&cells, lines);
        let points: Vec<Option<Option<Color>>> = cells.iter().map(|&cell| stone(cell)).collect();
        let known = points.iter().flatten().count();
        if known == points.len() && known == lines {
            if self.rows.is_empty() {
                self.first_row = self.line;
            }
            self.rows.push(points.into_iter().flatten().collect());
            let done = self.held.take();
            if self.rows.len() == lines {
                self.held = Some(self.board());
            }
            return Ok(done);
        }
        if is_decoration(cells) {
            return Ok(None);
        }
        // Text between boards.
        if 2 * known < points.len() && self.rows.is_empty() {
            return Ok(self.held.take());
        }
        let wrong = points.iter().position(Option::is_none).map(|wrong| cells[wrong]);
        Err(self.error(&match wrong {
            None => format!("{known} points; a row of a {} board has {lines}", self.size),
            Some(wrong) => format!(
                "\"{}\" is not a point; write # or X for black, O for white and . for an empty point, and comments after a ;",
                wrong.escape_debug()
            ),
        }))
    }

    fn board(&mut self) -> WrittenBoard {
        let mut board = Board::new(self.size);
        for (y, row) in (0..).zip(self.rows.drain(..)) {
            for (x, stone) in (0..).zip(row) {
                board.set(Point::new(x, y), stone);
            }
        }
        WrittenBoard {
            board,
            to_play: self.to_play.take(),
            line: self.first_row,
        }
    }

    fn require_no_rows(&self) -> Result<(), ResearchError> {
        if self.rows.is_empty() {
            return Ok(());
        }
        Err(self.error(&format!(
            "the board that begins in line {} ends after {} of its {} rows",
            self.first_row,
            self.rows.len(),
            self.size.lines()
        )))
    }

    fn error(&self, reason: &str) -> ResearchError {
        wrong_line(&self.name, self.line, reason)
    }
}

fn stone(cell: char) -> Option<Option<Color>> {
    match cell {
        '#' | 'X' | 'x' | '@' | '●' => Some(Some(Color::Black)),
        'O' | 'o' | '○' => Some(Some(Color::White)),
        '.' | '+' | ',' | '_' | '·' | '┌' | '┬' | '┐' | '├' | '┼' | '┤' | '└' | '┴' | '┘' => {
            Some(None)
        }
        _ => None,
    }
}

/// Returns the points of a row without the labels on either side and any text after it.
fn without_labels(cells: &[char], points: usize) -> &[char] {
    let digits = cells.iter().take_while(|cell| cell.is_ascii_digit()).count();
    let letter = usize::from(cells.first().is_some_and(char::is_ascii_uppercase));
    let label = if digits > 0 { digits } else { letter };
    let (before, rest) = cells.split_at(label);
    match rest.get(points..) {
        Some(behind)
            if label > 0 && (behind.starts_with(before) || (behind.is_empty() && stone(cells[0]).is_none())) =>
        {
            &rest[..points]
        }
        _ => cells,
    }
}

/// Returns whether these are column letters or a frame.
fn is_decoration(cells: &[char]) -> bool {
    let is_frame = cells.contains(&'-') && cells.iter().all(|cell| "+-".contains(*cell));
    let are_letters = ["", "I"].into_iter().any(|skipped| {
        let letters = ('A'..='T').filter(|letter| !skipped.contains(*letter));
        cells.iter().map(char::to_ascii_uppercase).eq(letters.take(cells.len()))
    });
    is_frame || cells.len() > 1 && are_letters
}

/// Returns the colour in `white to play`, `W to move`, `White's turn` or `PL[W]`.
fn said_turn(text: &str) -> Option<Color> {
    let text = text.to_lowercase();
    let mut words = text.split(|c: char| !c.is_alphanumeric());
    if !words
        .clone()
        .any(|word| ["play", "plays", "move", "moves", "turn", "next", "pl"].contains(&word))
    {
        return None;
    }
    let first = words.find_map(color)?;
    words.filter_map(color).all(|other| other == first).then_some(first)
}

fn color(word: &str) -> Option<Color> {
    match word {
        "b" | "black" | "x" => Some(Color::Black),
        "w" | "white" | "o" => Some(Color::White),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str, lines: u8) -> Result<Vec<(String, Option<Color>, u64)>, String> {
        let size = BoardSize::new(lines).expect("a size");
        let boards = read_boards(text.as_bytes(), "b.txt", size);
        boards
            .map(|board| {
                let WrittenBoard { board, to_play, line } = board.map_err(|error| error.to_string())?;
                let stones = board.stones().map(|(p, color)| format!("{}{p}", color.letter()));
                Ok((stones.collect::<Vec<_>>().join(" "), to_play, line))
            })
            .collect()
    }

    fn boards(text: &str, lines: u8) -> Vec<(String, Option<Color>, u64)> {
        read(text, lines).expect("boards")
    }

    #[test]
    fn plain_rows_with_and_without_blanks() {
        let expected = |line| ("Bba Wac".to_owned(), None, line);
        assert_eq!(boards(".#.\n...\nO..\n", 3), [expected(1)]);
        assert_eq!(boards(". X .\n+ , _\no..", 3), [expected(1)]);
        assert_eq!(
            boards("\n\r\n.@.\r\n...\r\n○··\r\n.●.\n...\nO..", 3),
            [expected(3), expected(6)]
        );
        assert_eq!(boards("", 3), []);
    }

    #[test]
    fn labels_and_frames() {
        let expected = [("Bba Wac".to_owned(), None, 2)];
        for text in [
            "  A B C\nA . X . A\nB . . . B\nC O . . C\n  A B C\n",
            "  a b c\n3 .#.\n2 ...\n1 O..\n",
            "+-----+\n|. X .|\n|. . .|\n|O . .|\n+-----+\n",
            "   A B C\n 3 . X . 3\n 2 . . . 2     WHITE (O) has captured 0 stones\n 1 O . . 1\n",
        ] {
            assert_eq!(boards(text, 3), expected, "{text}");
        }
        // These letters could be stones.
        let row = |label: char| format!("{label} {}{label}\n", ". ".repeat(15));
        let text: String = ('A'..='O').map(row).collect();
        assert_eq!(boards(&text, 15), [(String::new(), None, 1)]);
        let header = "   A B C D E F G H J K L M N O P Q R S T\n";
        assert_eq!(boards(header, 19), []);
    }

    #[test]
    fn whose_turn_it_is() {
        let (b, w) = (Some(Color::Black), Some(Color::White));
        let turns = |text: &str| boards(text, 2).iter().map(|board| board.1).collect::<Vec<_>>();
        assert_eq!(turns("white to play\n..\n..\n"), [w]);
        assert_eq!(turns("..\n..\nWhite to move\n..\n..\n"), [w, None]);
        assert_eq!(turns("..\n..\n\nB to play\n..\n..\n"), [None, b]);
        assert_eq!(turns("PL[W]\n..\n..\nit is Black's turn, to play: black\n"), [w]);
        assert_eq!(
            turns("record 1: 31846ceb8015dc920057, white to play, 1 stone\n..\n..\n"),
            [w]
        );
        assert_eq!(turns("..\n..\nto play: black\n..\n..\nwhite to play"), [b, w]);
        let turn = |text: &str| {
            let size = BoardSize::new(2).expect("a size");
            let mut boards = read_boards(text.as_bytes(), "x", size);
            boards.next().expect("one").expect("a board").turn()
        };
        assert_eq!((turn("..\n.."), turn("X.\n..")), (Color::Black, Color::White));
        assert_eq!(
            (turn("XO\n.."), turn("X.\n..\nblack to play")),
            (Color::Black, Color::Black)
        );
    }

    #[test]
    fn boards_as_programs_and_sites_write_them() {
        let expected = |line, to_play| ("Bba Wac".to_owned(), to_play, line);
        let gnugo = "= white\n\n= \n   A B C\n 3 .(X). 3\n 2 . . . 2     WHITE (O) has captured 0 stones\n \
                     1 O . . 1     BLACK (X) has captured 0 stones\n   A B C\n\n= B+3.0\n\n";
        assert_eq!(boards(gnugo, 3), [expected(5, None)]);
        let senseis = "$$Wc3 A title with moves\n$$  -------\n$$ | . X . |\n$$ | . , . |\n$$ | O . . |\n$$  -------\n";
        assert_eq!(boards(senseis, 3), [expected(3, Some(Color::White))]);
        let lines = "Fig. 1\n┌─●─┐\n├─┼─┤\n○─┴─┘\n# a heading, White's turn\n";
        assert_eq!(boards(lines, 3), [expected(2, Some(Color::White))]);
        for (text, turn) in [
            ("O to play", Color::White),
            ("White plays next", Color::White),
            ("next: black", Color::Black),
        ] {
            assert_eq!(
                boards(&format!("\u{feff}{text}\n.#.\n...\nO..\n"), 3),
                [expected(2, Some(turn))]
            );
        }
    }

    #[test]
    fn what_is_wrong_is_told_with_its_line() {
        let error = |text: &str| read(text, 3).expect_err("no board");
        assert_eq!(
            error("...\n..\n"),
            "b.txt: line 2: 2 points; a row of a 3x3 board has 3"
        );
        assert!(error("...\n.z.\n...").starts_with("b.txt: line 2: \"z\" is not a point"));
        assert!(error(".z.\n...\n...").starts_with("b.txt: line 1: \"z\" is not a point"));
        assert!(error("...\nzzz\n...").starts_with("b.txt: line 2: \"z\" is not a point"));
        assert_eq!(
            error("...\n...\n\n..."),
            "b.txt: line 3: the board that begins in line 1 ends after 2 of its 3 rows"
        );
        assert!(error("...\n...").contains("line 3: the board that begins in line 1 ends after 2"));
        assert!(error("....\n").contains("4 points"));
    }

    #[test]
    fn remarks() {
        assert_eq!(boards("; a board\n.#. ; one\n...\n...\n;\nA board\n", 3).len(), 1);
    }
}
