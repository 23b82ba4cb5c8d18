//! Analyses of positions by engines, and the files that they were imported from.

use crate::evaluation::{Analysis, Evaluation};
use crate::go::{CanonicalPosition, Color};
use crate::record::Komi;
use crate::store::StoreError;
use crate::store::codec::positions_of;
use crate::store::codec::{AnalysisSums, prefix_of, read_moves};
use crate::store::snapshot::{Remembered, Snapshot};
use crate::store::sqlite::{ANALYSIS, ANALYSIS_FILE, ANALYSIS_SUMS, intact};
use serde::Serialize;
use std::ops::RangeInclusive;
use std::sync::LazyLock;

/// The analysis of a position with the most visits, and of equal ones the first. Reads a single
/// row of the index and the table, however many analyses the position has.
static SELECT: LazyLock<String> = LazyLock::new(|| {
    ANALYSIS.select(
        "id, win_rate, score_lead, visits, komi_half_points, moves",
        "WHERE position = ?1 AND to_play = ?2 AND visits IS
             (SELECT visits FROM analysis WHERE position = ?1 AND to_play = ?2 ORDER BY visits DESC LIMIT 1)
         ORDER BY id LIMIT 1",
    )
});

/// A file of analyses that was imported.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct AnalysisFile {
    /// The row id.
    #[serde(skip)]
    pub id: i64,
    /// The absolute path.
    pub path: String,
    /// The time of the import.
    pub imported_at: String,
    /// The number of analyses.
    pub analyses: u64,
}

impl Snapshot {
    pub(crate) fn best_analysis(
        &self,
        position: &CanonicalPosition,
        to_play: Color,
    ) -> Result<Option<Analysis>, StoreError> {
        let Some((evaluation, komi, moves, id)) = best_row(self, position, to_play)? else {
            return Ok(None);
        };
        let moves = read_moves(&moves, position.size())
            .map_err(|_| self.damaged(format!("the moves of analysis {id} are not readable")))?;
        Ok(Some(Analysis {
            position: *position,
            to_play,
            komi,
            evaluation,
            moves,
        }))
    }

    pub(crate) fn best_evaluation(
        &self,
        position: &CanonicalPosition,
        to_play: Color,
    ) -> Result<Option<Evaluation>, StoreError> {
        Ok(best_row(self, position, to_play)?.map(|(evaluation, ..)| evaluation))
    }

    /// Returns the files of analyses, in the order of their first import.
    pub fn analysis_files(&self) -> Result<Vec<AnalysisFile>, StoreError> {
        self.verify(ANALYSIS_FILE)?;
        let sql = ANALYSIS_FILE.select(ANALYSIS_FILE.columns, "ORDER BY id");
        self.rows(&sql, [], |row| {
            Ok(AnalysisFile {
                id: row.get(1)?,
                path: row.get(2)?,
                imported_at: row.get(3)?,
                analyses: row.get(4)?,
            })
        })
    }
}

#[expect(clippy::type_complexity, reason = "the values of a row")]
fn best_row(
    snapshot: &Snapshot,
    position: &CanonicalPosition,
    to_play: Color,
) -> Result<Option<(Evaluation, Option<Komi>, String, i64)>, StoreError> {
    if snapshot.state()?.analyses == 0 {
        return Ok(None);
    }
    let position = position.key.0.cast_signed();
    verify_analyses_of(snapshot, position)?;
    let values = (position, to_play.letter().to_string());
    let rows = snapshot.rows(&SELECT, values, |row| {
        let evaluation = Evaluation {
            win_rate: row.get(2)?,
            score_lead: row.get(3)?,
            visits: row.get(4)?,
        };
        let komi = row.get::<_, Option<i16>>(5)?.and_then(Komi::from_half_points);
        Ok((intact(row)?, (evaluation, komi, row.get(6)?, row.get(1)?)))
    })?;
    match rows.into_iter().next() {
        Some((false, _)) => Err(snapshot.damaged("an analysis has a wrong checksum")),
        row => Ok(row.map(|(_, row)| row)),
    }
}

/// The checksum of an entry of the index, in SQL.
pub const ENTRY_CHECKSUM: &str = "row_checksum(position, to_play, visits, id)";

/// Verifies that the index leads to the analyses of a position, once for each state.
pub fn verify_analyses_of(snapshot: &Snapshot, position: i64) -> Result<(), StoreError> {
    let prefix = prefix_of(position);
    snapshot.shared::<Remembered<u16, ()>>().once(prefix, || {
        let stored = snapshot.remember(|| stored_sums(snapshot))?;
        if !added_up(snapshot, positions_of(prefix))?.agree(&stored, prefix) {
            return Err(snapshot.damaged(differ(prefix)));
        }
        Ok(())
    })
}

/// Returns the message for a prefix with another sum than that of its entries.
pub fn differ(prefix: u16) -> String {
    format!("the analyses of positions whose keys begin with {prefix:03x} are not those that were written")
}

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
    if !is_sorted {
        return Err(snapshot.damaged("the index of analyses is not in its order"));
    }
    Ok(sums)
}
