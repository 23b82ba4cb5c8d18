//! Verification of analyses. A row's checksum cannot reveal that another row is missing, so
//! sums over the index of analyses do: one for each prefix, the first bits of a position's
//! key. A question adds up the entries with the prefix of its position, and no others.
//!
//! Writers add what they insert to the sums and subtract what they delete. So what is damaged
//! keeps differing from its sum, and no writer has to verify what it does not touch.

use crate::store::codec::analysis_sums::{AnalysisSums, positions_of, prefix_of};
use crate::store::error::StoreError;
use crate::store::snapshot::Snapshot;
use crate::store::sqlite::table::{ANALYSIS_SUMS, intact};
use std::collections::BTreeSet;
use std::ops::RangeInclusive;
use std::sync::{Mutex, PoisonError};

/// The checksum of an entry of the index, in SQL.
pub const ENTRY_CHECKSUM: &str = "row_checksum(position, to_play, visits, id)";

/// The prefixes whose analyses are verified in one state of the file.
#[derive(Default)]
struct VerifiedPrefixes(Mutex<BTreeSet<u16>>);

/// Verifies that the index leads to the analyses of a position, once for each state.
pub fn verify_analyses_of(snapshot: &Snapshot, position: i64) -> Result<(), StoreError> {
    let prefix = prefix_of(position);
    let verified = snapshot.shared::<VerifiedPrefixes>();
    let known = || verified.0.lock().unwrap_or_else(PoisonError::into_inner);
    if known().contains(&prefix) {
        return Ok(());
    }
    let stored = snapshot.remember(|| stored_sums(snapshot))?;
    if !added_up(snapshot, positions_of(prefix))?.agree(&stored, prefix) {
        return Err(snapshot.damaged(differ(prefix)));
    }
    known().insert(prefix);
    Ok(())
}

/// Returns the message for a prefix with another sum than that of its entries.
pub fn differ(prefix: u16) -> String {
    format!("the analyses of positions whose keys begin with {prefix:03x} are not those that were written")
}

/// Reads the sums.
pub fn stored_sums(snapshot: &Snapshot) -> Result<AnalysisSums, StoreError> {
    let sql = ANALYSIS_SUMS.select("sums", "WHERE id = 1");
    let rows = snapshot.rows(&sql, [], |row| Ok((intact(row)?, row.get::<_, Vec<u8>>(1)?)))?;
    let sums = match rows.first() {
        Some((true, sums)) => AnalysisSums::read(sums).ok(),
        _ => None,
    };
    sums.ok_or_else(|| snapshot.damaged("the sums over the analyses are missing or have a wrong checksum"))
}

/// Adds up the entries of the index for these positions. Fails if they are not in their order,
/// as a search of the index could then miss some.
pub fn added_up(snapshot: &Snapshot, positions: RangeInclusive<i64>) -> Result<AnalysisSums, StoreError> {
    let sql = format!(
        "SELECT position, to_play, visits, id, {ENTRY_CHECKSUM} FROM analysis INDEXED BY analysis_position
         WHERE position BETWEEN ?1 AND ?2"
    );
    let mut sums = AnalysisSums::default();
    let (mut last, mut is_sorted) = (None, true);
    snapshot.rows(&sql, [positions.start(), positions.end()], |row| {
        let position = row.get(0)?;
        let to_play = row.get_ref(1)?.as_bytes()?.first().copied();
        let entry = (position, to_play, row.get::<_, Option<i64>>(2)?, row.get::<_, i64>(3)?);
        is_sorted &= last.replace(entry) < Some(entry);
        sums.add(position, row.get(4)?);
        Ok(())
    })?;
    match is_sorted {
        true => Ok(sums),
        false => Err(snapshot.damaged("the index of analyses is not in its order")),
    }
}
