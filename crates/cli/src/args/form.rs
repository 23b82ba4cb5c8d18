use clap::Args;
use std::path::PathBuf;

/// The form of an answer and its destination.
#[derive(Args, Clone, Debug, Default)]
pub struct FormArgs {
    /// Print one JSON document
    #[arg(long)]
    pub json: bool,
    /// Write it to a file, which must not exist
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
}
