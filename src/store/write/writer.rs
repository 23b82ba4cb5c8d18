use super::analyses::add_analyses_of_source;
use super::game_row::{encoding_name, game_columns, mark_as_joined, write_game_row};
use super::merge::merge_some;
use super::segment::{PendingGames, append};
use super::transaction::Transaction;
use crate::evaluation::{Analysis, ReadNotes};
use crate::go::BoardSize;
use crate::record::{Content, Course, GameInfo, PartialDate, Particulars, Repairs, Replayed, TextEncoding};
use crate::store::StoreError;
use crate::store::codec::{CornerList, IndexEntry, QUADRANTS, RecordCompressor, write_course};
use crate::store::games::{FoundArchive, Frame, StoredRecord, game_terms};
use crate::store::snapshot::Snapshot;
use crate::store::sqlite::{ARCHIVE, DICTIONARY, GAME, RECORD, REMOVED_GAME, SOURCE};
use rusqlite::{Statement, ToSql, params};
use std::mem::take;
use std::path::Path;

/// The most bytes that games and positions may occupy until the next commit. A smaller
/// limit would mean more merging.
const PENDING_BYTES: usize = 192 << 20;

/// The place where a record was found.
#[derive(Clone, Copy, Debug)]
pub struct Source<'a> {
    /// The id of the archive, as returned by [`Writer::add_archive`].
    pub archive: i64,
    /// The file within the archive.
    pub member: &'a str,
    /// The game's index in that file, from 0.
    pub member_game: usize,
}

/// A game to add.
#[derive(Clone, Debug)]
pub struct NewGame {
    /// The board size.
    pub board_size: BoardSize,
    /// The number of moves played.
    pub moves: u16,
    /// The content, by which another record is recognised as the same game.
    pub content: Content,
    /// The hash of the content, which finds the game when it is imported again.
    pub hash: u64,
    /// Names, date, result and so on.
    pub info: GameInfo,
    /// The game's terms, as [`game_terms`] returns them.
    pub terms: Vec<IndexEntry>,
    /// The parts of the record that were left out, and the reasons.
    pub repairs: Repairs,
    /// The game's positions. The writer sets their game numbers.
    pub entries: Vec<IndexEntry>,
    /// The game's course, as written by `write_course`.
    pub course: Vec<u8>,
    /// What happens first in the quadrants of the board.
    pub(crate) corners: [CornerList; QUADRANTS],
    /// The original record.
    pub record: StoredRecord,
    /// The compressed record, without the moves that the course has.
    pub frame: Vec<u8>,
    /// The evaluations by engines in the record.
    pub engine_notes: ReadNotes,
    /// The game to which the user joined this one in another database.
    pub into: Option<Box<Self>>,
}

impl NewGame {
    /// Makes a game of a replay, with the positions that it visited. The record and the frame are still empty. Also
    /// returns the course, for compressing the record.
    #[must_use]
    pub fn new(replayed: Replayed, entries: Vec<IndexEntry>, engine_notes: ReadNotes) -> (Self, Course) {
        let Replayed {
            record,
            outcome,
            content,
            course,
        } = replayed;
        let mut course_bytes = Vec::new();
        write_course(&mut course_bytes, &course);
        let game = Self {
            board_size: record.size,
            moves: outcome.moves,
            hash: content.hash(&record.info),
            content,
            terms: game_terms(&record),
            info: record.info,
            repairs: outcome.repairs,
            entries,
            course: course_bytes,
            corners: CornerList::of(&course),
            record: StoredRecord {
                bytes: Vec::new(),
                encoding: TextEncoding::UTF_8,
            },
            frame: Vec::new(),
            engine_notes,
            into: None,
        };
        (game, course)
    }
}

/// A writer that adds games to a database. Games and their index become visible
/// together at [`Writer::commit`]; uncommitted games are undone with the transaction.
pub struct Writer<'t> {
    pub(super) transaction: &'t Transaction,
    /// The dictionary that compresses records, or no id and no data.
    dictionary_id: Option<i64>,
    dictionary: Vec<u8>,
    pending: PendingGames,
    // Looking statements up by their text each time would take longer than running them.
    add_game: Statement<'t>,
    add_record: Statement<'t>,
    add_source: Statement<'t>,
}

impl<'t> Writer<'t> {
    /// Creates a writer for a transaction.
    pub fn new(transaction: &'t Transaction) -> Result<Self, StoreError> {
        let (dictionary_id, dictionary) = stored_dictionary(transaction)?;
        // A removed game whose row is gone would come back.
        transaction.verify(REMOVED_GAME)?;
        transaction.run(|sqlite| {
            Ok(Self {
                transaction,
                dictionary_id,
                dictionary,
                pending: PendingGames::new(),
                add_game: sqlite.prepare(&GAME.insert("INSERT"))?,
                add_record: sqlite.prepare(&RECORD.insert("INSERT"))?,
                add_source: sqlite.prepare(&SOURCE.insert("INSERT OR IGNORE"))?,
            })
        })
    }

