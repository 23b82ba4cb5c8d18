//! What is done with whole position files: verification, counts of stones, import, and the search
//! for the table of their ids.

use super::merge::said_stopped;
use crate::error::{DamageKind, ErrorKind, ResearchError};
use crate::formats::positions::{PositionReader, Zobrist};
use bgo::internal::files::{FileError, NewFile, NewFileError};
use bgo::internal::go::{BoardSize, Color};
use bgo::internal::interrupt::Interrupt;
use bgo::internal::position_file::PositionRecord;
use bgo::internal::store::{AddedPositions, Database};
use serde::Serialize;
use std::collections::BTreeMap;
use std::io::Read;
use std::path::{Path, PathBuf};

/// The number of records between two reports of progress.
const STEP: u64 = 1024;

/// The findings of a verification of position files and their ids.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct CheckedPositions {
    /// The number of readable records.
    pub records: u64,
    /// The number of records with the id of their board.
    pub right_ids: u64,
    /// The number of records with the id of their board and a point that a ko forbids.
    pub ko_ids: u64,
    /// The number of records with another id.
    pub wrong_ids: u64,
    /// The number of damaged places.
    pub damaged: u64,
    /// A sentence for each of the first problems, with file and byte.
    pub problems: Vec<String>,
}

impl CheckedPositions {
    /// Verifies a file of boards of the size of `zobrist`, and describes problems as long as there are fewer than
    /// `most`. They call the file `name`. The only error is a file that cannot be read. Calls `progress` with the
    /// number of bytes so far.
    pub fn check(
        &mut self,
        source: impl Read,
        name: &str,
        zobrist: &Zobrist,
        most: usize,
        mut progress: impl FnMut(u64),
    ) -> Result<(), ResearchError> {
        let mut reader = PositionReader::new(source, name, zobrist.size());
        let mut record = reader.room();
        loop {
            let problem = match reader.read_into(&mut record) {
                Ok(false) => return Ok(()),
                Ok(true) => {
                    self.records += 1;
                    if self.records.is_multiple_of(STEP) {
                        progress(reader.start());
                    }
                    let Some(problem) = self.check_id(&record, zobrist) else {
                        continue;
                    };
                    self.wrong_ids += 1;
                    format!("{name}: byte {}: {problem}", reader.start())
                }
                Err(error) if error.kind == DamageKind::Unreadable => return Err(error.into()),
                Err(error) => {
                    self.damaged += 1;
                    error.to_string()
                }
            };
            if self.problems.len() < most {
                self.problems.push(problem);
            }
        }
    }

    /// Returns what is wrong with the id of a record, if anything is.
    fn check_id(&mut self, record: &PositionRecord, zobrist: &Zobrist) -> Option<String> {
        let id = record.id();
        let hash = zobrist.hash(record.stones(), None);
        if id.tiebreaker != 0 {
            let tiebreaker = id.tiebreaker;
            return Some(format!(
                "the id is {id}, with the tiebreaker {tiebreaker}; it should be 0"
            ));
        }
        if hash == id.hash {
            self.right_ids += 1;
        } else if zobrist.is_with_ko(record.stones(), id.hash) {
            self.ko_ids += 1;
        } else {
            return Some(format!("the id is {id}, and its board has the hash {hash:016x}"));
        }
        None
    }
}

/// The positions with one number of stones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct StoneCount {
    /// The stones of both colours.
    pub stones: u16,
    /// The positions with this number.
    pub positions: u64,
    /// The positions among these with Black to play.
    pub black_to_play: u64,
}

