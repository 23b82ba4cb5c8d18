use super::global::Global;
use super::output::give;
use crate::args::{OutArgs, Used};
use anyhow::Result;
use bgo::go::HashTable;
use std::process::ExitCode;

/// Print a hash table, the random numbers of all hashes
///
/// A few of the numbers are the same for every seed, so that the board hashes published with the
/// first version of the program stay valid.
#[derive(Debug, clap::Args)]
pub(super) struct HashTableArgs {
    /// The seed of the table; 0 is the built-in one
    #[arg(long, default_value_t = 0)]
    seed: u64,
    #[command(flatten)]
    out: OutArgs,
}

pub(super) fn run(global: &Global, args: &HashTableArgs) -> Result<ExitCode> {
    let used = Used::database(&global.database_path()?);
    give(&args.out, &used, || {
        Ok::<_, anyhow::Error>(HashTable::generate(args.seed).to_json().into())
    })
}
