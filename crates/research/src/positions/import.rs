use super::error::PositionsError;
use bgo::go::BoardSize;
use bgo::interrupt::Interrupt;
use bgo::position_file::{PositionReader, PositionRecord};
use bgo::store::{AddedPositions, Database};
use serde::Serialize;
use std::path::PathBuf;

/// Records after which progress is told.
const STEP: u64 = 1024;

/// What an import of position files did. Serialised, it is the document that
/// `bgo positions import --json` prints.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ImportedPositions {
    /// Files that were read.
    pub files: u64,
    /// Files that were not there before.
    pub new: u64,
    /// Files that were there as they are.
    pub unchanged: u64,
    /// Files that were there with other records, which are gone.
    pub replaced: u64,
    /// Records of all of them.
    pub records: u64,
}

/// Keeps position files in the database, each as a whole or not at all. `progress` is
/// told how many records of how many at most are done. Whoever sets `stop` makes it
/// fail with [`StoreError::Stopped`](bgo::store::StoreError::Stopped).
///
/// # Errors
/// A file that is damaged or cannot be read; a database that is damaged or cannot be
/// written. The files before it are kept.
pub fn import(
    db: &Database,
    paths: &[PathBuf],
    size: BoardSize,
    stop: &Interrupt,
    mut progress: impl FnMut(u64, u64),
) -> Result<ImportedPositions, PositionsError> {
    let mut imported = ImportedPositions::default();
    for path in paths {
        let unreadable = |source| PositionsError::Unreadable {
            path: path.clone(),
            source,
        };
        let length = path.metadata().map_err(unreadable)?.len();
        let most = length / PositionRecord::length(size, false) as u64;
        let reader = PositionReader::open(path, size).map_err(unreadable)?;
        let records = reader.map(|record| record.map_err(PositionsError::from));
        let added = db.add_positions(path, size, records, stop.clone(), |done| {
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
