//! The subject of questions: the whole board or an area of it.

use super::Session;
use crate::shell::ShellError;
use bgo::go::Color;
use bgo::pattern::Condition;
use bgo::query::{PatternSearch, QueryError, Scope, SearchBoard, SetupError};

impl Session {
    /// Returns what questions are about.
    pub(crate) const fn scope(&self) -> &Scope {
        self.question.scope()
    }

    /// Sets what questions are about. A pattern that has no place on the board changes
    /// nothing.
    pub(crate) fn set_scope(&mut self, scope: Scope) -> Result<(), QueryError> {
        let question = self.question.clone().about(scope);
        question.pattern()?;
        self.question = question;
        self.answer = None;
        Ok(())
    }

    /// Returns the search for the area or the diagram that is set.
    pub(crate) fn pattern(&self) -> Result<Option<&PatternSearch>, QueryError> {
        self.question.pattern()
    }

    /// Puts the stones and wildcards of the diagram, if one is searched, on the search board
    /// and searches their area from now on, so that moves can be played.
    pub(crate) fn take_diagram(&mut self) -> Result<(), ShellError> {
        let Scope::Diagram(_, options) = *self.scope() else {
            return Ok(());
        };
        let Some(search) = self.pattern()? else { return Ok(()) };
        let (pattern, area, size) = (search.pattern(), search.shown(), search.size());
        if pattern.steps() > 0 {
            return Err(ShellError::NotOnBoard("a sequence (\"tree\" shows the moves after it)"));
        }
        if area.edges(size) != pattern.edges_on(size) {
            return Err(ShellError::NotOnBoard("no place away from the edges"));
        }
        let mut stones = Vec::new();
        let mut wildcards = Vec::new();
        for (point, condition) in area.points().zip(pattern.conditions()) {
            match condition {
                Condition::Stone(color) => stones.push((point, *color)),
                Condition::Anything => wildcards.push(point),
                Condition::Empty => {}
                _ => return Err(ShellError::NotOnBoard("x, o or #")),
            }
        }
        let board = SearchBoard::from_stones(size, stones, self.to_play());
        if let Some(point) = board.position().chain_without_liberties() {
            let color = board.position().get(point).unwrap_or(Color::Black);
            return Err(self.setup_error(SetupError::NoLiberties { color, point }));
        }
        self.set_board(board.with_wildcards(wildcards));
        Ok(self.set_scope(Scope::Area(area, options))?)
    }
}
