use super::{CompiledFilter, Filter, PatternSearch, QueryError, SearchBoard};
use crate::go::{BoardSize, CanonicalPosition, Move};
use crate::store::{GameColumns, Occurrence, Snapshot};
use std::sync::Arc;

/// A question about a position or a pattern in games that meet conditions.
#[derive(Clone, Copy, Debug)]
pub struct Question<'a> {
    /// The position or pattern.
    pub subject: Subject<'a>,
    /// The conditions that games must meet.
    pub filter: &'a Filter,
}

/// The subject of a question: the whole board or a part of it.
#[derive(Clone, Copy, Debug)]
pub enum Subject<'a> {
    /// A position.
    Position {
        /// The board with the position.
        board: &'a SearchBoard,
        /// True if games that reach the position with the colours exchanged count too.
        /// Answers show these games with the colours exchanged back.
        swap: bool,
    },
    /// A pattern.
    Pattern(&'a PatternSearch),
}

impl<'a> Question<'a> {
    /// Returns the question about a position, also with the colours exchanged if `swap`.
    #[must_use]
    pub const fn of_position(board: &'a SearchBoard, filter: &'a Filter, swap: bool) -> Self {
        Self {
            subject: Subject::Position { board, swap },
            filter,
        }
    }

    /// Returns the question about a pattern.
    #[must_use]
    pub const fn of_pattern(pattern: &'a PatternSearch, filter: &'a Filter) -> Self {
        Self {
            subject: Subject::Pattern(pattern),
            filter,
        }
    }

    /// Returns the size of the board.
    #[must_use]
    pub fn size(&self) -> BoardSize {
        match self.subject {
            Subject::Position { board, .. } => board.size(),
            Subject::Pattern(pattern) => pattern.size(),
        }
    }

    /// Visits the games that meet the filter in the order of their numbers, each
    /// with all its occurrences in order.
    pub(super) fn visit(
        &self,
        snapshot: &Snapshot,
        mut visit: impl FnMut(&[Occurrence], &GameColumns) -> Result<(), QueryError>,
    ) -> Result<(), QueryError> {
        let mut columns = snapshot.columns();
        self.visit_with(snapshot, &self.filter.compile(snapshot)?, |occurrences| {
            visit(occurrences, columns.of(occurrences[0].game)?)
        })
    }

    /// Visits as [`Question::visit`] does, with a compiled filter.
    pub(super) fn visit_with(
        &self,
        snapshot: &Snapshot,
        filter: &CompiledFilter<'_>,
        mut visit: impl FnMut(&[Occurrence]) -> Result<(), QueryError>,
    ) -> Result<(), QueryError> {
        let position = match self.subject {
            Subject::Position { board, swap } => SoughtPosition { board, swap },
            Subject::Pattern(pattern) => {
                let mut occurrences = Vec::new();
                return pattern.visit_hits(snapshot, filter, |game, hits| {
                    occurrences.clear();
                    occurrences.extend(hits.iter().map(|hit| pattern.as_position(game, hit)));
                    visit(&occurrences)
                });
            }
        };
        // If a quarter of many games have the position, testing all games costs
        // little more, and the result is remembered.
        let occurrences = snapshot.occurrences(position.canonical().key)?.len() as u64;
        if occurrences > 4096 && occurrences > snapshot.state()?.games / 4 {
            filter.look_ahead(snapshot)?;
        }
        let mut columns = snapshot.columns();
        position.visit(snapshot, |occurrences| {
            if filter.lets_pass_game(&mut columns, occurrences[0].game)? {
                visit(occurrences)?;
            }
            Ok(())
        })
    }

    /// Returns the move that followed an occurrence, as the search board shows it.
    pub(super) fn next_move(&self, snapshot: &Snapshot, occurrence: &Occurrence) -> Result<Option<Move>, QueryError> {
        match self.subject {
            Subject::Position { board, swap } => SoughtPosition { board, swap }.next_move(snapshot, occurrence),
            Subject::Pattern(pattern) => Ok(pattern.shown_move(occurrence.next)),
        }
    }
}

/// A position to look for.
#[derive(Clone, Copy)]
pub(super) struct SoughtPosition<'a> {
    pub board: &'a SearchBoard,
    pub swap: bool,
}

impl SoughtPosition<'_> {
    /// Returns the key of the position on the board, and the transforms that take it
    /// to its canonical orientation.
    pub fn canonical(&self) -> CanonicalPosition {
        self.board.position().canonical()
    }

    /// Returns the same for the position with the colours exchanged, if `swapped`.
    pub fn canonical_of(&self, swapped: bool) -> CanonicalPosition {
        if swapped {
            self.board.position().swapped_canonical()
        } else {
            self.canonical()
        }
    }

    /// Returns the first occurrence in a game.
    pub fn first_in(&self, snapshot: &Snapshot, game: i64) -> Result<Option<Occurrence>, QueryError> {
        let mut first = None;
        self.visit(snapshot, |occurrences| {
            if occurrences[0].game == game {
                first = Some(occurrences[0]);
            }
            Ok(())
        })?;
        Ok(first)
    }

    /// Visits all games that reach the position.
    fn visit(
        &self,
        snapshot: &Snapshot,
        mut visit: impl FnMut(&[Occurrence]) -> Result<(), QueryError>,
    ) -> Result<(), QueryError> {
        let is_own_swap = self.swap && self.is_its_own_swap();
        let here = snapshot.occurrences(self.canonical().key)?;
        let there = if self.swap && !is_own_swap {
            snapshot.occurrences(self.canonical_of(true).key)?
        } else {
            Arc::default()
        };
        let in_turn = self.board.to_play();
        // A move from a position that is its own swap can be seen both ways. The
        // colour to play decides.
        let as_here = |occurrence: &Occurrence| Occurrence {
            swapped: is_own_swap && occurrence.next.color().is_some_and(|color| color != in_turn),
            ..*occurrence
        };
        let as_there = |occurrence: &Occurrence| Occurrence {
            swapped: true,
            ..*occurrence
        };
        let of_same_game = |a: &Occurrence, b: &Occurrence| a.game == b.game;
        let mut here = here.chunk_by(of_same_game).peekable();
        let mut there = there.chunk_by(of_same_game).peekable();
        let mut occurrences: Vec<Occurrence> = Vec::new();
        while let Some(game) = [here.peek(), there.peek()]
            .into_iter()
            .flatten()
            .map(|of| of[0].game)
            .min()
        {
            let here = here.next_if(|of| of[0].game == game).unwrap_or_default();
            let there = there.next_if(|of| of[0].game == game).unwrap_or_default();
            occurrences.clear();
            occurrences.extend(here.iter().map(as_here).chain(there.iter().map(as_there)));
            occurrences.sort_by_key(|occurrence| occurrence.ply);
            visit(&occurrences)?;
        }
        Ok(())
    }

    /// Returns whether exchanging the colours gives the same position, perhaps
    /// turned or mirrored.
    fn is_its_own_swap(&self) -> bool {
        self.canonical().key == self.canonical_of(true).key
    }

    /// Returns the move that followed an occurrence, as the search board shows it.
    fn next_move(&self, snapshot: &Snapshot, occurrence: &Occurrence) -> Result<Option<Move>, QueryError> {
        let next = snapshot.decode_next(occurrence.next, &self.canonical_of(occurrence.swapped))?;
        Ok(next.map(|mv| if occurrence.swapped { mv.swapped() } else { mv }))
    }
}
