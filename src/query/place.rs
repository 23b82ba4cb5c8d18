use super::{QueryError, Question};
use crate::go::{CanonicalPosition, Transform};
use crate::record::{Action, GameRecord, Step, replay};
use crate::store::{Occurrence, Snapshot};
use serde::Serialize;

/// The place of a position in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Place {
    /// The number of moves before the first occurrence of the position in the game.
    pub move_number: u16,
    /// The number of the transform that takes the game's board to the search
    /// board.
    #[serde(serialize_with = "number")]
    pub transform: Transform,
    /// True if the game has the position with the colours exchanged.
    pub swapped: bool,
}

fn number<S: serde::Serializer>(transform: &Transform, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_u64(transform.number() as u64)
}

/// Returns the place of an occurrence.
pub(super) fn place(
    snapshot: &Snapshot,
    question: &Question<'_>,
    occurrence: &Occurrence,
) -> Result<Place, QueryError> {
    let stored = snapshot.record(occurrence.game)?;
    let here = question.canonical_of(occurrence.swapped);
    let mut transform = None;
    if let Some(mut record) = stored.read() {
        cut_after(&mut record, occurrence.ply);
        transform = transform_at(snapshot, &record, occurrence.ply, here);
    }
    Ok(Place {
        move_number: occurrence.ply,
        transform: transform.unwrap_or(Transform::IDENTITY),
        swapped: occurrence.swapped,
    })
}

/// Drops the steps after the next move from the position after `ply` moves.
fn cut_after(record: &mut GameRecord, ply: u16) {
    let is_move = |step: &Step| matches!(step.action, Action::Move(_));
    let mut moves = (1..).zip(&record.steps).filter(|(_, step)| is_move(step));
    if let Some((end, _)) = moves.nth(ply.into()) {
        record.steps.truncate(end);
    }
}

/// Returns the transform that takes the board of a game after `ply` moves to the
/// search board, which has the orientation `here`. Of several transforms, returns
/// one that takes the next move to the point where the search shows it.
fn transform_at(snapshot: &Snapshot, record: &GameRecord, ply: u16, here: CanonicalPosition) -> Option<Transform> {
    let mut found = None;
    replay(record, snapshot.keys().get(record.size), |position| {
        if position.ply == ply && position.canonical.key == here.key {
            found.get_or_insert(position);
        }
    });
    let position = found?;
    let to_canonical = position.canonical.transforms().iter().next()?;
    let transforms: Vec<Transform> = here
        .transforms()
        .iter()
        .map(|t| to_canonical.then(t.inverse()))
        .collect();
    let next = position.next.and_then(|mv| mv.point);
    let shown = next.map(|point| here.shown_point(position.canonical.stored_point(point)));
    let suits = |t: &Transform| next.map(|point| t.apply(point, here.size())) == shown;
    transforms.iter().copied().find(suits).or(transforms.first().copied())
}
