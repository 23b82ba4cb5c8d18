use crate::go::{BoardSize, Color, Illegal, KeyTable, KeyTables, Move, Point, Position};
use crate::position_file::PositionId;
use crate::query::QueryError;
use crate::record::{Action, GameRecord, Steps};
use crate::store::Snapshot;
use std::sync::Arc;
use thiserror::Error;

/// A move that the rules forbid.
#[derive(Debug, Error, PartialEq, Eq)]
#[error("{color} cannot play {target}: {reason}", color = mv.color, target = mv.target())]
pub struct PlayError {
    /// The move.
    pub mv: Move,
    /// The rule that forbids it.
    pub reason: Illegal,
}

/// The moves on the user's board, from the empty board or a setup, and the
/// positions between them.
#[derive(Clone, Debug)]
pub struct SearchBoard {
    keys: Arc<KeyTable>,
    /// The colour to play before the first move.
    first: Color,
    moves: Vec<Move>,
    /// The positions before the first move and after each move.
    positions: Vec<Position>,
}

impl SearchBoard {
    /// Returns an empty board.
    #[must_use]
    pub fn new(keys: &KeyTables, size: BoardSize) -> Self {
        Self {
            keys: Arc::clone(keys.get(size)),
            first: Color::Black,
            moves: Vec::new(),
            positions: vec![Position::new(size)],
        }
    }

    /// Returns a board with stones on it.
    #[must_use]
    pub fn from_stones(
        keys: &KeyTables,
        size: BoardSize,
        stones: impl IntoIterator<Item = (Point, Color)>,
        to_play: Color,
    ) -> Self {
        let mut board = Self::new(keys, size);
        board.first = to_play;
        for (point, color) in stones {
            board.positions[0].set(&board.keys, point, Some(color));
        }
        board
    }

    /// Returns the board of a position that was imported from a position file.
    pub fn from_imported(snapshot: &Snapshot, id: PositionId) -> Result<Self, QueryError> {
        let record = snapshot.position_with_id(id)?.ok_or(QueryError::NoSuchPosition(id))?;
        Ok(Self::from_stones(
            snapshot.keys(),
            record.size(),
            record.stones(),
            id.to_play,
        ))
    }

