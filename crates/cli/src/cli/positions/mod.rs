//! `bgo positions`: position files, their ids, and scores by engines.

mod database;
mod records;
mod scores;

use super::analyses::remove_files;
use super::global::Global;
use super::output::{WrongUsage, print, tell};
use crate::args::{FormArgs, Out, OutArgs, STANDARD, file_in, is_standard};
use crate::render::counted;
use anyhow::{Result, ensure};
use bgo::internal::files::FileError;
use bgo::internal::go::BoardSize;
use bgo::internal::position_file::{PositionId, PositionRecord};
use bgo::internal::range::Range;
use bgo::internal::store::{Database, Snapshot};
use bgo_research::ResearchError;
use bgo_research::formats::positions::{SourceList, Zobrist};
use bgo_research::positions::{
    find_or_make_zobrist_table, find_zobrist_table, keep_zobrist_table, require_zobrist_table,
};
use clap::{Args, Subcommand};
use database::{ExportPositionsArgs, SearchPositionsArgs, export_positions, import_files, search_games};
use records::{check, count_stones, merge_files, parse, view};
use scores::{ScoreArgs, ScoresCommand, score_files, show_scores};
use std::fs::File;
use std::io::{self, IsTerminal, Read};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Work with files of positions and of scores by engines (9x9 experiments)
///
/// A position file is a list of boards of one size with their ids, a scored file a list of ids
/// with Black's lead according to an engine.
#[derive(Debug, Subcommand)]
pub(super) enum PositionsCommand {
    /// Make position records from boards written as text
    ///
    /// Black is # X x @ or ●, White O o or ○, an empty point . + , _ or ·. A line such as "white to
    /// play" sets the colour to play; otherwise it is White if there are more black stones than
    /// white ones, and Black if not. Letters and numbers around the board, frames, lines of text
    /// between boards, and text after a ; are ignored.
    Parse {
        /// Files of boards; - is standard input
        #[arg(value_name = "FILE", default_value = STANDARD)]
        files: Vec<PathBuf>,
        #[command(flatten)]
        size: PositionSizeArgs,
        #[command(flatten)]
        table: ZobristArgs,
        #[command(flatten)]
        out: OutArgs,
        /// Print nothing
        #[arg(long, short)]
        quiet: bool,
    },
    /// Show the records of a position file as boards
    View {
        /// The file; - is standard input
        #[arg(value_name = "FILE")]
        file: PathBuf,
        #[command(flatten)]
        size: PositionSizeArgs,
        #[command(flatten)]
        table: ZobristArgs,
        /// The records, counted from 1: A..B, A.., ..B or A
        #[arg(long, value_name = "RANGE")]
        records: Option<Range<u64>>,
        /// Only records with this id: 20 hex digits
        #[arg(long, value_name = "ID")]
        id: Option<PositionId>,
        /// Print one JSON document
        #[arg(long)]
        json: bool,
    },
    /// Count positions by their number of stones
    #[command(mut_arg("out", |out| out.value_parser(file_in(&["json", "svg"]))))]
    Histogram {
        /// Position files; - is standard input
        #[arg(value_name = "FILE", default_value = STANDARD)]
        files: Vec<PathBuf>,
        #[command(flatten)]
        size: PositionSizeArgs,
        /// Print a chart as an SVG document
        #[arg(long, conflicts_with = "json")]
        svg: bool,
        #[command(flatten)]
        form: FormArgs,
        /// Show no progress
        #[arg(long, short)]
        quiet: bool,
    },
    /// Join position files without duplicates
    ///
    /// Of the records with the same id, the first is kept unchanged. If records have the same id
    /// but different numbers of stones, all are kept and a message names them.
    Merge {
        /// Position files; - is standard input
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
        #[command(flatten)]
        size: PositionSizeArgs,
        #[command(flatten)]
        out: OutArgs,
        /// Print the result as one JSON document; the records then need a file
        #[arg(long)]
        json: bool,
        /// Show no progress and no summary
        #[arg(long, short)]
        quiet: bool,
    },
    /// Verify position files and their ids
    ///
    /// Prints the place of each damage and each wrong id, and changes nothing. The exit status is 1
    /// if anything is wrong.
    Check {
        /// Position files; - is standard input
        #[arg(value_name = "FILE", default_value = STANDARD)]
        files: Vec<PathBuf>,
        #[command(flatten)]
        size: PositionSizeArgs,
        #[command(flatten)]
        table: ZobristArgs,
        /// The number of problems to describe
        #[arg(long, value_name = "NUMBER", default_value_t = 20)]
        problems: usize,
        /// Print the findings as one JSON document
        #[arg(long)]
        json: bool,
        /// Show no progress, and nothing if all is well
        #[arg(long, short)]
        quiet: bool,
    },
    Export(ExportPositionsArgs),
    /// Store position files in the database, to search for the games that reach them
    ///
    /// Records are stored unchanged, ids included. A file that the database already has is
    /// compared, and replaced if it has changed. Each file is stored completely or not at all.
    Import {
        /// Position files
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
        #[command(flatten)]
        size: PositionSizeArgs,
        /// Print the result as one JSON document
        #[arg(long)]
        json: bool,
        /// Show no progress and no summary
        #[arg(long, short)]
        quiet: bool,
    },
    Search(SearchPositionsArgs),
    /// Remove imported position files from the database
    Remove {
        /// The files: the path, or the name if only one imported file has that name
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
    },
    Score(ScoreArgs),
    #[command(subcommand)]
    Scores(ScoresCommand),
}

