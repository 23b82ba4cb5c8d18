use super::error::PositionsError;
use crate::formats::positions::PositionReader;
use bgo::files::FileError;
use bgo::go::BoardSize;
use bgo::interrupt::Interrupt;
use bgo::position_file::PositionRecord;
use bgo::store::{AddedPositions, Database};
use serde::Serialize;
use std::path::PathBuf;

/// The number of records between two reports of progress.
const STEP: u64 = 1024;

/// The result of an import of position files.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ImportedPositions {
    /// The number of files read.
    pub files: u64,
    /// The number of files that were not in the database.
    pub new: u64,
    /// The number of files that were in the database with the same records.
    pub unchanged: u64,
    /// The number of files that were in the database with other records, which were replaced.
    pub replaced: u64,
    /// The number of records in all files.
    pub records: u64,
}

/// Stores position files in the database, each completely or not at all. After an error, the files
/// before it are kept. Calls `progress` with the number of records so far and the maximum number of
/// records. Setting `stop` makes the import fail with
/// [`StoreError::Stopped`](bgo::store::StoreError::Stopped).
pub fn import(
    db: &Database,
    paths: &[PathBuf],
    size: BoardSize,
    stop: &Interrupt,
    mut progress: impl FnMut(u64, u64),
) -> Result<ImportedPositions, PositionsError> {
    let mut imported = ImportedPositions::default();
    for path in paths {
        let unreadable = FileError::reading(path);
        let length = path.metadata().map_err(unreadable)?.len();
        let most = length / PositionRecord::length(size, false) as u64;
        let reader = PositionReader::open(path, size).map_err(unreadable)?;
        let records = reader.map(|record| record.map_err(PositionsError::from));
        let added = db.add_position_file(path, size, records, stop.clone(), |done| {
            if done.is_multiple_of(STEP) {
                progress(done, most);
            }
        })?;
        imported.files += 1;
        imported.records += added.records();
        *match added {
            AddedPositions::New(_) => &mut imported.new,
            AddedPositions::Unchanged(_) => &mut imported.unchanged,
            AddedPositions::Replaced(_) => &mut imported.replaced,
        } += 1;
    }
    Ok(imported)
}
