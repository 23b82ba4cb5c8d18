//! The identity of files.

use super::hex;
use md5::{Digest, Md5};
use std::fs::File;
use std::io;
use std::path::Path;
use std::time::SystemTime;

/// The identity of a file among all that exist at the same time, including one that is
/// renamed to its path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FileId {
    place: (u64, u64),
    /// The time at which the file was made, where the system knows it and never changes it.
    /// Numbers of files are used again.
    made: Option<SystemTime>,
}

impl FileId {
    pub fn of(path: &Path) -> io::Result<Self> {
        system::of(path)
    }

    pub fn of_open(file: &File) -> io::Result<Self> {
        system::of_open(file)
    }

    /// Returns a name of the file by which programs can tell that they use the same one. It says nothing of
    /// the file's path.
    pub fn name(&self) -> String {
        hex(Md5::new_with_prefix(format!("{self:?}")))
    }
}

#[cfg(unix)]
mod system {
    use super::{File, FileId, Path, io};
    use std::fs::Metadata;
    use std::os::unix::fs::MetadataExt;

    pub fn of(path: &Path) -> io::Result<FileId> {
        std::fs::metadata(path).map(|metadata| from(&metadata))
    }

    pub fn of_open(file: &File) -> io::Result<FileId> {
        file.metadata().map(|metadata| from(&metadata))
    }

    fn from(metadata: &Metadata) -> FileId {
        FileId {
            place: (metadata.dev(), metadata.ino()),
            made: metadata.created().ok(),
        }
    }
}

#[cfg(windows)]
mod system {
    use super::{File, FileId, Path, io};
    use winapi_util::file::{Information, information};
    use winapi_util::{Handle, HandleRef};

    pub fn of(path: &Path) -> io::Result<FileId> {
        Handle::from_path_any(path)
            .and_then(information)
            .map(|found| from(&found))
    }

    pub fn of_open(file: &File) -> io::Result<FileId> {
        information(HandleRef::from_file(file)).map(|found| from(&found))
    }

    /// Windows gives a new file the time of the one that had its name a few seconds before, and
    /// Wine the time of the last change, so that the time says nothing.
    fn from(information: &Information) -> FileId {
        FileId {
            place: (information.volume_serial_number(), information.file_index()),
            made: None,
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
        let after = FileId::of(&old).expect("an id");
        assert_eq!((after, after.name()), (before, before.name()));
        let other = FileId::of(&new).expect("an id");
        fs::rename(&new, &old).expect("is renamed");
        assert_eq!(FileId::of(&old).expect("an id"), other);
        assert_ne!(before, other);
        assert_ne!(before.name(), other.name());
        assert!(FileId::of(&new).is_err());
    }

    #[test]
    fn an_open_file_keeps_its_id_when_another_takes_its_name() {
        let folder = tempfile::tempdir().expect("a folder");
        let (name, elsewhere) = (folder.path().join("name"), folder.path().join("elsewhere"));
        let file = File::create(&name).expect("is made");
        let id = FileId::of_open(&file).expect("an id");
        assert_eq!(FileId::of(&name).expect("an id"), id);
        fs::rename(&name, &elsewhere).expect("is renamed");
        fs::write(&name, "").expect("is written");
        assert_eq!(FileId::of(&elsewhere).expect("an id"), id);
        assert_ne!(FileId::of(&name).expect("an id"), id);
    }
}
