use super::batch::{BLOCK, Batch, LANES, Lanes};
use super::games::Games;
use super::last_search::LastSearch;
use super::options::PatternOptions;
use super::scan::{Hit, ScanMemory, scan, sorted_hits};
use super::sought::{Sought, SoughtImage};
use super::tally::Tally;
use super::workers::{threads, work_on};
use crate::go::{Board, BoardSize, Move, Point, Transform};
use crate::pattern::{Anchor, Area, Condition, Pattern, Placement};
use crate::query::{CompiledFilter, Filter, QueryError, json};
use crate::store::{NextCode, Occurrence, Snapshot};
use serde::Serialize;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// A search for a pattern: what the area must hold, and where it may lie.
#[derive(Clone)]
pub struct PatternSearch {
    pattern: Pattern,
    size: BoardSize,
    placement: Placement,
    options: PatternOptions,
    /// The area in which the pattern and its answers are shown on the board.
    shown: Area,
    /// The board that the area is a part of; `None` for a diagram.
    board: Option<Board>,
    sought: Arc<Sought>,
    places: usize,
    watch: Option<Arc<dyn Watch>>,
}

/// An observer of a search, which may take seconds if the pattern asks for little.
pub trait Watch: Send + Sync {
    /// Notes that `games` of the `of` games have been searched. Called after every batch of
    /// up to 512 games. Returns false to stop the search.
    fn searched(&self, games: usize, of: usize) -> bool;
}

/// One occurrence of a pattern in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PatternOccurrence {
    /// The game's number.
    pub game: i64,
    /// The number of moves before the pattern begins to stand.
    pub ply: u16,
    /// The number of moves before the first position at which it no longer stands, or
    /// one more than the game has.
    pub until: u32,
    /// The transform that takes the game's board to the orientation of the pattern.
    pub transform: Transform,
    /// True if the colours are exchanged.
    pub swapped: bool,
    /// The upper left point of the area on the game's board.
    pub place: Point,
    /// The first move inside the area while the pattern stands.
    pub answer: Option<PatternAnswer>,
}

/// The answer of an occurrence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct PatternAnswer {
    /// The move on the board that shows the pattern, in the colours of the pattern.
    #[serde(flatten, serialize_with = "json::move_and_color")]
    pub mv: Move,
    /// The number of the move in the game, from 1.
    pub ply: u16,
    /// The number of moves that were played elsewhere before it.
    pub elsewhere: u16,
}

impl PatternSearch {
    /// Creates a search for a diagram on boards of a size.
    pub fn of_diagram(pattern: Pattern, size: BoardSize, options: PatternOptions) -> Result<Self, QueryError> {
        let mut placement = Placement::default();
        if options.in_place {
            placement = placement.where_drawn(&pattern, size)?;
        }
        let shown = drawn_area(&pattern, size);
        Self::new(pattern, size, options, placement.in_place, shown, None)
    }

    /// Creates a search for what an area of a board holds. `wildcards` are points that
    /// may have anything.
    pub fn of_area(
        board: &Board,
        wildcards: &[Point],
        area: Area,
        options: PatternOptions,
    ) -> Result<Self, QueryError> {
        let condition = |point: Point| {
            if wildcards.contains(&point) {
                Condition::Anything
            } else {
                board.get(point).map_or(Condition::Empty, Condition::Stone)
            }
        };
        let pattern = Pattern::in_area(area, board.size(), condition)?;
        let in_place = options.in_place.then(|| Point::new(area.left, area.top));
        Self::new(pattern, board.size(), options, in_place, area, Some(board.clone()))
    }

    fn new(
        pattern: Pattern,
        size: BoardSize,
        options: PatternOptions,
        in_place: Option<Point>,
        shown: Area,
        board: Option<Board>,
    ) -> Result<Self, QueryError> {
        if options.limits.strict && pattern.steps() == 0 {
            return Err(QueryError::StrictWithoutSequence);
        }
        let placement = Placement {
            fixed_colors: options.fixed_colors,
            touching: options.touching,
            in_place,
        };
        let images = pattern.images(size, &placement)?;
        Ok(Self {
            places: images.iter().map(|image| image.places.len()).sum(),
            sought: Arc::new(Sought::new(&images, size, options.limits)),
            pattern,
            size,
            placement,
            options,
            shown,
            board,
            watch: None,
        })
    }

