use super::error::PositionsError;
use crate::export::NewFile;
use crate::formats::positions::{ZobristTable, ZobristTableError};
use crate::go::BoardSize;
use std::path::{Path, PathBuf};

/// The table that ids of boards of this size are made from: the one that is
/// given, else that of its usual name in one of the folders; `None` if none of
/// them has it.
///
/// # Errors
/// A table that cannot be read or has too few rows.
pub fn find_zobrist_table(
    given: Option<&Path>,
    folders: &[PathBuf],
    size: BoardSize,
) -> Result<Option<ZobristTable>, ZobristTableError> {
    let usual = || {
        let mut paths = folders.iter().map(|folder| folder.join(ZobristTable::file_name(size)));
        paths.find(|path| path.exists())
    };
    let Some(path) = given.map(Path::to_owned).or_else(usual) else {
        return Ok(None);
    };
    let table = ZobristTable::from_file(&path)?;
    table.for_size(size)?;
    Ok(Some(table))
}

/// The same, to verify ids with.
///
/// # Errors
/// As [`find_zobrist_table`], and no such table.
pub fn require_zobrist_table(
    given: Option<&Path>,
    folders: &[PathBuf],
    size: BoardSize,
) -> Result<ZobristTable, PositionsError> {
    let missing = || PositionsError::NoTable {
        folder: folders.last().cloned().unwrap_or_default(),
        size,
    };
    find_zobrist_table(given, folders, size)?.ok_or_else(missing)
}

/// The same; where there is none, one is made in the last of the folders. Where
/// that is comes with it, as its ids are those of no published file.
///
/// # Errors
/// As [`find_zobrist_table`], and a folder that cannot be written to.
pub fn find_or_make_zobrist_table(
    given: Option<&Path>,
    folders: &[PathBuf],
    size: BoardSize,
) -> Result<(ZobristTable, Option<PathBuf>), PositionsError> {
    if let Some(table) = find_zobrist_table(given, folders, size)? {
        return Ok((table, None));
    }
    let name = ZobristTable::file_name(size);
    let path = folders.last().map_or(PathBuf::from(&name), |folder| folder.join(&name));
    let table = ZobristTable::generate(size);
    NewFile::write(&path, false, table.to_text().as_bytes())?;
    Ok((table, Some(path)))
}
