use super::lookup::{Occurrence, occurrences, positions_of};
use crate::go::PositionKey;
use crate::store::codec::posting::NextCode;
use crate::store::error::StoreError;
use crate::store::games::columns::Columns;
use crate::store::snapshot::Snapshot;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

/// A game that goes on from a position without a move. A game that reaches the position
/// several times may do so in both ways, and with moves too.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stop {
    /// The game's number.
    pub game: i64,
    /// Setup follows.
    pub setup: bool,
    /// The game ends.
    pub end: bool,
}

/// The stops of the positions that were asked about, because finding them takes all
/// occurrences of a position, and its totals do not.
#[derive(Default)]
struct KnownStops(Mutex<HashMap<PositionKey, Arc<[Stop]>>>);

impl KnownStops {
    /// The number of positions whose stops are kept. Few positions have many stops.
    const KEPT: usize = 4096;

    fn get(&self, key: PositionKey) -> Option<Arc<[Stop]>> {
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        known.get(&key).map(Arc::clone)
    }

    fn keep(&self, key: PositionKey, stops: &Arc<[Stop]>) {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if known.len() == Self::KEPT {
            known.clear();
        }
        known.insert(key, Arc::clone(stops));
    }
}

/// Returns the games that go on from a position without a move, in the order of their
/// numbers.
pub fn stops(snapshot: &Snapshot, key: PositionKey) -> Result<Arc<[Stop]>, StoreError> {
    let known = snapshot.shared::<KnownStops>();
    if let Some(stops) = known.get(key) {
        return Ok(stops);
    }
    let mut columns = Columns::new(snapshot);
    let mut stops: Vec<Stop> = Vec::new();
    for occurrence in occurrences(snapshot, key)?.iter() {
        if occurrence.next != NextCode::NONE {
            continue;
        }
        let stop = stop(snapshot, &mut columns, key, occurrence)?;
        match stops.last_mut() {
            Some(last) if last.game == stop.game => {
                last.setup |= stop.setup;
                last.end |= stop.end;
            }
            _ => stops.push(stop),
        }
    }
    let stops = stops.into();
    known.keep(key, &stops);
    Ok(stops)
}

/// Returns how a game goes on from an occurrence that no move follows. The index does not
/// tell setup from the end. The number of moves does, unless the game has no more of them;
/// then it is replayed.
fn stop(
    snapshot: &Snapshot,
    columns: &mut Columns<'_>,
    key: PositionKey,
    &Occurrence { game, ply, .. }: &Occurrence,
) -> Result<Stop, StoreError> {
    if ply < columns.of(game)?.moves {
        return Ok(Stop {
            game,
            setup: true,
            end: false,
        });
    }
    let positions = positions_of(snapshot, game)?;
    let is_here = |(passed, at): &(PositionKey, Occurrence)| (*passed, at.ply) == (key, ply);
    let (last, earlier) = positions.split_last().unzip();
    Ok(Stop {
        game,
        setup: earlier.is_some_and(|earlier| earlier.iter().any(is_here)),
        end: last.is_some_and(is_here),
    })
}
