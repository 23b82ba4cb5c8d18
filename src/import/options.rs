use crate::interrupt::Interrupt;
use crate::query::Filter;
use crate::store::stored_path;
use std::num::NonZeroU64;
use std::path::{Path, PathBuf};

/// The options of an import.
#[derive(Clone, Debug, Default)]
pub struct ImportOptions {
    /// The number of games after which to commit, besides commits for lack of
    /// memory. Committed games stay whatever happens next. Every commit adds a
    /// segment.
    pub commit_every: Option<NonZeroU64>,
    /// Stops the import within a second when set. Committed games stay, and so do
    /// other games if they can be committed in that time.
    pub stop: Interrupt,
    /// The path, among those of the import, of a copy of standard input (see
    /// [`Spooled`](crate::archive::Spooled)). The path is temporary, so the database
    /// keeps the name of the file alone.
    pub spooled: Option<PathBuf>,
    /// The conditions that games of datasets must meet. All games of other paths are imported.
    pub filter: Filter,
}

impl ImportOptions {
    /// Returns what the user calls a path of the import.
    pub(super) fn shown<'a>(&self, path: &'a Path) -> &'a Path {
        match self.is_spooled(path) {
            true => Path::new("standard input"),
            false => path,
        }
    }

    /// Returns the path that the database keeps for a path of the import.
    pub(super) fn stored(&self, path: &Path) -> PathBuf {
        match path.file_name().filter(|_| self.is_spooled(path)) {
            Some(name) => name.into(),
            None => stored_path(path),
        }
    }

    fn is_spooled(&self, path: &Path) -> bool {
        self.spooled.as_deref() == Some(path)
    }
}
