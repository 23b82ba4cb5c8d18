use std::fs::Metadata;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io;
use std::path::Path;
use std::time::SystemTime;

/// The identity of a file among all that exist at the same time, including one that is
/// renamed to its path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct FileId {
    /// The device and the number of the file there.
    #[cfg(unix)]
    place: (u64, u64),
    /// The time at which the file was made, where the system knows it. Numbers of files are
    /// used again. Windows does not replace files that are open, and this is enough there.
    made: Option<SystemTime>,
}

impl FileId {
    /// Returns the id of the file at a path.
    pub fn of(path: &Path) -> io::Result<Self> {
        std::fs::metadata(path).map(|metadata| Self::from(&metadata))
    }

    /// Returns a number that follows from the id.
    #[must_use]
    pub fn number(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.hash(&mut hasher);
        hasher.finish()
    }
}

impl From<&Metadata> for FileId {
    fn from(metadata: &Metadata) -> Self {
        #[cfg(unix)]
        use std::os::unix::fs::MetadataExt;
        Self {
            #[cfg(unix)]
            place: (metadata.dev(), metadata.ino()),
            made: metadata.created().ok(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn a_file_in_the_place_of_another_has_another_id() {
        let folder = tempfile::tempdir().expect("a folder");
        let (old, new) = (folder.path().join("old"), folder.path().join("new"));
        fs::write(&old, "same").expect("is written");
        fs::write(&new, "same").expect("is written");
        let before = FileId::of(&old).expect("an id");
        fs::write(&old, "longer than before").expect("is written");
        assert_eq!(FileId::of(&old).expect("an id"), before);
        let other = FileId::of(&new).expect("an id");
        fs::rename(&new, &old).expect("is renamed");
        assert_eq!(FileId::of(&old).expect("an id"), other);
        assert_ne!(before, other);
        assert!(FileId::of(&new).is_err());
    }
}
