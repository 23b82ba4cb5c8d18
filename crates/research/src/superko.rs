//! Positional superko, which records need not follow but tools may need.

use bgo::go::{Board, Illegal, KeyTable, Move, Position, PositionKey};
use std::collections::HashMap;
use std::sync::Arc;
use thiserror::Error;

/// A game with positional superko: no move may repeat a whole-board position, whichever colour is
/// to play. Passes repeat nothing.
#[derive(Clone, Debug)]
pub struct SuperkoGame {
    keys: Arc<KeyTable>,
    position: Position,
    moves: usize,
    /// The positions so far by key, each with the number of moves before it. Boards are compared
    /// too, because all orientations of a position have the same key, and other positions may share
    /// it.
    seen: HashMap<PositionKey, Vec<(usize, Board)>>,
}

/// The rule that forbids a move.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
pub enum SuperkoIllegal {
    /// A rule that holds without superko.
    #[error(transparent)]
    Rules(#[from] Illegal),
    /// The superko rule: the position has been on the board before.
    #[error("the position after move {moves} would be there again")]
    Repeats {
        /// The number of moves before the position, including passes; 0 is the start.
        moves: usize,
    },
}

impl SuperkoGame {
    /// Begins a game with a position. `keys` must be for its board size.
    pub fn new(keys: Arc<KeyTable>, position: Position) -> Self {
        let seen = HashMap::from([(position.canonical().key, vec![(0, position.board().clone())])]);
        Self {
            keys,
            position,
            moves: 0,
            seen,
        }
    }

    /// Returns the position.
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// Plays a move. A forbidden move leaves the game unchanged.
    pub fn play(&mut self, mv: Move) -> Result<(), SuperkoIllegal> {
        let mut after = self.position.clone();
        after.play(&self.keys, mv)?;
        if mv.point.is_some() {
            let there = self.seen.entry(after.canonical().key).or_default();
            if let Some((moves, _)) = there.iter().find(|(_, board)| board == after.board()) {
                return Err(SuperkoIllegal::Repeats { moves: *moves });
            }
            there.push((self.moves + 1, after.board().clone()));
        }
        self.position = after;
        self.moves += 1;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bgo::go::{BoardSize, Color, HashTable, Point};

    /// Returns a game that begins with a board, given as rows from the top, with X for black and O
    /// for white.
    fn game(rows: &[&str]) -> SuperkoGame {
        let size = BoardSize::new(rows.len() as u8).expect("a size");
        let keys = Arc::new(KeyTable::new(&HashTable::built_in(), size));
        let mut position = Position::new(size);
        for (y, row) in rows.iter().enumerate() {
            for (x, mark) in row.bytes().enumerate() {
                let stone = match mark {
                    b'X' => Some(Color::Black),
                    b'O' => Some(Color::White),
                    _ => None,
                };
                position.set(&keys, Point::new(x as u8, y as u8), stone);
            }
        }
        SuperkoGame::new(keys, position)
    }

    /// Plays moves such as `B ab`. All but the last must be allowed.
    fn play(game: &mut SuperkoGame, moves: &str) -> Result<(), SuperkoIllegal> {
        let words: Vec<&str> = moves.split_whitespace().collect();
        let mut last = Ok(());
        for mv in words.chunks(2) {
            assert_eq!(last, Ok(()), "before {mv:?}");
            let color = if mv[0] == "B" { Color::Black } else { Color::White };
            let size = game.position().board().size();
            last = game.play(match mv[1] {
                "pass" => Move::pass(color),
                point => Move::parse(point, color, size).expect("a move"),
            });
        }
        last
    }

    #[test]
    fn a_ko_is_not_retaken_after_two_passes_either() {
        let rows = [".XO..", "X.XO.", ".XO..", ".....", "....."];
        let mut game = game(&rows);
        assert_eq!(
            play(&mut game, "W bb B pass W pass B cb"),
            Err(SuperkoIllegal::Repeats { moves: 0 })
        );
        assert_eq!(play(&mut game, "B ee"), Ok(()));
        // The position differs, so the ko may be retaken.
        assert_eq!(play(&mut game, "W ae B cb"), Ok(()));
    }

    #[test]
    fn the_sixth_move_of_a_triple_ko_is_forbidden() {
        let mut rows = [[b'.'; 13]; 13];
        // White has taken the first and third ko, Black the second.
        for (top, holder) in [(0, b'O'), (4, b'X'), (8, b'O')] {
            for (y, x, mark) in [
                (0, 1, b'X'),
                (1, 0, b'X'),
                (2, 1, b'X'),
                (0, 2, b'O'),
                (1, 3, b'O'),
                (2, 2, b'O'),
            ] {
                rows[top + y][x] = mark;
            }
            rows[top + 1][if holder == b'O' { 1 } else { 2 }] = holder;
        }
        let rows: Vec<String> = rows
            .iter()
            .map(|row| String::from_utf8_lossy(row).into_owned())
            .collect();
        let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
        let mut game = game(&rows);
        assert_eq!(
            play(&mut game, "B cb W bf B cj W bb B cf W bj"),
            Err(SuperkoIllegal::Repeats { moves: 0 })
        );
        assert_eq!(play(&mut game, "W mm B mk W bj"), Ok(()));
    }

    #[test]
    fn sending_two_and_returning_one_is_forbidden() {
        let mut game = game(&[".O.X.", "OXX..", ".....", ".....", "....."]);
        assert_eq!(
            play(&mut game, "W ca B aa W ba"),
            Err(SuperkoIllegal::Repeats { moves: 0 })
        );
    }

    /// Each side takes two stones and gives up two, forever.
    #[test]
    fn eternal_life_ends_with_its_fourth_move() {
        let mut game = game(&["X.OO", "OOXX", "X...", "...."]);
        assert_eq!(
            play(&mut game, "B ba W ca B aa W da"),
            Err(SuperkoIllegal::Repeats { moves: 0 })
        );
        assert_eq!(play(&mut game, "W dd B pass W da"), Ok(()));
    }

    /// A rotated position has the same key, but is a different one.
    #[test]
    fn a_turned_position_is_no_repetition() {
        let mut game = game(&["X....", ".....", ".....", ".....", "....."]);
        let key = game.position().canonical().key;
        let mut turned = game.position().clone();
        let keys = Arc::clone(&game.keys);
        turned.set(&keys, Point::new(0, 0), None);
        turned.set(&keys, Point::new(4, 0), Some(Color::Black));
        assert_eq!(turned.canonical().key, key);
        game.position = turned;
        let board = game.position.board().clone();
        assert_ne!(&board, &game.seen[&key][0].1);
        // A move makes a position with a known key that is not the known position.
        let mut other = SuperkoGame::new(Arc::clone(&keys), Position::new(board.size()));
        assert_eq!(play(&mut other, "B aa"), Ok(()));
        other.position = Position::new(board.size());
        assert_eq!(play(&mut other, "B ea"), Ok(()));
        other.position = Position::new(board.size());
        assert_eq!(play(&mut other, "B aa"), Err(SuperkoIllegal::Repeats { moves: 1 }));
    }
}
