use super::search_board::SearchBoard;
use crate::go::{BoardSize, CanonicalPosition, Color, KeyTables, Move, Point};
use crate::pattern::{Area, Condition, Pattern};
use crate::query::QueryError;
use crate::query::filter::{CompiledFilter, Filter};
use crate::query::pattern::{PatternOptions, PatternSearch, Watch};
use crate::record::Next;
use crate::store::{GameView, Occurrence, OccurrenceReader, Snapshot};
use std::fmt;
use std::ops::RangeInclusive;
use std::sync::{Arc, OnceLock};

/// A question about a position or a pattern in games that meet conditions.
#[derive(Clone)]
pub struct Question {
    board: SearchBoard,
    scope: Scope,
    swap: bool,
    filter: Filter,
    /// The pattern, once it is needed.
    pattern: OnceLock<PatternSearch>,
    pub(in crate::query) watch: Option<Arc<dyn Watch>>,
}

/// The subject of a question: the whole board, or a part of one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Scope {
    /// The position on the board.
    #[default]
    Board,
    /// The content of an area of the board; its wildcards may have anything.
    Area(Area, PatternOptions),
    /// A diagram. Of the board, only the size counts.
    Diagram(Pattern, PatternOptions),
}

impl Question {
    /// Returns the question about the position of a board, in all games.
    #[must_use]
    pub fn new(board: SearchBoard) -> Self {
        Self {
            board,
            scope: Scope::Board,
            swap: false,
            filter: Filter::default(),
            pattern: OnceLock::new(),
            watch: None,
        }
    }

    /// Returns the question about a diagram on boards of a size.
    #[must_use]
    pub fn of_diagram(diagram: Pattern, size: BoardSize, options: PatternOptions) -> Self {
        Self::new(SearchBoard::new(size)).about(Scope::Diagram(diagram, options))
    }

    /// Returns the question with this subject.
    #[must_use]
    pub fn about(mut self, scope: Scope) -> Self {
        self.set_scope(scope);
        self
    }

    /// Returns the question about games that meet a filter.
    #[must_use]
    pub fn under(self, filter: Filter) -> Self {
        Self { filter, ..self }
    }

    /// Returns the question in which games with the colours of the position exchanged count too,
    /// or not. Answers show these games with the colours exchanged back. Patterns have
    /// [`PatternOptions::fixed_colors`] instead.
    #[must_use]
    pub fn swapping(self, swap: bool) -> Self {
        Self { swap, ..self }
    }

    /// Returns the question with an observer of the search for a pattern.
    #[must_use]
    pub fn watched_by(mut self, watch: Arc<dyn Watch>) -> Self {
        self.watch = Some(watch);
        self.pattern.take();
        self
    }

    /// Replaces the board.
    pub fn set_board(&mut self, board: SearchBoard) {
        self.board = board;
        self.pattern.take();
    }

    /// Changes the board.
    pub fn change_board<T>(&mut self, change: impl FnOnce(&mut SearchBoard) -> T) -> T {
        self.pattern.take();
        change(&mut self.board)
    }

    /// Replaces the subject.
    pub fn set_scope(&mut self, scope: Scope) {
        self.scope = scope;
        self.pattern.take();
    }

    /// Replaces the filter.
    pub fn set_filter(&mut self, filter: Filter) {
        self.filter = filter;
    }

    /// Sets whether games with the colours exchanged count too.
    pub const fn set_swap(&mut self, swap: bool) {
        self.swap = swap;
    }

    /// Returns the board.
    #[must_use]
    pub const fn board(&self) -> &SearchBoard {
        &self.board
    }

    /// Returns the subject.
    #[must_use]
    pub const fn scope(&self) -> &Scope {
        &self.scope
    }

    /// Returns the conditions that games must meet.
    #[must_use]
    pub const fn filter(&self) -> &Filter {
        &self.filter
    }

    /// Returns whether games that have the position with the colours exchanged count too.
    #[must_use]
    pub const fn swap(&self) -> bool {
        self.swap
    }

    /// Returns the size of the board.
    #[must_use]
    pub fn size(&self) -> BoardSize {
        self.board.size()
    }

    /// Returns the pattern, if the question is about one.
    ///
    /// # Errors
    /// Fails if the scope is no pattern, as an area without a stone, or has no place on the board.
    pub fn pattern(&self) -> Result<Option<&PatternSearch>, QueryError> {
        if let Some(pattern) = self.pattern.get() {
            return Ok(Some(pattern));
        }
        let mut pattern = match &self.scope {
            Scope::Board => return Ok(None),
            Scope::Area(area, options) => {
                let wildcards: Vec<Point> = self.board.wildcards().collect();
                PatternSearch::of_area(self.board.position(), &wildcards, *area, *options)?
            }
            Scope::Diagram(pattern, options) => PatternSearch::of_diagram(pattern.clone(), self.size(), *options)?,
        };
        if let Some(watch) = &self.watch {
            pattern = pattern.watched_by(Arc::clone(watch));
        }
        Ok(Some(self.pattern.get_or_init(|| pattern)))
    }

