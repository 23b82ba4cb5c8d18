use super::block::Entry;
use super::database::Database;
use super::error::StoreError;
use super::schema;
use super::segment;
use super::totals::GameFacts;
use crate::record::{GameInfo, TextEncoding};
use jiff::Timestamp;
use rusqlite::{OptionalExtension, params};
use std::collections::HashMap;
use std::path::Path;

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
    pub board_size: u8,
    /// How many moves were played.
    pub moves: u16,
    /// By which the game is found when it is imported again.
    pub content: u64,
    /// Names, date, result and so on.
    pub info: GameInfo,
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
/// at [`Writer::commit`]; what is not committed is as if it had never been.
pub struct Writer<'db> {
    db: &'db mut Database,
    in_transaction: bool,
    players: HashMap<String, i64>,
    dictionary: Dictionary,
    /// The games of this transaction: the number of the first, and for each
    /// its facts.
    first_game: i64,
    facts: Vec<GameFacts>,
    entries: Vec<Entry>,
}

impl<'db> Writer<'db> {
    /// Begins to write; nobody else can meanwhile.
    ///
    /// # Errors
    /// A database that cannot be written, or to which somebody else writes.
    pub fn new(db: &'db mut Database) -> Result<Self, StoreError> {
        let mut writer = Self {
            db,
            in_transaction: false,
            players: HashMap::new(),
            dictionary: Dictionary::default(),
            first_game: 0,
            facts: Vec::new(),
            entries: Vec::new(),
        };
        writer.prepare()?;
        writer.begin()?;
        writer.dictionary = writer.stored_dictionary()?;
        Ok(writer)
    }

    fn prepare(&self) -> Result<(), StoreError> {
        let conn = &self.db.conn;
        let set = || {
            conn.pragma_update(None, "journal_mode", "WAL")?;
            conn.pragma_update(None, "synchronous", "FULL")?;
            // The index of contents is written in random order; it should
            // stay in memory. In KiB, negative by SQLite's convention.
            conn.pragma_update(None, "cache_size", -64 << 10)
        };
        set().map_err(|e| self.db.error(e))
    }

    fn begin(&mut self) -> Result<(), StoreError> {
        self.execute("BEGIN IMMEDIATE", [])?;
        self.in_transaction = true;
        let next = "SELECT coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'game'), 0) + 1";
        self.first_game = self
            .db
            .conn
            .query_row(next, [], |row| row.get(0))
            .map_err(|e| self.db.error(e))?;
        Ok(())
    }

    /// The database, to be asked; it shows what is not yet committed too, but
    /// for the index.
    #[must_use]
    pub const fn database(&self) -> &Database {
        self.db
    }

    fn execute(&self, sql: &str, values: impl rusqlite::Params) -> Result<i64, StoreError> {
        let run = || {
            self.db.conn.prepare_cached(sql)?.execute(values)?;
            Ok(self.db.conn.last_insert_rowid())
        };
        run().map_err(|e| schema::from_sqlite(self.db.path(), e))
    }

    fn one(&self, sql: &str, values: impl rusqlite::Params) -> Result<Option<i64>, StoreError> {
        let run = || {
            self.db
                .conn
                .prepare_cached(sql)?
                .query_row(values, |row| row.get(0))
                .optional()
        };
        run().map_err(|e| self.db.error(e))
    }

    fn stored_dictionary(&self) -> Result<Dictionary, StoreError> {
        let newest = "SELECT id, data FROM dictionary ORDER BY id DESC LIMIT 1";
        self.db
            .conn
            .query_row(newest, [], |row| {
                Ok(Dictionary {
                    id: Some(row.get(0)?),
                    data: row.get(1)?,
                })
            })
            .optional()
            .map(Option::unwrap_or_default)
            .map_err(|e| self.db.error(e))
    }

    /// The dictionary by which records must be compressed; empty if there is
    /// none.
    #[must_use]
    pub fn dictionary(&self) -> &[u8] {
        &self.dictionary.data
    }

    /// Stores a dictionary and uses it from now on.
    ///
    /// # Errors
    /// A database that cannot be written.
    pub fn add_dictionary(&mut self, data: Vec<u8>) -> Result<(), StoreError> {
        let id = self.execute("INSERT INTO dictionary (data) VALUES (?1)", [&data])?;
        self.dictionary = Dictionary { id: Some(id), data };
        Ok(())
    }

    /// Numbers an archive. One that was imported before, from the same place,
    /// keeps its number.
    ///
    /// # Errors
    /// A database that cannot be written.
    pub fn add_archive(&mut self, path: &Path) -> Result<i64, StoreError> {
        let absolute = || std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        let path = path.canonicalize().unwrap_or_else(|_| absolute());
        let path = path.to_string_lossy();
        let known = self.one("SELECT id FROM archive WHERE path = ?1", [&path])?;
        match known {
            Some(id) => Ok(id),
            None => self.execute(
                "INSERT INTO archive (path, imported_at) VALUES (?1, ?2)",
                params![path, Timestamp::now().to_string()],
            ),
        }
    }

