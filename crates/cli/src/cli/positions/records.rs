use super::{ZobristArgs, begin_records, folders, keep, open, sources_beside, total_length};
use crate::args::{FormArgs, OutArgs, inputs, is_standard, require_one_stdin};
use crate::cli::interrupt;
use crate::cli::output::{JsonList, give, print, print_json, tell};
use crate::render::{CountBar, PositionText, Text, counted, histogram_json, histogram_svg, histogram_text};
use anyhow::{Result, bail};
use bgo::internal::go::{BoardSize, Transform};
use bgo::internal::position_file::PositionRecord;
use bgo_research::ResearchError;
use bgo_research::formats::positions::{PositionReader, Zobrist, read_boards};
use bgo_research::positions::{CheckedPositions, Merged, histogram, merge};
use std::io::{BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::slice;

pub(super) fn parse(
    files: &[PathBuf],
    size: BoardSize,
    table: &ZobristArgs,
    out: &OutArgs,
    quiet: bool,
) -> Result<ExitCode> {
    require_one_stdin(files)?;
    let out = begin_records(out, &inputs(files), false)?;
    // The table belongs beside the records, so the folder of the output comes first.
    let folders: Vec<PathBuf> = out.folder().into_iter().chain(folders(files)).collect();
    let (zobrist, new) = table.find_or_make(&folders, size)?;
    let mut writer = BufWriter::new(out.writer()?);
    let mut records = 0;
    for path in files {
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
        keep(&zobrist, new.as_deref())?;
    }
    out.complete()?;
    if !quiet {
        tell(format_args!("{} written", counted(records, "record")));
    }
    Ok(ExitCode::SUCCESS)
}

pub(super) fn view(
    file: &Path,
    size: BoardSize,
    table: &ZobristArgs,
    json: bool,
    is_wanted: impl Fn(u64, &PositionRecord) -> bool,
) -> Result<u64> {
    // Boards can be shown without a table, or if it is broken.
    let zobrist = match table.find(&folders(slice::from_ref(&file.to_owned())), size) {
        Ok(zobrist) => zobrist,
        Err(error) => {
            let hint = crate::hints::hint(error.as_ref(), false);
            tell(format_args!("bgo: warning: {error}{hint}; no transforms are shown"));
            None
        }
    };
    let (source, name) = open(file)?;
    let sources = sources_beside(file)?;
    let mut list = None;
    if json {
        list = Some(JsonList::begin(&format!(
            "{{\"board_size\":{},\"records\":[",
            size.lines()
        ))?);
    }
    let (mut number, mut shown) = (0, 0);
    PositionReader::new(source, name.as_str(), size).visit(|offset, record| -> Result<()> {
        number += 1;
        if !is_wanted(number, record) {
            return Ok(());
        }
        let position = PositionText {
            number,
            offset,
            record,
            transform: zobrist.as_ref().and_then(|zobrist| transform(record, zobrist)),
            sources: sources.as_ref(),
        };
        shown += 1;
        match &mut list {
            Some(list) => list.add(&position),
            None => print(Text::from(if shown == 1 { "" } else { "\n" }) + position.text()),
        }
    })?;
    if let Some(list) = list {
        list.end()?;
    }
    Ok(shown)
}

/// Returns the transform to the orientation with the hash, unless the id is not that of the
/// board.
fn transform(record: &PositionRecord, zobrist: &Zobrist) -> Option<Transform> {
    let (hash, transform) = zobrist.oriented(record.stones(), None);
    (hash == record.id().hash).then_some(transform)
}

pub(super) fn count_stones(
    files: &[PathBuf],
    size: BoardSize,
    svg: bool,
    form: &FormArgs,
    quiet: bool,
) -> Result<ExitCode> {
    require_one_stdin(files)?;
    give(&form.out, &inputs(files), || {
        let (bar, all) = (CountBar::of_bytes(!quiet), total_length(files));
        let opened = files.iter().map(|path| open(path));
        // The length of a pipe is unknown.
        let counts = histogram(opened, size, |done| bar.tell(done, all.max(done)))?;
        drop(bar);
        Ok::<_, anyhow::Error>(Text::from(if form.json() {
            histogram_json(&counts, size)
        } else if svg || form.out.ends_in("svg") {
            histogram_svg(&counts)
        } else {
            histogram_text(&counts)
        }))
    })
}

pub(super) fn merge_files(
    files: &[PathBuf],
    size: BoardSize,
    out: &OutArgs,
    json: bool,
    quiet: bool,
) -> Result<ExitCode> {
    require_one_stdin(files)?;
    let out = begin_records(out, &inputs(files), json)?;
    let mut paths = files.to_vec();
    for path in paths.iter_mut().filter(|path| is_standard(path)) {
        *path = PathBuf::from("/dev/stdin");
    }
    let scratch = out.folder().unwrap_or_else(std::env::temp_dir);
    let stop = interrupt::handled()?;
    let watch = stop.start();
    let bar = CountBar::of_bytes(!quiet);
    let merged = merge(&paths, size, &scratch, out.writer()?, &stop, |done, all| {
        bar.tell(done, all)
    });
    drop(bar);
    drop(watch);
    let merged = merged?;
    out.complete()?;
    for conflict in &merged.conflicting {
        tell(format_args!("bgo: {conflict}"));
    }
    if json {
        print_json(&merged)?;
    } else if !quiet {
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
            counted(files.len() as u64, "file"),
            counted(duplicates, "duplicate"),
        ));
    }
    Ok(ExitCode::SUCCESS)
}

pub(super) fn check(
    files: &[PathBuf],
    size: BoardSize,
    table: &ZobristArgs,
    problems: usize,
    json: bool,
    quiet: bool,
) -> Result<ExitCode> {
    require_one_stdin(files)?;
    let mut checked = CheckedPositions::default();
    let (bar, all) = (CountBar::of_bytes(!quiet), total_length(files));
    // The length of a pipe is unknown, so its bytes count as they are read.
    let (mut before, mut read) = (0, 0);
    for path in files {
        let zobrist = table.require(&folders(slice::from_ref(path)), size)?;
        let (source, name) = open(path)?;
        checked.check(source, &name, &zobrist, problems, |done| {
            read = before + done;
            bar.tell(read, all.max(read));
        })?;
        before = read;
    }
    drop(bar);
    let found = checked.wrong_ids + checked.damaged;
    if json {
        print_json(&checked)?;
    } else if found > 0 {
        let lines = checked.problems.iter().map(|problem| format!("{problem}\n"));
        print(lines.collect::<String>())?;
    } else if !quiet {
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
