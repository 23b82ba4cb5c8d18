//! `bgo positions`: position files, their ids, and scores by engines.

mod database;
mod records;
mod scores;

use super::analyses::ImportedFilesArgs;
use super::global::Global;
use super::output::{WrongUsage, tell};
use crate::args::{Out, OutArgs, Used, is_standard};
use crate::render::CountBar;
use anyhow::{Result, ensure};
use bgo::files::FileError;
use bgo::go::BoardSize;
use bgo_research::ResearchError;
use bgo_research::formats::positions::{SourceList, ZobristTable};
use bgo_research::positions::{
    find_or_make_zobrist_table, find_zobrist_table, keep_zobrist_table, require_zobrist_table,
};
use clap::{Args, Subcommand};
use database::{
    ExportPositionsArgs, ImportPositionsArgs, SearchPositionsArgs, export_positions, import_files, remove, search_games,
};
use records::{
    CheckPositionsArgs, HistogramArgs, MergeArgs, ParseArgs, ViewPositionsArgs, check, count_stones, merge_files,
    parse, view,
};
use scores::{ScoreArgs, ScoresArgs, score_files, show_scores};
use std::cell::Cell;
use std::fs::File;
use std::io::{self, IsTerminal, Read};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Work with files of positions and of scores by engines (9x9 experiments)
///
/// A position file is a list of boards of one size with their ids, a scored file a list of ids
/// with Black's lead according to an engine.
#[derive(Debug, Args)]
pub(super) struct PositionsArgs {
    #[command(subcommand)]
    command: PositionsCommand,
}

#[derive(Debug, Subcommand)]
enum PositionsCommand {
    Parse(ParseArgs),
    View(ViewPositionsArgs),
    Histogram(HistogramArgs),
    Merge(MergeArgs),
    Check(CheckPositionsArgs),
    Export(ExportPositionsArgs),
    Import(ImportPositionsArgs),
    Search(SearchPositionsArgs),
    /// Remove imported position files from the database
    Remove(ImportedFilesArgs),
    Score(ScoreArgs),
    Scores(ScoresArgs),
}

pub(super) fn run(global: &Global, args: &PositionsArgs) -> Result<ExitCode> {
    match &args.command {
        PositionsCommand::Parse(args) => parse(args),
        PositionsCommand::View(args) => view(args),
        PositionsCommand::Histogram(args) => count_stones(args),
        PositionsCommand::Merge(args) => merge_files(args),
        PositionsCommand::Check(args) => check(args),
        PositionsCommand::Export(args) => export_positions(global, args),
        PositionsCommand::Import(args) => import_files(global, args),
        PositionsCommand::Search(args) => search_games(global, args),
        PositionsCommand::Remove(args) => remove(global, args),
        PositionsCommand::Score(args) => score_files(args),
        PositionsCommand::Scores(args) => show_scores(args),
    }
}

/// The size of the boards, which position files do not contain.
#[derive(Args, Clone, Copy, Debug)]
struct PositionSizeArgs {
    /// The number of lines of the boards
    #[arg(long, default_value = "9", value_name = "LINES")]
    pub size: BoardSize,
}

/// The table that ids are made from.
#[derive(Args, Clone, Debug)]
struct TableArgs {
    /// The Zobrist table of the ids [default: zobrist_board_81.dat beside the files; 81 is the number of points]
    #[arg(long, value_name = "FILE")]
    zobrist: Option<PathBuf>,
}

impl TableArgs {
    /// Finds the table for files in these folders.
    pub fn find(&self, folders: &[PathBuf], size: BoardSize) -> Result<Option<ZobristTable>> {
        Ok(find_zobrist_table(self.zobrist.as_deref(), folders, size)?)
    }

    pub fn require(&self, folders: &[PathBuf], size: BoardSize) -> Result<ZobristTable> {
        Ok(require_zobrist_table(self.zobrist.as_deref(), folders, size)?)
    }

