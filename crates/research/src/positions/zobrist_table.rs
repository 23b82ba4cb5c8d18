use super::error::PositionsError;
use crate::formats::positions::{TextFileError, ZobristTable};
use bgo::files::{NewFile, NewFileError};
use bgo::go::BoardSize;
use std::path::{Path, PathBuf};

/// Finds the table from which ids of boards of this size are computed: the given one, or else the
/// file with the usual name in one of the folders. If several folders have it, the tables must be
/// equal.
pub fn find_zobrist_table(
    given: Option<&Path>,
    folders: &[PathBuf],
    size: BoardSize,
) -> Result<Option<ZobristTable>, PositionsError> {
    let read = |path: &Path| {
        let table = ZobristTable::from_file(path)?;
        table.for_size(size)?;
        Ok::<_, TextFileError>(table)
    };
    if let Some(path) = given {
        return Ok(Some(read(path)?));
    }
    let paths = folders.iter().map(|folder| folder.join(ZobristTable::file_name(size)));
    let mut found: Option<(PathBuf, ZobristTable)> = None;
    for path in paths.filter(|path| path.exists()) {
        let table = read(&path)?;
        match &found {
            None => found = Some((path, table)),
            Some((_, known)) if *known == table => {}
            Some((first, _)) => {
                return Err(PositionsError::SeveralTables {
                    first: first.clone(),
                    second: path,
                });
            }
        }
    }
    Ok(found.map(|(_, table)| table))
}

/// Finds the table, and fails if there is none.
pub fn require_zobrist_table(
    given: Option<&Path>,
    folders: &[PathBuf],
    size: BoardSize,
) -> Result<ZobristTable, PositionsError> {
    let missing = || PositionsError::NoTable {
        folder: folders.first().cloned().unwrap_or_default(),
        size,
    };
    find_zobrist_table(given, folders, size)?.ok_or_else(missing)
}

/// A table from which ids are computed.
pub struct TableForIds {
    /// The table.
    pub table: ZobristTable,
    /// The path of a new table, whose ids are not those of any published file.
    pub new: Option<PathBuf>,
}

impl TableForIds {
    /// Finds the table, or makes one for the first of the folders, always the same.
    pub fn find_or_make(given: Option<&Path>, folders: &[PathBuf], size: BoardSize) -> Result<Self, PositionsError> {
        let found = find_zobrist_table(given, folders, size)?;
        let name = ZobristTable::file_name(size);
        let path = || {
            folders
                .first()
                .map_or(PathBuf::from(&name), |folder| folder.join(&name))
        };
        Ok(Self {
            new: found.is_none().then(path),
            table: found.unwrap_or_else(|| ZobristTable::generate(size)),
        })
    }

    /// Writes the table if it is new, and returns its path. Call this after the table was used.
    pub fn keep(self) -> Result<Option<PathBuf>, PositionsError> {
        if let Some(path) = &self.new {
            match NewFile::write(path, false, self.table.to_text().as_bytes()) {
                // Another process was faster, with the same table.
                Err(NewFileError::Exists(_)) if ZobristTable::from_file(path)? == self.table => {}
                written => written?,
            }
        }
        Ok(self.new)
    }
}
