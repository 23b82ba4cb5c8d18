use super::{PositionSizeArgs, ZobristArgs, begin_records, keep, open};
use crate::args::{FilterArgs, OutArgs, database_files, with_archives};
use crate::cli::global::Global;
use crate::cli::interrupt;
use crate::cli::output::{JsonList, print, print_json, tell};
use crate::render::{CountBar, counted, found_position_text};
use anyhow::{Result, bail, ensure};
use bgo::internal::go::{BoardSize, Color};
use bgo::internal::position_file::PositionId;
use bgo::internal::query::QueryError;
use bgo::internal::range::Range;
use bgo::internal::store::Access;
use bgo_research::formats::positions::SourceList;
use bgo_research::positions::{
    ExportedPositions, ImportedPositions, PositionExport, PositionSearch, export, import, search,
};
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use std::io::{IsTerminal, stdout};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Write positions of the database as position records
///
/// Each position is written once, from the first game that has it, with the number of the move
/// and of the game in the list master_game_file_list.dat beside the file. An existing list is
/// extended.
#[derive(Debug, clap::Args)]
pub(in crate::cli) struct ExportPositionsArgs {
    #[command(flatten)]
    size: PositionSizeArgs,
    #[command(flatten)]
    table: ZobristArgs,
    #[command(flatten)]
    out: OutArgs,
    /// The number of moves before the position: A..B, A.., ..B or A
    #[arg(long, value_name = "RANGE")]
    ply: Option<Range<u64>>,
    /// Only positions with this colour to play
    #[arg(long, value_name = "COLOUR", ignore_case = true, value_parser = color())]
    to_play: Option<Color>,
    /// Games with this word; see find. Can be repeated
    #[arg(long, value_name = "WORD")]
    word: Vec<String>,
    /// Include the point that a ko forbids in ids, which only check recognises
    #[arg(long)]
    ko: bool,
    /// Write repeated positions too
    #[arg(long)]
    repeats: bool,
    /// Write records without game and move, and no list of games
    #[arg(long)]
    no_extra: bool,
    /// Print the result as one JSON document; the records then need a file
    #[arg(long)]
    json: bool,
    /// Show no progress and no summary
    #[arg(long, short)]
    quiet: bool,
    #[command(flatten)]
    filter: FilterArgs,
}

fn color() -> impl TypedValueParser<Value = Color> {
    let names = [("B", "black"), ("W", "white")].map(|(name, alias)| PossibleValue::new(name).alias(alias));
    PossibleValuesParser::new(names).map(|name| {
        if name.starts_with(['B', 'b']) {
            Color::Black
        } else {
            Color::White
        }
    })
}

pub(super) fn export_positions(global: &Global, args: &ExportPositionsArgs) -> Result<ExitCode> {
    let snapshot = global.snapshot()?;
    let size = args.size.size;
    let out = begin_records(&args.out, &database_files(snapshot.path()), args.json)?;
    let folder = out.folder();
    let here = folder.clone().unwrap_or_else(|| PathBuf::from("."));
    let sources = match &folder {
        _ if args.no_extra => None,
        Some(folder) => Some(folder.join(SourceList::FILE_NAME)),
        None => bail!("the list of games goes beside the file: name one with --out, or leave it out with --no-extra"),
    };
    let (zobrist, new) = args.table.find_or_make(&[here], size)?;
    let filter = with_archives(args.filter.filter(), &snapshot, Path::to_path_buf)?;
    let options = PositionExport {
        filter: &filter,
        words: &args.word,
        ply: args.ply.unwrap_or_default(),
        to_play: args.to_play,
        with_ko: args.ko,
        repeats: args.repeats,
        sources,
    };
    let stop = interrupt::handled()?;
    let watch = stop.start();
    let bar = CountBar::new(!args.quiet, "games");
    let scratch = folder.unwrap_or_else(std::env::temp_dir);
    let mut writer = out.writer()?;
    let exported = export(
        &snapshot,
        &zobrist,
        &options,
        &scratch,
        &mut writer,
        &stop,
        &mut |done, all| {
            bar.tell(done, all);
        },
    );
    drop((bar, writer));
    drop(watch);
    let exported = exported?;
    if exported.records > 0 {
        keep(&zobrist, new.as_deref())?;
    }
    out.complete()?;
    if args.json {
        print_json(&exported)?;
    } else if !args.quiet {
        let ExportedPositions {
            games,
            positions,
            records,
        } = exported;
        tell(format_args!(
            "{} of {}: {} written",
            counted(positions, "position"),
            counted(games, "game"),
            counted(records, "record")
        ));
    }
    Ok(ExitCode::SUCCESS)
}

