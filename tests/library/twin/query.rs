use super::board::Board;
use super::games::{index, point};
use bgo::internal::go::{BoardSize, Color, Move};
use bgo::internal::query::SearchBoard;

/// The reason for choosing a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// At most 10 moves come before the position.
    Early,
    /// 50 to 120 moves come before the position.
    Middle,
    /// At most 20 moves of the record follow the position.
    Late,
    /// Two of the eight turns leave the position unchanged.
    Symmetric2,
    Symmetric4,
    Symmetric8,
    /// The last move captured stones.
    AfterCapture,
    Board9,
    Board13,
    /// The first move of the game is White's.
    WhiteFirst,
    BeforePass,
    AfterPass,
    /// Random stones, or a real position with one stone moved.
    Nowhere,
    /// The board has fewer than 9 lines.
    Small,
}

/// A position to ask about.
pub struct Query {
    pub kind: Kind,
    pub board: Board,
    /// Legal moves from the empty board to the position.
    pub moves: Vec<Move>,
}

impl Query {
    /// Creates a query that reaches a position by the moves of a game if they are legal,
    /// or else stone by stone. Returns `None` if the position has stones without
    /// liberties, which no legal moves lead to.
    pub fn new(kind: Kind, board: Board, game: Option<Vec<Move>>) -> Option<Self> {
        let moves = game.filter(|moves| leads_to(moves, &board)).or_else(|| {
            let moves = stone_by_stone(&board);
            leads_to(&moves, &board).then_some(moves)
        })?;
        Some(Self { kind, board, moves })
    }

    pub fn to_play(&self) -> Color {
        self.moves.last().map_or(Color::Black, |mv| mv.color.opponent())
    }
}

/// Returns moves that place the stones of a position in turn, with passes when one
/// colour has no more. Nothing is captured on the way: a chain always has a liberty,
/// either one of the final position or the point of a stone of its own that is still
/// missing.
pub fn stone_by_stone(board: &Board) -> Vec<Move> {
    let of = |wanted| {
        board
            .stones()
            .filter(move |&(_, color)| color == wanted)
            .map(|(at, _)| at)
    };
    let (mut black, mut white) = (of(Color::Black), of(Color::White));
    let (_, mut black_left, mut white_left) = board.census();
    let mut moves = Vec::new();
    while black_left + white_left > 0 {
        let turns = [
            (Color::Black, black.next(), &mut black_left),
            (Color::White, white.next(), &mut white_left),
        ];
        for (color, at, left) in turns {
            *left -= usize::from(at.is_some());
            moves.push(Move {
                color,
                point: at.map(|at| point(at, board.lines)),
            });
        }
    }
    moves
}

/// Returns the search board after the moves, or `None` if one is illegal.
pub fn line(lines: usize, moves: &[Move]) -> Option<SearchBoard> {
    let size = BoardSize::new(lines as u8).expect("a board size");
    let mut line = SearchBoard::new(size);
    moves.iter().all(|&mv| line.play(mv).is_ok()).then_some(line)
}

fn leads_to(moves: &[Move], board: &Board) -> bool {
    line(board.lines, moves).is_some_and(|line| {
        let there = line.position();
        there
            .size()
            .points()
            .all(|p| there.get(p) == board.get(index(p, board.lines)))
    })
}