    /// Returns the subject in the form in which it is looked for.
    pub(in crate::query) fn subject(&self, keys: &KeyTables) -> Result<Subject<'_>, QueryError> {
        Ok(match self.pattern()? {
            Some(pattern) => Subject::Pattern(pattern),
            None => Subject::Position(SoughtPosition::new(&self.board, keys, self.swap)),
        })
    }
}

impl PartialEq for Question {
    fn eq(&self, other: &Self) -> bool {
        self.board == other.board && self.scope == other.scope && self.swap == other.swap && self.filter == other.filter
    }
}

impl fmt::Debug for Question {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.to_pairs()).finish()
    }
}

/// The subject of a question, in the form in which games are searched for it.
#[derive(Clone, Copy)]
pub(in crate::query) enum Subject<'a> {
    Position(SoughtPosition),
    Pattern(&'a PatternSearch),
}

impl Subject<'_> {
    /// Visits the games that pass a filter in the order of their numbers, each with all its
    /// occurrences in order.
    pub fn visit(
        &self,
        snapshot: &Snapshot,
        filter: &CompiledFilter<'_>,
        visit: impl FnMut(&[Occurrence]) -> Result<(), QueryError>,
    ) -> Result<(), QueryError> {
        self.visit_between(snapshot, filter, &(1..=i64::MAX), visit)
    }

    /// Visits as [`Subject::visit`] does the games with numbers of a range, which must be all for a pattern.
    pub fn visit_between(
        &self,
        snapshot: &Snapshot,
        filter: &CompiledFilter<'_>,
        range: &RangeInclusive<i64>,
        mut visit: impl FnMut(&[Occurrence]) -> Result<(), QueryError>,
    ) -> Result<(), QueryError> {
        let position = match self {
            Self::Position(position) => position,
            Self::Pattern(pattern) => {
                let mut occurrences = Vec::new();
                return pattern.visit_hits(snapshot, filter, |game, hits| {
                    occurrences.clear();
                    occurrences.extend(hits.iter().map(|hit| pattern.as_position(game, hit)));
                    visit(&occurrences)
                });
            }
        };
        let games = position.games(snapshot)?;
        filter.look_ahead_for(snapshot, games)?;
        if let Some(few) = filter.passing(games / GAMES_PER_REPLAY) {
            let few = few.filter(|game| range.contains(game));
            return position.visit_in(snapshot, &few.collect::<Vec<i64>>(), visit);
        }
        let mut columns = snapshot.columns();
        position.visit_between(snapshot, range, |occurrences| {
            if filter.accepts_game(&mut columns, occurrences[0].game)? {
                visit(occurrences)?;
            }
            Ok(())
        })
    }

    /// Visits as [`Subject::visit`] does, with the columns of each game.
    pub fn visit_columns(
        &self,
        snapshot: &Snapshot,
        filter: &CompiledFilter<'_>,
        mut visit: impl FnMut(&[Occurrence], &GameView<'_>) -> Result<(), QueryError>,
    ) -> Result<(), QueryError> {
        let mut columns = snapshot.columns();
        self.visit(snapshot, filter, |occurrences| {
            columns.read(occurrences[0].game, |columns| visit(occurrences, columns))?
        })
    }

    /// Returns the move that followed an occurrence, as the search board shows it.
    pub fn next_move(&self, snapshot: &Snapshot, occurrence: &Occurrence) -> Result<Option<Move>, QueryError> {
        match self {
            Self::Position(position) => Ok(position.next(snapshot, occurrence)?.mv()),
            Self::Pattern(pattern) => Ok(pattern.shown_move(occurrence.next)),
        }
    }
}

/// The number of occurrences that are read from the index in the time of replaying a game.
const GAMES_PER_REPLAY: u64 = 256;

/// A position to look for, perhaps with the colours exchanged.
#[derive(Clone, Copy)]
pub(in crate::query) struct SoughtPosition {
    pub here: CanonicalPosition,
    /// The position with the colours exchanged.
    pub exchanged: CanonicalPosition,
    to_play: Color,
    pub swap: bool,
}

impl SoughtPosition {
    pub fn new(board: &SearchBoard, keys: &KeyTables, swap: bool) -> Self {
        Self {
            here: board.canonical(keys),
            exchanged: keys.swapped_canonical(board.position()),
            to_play: board.to_play(),
            swap,
        }
    }

    /// Returns the position, or the one with the colours exchanged if `swapped`.
    pub const fn seen(&self, swapped: bool) -> &CanonicalPosition {
        if swapped { &self.exchanged } else { &self.here }
    }

    /// Returns how many games have the position; about how many if colours may be exchanged.
    pub fn games(&self, snapshot: &Snapshot) -> Result<u64, QueryError> {
        let games = |key| Ok::<_, QueryError>(snapshot.position_totals(key)?.all.total().games);
        let here = games(self.here.key)?;
        Ok(if self.swap {
            here + games(self.exchanged.key)?
        } else {
            here
        })
    }

