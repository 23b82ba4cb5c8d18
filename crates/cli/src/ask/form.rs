use clap::Args;
use std::path::PathBuf;

/// In which form an answer is given, and where to.
#[derive(Args, Clone, Debug, Default)]
pub struct FormArgs {
    /// Print one JSON document
    #[arg(long)]
    pub json: bool,
    /// Write it to a file, which must not be there yet
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
}
