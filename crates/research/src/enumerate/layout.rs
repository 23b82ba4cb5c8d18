use super::error::EnumerateError;
use super::grid::Grid;
use super::ko::KoRule;
use bgo::files::{FileError, NewFile};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::fs::{self, File, TryLockError};
use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};

/// Serials of a part, unless another number is wanted.
pub const PART_SIZE: u64 = 1 << 30;

/// How the serials of a board are divided into files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    grid: Grid,
    part_size: u64,
}

impl Layout {
    /// Parts of so many serials of a small board, a multiple of 8.
    pub const fn new(grid: Grid, part_size: u64) -> Result<Self, EnumerateError> {
        if !grid.is_small() {
            return Err(EnumerateError::TooLarge(grid));
        }
        if part_size == 0 || !part_size.is_multiple_of(8) {
            return Err(EnumerateError::PartSize(part_size));
        }
        Ok(Self { grid, part_size })
    }

    /// The board.
    pub const fn grid(&self) -> Grid {
        self.grid
    }

    /// How many parts there are.
    pub const fn parts(&self) -> u64 {
        self.grid.serials().div_ceil(self.part_size)
    }

    /// The serials of a part.
    pub fn serials(&self, part: u64) -> Range<u64> {
        let first = part * self.part_size;
        first..(first + self.part_size).min(self.grid.serials())
    }

    /// What a part is, for its description.
    pub(super) fn part(&self, part: u64) -> Part {
        let serials = self.serials(part);
        Part {
            board: self.grid.to_string(),
            part_size: self.part_size,
            part,
            first: serials.start,
            serials: serials.end - serials.start,
        }
    }
}

/// Which serials a file is of.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Part {
    /// The board, as `5x5`.
    pub board: String,
    /// Serials of all parts but the last.
    pub part_size: u64,
    /// Which part, from 0.
    pub part: u64,
    /// Its first serial.
    pub first: u64,
    /// How many serials it has.
    pub serials: u64,
}

/// What the file of a finished part is, as the description beside it says.
pub(super) trait Described: Serialize + DeserializeOwned {
    /// What its name begins with.
    const STEM: &'static str;

    fn part(&self) -> &Part;

    /// Length and MD5 of the file.
    fn file(&self) -> (u64, &str);

    /// Bytes of a file of so many serials.
    fn file_length(serials: u64) -> u64;

    /// By which rule its points are forbidden.
    fn rule(&self) -> Option<KoRule>;

    /// What all parts in a folder have in common.
    fn common(&self) -> String {
        let Part { board, part_size, .. } = self.part();
        match self.rule() {
            None => format!("{board} in parts of {part_size}"),
            Some(KoRule::Compat) => format!("{board} in parts of {part_size}, --ko compat"),
            Some(KoRule::Strict) => format!("{board} in parts of {part_size}, --ko strict"),
        }
    }
}

/// The file of a part.
pub(super) fn part_path<P: Described>(folder: &Path, part: u64) -> PathBuf {
    folder.join(format!("{}.part{part:05}", P::STEM))
}

fn description_path(file: &Path) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(".json");
    name.into()
}

/// The description of a part that is finished: its file is there with the right length.
pub(super) fn finished<P: Described>(folder: &Path, part: u64) -> Result<Option<P>, EnumerateError> {
    let file = part_path::<P>(folder, part);
    let path = description_path(&file);
    let Some(described) = description::<P>(&path)? else {
        return Ok(None);
    };
    let there = described.part();
    let layout = there
        .board
        .parse()
        .ok()
        .and_then(|grid| Layout::new(grid, there.part_size).ok());
    let is_of_part = layout.is_some_and(|layout| part < layout.parts() && layout.part(part) == *there);
    let (bytes, _) = described.file();
    if !is_of_part || bytes != P::file_length(there.serials) {
        return Err(EnumerateError::Damaged {
            path,
            what: "it does not describe this part".to_owned(),
        });
    }
    match fs::metadata(&file) {
        Ok(data) if data.len() == bytes => Ok(Some(described)),
        Ok(data) => Err(EnumerateError::Damaged {
            path: file,
            what: format!("it has {} bytes in place of {bytes}", data.len()),
        }),
        // It can be made again.
        Err(_) => Ok(None),
    }
}

/// Keeps other processes from making parts in a folder as long as it is there.
pub(super) fn lock(folder: &Path) -> Result<File, EnumerateError> {
    let path = folder.join(".bgo-enumerate-lock");
    let unreadable = FileError::reading(&path);
    let file = File::create(&path).map_err(unreadable)?;
    match file.try_lock() {
        // Some file systems have no locks.
        Ok(()) | Err(TryLockError::Error(_)) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(EnumerateError::Busy(folder.to_owned())),
    }
}

fn description<P: Described>(path: &Path) -> Result<Option<P>, EnumerateError> {
    let damaged = |what: String| EnumerateError::Damaged {
        path: path.to_owned(),
        what,
    };
    match fs::read(path) {
        Ok(text) => match serde_json::from_slice(&text) {
            Ok(described) => Ok(Some(described)),
            Err(error) => Err(damaged(error.to_string())),
        },
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(FileError::reading(path)(error).into()),
    }
}

/// Writes the description of a part whose file is about to get its name: a file without
/// one is somebody else's, a description without a file of none.
pub(super) fn describe<P: Described>(folder: &Path, described: &P) -> Result<(), EnumerateError> {
    let path = description_path(&part_path::<P>(folder, described.part().part));
    let mut text = serde_json::to_string_pretty(described).unwrap_or_default();
    text.push('\n');
    Ok(NewFile::write(&path, true, text.as_bytes())?)
}

/// The descriptions of all finished parts in a folder, by their numbers.
pub(super) fn descriptions<P: Described>(folder: &Path) -> Result<Vec<P>, EnumerateError> {
    let unreadable = FileError::reading(folder);
    let mut parts = Vec::new();
    for entry in fs::read_dir(folder).map_err(unreadable)? {
        let name = entry.map_err(unreadable)?.file_name().to_string_lossy().into_owned();
        let number = name
            .strip_prefix(P::STEM)
            .and_then(|rest| rest.strip_prefix(".part"))
            .and_then(|rest| rest.strip_suffix(".json"))
            .and_then(|number| number.parse().ok());
        if let Some(number) = number
            && part_path::<P>(folder, number).with_extension(format!("part{number:05}.json")) == folder.join(&name)
            && let Some(described) = finished::<P>(folder, number)?
        {
            parts.push(described);
        }
    }
    parts.sort_by_key(|described: &P| described.part().part);
    Ok(parts)
}

/// Makes sure that parts of the other kind in a folder are of the same board and length.
pub(super) fn require_same_layout<P: Described>(folder: &Path, parts: &[P], here: &Part) -> Result<(), EnumerateError> {
    let of = |part: &Part| format!("{} in parts of {}", part.board, part.part_size);
    match parts.iter().find(|there| of(there.part()) != of(here)) {
        None => Ok(()),
        Some(there) => Err(EnumerateError::OtherParts {
            path: part_path::<P>(folder, there.part().part),
            there: of(there.part()),
            here: of(here),
        }),
    }
}

/// Makes sure that a folder has no parts of something else.
pub(super) fn require_same<P: Described>(folder: &Path, parts: &[P], here: &str) -> Result<(), EnumerateError> {
    match parts.iter().find(|there| there.common() != here) {
        None => Ok(()),
        Some(there) => Err(EnumerateError::OtherParts {
            path: part_path::<P>(folder, there.part().part),
            there: there.common(),
            here: here.to_owned(),
        }),
    }
}