pub(super) fn run(global: &Global, command: &PositionsCommand) -> Result<ExitCode> {
    match command {
        PositionsCommand::Parse {
            files,
            size,
            table,
            out,
            quiet,
        } => parse(files, size.size, table, out, *quiet),
        PositionsCommand::View {
            file,
            size,
            table,
            records,
            id,
            json,
        } => {
            let is_wanted = |number, record: &PositionRecord| {
                records.is_none_or(|records| records.contains(Some(number))) && id.is_none_or(|id| id == record.id())
            };
            let shown = view(file, size.size, table, *json, is_wanted)?;
            ensure!(
                shown > 0 || (records.is_none() && id.is_none()),
                "{}: no record matches --records and --id",
                name(file)
            );
            Ok(ExitCode::SUCCESS)
        }
        PositionsCommand::Histogram {
            files,
            size,
            svg,
            form,
            quiet,
        } => count_stones(files, size.size, *svg, form, *quiet),
        PositionsCommand::Merge {
            files,
            size,
            out,
            json,
            quiet,
        } => merge_files(files, size.size, out, *json, *quiet),
        PositionsCommand::Check {
            files,
            size,
            table,
            problems,
            json,
            quiet,
        } => check(files, size.size, table, *problems, *json, *quiet),
        PositionsCommand::Export(args) => export_positions(global, args),
        PositionsCommand::Import {
            files,
            size,
            json,
            quiet,
        } => import_files(global, files, size.size, *json, *quiet),
        PositionsCommand::Search(args) => search_games(global, args),
        PositionsCommand::Remove { files } => {
            let removed = remove_files(
                global,
                files,
                Snapshot::find_position_file,
                Database::remove_position_file,
            )?;
            print(format!("{} removed\n", counted(removed, "position")))?;
            Ok(ExitCode::SUCCESS)
        }
        PositionsCommand::Score(args) => score_files(args),
        PositionsCommand::Scores(command) => show_scores(command),
    }
}

/// The size of the boards, which position files do not contain.
#[derive(Args, Clone, Copy, Debug)]
pub(super) struct PositionSizeArgs {
    /// The number of lines of the boards
    #[arg(long, default_value = "9", value_name = "LINES")]
    pub size: BoardSize,
}

/// The table that ids are made from.
#[derive(Args, Clone, Debug)]
pub(super) struct ZobristArgs {
    /// The Zobrist table of the ids [default: zobrist_board_81.dat beside the files; 81 is the number of points]
    #[arg(long, value_name = "FILE")]
    zobrist: Option<PathBuf>,
}

impl ZobristArgs {
    pub fn find(&self, folders: &[PathBuf], size: BoardSize) -> Result<Option<Zobrist>> {
        Ok(find_zobrist_table(self.zobrist.as_deref(), folders, size)?)
    }

    pub fn require(&self, folders: &[PathBuf], size: BoardSize) -> Result<Zobrist> {
        Ok(require_zobrist_table(self.zobrist.as_deref(), folders, size)?)
    }

    /// Finds the table or makes one, with its path.
    pub fn find_or_make(&self, folders: &[PathBuf], size: BoardSize) -> Result<(Zobrist, Option<PathBuf>)> {
        Ok(find_or_make_zobrist_table(self.zobrist.as_deref(), folders, size)?)
    }
}

/// Writes a new table, and warns the user.
fn keep(table: &Zobrist, path: Option<&Path>) -> Result<()> {
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
fn begin_records(out: &OutArgs, used: &[(PathBuf, &'static str)], json: bool) -> Result<Out> {
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

/// Returns the name of a file, or of standard input for `-`, in errors.
fn name(path: &Path) -> String {
    if is_standard(path) {
        "standard input".to_owned()
    } else {
        path.display().to_string()
    }
}

/// Opens a file, or standard input for `-`, and returns its name in errors.
fn open(path: &Path) -> Result<(Box<dyn Read>, String), ResearchError> {
    if is_standard(path) {
        return Ok((Box::new(io::stdin().lock()), name(path)));
    }
    let unreadable = FileError::reading(path);
    let file = File::open(path).map_err(unreadable)?;
    if file.metadata().is_ok_and(|metadata| metadata.is_dir()) {
        return Err(unreadable(io::ErrorKind::IsADirectory.into()).into());
    }
    Ok((Box::new(file), name(path)))
}

fn total_length(paths: &[PathBuf]) -> u64 {
    let lengths = paths.iter().filter_map(|path| path.metadata().ok());
    lengths.map(|metadata| metadata.len()).sum()
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

fn sources_beside(path: &Path) -> Result<Option<SourceList>> {
    let list = path.with_file_name(SourceList::FILE_NAME);
    if is_standard(path) || !list.exists() {
        return Ok(None);
    }
    Ok(Some(SourceList::from_file(&list)?))
}
