use super::compress::RecordDecompressor;
use super::database::Database;
use super::error::StoreError;
use super::totals::GameFacts;
use crate::go::Color;
use crate::record::{GameRecord, PartialDate, TextEncoding, game_trees};
use rusqlite::{OptionalExtension, Row, params};
use std::collections::hash_map::Entry;
use std::io;

/// A record as it lies in the database.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredRecord {
    /// The original SGF, byte for byte.
    pub sgf: Vec<u8>,
    /// How it is encoded.
    pub encoding: TextEncoding,
}

impl StoredRecord {
    /// Reads the record as it was read when it was imported; `None` if there
    /// is no game in it.
    #[must_use]
    pub fn read(&self) -> Option<GameRecord> {
        game_trees(&self.encoding.decode(&self.sgf)).next()?.game.ok()
    }
}

/// Why a frame could not be decompressed.
enum DecompressError {
    Store(StoreError),
    Frame(io::Error),
}

/// What decides whether another record with the same content is this game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRow {
    /// The game's number.
    pub id: i64,
    /// How many moves were played.
    pub moves: u16,
    /// Black's name as written.
    pub black: String,
    /// White's name as written.
    pub white: String,
    /// The date as written.
    pub date: String,
}

impl Database {
    /// The record that a game was stored with.
    ///
    /// # Errors
    /// A number that no game has, a damaged record, a database that cannot be
    /// read.
    pub fn record(&self, game: i64) -> Result<StoredRecord, StoreError> {
        let sql = "SELECT encoding, dictionary, sgf FROM record WHERE game = ?1";
        let row: Option<(Option<String>, Option<i64>, Vec<u8>)> = self
            .conn
            .prepare_cached(sql)
            .and_then(|mut statement| {
                statement
                    .query_row([game], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))
                    .optional()
            })
            .map_err(|e| self.error(e))?;
        let (encoding, dictionary, frame) =
            row.ok_or_else(|| self.damaged(format!("the record of game {game} is missing")))?;
        let sgf = self.decompress(dictionary, &frame).map_err(|error| match error {
            DecompressError::Store(error) => error,
            DecompressError::Frame(error) => {
                self.damaged(format!("the record of game {game} cannot be decompressed: {error}"))
            }
        })?;
        let encoding = match encoding {
            None => TextEncoding::UTF_8,
            Some(name) => TextEncoding::from_name(&name)
                .ok_or_else(|| self.damaged(format!("the record of game {game} has the unknown encoding {name}")))?,
        };
        Ok(StoredRecord { sgf, encoding })
    }

    /// Decompresses a frame with the dictionary of this number.
    fn decompress(&self, dictionary: Option<i64>, frame: &[u8]) -> Result<Vec<u8>, DecompressError> {
        // Setting a dictionary up takes longer than the rest.
        let mut decompressors = self.decompressors.borrow_mut();
        let decompressor = match decompressors.entry(dictionary) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(unknown) => {
                let data = self.dictionary(dictionary).map_err(DecompressError::Store)?;
                unknown.insert(RecordDecompressor::new(&data).map_err(DecompressError::Frame)?)
            }
        };
        decompressor.decompress(frame).map_err(DecompressError::Frame)
    }

    fn dictionary(&self, number: Option<i64>) -> Result<Vec<u8>, StoreError> {
        let Some(number) = number else { return Ok(Vec::new()) };
        self.conn
            .query_row("SELECT data FROM dictionary WHERE id = ?1", [number], |row| row.get(0))
            .optional()
            .map_err(|e| self.error(e))?
            .ok_or_else(|| self.damaged(format!("dictionary {number} is missing")))
    }

    /// Year and winner of a game.
    ///
    /// # Errors
    /// A game that is missing, a database that cannot be read.
    pub fn facts(&self, game: i64) -> Result<GameFacts, StoreError> {
        let read = |row: &Row<'_>| {
            let winner: Option<String> = row.get(1)?;
            let winner = winner.and_then(|letter| match letter.as_str() {
                "B" => Some(Color::Black),
                "W" => Some(Color::White),
                _ => None,
            });
            Ok(GameFacts {
                year: row.get(0)?,
                winner,
            })
        };
        self.conn
            .prepare_cached("SELECT year, winner FROM game WHERE id = ?1")
            .and_then(|mut statement| statement.query_row([game], read).optional())
            .map_err(|e| self.error(e))?
            .ok_or_else(|| self.damaged(format!("game {game} is in the index and not in the game table")))
    }

    /// The games whose content has this hash and whose date, if they and `date`
    /// say so much, is the same, in the order of their numbers.
    ///
    /// # Errors
    /// A database that cannot be read.
    pub fn games_with_content(&self, hash: u64, date: Option<PartialDate>) -> Result<Vec<GameRow>, StoreError> {
        // A date agrees with what it begins with and with what begins with
        // it; "." is the character after "-". Without a date all agree.
        let sql = "SELECT game.id, game.moves, coalesce(black.name, ''), coalesce(white.name, ''), coalesce(date, '')
                   FROM game
                   LEFT JOIN player AS black ON black.id = game.black
                   LEFT JOIN player AS white ON white.id = game.white
                   WHERE game.id IN (
                       SELECT id FROM game WHERE content = ?1 AND first_date IS NULL
                       UNION ALL SELECT id FROM game WHERE content = ?1 AND first_date IN (?2, substr(?2, 1, 7), substr(?2, 1, 4))
                       UNION ALL SELECT id FROM game WHERE content = ?1 AND first_date > ?2 || '-' AND first_date < ?2 || '.'
                       UNION ALL SELECT id FROM game WHERE content = ?1 AND ?2 IS NULL)
                   ORDER BY game.id";
        let date = date.map(|date| date.to_string());
        let read = || {
            let mut statement = self.conn.prepare_cached(sql)?;
            let rows = statement.query_map(params![hash as i64, date], |row| {
                Ok(GameRow {
                    id: row.get(0)?,
                    moves: row.get(1)?,
                    black: row.get(2)?,
                    white: row.get(3)?,
                    date: row.get(4)?,
                })
            })?;
            rows.collect::<rusqlite::Result<Vec<_>>>()
        };
        read().map_err(|e| self.error(e))
    }
}