    /// Adds a game and returns its number.
    ///
    /// # Errors
    /// A database that cannot be written.
    pub fn add_game(&mut self, game: NewGame, source: Source<'_>) -> Result<i64, StoreError> {
        let NewGame {
            board_size,
            moves,
            content,
            info,
            repair,
            entries,
            encoding,
            frame,
        } = game;
        let black = self.player(&info.black)?;
        let white = self.player(&info.white)?;
        let [black_rank, white_rank] = info.ranks().map(|rank| rank.map(|rank| rank.value()));
        let date = info.game_date();
        let result = info.game_result();
        let winner = result.and_then(|result| result.winner());
        let facts = GameFacts {
            year: date.map(|date| date.year()),
            winner,
        };
        let id = self.execute(
            "INSERT INTO game (board_size, moves, content, black, white, black_rank, white_rank, black_rank_value,
                 white_rank_value, black_team, white_team, date, first_date, last_date, year, result, winner,
                 result_value, komi, komi_half_points, handicap, handicap_stones, rules, event, round, place, name,
                 publication, repair)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, ?20, ?21,
                 ?22, ?23, ?24, ?25, ?26, ?27, ?28, ?29)",
            params![
                board_size,
                moves,
                content as i64,
                black,
                white,
                written(&info.black_rank),
                written(&info.white_rank),
                black_rank,
                white_rank,
                written(&info.black_team),
                written(&info.white_team),
                written(&info.date),
                date.map(|date| date.first().to_string()),
                date.map(|date| date.last().to_string()),
                facts.year,
                written(&info.result),
                winner.map(|color| color.letter().to_string()),
                result.map(|result| result.to_string()),
                written(&info.komi),
                info.komi_value().map(|komi| komi.half_points()),
                written(&info.handicap),
                info.handicap_stones(),
                written(&info.rules),
                written(&info.event),
                written(&info.round),
                written(&info.place),
                written(&info.name),
                written(&info.publication),
                repair,
            ],
        )?;
        self.execute(
            "INSERT INTO record (game, encoding, dictionary, sgf) VALUES (?1, ?2, ?3, ?4)",
            params![id, encoding_name(encoding), self.dictionary.id, frame],
        )?;
        self.add_source(id, source, None)?;
        let index = self.facts.len() as u32;
        self.facts.push(facts);
        self.entries.extend(entries.into_iter().map(|mut entry| {
            entry.posting.game = index;
            entry
        }));
        Ok(id)
    }

    /// Notes one more place where a game was found, with its own record where
    /// that differs from the game's: encoding and compressed bytes. A place
    /// that is known already is left as it is.
    ///
    /// # Errors
    /// A database that cannot be written.
    pub fn add_source(
        &mut self,
        game: i64,
        source: Source<'_>,
        own_record: Option<(TextEncoding, &[u8])>,
    ) -> Result<(), StoreError> {
        let (encoding, frame) = own_record.unzip();
        let dictionary = frame.and(self.dictionary.id);
        let encoding = encoding.and_then(encoding_name);
        self.execute(
            "INSERT OR IGNORE INTO source (game, archive, member, member_game, encoding, dictionary, sgf)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
            params![
                game,
                source.archive,
                source.member,
                source.member_game,
                encoding,
                dictionary,
                frame
            ],
        )?;
        Ok(())
    }

    fn player(&mut self, name: &str) -> Result<Option<i64>, StoreError> {
        if name.is_empty() {
            return Ok(None);
        }
        if let Some(&id) = self.players.get(name) {
            return Ok(Some(id));
        }
        let id = match self.one("SELECT id FROM player WHERE name = ?1", [name])? {
            Some(id) => id,
            None => self.execute("INSERT INTO player (name) VALUES (?1)", [name])?,
        };
        self.players.insert(name.to_owned(), id);
        Ok(Some(id))
    }

    /// Makes room for so many positions at once. Growing step by step would
    /// touch twice the memory.
    pub fn reserve(&mut self, positions: usize) {
        self.entries.reserve_exact(positions);
    }

    /// How many positions wait for the next commit.
    #[must_use]
    pub const fn pending_positions(&self) -> usize {
        self.entries.len()
    }

    /// Writes the index of the games added since the last commit and makes
    /// all of it permanent at once.
    ///
    /// # Errors
    /// A database that cannot be written; nothing since the last commit is
    /// kept then.
    pub fn commit(&mut self) -> Result<(), StoreError> {
        self.end_transaction()?;
        self.begin()
    }

    /// Does the same for the last time.
    ///
    /// # Errors
    /// As [`Writer::commit`].
    pub fn finish(mut self) -> Result<(), StoreError> {
        self.end_transaction()
    }

    fn end_transaction(&mut self) -> Result<(), StoreError> {
        if !self.facts.is_empty() {
            segment::write(&self.db.conn, self.first_game, &mut self.entries, &self.facts)
                .map_err(|e| self.db.error(e))?;
        }
        self.entries.clear();
        self.facts.clear();
        self.execute("COMMIT", [])?;
        self.in_transaction = false;
        Ok(())
    }
}

impl Drop for Writer<'_> {
    fn drop(&mut self) {
        if self.in_transaction {
            // Nothing can be done about a failure here, and SQLite undoes
            // what is not committed when the file is opened next.
            let _ = self.execute("ROLLBACK", []);
            // Its number may be given to another one now.
            self.db.decompressors.borrow_mut().clear();
        }
        let _ = self.db.conn.execute_batch("PRAGMA wal_checkpoint(TRUNCATE)");
    }
}

/// A text that says nothing is NULL.
fn written(text: &str) -> Option<&str> {
    (!text.is_empty()).then_some(text)
}

/// UTF-8 goes without saying.
fn encoding_name(encoding: TextEncoding) -> Option<&'static str> {
    (encoding != TextEncoding::UTF_8).then(|| encoding.name())
}
