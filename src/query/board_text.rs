use super::{PlayError, SearchBoard, StonesError, stones};
use crate::go::{BoardSize, Color, KeyTables, Move, ParseError};
use thiserror::Error;

/// A search board as text: the stones with which it begins, and the moves after them.
#[derive(Clone, Debug)]
pub struct BoardText<'a> {
    /// The board size.
    pub size: BoardSize,
    /// Stones such as `Bpd,Wdp`, the number of handicap stones, or nothing.
    pub stones: &'a str,
    /// The colour of the first move; `None` for Black, or for White after a handicap.
    pub to_play: Option<Color>,
    /// The moves, in turn.
    pub moves: Vec<&'a str>,
}

/// The error for a text that describes no search board.
#[derive(Debug, Error)]
pub enum BoardTextError {
    /// The stones cannot be read.
    #[error(transparent)]
    Stones(#[from] StonesError),
    /// A move cannot be read.
    #[error(transparent)]
    Move(#[from] ParseError),
    /// A move cannot be played.
    #[error(transparent)]
    Play(#[from] PlayError),
}

impl BoardText<'_> {
    /// Reads the board.
    pub fn board(&self, keys: &KeyTables) -> Result<SearchBoard, BoardTextError> {
        let (stones, first) = stones(self.stones, self.size)?;
        let mut board = SearchBoard::from_stones(keys, self.size, stones, self.to_play.unwrap_or(first));
        for text in &self.moves {
            board.play(Move::parse(text, board.to_play(), self.size)?)?;
        }
        Ok(board)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::HashTable;

    fn read(stones: &str, to_play: Option<Color>, moves: &[&str]) -> Result<SearchBoard, BoardTextError> {
        let size = BoardSize::new(9).expect("a size");
        let moves = moves.to_vec();
        BoardText {
            size,
            stones,
            to_play,
            moves,
        }
        .board(&KeyTables::new(HashTable::built_in()))
    }

    #[test]
    fn white_begins_after_a_handicap_unless_told_otherwise() {
        let first = |stones, to_play| read(stones, to_play, &["ee"]).expect("a board").moves()[0].color;
        assert_eq!(first("", None), Color::Black);
        assert_eq!(first("2", None), Color::White);
        assert_eq!(first("2", Some(Color::Black)), Color::Black);
    }

    #[test]
    fn an_error_says_which_part_is_wrong() {
        assert!(matches!(read("Xee", None, &[]), Err(BoardTextError::Stones(_))));
        assert!(matches!(read("", None, &["zz9"]), Err(BoardTextError::Move(_))));
        assert!(matches!(read("Bee", None, &["ee"]), Err(BoardTextError::Play(_))));
    }
}
