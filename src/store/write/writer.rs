use crate::go::BoardSize;
use crate::record::{GameInfo, TextEncoding};
use crate::store::codec::block::Entry;
use crate::store::codec::game_columns::GameColumns;
use crate::store::error::StoreError;
use crate::store::games::paths::stored_path;
use crate::store::games::records::dictionary;
use crate::store::games::words::damaged_words;
use crate::store::snapshot::Snapshot;
use crate::store::sqlite::table::{ARCHIVE, DICTIONARY, GAME, RECORD, SOURCE};
use crate::store::write::append::{Pending, append};
use crate::store::write::game_row::{GameValues, encoding_name};
use crate::store::write::merge::merge_some;
use crate::store::write::texts::texts;
use crate::store::write::transaction::Transaction;
use crate::store::write::words::INSERT_GAME_WORDS;
use jiff::Timestamp;
use rusqlite::{Statement, params};
use std::path::Path;

/// Bytes that games and positions may take while they wait for the next commit.
/// Less would mean more merging.
const PENDING_BYTES: usize = 192 << 20;

/// The dictionary by which records are compressed; without one both are
/// empty.
#[derive(Default)]
struct Dictionary {
    id: Option<i64>,
    data: Vec<u8>,
}

/// Where a record was found.
#[derive(Clone, Copy, Debug)]
pub struct Source<'a> {
    /// The archive, as [`Writer::add_archive`] numbered it.
    pub archive: i64,
    /// The file within it.
    pub member: &'a str,
    /// Which game of that file, counted from 0.
    pub member_game: usize,
}

/// A game that is not in the database yet.
#[derive(Clone, Debug)]
pub struct NewGame {
    /// Lines of the board.
    pub board_size: BoardSize,
    /// How many moves were played.
    pub moves: u16,
    /// By which the game is found when it is imported again.
    pub content: u64,
    /// Names, date, result and so on.
    pub info: GameInfo,
    /// The words that it is found by, as [`game_words`](super::game_words)
    /// gives them.
    pub words: String,
    /// What was left out of the record, and why.
    pub repair: Option<String>,
    /// Its positions; the writer numbers their games.
    pub entries: Vec<Entry>,
    /// How the record is encoded.
    pub encoding: TextEncoding,
    /// The record, compressed.
    pub frame: Vec<u8>,
}

/// Adds games to a database. Games and their index become visible together,
/// at [`Writer::commit`]; what is not committed is undone with the transaction.
pub struct Writer<'t> {
    transaction: &'t Transaction,
    dictionary: Dictionary,
    /// The games of this transaction.
    pending: Pending,
    add: Statements<'t>,
}

/// The statements that add rows. Finding them by their texts each time would
/// take longer than running them.
struct Statements<'t> {
    game: Statement<'t>,
    record: Statement<'t>,
    source: Statement<'t>,
    words: Statement<'t>,
}

impl<'t> Statements<'t> {
    fn new(snapshot: &'t Snapshot) -> Result<Self, StoreError> {
        let prepare = |sql: &str| snapshot.sqlite().prepare(sql).map_err(|error| snapshot.error(error));
        Ok(Self {
            game: prepare(&GAME.insert("INSERT"))?,
            record: prepare(&RECORD.insert("INSERT"))?,
            source: prepare(&SOURCE.insert("INSERT OR IGNORE"))?,
            words: prepare(INSERT_GAME_WORDS).map_err(|error| damaged_words(snapshot, error))?,
        })
    }
}

impl<'t> Writer<'t> {
    /// Prepares to add games in a transaction.
    pub fn new(transaction: &'t Transaction) -> Result<Self, StoreError> {
        Ok(Self {
            add: Statements::new(transaction)?,
            dictionary: stored_dictionary(transaction)?,
            pending: Pending::new(),
            transaction,
        })
    }

