//! The storing side of an import.

use super::ImportOptions;
use super::duplicates::{Original, Originals, RecordStanding};
use super::found::has_records;
use super::pipeline::{Delivery, MemberBatch, contained};
use super::prepare::{GameIndexer, Prepared};
use super::report::{ImportError, ImportProgress, ImportSummary, Imported, Note, ReadFailure, Reporter};
use crate::archive::{Member, SkipReason};
use crate::dataset::{RejectionKind, Verdict};
use crate::evaluation::ReadNotes;
use crate::store::{FoundArchive, NewGame, RecordCompressor, Source, StoreError, Writer};
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
    pub fn take(&mut self, mut batch: MemberBatch, mut after_part: impl FnMut(&mut Self)) -> Result<(), ImportError> {
        if batch.archive != self.archive.index {
            self.archive = OpenArchive {
                index: batch.archive,
                ..OpenArchive::default()
            };
        }
        self.stop_if_asked()?;
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
                self.stop_if_asked()?;
                match delivery {
                    Delivery::File(path, found) => {
                        let is_new = found.is_none_or(|found| self.archive.enter(found, &path));
                        self.archive.has_records = true;
                        self.summary().files += u64::from(is_new);
                        member = path;
                    }
                    Delivery::Game(game) => self.take_game(&member, *game)?,
                    Delivery::Known(file, games) => self.take_known(file, &games)?,
                    Delivery::Unreadable(path, reason) => self.lose(path, reason)?,
                }
            }
            if self.writer.is_full() || self.note_bytes >= COMMIT_NOTE_BYTES {
                self.commit()?;
            }
            after_part(self);
        }
        match batch.end {
            Some(Err(error)) => self.fail(error.naming(self.options)),
            Some(Ok(())) if !self.archive.has_records => {
                let archive = self.archive_name();
                self.fail(ReadFailure::NoRecords { archive });
            }
            _ => {}
        }
        Ok(())
    }

    fn take_game(&mut self, member: &str, game: Prepared) -> Result<(), ImportError> {
        self.summary().games += 1;
        self.add((member, game.member_game), game)?;
        self.commit_if_due()
    }

    fn take_known(&mut self, file: Member, games: &[i64]) -> Result<(), ImportError> {
        self.archive.has_records = true;
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
            self.note_duplicate((&file.path, member_game), &original)?;
            self.commit_if_due()?;
        }
        Ok(())
    }

    /// Reads a file on this thread.
    fn prepare_and_take(&mut self, file: Member) -> Result<(), ImportError> {
        let member = file.path.clone();
        let keys = Arc::clone(self.writer.snapshot().keys());
        let compressor = RecordCompressor::new(self.writer.dictionary()).map_err(ImportError::Compress)?;
        let mut indexer = GameIndexer {
            keys: &keys,
            compressor,
        };
        let mut games = Vec::new();
        let read = contained(|| {
            indexer.prepare(file, |game| {
                games.push(game);
                ControlFlow::Continue(())
            })
        });
        for game in games {
            self.take_game(&member, game)?;
        }
        match read {
            Ok(_) => Ok(()),
            Err(reason) => self.lose(member, reason),
        }
    }

    fn commit_if_due(&mut self) -> Result<(), ImportError> {
        let every = self.options.commit_every;
        if every.is_some_and(|every| self.games() - self.kept.games >= every.get()) {
            self.commit()?;
        }
        Ok(())
    }

    pub fn finish(mut self) -> Result<Imported, ImportError> {
        self.stop_if_asked()?;
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
    fn stop_if_asked(&mut self) -> Result<(), ImportError> {
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

    pub fn report(&mut self, progress: ImportProgress) {
        self.reporter.progress(progress);
    }

    fn summary(&mut self) -> &mut ImportSummary {
        &mut self.outcome.summary
    }

    fn add(&mut self, place: (&str, usize), prepared: Prepared) -> Result<(), ImportError> {
        match prepared.game {
            Err(rejection) => {
                let kind = RejectionKind::from(&rejection);
                self.reject(place, kind, rejection.to_string(), Some(prepared.offset))
            }
            Ok(game) => match self.originals.standing(&self.writer, &game)? {
                RecordStanding::New => self.add_game(place, game),
                RecordStanding::Duplicate(original) => self.add_duplicate(place, &game, &original),
                RecordStanding::Removed(_) if !self.options.with_removed => self.leave_out(place),
                RecordStanding::Removed(rows) => {
                    self.writer.forget_removed(&rows)?;
                    self.add_game(place, game)
                }
            },
        }
    }

    fn leave_out(&mut self, place: (&str, usize)) -> Result<(), ImportError> {
        self.summary().removed += 1;
        let note = self.note_on(place, Verdict::Removed, "it was removed from the database".to_owned());
        self.note(&note)
    }

    fn add_game(&mut self, place: (&str, usize), mut game: NewGame) -> Result<(), ImportError> {
        let source = self.source(place)?;
        let summary = self.summary();
        summary.added += 1;
        summary.positions += game.entries.len() as u64;
        summary.repair(&game.repairs);
        let number = self.writer.add_game(&mut game, source)?;
        self.add_analyses(number, source, &game.engine_notes)?;
        if let Some(first) = game.repairs.first()
            && let Some(reason) = game.repairs.reason()
        {
            let note = Note {
                game: Some(number),
                kind: game.repairs.kinds(),
                offset: Some(first.offset),
                ..self.note_on(place, Verdict::Repaired, reason)
            };
            self.note(&note)?;
        }
        Ok(())
    }

    fn add_analyses(&mut self, game: i64, source: Source<'_>, notes: &ReadNotes) -> Result<(), ImportError> {
        if *notes != ReadNotes::default() {
            // The file may have been analysed further since it was imported.
            let added = self.writer.add_analyses(game, source, &notes.analyses, true)?;
            self.summary().analyses += added;
            self.summary().unreadable_analyses += notes.unreadable;
        }
        Ok(())
    }

    fn add_duplicate(&mut self, place: (&str, usize), game: &NewGame, original: &Original) -> Result<(), ImportError> {
        let source = self.source(place)?;
        let frame;
        let own_record = if original.same_record {
            None
        } else {
            frame = self
                .compressor
                .compress(&game.record.bytes, None)
                .map_err(ImportError::Compress)?;
            Some((game.record.encoding, frame.as_slice()))
        };
        match own_record {
            Some(own_record) if original.is_joined => {
                self.writer.join_source(original.game, source, own_record, game.hash)?;
            }
            _ => self.writer.add_source(original.game, source, own_record)?,
        }
        self.add_analyses(original.game, source, &game.engine_notes)?;
        self.summary().duplicates += 1;
        self.note_duplicate(place, original)
    }

    fn note_duplicate(&mut self, place: (&str, usize), original: &Original) -> Result<(), ImportError> {
        let note = Note {
            game: Some(original.game),
            ..self.note_on(place, Verdict::Duplicate, original.reason())
        };
        self.note(&note)
    }
}

/// The maximum number of bytes of messages about members that were not read.
const FAILURE_BYTES: usize = 1 << 20;

impl Storer<'_> {
    /// Counts a skipped member. Most are files of other kinds.
    fn skip(&mut self, member: String, reason: SkipReason) -> Result<(), ImportError> {
        self.summary().files += u64::from(RejectionKind::of_lost(&reason).is_some());
        self.lose(member, reason)
    }

    /// Reports that a member was not read, or not to its end. A loss of games must
    /// be reported: a damaged member, or one that could be read elsewhere, is a
    /// failure, and a lost record is also a rejected game in the report.
    fn lose(&mut self, member: String, reason: SkipReason) -> Result<(), ImportError> {
        if let Some(kind) = RejectionKind::of_lost(&reason) {
            self.summary().games += 1;
            self.reject((&member, 0), kind, reason.to_string(), None)?;
        } else if matches!(reason, SkipReason::OtherFile) {
            self.summary().skipped += 1;
        }
        self.archive.has_records |= has_records(&reason);
        if reason.may_hide_games() {
            let archive = self.archive_name();
            self.fail(ReadFailure::Member {
                archive,
                member,
                reason,
            });
        }
        Ok(())
    }

    /// Records a failure. After 1 MiB of failures, only counts them.
    fn fail(&mut self, failure: ReadFailure) {
        let failures = &mut self.outcome.failures;
        if self.failure_bytes < FAILURE_BYTES {
            self.failure_bytes += failure.to_string().len();
            failures.push(failure);
        } else if let Some(ReadFailure::More(more)) = failures.last_mut() {
            *more += 1;
        } else {
            failures.push(ReadFailure::More(1));
        }
    }

    fn reject(
        &mut self,
        place: (&str, usize),
        kind: RejectionKind,
        reason: String,
        offset: Option<usize>,
    ) -> Result<(), ImportError> {
        self.summary().reject(kind, place.0);
        let note = Note {
            kind: Some(kind.name().to_owned()),
            offset,
            ..self.note_on(place, Verdict::Rejected, reason)
        };
        self.note(&note)
    }

    /// Returns a note on a game that has neither a number nor a kind yet.
    fn note_on(&self, place: (&str, usize), verdict: Verdict, reason: String) -> Note {
        Note {
            archive: self.archive_of_game(),
            member: place.0.to_owned(),
            member_game: place.1,
            verdict,
            game: None,
            kind: None,
            reason,
            offset: None,
        }
    }

    fn note(&mut self, note: &Note) -> Result<(), ImportError> {
        self.note_bytes += note.bytes();
        self.reporter.note(note).map_err(ImportError::Report)
    }
}

