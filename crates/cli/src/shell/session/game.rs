//! The open game: its steps, and its positions on the search board.

use super::Session;
use crate::render;
use crate::shell::{Output, ShellError};
use bgo::go::Board;
use bgo::query::{OpenGame, Scope};

impl Session {
    /// Returns the open game.
    pub(crate) const fn replay(&self) -> Option<&OpenGame> {
        self.replay.as_ref()
    }

    /// Opens a game, or closes the one that is open.
    pub(crate) fn set_replay(&mut self, replay: Option<OpenGame>) {
        self.shows_game = false;
        self.replay = replay;
    }

    /// Shows the open game.
    pub(crate) fn show_game(&mut self) -> Result<Output, ShellError> {
        let remarks = std::mem::take(&mut self.remarks);
        let replay = self.replay.as_ref().ok_or(ShellError::NoOpenGame)?;
        self.shows_game = true;
        Ok(render::replay(replay, self.database.keys().hash_table(), &remarks).into())
    }

    /// Goes forward in the open game, or back.
    pub(crate) fn step_game(&mut self, by: i64) -> Result<Output, ShellError> {
        let replay = self.replay.as_mut().ok_or(ShellError::NoOpenGame)?;
        if !replay.step(by) {
            return Err(ShellError::NoStep(if by < 0 { "start" } else { "end" }));
        }
        self.show_game()
    }

    /// Goes to a move of the open game.
    pub(crate) fn go_to(&mut self, number: u16) -> Result<Output, ShellError> {
        let replay = self.replay.as_mut().ok_or(ShellError::NoOpenGame)?;
        if !replay.go_to(number) {
            let moves = replay.moves();
            return Err(ShellError::NoSuchMove { number, moves });
        }
        self.show_game()
    }

    /// Goes to the last position of the open game that other games have, if there is one, and
    /// shows it.
    pub(crate) fn go_to_last_common(&mut self) -> Result<Output, ShellError> {
        let snapshot = self.snapshot()?;
        let replay = self.replay.as_mut().ok_or(ShellError::NoOpenGame)?;
        let Some(common) = replay.last_common(&snapshot, self.question.filter(), self.question.swap())? else {
            self.remark("No other game has a position of this one".to_owned());
            return self.show_game();
        };
        replay.set_at(common.at);
        let games = render::counted(common.other_games, "other game");
        let new = replay.scene().zip(replay.next_move()).map(|(scene, played)| {
            let name = self.settings.coordinates.played(played, scene.board.size());
            format!("Move {} is new: {name}", scene.move_number + 1)
        });
        self.remark(format!("Last common position: move {}, {games}", common.move_number));
        self.remarks.extend(new);
        self.show_game()
    }

    /// Puts the position of the open game on the search board, if the user sees the game.
    pub(crate) fn take_shown_position(&mut self) -> Result<(), ShellError> {
        match self.shows_game {
            true => self.take_game_position(),
            false => Ok(()),
        }
    }

    /// Puts the position of the open game on the search board. An area follows to where the
    /// game has the pattern.
    pub(crate) fn take_game_position(&mut self) -> Result<(), ShellError> {
        let replay = self.replay.as_ref().ok_or(ShellError::NoOpenGame)?;
        let Some(board) = replay.search_board() else {
            return Ok(());
        };
        let scope = match self.scope() {
            Scope::Area(area, options) => Some((replay.area.unwrap_or(*area), *options)),
            Scope::Diagram(_, options) => replay.area.map(|area| (area, *options)),
            Scope::Board => None,
        };
        let size = board.size();
        let before = (self.board().clone(), self.scope().clone());
        self.before_game.get_or_insert(before);
        self.set_board(board);
        if let Some((area, mut options)) = scope.filter(|(area, _)| area.is_on(size)) {
            // An area has no sequence.
            options.limits.strict = false;
            self.set_scope(Scope::Area(area, options))?;
        }
        Ok(())
    }

    /// Closes the open game. The search board is again what it was before it took a position
    /// of the game.
    pub(crate) fn close_game(&mut self) -> Result<(), ShellError> {
        self.set_replay(None);
        if let Some((board, scope)) = self.before_game.take() {
            self.set_board(board);
            self.set_scope(scope)?;
        }
        Ok(())
    }

    /// Returns a line about the move that the open game plays, if the search board has its
    /// position.
    pub(super) fn played_in_game(&self, marks: &[render::Mark]) -> Option<String> {
        let replay = self.replay.as_ref()?;
        let scene = replay.scene()?;
        let is_same = |board: &Board| board.stones().eq(scene.board.stones()) && board.size() == scene.board.size();
        let played = replay.next_move().filter(|_| is_same(self.board().position()))?;
        let name = self.settings.coordinates.played(played, self.board().size());
        let mark = marks.iter().find(|mark| mark.mv == played);
        let mark = mark.map(|mark| format!(" ({})", mark.letter)).unwrap_or_default();
        Some(format!("Game {} plays {name}{mark}", replay.game.game))
    }
}
