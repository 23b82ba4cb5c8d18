use crate::position_file::{PositionId, PositionRecord};
use crate::store::error::StoreError;
use crate::store::games::position_files::{PositionFile, position_files, visit_rows_of};
use crate::store::snapshot::Snapshot;

/// Checks the position files: each has its records, numbered from 1 without gaps, and
/// every record is well-formed and stored with its own id.
pub fn check_position_files(snapshot: &Snapshot) -> Result<Vec<String>, StoreError> {
    let mut problems = Vec::new();
    for file in position_files(snapshot)? {
        let PositionFile {
            path,
            board_size,
            records,
            ..
        } = &file;
        let (mut counted, mut last) = (0, 0_i64);
        visit_rows_of(snapshot, &file, |row| {
            let number = row.number;
            if last.checked_add(1) != Some(number) {
                problems.push(format!("position {number} of {path} comes after position {last}"));
            }
            if row.record.get(..PositionId::BYTES) != Some(row.position_id) {
                problems.push(format!("position {number} of {path} has another id than its record"));
            }
            if PositionRecord::from_bytes(row.record, *board_size).is_none() {
                problems.push(format!(
                    "position {number} of {path} is no record of a {board_size} board"
                ));
            }
            counted += 1;
            last = number;
            Ok::<_, StoreError>(())
        })?;
        if counted != *records {
            problems.push(format!("{path} has {counted} positions and should have {records}"));
        }
    }
    Ok(problems)
}
