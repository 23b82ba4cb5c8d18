use std::path::{Path, PathBuf, is_separator};

/// What games are written as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// A folder of SGF files, one a game, each as [`StoredRecord::file`] has it: the
    /// original byte for byte, if that can be read by itself.
    ///
    /// [`StoredRecord::file`]: crate::store::StoredRecord::file
    Folder,
    /// The same in a compressed tar archive.
    Tgz,
    /// One SGF file of all games, in UTF-8. Imported again they are the same
    /// games.
    Collection,
    /// A table of what is known of each game: comma-separated values.
    Csv,
    /// The same as one JSON document a line.
    JsonLines,
    /// The same as columns of Apache Parquet.
    Parquet,
}

/// Where games are written, and how.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    /// The file or folder that is made.
    pub path: PathBuf,
    /// As what.
    pub form: Form,
    /// Whether a file that is there may be replaced. What is in a folder
    /// stays, whatever this says.
    pub overwrite: bool,
    /// Whether texts in CSV that a spreadsheet would take for formulas get an
    /// apostrophe before them.
    pub for_spreadsheet: bool,
}

impl Form {
    /// Whether it has the records of games, and not only what is known of them.
    #[must_use]
    pub const fn is_of_records(self) -> bool {
        matches!(self, Self::Folder | Self::Tgz | Self::Collection)
    }

    /// Ends of names, in lower case.
    const ENDS: [(&str, Self); 7] = [
        (".tgz", Self::Tgz),
        (".tar.gz", Self::Tgz),
        (".sgf", Self::Collection),
        (".csv", Self::Csv),
        (".jsonl", Self::JsonLines),
        (".ndjson", Self::JsonLines),
        (".parquet", Self::Parquet),
    ];

    /// The form that a path asks for: a folder if it is one or ends as one,
    /// else that of its extension.
    #[must_use]
    pub fn of_path(path: &Path) -> Option<Self> {
        let name = path.to_string_lossy().to_ascii_lowercase();
        if name.ends_with(is_separator) || path.is_dir() {
            return Some(Self::Folder);
        }
        let form = Self::ENDS.iter().find(|(end, _)| name.ends_with(end));
        form.map(|(_, form)| *form)
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
