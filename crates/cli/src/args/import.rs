use super::FilterArgs;
use bgo::dataset::{DatasetError, is_dataset};
use bgo::import::ReadFailure;
use bgo::query::Filter;
use clap::Args;
use std::path::{Path, PathBuf};

/// The paths of an import, and the conditions on games of a dataset.
#[derive(Args, Clone, Debug)]
pub struct ImportArgs {
    /// TGZ, tar or zip archives, folders, single SGF files, or other bgo databases; - is standard
    /// input
    #[arg(value_name = "PATH", required_unless_present = "dataset")]
    paths: Vec<PathBuf>,
    /// A dataset that an export or an import on a cluster wrote
    #[arg(long, value_name = "FOLDER", conflicts_with = "paths")]
    dataset: Option<PathBuf>,
    #[command(flatten)]
    filter: FilterArgs<true>,
}

impl ImportArgs {
    /// Returns all paths, each as `resolve` makes it of what was typed.
    pub fn paths(&self, resolve: impl Fn(&Path) -> PathBuf) -> Vec<PathBuf> {
        let typed = self.paths.iter().chain(&self.dataset);
        typed.map(|path| resolve(path)).collect()
    }

    /// Returns the conditions. Without a dataset, fails with a sentence if there are any.
    pub fn filter(&self) -> Result<Filter, &'static str> {
        let filter = self.filter.filter();
        match self.dataset.is_some() || filter.is_empty() {
            true => Ok(filter),
            false => Err("conditions choose games of a dataset: name one with --dataset, or leave them out"),
        }
    }

    /// Fails if a dataset is asked for and the folder, the only one of `paths`, has none.
    pub fn require_dataset(&self, paths: &[PathBuf]) -> Result<(), ReadFailure> {
        match paths {
            // What is not there is named like any other path.
            [path] if self.dataset.is_some() && path.exists() && !is_dataset(path) => {
                Err(DatasetError::NoManifest(path.clone()).into())
            }
            _ => Ok(()),
        }
    }
}