    /// Returns the search with an observer.
    #[must_use]
    pub fn watched_by(self, watch: Arc<dyn Watch>) -> Self {
        Self {
            watch: Some(watch),
            ..self
        }
    }

    /// Returns the pattern.
    #[must_use]
    pub const fn pattern(&self) -> &Pattern {
        &self.pattern
    }

    /// Returns the board size of the games.
    #[must_use]
    pub const fn size(&self) -> BoardSize {
        self.size
    }

    /// Returns the options.
    #[must_use]
    pub const fn options(&self) -> &PatternOptions {
        &self.options
    }

    pub(super) const fn placement(&self) -> &Placement {
        &self.placement
    }

    /// Returns the area in which the pattern and its answers are shown on the board.
    #[must_use]
    pub const fn shown(&self) -> Area {
        self.shown
    }

    /// Returns the board that the area is a part of, or `None` for a diagram.
    #[must_use]
    pub const fn board(&self) -> Option<&Board> {
        self.board.as_ref()
    }

    /// Returns where the pattern may lie, by the edges that it touches.
    #[must_use]
    pub fn anchor(&self) -> Anchor {
        self.pattern.anchor(self.size)
    }

    /// Returns the number of images: the distinct ways in which the pattern may lie on the
    /// board.
    #[must_use]
    pub const fn images(&self) -> usize {
        self.places
    }

    /// Returns the number of transforms that leave the pattern as it is: 1, 2, 4 or 8.
    #[must_use]
    pub fn symmetries(&self) -> u32 {
        let is_same = |transform: &Transform| self.pattern.turned(*transform) == self.pattern;
        Transform::ALL.iter().filter(|transform| is_same(transform)).count() as u32
    }

    /// Visits the games with the pattern that meet a filter, in the order of their numbers,
    /// each with all its occurrences in the order of their plies.
    pub fn visit(
        &self,
        snapshot: &Snapshot,
        filter: &Filter,
        mut visit: impl FnMut(&[PatternOccurrence]) -> Result<(), QueryError>,
    ) -> Result<(), QueryError> {
        let mut occurrences = Vec::new();
        self.visit_hits(snapshot, &filter.compile(snapshot)?, |game, hits| {
            occurrences.clear();
            occurrences.extend(hits.iter().map(|hit| self.occurrence(game, hit)));
            visit(&occurrences)
        })
    }

    /// Visits the games of [`PatternSearch::visit`] with their hits.
    pub(in crate::query) fn visit_hits(
        &self,
        snapshot: &Snapshot,
        filter: &CompiledFilter<'_>,
        mut visit: impl FnMut(i64, &[Hit]) -> Result<(), QueryError>,
    ) -> Result<(), QueryError> {
        let last = snapshot.shared::<LastSearch>();
        if let Some(hits) = last.of(self, filter) {
            for hits in hits.chunk_by(|a, b| a.0 == b.0) {
                let of_game: Vec<Hit> = hits.iter().map(|&(_, hit)| hit).collect();
                visit(hits[0].0.into(), &of_game)?;
            }
            return Ok(());
        }
        let mut kept = Some(Vec::new());
        self.visit_batches(snapshot, filter, |batch, hits| {
            if let Some(list) = &mut kept {
                list.extend(hits.iter().map(|hit| (batch.games()[usize::from(hit.lane)], *hit)));
                if list.len() > LastSearch::MOST {
                    kept = None;
                }
            }
            for hits in hits.chunk_by(|a, b| a.lane == b.lane) {
                visit(batch.games()[usize::from(hits[0].lane)].into(), hits)?;
            }
            Ok(())
        })?;
        if let Some(kept) = kept {
            last.keep(self, filter, kept);
        }
        Ok(())
    }

