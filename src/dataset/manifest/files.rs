use crate::dataset::layout::Table;
use serde::{Deserialize, Serialize};

/// The files of each table.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Files {
    /// The files of `games`.
    pub games: Vec<FileEntry>,
    /// The files of `sources`.
    pub sources: Vec<FileEntry>,
    /// The files of `courses`.
    pub courses: Vec<FileEntry>,
    /// The files of `positions`.
    pub positions: Vec<FileEntry>,
    /// The files of `report`; none if there is no report.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub report: Vec<FileEntry>,
}

impl Files {
    /// Returns the files of a table.
    #[must_use]
    pub fn of(&self, table: Table) -> &[FileEntry] {
        match table {
            Table::Games => &self.games,
            Table::Sources => &self.sources,
            Table::Courses => &self.courses,
            Table::Positions => &self.positions,
            Table::Report => &self.report,
        }
    }

    /// Returns the files of a table, to add some.
    pub fn of_mut(&mut self, table: Table) -> &mut Vec<FileEntry> {
        match table {
            Table::Games => &mut self.games,
            Table::Sources => &mut self.sources,
            Table::Courses => &mut self.courses,
            Table::Positions => &mut self.positions,
            Table::Report => &mut self.report,
        }
    }

    /// Returns all files.
    pub fn all(&self) -> impl Iterator<Item = &FileEntry> {
        Table::ALL.into_iter().flat_map(|table| self.of(table))
    }

    /// Returns the number of rows of a table.
    #[must_use]
    pub fn rows(&self, table: Table) -> u64 {
        self.of(table)
            .iter()
            .fold(0, |rows, file| rows.saturating_add(file.rows))
    }
}

/// A file of a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileEntry {
    /// The path within the dataset, with `/` between the parts.
    pub path: String,
    /// The size in bytes.
    pub bytes: u64,
    /// The number of rows.
    pub rows: u64,
    /// The CRC-32 of the bytes, if the writer computed it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub crc32: Option<u32>,
}

/// An archive from which games of the dataset came.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ArchiveEntry {
    /// The path.
    pub path: String,
    /// The time of the first import in the form of RFC 3339.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub imported_at: Option<String>,
    /// The size in bytes when it was imported, if known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bytes: Option<u64>,
    /// The time of the last change before it was imported, in nanoseconds since 1970, if known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub modified: Option<i64>,
}
