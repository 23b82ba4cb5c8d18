//! Finished parts: each is a file with its description beside it. A file without a description
//! belongs to someone else, and a description without a file to a part that must be made again.

use super::error::EnumerateError;
use super::ko::{KoCounts, KoRule};
use super::layout::Part;
use bgo::files::{FileError, NewFile, NewFileError, hex};
use md5::{Digest, Md5};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::fs::{self, File, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// The description of a finished part.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FinishedPart<C> {
    /// The serials.
    #[serde(flatten)]
    pub part: Part,
    /// The content of the file.
    #[serde(flatten)]
    pub content: C,
    /// The length of the file.
    pub bytes: u64,
    /// The MD5 of the file, as 32 hex digits.
    pub md5: String,
}

/// A file of legal and reduced positions: a bit for each serial, the highest bit of a byte first,
/// 1 for a legal position of which no rotation or reflection has a smaller serial.
pub type LegalPart = FinishedPart<LegalCounts>;

/// A file of the points that a ko may forbid: four bytes for each serial, little-endian, bit p for
/// point p; 0 if the position is not legal and reduced.
pub type KoPart = FinishedPart<KoContent>;

/// The content of a file of legal positions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LegalCounts {
    /// The number of legal positions, reduced or not.
    pub legal: u64,
    /// The number of legal and reduced positions.
    pub reduced: u64,
}

/// The content of a file of points that a ko may forbid.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct KoContent {
    /// The rule of these points.
    pub rule: KoRule,
    /// The MD5 of the file of legal positions that this file is made from.
    pub legal_md5: String,
    /// The counts of points.
    pub ko: KoCounts,
}

/// The content of the files of one kind.
pub trait PartContent: Serialize + DeserializeOwned {
    /// The beginning of the names of the files.
    const STEM: &'static str;

    /// Returns the length of a file with this number of serials.
    fn file_length(serials: u64) -> u64;

    /// Returns the rule of points that a ko may forbid.
    fn rule(&self) -> Option<KoRule>;
}

impl PartContent for LegalCounts {
    const STEM: &'static str = "data.SparseLegalState";

    fn file_length(serials: u64) -> u64 {
        serials.div_ceil(8)
    }

    fn rule(&self) -> Option<KoRule> {
        None
    }
}

impl PartContent for KoContent {
    const STEM: &'static str = "data.SparseKoBitState";

    fn file_length(serials: u64) -> u64 {
        serials * 4
    }

    fn rule(&self) -> Option<KoRule> {
        Some(self.rule)
    }
}

impl<C: PartContent> FinishedPart<C> {
    /// Returns the path of the file of a part.
    pub(super) fn path(folder: &Path, part: u64) -> PathBuf {
        folder.join(format!("{}.part{part:05}", C::STEM))
    }

    /// Finds a part and its file, whose length must be right.
    pub(super) fn find(folder: &Path, part: u64) -> Result<Option<Self>, EnumerateError> {
        let file = Self::path(folder, part);
        let path = description_path(&file);
        let damaged = |path: &Path, what: String| EnumerateError::Damaged {
            path: path.to_owned(),
            what,
        };
        let text = match fs::read(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            read => read.map_err(FileError::reading(&path))?,
        };
        let found: Self = serde_json::from_slice(&text).map_err(|error| damaged(&path, error.to_string()))?;
        let is_part = found.part.part == part && found.part.layout().is_some();
        if !is_part || found.bytes != C::file_length(found.part.serials) {
            return Err(damaged(&path, "it does not describe this part".to_owned()));
        }
        match fs::metadata(&file) {
            Ok(data) if data.len() == found.bytes => Ok(Some(found)),
            Ok(data) => {
                let what = format!("it has {} bytes in place of {}", data.len(), found.bytes);
                Err(damaged(&file, what))
            }
            Err(_) => Ok(None),
        }
    }