    /// Finds the table or makes one, with its path.
    pub fn find_or_make(&self, folders: &[PathBuf], size: BoardSize) -> Result<(ZobristTable, Option<PathBuf>)> {
        Ok(find_or_make_zobrist_table(self.zobrist.as_deref(), folders, size)?)
    }
}

/// Writes a new table, and warns the user.
fn keep(table: &ZobristTable, path: Option<&Path>) -> Result<()> {
    if let Some(path) = path {
        keep_zobrist_table(table, path)?;
        tell(format_args!(
            "bgo: warning: there was no Zobrist table, so a new one was made, {}: its ids match nobody else's. \
             For the ids of published data, name the table that came with them (--zobrist FILE)",
            path.display()
        ));
    }
    Ok(())
}

/// Begins an output of records, which must not replace a file in use. If the command also prints
/// a document, the records need a file.
fn begin_records(out: &OutArgs, used: &Used, json: bool) -> Result<Out> {
    if let Some(path) = out.file() {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        ensure!(
            !name.starts_with("zobrist_board_") && name != SourceList::FILE_NAME,
            "{} is the name of a file beside position files; name another file",
            path.display()
        );
    } else if json {
        return Err(WrongUsage::saying(
            "--json prints a document on standard output; name a file for the records with --out",
        ));
    } else {
        ensure!(
            !io::stdout().is_terminal(),
            "records are not text for a terminal; name a file with --out, or redirect the output"
        );
    }
    Ok(out.begin(Path::to_owned, used)?)
}

/// Opens a file, or standard input for `-`, and returns its name in errors.
fn open(path: &Path) -> Result<(Box<dyn Read>, String), ResearchError> {
    if is_standard(path) {
        return Ok((Box::new(io::stdin().lock()), "standard input".to_owned()));
    }
    let unreadable = FileError::reading(path);
    let file = File::open(path).map_err(unreadable)?;
    if file.metadata().is_ok_and(|metadata| metadata.is_dir()) {
        return Err(unreadable(io::ErrorKind::IsADirectory.into()).into());
    }
    Ok((Box::new(file), path.display().to_string()))
}

/// A progress bar of the bytes that are read.
struct ReadBar {
    bar: CountBar,
    done: Cell<u64>,
    all: u64,
}

impl ReadBar {
    pub fn new(visible: bool, paths: &[PathBuf]) -> Self {
        Self {
            bar: CountBar::of_bytes(visible),
            done: Cell::new(0),
            all: paths
                .iter()
                .map(|path| path.metadata().map_or(0, |metadata| metadata.len()))
                .sum(),
        }
    }

    /// Wraps a file so that the bar shows its bytes.
    pub fn read<'a, R: Read + 'a>(&'a self, source: R) -> impl Read + 'a {
        ReadBytes { source, bar: self }
    }
}

struct ReadBytes<'a, R> {
    source: R,
    bar: &'a ReadBar,
}

impl<R: Read> Read for ReadBytes<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.source.read(buffer)?;
        let ReadBar { bar, done, all } = self.bar;
        done.set(done.get() + read as u64);
        // The length of a pipe is unknown.
        bar.tell(done.get(), (*all).max(done.get()));
        Ok(read)
    }
}

/// Returns the different folders of files; for standard input, the current folder.
fn folders(paths: &[PathBuf]) -> Vec<PathBuf> {
    let mut folders: Vec<PathBuf> = Vec::new();
    for path in paths {
        // Files beside a pipe or a device do not belong to it.
        let is_file = path.metadata().is_ok_and(|metadata| metadata.is_file());
        let folder = match path.parent() {
            Some(parent) if parent != Path::new("") && is_file => parent,
            _ => Path::new("."),
        };
        if !folders.iter().any(|known| known == folder) {
            folders.push(folder.to_owned());
        }
    }
    folders
}

/// Reads the list of source files beside a position file, if there is one.
fn sources_beside(path: &Path) -> Result<Option<SourceList>> {
    let list = path.with_file_name(SourceList::FILE_NAME);
    if is_standard(path) || !list.exists() {
        return Ok(None);
    }
    Ok(Some(SourceList::from_file(&list)?))
}
