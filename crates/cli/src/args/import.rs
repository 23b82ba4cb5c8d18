use bgo::dataset::{DatasetError, is_dataset};
use bgo::import::ReadFailure;
use clap::Args;
use std::path::{Path, PathBuf};

/// The paths of an import.
#[derive(Args, Clone, Debug)]
pub struct ImportArgs {
    /// TGZ, tar or zip archives, folders, single SGF files, or other bgo databases; - is standard
    /// input
    #[arg(value_name = "PATH", required_unless_present = "dataset")]
    paths: Vec<PathBuf>,
    /// A dataset that an export or an import on a cluster wrote
    #[arg(long, value_name = "FOLDER", conflicts_with = "paths")]
    dataset: Option<PathBuf>,
}

impl ImportArgs {
    /// Returns all paths, each as `resolve` makes it of what was typed.
    pub fn paths(&self, resolve: impl Fn(&Path) -> PathBuf) -> Vec<PathBuf> {
        let typed = self.paths.iter().chain(&self.dataset);
        typed.map(|path| resolve(path)).collect()
    }

    /// Returns whether a dataset is asked for.
    pub const fn is_of_dataset(&self) -> bool {
        self.dataset.is_some()
    }

    /// Fails if a dataset is asked for and the folder, the only one of `paths`, has none.
    pub fn require_dataset(&self, paths: &[PathBuf]) -> Result<(), ReadFailure> {
        match paths {
            [path] if self.is_of_dataset() && !is_dataset(path) => Err(DatasetError::NoManifest(path.clone()).into()),
            _ => Ok(()),
        }
    }
}
