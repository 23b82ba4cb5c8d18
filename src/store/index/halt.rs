use super::known::Known;
use super::lookup::{Occurrence, occurrences, positions_of};
use crate::go::PositionKey;
use crate::store::codec::posting::NextCode;
use crate::store::error::StoreError;
use crate::store::games::columns::Columns;
use crate::store::snapshot::Snapshot;
use std::sync::Arc;

/// A game that goes on from a position without a move. A game that reaches the position
/// several times may do so in both ways, and with moves too.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Halt {
    /// The game's number.
    pub game: i64,
    /// Setup follows.
    pub setup: bool,
    /// The game ends.
    pub end: bool,
}

/// Returns the games that go on from a position without a move, in the order of their
/// numbers.
pub fn halts(snapshot: &Snapshot, key: PositionKey) -> Result<Arc<[Halt]>, StoreError> {
    let known = snapshot.shared::<Known<[Halt]>>();
    if let Some(halts) = known.get(key) {
        return Ok(halts);
    }
    let mut columns = Columns::new(snapshot);
    let mut halts: Vec<Halt> = Vec::new();
    for occurrence in occurrences(snapshot, key)?.iter() {
        if occurrence.next != NextCode::NONE {
            continue;
        }
        let halt = halt(snapshot, &mut columns, key, occurrence)?;
        match halts.last_mut() {
            Some(last) if last.game == halt.game => {
                last.setup |= halt.setup;
                last.end |= halt.end;
            }
            _ => halts.push(halt),
        }
    }
    let halts = halts.into();
    known.keep(key, &halts);
    Ok(halts)
}

/// Returns how a game goes on from an occurrence that no move follows. The index does not
/// tell setup from the end. The number of moves does, unless the game has no more of them;
/// then it is replayed.
fn halt(
    snapshot: &Snapshot,
    columns: &mut Columns<'_>,
    key: PositionKey,
    &Occurrence { game, ply, .. }: &Occurrence,
) -> Result<Halt, StoreError> {
    if ply < columns.of(game)?.moves {
        return Ok(Halt {
            game,
            setup: true,
            end: false,
        });
    }
    let positions = positions_of(snapshot, game)?;
    let is_here = |(passed, at): &(PositionKey, Occurrence)| (*passed, at.ply) == (key, ply);
    let (last, earlier) = positions.split_last().unzip();
    Ok(Halt {
        game,
        setup: earlier.is_some_and(|earlier| earlier.iter().any(is_here)),
        end: last.is_some_and(is_here),
    })
}
