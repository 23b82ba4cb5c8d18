use super::board::Board;
use super::games::{index, point};
use bgo::go::{BoardSize, Color, HashTable, KeyTables, Move};
use bgo::query::SearchBoard;

/// What a position was chosen for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// Up to 10 moves before it.
    Early,
    /// 50 to 120 moves before it.
    Middle,
    /// At most 20 moves of the record follow.
    Late,
    /// Two of the eight turns leave it as it is.
    Symmetric2,
    Symmetric4,
    Symmetric8,
    /// The move before it took stones off.
    AfterCapture,
    Board9,
    Board13,
    /// In a game whose first move is White's.
    WhiteFirst,
    BeforePass,
    AfterPass,
    /// Stones at random, or a real position with one stone moved.
    Nowhere,
    /// Of games on made-up boards of other sizes.
    Small,
}

/// A position to ask for.
pub struct Query {
    pub kind: Kind,
    pub board: Board,
    /// Legal moves from the empty board that lead to it.
    pub moves: Vec<Move>,
}

impl Query {
    /// A position, reached by the moves of a game if those are legal, or else
    /// by its stones one after another. `None` if it has stones without
    /// liberties, which no legal moves lead to.
    pub fn new(kind: Kind, board: Board, game: Option<Vec<Move>>) -> Option<Self> {
        let keys = KeyTables::new(HashTable::built_in());
        let moves = game.filter(|moves| leads_to(&keys, moves, &board)).or_else(|| {
            let moves = stone_by_stone(&board);
            leads_to(&keys, &moves, &board).then_some(moves)
        })?;
        Some(Self { kind, board, moves })
    }

    /// Whose turn it is on the search board.
    pub fn to_play(&self) -> Color {
        self.moves.last().map_or(Color::Black, |mv| mv.color.opponent())
    }
}

/// Plays the stones of a position in turn, with passes where one colour has
/// no more. While some are missing, each chain that is there has a liberty:
/// the one it has in the end, or the point of a missing stone of its own
/// chain. So nothing is taken on the way.
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

/// The search board after the moves, if all are legal.
pub fn line(keys: &KeyTables, lines: usize, moves: &[Move]) -> Option<SearchBoard> {
    let size = BoardSize::new(lines as u8).expect("a board size");
    let mut line = SearchBoard::new(keys, size);
    moves.iter().all(|&mv| line.play(mv).is_ok()).then_some(line)
}

fn leads_to(keys: &KeyTables, moves: &[Move], board: &Board) -> bool {
    line(keys, board.lines, moves).is_some_and(|line| {
        let there = line.position().board();
        there
            .size()
            .points()
            .all(|p| there.get(p) == board.get(index(p, board.lines)))
    })
}