    /// Returns all finished parts in a folder by their numbers.
    pub(super) fn all(folder: &Path) -> Result<Vec<Self>, EnumerateError> {
        let unreadable = FileError::reading(folder);
        let mut parts = Vec::new();
        for entry in fs::read_dir(folder).map_err(unreadable)? {
            let name = entry.map_err(unreadable)?.file_name().to_string_lossy().into_owned();
            let number = name
                .strip_prefix(C::STEM)
                .and_then(|rest| rest.strip_prefix(".part")?.strip_suffix(".json")?.parse().ok());
            if let Some(number) = number
                && description_path(&Self::path(folder, number)) == folder.join(&name)
                && let Some(found) = Self::find(folder, number)?
            {
                parts.push(found);
            }
        }
        parts.sort_by_key(|found: &Self| found.part.part);
        Ok(parts)
    }

    /// Returns the error for a file that does not match its description.
    pub(super) fn damaged(&self, folder: &Path, what: &str) -> EnumerateError {
        EnumerateError::Damaged {
            path: Self::path(folder, self.part.part),
            what: what.to_owned(),
        }
    }
}

impl KoPart {
    /// Verifies that the file was made from these legal positions.
    pub(super) fn require_source(&self, folder: &Path, legal: &LegalPart) -> Result<(), EnumerateError> {
        match self.content.legal_md5 == legal.md5 {
            true => Ok(()),
            false => Err(self.damaged(folder, "it was made of other legal positions")),
        }
    }
}

fn description_path(file: &Path) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(".json");
    name.into()
}

/// Returns the text of the properties that all parts in a folder share.
fn common(part: &Part, rule: Option<KoRule>) -> String {
    let Part { board, part_size, .. } = part;
    match rule {
        None => format!("{board} in parts of {part_size}"),
        Some(rule) => format!("{board} in parts of {part_size}, ko {}", rule.name()),
    }
}

/// Fails if the `parts` of a folder do not match `part` and, if given, `rule`.
pub(super) fn require_same<C: PartContent>(
    folder: &Path,
    parts: &[FinishedPart<C>],
    part: &Part,
    rule: Option<KoRule>,
) -> Result<(), EnumerateError> {
    let expected = common(part, rule);
    for other in parts {
        let found = common(&other.part, rule.and(other.content.rule()));
        if found != expected {
            return Err(EnumerateError::OtherParts {
                path: FinishedPart::<C>::path(folder, other.part.part),
                found,
                expected,
            });
        }
    }
    Ok(())
}

/// The file of a part that is being made.
pub(super) struct NewPart<'a> {
    folder: &'a Path,
    new: NewFile,
    file: File,
    md5: Md5,
    bytes: u64,
}

impl<'a> NewPart<'a> {
    /// Begins the file of a part.
    pub fn begin<C: PartContent>(folder: &'a Path, part: u64) -> Result<Self, EnumerateError> {
        let path = FinishedPart::<C>::path(folder, part);
        let new = NewFile::new(&path, false, &[]).map_err(|error| match error {
            NewFileError::Exists(path) => EnumerateError::Undescribed(path),
            error => error.into(),
        })?;
        Ok(Self {
            folder,
            file: new.file()?,
            new,
            md5: Md5::new(),
            bytes: 0,
        })
    }

    pub fn write(&mut self, bytes: &[u8]) -> Result<(), EnumerateError> {
        self.md5.update(bytes);
        self.bytes += bytes.len() as u64;
        let written = self.file.write_all(bytes);
        written.map_err(|error| self.new.failed(error).into())
    }

    /// Writes the description, and then gives the file its name.
    pub fn finish<C: PartContent>(self, part: Part, content: C) -> Result<FinishedPart<C>, EnumerateError> {
        let finished = FinishedPart {
            part,
            content,
            bytes: self.bytes,
            md5: hex(self.md5),
        };
        let path = description_path(&FinishedPart::<C>::path(self.folder, finished.part.part));
        let mut text = serde_json::to_string_pretty(&finished).unwrap_or_default();
        text.push('\n');
        NewFile::write(&path, true, text.as_bytes())?;
        self.new.complete()?;
        Ok(finished)
    }
}

/// Locks a folder against other processes that make parts.
pub(super) fn lock(folder: &Path) -> Result<File, EnumerateError> {
    let path = folder.join(".bgo-enumerate-lock");
    let file = File::create(&path).map_err(FileError::reading(&path))?;
    match file.try_lock() {
        // Some file systems have no locks.
        Ok(()) | Err(TryLockError::Error(_)) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(EnumerateError::Busy(folder.to_owned())),
    }
}
