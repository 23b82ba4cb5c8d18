use super::OutArgs;
use clap::Args;

/// The form of an answer and its destination.
#[derive(Args, Clone, Debug, Default)]
pub struct FormArgs {
    /// Print one JSON document
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub out: OutArgs,
}