pub(super) fn import_files(
    global: &Global,
    files: &[PathBuf],
    size: BoardSize,
    json: bool,
    quiet: bool,
) -> Result<ExitCode> {
    for path in files {
        // A wrong name must not create the database.
        drop(open(path)?);
        let shown = path.display();
        ensure!(
            path.is_file(),
            "{shown} is not a file; position files are imported by their paths"
        );
    }
    let db = global.open(Access::Write)?;
    let stop = interrupt::handled()?;
    let watch = stop.start();
    let bar = CountBar::new(!quiet, "records");
    let imported = import(&db, files, size, &stop, |done, most| bar.tell(done, most));
    drop(bar);
    drop(watch);
    let imported = imported?;
    if json {
        print_json(&imported)?;
    } else if !quiet {
        let ImportedPositions {
            files,
            new,
            unchanged,
            replaced,
            records,
        } = imported;
        print(format!(
            "{} in {}: {new} new, {unchanged} unchanged, {replaced} replaced\n",
            counted(records, "position"),
            counted(files, "file")
        ))?;
    }
    if imported.records == 0 {
        tell("bgo: warning: the files have no positions");
    }
    Ok(ExitCode::SUCCESS)
}

/// Find the games that reach imported positions
///
/// Positions match in all eight orientations, as in search. Commands such as `bgo search --id
/// ID` ask more about one of them.
#[derive(Debug, clap::Args)]
pub(in crate::cli) struct SearchPositionsArgs {
    /// Only positions of this file, by path or name
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,
    /// Only the position with this id: 20 hex digits
    #[arg(long, value_name = "ID")]
    id: Option<PositionId>,
    /// Also count positions with the colours exchanged
    #[arg(long)]
    swap: bool,
    /// The number of games to list for each position
    #[arg(long, value_name = "NUMBER", default_value_t = 5)]
    games: usize,
    /// Only positions that games reach
    #[arg(long)]
    reached: bool,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    filter: FilterArgs,
}

pub(super) fn search_games(global: &Global, args: &SearchPositionsArgs) -> Result<ExitCode> {
    let snapshot = global.snapshot()?;
    ensure!(
        snapshot.state()?.position_files > 0,
        "the database has no positions; bgo positions import FILE adds some"
    );
    let file = args
        .file
        .as_deref()
        .map(|path| snapshot.find_position_file(path))
        .transpose()?;
    let filter = with_archives(args.filter.filter(), &snapshot, Path::to_path_buf)?;
    let wanted = PositionSearch {
        file,
        id: args.id,
        filter: &filter,
        swap: args.swap,
        games: args.games,
        reached: args.reached,
    };
    if let Some(id) = args.id {
        ensure!(snapshot.position_with_id(id)?.is_some(), QueryError::NoSuchPosition(id));
    }
    // On a terminal, the answers themselves show the progress.
    let bar = CountBar::new(args.id.is_none() && !stdout().is_terminal(), "positions");
    if args.json {
        let mut list = JsonList::begin("{\"positions\":[")?;
        search(
            &snapshot,
            &wanted,
            |found| list.add(&found),
            |done, all| bar.tell(done, all),
        )?;
        drop(bar);
        list.end()?;
        return Ok(ExitCode::SUCCESS);
    }
    let (mut told, mut reached) = (0, 0);
    search(
        &snapshot,
        &wanted,
        |found| {
            told += 1;
            reached += u64::from(found.totals.games > 0);
            print(found_position_text(&found))
        },
        |done, all| bar.tell(done, all),
    )?;
    drop(bar);
    print(format!("{}, games reach {reached}\n", counted(told, "position")))?;
    Ok(ExitCode::SUCCESS)
}
