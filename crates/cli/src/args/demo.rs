//! The games that come with the program.

use bgo::internal::bundled::GAMES;
use bgo::internal::files::{NewFile, create_folder};
use etcetera::BaseStrategy;
use std::io;
use std::path::{Path, PathBuf};

/// The name of their database, in [`data_folder`].
pub const DEMO: &str = "demo.sqlite";

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
