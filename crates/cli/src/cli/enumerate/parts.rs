use super::super::output::{JsonList, print};
use super::until_stopped;
use crate::args::one_of;
use crate::render::CountBar;
use anyhow::{Context, Result};
use bgo::files::create_folder;
use bgo::interrupt::Interrupt;
use bgo::range::Range;
use bgo_research::enumerate::{Grid, KoPart, KoRule, Layout, LegalPart, PART_SIZE, PartOptions, make_ko, make_legal};
use clap::Args;
use serde::Serialize;
use std::path::PathBuf;

/// Arguments for the output.
#[derive(Args, Debug)]
struct TellArgs {
    /// Print the result as one JSON document
    #[arg(long)]
    json: bool,
    /// Show no progress
    #[arg(long, short)]
    quiet: bool,
}

/// Make the files of legal and reduced positions: a bit for each serial
///
/// Each part has a description beside it, with its counts and its MD5. Finished parts are not
/// made again: after an interruption, rerun the command to continue. Parts can be made on
/// several machines and put into one folder.
#[derive(Args, Debug)]
pub(super) struct LegalArgs {
    /// The board: rows and columns, such as 3x4
    #[arg(long, value_name = "RxC")]
    size: Grid,
    /// The parts to make: A..B, A.., ..B or A, both ends included, counted from 0 [default: all]
    #[arg(long, value_name = "RANGE")]
    parts: Option<Range<u64>>,
    /// The number of serials in a part, a multiple of 8
    #[arg(long, value_name = "SERIALS", default_value_t = PART_SIZE)]
    part_size: u64,
    /// The folder for the files
    #[arg(long, value_name = "FOLDER")]
    out: PathBuf,
    #[command(flatten)]
    tell: TellArgs,
}

/// Make the files of points that a ko may forbid, from those of legal positions
///
/// Four bytes for each serial, a bit for each point. A point counts if it is the only liberty
/// of a single white stone and all its neighbours are white. By the strict rule, every other
/// white string beside it must also have another liberty, as otherwise the position before the
/// capture was illegal.
#[derive(Args, Debug)]
pub(super) struct KoArgs {
    /// The folder with the files of legal positions, where these go too
    #[arg(long, value_name = "FOLDER")]
    out: PathBuf,
    /// The parts to make: A..B, A.., ..B or A, both ends included [default: all with legal positions]
    #[arg(long, value_name = "RANGE")]
    parts: Option<Range<u64>>,
    /// The rule of the points
    #[arg(long, value_parser = one_of(&KoRule::ALL, KoRule::name), default_value = "compat")]
    ko: KoRule,
    #[command(flatten)]
    tell: TellArgs,
}

pub(super) fn run_legal(args: &LegalArgs) -> Result<()> {
    let layout = Layout::new(args.size, args.part_size)?;
    let unmade = || format!("{} is not a folder and cannot be made one", args.out.display());
    create_folder(&args.out).with_context(unmade)?;
    let (first, last) = args.parts.unwrap_or_default().ends();
    make(&args.tell, |tell, bar, stop| {
        let options = PartOptions {
            folder: &args.out,
            first,
            last,
            stop,
        };
        let made = |part: LegalPart| {
            let text = format!(
                "{}  part {}: {} legal, {} of them reduced\n",
                part.md5, part.part.part, part.content.legal, part.content.reduced
            );
            tell(&part, text)
        };
        make_legal(&layout, &options, made, |done, all| bar.tell(done, all))
    })
}

pub(super) fn run_ko(args: &KoArgs) -> Result<()> {
    let (first, last) = args.parts.unwrap_or_default().ends();
    make(&args.tell, |tell, bar, stop| {
        let options = PartOptions {
            folder: &args.out,
            first,
            last,
            stop,
        };
        let made = |part: KoPart| {
            let ko = &part.content.ko;
            let text = format!(
                "{}  part {}: {} points in {} positions, at most {}\n",
                part.md5, part.part.part, ko.points, ko.positions, ko.most
            );
            tell(&part, text)
        };
        make_ko(args.ko, &options, made, |done, all| bar.tell(done, all))
    })
}

/// Makes parts, and prints each as soon as it is finished.
fn make<P: Serialize, E: Into<anyhow::Error>>(
    args: &TellArgs,
    work: impl FnOnce(&mut dyn FnMut(&P, String), &CountBar, &Interrupt) -> Result<(), E>,
) -> Result<()> {
    let bar = CountBar::new(!args.quiet, "serials");
    let begin = || JsonList::begin("{\"parts\":[");
    let mut list: Option<JsonList> = None;
    let mut told = Ok(());
    let done = until_stopped(|stop| {
        let mut tell = |part: &P, text: String| {
            if told.is_ok() {
                told = (|| {
                    if !args.json {
                        return print(text);
                    }
                    let list = match &mut list {
                        Some(list) => list,
                        None => list.insert(begin()?),
                    };
                    list.add(part)
                })();
            }
        };
        work(&mut tell, &bar, stop)
    })?;
    drop(bar);
    if let Some(list) = list {
        list.end()?;
    }
    told?;
    done.map_err(Into::into)
}
