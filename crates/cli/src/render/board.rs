use super::stones::with_circles;
use super::text::{BLACK, FRAME, HASH, LABEL, LAST, Look, MARK, OUTSIDE, WHITE, paint};
use super::{Coordinates, MoveMark, Stones, Text};
use bgo::internal::go::{Board, BoardSize, Color, HashTable, Point, Transform};
use bgo::internal::pattern::{Area, Condition};
use bgo::internal::query::{PatternSearch, SearchBoard};

const WILDCARD: &str = "*";

/// Draws a search board with its letters around it, the marks and wildcards on it and the
/// board hash centred below.
pub fn search_board(line: &SearchBoard, marks: &[MoveMark], table: &HashTable) -> Drawing {
    let board = line.position();
    Drawing::of(board, Some(table), Transform::IDENTITY, |point| {
        let is_marked = marks.iter().any(|mark| mark.shown_at == Some(point));
        if !is_marked && line.wildcards().any(|wildcard| wildcard == point) {
            WILDCARD.to_owned()
        } else {
            symbol(board, marks, point)
        }
    })
}

/// Draws a board on which a pattern lies where it is shown, with the marks of its answers.
/// Points outside its area are dimmed, or left out where there are no styles.
pub fn pattern_board(search: &PatternSearch, marks: &[MoveMark]) -> Drawing {
    let empty = Board::new(search.size());
    let board = search.board().unwrap_or(&empty);
    let shown = search.shown();
    let inside = |point: Point| {
        let condition = search.pattern().at(point.x - shown.left, point.y - shown.top)?;
        Some(match condition {
            Condition::Stone(Color::Black) => paint(BLACK, 'X'),
            Condition::Stone(Color::White) => paint(WHITE, 'O'),
            other => match marks.iter().find(|mark| mark.shown_at == Some(point)) {
                Some(mark) => paint(MARK, mark.letter),
                None if other == Condition::Empty => empty_point(board, point).to_owned(),
                None => other.sign()?.to_string(),
            },
        })
    };
    let [mut styled, plain] = [true, false].map(|has_styles| {
        Drawing::of(board, None, Transform::IDENTITY, |point| {
            let sign = shown.contains(point).then(|| inside(point)).flatten();
            sign.unwrap_or_else(|| match board.get(point) {
                _ if !has_styles => " ".to_owned(),
                Some(Color::Black) => paint(OUTSIDE, 'X'),
                Some(Color::White) => paint(OUTSIDE, 'O'),
                None => paint(OUTSIDE, empty_point(board, point)),
            })
        })
    });
    styled.plain_rows = Some(plain.rows);
    styled
}

/// Draws a board on which the last move, if there is one, is `x` or `o`.
pub(super) fn board_with_last(board: &Board, last: Option<Point>, marks: &[MoveMark], table: &HashTable) -> Drawing {
    Drawing::of(board, Some(table), Transform::IDENTITY, |point| {
        match (last == Some(point), board.get(point)) {
            (true, Some(Color::Black)) => paint(LAST, 'x'),
            (true, Some(Color::White)) => paint(LAST, 'o'),
            _ => symbol(board, marks, point),
        }
    })
}

pub(super) fn board_alone(board: &Board) -> Text {
    Drawing::of(board, None, Transform::IDENTITY, |point| symbol(board, &[], point)).alone()
}

/// The signs on the points of a board, and the marks around them.
pub struct Drawing {
    size: BoardSize,
    /// The signs, row by row.
    rows: Vec<Vec<String>>,
    /// The rows to show without styles, if they differ.
    plain_rows: Option<Vec<Vec<String>>>,
    hash: Option<i64>,
    /// The area between brackets.
    area: Option<Area>,
}

impl Drawing {
    /// Draws the board as `transform` shows it, with the hash that it then has.
    pub(super) fn new(board: &Board, marks: &[MoveMark], table: &HashTable, transform: Transform) -> Self {
        Self::of(board, Some(table), transform, |point| symbol(board, marks, point))
    }

