use crate::twin::games::{Game, index};
use bgo::internal::go::{BoardSize, Color, Move, Point};
use bgo::internal::pattern::Condition;

/// A game with its whole board at every ply, and for each point and each kind of
/// condition the plies at which the board meets it.
pub struct Timeline {
    pub size: BoardSize,
    pub moves: Vec<Move>,
    /// The stones after each number of moves and the setup that follows them.
    boards: Vec<Vec<Option<Color>>>,
    met: Vec<[Plies; KINDS]>,
}

#[derive(Clone)]
pub struct Plies {
    words: Vec<u64>,
    last: usize,
}

const KINDS: usize = 6;

/// Returns the number of what a condition demands of a point, or `None` if it is nothing. A step
/// demands an empty point. What few points meet has a low number.
pub fn kind(condition: Condition) -> Option<usize> {
    Some(match condition {
        Condition::Anything => return None,
        Condition::Stone(Color::Black) => 0,
        Condition::Stone(Color::White) => 1,
        Condition::AnyStone => 2,
        Condition::Empty | Condition::Step(_) => 3,
        Condition::EmptyOr(Color::Black) => 4,
        Condition::EmptyOr(Color::White) => 5,
    })
}

fn is_met_by(kind: usize, stone: Option<Color>) -> bool {
    match kind {
        0 => stone == Some(Color::Black),
        1 => stone == Some(Color::White),
        2 => stone.is_some(),
        3 => stone.is_none(),
        4 => stone != Some(Color::White),
        _ => stone != Some(Color::Black),
    }
}

impl Timeline {
    pub fn new(game: &Game) -> Self {
        let size = BoardSize::new(game.lines as u8).expect("a size");
        let mut moves = Vec::new();
        let mut boards: Vec<Vec<Option<Color>>> = Vec::new();
        game.replay(|seen| {
            // Setup gives the ply another board.
            boards.truncate(seen.ply);
            boards.push((0..size.area()).map(|at| seen.board.get(at)).collect());
            if seen.ply > moves.len() {
                moves.extend(seen.last);
            }
        });
        assert_eq!(boards.len(), moves.len() + 1);
        let met = (0..size.area()).map(|at| {
            std::array::from_fn(|kind| {
                let mut plies = Plies::none(moves.len());
                for (ply, board) in boards.iter().enumerate() {
                    if is_met_by(kind, board[at]) {
                        plies.insert(ply);
                    }
                }
                plies
            })
        });
        Self {
            met: met.collect(),
            size,
            moves,
            boards,
        }
    }

    pub fn meeting(&self, demands: &[(usize, usize)]) -> Plies {
        let Some(((kind, at), rest)) = demands.split_first() else {
            return Plies::all(self.moves.len());
        };
        let mut plies = self.met[*at][*kind].clone();
        for &(kind, at) in rest {
            plies.keep(&self.met[at][kind]);
            if plies.is_empty() {
                break;
            }
        }
        plies
    }

    pub fn stone(&self, ply: usize, point: Point) -> Option<Color> {
        self.boards[ply][index(point, usize::from(self.size.lines()))]
    }

    /// Returns the move with a number from 1, or `None` after the last one.
    pub fn mv(&self, number: usize) -> Option<Move> {
        self.moves.get(number - 1).copied()
    }
}

impl Plies {
    fn none(last: usize) -> Self {
        Self {
            words: vec![0; last / 64 + 1],
            last,
        }
    }

    fn all(last: usize) -> Self {
        let mut plies = Self::none(last);
        plies.words.fill(u64::MAX);
        plies.words[last / 64] >>= 63 - last % 64;
        plies
    }

    fn insert(&mut self, ply: usize) {
        self.words[ply / 64] |= 1 << (ply % 64);
    }

    fn keep(&mut self, others: &Self) {
        for (word, other) in self.words.iter_mut().zip(&others.words) {
            *word &= other;
        }
    }

    fn is_empty(&self) -> bool {
        self.words.iter().all(|&word| word == 0)
    }

    pub fn contains(&self, ply: usize) -> bool {
        ply <= self.last && self.words[ply / 64] >> (ply % 64) & 1 == 1
    }

    /// Returns the first ply from `ply` on that is not in the set. It may be one more
    /// than the last.
    pub fn first_without(&self, ply: usize) -> usize {
        (ply..).find(|&ply| !self.contains(ply)).expect("a ply after the last")
    }

    pub fn runs(&self) -> Vec<(usize, usize)> {
        let mut runs = Vec::new();
        if self.is_empty() {
            return runs;
        }
        let mut ply = 0;
        while ply <= self.last {
            let until = self.first_without(ply);
            if until > ply {
                runs.push((ply, until));
            }
            ply = until + 1;
        }
        runs
    }
}
