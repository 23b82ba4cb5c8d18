use super::{OutArgs, file_in};
use clap::Args;

/// The form of an answer and its destination.
#[derive(Args, Clone, Debug, Default)]
#[command(mut_arg("out", |out| out.value_parser(file_in(&["json"]))))]
pub struct FormArgs {
    /// Print one JSON document
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    pub out: OutArgs,
}

impl FormArgs {
    /// Returns whether the answer is wanted as JSON.
    pub fn json(&self) -> bool {
        self.json || self.out.ends_in("json")
    }
}
