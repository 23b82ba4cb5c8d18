//! The division of a board's serials into parts, and finished parts: each is a file with its
//! description beside it. A file without a description belongs to someone else, and a description
//! without a file to a part that must be made again.

use super::grid::Grid;
use super::ko::{KoCounts, KoRule};
use crate::error::{ErrorKind, ResearchError};
use bgo::files::{FileError, NewFile, NewFileError, hex};
use bgo::interrupt::Interrupt;
use md5::{Digest, Md5};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::fs::{self, File, TryLockError};
use std::io::{self, Write};
use std::ops::{Range, RangeInclusive};
use std::path::{Path, PathBuf};

/// The default number of serials in a part.
pub const PART_SIZE: u64 = 1 << 30;

/// The division of a board's serials into parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    pub(super) grid: Grid,
    part_size: u64,
}

impl Layout {
    /// Divides the serials of a small board into parts of `part_size`, a multiple of 8.
    pub fn new(grid: Grid, part_size: u64) -> Result<Self, ResearchError> {
        grid.require_small()?;
        if part_size == 0 || !part_size.is_multiple_of(8) {
            return Err(ErrorKind::Other.error(format!("{part_size} is not a length of a part; use a multiple of 8")));
        }
        Ok(Self { grid, part_size })
    }

    /// Returns the number of parts.
    pub const fn parts(&self) -> u64 {
        self.grid.serials().div_ceil(self.part_size)
    }

    pub(super) fn part(&self, part: u64) -> PartSerials {
        let first = part * self.part_size;
        PartSerials {
            board: self.grid.to_string(),
            part_size: self.part_size,
            part,
            first,
            serials: self.part_size.min(self.grid.serials().saturating_sub(first)),
        }
    }
}

/// A part: some of a board's serials.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PartSerials {
    /// The board, such as `5x5`.
    pub board: String,
    /// The number of serials in all parts but the last.
    pub part_size: u64,
    /// The number of the part, from 0.
    pub part: u64,
    /// The first serial.
    pub first: u64,
    /// The number of serials.
    pub serials: u64,
}

impl PartSerials {
    /// Returns the layout of the part, if one has this part.
    pub(super) fn layout(&self) -> Option<Layout> {
        let layout = Layout::new(self.board.parse().ok()?, self.part_size).ok()?;
        (self.part < layout.parts() && layout.part(self.part) == *self).then_some(layout)
    }

    pub(super) const fn range(&self) -> Range<u64> {
        self.first..self.first + self.serials
    }

    /// Returns the text of the properties that all parts in a folder share.
    fn common(&self, rule: Option<KoRule>) -> String {
        let rule = rule.map_or(String::new(), |rule| format!(", ko {}", rule.name()));
        format!("{} in parts of {}{rule}", self.board, self.part_size)
    }
}

/// The choice of parts to make, and their folder.
#[derive(Clone, Copy, Debug)]
pub struct PartOptions<'a> {
    /// The folder of the files.
    pub folder: &'a Path,
    /// The first part; the first of the board by default.
    pub first: Option<u64>,
    /// The last part; the last of the board by default.
    pub last: Option<u64>,
    /// Stops the work when set.
    pub stop: &'a Interrupt,
}

impl PartOptions<'_> {
    /// Returns the chosen parts, which must exist.
    pub(super) fn range(&self, layout: &Layout) -> Result<RangeInclusive<u64>, ResearchError> {
        let parts = layout.parts();
        let (first, last) = (self.first.unwrap_or(0), self.last.unwrap_or(parts - 1));
        match [first, last].into_iter().find(|part| *part >= parts) {
            None => Ok(first..=last),
            Some(part) => Err(ErrorKind::Other.error(format!(
                "there is no part {part}; {} has {parts} of this length, counted from 0",
                layout.grid
            ))),
        }
    }
}

