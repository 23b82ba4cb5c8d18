//! The games that come with the program.

use super::database_files;
use bgo::internal::bundled::GAMES;
use bgo::internal::files::{NewFile, create_folder};
use bgo::internal::store::{Access, Database, StoreError};
use etcetera::BaseStrategy;
use std::path::{Path, PathBuf};
use std::{fs, io};

/// The name of their database, in [`data_folder`].
pub const DEMO: &str = "demo.sqlite";

/// The name that a database of a development version gets, to which the user may have added games.
const OLD_DEMO: &str = "demo-old.sqlite";

/// Returns the folder of the user's databases; `None` if the user has no home folder.
pub fn data_folder() -> Option<PathBuf> {
    let strategy = etcetera::choose_base_strategy().ok()?;
    Some(strategy.data_dir().join("bgo"))
}

/// Writes the archive of the games, in which the user can look at the source of each, and returns its path.
pub fn write_games(folder: &Path) -> io::Result<PathBuf> {
    let archive = folder.join("selfplay.tgz");
    create_folder(folder)?;
    NewFile::write(&archive, true, GAMES).map_err(io::Error::other)?;
    Ok(archive)
}

/// Renames the database of the games in a folder if a development version made it, unless another one has the new name.
/// Returns a line about that.
pub fn set_aside(folder: &Path) -> io::Result<Option<String>> {
    let [demo, old] = [DEMO, OLD_DEMO].map(|name| folder.join(name));
    let opened = Database::open(&demo, Access::Read);
    if !matches!(opened, Err(StoreError::Development(_))) || old.exists() {
        return Ok(None);
    }
    // The file comes last, so that the next run finds it if this one is killed.
    for ((from, _), (to, _)) in database_files(&demo).iter().zip(database_files(&old)).rev() {
        if from.exists() {
            fs::rename(from, to)?;
        }
    }
    Ok(Some(format!(
        "{} was made by a development version of bgo, and is {} now.",
        demo.display(),
        old.display()
    )))
}