#[derive(Default)]
struct OpenArchive {
    pub index: usize,
    /// The archive of another database that the current game is from, and the file
    /// within it.
    pub found: Option<(Arc<FoundArchive>, String)>,
    /// The number in the database, once one of its games is stored.
    pub id: Option<i64>,
    /// True if it holds records, read or lost, or a part that may hold some.
    pub has_records: bool,
}

impl OpenArchive {
    /// Goes on to a file of an archive that another database knows. Returns whether the
    /// file is another one than before.
    pub fn enter(&mut self, archive: Arc<FoundArchive>, member: &str) -> bool {
        if let Some((before, file)) = &self.found
            && Arc::ptr_eq(before, &archive)
        {
            if file == member {
                return false;
            }
        } else {
            self.id = None;
        }
        self.found = Some((archive, member.to_owned()));
        true
    }
}

impl Storer<'_> {
    fn archive_name(&self) -> String {
        self.options
            .shown(&self.paths[self.archive.index])
            .display()
            .to_string()
    }

    /// Returns the archive that the current game is from, for the report.
    fn archive_of_game(&self) -> String {
        match &self.archive.found {
            Some((found, _)) => found.path.clone(),
            None => self.archive_name(),
        }
    }

    /// Returns a place as a source, whose archive is added if it is new.
    fn source<'p>(&mut self, (member, member_game): (&'p str, usize)) -> Result<Source<'p>, ImportError> {
        let archive = match self.archive.id {
            Some(id) => id,
            None => match &self.archive.found {
                Some((found, _)) => self.writer.add_found_archive(found)?,
                None => {
                    let path = self.options.stored(&self.paths[self.archive.index]);
                    self.writer.add_archive(&path)?
                }
            },
        };
        self.archive.id = Some(archive);
        Ok(Source {
            archive,
            member,
            member_game,
        })
    }
}