    /// Returns the board after a number of moves of a record's main line, or at its
    /// end if the number is `None` or too large. Setup after a move discards the
    /// moves before it.
    #[must_use]
    pub fn from_record(keys: &KeyTables, record: &GameRecord, moves: Option<usize>) -> Self {
        let mut board = Self::new(keys, record.size);
        let table = Arc::clone(&board.keys);
        let mut steps = Steps::new(record, &table);
        board.positions = vec![steps.position().clone()];
        let is_wanted = |steps: &Steps<'_>, action: &Action| {
            matches!(action, Action::Setup(_)) || moves.is_none_or(|n| usize::from(steps.outcome().moves) < n)
        };
        while let Some(upcoming) = steps.upcoming()
            && is_wanted(&steps, upcoming)
            && let Some(action) = steps.next()
        {
            match action {
                Action::Setup(_) => {
                    board.first = board.to_play();
                    board.moves.clear();
                    board.positions.clear();
                }
                Action::Move(mv) => {
                    if board.moves.is_empty() {
                        board.first = mv.color;
                    }
                    board.moves.push(*mv);
                }
            }
            board.positions.push(steps.position().clone());
        }
        // Before the first move, the player of that move is to play.
        if let (true, Some(Action::Move(next))) = (board.moves.is_empty(), steps.upcoming()) {
            board.first = next.color;
        }
        board
    }

    /// Returns the position before the first move: the empty board or a setup.
    #[must_use]
    pub fn start(&self) -> &Position {
        &self.positions[0]
    }

    /// Returns the moves.
    #[must_use]
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// Returns the position after the last move.
    #[must_use]
    pub fn position(&self) -> &Position {
        // The first position is never removed.
        &self.positions[self.positions.len() - 1]
    }

    /// Returns the board size.
    #[must_use]
    pub fn size(&self) -> BoardSize {
        self.keys.size()
    }

    /// Returns the colour to play.
    #[must_use]
    pub fn to_play(&self) -> Color {
        self.moves.last().map_or(self.first, |mv| mv.color.opponent())
    }

    /// Plays a move by the rules. A forbidden move changes nothing.
    pub fn play(&mut self, mv: Move) -> Result<(), PlayError> {
        self.positions.push(self.position_after(mv)?);
        self.moves.push(mv);
        Ok(())
    }

    /// Returns a board that begins with the position after one more move.
    pub(super) fn beginning_after(&self, mv: Move) -> Result<Self, PlayError> {
        Ok(Self {
            keys: Arc::clone(&self.keys),
            first: mv.color.opponent(),
            moves: Vec::new(),
            positions: vec![self.position_after(mv)?],
        })
    }

    fn position_after(&self, mv: Move) -> Result<Position, PlayError> {
        let mut position = self.position().clone();
        match position.play(&self.keys, mv) {
            Ok(()) => Ok(position),
            Err(reason) => Err(PlayError { mv, reason }),
        }
    }

    /// Takes back up to `count` moves, and returns the number of moves taken back.
    pub fn undo(&mut self, count: usize) -> usize {
        let count = count.min(self.moves.len());
        let left = self.moves.len() - count;
        self.moves.truncate(left);
        self.positions.truncate(left + 1);
        count
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::HashTable;

    fn board(moves: &str) -> SearchBoard {
        let mut board = SearchBoard::new(&KeyTables::new(HashTable::built_in()), BoardSize::MAX);
        for word in moves.split_whitespace() {
            let mv = Move::parse(word, board.to_play(), board.size()).expect("a move");
            board.play(mv).expect("legal");
        }
        board
    }

    #[test]
    fn undo_returns_to_the_earlier_position() {
        let mut a = board("pd dp pp dd");
        assert_eq!(a.undo(3), 3);
        assert_eq!(a.position().board(), board("pd").position().board());
        assert_eq!(a.to_play(), Color::White);
        assert_eq!(a.undo(9), 1);
        assert_eq!(a.undo(1), 0);
        assert_eq!(a.position().canonical(), board("").position().canonical());
    }

    #[test]
    fn a_refused_move_changes_nothing_and_says_why() {
        let mut a = board("pd");
        let error = a
            .play(Move::parse("pd", Color::White, a.size()).expect("a move"))
            .expect_err("occupied");
        assert_eq!(error.to_string(), "white cannot play pd: the point is occupied");
        assert_eq!(a.moves().len(), 1);
    }

    fn loaded(sgf: &str, moves: Option<usize>) -> SearchBoard {
        let record = crate::record::game_trees(sgf)
            .next()
            .expect("a tree")
            .game
            .expect("a game");
        SearchBoard::from_record(&KeyTables::new(HashTable::built_in()), &record, moves)
    }

    #[test]
    fn a_record_is_loaded_up_to_a_move() {
        let sgf = "(;SZ[19]AB[dd][pp];W[dp];B[pd];AE[pd]AW[qd];B[qq])";
        let stones = |board: &SearchBoard| board.position().board().stones().count();
        let facts = |moves| {
            let board = loaded(sgf, moves);
            (stones(&board), board.moves().len(), board.to_play())
        };
        assert_eq!(facts(Some(0)), (2, 0, Color::White));
        assert_eq!(facts(Some(1)), (3, 1, Color::Black));
        // Setup directly follows the second move and begins a new line.
        assert_eq!(facts(Some(2)), (4, 0, Color::Black));
        assert_eq!(facts(None), (5, 1, Color::White));
        assert_eq!(facts(Some(99)), facts(None));
        let mut board = loaded(sgf, None);
        assert_eq!(board.undo(9), 1);
        assert_eq!(board.position().board(), loaded(sgf, Some(2)).position().board());
    }

    #[test]
    fn a_pass_changes_the_turn_and_not_the_position() {
        let a = board("pd pass");
        assert_eq!(a.to_play(), Color::Black);
        assert_eq!(a.position().board(), board("pd").position().board());
    }
}