    /// Returns the occurrences in a game, in their order.
    pub fn in_game(&self, snapshot: &Snapshot, game: i64) -> Result<Vec<Occurrence>, QueryError> {
        let mut occurrences = Vec::new();
        for (key, occurrence) in snapshot.positions_of(game)? {
            if key == self.here.key {
                occurrences.push(self.seen_here(&occurrence));
            } else if self.swap && key == self.exchanged.key {
                occurrences.push(Occurrence {
                    swapped: true,
                    ..occurrence
                });
            }
        }
        Ok(occurrences)
    }

    /// Visits those of some games, given in ascending order, that have the position, each with its occurrences
    /// in order.
    pub fn visit_in(
        &self,
        snapshot: &Snapshot,
        games: &[i64],
        mut visit: impl FnMut(&[Occurrence]) -> Result<(), QueryError>,
    ) -> Result<(), QueryError> {
        if games.len() as u64 > self.games(snapshot)? / GAMES_PER_REPLAY {
            return self.visit_between(snapshot, &(1..=i64::MAX), |occurrences| {
                match games.binary_search(&occurrences[0].game) {
                    Ok(_) => visit(occurrences),
                    Err(_) => Ok(()),
                }
            });
        }
        for &game in games {
            let occurrences = self.in_game(snapshot, game)?;
            if !occurrences.is_empty() {
                visit(&occurrences)?;
            }
        }
        Ok(())
    }

    /// Returns an occurrence of the position itself. If that is its own exchange, its move can be seen both
    /// ways, and the colour to play decides.
    fn seen_here(&self, occurrence: &Occurrence) -> Occurrence {
        let is_own_swap = self.swap && self.here.key == self.exchanged.key;
        let swapped = is_own_swap && occurrence.next.color().is_some_and(|color| color != self.to_play);
        Occurrence { swapped, ..*occurrence }
    }

    fn visit_between(
        &self,
        snapshot: &Snapshot,
        range: &RangeInclusive<i64>,
        mut visit: impl FnMut(&[Occurrence]) -> Result<(), QueryError>,
    ) -> Result<(), QueryError> {
        let mut here = OccurrenceReader::new(snapshot, self.here.key, range.clone())?;
        if !self.swap {
            while let occurrences = here.next_game()?
                && !occurrences.is_empty()
            {
                visit(occurrences)?;
            }
            return Ok(());
        }
        let is_own_swap = self.here.key == self.exchanged.key;
        let mut there = match is_own_swap {
            true => None,
            false => Some(OccurrenceReader::new(snapshot, self.exchanged.key, range.clone())?),
        };
        let mut occurrences: Vec<Occurrence> = Vec::new();
        loop {
            let next_there = there.as_mut().map_or(Ok(None), OccurrenceReader::game)?;
            let next = [here.game()?, next_there];
            let Some(game) = next.into_iter().flatten().min() else {
                return Ok(());
            };
            occurrences.clear();
            if next[0] == Some(game) {
                let of_game = here.next_game()?.iter();
                occurrences.extend(of_game.map(|occurrence| self.seen_here(occurrence)));
            }
            if let Some(there) = there.as_mut().filter(|_| next_there == Some(game)) {
                let of_game = there.next_game()?.iter();
                occurrences.extend(of_game.map(|occurrence| Occurrence {
                    swapped: true,
                    ..*occurrence
                }));
            }
            occurrences.sort_by_key(|occurrence| occurrence.ply);
            visit(&occurrences)?;
        }
    }

    /// Returns what followed an occurrence, as the search board shows it.
    pub fn next(&self, snapshot: &Snapshot, occurrence: &Occurrence) -> Result<Next, QueryError> {
        Ok(
            match snapshot.decode_next(occurrence.next, self.seen(occurrence.swapped))? {
                Next::Move(mv) if occurrence.swapped => Next::Move(mv.swapped()),
                next => next,
            },
        )
    }
}

/// Returns the occurrence that decides how a game is shown: with the colours
/// exchanged only if all its occurrences are.
pub(in crate::query) fn as_seen(occurrences: &[Occurrence]) -> Occurrence {
    let as_it_is = occurrences.iter().find(|occurrence| !occurrence.swapped);
    *as_it_is.unwrap_or(&occurrences[0])
}

/// Returns the points on which a question is shown with stones of a colour: those of its board,
/// or those of a diagram, where the diagram is shown.
#[must_use]
pub fn shown_stones(board: &SearchBoard, pattern: Option<&PatternSearch>, color: Color) -> Vec<Point> {
    if let Some(diagram) = pattern.filter(|pattern| pattern.board().is_none()) {
        let points = diagram.shown().points().zip(diagram.pattern().conditions());
        let stones = points.filter(|(_, condition)| **condition == Condition::Stone(color));
        return stones.map(|(point, _)| point).collect();
    }
    let stones = board.position().stones();
    stones
        .filter(|&(_, stone)| stone == color)
        .map(|(point, _)| point)
        .collect()
}
