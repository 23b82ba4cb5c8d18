use super::{PositionSizeArgs, ReadBar, TableArgs, begin_records, folders, keep, open, sources_beside};
use crate::args::{FormArgs, OutArgs, STANDARD, Used, file_in, is_standard, require_one_stdin};
use crate::cli::interrupt;
use crate::cli::output::{JsonList, give, print, print_json, tell};
use crate::render::{CountBar, PositionText, Text, counted, histogram_svg, histogram_text};
use anyhow::{Result, bail, ensure};
use bgo::go::Transform;
use bgo::position_file::{PositionId, PositionRecord};
use bgo::range::Range;
use bgo_research::ResearchError;
use bgo_research::formats::positions::{PositionReader, SourceList, Zobrist, read_boards};
use bgo_research::positions::{CheckedPositions, Merged, histogram, merge};
use serde::Serialize;
use std::borrow::Cow;
use std::io::{BufReader, BufWriter, Read, Write};
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
    size: PositionSizeArgs,
    #[command(flatten)]
    table: TableArgs,
    #[command(flatten)]
    out: OutArgs,
    /// Print nothing
    #[arg(long, short)]
    quiet: bool,
}

pub(super) fn parse(args: &ParseArgs) -> Result<ExitCode> {
    require_one_stdin(&args.files)?;
    let size = args.size.size;
    let out = begin_records(&args.out, &Used::default().and_inputs(&args.files), false)?;
    // The table belongs beside the records, so the folder of the output comes first.
    let folders: Vec<PathBuf> = out.folder().into_iter().chain(folders(&args.files)).collect();
    let (table, new) = args.table.find_or_make(&folders, size)?;
    let zobrist = table.for_size(size)?;
    let mut writer = BufWriter::new(out.writer()?);
    let mut records = 0;
    for path in &args.files {
        let (source, name) = open(path)?;
        for text in read_boards(BufReader::new(source), name, size) {
            let text = text?;
            let record = PositionRecord::new(text.id(&zobrist), &text.board, None);
            record.write(&mut writer).map_err(ResearchError::unwritable_records)?;
            records += 1;
        }
    }
    writer.flush().map_err(ResearchError::unwritable_records)?;
    drop(writer);
    if records > 0 {
        keep(&table, new.as_deref())?;
    }
    out.complete()?;
    if !args.quiet {
        tell(format_args!("{} written", counted(records, "record")));
    }
    Ok(ExitCode::SUCCESS)
}

/// Show the records of a position file as boards
#[derive(Debug, clap::Args)]
pub(super) struct ViewPositionsArgs {
    /// The file; - is standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    #[command(flatten)]
    size: PositionSizeArgs,
    #[command(flatten)]
    table: TableArgs,
    /// The records, counted from 1: A..B, A.., ..B or A
    #[arg(long, value_name = "RANGE")]
    records: Option<Range<u64>>,
    /// Only records with this id: 20 hex digits
    #[arg(long, value_name = "ID")]
    id: Option<PositionId>,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

pub(super) fn view(args: &ViewPositionsArgs) -> Result<ExitCode> {
    let size = args.size.size;
    // Boards can be shown without a table, or if it is broken.
    let found = args.table.find(&folders(std::slice::from_ref(&args.file)), size);
    let zobrist = match found.and_then(|table| Ok(table.map(|table| table.for_size(size)).transpose()?)) {
        Ok(zobrist) => zobrist,
        Err(error) => {
            let hint = crate::hints::hint(error.as_ref());
            tell(format_args!("bgo: warning: {error}{hint}; no transforms are shown"));
            None
        }
    };
    let (source, name) = open(&args.file)?;
    let view = RecordsView {
        args,
        zobrist,
        sources: sources_beside(&args.file)?,
    };
    let reader = PositionReader::new(source, name.as_str(), size);
    let shown = if args.json {
        let mut list = JsonList::begin(&format!("{{\"board_size\":{},\"records\":[", size.lines()))?;
        let shown = view.visit(reader, |text| list.add(&ViewedRecord::from(text)))?;
        list.end()?;
        shown
    } else {
        let mut first = true;
        view.visit(reader, |text| {
            let between = if std::mem::take(&mut first) { "" } else { "\n" };
            print(Text::from(between) + text.text())
        })?
    };
    ensure!(
        shown > 0 || (args.records.is_none() && args.id.is_none()),
        "{name}: no record matches --records and --id"
    );
    Ok(ExitCode::SUCCESS)
}

/// The choice of records, and the files that help to show them.
struct RecordsView<'a> {
    args: &'a ViewPositionsArgs,
    zobrist: Option<Zobrist>,
    sources: Option<SourceList>,
}

impl RecordsView<'_> {
    /// Shows the chosen records, and returns their number.
    fn visit(
        &self,
        reader: PositionReader<impl Read>,
        mut show: impl FnMut(&PositionText<'_>) -> Result<()>,
    ) -> Result<u64> {
        let ViewPositionsArgs { records, id, .. } = self.args;
        let (mut number, mut shown) = (0, 0);
        reader.visit(|offset, record| -> Result<()> {
            number += 1;
            let is_wanted =
                records.is_none_or(|records| records.contains(Some(number))) && id.is_none_or(|id| id == record.id());
            if !is_wanted {
                return Ok(());
            }
            shown += 1;
            show(&PositionText {
                number,
                offset,
                record,
                transform: self.zobrist.as_ref().and_then(|zobrist| transform(record, zobrist)),
                sources: self.sources.as_ref(),
            })
        })?;
        Ok(shown)
    }
}

