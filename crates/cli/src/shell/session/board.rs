//! The moves and stones on the search board.

use super::Session;
use crate::shell::ShellError;
use bgo::go::{BoardSize, Color, Move, ParseError, Point};
use bgo::pattern::Condition;
use bgo::query::{PlayError, Scope, SearchBoard, Setup, SetupError};

impl Session {
    /// Returns the moves on the board and their position.
    #[must_use]
    pub(crate) const fn board(&self) -> &SearchBoard {
        self.question.board()
    }

    /// Returns the colour to play on the search board, or in the diagram.
    pub(crate) fn to_play(&self) -> Color {
        let Scope::Diagram(pattern, options) = self.scope() else {
            return self.board().to_play();
        };
        let count = |color| {
            let of_color = |condition: &&Condition| **condition == Condition::Stone(color);
            pattern.conditions().iter().filter(of_color).count()
        };
        options
            .limits
            .next
            .unwrap_or(if count(Color::Black) > count(Color::White) {
                Color::White
            } else {
                Color::Black
            })
    }

    /// Plays a move, unless the rules forbid it.
    pub(crate) fn play(&mut self, mv: Move) -> Result<(), PlayError> {
        self.question.change_board(|board| board.play(mv))?;
        self.answer = None;
        Ok(())
    }

    /// Takes back up to `count` moves and setups and returns their number.
    pub(crate) fn undo(&mut self, count: usize) -> usize {
        self.answer = None;
        self.question.change_board(|board| board.undo(count))
    }

    /// Puts stones or wildcards on the search board, or takes them off.
    pub(crate) fn set_up(&mut self, points: &[Point], setup: Setup) -> Result<(), ShellError> {
        self.take_diagram()?;
        let set_up = self.question.change_board(|board| board.set_up(points, setup));
        set_up.map_err(|error| self.setup_error(error))?;
        self.answer = None;
        Ok(())
    }

    /// Returns the error that names points as the user does.
    pub(super) fn setup_error(&self, error: SetupError) -> ShellError {
        let SetupError::NoLiberties { color, point } = error else {
            return error.into();
        };
        let point = self.settings.coordinates.point(point, self.board().size());
        ShellError::NoLiberties { color, point }
    }

    /// Puts the stones of a handicap on an empty board, White to play, and returns their points.
    /// This ends a diagram.
    pub(crate) fn set_handicap(&mut self, stones: usize) -> Result<Vec<Point>, ParseError> {
        let points = self.board().size().handicap(stones)?;
        let stones = points.iter().map(|&point| (point, Color::Black));
        self.answer = None;
        self.question
            .change_board(|board| board.start_again(stones, Color::White));
        if matches!(self.scope(), Scope::Diagram(..)) {
            self.question.set_scope(Scope::Board);
        }
        Ok(points)
    }

    /// Starts again with an empty board.
    pub(crate) fn reset(&mut self, size: BoardSize) {
        self.set_board(SearchBoard::new(size));
    }

    /// Puts a position, with the moves before it, on the search board. This ends a diagram,
    /// and an area of a board of another size.
    pub(crate) fn set_board(&mut self, board: SearchBoard) {
        self.answer = None;
        let keeps_area = matches!(self.scope(), Scope::Area(..)) && board.size() == self.board().size();
        if !keeps_area {
            self.question.set_scope(Scope::Board);
        }
        self.question.set_board(board);
    }
}
