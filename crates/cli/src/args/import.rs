use super::is_standard;
use bgo::archive::Spooled;
use bgo::interrupt::Interrupt;
use clap::Args;
use std::io::{self, IsTerminal, stdin};
use std::path::PathBuf;

/// The paths of an import.
#[derive(Args, Clone, Debug)]
pub struct ImportArgs {
    /// TGZ, tar or zip archives, folders, single SGF files, or other bgo databases; - is standard
    /// input
    #[arg(value_name = "PATH", required = true)]
    pub paths: Vec<PathBuf>,
}

/// Copies standard input to a file if one of the paths stands for it, and puts the file in
/// its place.
pub fn spool(paths: &mut [PathBuf], stop: &Interrupt) -> io::Result<Option<Spooled>> {
    let mut standard = paths.iter_mut().filter(|path| is_standard(path));
    let Some(path) = standard.next() else { return Ok(None) };
    if standard.next().is_some() {
        return Err(io::Error::other("- is standard input, which can be read once"));
    }
    if stdin().is_terminal() {
        return Err(io::Error::other(
            "standard input is a terminal; pipe an archive into it",
        ));
    }
    let spooled = Spooled::new("stdin", stdin().lock(), stop)
        .map_err(|error| io::Error::new(error.kind(), format!("standard input cannot be read: {error}")))?;
    spooled.path().clone_into(path);
    Ok(Some(spooled))
}
