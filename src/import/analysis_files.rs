//! Files of KataGo's analysis engine: queries and responses, a line each, in any order.

use super::analysis_lines::{Lines, Look, look};
use super::analysis_queries::{Known, Queries};
use crate::evaluation::katago::{AnalysisLine, LineFault, Perspective};
use crate::files::FileError;
use crate::go::KeyTables;
use crate::interrupt::Interrupt;
use crate::store::{AnalysisFileWriters, Database, StoreError};
use serde::Serialize;
use std::io;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// The most lines that a report names.
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

/// The error of an import of analyses; the database is unchanged.
#[derive(Debug, Error)]
pub enum AnalysesError {
    /// There is no such file.
    #[error("{} does not exist", .0.display())]
    Missing(PathBuf),
    /// The path is a folder or a device. Files are read more than once.
    #[error("{} is not a regular file; name the files themselves", .0.display())]
    NotAFile(PathBuf),
    /// The file holds something else.
    #[error(
        "{} is not a file of analyses: no line of it is a query or a response of KataGo's analysis engine, \
         which are JSON documents of one line each",
        .0.display()
    )]
    OtherContents(PathBuf),
    /// The temporary database of the queries cannot be written.
    #[error("temporary files cannot be written in the folder that TMPDIR names: {0}")]
    Copy(String),
    /// A file cannot be read.
    #[error(transparent)]
    File(#[from] FileError),
    /// The database cannot be written.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<rusqlite::Error> for AnalysesError {
    fn from(error: rusqlite::Error) -> Self {
        Self::Copy(error.to_string())
    }
}

/// Checks that each path is a file that is empty or begins with lines of KataGo's analysis engine.
pub fn check_analysis_files(paths: &[PathBuf]) -> Result<(), AnalysesError> {
    for path in paths {
        match path.metadata() {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return Err(AnalysesError::Missing(path.clone()));
            }
            Err(error) => return Err(FileError::reading(path)(error).into()),
            Ok(metadata) if !metadata.is_file() => return Err(AnalysesError::NotAFile(path.clone())),
            Ok(_) => {}
        }
        if look(path)? == Look::Other {
            return Err(AnalysesError::OtherContents(path.clone()));
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
    progress: impl FnMut(u64, u64),
) -> Result<ImportedAnalyses, AnalysesError> {
    check_analysis_files(paths)?;
    let mut import = Import {
        imported: ImportedAnalyses::default(),
        queries: Queries::new()?,
        perspective,
        stop,
        progress,
        bytes_before: 0,
        all_bytes: 2 * paths.iter().map(|path| size_of_file(path)).sum::<u64>(),
    };
    for (number, path) in paths.iter().enumerate() {
        import.read_queries(number, path)?;
    }
    let transaction = db.transaction(stop.clone())?;
    let mut writers = AnalysisFileWriters::new(&transaction)?;
    for (number, path) in paths.iter().enumerate() {
        import.store_responses(number, path, &mut writers, db.keys())?;
    }
    transaction.finish()?;
    Ok(import.imported)
}

/// An import of files, each of which is read twice.
struct Import<'a, P> {
    imported: ImportedAnalyses,
    queries: Queries,
    perspective: Perspective,
    stop: &'a Interrupt,
    progress: P,
    bytes_before: u64,
    all_bytes: u64,
}

impl<P: FnMut(u64, u64)> Import<'_, P> {
    /// Reports progress. Fails if the user stopped the import.
    fn pause(&mut self, bytes_read: u64) -> Result<(), AnalysesError> {
        (self.progress)(self.bytes_before + bytes_read, self.all_bytes);
        self.stop.check().map_err(StoreError::from)?;
        Ok(())
    }

    /// Reads the queries of a file, by its place among the files.
    fn read_queries(&mut self, file: usize, path: &Path) -> Result<(), AnalysesError> {
        let mut lines = Lines::open(path)?;
        while let Some((_, text)) = lines.next()? {
            if let Ok(Ok(AnalysisLine::Query(id, query))) = text.map(AnalysisLine::read) {
                self.imported.queries += 1;
                self.queries.add(&id, file, &query)?;
            }
            self.pause(lines.bytes_read())?;
        }
        self.bytes_before += size_of_file(path);
        Ok(())
    }

    /// Stores the analyses of a file, by its place among the files.
    fn store_responses(
        &mut self,
        file: usize,
        path: &Path,
        writers: &mut AnalysisFileWriters,
        keys: &KeyTables,
    ) -> Result<(), AnalysesError> {
        let mut writer = writers.begin(path)?;
        let mut lines = Lines::open(path)?;
        while let Some((line, text)) = lines.next()? {
            let found = match text {
                Ok(text) => AnalysisLine::read(text),
                Err(reason) => Err(LineFault::Unreadable(reason.to_owned())),
            };
            let analysis = match found {
                Ok(AnalysisLine::Response(id, response)) => {
                    self.imported.responses += 1;
                    // The query is in the same file or else in another.
                    match self.queries.of(&id, file)? {
                        Known::One(query) => response.analysis(&query, self.perspective, keys).map(Some),
                        Known::Several => Err(LineFault::ambiguous(&id)),
                        Known::None => Err(LineFault::no_query(&id)),
                    }
                }
                Ok(line) => {
                    self.imported.during_search += u64::from(matches!(line, AnalysisLine::DuringSearch));
                    Ok(None)
                }
                Err(fault) => Err(fault),
            };
            match analysis {
                Ok(Some(analysis)) => self.imported.repeated += u64::from(!writer.add(&analysis)?),
                Ok(None) => {}
                Err(fault) => self.imported.add_fault(path, line, &fault),
            }
            self.pause(lines.bytes_read())?;
        }
        self.bytes_before += size_of_file(path);
        let analyses = writer.finish()?;
        self.imported.analyses += analyses;
        self.imported.files += u64::from(analyses > 0);
        Ok(())
    }
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
