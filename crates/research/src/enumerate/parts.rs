//! The division of a board's serials into parts, and finished parts: each is a file with its
//! description beside it. A file without a description belongs to someone else, and a description
//! without a file to a part that must be made again.

use super::grid::Grid;
use super::ko::KoCounts;
use crate::Strictness;
use crate::error::{ErrorKind, ResearchError};
use bgo::internal::files::{FileError, NewFile, NewFileError, hex};
use md5::{Digest, Md5};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::fs::{self, File, TryLockError};
use std::io::{self, Write};
use std::ops::{Range, RangeInclusive};
use std::path::{Path, PathBuf};

/// The default number of serials in a part.
pub const PART_SIZE: u64 = 1 << 30;

impl Grid {
    /// Fails unless the board is small, and `part_size`, the number of serials in a part, a multiple of 8.
    pub fn require_parts(self, part_size: u64) -> Result<(), ResearchError> {
        self.require_small()?;
        if part_size == 0 || !part_size.is_multiple_of(8) {
            return Err(ErrorKind::Other.error(format!("{part_size} is not a length of a part; use a multiple of 8")));
        }
        Ok(())
    }

    /// Returns the number of parts of this length.
    pub(super) const fn parts(self, part_size: u64) -> u64 {
        self.serials().div_ceil(part_size)
    }

    /// Returns the chosen parts of this length, which must exist.
    pub(super) fn chosen_parts(
        self,
        part_size: u64,
        parts: bgo::internal::range::Range<u64>,
    ) -> Result<RangeInclusive<u64>, ResearchError> {
        let all = self.parts(part_size);
        let (first, last) = parts.ends();
        let (first, last) = (first.unwrap_or(0), last.unwrap_or(all - 1));
        match [first, last].into_iter().find(|part| *part >= all) {
            None => Ok(first..=last),
            Some(part) => Err(ErrorKind::Other.error(format!(
                "there is no part {part}; {self} has {all} of this length, counted from 0"
            ))),
        }
    }
}

/// A part: some of a board's serials, with what a file of one kind has about them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Part<C> {
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
    /// The content of the file.
    #[serde(flatten)]
    pub content: C,
    /// The length of the file.
    pub bytes: u64,
    /// The MD5 of the file, as 32 hex digits.
    pub md5: String,
}

/// The content of a file of legal and reduced positions: a bit for each serial, the highest bit of a byte first,
/// 1 for a legal position of which no rotation or reflection has a smaller serial.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LegalCounts {
    /// The number of legal positions, reduced or not.
    pub legal: u64,
    /// The number of legal and reduced positions.
    pub reduced: u64,
}

/// The content of a file of the points that a ko may forbid: four bytes for each serial, little-endian, bit p for
/// point p; 0 if the position is not legal and reduced.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct KoContent {
    /// The rule of these points.
    pub rule: Strictness,
    /// The MD5 of the file of legal positions that this file is made from.
    pub legal_md5: String,
    /// The counts of points.
    pub ko: KoCounts,
}

/// The content of the files of one kind.
pub trait PartContent: Default + PartialEq + Serialize + DeserializeOwned {
    /// The beginning of the names of the files.
    const STEM: &'static str;

    /// Returns the length of a file with this number of serials.
    fn file_length(serials: u64) -> u64;

    /// Returns the rule of points that a ko may forbid.
    fn rule(&self) -> Option<Strictness>;
}

impl PartContent for LegalCounts {
    const STEM: &'static str = "data.SparseLegalState";

    fn file_length(serials: u64) -> u64 {
        serials.div_ceil(8)
    }

    fn rule(&self) -> Option<Strictness> {
        None
    }
}

impl PartContent for KoContent {
    const STEM: &'static str = "data.SparseKoBitState";

    fn file_length(serials: u64) -> u64 {
        serials * 4
    }

    fn rule(&self) -> Option<Strictness> {
        Some(self.rule)
    }
}

