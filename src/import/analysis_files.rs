//! Files of KataGo's analysis engine: queries and responses, a line each, in any order.

use crate::archive::open_text;
use crate::evaluation::katago::{Fault, Line, Perspective, Query, Response};
use crate::files::FileError;
use crate::go::KeyTables;
use crate::interrupt::Interrupt;
use crate::store::{AnalysisFileWriters, Database, StoreError};
use serde::Serialize;
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::io::{self, BufRead, Read};
use std::path::{Path, PathBuf};
use thiserror::Error;

/// The most bytes of a line. Responses with the ownership of each point after each move have
/// some hundred thousand.
const MAX_LINE: usize = 64 << 20;

/// The most lines that a report names.
const MAX_FAULTS: usize = 1000;

/// The result of an import of analyses.
#[derive(Debug, Default, Serialize)]
pub struct ImportedAnalyses {
    /// The number of files that analyses are from.
    pub files: u64,
    /// The number of queries.
    pub queries: u64,
    /// The number of responses: `analyses + repeated + faults` of responses.
    pub responses: u64,
    /// The number of analyses that the database has from these files now.
    pub analyses: u64,
    /// The number of responses about positions of which the file has a response with as many
    /// visits or more.
    pub repeated: u64,
    /// The number of responses during a search, to which others follow.
    pub during_search: u64,
    /// The number of lines that could not be used.
    pub faulty_lines: u64,
    /// The first of these lines.
    pub faults: Vec<FaultyLine>,
}

/// A line that could not be used.
#[derive(Debug, Serialize)]
pub struct FaultyLine {
    /// The file as the user named it.
    pub file: String,
    /// The number of the line, from 1.
    pub line: u64,
    /// The reason.
    pub reason: String,
}

