use super::super::output::{JsonList, print};
use super::until_stopped;
use crate::render::CountBar;
use anyhow::{Context, Result};
use bgo::interrupt::Interrupt;
use bgo::range::Range;
use bgo_research::enumerate::{Grid, KoPart, KoRule, Layout, LegalPart, PART_SIZE, PartOptions, make_ko, make_legal};
use clap::{Args, ValueEnum};
use serde::Serialize;
use std::fs;
use std::path::PathBuf;

/// What is told of parts that are made.
#[derive(Args, Debug)]
struct TellArgs {
    /// Print what was made as one JSON document
    #[arg(long)]
    json: bool,
    /// Show no progress
    #[arg(long, short)]
    quiet: bool,
}

/// Make the files of legal and reduced positions: a bit a serial
///
/// Each part has a description beside it with its counts and its MD5. Parts that are
/// finished are left as they are, so that the same command goes on where it was stopped;
/// parts can be made on several machines and put into one folder.
#[derive(Args, Debug)]
pub(super) struct LegalArgs {
    /// The board: rows and columns, as 3x4
    #[arg(long, value_name = "RxC")]
    size: Grid,
    /// Which parts: A..B, A.., ..B or A, both ends included, counted from 0 [default: all]
    #[arg(long, value_name = "RANGE")]
    parts: Option<Range<u64>>,
    /// Serials of a part, a multiple of 8
    #[arg(long, value_name = "SERIALS", default_value_t = PART_SIZE)]
    part_size: u64,
    /// The folder for the files
    #[arg(long, value_name = "FOLDER")]
    out: PathBuf,
    #[command(flatten)]
    tell: TellArgs,
}

/// Make the files of the points that a ko may forbid, of those of legal positions
///
/// Four bytes a serial, a bit a point. A point counts if it is the only liberty of a single
/// white stone and has white neighbours alone; strictly, if besides every other white string
/// beside it has another liberty, as without the position before the capture was illegal.
#[derive(Args, Debug)]
pub(super) struct KoArgs {
    /// The folder with the files of legal positions, for these too
    #[arg(long, value_name = "FOLDER")]
    out: PathBuf,
    /// Which parts: A..B, A.., ..B or A, both ends included [default: all that are there]
    #[arg(long, value_name = "RANGE")]
    parts: Option<Range<u64>>,
    /// Which points count
    #[arg(long, value_enum, default_value_t = Rule::Compat)]
    ko: Rule,
    #[command(flatten)]
    tell: TellArgs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Rule {
    Compat,
    Strict,
}

pub(super) fn run_legal(args: &LegalArgs) -> Result<()> {
    let layout = Layout::new(args.size, args.part_size)?;
    let unmade = || format!("{} is no folder and cannot be made one", args.out.display());
    fs::create_dir_all(&args.out).with_context(unmade)?;
    make(&args.tell, |tell, bar, stop| {
        let options = PartOptions {
            folder: &args.out,
            parts: args.parts.unwrap_or_default(),
            stop,
        };
        let made = |part: LegalPart| {
            let text = format!(
                "{}  part {}: {} legal, {} of them reduced\n",
                part.md5, part.part.part, part.legal, part.reduced
            );
            tell(&part, text)
        };
        make_legal(&layout, &options, made, |done, all| bar.tell(done, all))
    })
}

pub(super) fn run_ko(args: &KoArgs) -> Result<()> {
    let rule = match args.ko {
        Rule::Compat => KoRule::Compat,
        Rule::Strict => KoRule::Strict,
    };
    make(&args.tell, |tell, bar, stop| {
        let options = PartOptions {
            folder: &args.out,
            parts: args.parts.unwrap_or_default(),
            stop,
        };
        let made = |part: KoPart| {
            let text = format!(
                "{}  part {}: {} points in {} positions, at most {}\n",
                part.md5, part.part.part, part.ko.points, part.ko.positions, part.ko.most
            );
            tell(&part, text)
        };
        make_ko(rule, &options, made, |done, all| bar.tell(done, all))
    })
}

/// Makes parts, and tells of each as soon as it is finished.
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
