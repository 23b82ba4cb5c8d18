use crate::dataset::columns::{COURSES, GAMES, SOURCES};
use crate::dataset::layout::{Table, table_path};
use crate::dataset::manifest::Files;
use crate::dataset::rows::{CourseRow, GameRow, GameRows, SourceRow};
use crate::dataset::spool::Spool;
use crate::dataset::table_writer::TableWriter;
use crate::files::FileError;
use std::path::Path;
use std::sync::mpsc::Receiver;

/// The approximate bytes of records in a row group.
const GROUP_BYTES: usize = 16 << 20;

/// The rows of successive games, all of one file.
pub struct Batch {
    pub file: i64,
    pub games: Vec<GameRows>,
    pub sources: Vec<SourceRow>,
}

/// The writer of everything but the positions, which it spools.
pub struct Writer<'a> {
    pub folder: &'a Path,
    pub tables: &'a mut Files,
    pub spool: &'a mut Spool,
}

impl Writer<'_> {
    /// Writes all batches.
    pub fn write(self, batches: &Receiver<Batch>) -> Result<(), FileError> {
        let mut open: Option<OpenFiles> = None;
        for batch in batches {
            let files = match open.take() {
                Some(files) if files.number == batch.file => open.insert(files),
                earlier => {
                    if let Some(earlier) = earlier {
                        earlier.finish(self.tables)?;
                    }
                    open.insert(OpenFiles::create(self.folder, batch.file)?)
                }
            };
            for game in &batch.games {
                let spooled = self.spool.add(&game.positions);
                spooled.map_err(FileError::writing(self.folder))?;
            }
            files.add(batch)?;
        }
        if let Some(files) = open {
            files.finish(self.tables)?;
        }
        Ok(())
    }
}

/// The files of a range of games.
struct OpenFiles {
    number: i64,
    games: TableWriter<GameRow>,
    sources: TableWriter<SourceRow>,
    courses: TableWriter<CourseRow>,
    /// The rows of the next row group.
    next_games: Vec<GameRow>,
    next_courses: Vec<CourseRow>,
    next_sources: Vec<SourceRow>,
    next_bytes: usize,
}

impl OpenFiles {
    fn create(folder: &Path, number: i64) -> Result<Self, FileError> {
        let path = |table| table_path(table, number);
        Ok(Self {
            number,
            games: TableWriter::create(folder, path(Table::Games), &GAMES)?,
            sources: TableWriter::create(folder, path(Table::Sources), SOURCES)?,
            courses: TableWriter::create(folder, path(Table::Courses), COURSES)?,
            next_games: Vec::new(),
            next_courses: Vec::new(),
            next_sources: Vec::new(),
            next_bytes: 0,
        })
    }

    fn add(&mut self, batch: Batch) -> Result<(), FileError> {
        for GameRows { game, course, .. } in batch.games {
            let words = game.words.as_ref().map_or(0, String::len);
            self.next_bytes += game.record.len() + words + course.course.len();
            self.next_games.push(game);
            self.next_courses.push(course);
        }
        let records = batch.sources.iter().filter_map(|source| source.record.as_ref());
        self.next_bytes += records.map(|record| record.bytes.len()).sum::<usize>();
        self.next_sources.extend(batch.sources);
        match self.next_bytes < GROUP_BYTES {
            true => Ok(()),
            false => self.write_group(),
        }
    }

    fn write_group(&mut self) -> Result<(), FileError> {
        self.games.write_group(&self.next_games)?;
        self.sources.write_group(&self.next_sources)?;
        self.courses.write_group(&self.next_courses)?;
        self.next_games.clear();
        self.next_sources.clear();
        self.next_courses.clear();
        self.next_bytes = 0;
        Ok(())
    }

    fn finish(mut self, tables: &mut Files) -> Result<(), FileError> {
        self.write_group()?;
        tables.games.push(self.games.finish()?);
        tables.sources.push(self.sources.finish()?);
        tables.courses.push(self.courses.finish()?);
        Ok(())
    }
}