    /// Puts the area, if there is one, between brackets.
    pub(super) fn framed(self, area: Option<Area>) -> Self {
        Self { area, ..self }
    }

    fn of(board: &Board, table: Option<&HashTable>, transform: Transform, symbol: impl Fn(Point) -> String) -> Self {
        let size = board.size();
        let lines = usize::from(size.lines());
        let mut rows = vec![vec![String::new(); lines]; lines];
        for point in size.points() {
            let image = transform.apply(point, size);
            rows[usize::from(image.y)][usize::from(image.x)] = symbol(point);
        }
        Self {
            size,
            rows,
            plain_rows: None,
            hash: table.map(|table| table.board_hash(board, transform)),
            area: None,
        }
    }

    pub(super) fn width(&self, coordinates: Coordinates) -> usize {
        2 * self.rows.len() + 1 + 2 * self.label_width(coordinates)
    }

    fn label_width(&self, coordinates: Coordinates) -> usize {
        coordinates.row(0, self.size).len()
    }

    /// Returns the lines, each filled up with blanks to the same width, so that another
    /// board can be put beside it: the letters, the rows, the letters again, and the hash.
    pub(super) fn lines(&self, look: Look) -> Vec<String> {
        let coordinates = look.coordinates;
        let plain_rows = self.plain_rows.as_ref().filter(|_| !look.has_styles);
        let rows = plain_rows.unwrap_or(&self.rows);
        let width = self.width(coordinates);
        let margin = " ".repeat(self.label_width(coordinates) + 1);
        let letters: Vec<String> = (0..self.size.lines())
            .map(|x| coordinates.column(x).to_string())
            .collect();
        let header = format!("{margin}{}{margin}", paint(LABEL, letters.join(" ")));
        let mut lines = vec![header.clone()];
        lines.extend(rows.iter().zip(0..).map(|(cells, y)| self.row(cells, y, look)));
        lines.push(header);
        if let Some(hash) = self.hash {
            let hash = hash.to_string();
            lines.push(centred(&hash, width).replace(&hash, &paint(HASH, &hash)));
        }
        lines
    }

    /// Returns a row with its label at both ends, and with brackets around the part that
    /// lies in the area.
    fn row(&self, cells: &[String], y: u8, look: Look) -> String {
        let coordinates = look.coordinates;
        let name = coordinates.row(y, self.size);
        let width = self.label_width(coordinates);
        let area = self.area.filter(|area| (area.top..area.top + area.height).contains(&y));
        let padding = " ".repeat(width - name.len());
        let label = paint(LABEL, name);
        let mut row = String::new();
        for (cell, x) in cells.iter().zip(0..) {
            let gap = match area {
                Some(area) if x == area.left => paint(FRAME, '['),
                Some(area) if x == area.left + area.width => paint(FRAME, ']'),
                _ => " ".to_owned(),
            };
            row.push_str(&gap);
            row.push_str(cell);
        }
        let ends_here = area.is_some_and(|area| usize::from(area.left + area.width) == cells.len());
        row.push_str(&if ends_here { paint(FRAME, ']') } else { " ".to_owned() });
        if look.stones == Stones::Circles {
            row = with_circles(&row);
        }
        format!("{padding}{label}{row}{label}{padding}")
    }
}

pub(super) fn centred(text: &str, width: usize) -> String {
    format!("{text:^width$}")
}

fn symbol(board: &Board, marks: &[MoveMark], point: Point) -> String {
    match board.get(point) {
        Some(Color::Black) => return paint(BLACK, 'X'),
        Some(Color::White) => return paint(WHITE, 'O'),
        None => {}
    }
    if let Some(mark) = marks.iter().find(|mark| mark.shown_at == Some(point)) {
        return paint(MARK, mark.letter);
    }
    empty_point(board, point).to_owned()
}

