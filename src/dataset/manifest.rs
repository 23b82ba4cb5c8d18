use super::error::DatasetError;
use super::layout::{GAMES_PER_FILE, MANIFEST, Table, VERSION};
use super::{RejectedGames, RepairedGames};
use crate::files::{FileError, read_regular};
use crate::go::HashTable;
use serde::{Deserialize, Serialize};
use std::collections::HashSet;
use std::path::{Component, Path};
use std::{fs, io};

const FORMAT: &str = "bgo dataset";

/// The description of a dataset in `_bgo.json`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Manifest {
    format: String,
    version: u32,
    created_by: String,
    /// The checksum of the hash table of the positions, in hexadecimal digits.
    pub hash_table: String,
    /// The number of key bits that select a partition, 4 to 12.
    pub partition_bits: u32,
    games_per_file: i64,
    /// The highest number of a game, or 0.
    pub last_game: i64,
    /// The number of games.
    pub games: u64,
    /// The number of sources.
    pub sources: u64,
    /// The number of positions of the games, with repetitions.
    pub positions: u64,
    /// The files.
    pub tables: Files,
    /// The archives that were imported, in the order of their first import.
    #[serde(default)]
    pub archives: Vec<ArchiveEntry>,
    /// The outcome of the import that made the dataset, if one did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub imported: Option<ImportCounts>,
}

/// The outcome of an import on a cluster, as numbers of files and of games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[expect(missing_docs, reason = "they are those of `ImportSummary`")]
pub struct ImportCounts {
    pub files: u64,
    pub skipped: u64,
    pub games: u64,
    pub duplicates: u64,
    pub repaired: u64,
    pub rejected: u64,
    #[serde(default)]
    pub rejections: Vec<RejectedGames>,
    #[serde(default)]
    pub repairs: Vec<RepairedGames>,
}

/// The part of every version's manifest that says whether this program can read the rest.
#[derive(Deserialize)]
struct Head {
    format: String,
    version: u32,
    #[serde(default)]
    created_by: String,
}

impl Manifest {
    /// Describes a dataset with these files.
    #[must_use]
    pub fn new(
        table: &HashTable,
        partition_bits: u32,
        last_game: i64,
        tables: Files,
        archives: Vec<ArchiveEntry>,
    ) -> Self {
        Self {
            format: FORMAT.to_owned(),
            version: VERSION,
            created_by: format!("bgo {}", env!("CARGO_PKG_VERSION")),
            hash_table: fingerprint(table),
            partition_bits,
            games_per_file: GAMES_PER_FILE,
            last_game,
            games: tables.rows(Table::Games),
            sources: tables.rows(Table::Sources),
            positions: tables.rows(Table::Positions),
            tables,
            archives,
            imported: None,
        }
    }

    /// Returns the manifest as the text of its file.
    #[must_use]
    pub fn to_json(&self) -> String {
        // Numbers, texts and lists of them are always written.
        let mut json = serde_json::to_string_pretty(self).unwrap_or_default();
        json.push('\n');
        json
    }

