use super::error::ExportError;
use crate::files::FileError;
use std::io;
use std::path::{Path, PathBuf, is_separator};

/// A form of output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// A folder with one SGF file for each game: the original bytes if they are a
    /// complete file by themselves.
    Folder,
    /// The same files in a compressed tar archive.
    Tgz,
    /// One SGF file of all games, in UTF-8. Importing it recognises the games.
    Collection,
    /// A table of game descriptions as comma-separated values.
    Csv,
    /// The same table with one JSON object for each line.
    JsonLines,
    /// The same table in Apache Parquet.
    Parquet,
}

/// The destination of an export.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    /// The file or folder to create.
    pub path: PathBuf,
    /// The form of output.
    pub form: Form,
    /// True if an existing file may be replaced. The content of an existing folder
    /// is never replaced.
    pub overwrite: bool,
    /// True to begin CSV text that a spreadsheet would take for a formula with an
    /// apostrophe.
    pub for_spreadsheet: bool,
}

impl Form {
    /// All forms.
    pub const ALL: [Self; 6] = [
        Self::Folder,
        Self::Tgz,
        Self::Collection,
        Self::Csv,
        Self::JsonLines,
        Self::Parquet,
    ];

    /// Returns the name, such as `tgz`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Folder => "folder",
            Self::Tgz => "tgz",
            Self::Collection => "sgf",
            Self::Csv => "csv",
            Self::JsonLines => "jsonl",
            Self::Parquet => "parquet",
        }
    }

    /// Returns whether the form holds game records rather than descriptions.
    #[must_use]
    pub const fn is_of_records(self) -> bool {
        matches!(self, Self::Folder | Self::Tgz | Self::Collection)
    }

    const SUFFIXES: [(&str, Self); 7] = [
        (".tgz", Self::Tgz),
        (".tar.gz", Self::Tgz),
        (".sgf", Self::Collection),
        (".csv", Self::Csv),
        (".jsonl", Self::JsonLines),
        (".ndjson", Self::JsonLines),
        (".parquet", Self::Parquet),
    ];

    /// Returns the form that a path asks for: a folder if it is one or ends with
    /// a separator, otherwise the form of its suffix.
    #[must_use]
    pub fn of_path(path: &Path) -> Option<Self> {
        let name = path.to_string_lossy().to_ascii_lowercase();
        if name.ends_with(is_separator) || path.is_dir() {
            return Some(Self::Folder);
        }
        let form = Self::SUFFIXES.iter().find(|(suffix, _)| name.ends_with(suffix));
        form.map(|(_, form)| *form)
    }
}

impl Target {
    /// Returns the error of a failed write.
    #[must_use]
    pub fn failed(&self, source: io::Error) -> ExportError {
        ExportError::File(FileError::writing(&self.path)(source).into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_form_is_that_of_the_extension_or_a_folder() {
        let folder = tempfile::tempdir().expect("a folder");
        let existing = folder.path().join("odd.sgf");
        std::fs::create_dir(&existing).expect("a folder");
        for (path, form) in [
            ("games.tgz", Some(Form::Tgz)),
            ("games.TAR.GZ", Some(Form::Tgz)),
            ("games.sgf", Some(Form::Collection)),
            ("games.Csv", Some(Form::Csv)),
            ("games.jsonl", Some(Form::JsonLines)),
            ("games.ndjson", Some(Form::JsonLines)),
            ("games.parquet", Some(Form::Parquet)),
            ("games.csv/", Some(Form::Folder)),
            (existing.to_str().expect("a name"), Some(Form::Folder)),
            (".", Some(Form::Folder)),
            ("games", None),
            ("games.gz", None),
            ("games.zip", None),
            ("sgf", None),
        ] {
            assert_eq!(Form::of_path(Path::new(path)), form, "{path}");
        }
    }
}
