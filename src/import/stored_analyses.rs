//! Analyses from records that are already in the database, for example from an earlier version of
//! bgo.

use crate::evaluation::{ReadNotes, read_notes};
use crate::go::KeyTables;
use crate::interrupt::Interrupt;
use crate::record::{game_trees, replay};
use crate::store::{Database, Earlier, EveryRecord, Source, StoreError, StoredRecord, Writer};
use serde::Serialize;

/// The result of reading the analyses of stored records.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct StoredAnalyses {
    /// The number of records read, one for each source of a game.
    pub records: u64,
    /// The number of analyses added.
    pub analyses: u64,
    /// The number of evaluations that could not be read.
    pub unreadable_analyses: u64,
    /// The number of records that are damaged, whose evaluations were not read.
    pub damaged_records: u64,
}

/// Reads the records of a database again, and adds their analyses to sources that have none, in
/// one transaction. Damaged records are counted. Calls `progress` with the number of records done
/// and the total.
pub fn read_stored_analyses(
    db: &Database,
    stop: &Interrupt,
    mut progress: impl FnMut(u64, u64),
) -> Result<StoredAnalyses, StoreError> {
    let mut read = StoredAnalyses::default();
    let transaction = db.transaction(stop.clone())?;
    let mut writer = Writer::new(&transaction)?;
    let mut records = EveryRecord::all(db, stop)?;
    let all = db.snapshot()?.state()?.sources;
    while let Some(found) = records.next_record()? {
        read.records += 1;
        progress(read.records, all);
        let Ok(record) = &found.record else {
            read.damaged_records += 1;
            continue;
        };
        let ReadNotes { analyses, unreadable } = notes(record, db.keys());
        if analyses.is_empty() && unreadable == 0 {
            continue;
        }
        let source = Source {
            archive: found.source.archive,
            member: &found.member,
            member_game: found.member_game,
        };
        read.analyses += writer.add_analyses(found.source.game, source, &analyses, Earlier::Keep)?;
        read.unreadable_analyses += unreadable;
    }
    drop(writer);
    transaction.finish()?;
    Ok(read)
}

fn notes(record: &StoredRecord, keys: &KeyTables) -> ReadNotes {
    let text = record.text();
    let Some(Ok(game)) = game_trees(&text).next().map(|tree| tree.game) else {
        return ReadNotes::default();
    };
    if game.engine_notes.is_empty() {
        return ReadNotes::default();
    }
    let mut positions = Vec::new();
    replay(&game, keys.get(game.size), |visit| positions.push(visit.canonical));
    read_notes(&game, &text, &positions)
}
