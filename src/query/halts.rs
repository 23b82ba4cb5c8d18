use super::question::SoughtPosition;
use super::{CompiledFilter, QueryError};
use crate::store::{Halt, Snapshot};
use serde::Serialize;

/// The games that go on from a position without a move. A game that reaches the position
/// several times may count in both, and with next moves too.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Halts {
    /// The games in which setup follows.
    pub set_up: u64,
    /// The games that end.
    pub ended: u64,
}

impl Halts {
    /// Counts the games that pass a filter.
    pub(super) fn count(
        snapshot: &Snapshot,
        position: &SoughtPosition,
        filter: &CompiledFilter<'_>,
    ) -> Result<Self, QueryError> {
        let here = snapshot.halts(position.here.key)?;
        if !position.swap {
            return Self::passing(snapshot, &here, filter);
        }
        let there = snapshot.halts(position.exchanged.key)?;
        let mut halts = [here, there].concat();
        halts.sort_by_key(|halt| halt.game);
        halts.dedup_by(|other, halt| {
            let is_same_game = other.game == halt.game;
            if is_same_game {
                halt.setup |= other.setup;
                halt.end |= other.end;
            }
            is_same_game
        });
        Self::passing(snapshot, &halts, filter)
    }

    fn passing(snapshot: &Snapshot, halts: &[Halt], filter: &CompiledFilter<'_>) -> Result<Self, QueryError> {
        let mut counted = Self::default();
        let mut columns = snapshot.columns();
        for halt in halts {
            if filter.lets_pass_game(&mut columns, halt.game)? {
                counted.set_up += u64::from(halt.setup);
                counted.ended += u64::from(halt.end);
            }
        }
        Ok(counted)
    }
}
