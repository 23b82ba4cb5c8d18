use super::super::output::{print, print_json};
use super::files::{SizeArgs, TableArgs, Watch, folders, open};
use crate::args::{STANDARD, require_one_stdin};
use crate::render::counted;
use anyhow::{Result, bail};
use bgo_research::positions::Checker;
use std::path::PathBuf;
use std::process::ExitCode;

/// Verify position files and their ids
///
/// Prints the place of each damage and each wrong id, and changes nothing. The exit status is 1
/// if anything is wrong.
#[derive(Debug, clap::Args)]
pub(super) struct CheckArgs {
    /// Position files; - is standard input
    #[arg(value_name = "FILE", default_value = STANDARD)]
    files: Vec<PathBuf>,
    #[command(flatten)]
    size: SizeArgs,
    #[command(flatten)]
    table: TableArgs,
    /// The number of problems to describe
    #[arg(long, value_name = "NUMBER", default_value_t = 20)]
    problems: usize,
    /// Print the findings as one JSON document
    #[arg(long)]
    json: bool,
    /// Show no progress, and nothing if all is well
    #[arg(long, short)]
    quiet: bool,
}

pub(super) fn run(args: &CheckArgs) -> Result<ExitCode> {
    let size = args.size.size;
    require_one_stdin(&args.files)?;
    let mut checker = Checker::new(args.problems);
    let watch = Watch::new(!args.quiet, &args.files);
    for path in &args.files {
        let table = args.table.require(&folders(std::slice::from_ref(path)), size)?;
        let (source, name) = open(path)?;
        checker.check(watch.read(source), &name, &table.for_size(size)?)?;
    }
    drop(watch);
    let checked = checker.finish();
    let found = checked.found();
    if args.json {
        print_json(&checked)?;
    } else if found > 0 {
        let lines = checked.problems.iter().map(|problem| format!("{problem}\n"));
        print(lines.collect::<String>())?;
    } else if !args.quiet {
        let ko = match checked.ko_ids {
            0 => String::new(),
            ids => format!(", {ids} with a ko"),
        };
        print(format!("no problems: {}{ko}\n", counted(checked.records, "record")))?;
    }
    match found {
        0 => Ok(ExitCode::SUCCESS),
        _ => bail!(
            "{} found: {} with a wrong id, {}",
            counted(found, "problem"),
            counted(checked.wrong_ids, "record"),
            counted(checked.damaged, "damaged place")
        ),
    }
}
