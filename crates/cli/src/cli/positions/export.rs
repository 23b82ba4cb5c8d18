use super::super::global::Global;
use super::super::interrupt;
use super::super::output::{print_json, tell};
use super::files::{RecordsOutArgs, SizeArgs, TableArgs, keep};
use crate::args::{FilterArgs, Used, with_archives};
use crate::render::{CountBar, counted};
use anyhow::{Result, bail};
use bgo::go::Color;
use bgo::range::Range;
use bgo_research::formats::positions::SourceList;
use bgo_research::positions::{ExportedPositions, PositionExport, export};
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Write positions of the database as position records
///
/// Each position is written once, from the first game that has it, with the number of the move
/// and of the game in the list master_game_file_list.dat beside the file. An existing list is
/// extended.
#[derive(Debug, clap::Args)]
pub(super) struct ExportArgs {
    #[command(flatten)]
    size: SizeArgs,
    #[command(flatten)]
    table: TableArgs,
    #[command(flatten)]
    out: RecordsOutArgs,
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
    PossibleValuesParser::new(names).map(|name| match name.starts_with(['B', 'b']) {
        true => Color::Black,
        false => Color::White,
    })
}

pub(super) fn run(global: &Global, args: &ExportArgs) -> Result<ExitCode> {
    let snapshot = global.snapshot()?;
    let size = args.size.size;
    let out = args.out.begin(&Used::database(snapshot.path()), args.json)?;
    let folder = out.folder();
    let here = folder.clone().unwrap_or_else(|| PathBuf::from("."));
    let sources = match (args.no_extra, &folder) {
        (true, _) => None,
        (false, Some(folder)) => Some(folder.join(SourceList::FILE_NAME)),
        (false, None) => {
            bail!("the list of games goes beside the file: name one with --out, or leave it out with --no-extra")
        }
    };
    let table = args.table.find_or_make(&[here], size)?;
    let zobrist = table.table.for_size(size)?;
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
        keep(table)?;
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
