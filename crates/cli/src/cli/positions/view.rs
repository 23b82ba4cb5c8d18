use super::super::output::{JsonList, print, tell};
use super::files::{SizeArgs, TableArgs, folders, open, sources_beside};
use crate::render::{PositionText, Text};
use anyhow::{Result, ensure};
use bgo::go::Transform;
use bgo::position_file::{PositionId, PositionRecord};
use bgo::range::Range;
use bgo_research::formats::positions::{PositionReader, SourceList, Zobrist};
use serde::Serialize;
use std::borrow::Cow;
use std::io::Read;
use std::path::PathBuf;
use std::process::ExitCode;

/// Show the records of a position file as boards
#[derive(Debug, clap::Args)]
pub(super) struct ViewArgs {
    /// The file; - is standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    #[command(flatten)]
    size: SizeArgs,
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

pub(super) fn run(args: &ViewArgs) -> Result<ExitCode> {
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
    let view = View {
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
struct View<'a> {
    args: &'a ViewArgs,
    zobrist: Option<Zobrist>,
    sources: Option<SourceList>,
}

impl View<'_> {
    /// Shows the chosen records, and returns their number.
    fn visit(
        &self,
        reader: PositionReader<impl Read>,
        mut show: impl FnMut(&PositionText<'_>) -> Result<()>,
    ) -> Result<u64> {
        let ViewArgs { records, id, .. } = self.args;
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
    let hash = zobrist.hash(record.stones(), None);
    (hash.value == record.id().hash).then_some(hash.transform)
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
