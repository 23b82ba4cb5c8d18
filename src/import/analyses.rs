//! Files of KataGo's analysis engine: queries and responses, a line each, in any order.

use super::ImportError;
use super::database_records::DatabaseRecords;
use crate::archive::{Progress, open_text};
use crate::evaluation::katago::{AnalysisLine, AnalysisQuery, LineFault, Perspective};
use crate::evaluation::{ReadNotes, read_notes};
use crate::files::FileError;
use crate::go::KeyTables;
use crate::interrupt::Interrupt;
use crate::record::{game_trees, replay};
use crate::store::{AnalysisFileWriter, Database, Source, StoreError, StoredRecord, Writer, known_analysis_files};
use md5::{Digest, Md5};
use rusqlite::Connection;
use serde::Serialize;
use std::io::{self, BufRead, Read};
use std::path::{Path, PathBuf};

const MAX_FAULTS: usize = 1000;

/// The result of an import of analyses.
#[derive(Debug, Default, Serialize)]
pub struct ImportedAnalyses {
    /// The number of files that gave analyses.
    pub files: u64,
    /// The number of queries.
    pub queries: u64,
    /// The number of responses: `analyses + repeated + faults` of responses.
    pub responses: u64,
    /// The number of analyses that the database now has from these files.
    pub analyses: u64,
    /// The number of responses about positions for which the same file has another response with
    /// at least as many visits.
    pub repeated: u64,
    /// The number of responses during a search, before the final ones.
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

/// Checks that each path is a file that is empty or begins with lines of KataGo's analysis engine.
pub fn check_analysis_files(paths: &[PathBuf]) -> Result<(), ImportError> {
    for path in paths {
        match path.metadata() {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return Err(ImportError::Missing(path.clone()));
            }
            Err(error) => return Err(FileError::reading(path)(error).into()),
            Ok(metadata) if !metadata.is_file() => return Err(ImportError::NotAFile(path.clone())),
            Ok(_) => {}
        }
        if look(path)? == Some(false) {
            return Err(ImportError::NoAnalyses(path.clone()));
        }
    }
    Ok(())
}

/// Imports files, plain or compressed by gzip, completely or not at all. A response may stand
/// before its query or in another of the files; one in the same file is preferred. A file that
/// was imported before is replaced, unless it gives no analysis now. The engine reported numbers
/// from `perspective`. Calls `progress` with the number of bytes read so far and the total, which
/// is twice the size of the files because each is read twice.
pub fn import_analyses(
    db: &Database,
    paths: &[PathBuf],
    perspective: Perspective,
    stop: &Interrupt,
    mut progress: impl FnMut(u64, u64),
) -> Result<ImportedAnalyses, ImportError> {
    check_analysis_files(paths)?;
    let folder = tempfile::tempdir().map_err(|error| ImportError::Copy(error.to_string()))?;
    let all_bytes = 2 * paths.iter().map(|path| size_of_file(path)).sum::<u64>();
    let mut bytes_before = 0;
    // Reports progress. Fails if the user stopped the import.
    let mut pause = |bytes_read| {
        progress(bytes_read, all_bytes);
        stop.check().map_err(StoreError::from)
    };
    let mut imported = ImportedAnalyses::default();
    // The queries by their ids and the numbers of their files.
    let queries = begin_queries(folder.path())?;
    for (file, path) in paths.iter().enumerate() {
        let mut lines = AnalysisLines::open(path)?;
        while let Some((_, text)) = lines.next()? {
            if let Ok(Ok(AnalysisLine::Query(id, query))) = text.map(AnalysisLine::read) {
                imported.queries += 1;
                add_query(&queries, &id, file, &query)?;
            }
            pause(bytes_before + lines.bytes_read())?;
        }
        bytes_before += size_of_file(path);
    }
    let transaction = db.transaction(stop.clone())?;
    let mut known = known_analysis_files(&transaction)?;
    for (file, path) in paths.iter().enumerate() {
        let mut writer = AnalysisFileWriter::new(&transaction, &mut known, path)?;
        let mut lines = AnalysisLines::open(path)?;
        while let Some((line, text)) = lines.next()? {
            let found = match text {
                Ok(text) => AnalysisLine::read(text),
                Err(reason) => Err(LineFault::unreadable(reason)),
            };
            let analysis = match found {
                Ok(AnalysisLine::Response(id, response)) => {
                    imported.responses += 1;
                    // The query is in the same file or else in another.
                    let query = query_of(&queries, &id, file)?;
                    query.and_then(|query| response.analysis(&query, perspective, db.keys()).map(Some))
                }
                Ok(line) => {
                    imported.during_search += u64::from(matches!(line, AnalysisLine::DuringSearch));
                    Ok(None)
                }
                Err(fault) => Err(fault),
            };
            match analysis {
                Ok(Some(analysis)) => imported.repeated += u64::from(!writer.add(&analysis)?),
                Ok(None) => {}
                Err(fault) => imported.add_fault(path, line, &fault),
            }
            pause(bytes_before + lines.bytes_read())?;
        }
        bytes_before += size_of_file(path);
        let analyses = writer.finish()?;
        imported.analyses += analyses;
        imported.files += u64::from(analyses > 0);
    }
    transaction.finish()?;
    Ok(imported)
}

