use super::question::SoughtPosition;
use super::{CompiledFilter, QueryError};
use crate::store::{Snapshot, Stop};
use serde::Serialize;

/// The games that go on from a position without a move. A game that reaches the position
/// several times may count in both, and with next moves too.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Stops {
    /// The games in which setup follows.
    pub set_up: u64,
    /// The games that end.
    pub ended: u64,
}

impl Stops {
    /// Counts the games that pass a filter.
    pub(super) fn count(
        snapshot: &Snapshot,
        position: SoughtPosition<'_>,
        filter: &CompiledFilter<'_>,
    ) -> Result<Self, QueryError> {
        let here = snapshot.stops(position.canonical().key)?;
        if !position.swap {
            return Self::passing(snapshot, &here, filter);
        }
        let there = snapshot.stops(position.canonical_of(true).key)?;
        let mut stops = [here, there].concat();
        stops.sort_by_key(|stop| stop.game);
        stops.dedup_by(|other, stop| {
            let is_same_game = other.game == stop.game;
            if is_same_game {
                stop.setup |= other.setup;
                stop.end |= other.end;
            }
            is_same_game
        });
        Self::passing(snapshot, &stops, filter)
    }

    fn passing(snapshot: &Snapshot, stops: &[Stop], filter: &CompiledFilter<'_>) -> Result<Self, QueryError> {
        let mut counted = Self::default();
        let mut columns = snapshot.columns();
        for stop in stops {
            if filter.lets_pass_game(&mut columns, stop.game)? {
                counted.set_up += u64::from(stop.setup);
                counted.ended += u64::from(stop.end);
            }
        }
        Ok(counted)
    }
}