    /// Reads the text of a manifest. `dataset` names the dataset in errors, and may also be
    /// an address.
    pub fn parse(dataset: &Path, json: &[u8], table: &HashTable) -> Result<Self, DatasetError> {
        let name = dataset.display();
        let head: Head = serde_json::from_slice(json).map_err(|error| malformed(dataset, error))?;
        if head.format != FORMAT {
            return Err(malformed(dataset, format!("its format is {:?}", head.format)));
        }
        let Head {
            version, created_by, ..
        } = head;
        if version != VERSION {
            let (age, advice) = if version > VERSION {
                ("a newer", "")
            } else {
                ("an older", ": export it again from its database")
            };
            return Err(DatasetError::Unusable(format!(
                "{name} is a dataset of version {version}, made by {age} bgo ({created_by}); this one reads version \
                 {VERSION}{advice}"
            )));
        }
        let manifest: Self = serde_json::from_slice(json).map_err(|error| malformed(dataset, error))?;
        let (found, expected) = (&manifest.hash_table, fingerprint(table));
        if *found != expected {
            return Err(DatasetError::Unusable(format!(
                "{name} was made with the hash table {found}; this program uses {expected}"
            )));
        }
        let mut paths = HashSet::new();
        let fault = if !(1..=u32::BITS).contains(&manifest.partition_bits) {
            format!("it has {} partition bits", manifest.partition_bits)
        } else if manifest.games_per_file != GAMES_PER_FILE {
            format!("it has {} games in a file", manifest.games_per_file)
        } else if let Some(file) = manifest.tables.all().find(|file| !is_below(&file.path)) {
            format!("it names a file outside of the dataset, {}", file.path)
        } else if let Some(file) = manifest.tables.all().find(|file| !paths.insert(&file.path)) {
            format!("it names the file {} twice", file.path)
        } else {
            return Ok(manifest);
        };
        Err(malformed(dataset, fault))
    }

    /// Checks that every file is there with its size, and that each table has its rows.
    /// `size` returns the size in bytes of the file with this path within the dataset, or
    /// `None` if there is none. `dataset` names the dataset in errors.
    pub fn check(
        &self,
        dataset: &Path,
        mut size: impl FnMut(&str) -> Result<Option<u64>, DatasetError>,
    ) -> Result<(), DatasetError> {
        for (table, expected) in [
            (Table::Games, self.games),
            (Table::Sources, self.sources),
            (Table::Courses, self.games),
            (Table::Positions, self.positions),
        ] {
            let found = self.tables.rows(table);
            if found != expected {
                return Err(DatasetError::Unusable(format!(
                    "{}: the files of the table {table} have {found} rows; {expected} were written",
                    dataset.join(MANIFEST).display()
                )));
            }
        }
        for file in self.tables.all() {
            let fault = match size(&file.path)? {
                None => "is missing; the dataset is incomplete".to_owned(),
                Some(found) if found != file.bytes => format!("has {found} bytes; {} were written", file.bytes),
                Some(_) => continue,
            };
            let path = dataset.join(&file.path);
            return Err(DatasetError::Unusable(format!("{} {fault}", path.display())));
        }
        Ok(())
    }

    /// Reads and checks the manifest of a dataset in a folder of this machine.
    pub fn open(dataset: &Path, table: &HashTable) -> Result<Self, DatasetError> {
        let path = dataset.join(MANIFEST);
        let json = match read_regular(&path) {
            Err(error) if is_absent(&error) => return Err(DatasetError::NoManifest(dataset.to_owned())),
            read => read.map_err(FileError::reading(&path))?,
        };
        let manifest = Self::parse(dataset, &json, table)?;
        manifest.check(dataset, |file| {
            let path = dataset.join(file);
            match fs::metadata(&path) {
                Err(error) if is_absent(&error) => Ok(None),
                metadata => Ok(Some(metadata.map_err(FileError::reading(&path))?.len())),
            }
        })?;
        Ok(manifest)
    }
}

fn malformed(dataset: &Path, reason: impl ToString) -> DatasetError {
    let (path, reason) = (dataset.join(MANIFEST), reason.to_string());
    DatasetError::Unusable(format!(
        "{}: {reason}; it is not the manifest of a bgo dataset",
        path.display()
    ))
}

/// Returns whether a text is the manifest of a dataset, of any version.
pub(super) fn is_manifest(json: &[u8]) -> bool {
    serde_json::from_slice::<Head>(json).is_ok_and(|head| head.format == FORMAT)
}

fn fingerprint(table: &HashTable) -> String {
    format!("{:08x}", table.fingerprint())
}

fn is_absent(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory)
}

/// Returns whether a path leads to a file below its folder.
fn is_below(path: &str) -> bool {
    let path = Path::new(path);
    path.components().all(|part| matches!(part, Component::Normal(_))) && path.file_name().is_some()
}

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