    /// Returns what the transaction reads: what is not yet committed too, but for the
    /// index.
    #[must_use]
    pub fn snapshot(&self) -> &'t Snapshot {
        self.transaction
    }

    /// The dictionary by which records must be compressed; empty if there is
    /// none.
    #[must_use]
    pub fn dictionary(&self) -> &[u8] {
        &self.dictionary.data
    }

    /// Stores a dictionary and uses it from now on.
    pub fn add_dictionary(&mut self, data: Vec<u8>) -> Result<(), StoreError> {
        let id = self
            .transaction
            .number("SELECT coalesce(max(id), 0) + 1 FROM dictionary")?;
        self.transaction
            .execute(&DICTIONARY.insert("INSERT"), params![id, data])?;
        self.dictionary = Dictionary { id: Some(id), data };
        Ok(())
    }

    /// Numbers an archive. One that was imported before, from the same place,
    /// keeps its number.
    pub fn add_archive(&mut self, path: &Path) -> Result<i64, StoreError> {
        let path = stored_path(path);
        let path = path.to_string_lossy();
        if let Some(id) = self
            .transaction
            .optional("SELECT id FROM archive WHERE path = ?1", [&path])?
        {
            return Ok(id);
        }
        let next = "SELECT coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'archive'), 0) + 1";
        let id = self.transaction.number(next)?;
        let values = params![id, path, Timestamp::now().to_string()];
        self.transaction.execute(&ARCHIVE.insert("INSERT"), values)?;
        self.transaction.change_state(|state| state.archives += 1);
        Ok(id)
    }

    /// Adds a game and returns its number.
    pub fn add_game(&mut self, game: NewGame, source: Source<'_>) -> Result<i64, StoreError> {
        let NewGame {
            board_size,
            moves,
            content,
            info,
            words,
            repair,
            entries,
            encoding,
            frame,
        } = game;
        let id = self.transaction.state()?.last_game + 1;
        let texts = texts(self.transaction, &info)?;
        let row = GameValues {
            id,
            board_size: board_size.lines(),
            moves,
            content,
            texts,
            info: &info,
            repair: repair.as_deref(),
        };
        let record = params![id, encoding_name(encoding), self.dictionary.id, frame];
        row.write(&mut self.add.game)
            .and_then(|()| self.add.record.execute(record))
            .map_err(|e| self.transaction.error(e))?;
        self.transaction.change_state(|state| {
            state.last_game = id;
            state.games += 1;
        });
        self.add_source(id, source, None)?;
        if !words.is_empty() {
            self.transaction.open_words()?;
            let added = self.add.words.execute(params![id, words]);
            added.map_err(|error| damaged_words(self.transaction, self.transaction.error(error)))?;
        }
        self.pending
            .push(GameColumns::new(board_size, moves, &info, texts), entries);
        Ok(id)
    }

    /// Notes one more place where a game was found, with its own record where
    /// that differs from the game's: encoding and compressed bytes. A place
    /// that is known already is left as it is.
    pub fn add_source(
        &mut self,
        game: i64,
        source: Source<'_>,
        own_record: Option<(TextEncoding, &[u8])>,
    ) -> Result<(), StoreError> {
        let (encoding, frame) = own_record.unzip();
        let dictionary = frame.and(self.dictionary.id);
        let encoding = encoding.and_then(encoding_name);
        let values = params![
            game,
            source.archive,
            source.member,
            source.member_game,
            encoding,
            dictionary,
            frame,
            self.transaction.state()?.last_source + 1
        ];
        let added = self.add.source.execute(values).map_err(|e| self.transaction.error(e))?;
        self.transaction.change_state(|state| state.sources += added as u64);
        self.transaction.change_state(|state| state.last_source += added as i64);
        Ok(())
    }

    /// Whether as much waits for the next commit as a segment should have.
    #[must_use]
    pub const fn is_full(&self) -> bool {
        self.pending.bytes() >= PENDING_BYTES
    }

    /// Whether so many bytes more could be used until the next commit without
    /// exceeding what the writer itself takes at most.
    #[must_use]
    pub fn has_room_for(&self, bytes: usize) -> bool {
        self.pending.reserved_bytes() + bytes <= PENDING_BYTES
    }

    /// Gives back the memory that the games of the last commit waited in.
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

    /// Makes all games that were added permanent at once, with their index.
    pub fn commit(&mut self) -> Result<(), StoreError> {
        self.index()?;
        self.transaction.commit()
    }

    /// Merges segments if there are many. Only to be called after
    /// [`Writer::commit`].
    pub fn merge(&mut self) -> Result<(), StoreError> {
        while merge_some(self.transaction)? {
            self.transaction.commit()?;
        }
        Ok(())
    }
}

fn stored_dictionary(snapshot: &Snapshot) -> Result<Dictionary, StoreError> {
    match snapshot.number::<Option<i64>>("SELECT max(id) FROM dictionary")? {
        Some(id) => Ok(Dictionary {
            id: Some(id),
            data: dictionary(snapshot, Some(id))?,
        }),
        // Another one would get the number of that which is gone.
        None if snapshot
            .optional::<i64>("SELECT 1 FROM record WHERE dictionary IS NOT NULL LIMIT 1", [])?
            .is_some() =>
        {
            Err(snapshot.damaged("the dictionary of its records is missing"))
        }
        None => Ok(Dictionary::default()),
    }
}