/// The description of a finished part.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FinishedPart<C> {
    /// The serials.
    #[serde(flatten)]
    pub part: PartSerials,
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
    pub(super) fn path(folder: &Path, part: u64) -> PathBuf {
        folder.join(format!("{}.part{part:05}", C::STEM))
    }

    /// Finds a part and its file, whose length must be right.
    pub(super) fn find(folder: &Path, part: u64) -> Result<Option<Self>, ResearchError> {
        let file = Self::path(folder, part);
        let path = description_path(&file);
        let text = match fs::read(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            read => read.map_err(FileError::reading(&path))?,
        };
        let found: Self = serde_json::from_slice(&text).map_err(|error| damaged(&path, &error.to_string()))?;
        let is_part = found.part.part == part && found.part.layout().is_some();
        if !is_part || found.bytes != C::file_length(found.part.serials) {
            return Err(damaged(&path, "it does not describe this part"));
        }
        match fs::metadata(&file) {
            Ok(data) if data.len() == found.bytes => Ok(Some(found)),
            Ok(data) => {
                let what = format!("it has {} bytes in place of {}", data.len(), found.bytes);
                Err(damaged(&file, &what))
            }
            Err(_) => Ok(None),
        }
    }

    pub(super) fn all(folder: &Path) -> Result<Vec<Self>, ResearchError> {
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

    pub(super) fn damaged(&self, folder: &Path, what: &str) -> ResearchError {
        damaged(&Self::path(folder, self.part.part), what)
    }
}

fn damaged(path: &Path, what: &str) -> ResearchError {
    ErrorKind::Other.error(format!(
        "{} is damaged: {what}; remove it and make the part again",
        path.display()
    ))
}

impl KoPart {
    /// Verifies that the file was made from these legal positions.
    pub(super) fn require_source(&self, folder: &Path, legal: &LegalPart) -> Result<(), ResearchError> {
        if self.content.legal_md5 == legal.md5 {
            return Ok(());
        }
        Err(self.damaged(folder, "it was made of other legal positions"))
    }
}

fn description_path(file: &Path) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(".json");
    name.into()
}

/// Fails if the `parts` of a folder do not match `part` and, if given, `rule`.
pub(super) fn require_same<C: PartContent>(
    folder: &Path,
    parts: &[FinishedPart<C>],
    part: &PartSerials,
    rule: Option<KoRule>,
) -> Result<(), ResearchError> {
    let expected = part.common(rule);
    for other in parts {
        let found = other.part.common(rule.and(other.content.rule()));
        if found != expected {
            let path = FinishedPart::<C>::path(folder, other.part.part);
            return Err(ErrorKind::Other.error(format!(
                "{} is of {found}, and this is of {expected}; use another folder",
                path.display()
            )));
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
    pub fn begin<C: PartContent>(folder: &'a Path, part: u64) -> Result<Self, ResearchError> {
        let path = FinishedPart::<C>::path(folder, part);
        let new = NewFile::new(&path, false, &[]).map_err(|error| match error {
            NewFileError::Exists(path) => ErrorKind::Other.error(format!(
                "{} exists without a description of it (.json); move it away",
                path.display()
            )),
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

    pub fn write(&mut self, bytes: &[u8]) -> Result<(), ResearchError> {
        self.md5.update(bytes);
        self.bytes += bytes.len() as u64;
        let written = self.file.write_all(bytes);
        written.map_err(|error| self.new.failed(error).into())
    }

    /// Writes the description, and then gives the file its name.
    pub fn finish<C: PartContent>(self, part: PartSerials, content: C) -> Result<FinishedPart<C>, ResearchError> {
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
pub(super) fn lock(folder: &Path) -> Result<File, ResearchError> {
    let path = folder.join(".bgo-enumerate-lock");
    let file = File::create(&path).map_err(FileError::reading(&path))?;
    match file.try_lock() {
        // Some file systems have no locks.
        Ok(()) | Err(TryLockError::Error(_)) => Ok(file),
        Err(TryLockError::WouldBlock) => {
            Err(ErrorKind::Other.error(format!("another process makes parts in {}", folder.display())))
        }
    }
}