    /// Returns the snapshot of the transaction. It includes uncommitted changes, except
    /// for the index.
    #[must_use]
    pub fn snapshot(&self) -> &'t Snapshot {
        self.transaction
    }

    /// Returns the games and their particulars whose content has this hash and whose date, as far as it
    /// and `date` are known, is the same, in the order of the games.
    pub(crate) fn games_with_content(
        &self,
        hash: u64,
        date: Option<PartialDate>,
    ) -> Result<Vec<(i64, Particulars<'static>)>, StoreError> {
        self.transaction.games_with_content(hash, date)
    }

    /// Returns the dictionary that records must be compressed with; it is empty if
    /// there is none.
    #[must_use]
    pub fn dictionary(&self) -> &[u8] {
        &self.dictionary
    }

    /// Stores a dictionary and uses it from now on.
    pub fn add_dictionary(&mut self, data: Vec<u8>) -> Result<(), StoreError> {
        let id = self
            .transaction
            .value("SELECT coalesce(max(id), 0) + 1 FROM dictionary")?;
        self.transaction
            .execute(&DICTIONARY.insert("INSERT"), params![id, data])?;
        (self.dictionary_id, self.dictionary) = (Some(id), data);
        Ok(())
    }

    /// Returns a number that changes when another connection has changed the database.
    pub(crate) fn changes_of_others(&self) -> Result<i64, StoreError> {
        self.transaction.changes_of_others()
    }

    /// Adds an archive by the path to store and returns its id. An archive with this
    /// path keeps its id.
    pub fn add_archive(&mut self, path: &Path) -> Result<i64, StoreError> {
        let now = self.transaction.connection().now()?;
        self.archive_row(&path.to_string_lossy(), &now)
    }

    /// Adds an archive of another database and returns its id. An archive that this
    /// database has with the same path keeps its id and its time.
    pub(crate) fn add_found_archive(&mut self, archive: &FoundArchive) -> Result<i64, StoreError> {
        self.archive_row(&archive.path, &archive.imported_at)
    }

    fn archive_row(&self, path: &str, imported_at: &str) -> Result<i64, StoreError> {
        if let Some(id) = self
            .transaction
            .optional("SELECT id FROM archive WHERE path = ?1", [path])?
        {
            return Ok(id);
        }
        let next = "SELECT coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'archive'), 0) + 1";
        let id = self.transaction.value(next)?;
        let values = params![id, path, imported_at, 0, 0, 0, 0, 0, None::<i64>];
        self.transaction.execute(&ARCHIVE.insert("INSERT"), values)?;
        self.transaction.change_state(|state| state.archives += 1);
        Ok(id)
    }

    /// Adds a game, from which it takes the entries and terms. Returns its number.
    pub fn add_game(&mut self, game: &mut NewGame, source: Source<'_>) -> Result<i64, StoreError> {
        let id = self.transaction.state()?.last_game + 1;
        let repair = game.repairs.reason();
        let columns = game_columns(
            self.transaction,
            game.board_size,
            game.moves,
            game.hash,
            &game.info,
            repair.is_some(),
        )?;
        let (encoding, dictionary) = (encoding_name(game.record.encoding), self.dictionary_id);
        self.transaction.run(|_| {
            let row = &mut self.add_game;
            write_game_row(row, id, game.hash, &columns, &game.info, repair.as_deref())?;
            let values = params![id, encoding, dictionary, game.course, game.frame];
            self.add_record.execute(values)
        })?;
        self.transaction.change_state(|state| {
            state.last_game = id;
            state.games += 1;
        });
        self.transaction.contents().add(id, &columns);
        let number = self.add_source_row(id, source, None)?;
        let number = number.ok_or_else(|| {
            self.transaction
                .damaged(format!("sources of the new game {id} are there"))
        })?;
        self.transaction.source_changes().add_first(id, source.archive, number);
        self.pending
            .push(columns, game.corners, take(&mut game.entries), take(&mut game.terms));
        Ok(id)
    }

    /// Adds a source to a game. If its record differs from the game's, `own_record` is
    /// the encoding and the compressed record. A known source is left unchanged.
    pub fn add_source(
        &mut self,
        game: i64,
        source: Source<'_>,
        own_record: Option<(TextEncoding, &[u8])>,
    ) -> Result<(), StoreError> {
        match self.add_source_row(game, source, own_record)? {
            Some(number) => self.transaction.note_added_source(game, source.archive, number),
            None => Ok(()),
        }
    }

    /// Adds a source whose record the user joined to a game. `content` is that of the
    /// record. A known source is left unchanged.
    pub(crate) fn join_source(
        &mut self,
        game: i64,
        source: Source<'_>,
        own_record: (TextEncoding, &[u8]),
        content: u64,
    ) -> Result<(), StoreError> {
        if let Some(number) = self.add_source_row(game, source, Some(own_record))? {
            self.transaction.note_added_source(game, source.archive, number)?;
            let place: [&dyn ToSql; 4] = [&game, &source.archive, &source.member, &source.member_game];
            mark_as_joined(self.transaction, place, content as i64)?;
        }
        Ok(())
    }

    /// Adds the analyses of the record of a source of a game, in place of others only if `replaces`. Returns
    /// their number.
    pub(crate) fn add_analyses(
        &mut self,
        game: i64,
        source: Source<'_>,
        analyses: &[Analysis],
        replaces: bool,
    ) -> Result<u64, StoreError> {
        let sql = "SELECT number FROM source WHERE game = ?1 AND archive = ?2 AND member = ?3 AND member_game = ?4";
        let place = params![game, source.archive, source.member, source.member_game];
        match self.transaction.optional(sql, place)? {
            Some(number) => add_analyses_of_source(self.transaction, number, analyses, replaces),
            None => Ok(0),
        }
    }

    /// Adds a row and returns its number, unless the source is known.
    fn add_source_row(
        &mut self,
        game: i64,
        source: Source<'_>,
        own_record: Option<(TextEncoding, &[u8])>,
    ) -> Result<Option<i64>, StoreError> {
        let number = self.transaction.state()?.last_source + 1;
        let (encoding, frame) = own_record.unzip();
        let dictionary = frame.and(self.dictionary_id);
        let encoding = encoding.and_then(encoding_name);
        let values = params![
            game,
            source.archive,
            source.member,
            source.member_game,
            encoding,
            dictionary,
            frame,
            number
        ];
        let added = self.transaction.run(|_| self.add_source.execute(values))?;
        self.transaction.change_state(|state| state.sources += added as u64);
        self.transaction.change_state(|state| state.last_source += added as i64);
        Ok((added > 0).then_some(number))
    }

    /// Returns whether enough games for a segment wait for the next commit.
    #[must_use]
    pub const fn is_full(&self) -> bool {
        self.pending.bytes() >= PENDING_BYTES
    }

    /// Returns whether `bytes` more can be used until the next commit without exceeding
    /// the writer's own limit.
    #[must_use]
    pub fn has_room_for(&self, bytes: usize) -> bool {
        self.pending.reserved_bytes() + bytes <= PENDING_BYTES
    }

    /// Frees the memory used by the games of the last commit.
    pub fn shrink(&mut self) {
        self.pending.shrink();
    }

    /// Writes the index of the games added since the last commit.
    pub fn index(&mut self) -> Result<(), StoreError> {
        if self.pending.games() == 0 {
            return Ok(());
        }
        let go_on = self.transaction.grace();
        let appended = append(self.transaction, &mut self.pending, go_on);
        if appended.is_err() {
            self.transaction.roll_back();
        }
        appended
    }

    /// Makes all added games permanent, with their index.
    pub fn commit(&mut self) -> Result<(), StoreError> {
        self.index()?;
        self.transaction.commit()
    }

    /// Merges segments if there are too many. Must be called after [`Writer::commit`]
    /// only.
    pub fn merge(&mut self) -> Result<(), StoreError> {
        while merge_some(self.transaction)? {
            self.transaction.commit()?;
        }
        Ok(())
    }
}

