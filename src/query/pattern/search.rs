use super::corners::CornerSearch;
use super::dense::DensePattern;
use super::options::PatternOptions;
use super::scan::Hit;
use super::sought::{Sought, SoughtImage};
use crate::go::{Board, BoardSize, Move, Point, Transform};
use crate::openings::NamedOpening;
use crate::pattern::{Area, Condition, Pattern, Placement};
use crate::query::{QueryError, json};
use crate::store::{NextCode, Occurrence};
use serde::Serialize;
use std::fmt;
use std::sync::Arc;

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
    /// How corners decide the question, if they can.
    corners: Option<Arc<CornerSearch>>,
    /// The layout for counting a small pattern.
    dense: Option<Arc<DensePattern>>,
    places: usize,
    watch: Option<Arc<dyn Watch>>,
}

/// An observer of a search, which may take seconds if the pattern asks for little.
pub trait Watch: Send + Sync {
    /// Notes that `games` of the `of` games have been searched. Called after every batch of
    /// up to 512 games.
    fn searched(&self, games: usize, of: usize);
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
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PatternAnswer {
    /// The move on the board that shows the pattern, in the colours of the pattern.
    #[serde(flatten, serialize_with = "json::move_and_color")]
    #[cfg_attr(feature = "schema", schemars(with = "json::MoveFields"))]
    pub mv: Move,
    /// The number of the move in the game, from 1.
    pub ply: u16,
    /// The number of moves that were played elsewhere before it.
    pub elsewhere: u16,
}

impl PatternSearch {
    /// Creates a search for a diagram on boards of a size.
    pub fn of_diagram(pattern: Pattern, size: BoardSize, options: PatternOptions) -> Result<Self, QueryError> {
        let in_place = options.in_place.then(|| pattern.place_as_drawn(size)).transpose()?;
        let shown = pattern.drawn_area(size);
        Self::new(pattern, size, options, in_place, shown, None)
    }

    /// Creates a search for an opening.
    pub(in crate::query) fn of_opening(opening: &NamedOpening) -> Result<Self, QueryError> {
        Self::of_diagram(
            opening.pattern().clone(),
            BoardSize::MAX,
            PatternOptions::of_opening(opening),
        )
    }

    /// Creates a search for what an area of a board holds. `wildcards` are points that
    /// may have anything.
    pub fn of_area(
        board: &Board,
        wildcards: &[Point],
        area: Area,
        options: PatternOptions,
    ) -> Result<Self, QueryError> {
        let pattern = Pattern::in_area(area, board.size(), |point| {
            if wildcards.contains(&point) {
                Condition::Anything
            } else {
                board.get(point).map_or(Condition::Empty, Condition::Stone)
            }
        })?;
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
        let sought = Sought::new(&images, size, options.limits);
        Ok(Self {
            places: images.iter().map(|image| image.places.len()).sum(),
            corners: CornerSearch::new(&images, &sought, size, &options.limits).map(Arc::new),
            dense: DensePattern::new(&sought).map(Arc::new),
            sought: Arc::new(sought),
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

    pub(super) fn unwatched(&self) -> Self {
        Self {
            watch: None,
            ..self.clone()
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

    pub(super) fn finds_the_same(&self, other: &Self) -> bool {
        self.pattern == other.pattern
            && self.size == other.size
            && self.placement == other.placement
            && self.options == other.options
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
    pub fn anchor(&self) -> &'static str {
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
        let transforms = Transform::ALL.into_iter();
        transforms
            .filter(|&transform| self.pattern.turned(transform) == self.pattern)
            .count() as u32
    }

    pub(super) fn sought(&self) -> &Sought {
        &self.sought
    }

    pub(super) fn corners(&self) -> Option<&CornerSearch> {
        self.corners.as_deref()
    }

    pub(super) fn dense(&self) -> Option<&DensePattern> {
        self.dense.as_deref()
    }

    pub(super) fn watch(&self) -> Option<&dyn Watch> {
        self.watch.as_deref()
    }

    pub(super) fn image_of(&self, hit: &Hit) -> &SoughtImage {
        self.sought.image(hit.image)
    }

    pub(in crate::query) fn shown_move(&self, code: NextCode) -> Option<Move> {
        let mv = code.canonical(BoardSize::MAX).ok()?.mv()?;
        let Area { left, top, .. } = self.shown;
        Some(Move {
            point: mv.point.map(|point| Point::new(point.x + left, point.y + top)),
            ..mv
        })
    }

    pub(in crate::query) fn as_position(&self, game: i64, hit: &Hit) -> Occurrence {
        Occurrence {
            game,
            ply: hit.from,
            next: hit.answer,
            swapped: hit.swapped,
        }
    }

    pub(in crate::query) fn occurrence(&self, game: i64, hit: &Hit) -> PatternOccurrence {
        let (transform, swapped) = self.image_of(hit).view(hit.view);
        let lines = u16::from(self.size.lines());
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
            place: Point::new((hit.place % lines) as u8, (hit.place / lines) as u8),
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