/// Returns the transform to the orientation with the hash, unless the id is not that of the
/// board.
fn transform(record: &PositionRecord, zobrist: &Zobrist) -> Option<Transform> {
    let (hash, transform) = zobrist.oriented(record.stones(), None);
    (hash == record.id().hash).then_some(transform)
}

/// A record as JSON.
#[derive(Serialize)]
struct ViewedRecord<'a> {
    record: u64,
    offset: u64,
    id: String,
    hash: String,
    tiebreaker: u8,
    to_play: char,
    board: Cow<'a, str>,
    black_stones: u16,
    white_stones: u16,
    transform: Option<usize>,
    extra: Option<ViewedExtra<'a>>,
}

#[derive(Serialize)]
struct ViewedExtra<'a> {
    source: u32,
    source_name: Option<&'a str>,
    variation: u16,
    move_number: u16,
}

impl<'a> From<&PositionText<'a>> for ViewedRecord<'a> {
    fn from(view: &PositionText<'a>) -> Self {
        let id = view.record.id();
        let [black_stones, white_stones] = view.record.stone_counts();
        Self {
            record: view.number,
            offset: view.offset,
            id: id.to_string(),
            hash: format!("{:016x}", id.hash),
            tiebreaker: id.tiebreaker,
            to_play: id.to_play.letter(),
            board: String::from_utf8_lossy(view.record.points()),
            black_stones,
            white_stones,
            transform: view.transform.map(Transform::number),
            extra: view.record.extra().map(|extra| ViewedExtra {
                source: extra.source,
                source_name: view.sources.and_then(|list| list.name(extra.source)),
                variation: extra.variation,
                move_number: extra.move_number,
            }),
        }
    }
}

/// Count positions by their number of stones
#[derive(Debug, clap::Args)]
#[command(mut_arg("out", |out| out.value_parser(file_in(&["json", "svg"]))))]
pub(super) struct HistogramArgs {
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
}

pub(super) fn count_stones(args: &HistogramArgs) -> Result<ExitCode> {
    require_one_stdin(&args.files)?;
    give(&args.form.out, &Used::default().and_inputs(&args.files), || {
        histogram_form(args)
    })
}

fn histogram_form(args: &HistogramArgs) -> Result<Text> {
    let bar = ReadBar::new(!args.quiet, &args.files);
    let opened = args
        .files
        .iter()
        .map(|path| open(path).map(|(source, name)| (bar.read(source), name)));
    let histogram = histogram(opened, args.size.size)?;
    drop(bar);
    Ok(Text::from(if args.form.json() {
        serde_json::to_string(&histogram)? + "\n"
    } else if args.svg || args.form.out.ends_in("svg") {
        histogram_svg(&histogram)
    } else {
        histogram_text(&histogram)
    }))
}

/// Join position files without duplicates
///
/// Of the records with the same id, the first is kept unchanged. If records have the same id
/// but different numbers of stones, all are kept and a message names them.
#[derive(Debug, clap::Args)]
pub(super) struct MergeArgs {
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
}

pub(super) fn merge_files(args: &MergeArgs) -> Result<ExitCode> {
    require_one_stdin(&args.files)?;
    let out = begin_records(&args.out, &Used::default().and_inputs(&args.files), args.json)?;
    let mut files = args.files.clone();
    for path in files.iter_mut().filter(|path| is_standard(path)) {
        *path = PathBuf::from("/dev/stdin");
    }
    let scratch = out.folder().unwrap_or_else(std::env::temp_dir);
    let stop = interrupt::handled()?;
    let watch = stop.start();
    let bar = CountBar::of_bytes(!args.quiet);
    let size = args.size.size;
    let merged = merge(&files, size, &scratch, out.writer()?, &stop, |done, all| {
        bar.tell(done, all)
    });
    drop(bar);
    drop(watch);
    let merged = merged?;
    out.complete()?;
    for conflict in &merged.conflicting {
        tell(format_args!("bgo: {conflict}"));
    }
    if args.json {
        print_json(&merged)?;
    } else if !args.quiet {
        let Merged {
            read,
            written,
            duplicates,
            conflicts,
            ..
        } = merged;
        let records = counted(read, "record");
        tell(format_args!(
            "{records} in {}: {written} written, {}, {conflicts} with the id of another",
            counted(args.files.len() as u64, "file"),
            counted(duplicates, "duplicate"),
        ));
    }
    Ok(ExitCode::SUCCESS)
}

/// Verify position files and their ids
///
/// Prints the place of each damage and each wrong id, and changes nothing. The exit status is 1
/// if anything is wrong.
#[derive(Debug, clap::Args)]
pub(super) struct CheckPositionsArgs {
    /// Position files; - is standard input
    #[arg(value_name = "FILE", default_value = STANDARD)]
    files: Vec<PathBuf>,
    #[command(flatten)]
    size: PositionSizeArgs,
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

pub(super) fn check(args: &CheckPositionsArgs) -> Result<ExitCode> {
    let size = args.size.size;
    require_one_stdin(&args.files)?;
    let mut checked = CheckedPositions::default();
    let bar = ReadBar::new(!args.quiet, &args.files);
    for path in &args.files {
        let table = args.table.require(&folders(std::slice::from_ref(path)), size)?;
        let (source, name) = open(path)?;
        checked.check(bar.read(source), &name, &table.for_size(size)?, args.problems)?;
    }
    drop(bar);
    let found = checked.wrong_ids + checked.damaged;
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
