use crate::go::{CanonicalPosition, KeyTables, Point, Transform};
use crate::pattern::Area;
use crate::query::QueryError;
use crate::query::ask::{SoughtPosition, Subject};
use crate::query::pattern::{PatternAnswer, PatternOccurrence, PatternSearch};
use crate::record::{Action, GameRecord, replay};
use crate::store::{Occurrence, Snapshot};
use serde::Serialize;

/// The place of a position or pattern in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Place {
    /// The number of moves before the first occurrence in the game.
    pub move_number: u16,
    /// The number of the transform that takes the game's board to the search
    /// board, or to the orientation of the pattern.
    #[serde(serialize_with = "number")]
    #[cfg_attr(feature = "schema", schemars(with = "u8", range(min = 0, max = 7)))]
    pub transform: Transform,
    /// True if the game has the position or pattern with the colours exchanged.
    pub swapped: bool,
    /// The part that only patterns have.
    #[serde(flatten)]
    pub pattern: Option<PatternPlace>,
}

/// The place of a pattern in a game, beyond its orientation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PatternPlace {
    /// The number of moves before the pattern begins to stand.
    pub ply: u16,
    /// The number of moves before the first position at which it no longer stands, or
    /// one more than the game has.
    pub until: u32,
    /// The column of the area's upper left point on the game's board, 0 at the left.
    pub x: u8,
    /// The row of the area's upper left point on the game's board, 0 at the top.
    pub y: u8,
    /// The first move inside the area while the pattern stands.
    #[cfg_attr(feature = "schema", schemars(extend("nullable" = true)))]
    pub answer: Option<PatternAnswer>,
}

impl Place {
    /// The start of a game on its own board.
    pub const START: Self = Self {
        move_number: 0,
        transform: Transform::IDENTITY,
        swapped: false,
        pattern: None,
    };

    /// Returns the area of a pattern on the game's board after the transform, or `None` for
    /// a position.
    pub(in crate::query) fn area(&self, pattern: &PatternSearch) -> Option<Area> {
        let place = self.pattern?;
        let shown = pattern.pattern();
        let (width, height) = if self.transform.swaps_axes() {
            (shown.height(), shown.width())
        } else {
            (shown.width(), shown.height())
        };
        let opposite = Point::new(place.x + width - 1, place.y + height - 1);
        let [a, b] = [Point::new(place.x, place.y), opposite].map(|point| self.transform.apply(point, pattern.size()));
        Some(Area::between(a, b))
    }

    /// Returns the place of a position in a game, which has it after `ply` moves, with the colours
    /// exchanged, as `here` is, if `swapped`. A game that cannot be read is not turned.
    #[must_use]
    pub fn of_position(
        keys: &KeyTables,
        here: &CanonicalPosition,
        record: Option<GameRecord>,
        ply: u16,
        swapped: bool,
    ) -> Self {
        let transform = record.and_then(|mut record| {
            cut_after(&mut record, ply);
            transform_at(keys, &record, ply, here)
        });
        Self {
            move_number: ply,
            transform: transform.unwrap_or(Transform::IDENTITY),
            swapped,
            pattern: None,
        }
    }

    /// Returns the place of an occurrence of a pattern.
    #[must_use]
    pub const fn of_pattern(occurrence: &PatternOccurrence) -> Self {
        Self {
            move_number: occurrence.ply,
            transform: occurrence.transform,
            swapped: occurrence.swapped,
            pattern: Some(PatternPlace {
                ply: occurrence.ply,
                until: occurrence.until,
                x: occurrence.place.x,
                y: occurrence.place.y,
                answer: occurrence.answer,
            }),
        }
    }
}

fn number<S: serde::Serializer>(transform: &Transform, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_u64(transform.number() as u64)
}

/// Returns the place of the first occurrence in a game, regardless of the filter.
pub(in crate::query) fn first_place(
    snapshot: &Snapshot,
    subject: &Subject<'_>,
    game: i64,
) -> Result<Option<Place>, QueryError> {
    match subject {
        Subject::Position(position) => {
            let occurrences = position.in_game(snapshot, game)?;
            let first = occurrences.first();
            first
                .map(|occurrence| place_of_position(snapshot, position, occurrence))
                .transpose()
        }
        Subject::Pattern(pattern) => Ok(pattern.in_game(snapshot, game)?.first().map(Place::of_pattern)),
    }
}

/// Returns the place of the first occurrence in a game.
pub(super) fn place(
    snapshot: &Snapshot,
    subject: &Subject<'_>,
    occurrence: &Occurrence,
) -> Result<Option<Place>, QueryError> {
    match subject {
        Subject::Position(position) => place_of_position(snapshot, position, occurrence).map(Some),
        Subject::Pattern(_) => first_place(snapshot, subject, occurrence.game),
    }
}

fn place_of_position(
    snapshot: &Snapshot,
    position: &SoughtPosition,
    occurrence: &Occurrence,
) -> Result<Place, QueryError> {
    let record = snapshot.record(occurrence.game)?.read();
    let Occurrence { ply, swapped, .. } = *occurrence;
    Ok(Place::of_position(
        snapshot.keys(),
        position.seen(swapped),
        record,
        ply,
        swapped,
    ))
}

/// Drops the steps after the next move from the position after `ply` moves.
fn cut_after(record: &mut GameRecord, ply: u16) {
    let steps = (1..).zip(&record.steps);
    let mut moves = steps.filter(|(_, step)| matches!(step.action, Action::Move(_)));
    if let Some((end, _)) = moves.nth(ply.into()) {
        record.steps.truncate(end);
    }
}

/// Returns the transform that takes the board of a game after `ply` moves to the
/// search board, which has the orientation `here`. Of several transforms, returns
/// one that takes the next move to the point where the search shows it.
fn transform_at(keys: &KeyTables, record: &GameRecord, ply: u16, here: &CanonicalPosition) -> Option<Transform> {
    let mut found = None;
    replay(record, keys.get(record.size), |position| {
        if position.ply == ply && position.canonical.key == here.key {
            found.get_or_insert(position);
        }
    });
    let position = found?;
    let to_canonical = position.canonical.transforms().next()?;
    let transforms: Vec<Transform> = here.transforms().map(|t| to_canonical.then(t.inverse())).collect();
    let next = position.next.mv().and_then(|mv| mv.point);
    let shown = next.map(|point| here.shown_point(position.canonical.stored_point(point)));
    let best = transforms
        .iter()
        .find(|t| next.map(|point| t.apply(point, here.size())) == shown);
    best.or(transforms.first()).copied()
}
