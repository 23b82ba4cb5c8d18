use super::output::{print, write_new};
use anyhow::Result;
use bgo::go::HashTable;
use std::path::PathBuf;
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
    /// Write it to a file, which must not exist
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

pub(super) fn run(args: &HashTableArgs) -> Result<ExitCode> {
    let json = HashTable::generate(args.seed).to_json();
    match &args.out {
        None => print(json)?,
        Some(path) => write_new(path, json.as_bytes())?,
    }
    Ok(ExitCode::SUCCESS)
}