impl ImportedAnalyses {
    fn add_fault(&mut self, path: &Path, line: u64, fault: &LineFault) {
        self.faulty_lines += 1;
        if self.faults.len() < MAX_FAULTS {
            let (file, reason) = (path.display().to_string(), fault.to_string());
            self.faults.push(FaultyLine { file, line, reason });
        }
    }
}

fn size_of_file(path: &Path) -> u64 {
    path.metadata().map_or(0, |metadata| metadata.len())
}

/// The most bytes of a line. Responses with the ownership of each point after each move have
/// some hundred thousand.
const MAX_LINE: usize = 64 << 20;

/// The maximum numbers of lines and bytes to read to find out whether a file has analyses.
const LOOKED_AT: (u64, u64) = (1000, MAX_LINE as u64);

/// The lines of a file that are not empty, plain or compressed by gzip.
struct AnalysisLines<'a> {
    path: &'a Path,
    reader: Box<dyn BufRead>,
    progress: Progress,
    line: Vec<u8>,
    /// The number of the line, from 1.
    number: u64,
    /// The number of unpacked bytes of the lines so far.
    bytes: u64,
    /// True if the rest of the line is not read yet.
    has_rest: bool,
}

impl<'a> AnalysisLines<'a> {
    pub fn open(path: &'a Path) -> Result<Self, FileError> {
        let (reader, progress) = open_text(path).map_err(FileError::reading(path))?;
        Ok(Self {
            path,
            reader,
            progress,
            line: Vec::new(),
            number: 0,
            bytes: 0,
            has_rest: false,
        })
    }

    pub fn bytes_read(&self) -> u64 {
        self.progress.bytes_read()
    }

    /// Returns the number of the next line, from 1, and its text or its fault.
    #[expect(clippy::type_complexity, reason = "a line")]
    pub fn next(&mut self) -> Result<Option<(u64, Result<&str, &'static str>)>, FileError> {
        while self.read().map_err(FileError::reading(self.path))? {
            if self.has_rest {
                return Ok(Some((self.number, Err("the line is longer than 64 MiB"))));
            }
            if !self.line.trim_ascii().is_empty() {
                let text = std::str::from_utf8(&self.line);
                // Files that were put together have byte order marks in their middle.
                let text = text.map(|text| text.trim_start_matches('\u{feff}').trim());
                return Ok(Some((self.number, text.map_err(|_| "the line is not UTF-8"))));
            }
        }
        Ok(None)
    }

