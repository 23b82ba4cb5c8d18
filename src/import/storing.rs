mod notes;
mod place;

use super::duplicates::{Original, Originals};
use super::error::ImportError;
use super::options::ImportOptions;
use super::pipeline::{Batch, Delivery, contained};
use super::prepare::{Indexing, Prepared, PreparedGame, prepare};
use super::report::{ImportProgress, ImportSummary, Imported, Note, ReadFailure, Reporter};
use crate::archive::Member;
use crate::dataset::{RejectionKind, Verdict};
use crate::evaluation::ReadNotes;
use crate::store::{Earlier, RecordCompressor, Source, StoreError, Writer};
use place::{MemberGame, OpenArchive};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

/// The number of bytes of notes that causes a commit, because notes wait for it.
const COMMIT_NOTE_BYTES: usize = 16 << 20;

/// The maximum memory for a large member, as a multiple of its bytes: the member,
/// its text of up to twice the size, one game of that, the compressed game, and
/// SQLite's copy of it.
const LARGE_FACTOR: usize = 6;

/// The storing side of an import. Takes the prepared games in order, writes each as
/// a game or as a further source of one, commits, and counts them.
pub(super) struct Storer<'a> {
    writer: Writer<'a>,
    compressor: RecordCompressor,
    paths: &'a [PathBuf],
    reporter: &'a mut dyn Reporter,
    options: &'a ImportOptions,
    started: Instant,
    outcome: Imported,
    /// The summary as of the last commit.
    kept: ImportSummary,
    /// The number of bytes of the notes since the last commit.
    note_bytes: usize,
    /// The number of bytes of the failures.
    failure_bytes: usize,
    archive: OpenArchive,
    originals: Originals,
    /// The count of [`Writer::changes_of_others`] when the import began.
    changes_of_others: i64,
}

impl<'a> Storer<'a> {
    pub fn new(
        writer: Writer<'a>,
        paths: &'a [PathBuf],
        options: &'a ImportOptions,
        started: Instant,
        reporter: &'a mut dyn Reporter,
    ) -> Result<Self, ImportError> {
        let compressor = RecordCompressor::new(writer.dictionary()).map_err(ImportError::Compress)?;
        let changes_of_others = writer.changes_of_others()?;
        Ok(Self {
            writer,
            compressor,
            paths,
            reporter,
            options,
            started,
            outcome: Imported::default(),
            kept: ImportSummary::default(),
            note_bytes: 0,
            failure_bytes: 0,
            archive: OpenArchive::default(),
            originals: Originals::default(),
            changes_of_others,
        })
    }

    /// Stores the games of a batch, and commits if a segment is full or the options
    /// require it. Calls `after_part` after each part.
    pub fn take(&mut self, mut batch: Batch, mut after_part: impl FnMut(&mut Self)) -> Result<(), ImportError> {
        if batch.archive != self.archive.index {
            self.archive = OpenArchive {
                index: batch.archive,
                ..OpenArchive::default()
            };
        }
        self.go_on()?;
        // Members of another database name their archives themselves.
        let found = self.archive.found.take();
        for (member, reason) in std::mem::take(&mut batch.skipped) {
            self.skip(member, reason)?;
        }
        self.archive.found = found;
        if batch.is_large() && !self.writer.has_room_for(LARGE_FACTOR * batch.text_bytes) {
            self.commit()?;
            self.writer.shrink();
        }
        batch.begin();
        let mut member = String::new();
        for part in batch.parts {
            for delivery in part {
                self.go_on()?;
                match delivery {
                    Delivery::File(path, found) => {
                        let is_new = found.is_none_or(|found| self.archive.enter(found, &path));
                        self.archive.contents.add_file();
                        self.summary().files += u64::from(is_new);
                        member = path;
                    }
                    Delivery::Game(game) => self.take_game(&member, *game)?,
                    Delivery::Known(file, games) => self.take_known(file, &games)?,
                    Delivery::Unreadable(path, reason) => self.skip(path, reason)?,
                }
            }
            if self.writer.is_full() || self.note_bytes >= COMMIT_NOTE_BYTES {
                self.commit()?;
            }
            after_part(self);
        }
        match batch.end {
            Some(Err(error)) => self.fail(error.naming(self.options)),
            Some(Ok(())) if self.archive.contents.lacks_records() => {
                let archive = self.archive_name();
                self.fail(ReadFailure::NoRecords { archive });
            }
            _ => {}
        }
        Ok(())
    }