/// The error of an import of analyses; the database is unchanged.
#[derive(Debug, Error)]
pub enum AnalysesError {
    /// A file cannot be read.
    #[error(transparent)]
    File(#[from] FileError),
    /// The database cannot be written.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// The queries with an id.
enum Known {
    One(Query),
    /// There are different ones.
    Several,
}

/// Queries by their ids.
#[derive(Default)]
struct Queries(HashMap<String, Known>);

impl Queries {
    fn add(&mut self, id: String, query: Query) {
        match self.0.entry(id) {
            Entry::Vacant(entry) => {
                entry.insert(Known::One(query));
            }
            Entry::Occupied(mut entry) => {
                if !matches!(entry.get(), Known::One(known) if *known == query) {
                    entry.insert(Known::Several);
                }
            }
        }
    }
}

/// Imports files, plain or compressed by gzip, completely or not at all. A response may stand
/// before its query or in another of the files; one in the same file is preferred. A file that
/// was imported before is replaced, unless it gives no analysis now. The engine reported
/// numbers from `perspective`. Calls
/// `progress` with the number of bytes done, and of all, which are twice those of the files, as
/// each is read twice.
pub fn import_analyses(
    db: &Database,
    paths: &[PathBuf],
    perspective: Perspective,
    stop: &Interrupt,
    mut progress: impl FnMut(u64, u64),
) -> Result<ImportedAnalyses, AnalysesError> {
    let mut imported = ImportedAnalyses::default();
    let all_bytes = 2 * paths.iter().map(|path| size_of_file(path)).sum::<u64>();
    let mut bytes_before = 0;
    let mut own: Vec<Queries> = Vec::new();
    let mut all = Queries::default();
    for path in paths {
        let mut queries = Queries::default();
        for_each_line(path, stop, |place, text| {
            progress(bytes_before + place.bytes, all_bytes);
            if let Ok(Ok(Line::Query(id, query))) = text.map(Line::read) {
                imported.queries += 1;
                all.add(id.clone(), query.clone());
                queries.add(id, query);
            }
            Ok(())
        })?;
        own.push(queries);
        bytes_before += size_of_file(path);
    }
    let transaction = db.transaction(stop.clone())?;
    let mut writers = AnalysisFileWriters::new(&transaction)?;
    for (path, own) in paths.iter().zip(&own) {
        let mut writer = writers.begin(path)?;
        for_each_line(path, stop, |place, text| {
            progress(bytes_before + place.bytes, all_bytes);
            let found = match text.map(Line::read) {
                Ok(Ok(Line::Response(id, response))) => {
                    imported.responses += 1;
                    analysis(&response, &id, [own, &all], perspective, db.keys())
                }
                Ok(Ok(line)) => {
                    imported.during_search += u64::from(matches!(line, Line::DuringSearch));
                    return Ok(());
                }
                Ok(Err(fault)) => Err(fault),
                Err(fault) => Err(Fault::Unreadable(fault.to_string())),
            };
            match found {
                Ok(analysis) => imported.repeated += u64::from(!writer.add(&analysis)?),
                Err(fault) => {
                    imported.faulty_lines += 1;
                    if imported.faults.len() < MAX_FAULTS {
                        let (file, reason) = (path.display().to_string(), fault.to_string());
                        let line = place.line;
                        imported.faults.push(FaultyLine { file, line, reason });
                    }
                }
            }
            Ok(())
        })?;
        bytes_before += size_of_file(path);
        let analyses = writer.finish()?;
        imported.analyses += analyses;
        imported.files += u64::from(analyses > 0);
    }
    transaction.finish()?;
    Ok(imported)
}

fn size_of_file(path: &Path) -> u64 {
    path.metadata().map_or(0, |metadata| metadata.len())
}

/// Returns the analysis that a response is to the query with this id, which is looked for in
/// one set after another.
fn analysis(
    response: &Response,
    id: &str,
    queries: [&Queries; 2],
    perspective: Perspective,
    keys: &KeyTables,
) -> Result<crate::evaluation::Analysis, Fault> {
    match queries.iter().find_map(|queries| queries.0.get(id)) {
        Some(Known::One(query)) => response.analysis(query, perspective, keys),
        Some(Known::Several) => Err(Fault::Ambiguous(id.to_owned())),
        None => Err(Fault::NoQuery(id.to_owned())),
    }
}

/// The place of a line in a file.
struct LinePlace {
    /// The number of the line, from 1.
    line: u64,
    /// The number of bytes of the file that were read.
    bytes: u64,
}

/// Calls `visit` with the place of each line that is not empty, and its text, or what is wrong
/// with it.
fn for_each_line(
    path: &Path,
    stop: &Interrupt,
    mut visit: impl FnMut(LinePlace, Result<&str, &str>) -> Result<(), AnalysesError>,
) -> Result<(), AnalysesError> {
    let reading = FileError::reading(path);
    let (mut reader, progress) = open_text(path).map_err(reading)?;
    let mut line = Vec::new();
    for line_number in 1.. {
        let place = |bytes| LinePlace {
            line: line_number,
            bytes,
        };
        stop.check().map_err(StoreError::from)?;
        line.clear();
        let limit = MAX_LINE as u64 + 1;
        if reader
            .by_ref()
            .take(limit)
            .read_until(b'\n', &mut line)
            .map_err(reading)?
            == 0
        {
            break;
        }
        if line.len() > MAX_LINE && line.last() != Some(&b'\n') {
            skip_line(&mut reader).map_err(reading)?;
            visit(place(progress.bytes_read()), Err("the line is longer than 64 MiB"))?;
            continue;
        }
        let text = std::str::from_utf8(&line).map(|text| text.trim_start_matches('\u{feff}').trim());
        match text {
            Ok("") => {}
            Ok(text) => visit(place(progress.bytes_read()), Ok(text))?,
            Err(_) => visit(place(progress.bytes_read()), Err("the line is not UTF-8"))?,
        }
    }
    Ok(())
}

fn skip_line(reader: &mut impl BufRead) -> io::Result<()> {
    loop {
        let bytes = reader.fill_buf()?;
        let end = bytes.iter().position(|&byte| byte == b'\n');
        let (is_end, used) = (
            end.is_some() || bytes.is_empty(),
            end.map_or(bytes.len(), |end| end + 1),
        );
        reader.consume(used);
        if is_end {
            return Ok(());
        }
    }
}