    fn read(&mut self) -> io::Result<bool> {
        if self.has_rest {
            skip_line(&mut self.reader)?;
        }
        self.line.clear();
        let mut limited = self.reader.by_ref().take(MAX_LINE as u64 + 1);
        let read = limited.read_until(b'\n', &mut self.line)?;
        self.has_rest = read > MAX_LINE && self.line.last() != Some(&b'\n');
        self.number += 1;
        self.bytes += read as u64;
        Ok(read > 0)
    }
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

/// Returns whether a file has a query or a response of KataGo's analysis engine at its
/// beginning, among its first 1,000 lines.
pub fn has_analyses(path: &Path) -> Result<bool, FileError> {
    Ok(look(path)? == Some(true))
}

/// Returns whether the first lines of a file have analyses, or `None` if there are no lines.
fn look(path: &Path) -> Result<Option<bool>, FileError> {
    let mut lines = AnalysisLines::open(path)?;
    let mut found = None;
    while let Some((number, text)) = lines.next()? {
        let is_of_engine = match text.map(AnalysisLine::read) {
            Ok(Ok(_)) => true,
            Ok(Err(fault)) => !fault.is_of_another_kind,
            Err(_) => false,
        };
        if is_of_engine {
            return Ok(Some(true));
        }
        found = Some(false);
        if number >= LOOKED_AT.0 || lines.bytes >= LOOKED_AT.1 {
            break;
        }
    }
    Ok(found)
}

fn begin_queries(folder: &Path) -> rusqlite::Result<Connection> {
    let queries = Connection::open(folder.join("queries.sqlite"))?;
    // Nobody needs them once the process is gone.
    queries.execute_batch(
        "PRAGMA journal_mode = OFF;
         PRAGMA synchronous = OFF;
         BEGIN;
         CREATE TABLE query (id BLOB, file INTEGER, query BLOB, PRIMARY KEY (id, file));",
    )?;
    Ok(queries)
}

/// Adds a query of a file. One with the id of another one that differs takes its place as NULL.
fn add_query(queries: &Connection, id: &str, file: usize, query: &AnalysisQuery) -> rusqlite::Result<()> {
    let sql = "INSERT INTO query VALUES (?1, ?2, ?3)
               ON CONFLICT DO UPDATE SET query = NULL WHERE query IS NOT excluded.query";
    let mut insert = queries.prepare_cached(sql)?;
    insert.execute((key(id), file, query.to_bytes())).map(drop)
}

/// Returns the query of an id in a file, or else in all others. Fails if there is none, or if several
/// differ.
fn query_of(queries: &Connection, id: &str, file: usize) -> rusqlite::Result<Result<AnalysisQuery, LineFault>> {
    let own = "SELECT query FROM query WHERE id = ?1 AND file = ?2";
    let mut own = queries.prepare_cached(own)?;
    let own = own.query_map((key(id), file), |row| row.get(0))?;
    let mut found: Vec<Option<Vec<u8>>> = own.collect::<Result<_, _>>()?;
    if found.is_empty() {
        let others = "SELECT DISTINCT query FROM query WHERE id = ?1 LIMIT 2";
        let mut others = queries.prepare_cached(others)?;
        let others = others.query_map([key(id)], |row| row.get(0))?;
        found = others.collect::<Result<_, _>>()?;
    }
    Ok(match &found[..] {
        [] => Err(LineFault::no_query(id)),
        [Some(bytes)] => AnalysisQuery::from_bytes(bytes).ok_or_else(|| LineFault::ambiguous(id)),
        _ => Err(LineFault::ambiguous(id)),
    })
}

/// Returns a key of the same length for every id.
fn key(id: &str) -> [u8; 16] {
    Md5::digest(id).into()
}

/// The result of reading the analyses of stored records.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct StoredAnalyses {
    /// The number of records read, one for each source of a game.
    pub records: u64,
    /// The number of analyses added.
    pub analyses: u64,
    /// The number of evaluations that could not be read.
    pub unreadable_analyses: u64,
    /// The number of records that are damaged, whose evaluations were not read.
    pub damaged_records: u64,
}

/// Reads the records of a database again, and adds their analyses to sources that have none, in
/// one transaction. Damaged records are counted. Calls `progress` with the number of records done
/// and the total.
pub fn read_stored_analyses(
    db: &Database,
    stop: &Interrupt,
    mut progress: impl FnMut(u64, u64),
) -> Result<StoredAnalyses, StoreError> {
    let mut read = StoredAnalyses::default();
    let transaction = db.transaction(stop.clone())?;
    let mut writer = Writer::new(&transaction)?;
    let mut records = DatabaseRecords::all(db, stop)?;
    let all = db.snapshot()?.state()?.sources;
    while let Some(found) = records.next_record()? {
        read.records += 1;
        progress(read.records, all);
        let Ok(record) = &found.record else {
            read.damaged_records += 1;
            continue;
        };
        let ReadNotes { analyses, unreadable } = notes(record, db.keys());
        if analyses.is_empty() && unreadable == 0 {
            continue;
        }
        let source = Source {
            archive: found.source.archive,
            member: &found.source.member,
            member_game: found.member_game(),
        };
        read.analyses += writer.add_analyses(found.source.game, source, &analyses, false)?;
        read.unreadable_analyses += unreadable;
    }
    drop(writer);
    transaction.finish()?;
    Ok(read)
}

fn notes(record: &StoredRecord, keys: &KeyTables) -> ReadNotes {
    let text = record.text();
    let Some(Ok(game)) = game_trees(&text).next().map(|tree| tree.game) else {
        return ReadNotes::default();
    };
    if game.engine_notes.is_empty() {
        return ReadNotes::default();
    }
    let mut positions = Vec::new();
    replay(&game, keys.get(game.size), |visit| positions.push(visit.canonical));
    read_notes(&game, &text, &positions)
}