    /// Visits all batches of the board size, each with its hits.
    pub(in crate::query) fn visit_batches(
        &self,
        snapshot: &Snapshot,
        filter: &CompiledFilter<'_>,
        mut visit: impl FnMut(&Batch, &[Hit]) -> Result<(), QueryError>,
    ) -> Result<(), QueryError> {
        let games = Games::of(snapshot)?;
        filter.look_ahead(snapshot)?;
        let batches = games.of_size(self.size);
        let mut progress = self.progress(batches);
        self.visit_some(
            batches,
            |batch| passing(filter, batch),
            |found| {
                progress(found.map(|(batch, _)| batch))?;
                found.map_or(Ok(()), |(batch, hits)| visit(batch, hits))
            },
        )
    }

    /// Counts the occurrences in the games that meet a filter.
    pub(in crate::query) fn tally(
        &self,
        snapshot: &Snapshot,
        filter: &CompiledFilter<'_>,
    ) -> Result<Tally, QueryError> {
        let games = Games::of(snapshot)?;
        let facts = snapshot.all_facts()?;
        filter.look_ahead(snapshot)?;
        let batches = games.of_size(self.size);
        let count = |(memory, tally): &mut (ScanMemory, Tally), batch: &Batch, stopped: &AtomicBool| {
            let lanes = passing(filter, batch);
            scan(batch, &lanes, &self.sought, stopped, memory, |image, hit| {
                tally.add(&hit, image.view(hit.view).1);
            });
            tally.end_batch(batch, &facts);
            Vec::new()
        };
        let mut progress = self.progress(batches);
        let tallies = work_on(batches, count, |found| progress(found.map(|(batch, _)| batch)))?;
        let tallies = tallies.into_iter().map(|(_, tally)| tally);
        Ok(tallies
            .reduce(|mut sum, tally| {
                sum.merge(tally);
                sum
            })
            .unwrap_or_default())
    }

    /// Returns what tells the observer of each batch that was searched.
    fn progress(&self, batches: &[Batch]) -> impl FnMut(Option<&Batch>) -> Result<(), QueryError> {
        let all = batches.iter().map(|batch| batch.games().len()).sum();
        let mut searched = 0;
        move |batch| {
            searched += batch.map_or(0, |batch| batch.games().len());
            match &self.watch {
                Some(watch) if !watch.searched(searched, all) => Err(QueryError::Stopped),
                _ => Ok(()),
            }
        }
    }

    /// Visits batches with the hits in the games that `lanes` selects, and `None` while a
    /// batch takes long.
    fn visit_some(
        &self,
        batches: &[Batch],
        lanes: impl Fn(&Batch) -> Lanes + Sync,
        visit: impl FnMut(Option<(&Batch, &[Hit])>) -> Result<(), QueryError>,
    ) -> Result<(), QueryError> {
        let find = |memory: &mut ScanMemory, batch: &Batch, stopped: &AtomicBool| {
            sorted_hits(batch, &lanes(batch), &self.sought, stopped, memory)
        };
        work_on(batches, find, visit)?;
        Ok(())
    }

    /// Reads the courses of all games, unless they are in memory already.
    pub fn prepare(snapshot: &Snapshot) -> Result<(), QueryError> {
        Games::of(snapshot)?;
        Ok(())
    }

    /// Returns a part of the occurrences, in the order of [`PatternSearch::visit`], so that
    /// the caller need not hold all of them. Parts are numbered from 0, and each has up to
    /// 1,024 games for each thread. Returns `None` after the last game.
    pub fn part(&self, snapshot: &Snapshot, number: usize) -> Result<Option<Vec<PatternOccurrence>>, QueryError> {
        let games = Games::of(snapshot)?;
        let batches = games.of_size(self.size);
        let length = 2 * threads();
        let Some(rest) = batches.get(number * length..).filter(|rest| !rest.is_empty()) else {
            return Ok(None);
        };
        let mut occurrences = Vec::new();
        let part = &rest[..length.min(rest.len())];
        self.visit_some(part, Batch::lanes, |found| {
            if let Some((batch, hits)) = found {
                let game = |hit: &Hit| i64::from(batch.games()[usize::from(hit.lane)]);
                occurrences.extend(hits.iter().map(|hit| self.occurrence(game(hit), hit)));
            }
            Ok(())
        })?;
        Ok(Some(occurrences))
    }

