use std::io;
use std::path::{Path, PathBuf};

/// Returns the absolute path of an existing file or folder without symbolic links, as users write it:
/// on Windows without the prefix `\\?\`, unless the path is only valid with it.
pub fn canonical(path: &Path) -> io::Result<PathBuf> {
    dunce::canonicalize(path)
}

/// Returns the folder that contains a file.
#[must_use]
pub fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(parent) if parent != Path::new("") => parent,
        _ => Path::new("."),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_one_that_users_write() {
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::write(folder.path().join("a.sgf"), "").expect("a file");
        let file = canonical(&folder.path().join(".").join("a.sgf")).expect("is there");
        assert!(file.is_absolute() && file.ends_with("a.sgf"), "{}", file.display());
        assert!(!file.to_string_lossy().contains('?'), "{}", file.display());
        assert!(canonical(&folder.path().join("b.sgf")).is_err());
    }
}
