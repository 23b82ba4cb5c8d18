//! The subject of questions: the whole board or an area of it.

use super::Session;
use crate::render;
use crate::shell::ShellError;
use bgo::go::{Color, Point};
use bgo::pattern::{Area, Condition, Pattern};
use bgo::query::{PatternOptions, PatternSearch, QueryError, SearchBoard, SetupError};
use std::cell::OnceCell;
use std::sync::Arc;

/// The subject of questions.
#[derive(Clone, Debug)]
pub(crate) enum Scope {
    /// The position on the search board.
    Board,
    /// The content of an area of the search board.
    Area(Area, PatternOptions),
    /// A diagram.
    Diagram(Pattern, PatternOptions),
}

impl Session {
    /// Returns what questions are about.
    pub(crate) const fn scope(&self) -> &Scope {
        &self.scope
    }

    /// Sets what questions are about. A pattern that has no place on the board changes
    /// nothing.
    pub(crate) fn set_scope(&mut self, scope: Scope) -> Result<(), QueryError> {
        let pattern = self.search_for(&scope)?;
        self.changed();
        self.scope = scope;
        self.pattern = pattern.map(OnceCell::from).unwrap_or_default();
        Ok(())
    }

    /// Returns the search for the area or the diagram that is set.
    pub(crate) fn pattern(&self) -> Result<Option<&PatternSearch>, QueryError> {
        if self.pattern.get().is_none()
            && let Some(pattern) = self.search_for(&self.scope)?
        {
            self.pattern.get_or_init(|| pattern);
        }
        Ok(self.pattern.get())
    }

    fn search_for(&self, scope: &Scope) -> Result<Option<PatternSearch>, QueryError> {
        let search = match scope {
            Scope::Board => None,
            Scope::Area(area, options) => {
                let wildcards: Vec<Point> = self.board.wildcards().collect();
                let board = self.board.position().board();
                Some(PatternSearch::of_area(board, &wildcards, *area, *options)?)
            }
            Scope::Diagram(pattern, options) => {
                Some(PatternSearch::of_diagram(pattern.clone(), self.board.size(), *options)?)
            }
        };
        let watch = || Arc::new(render::SearchProgress::default());
        Ok(search.map(|search| search.watched_by(watch())))
    }

    /// Forgets what depends on the board and the scope.
    pub(super) fn changed(&mut self) {
        self.answer = None;
        self.pattern = OnceCell::new();
    }

    /// Puts the stones and wildcards of the diagram, if one is searched, on the search board
    /// and searches their area from now on, so that moves can be played.
    pub(crate) fn take_diagram(&mut self) -> Result<(), ShellError> {
        let Scope::Diagram(_, options) = self.scope else {
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
        let board = SearchBoard::from_stones(self.database.keys(), size, stones, self.to_play());
        if let Some(point) = board.position().board().chain_without_liberties() {
            let color = board.position().board().get(point).unwrap_or(Color::Black);
            return Err(self.setup_error(SetupError::NoLiberties { color, point }));
        }
        self.set_board(board.with_wildcards(wildcards));
        Ok(self.set_scope(Scope::Area(area, options))?)
    }
}