fn empty_point(board: &Board, point: Point) -> &'static str {
    if board.size().is_star(point) { "+" } else { "." }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::render::marks;
    use crate::render::marks::tests::answer;
    use crate::render::text::Look;
    use bgo::internal::go::{BoardSize, Move};
    use bgo::internal::pattern::Pattern;
    use bgo::internal::query::{PatternOptions, Setup};

    pub(in crate::render) fn position(moves: &str, lines: u8) -> Board {
        let size = BoardSize::new(lines).expect("a size");
        let mut board = Board::new(size);
        let mut color = Color::Black;
        for word in moves.split_whitespace() {
            let mv = Move::parse(word, color, size).expect("a move");
            board.play(mv).expect("legal");
            color = color.opponent();
        }
        board
    }

    fn line(moves: &str, lines: u8) -> SearchBoard {
        let board = position(moves, lines);
        SearchBoard::from_stones(board.size(), board.stones(), Color::Black)
    }

    fn drawn(moves: &str, lines: u8, next_moves: &[&str]) -> String {
        let table = HashTable::built_in();
        let board = search_board(&line(moves, lines), &marks(&answer(next_moves), 12), &table);
        board.alone().without_styles()
    }

    fn size(lines: u8) -> BoardSize {
        BoardSize::new(lines).expect("a size")
    }

    #[test]
    fn wildcards_are_stars_until_something_is_marked_there() {
        let mut board = line("ee", 9);
        let points = ["aa", "bb"].map(|text| Point::from_sgf(text).expect("a point"));
        board.set_up(&points, Setup::Wildcard).expect("liberties");
        let text = search_board(&board, &marks(&answer(&["B bb 5"]), 12), &HashTable::built_in());
        let text = text.alone().without_styles();
        let rows: Vec<&str> = text.lines().skip(1).take(2).collect();
        assert_eq!(rows, ["A * . . . . . . . . A", "B . a . . . . . . . B"]);
    }

    #[test]
    fn an_area_is_drawn_alone_or_the_rest_is_dimmed() {
        let board = position("gc cg", 9);
        let corner = Area::corner(5, 4, size(9)).expect("an area");
        let wildcard = Point::from_sgf("fb").expect("a point");
        let search = PatternSearch::of_area(&board, &[wildcard], corner, PatternOptions::default()).expect("a pattern");
        let text = pattern_board(&search, &marks(&answer(&["W hd 9", "B ec 3"]), 12)).alone();
        insta::assert_snapshot!(text.without_styles(), @"
          A B C D E F G H I
        A         . . . . . A
        B         . * . . . B
        C         b . X . . C
        D         . . . a . D
        E                   E
        F                   F
        G                   G
        H                   H
        I                   I
          A B C D E F G H I
        ");
        let styled = Look {
            has_styles: true,
            ..Look::default()
        };
        assert!(text.styled(styled).contains(&paint(OUTSIDE, 'O')));
        // A text beside it keeps the plain form.
        let both = Text::from("before\n") + text.clone() + Text::painted(paint(MARK, "after") + "\n");
        assert_eq!(
            both.without_styles(),
            format!("before\n{}after\n", text.without_styles())
        );
    }

    #[test]
    fn a_diagram_is_drawn_at_its_edges_or_in_the_middle() {
        let drawn = |diagram: &str| {
            let pattern = Pattern::parse(diagram).expect("a diagram");
            let search = PatternSearch::of_diagram(pattern, size(9), PatternOptions::default()).expect("a pattern");
            pattern_board(&search, &marks(&answer(&["W ac 9"]), 12))
                .alone()
                .without_styles()
        };
        insta::assert_snapshot!(drawn("+---/|..x/|.XO/|.1*"), @"
          A B C D E F G H I
        A . . x             A
        B . X O             B
        C a 1 *             C
        D                   D
        E                   E
        F                   F
        G                   G
        H                   H
        I                   I
          A B C D E F G H I
        ");
        insta::assert_snapshot!(drawn("#o./.X."), @"
          A B C D E F G H I
        A                   A
        B                   B
        C                   C
        D       # o .       D
        E       . X .       E
        F                   F
        G                   G
        H                   H
        I                   I
          A B C D E F G H I
        ");
    }

    #[test]
    fn the_area_of_a_game_is_between_brackets() {
        let board = position("gc cg", 9);
        let framed = |area: Option<Area>| {
            let drawn = board_with_last(&board, None, &[], &HashTable::built_in());
            drawn.framed(area).alone().without_styles()
        };
        insta::assert_snapshot!(framed(Area::corner(3, 4, size(9))), @"
          A B C D E F G H I
        A . . . . . .[. . .]A
        B . . . . . .[. . .]B
        C . . + . . .[X . .]C
        D . . . . . .[. . .]D
        E . . . . + . . . . E
        F . . . . . . . . . F
        G . . O . . . + . . G
        H . . . . . . . . . H
        I . . . . . . . . . I
          A B C D E F G H I
              -58703843
        ");
        insta::assert_snapshot!(framed(Area::corner(9, 1, size(9))).lines().nth(1).expect("a row"), @"A[. . . . . . . . .]A");
    }

    #[test]
    fn the_position_of_the_transcript_is_drawn_as_there() {
        let text = drawn(
            "pd dp pp dd",
            19,
            &["B fq 6", "B pj 5", "B cq 4", "B cn 3", "B jp 2", "B cj 1"],
        );
        insta::assert_snapshot!(text, @"
          A B C D E F G H I J K L M N O P Q R S
        A . . . . . . . . . . . . . . . . . . . A
        B . . . . . . . . . . . . . . . . . . . B
        C . . . . . . . . . . . . . . . . . . . C
        D . . . O . . . . . + . . . . . X . . . D
        E . . . . . . . . . . . . . . . . . . . E
        F . . . . . . . . . . . . . . . . . . . F
        G . . . . . . . . . . . . . . . . . . . G
        H . . . . . . . . . . . . . . . . . . . H
        I . . . . . . . . . . . . . . . . . . . I
        J . . f + . . . . . + . . . . . b . . . J
        K . . . . . . . . . . . . . . . . . . . K
        L . . . . . . . . . . . . . . . . . . . L
        M . . . . . . . . . . . . . . . . . . . M
        N . . d . . . . . . . . . . . . . . . . N
        O . . . . . . . . . . . . . . . . . . . O
        P . . . O . . . . . e . . . . . X . . . P
        Q . . c . . a . . . . . . . . . . . . . Q
        R . . . . . . . . . . . . . . . . . . . R
        S . . . . . . . . . . . . . . . . . . . S
          A B C D E F G H I J K L M N O P Q R S
                        731239216
        ");
    }

    #[test]
    fn empty_boards_have_their_own_star_points() {
        insta::assert_snapshot!(drawn("", 19, &[]));
        insta::assert_snapshot!(drawn("", 13, &[]));
        insta::assert_snapshot!(drawn("", 9, &[]), @"
          A B C D E F G H I
        A . . . . . . . . . A
        B . . . . . . . . . B
        C . . + . . . + . . C
        D . . . . . . . . . D
        E . . . . + . . . . E
        F . . . . . . . . . F
        G . . + . . . + . . G
        H . . . . . . . . . H
        I . . . . . . . . . I
          A B C D E F G H I
                  0
        ");
    }

    #[test]
    fn the_smallest_board_and_a_hash_wider_than_the_board() {
        insta::assert_snapshot!(drawn("", 1, &[]), @"
          A
        A . A
          A
          0
        ");
        let wide = drawn("aa bb", 2, &[]);
        let hash = wide.lines().last().expect("a hash");
        assert!(hash.trim().parse::<i64>().is_ok(), "{hash}");
    }

    #[test]
    fn only_the_escapes_are_taken_away() {
        let table = HashTable::built_in();
        let coloured = search_board(&line("pd", 19), &[], &table).alone();
        let styled = coloured.styled(Look::default());
        assert_ne!(styled, coloured.without_styles());
        assert!(styled.lines().all(|line| !line.ends_with(' ')));
    }
}