/// Counts the positions of files by number of stones, in ascending order. Numbers without positions are omitted. Each
/// file comes with its name. Calls `progress` with the number
/// of bytes so far.
pub fn histogram<R: Read>(
    files: impl IntoIterator<Item = Result<(R, String), ResearchError>>,
    size: BoardSize,
    mut progress: impl FnMut(u64),
) -> Result<Vec<StoneCount>, ResearchError> {
    let mut counts: BTreeMap<u16, StoneCount> = BTreeMap::new();
    let (mut records, mut bytes) = (0_u64, 0);
    for file in files {
        let (file, name) = file?;
        PositionReader::new(file, name, size).visit(|_, record| {
            let stones = record.stone_counts().iter().sum();
            let count = counts.entry(stones).or_insert(StoneCount {
                stones,
                positions: 0,
                black_to_play: 0,
            });
            count.positions += 1;
            count.black_to_play += u64::from(record.id().to_play == Color::Black);
            records += 1;
            bytes += record.as_bytes().len() as u64;
            if records.is_multiple_of(STEP) {
                progress(bytes);
            }
            Ok::<_, ResearchError>(())
        })?;
    }
    Ok(counts.into_values().collect())
}

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
/// records. Setting `stop` makes the import fail with [`ResearchError::Stopped`].
pub fn import(
    db: &Database,
    paths: &[PathBuf],
    size: BoardSize,
    stop: &Interrupt,
    mut progress: impl FnMut(u64, u64),
) -> Result<ImportedPositions, ResearchError> {
    let mut imported = ImportedPositions::default();
    for path in paths {
        let unreadable = FileError::reading(path);
        let length = path.metadata().map_err(unreadable)?.len();
        let most = length / PositionRecord::length(size, false) as u64;
        let reader = PositionReader::open(path, size).map_err(unreadable)?;
        let records = reader.map(|record| record.map_err(ResearchError::from));
        let added = db.add_position_file(path, size, records, stop.clone(), |done| {
            if done.is_multiple_of(STEP) {
                progress(done, most);
            }
        });
        let added = added.map_err(said_stopped)?;
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

/// Finds the table from which ids of boards of this size are computed: the given one, or else the
/// file with the usual name in one of the folders. If several folders have it, the tables must be
/// equal.
pub fn find_zobrist_table(
    given: Option<&Path>,
    folders: &[PathBuf],
    size: BoardSize,
) -> Result<Option<Zobrist>, ResearchError> {
    if let Some(path) = given {
        return Zobrist::from_file(path, size).map(Some);
    }
    let mut found: Option<(PathBuf, Zobrist)> = None;
    for folder in folders {
        let path = folder.join(Zobrist::file_name(size));
        if !path.exists() {
            continue;
        }
        let table = Zobrist::from_file(&path, size)?;
        match &found {
            None => found = Some((path, table)),
            Some((_, known)) if *known == table => {}
            Some((first, _)) => {
                return Err(ErrorKind::Table.error(format!(
                    "{} and {} are different tables; name the one that the ids are made from",
                    first.display(),
                    path.display()
                )));
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
) -> Result<Zobrist, ResearchError> {
    find_zobrist_table(given, folders, size)?.ok_or_else(|| {
        ErrorKind::Table.error(format!(
            "{} is not in {}, and without it no id can be verified; put it there, or name it",
            Zobrist::file_name(size),
            folders.first().map(PathBuf::as_path).unwrap_or(Path::new("")).display()
        ))
    })
}

/// Finds the table, or makes one for the first of the folders, always the same, whose ids are not those of any
/// published file. A new one is returned with its path, for [`keep_zobrist_table`].
pub fn find_or_make_zobrist_table(
    given: Option<&Path>,
    folders: &[PathBuf],
    size: BoardSize,
) -> Result<(Zobrist, Option<PathBuf>), ResearchError> {
    if let Some(table) = find_zobrist_table(given, folders, size)? {
        return Ok((table, None));
    }
    let folder = folders.first().cloned().unwrap_or_default();
    let path = folder.join(Zobrist::file_name(size));
    Ok((Zobrist::generate(size), Some(path)))
}

/// Writes a new table after it was used.
pub fn keep_zobrist_table(table: &Zobrist, path: &Path) -> Result<(), ResearchError> {
    match NewFile::write(path, false, table.to_text().as_bytes()) {
        // Another process was faster, with the same table.
        Err(NewFileError::Exists(_)) if Zobrist::from_file(path, table.size())? == *table => Ok(()),
        written => Ok(written?),
    }
}
