use super::style::{BLACK, HASH, LABEL, MARK, WHITE, paint};
use super::{Mark, Text};
use bgo::go::{Board, Color, HashTable, Point, Transform};

/// A board with its letters around it, the marks on it and the board hash
/// centred below, one line each.
#[must_use]
pub fn board(board: &Board, marks: &[Mark], table: &HashTable) -> Text {
    Text::painted(Drawing::new(board, marks, table, Transform::IDENTITY).text())
}

/// A board on which the last move, if there is one, is a letter of its own:
/// `x` for black, `o` for white.
pub(super) fn board_with_last(board: &Board, last: Option<Point>, table: &HashTable) -> String {
    let drawing = Drawing::with(board, Some(table), Transform::IDENTITY, |point| {
        match (last == Some(point), board.get(point)) {
            (true, Some(Color::Black)) => paint(MARK, 'x'),
            (true, Some(Color::White)) => paint(MARK, 'o'),
            _ => symbol(board, &[], point),
        }
    });
    drawing.text()
}

/// A board with its letters around it and nothing else.
pub(super) fn board_alone(board: &Board) -> String {
    let drawing = Drawing::with(board, None, Transform::IDENTITY, |point| symbol(board, &[], point));
    drawing.text()
}

/// The lines of a board, each filled up with blanks to the same width, so
/// that another board can be put beside it.
pub(super) struct Drawing {
    pub(super) lines: Vec<String>,
    /// In columns of the terminal.
    pub(super) width: usize,
}

impl Drawing {
    /// The board as `transform` shows it, with the hash that it then has.
    pub(super) fn new(board: &Board, marks: &[Mark], table: &HashTable, transform: Transform) -> Self {
        Self::with(board, Some(table), transform, |point| symbol(board, marks, point))
    }

    fn with(board: &Board, table: Option<&HashTable>, transform: Transform, symbol: impl Fn(Point) -> String) -> Self {
        let size = board.size();
        let lines = usize::from(size.lines());
        let mut rows = vec![vec![String::new(); lines]; lines];
        for point in size.points() {
            let image = transform.apply(point, size);
            rows[usize::from(image.y)][usize::from(image.x)] = symbol(point);
        }

        let letters: Vec<String> = ('A'..).take(lines).map(String::from).collect();
        // Two blanks put each letter above its column.
        let header = format!("  {}  ", paint(LABEL, letters.join(" ")));
        let row = |(letter, cells): (&String, &Vec<String>)| {
            let label = paint(LABEL, letter);
            format!("{label} {} {label}", cells.join(" "))
        };
        let width = 2 * lines + 3;
        let mut drawing = vec![header.clone()];
        drawing.extend(letters.iter().zip(&rows).map(row));
        drawing.push(header);
        if let Some(table) = table {
            let hash = table.board_hash(board, transform).to_string();
            drawing.push(centred(&hash, width).replace(&hash, &paint(HASH, &hash)));
        }
        Self { lines: drawing, width }
    }

    /// The lines without blanks at their ends.
    fn text(&self) -> String {
        self.lines.iter().map(|line| format!("{}\n", line.trim_end())).collect()
    }
}

/// `text` in the middle of `width` columns, or at the left where it is longer.
pub(super) fn centred(text: &str, width: usize) -> String {
    format!("{text:^width$}")
}

fn symbol(board: &Board, marks: &[Mark], point: Point) -> String {
    match board.get(point) {
        Some(Color::Black) => return paint(BLACK, 'X'),
        Some(Color::White) => return paint(WHITE, 'O'),
        None => {}
    }
    if let Some(mark) = marks.iter().find(|mark| mark.shown_at == Some(point)) {
        return paint(MARK, mark.letter);
    }
    let empty = if board.size().is_star(point) { "+" } else { "." };
    empty.to_owned()
}

#[cfg(test)]
pub(super) mod tests {
    use super::super::marks;
    use super::super::marks::tests::answer;
    use super::*;
    use bgo::go::{BoardSize, Move};

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

    fn drawn(moves: &str, lines: u8, next_moves: &[&str]) -> String {
        let table = HashTable::built_in();
        board(&position(moves, lines), &marks(&answer(next_moves), 12), &table)
            .without_styles()
            .into_owned()
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
        let coloured = board(&position("pd", 19), &[], &table);
        assert_ne!(coloured.as_str(), coloured.without_styles());
        assert!(coloured.as_str().lines().all(|line| !line.ends_with(' ')));
    }
}