    fn take_game(&mut self, member: &str, game: Prepared) -> Result<(), ImportError> {
        self.summary().games += 1;
        let place = MemberGame {
            member,
            member_game: game.member_game,
        };
        self.add(place, game)?;
        self.commit_if_due()
    }

    /// Takes a file whose records the database has already.
    fn take_known(&mut self, file: Member, games: &[i64]) -> Result<(), ImportError> {
        self.archive.contents.add_file();
        self.summary().files += 1;
        if self.writer.changes_of_others()? != self.changes_of_others {
            // They may be gone by now.
            return self.prepare_and_take(file);
        }
        for (member_game, game) in games.iter().enumerate() {
            self.summary().games += 1;
            self.summary().duplicates += 1;
            let original = Original {
                game: *game,
                same_record: true,
                is_joined: false,
            };
            let member = &file.path;
            self.note_duplicate(MemberGame { member, member_game }, &original)?;
            self.commit_if_due()?;
        }
        Ok(())
    }

    /// Reads a file on this thread.
    fn prepare_and_take(&mut self, file: Member) -> Result<(), ImportError> {
        let member = file.path.clone();
        let keys = Arc::clone(self.writer.snapshot().keys());
        let compressor = RecordCompressor::new(self.writer.dictionary()).map_err(ImportError::Compress)?;
        let mut make = Indexing {
            keys: &keys,
            compressor,
        };
        let mut games = Vec::new();
        let read = contained(|| {
            prepare(file, &mut make, &mut |game| {
                games.push(game);
                ControlFlow::Continue(())
            })
        });
        for game in games {
            self.take_game(&member, game)?;
        }
        match read {
            Ok(_) => Ok(()),
            Err(reason) => self.skip(member, reason),
        }
    }

    fn commit_if_due(&mut self) -> Result<(), ImportError> {
        let every = self.options.commit_every;
        if every.is_some_and(|every| self.games() - self.kept.games >= every.get()) {
            self.commit()?;
        }
        Ok(())
    }

    /// Commits the remaining games and returns the outcome.
    pub fn finish(mut self) -> Result<Imported, ImportError> {
        self.go_on()?;
        self.write()?;
        // All games are imported by now; the next import merges.
        match self.writer.merge() {
            Ok(()) | Err(StoreError::Stopped) => {}
            Err(error) => return Err(error.into()),
        }
        self.outcome.summary.seconds = self.started.elapsed().as_secs_f64();
        Ok(self.outcome)
    }

    fn commit(&mut self) -> Result<(), ImportError> {
        self.write()?;
        self.writer.merge().map_err(|error| self.stopped(error))
    }

    /// Makes the games taken so far permanent.
    fn write(&mut self) -> Result<(), ImportError> {
        self.writer.index().map_err(|error| self.stopped(error))?;
        // Notes are written first, so that no game is in the database without its
        // note.
        self.reporter.commit().map_err(ImportError::Report)?;
        self.writer.commit().map_err(|error| self.stopped(error))?;
        self.kept.clone_from(&self.outcome.summary);
        self.note_bytes = 0;
        // Another process may have written, and even removed the archive.
        self.archive.id = None;
        self.originals.forget();
        Ok(())
    }

    /// Fails if the import must stop, after a commit if there is time for it.
    fn go_on(&mut self) -> Result<(), ImportError> {
        if self.options.stop.is_set() {
            self.write()?;
            Err(self.stopped(StoreError::Stopped))
        } else {
            Ok(())
        }
    }

