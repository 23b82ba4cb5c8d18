use crate::archive::tar;
use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use tempfile::TempDir;

/// A temporary folder that is a user's home, the working directory and the
/// place of the database. Dropping it removes the folder.
pub struct Sandbox(TempDir);

impl Default for Sandbox {
    fn default() -> Self {
        Self(tempfile::tempdir().expect("a folder"))
    }
}

impl Sandbox {
    /// Returns the folder.
    pub fn folder(&self) -> &Path {
        self.0.path()
    }

    /// Returns a path in the folder.
    pub fn path(&self, name: &str) -> PathBuf {
        self.folder().join(name)
    }

    /// Returns the path of the database, which need not exist.
    pub fn database_path(&self) -> PathBuf {
        self.path("games.sqlite")
    }

    /// Writes a file, and the folders above it.
    pub fn write(&self, name: &str, bytes: impl AsRef<[u8]>) -> PathBuf {
        let path = self.path(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("is made");
        fs::write(&path, bytes).expect("is written");
        path
    }

    /// Writes an archive with a file for each record, in this order.
    pub fn write_records<R: AsRef<str>>(&self, name: &str, records: &[R]) {
        let members: Vec<_> = (0..)
            .zip(records)
            .map(|(i, sgf): (u32, _)| (format!("{i:04}.sgf"), sgf.as_ref()))
            .collect();
        self.write(name, tar(&members));
    }

    /// Returns the number that a query of the database yields.
    pub fn number(&self, sql: &str) -> i64 {
        let database = rusqlite::Connection::open(self.database_path()).expect("opens");
        database.query_row(sql, [], |row| row.get(0)).expect("a number")
    }

    /// Returns the texts that a query of the database yields; NULL becomes an empty text.
    pub fn texts(&self, sql: &str) -> Vec<String> {
        let database = rusqlite::Connection::open(self.database_path()).expect("opens");
        let mut statement = database.prepare(sql).expect("a query");
        let rows = statement.query_map([], |row| Ok(row.get::<_, Option<String>>(0)?.unwrap_or_default()));
        rows.expect("rows").map(|text| text.expect("a text")).collect()
    }

    /// Returns a command that runs `bgo`, an executable, in the folder and on its database.
    pub fn command(&self, bgo: impl AsRef<OsStr>) -> Command {
        let mut command = Command::new(bgo);
        command
            .env_clear()
            .env("HOME", self.folder())
            .env("XDG_DATA_HOME", self.path("data"))
            // The same for Windows, where a process without the third has no sockets.
            .env("APPDATA", self.path("data"))
            .env("USERPROFILE", self.folder())
            .envs(std::env::var_os("SystemRoot").map(|root| ("SystemRoot", root)))
            .env("BGO_DB", self.database_path())
            .current_dir(self.folder());
        command
    }
}

/// Returns all files below a folder by their paths in it, with their bytes.
pub fn files(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let entries = fs::read_dir(folder)
        .expect("a folder")
        .map(|entry| entry.expect("an entry"));
    let below = entries.flat_map(|entry| {
        let name = PathBuf::from(entry.file_name());
        if entry.path().is_dir() {
            let inside = files(&entry.path()).into_iter();
            inside.map(|(path, bytes)| (name.join(path), bytes)).collect()
        } else {
            vec![(name, fs::read(entry.path()).expect("is read"))]
        }
    });
    below.collect()
}
