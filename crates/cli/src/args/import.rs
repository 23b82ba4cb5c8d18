use clap::Args;
use std::path::PathBuf;

/// The paths of an import.
#[derive(Args, Clone, Debug)]
pub struct ImportArgs {
    /// TGZ, tar or zip archives, folders, single SGF files, or other bgo databases; - is standard
    /// input
    #[arg(value_name = "PATH", required = true)]
    pub paths: Vec<PathBuf>,
}