impl<C: Default> Part<C> {
    /// Returns a part that is not made yet, of the serials of a small board in parts of `part_size`.
    pub(super) fn new(grid: Grid, part_size: u64, part: u64) -> Self {
        let first = part * part_size;
        Self {
            board: grid.to_string(),
            part_size,
            part,
            first,
            serials: part_size.min(grid.serials().saturating_sub(first)),
            content: C::default(),
            bytes: 0,
            md5: String::new(),
        }
    }
}

impl<C: PartContent> Part<C> {
    pub(super) fn path(folder: &Path, part: u64) -> PathBuf {
        folder.join(format!("{}.part{part:05}", C::STEM))
    }

    /// Returns the board of the part, if it has this part.
    pub(super) fn grid(&self) -> Option<Grid> {
        let grid: Grid = self.board.parse().ok()?;
        grid.require_parts(self.part_size).ok()?;
        let part = Part::<()>::new(grid, self.part_size, self.part);
        let is_same = (&part.board, part.first, part.serials) == (&self.board, self.first, self.serials);
        (self.part < grid.parts(self.part_size) && is_same).then_some(grid)
    }

    pub(super) const fn range(&self) -> Range<u64> {
        self.first..self.first + self.serials
    }

    /// Returns the text of the properties that all parts in a folder share.
    fn common(&self, rule: Option<Strictness>) -> String {
        let rule = rule.map_or(String::new(), |rule| format!(", ko {}", rule.name()));
        format!("{} in parts of {}{rule}", self.board, self.part_size)
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
        let is_part = found.part == part && found.grid().is_some();
        if !is_part || found.bytes != C::file_length(found.serials) {
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
        parts.sort_by_key(|found: &Self| found.part);
        Ok(parts)
    }

    pub(super) fn damaged(&self, folder: &Path, what: &str) -> ResearchError {
        damaged(&Self::path(folder, self.part), what)
    }
}

fn damaged(path: &Path, what: &str) -> ResearchError {
    ErrorKind::Other.error(format!(
        "{} is damaged: {what}; remove it and make the part again",
        path.display()
    ))
}

impl Part<KoContent> {
    /// Verifies that the file was made from these legal positions.
    pub(super) fn require_source(&self, folder: &Path, legal: &Part<LegalCounts>) -> Result<(), ResearchError> {
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
    parts: &[Part<C>],
    part: &Part<impl PartContent>,
    rule: Option<Strictness>,
) -> Result<(), ResearchError> {
    let expected = part.common(rule);
    for other in parts {
        let found = other.common(rule.and(other.content.rule()));
        if found != expected {
            let path = Part::<C>::path(folder, other.part);
            return Err(ErrorKind::Other.error(format!(
                "{} is of {found}, and this is of {expected}; use another folder",
                path.display()
            )));
        }
    }
    Ok(())
}

/// Makes the file of a part: `fill` writes its bytes and returns its content. The file gets its name after its
/// description is written.
pub(super) fn make_part<C: PartContent>(
    folder: &Path,
    part: Part<C>,
    fill: impl FnOnce(&Part<C>, &mut dyn FnMut(&[u8]) -> Result<(), ResearchError>) -> Result<C, ResearchError>,
) -> Result<Part<C>, ResearchError> {
    let path = Part::<C>::path(folder, part.part);
    let new = NewFile::new(&path, false, &[]).map_err(|error| match error {
        NewFileError::Exists(path) => ErrorKind::Other.error(format!(
            "{} exists without a description of it (.json); move it away",
            path.display()
        )),
        error => error.into(),
    })?;
    let (mut file, mut md5, mut length) = (new.file()?, Md5::new(), 0);
    let content = fill(&part, &mut |bytes| {
        md5.update(bytes);
        length += bytes.len() as u64;
        file.write_all(bytes).map_err(|error| new.failed(error).into())
    })?;
    let finished = Part {
        content,
        bytes: length,
        md5: hex(md5),
        ..part
    };
    let mut text = serde_json::to_string_pretty(&finished).unwrap_or_default();
    text.push('\n');
    NewFile::write(&description_path(&path), true, text.as_bytes())?;
    new.complete()?;
    Ok(finished)
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