    /// Returns the occurrences in one game.
    pub fn in_game(&self, snapshot: &Snapshot, game: i64) -> Result<Vec<PatternOccurrence>, QueryError> {
        let known = snapshot.shared::<LastSearch>().in_game(self, game);
        if !known.is_empty() {
            return Ok(known.iter().map(|hit| self.occurrence(game, hit)).collect());
        }
        let games = Games::of(snapshot)?;
        let batches = games.of_size(self.size);
        let after = batches.partition_point(|batch| batch.games().last().is_some_and(|&last| i64::from(last) < game));
        let lane = |batch: &Batch| batch.games().iter().position(|&number| i64::from(number) == game);
        let mut occurrences = Vec::new();
        if let Some(batch) = batches.get(after..=after).filter(|batch| lane(&batch[0]).is_some()) {
            let only = |batch: &Batch| {
                let mut lanes: Lanes = [0; LANES / BLOCK];
                if let Some(lane) = lane(batch) {
                    lanes[lane / BLOCK] = 1 << (lane % BLOCK);
                }
                lanes
            };
            self.visit_some(batch, only, |found| {
                let hits = found.map_or(&[][..], |(_, hits)| hits);
                occurrences.extend(hits.iter().map(|hit| self.occurrence(game, hit)));
                Ok(())
            })?;
        }
        Ok(occurrences)
    }

    /// Returns the image of a hit.
    pub(in crate::query) fn sought(&self, hit: &Hit) -> &SoughtImage {
        self.sought.image(hit.image)
    }

    /// Returns the move that a code stands for, on the board that shows the pattern.
    pub(in crate::query) fn shown_move(&self, code: NextCode) -> Option<Move> {
        let mv = code.canonical(BoardSize::MAX).ok().flatten()?;
        let shown = |point: Point| Point::new(point.x + self.shown.left, point.y + self.shown.top);
        Some(Move {
            point: mv.point.map(shown),
            ..mv
        })
    }

    /// Returns a hit in the form of an occurrence of a position.
    pub(in crate::query) fn as_position(&self, game: i64, hit: &Hit) -> Occurrence {
        Occurrence {
            game,
            ply: hit.from,
            next: hit.answer,
            swapped: self.sought(hit).view(hit.view).1,
        }
    }

    /// Returns a hit as an occurrence of the pattern.
    fn occurrence(&self, game: i64, hit: &Hit) -> PatternOccurrence {
        let sought = self.sought(hit);
        let (transform, swapped) = sought.view(hit.view);
        let answer = self.shown_move(hit.answer).map(|mv| PatternAnswer {
            mv,
            ply: hit.answer_ply,
            elsewhere: hit.answer_ply - 1 - hit.answer_after,
        });
        PatternOccurrence {
            game,
            ply: hit.from,
            until: u32::from(hit.last) + 1,
            transform,
            swapped,
            place: sought.probe().point(hit.place.into()),
            answer,
        }
    }
}

impl fmt::Debug for PatternSearch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PatternSearch")
            .field("pattern", &self.pattern.to_string())
            .field("size", &self.size)
            .field("options", &self.options)
            .finish_non_exhaustive()
    }
}

/// Returns the games of a batch that pass a filter, which has looked ahead.
fn passing(filter: &CompiledFilter<'_>, batch: &Batch) -> Lanes {
    let mut lanes = batch.lanes();
    if let Some(known) = filter.known() {
        for (lane, &game) in batch.games().iter().enumerate() {
            if !known.get(game as usize).copied().unwrap_or(false) {
                lanes[lane / BLOCK] &= !(1 << (lane % BLOCK));
            }
        }
    }
    lanes
}

/// Returns the area where a diagram is drawn on the board: against the edges that it
/// touches, and in the middle of the others.
fn drawn_area(pattern: &Pattern, size: BoardSize) -> Area {
    let edges = pattern.edges_on(size);
    let from = |at_start: bool, at_end: bool, length: u8| {
        let room = size.lines().saturating_sub(length);
        match (at_start, at_end) {
            (true, _) => 0,
            (false, true) => room,
            (false, false) => room / 2,
        }
    };
    Area {
        left: from(edges.left, edges.right, pattern.width()),
        top: from(edges.top, edges.bottom, pattern.height()),
        width: pattern.width(),
        height: pattern.height(),
    }
}