    /// Converts an error of the store. A stop carries the summary of the committed
    /// games.
    fn stopped(&self, error: StoreError) -> ImportError {
        match error {
            StoreError::Stopped => ImportError::Stopped(Box::new(ImportSummary {
                seconds: self.started.elapsed().as_secs_f64(),
                stopped: true,
                ..self.kept.clone()
            })),
            error => error.into(),
        }
    }

    pub fn games(&self) -> u64 {
        self.outcome.summary.games
    }

    pub fn tell(&mut self, progress: ImportProgress) {
        self.reporter.progress(progress);
    }

    fn summary(&mut self) -> &mut ImportSummary {
        &mut self.outcome.summary
    }

    fn add(&mut self, place: MemberGame<'_>, prepared: Prepared) -> Result<(), ImportError> {
        match prepared.game {
            Err(rejection) => {
                let kind = RejectionKind::from(&rejection);
                self.reject(place, kind, rejection.to_string(), Some(prepared.offset))
            }
            Ok(game) => match self.original_of(&game)? {
                Some(original) => self.add_duplicate(place, &game, &original),
                None => self.add_game(place, game),
            },
        }
    }

    fn original_of(&mut self, game: &PreparedGame) -> Result<Option<Original>, ImportError> {
        let snapshot = self.writer.snapshot();
        if let Some(original) = self.originals.find(snapshot, game)? {
            return Ok(Some(original));
        }
        let Some(into) = &game.into else { return Ok(None) };
        let joined = self.originals.find(snapshot, into)?;
        Ok(joined.map(|original| Original {
            game: original.game,
            same_record: false,
            is_joined: true,
        }))
    }

    fn add_game(&mut self, place: MemberGame<'_>, game: PreparedGame) -> Result<(), ImportError> {
        let source = self.source(place)?;
        let summary = self.summary();
        summary.added += 1;
        summary.positions += game.new.entries.len() as u64;
        summary.repair(&game.repairs);
        let number = self.writer.add_game(game.new, source)?;
        self.add_analyses(number, source, &game.engine_notes)?;
        match (game.repairs.first(), game.repairs.reason()) {
            (Some(first), Some(reason)) => {
                let note = Note {
                    game: Some(number),
                    kind: game.repairs.kinds(),
                    offset: Some(first.offset),
                    ..self.note_on(place, Verdict::Repaired, reason)
                };
                self.note(&note)
            }
            _ => Ok(()),
        }
    }

    fn add_analyses(&mut self, game: i64, source: Source<'_>, notes: &ReadNotes) -> Result<(), ImportError> {
        if *notes != ReadNotes::default() {
            // The file may have been analysed further since it was imported.
            let added = self
                .writer
                .add_analyses(game, source, &notes.analyses, Earlier::Replace)?;
            self.summary().analyses += added;
            self.summary().unreadable_analyses += notes.unreadable;
        }
        Ok(())
    }

    fn add_duplicate(
        &mut self,
        place: MemberGame<'_>,
        game: &PreparedGame,
        original: &Original,
    ) -> Result<(), ImportError> {
        let source = self.source(place)?;
        let frame;
        let own_record = if original.same_record {
            None
        } else {
            frame = self
                .compressor
                .compress(&game.record.bytes)
                .map_err(ImportError::Compress)?;
            Some((game.new.encoding, frame.as_slice()))
        };
        match own_record {
            Some(own_record) if original.is_joined => {
                self.writer
                    .join_source(original.game, source, own_record, game.new.content)?;
            }
            _ => self.writer.add_source(original.game, source, own_record)?,
        }
        self.add_analyses(original.game, source, &game.engine_notes)?;
        self.summary().duplicates += 1;
        self.note_duplicate(place, original)
    }

    fn note_duplicate(&mut self, place: MemberGame<'_>, original: &Original) -> Result<(), ImportError> {
        let note = Note {
            game: Some(original.game),
            ..self.note_on(place, Verdict::Duplicate, original.reason())
        };
        self.note(&note)
    }
}