impl Transaction {
    /// Compresses a record that the database has in another place, without the moves of the course that is
    /// to be beside it.
    pub fn frame_of(&self, record: &StoredRecord, course: Option<&Course>) -> Result<Frame, StoreError> {
        let (dictionary, data) = stored_dictionary(self)?;
        let compressor = RecordCompressor::new(&data);
        let bytes = compressor.and_then(|mut compressor| compressor.compress(&record.bytes, course));
        Ok(Frame {
            encoding: encoding_name(record.encoding).map(str::to_owned),
            dictionary,
            course: course.map(|course| {
                let mut bytes = Vec::new();
                write_course(&mut bytes, course);
                bytes
            }),
            bytes: bytes.map_err(|error| self.damaged(format!("a record cannot be compressed: {error}")))?,
        })
    }
}

fn stored_dictionary(snapshot: &Snapshot) -> Result<(Option<i64>, Vec<u8>), StoreError> {
    match snapshot.value::<Option<i64>>("SELECT max(id) FROM dictionary")? {
        Some(id) => Ok((Some(id), snapshot.dictionary(Some(id))?)),
        // A new dictionary would get the id of the missing one.
        None if snapshot
            .optional::<i64>("SELECT 1 FROM record WHERE dictionary IS NOT NULL LIMIT 1", [])?
            .is_some() =>
        {
            Err(snapshot.damaged("the dictionary of its records is missing"))
        }
        None => Ok((None, Vec::new())),
    }
}
