use super::super::output::tell;
use super::files::{RecordsOutArgs, SizeArgs, TableArgs, folders, keep, open};
use crate::args::{STANDARD, Used, require_one_stdin};
use crate::render::counted;
use anyhow::Result;
use bgo::position_file::PositionRecord;
use bgo_research::formats::positions::BoardReader;
use bgo_research::positions::PositionsError;
use std::io::{BufReader, BufWriter, Write};
use std::path::PathBuf;
use std::process::ExitCode;

/// Make position records from boards written as text
///
/// Black is # X x @ or ●, White O o or ○, an empty point . + , _ or ·. A line such as "white to
/// play" sets the colour to play; otherwise it is White if there are more black stones than
/// white ones, and Black if not. Letters and numbers around the board, frames, lines of text
/// between boards, and text after a ; are ignored.
#[derive(Debug, clap::Args)]
pub(super) struct ParseArgs {
    /// Files of boards; - is standard input
    #[arg(value_name = "FILE", default_value = STANDARD)]
    files: Vec<PathBuf>,
    #[command(flatten)]
    size: SizeArgs,
    #[command(flatten)]
    table: TableArgs,
    #[command(flatten)]
    out: RecordsOutArgs,
    /// Print nothing
    #[arg(long, short)]
    quiet: bool,
}

pub(super) fn run(args: &ParseArgs) -> Result<ExitCode> {
    require_one_stdin(&args.files)?;
    let size = args.size.size;
    let out = args.out.begin(&Used::default().and_inputs(&args.files), false)?;
    // The table belongs beside the records, so the folder of the output comes first.
    let folders: Vec<PathBuf> = out.folder().into_iter().chain(folders(&args.files)).collect();
    let table = args.table.find_or_make(&folders, size)?;
    let zobrist = table.table.for_size(size)?;
    let mut writer = BufWriter::new(out.writer()?);
    let mut records = 0;
    for path in &args.files {
        let (source, name) = open(path)?;
        for text in BoardReader::new(BufReader::new(source), name, size) {
            let text = text?;
            let record = PositionRecord::new(text.id(&zobrist), &text.board, None);
            record.write(&mut writer).map_err(PositionsError::Unwritable)?;
            records += 1;
        }
    }
    writer.flush().map_err(PositionsError::Unwritable)?;
    drop(writer);
    if records > 0 {
        keep(table)?;
    }
    out.complete()?;
    if !args.quiet {
        tell(format_args!("{} written", counted(records, "record")));
    }
    Ok(ExitCode::SUCCESS)
}
