//! Joining games that an import keeps apart: the sources of one become sources of the
//! other, and an import does not bring it back.

use super::source::{delete_sources, sources, write_source};
use super::{Removed, Selection, remove_games};
use crate::store::error::StoreError;
use crate::store::games::records::{frame, require_intact};
use crate::store::snapshot::pool::Pool;
use crate::store::snapshot::verify::verify;
use crate::store::sqlite::table::SOURCE;
use crate::store::write::transaction::Transaction;
use std::sync::Arc;

/// A game to remove, and the game that gets its sources.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Join {
    /// The game to remove.
    pub game: i64,
    /// The game that stays.
    pub into: i64,
}

/// Joins games in one transaction. No game may be removed and stay.
pub fn join(pool: &Arc<Pool>, joins: &[Join]) -> Result<Removed, StoreError> {
    let transaction = Transaction::begin_whole(pool)?;
    verify(&transaction, SOURCE)?;
    for &one in joins {
        move_sources(&transaction, one)?;
    }
    let selection = Selection {
        games: joins.iter().map(|join| join.game..=join.game).collect(),
        ..Selection::default()
    };
    let removed = remove_games(&transaction, &selection)?;
    transaction.finish()?;
    Ok(removed)
}

fn move_sources(transaction: &Transaction, Join { game, into }: Join) -> Result<(), StoreError> {
    require_intact(transaction, game)?;
    require_intact(transaction, into)?;
    let content = "SELECT content FROM game WHERE id = ?1";
    let missing = || StoreError::NoSuchGame(game..=game);
    let content: i64 = transaction.optional(content, [game])?.ok_or_else(missing)?;
    let record = frame(transaction, game)?;
    let sources = sources(transaction, game)?;
    delete_sources(transaction, game)?;
    for mut source in sources {
        source.joined.get_or_insert(content);
        let own = source.own.take();
        write_source(transaction, into, &source, Some(own.as_ref().unwrap_or(&record)))?;
    }
    Ok(())
}
