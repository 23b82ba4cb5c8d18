use crate::go::BoardSize;
use crate::interrupt::Stopped;
use crate::record::{
    Course, Decoded, Format, GameLines, GameRecord, TextEncoding, UTF_8_MARK, as_sgf, decode, decoded_trees,
    game_lines, game_trees, needs_mark, portable,
};
use crate::store::StoreError;
use crate::store::codec::{RecordDecompressor, read_course};
use crate::store::snapshot::Snapshot;
use crate::store::sqlite::{DICTIONARY, GAME, RECORD, intact};
use rayon::prelude::*;
use rusqlite::Row;
use std::borrow::Cow;
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::ops::RangeInclusive;
use std::sync::LazyLock;

static SELECT_RECORDS: LazyLock<String> = LazyLock::new(|| {
    RECORD.select(
        "game, course, encoding, dictionary, sgf",
        "WHERE game BETWEEN ?1 AND ?2 ORDER BY game",
    )
});

pub static SELECT_COURSES: LazyLock<String> =
    LazyLock::new(|| RECORD.select("game, course", "WHERE game BETWEEN ?1 AND ?2 ORDER BY game"));

/// A stored record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredRecord {
    /// The original record, byte for byte: SGF, or another format (`docs/records.md`).
    pub bytes: Vec<u8>,
    /// The encoding of its text.
    pub encoding: TextEncoding,
}

impl StoredRecord {
    /// Parses the record as the import did. Returns `None` if it contains no game.
    #[must_use]
    pub fn read(&self) -> Option<GameRecord> {
        decoded_trees(&self.decoded()).next()?.game.ok()
    }

    /// Parses the record with its variations. Returns `None` if it contains no game.
    #[must_use]
    pub fn read_lines(&self) -> Option<GameLines> {
        game_lines(&self.text())?.ok()
    }

    /// Returns the text of the record, in its own format.
    #[must_use]
    pub fn text(&self) -> Cow<'_, str> {
        self.encoding.decode(&self.bytes)
    }

    /// Returns the same text, and which of its characters were cut.
    #[must_use]
    pub fn decoded(&self) -> Decoded<'_> {
        self.encoding.decoded(&self.bytes)
    }

    /// Returns the record as SGF text: its own, or a translation from another format.
    #[must_use]
    pub fn sgf_text(&self) -> Cow<'_, str> {
        as_sgf(self.text())
    }

    /// Returns the [portable] text of the game tree, or `None` if there is none.
    #[must_use]
    pub fn portable(&self) -> Option<String> {
        let text = self.text();
        let tree = game_trees(&text).next()?;
        Some(portable(&text[tree.span]))
    }

    /// Returns the record as an SGF file of its own. This is the original, byte for byte, if
    /// it is SGF that decodes to the same text by itself. A record cut out of a larger file
    /// may lack what determined its encoding, such as the file's byte order mark or the
    /// text of other games; it is made [portable], and so is one of another format.
    #[must_use]
    pub fn file(&self) -> Cow<'_, [u8]> {
        let text = self.text();
        if Format::of(text.as_bytes()) == Format::Sgf && decode(&self.bytes).text == text {
            return Cow::Borrowed(&self.bytes);
        }
        let text = self.portable().unwrap_or_else(|| text.into_owned());
        let mark: &[u8] = if needs_mark(&text) { &UTF_8_MARK } else { &[] };
        Cow::Owned([mark, text.as_bytes()].concat())
    }
}

/// A compressed record as a row holds it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    /// The name of the text encoding, or `None` for UTF-8.
    pub encoding: Option<String>,
    /// The id of the dictionary that compressed the record.
    pub dictionary: Option<i64>,
    /// The course beside the record of a game, which has its moves; a source has none.
    pub course: Option<Vec<u8>>,
    pub bytes: Vec<u8>,
}

impl Frame {
    /// Reads the columns `encoding`, `dictionary` and `sgf`, the first of which is `first`. Returns `None` if
    /// there is no record.
    pub fn read(row: &Row<'_>, first: usize) -> rusqlite::Result<Option<Self>> {
        let (encoding, dictionary) = (row.get(first)?, row.get(first + 1)?);
        let bytes: Option<Vec<u8>> = row.get(first + 2)?;
        Ok(bytes.map(|bytes| Self {
            encoding,
            dictionary,
            course: None,
            bytes,
        }))
    }

    /// Decompresses the record. The error completes the sentence "The record ...".
    pub fn unpack(&self, decompressor: &mut RecordDecompressor) -> Result<StoredRecord, String> {
        let course = self.course.as_ref().map(|_| self.course()).transpose()?;
        let bytes = decompressor
            .decompress(&self.bytes, course.as_ref())
            .map_err(|error| format!("cannot be decompressed: {error}"))?;
        let encoding = match &self.encoding {
            None => TextEncoding::UTF_8,
            Some(name) => TextEncoding::from_name(name).ok_or_else(|| format!("has the unknown encoding {name}"))?,
        };
        Ok(StoredRecord { bytes, encoding })
    }

    /// Reads the course beside the record. The error completes the sentence "The record ...".
    pub fn course(&self) -> Result<Course, String> {
        let course = self.course.as_deref().and_then(read_course);
        course.ok_or_else(|| "has no course that can be read".to_owned())
    }
}

impl Snapshot {
    /// Returns the stored record of a game.
    pub fn record(&self, game: i64) -> Result<StoredRecord, StoreError> {
        self.unpack(game, &self.frame(game)?)
    }

    /// Returns the course of a game.
    pub(crate) fn course(&self, game: i64) -> Result<Course, StoreError> {
        let course = self.frame(game)?.course();
        course.map_err(|what| self.damaged(format!("the record of game {game} {what}")))
    }

    /// Returns the board size of a game, or `None` if the game does not exist.
    pub fn board_size(&self, game: i64) -> Result<Option<BoardSize>, StoreError> {
        let sql = GAME.select("board_size", "WHERE id = ?1");
        match self.rows(&sql, [game], |row| Ok((intact(row)?, row.get(1)?)))?.pop() {
            None => Ok(None),
            Some((true, lines)) if let Some(size) = BoardSize::new(lines) => Ok(Some(size)),
            Some(_) => Err(self.damaged(format!("the row of game {game} has a wrong checksum"))),
        }
    }

    /// Reads the records of these games and calls `work` with each, as [`Snapshot::map_games`] does.
    #[expect(clippy::type_complexity, reason = "a list of pairs")]
    pub(crate) fn map_records<T: Send>(
        &self,
        games: RangeInclusive<i64>,
        work: impl Fn(i64, &StoredRecord) -> Option<T> + Sync,
    ) -> Result<Vec<(i64, Result<T, String>)>, StoreError> {
        self.map_games(games, |game, record, _| work(game, record))
    }

    /// Reads the records and courses of these games and calls `work` with each, on all cores. Returns the
    /// results in the order of the games, with a sentence for each record that is damaged or for
    /// which `work` returned `None`, because it holds no game.
    #[expect(clippy::type_complexity, reason = "a list of pairs")]
    pub(crate) fn map_games<T: Send>(
        &self,
        games: RangeInclusive<i64>,
        work: impl Fn(i64, &StoredRecord, &Course) -> Option<T> + Sync,
    ) -> Result<Vec<(i64, Result<T, String>)>, StoreError> {
        let found = readable_frames(self, games)?;
        // Each dictionary by its number, or the reason that it cannot be used.
        let mut dictionaries: HashMap<Option<i64>, Result<Vec<u8>, String>> = HashMap::new();
        for frame in found.iter().filter_map(|(_, frame)| frame.as_ref().ok()) {
            if let Entry::Vacant(unknown) = dictionaries.entry(frame.dictionary) {
                unknown.insert(match self.dictionary(frame.dictionary) {
                    Ok(data) => Ok(data),
                    Err(StoreError::Damaged { what, .. }) => Err(format!("cannot be decompressed: {what}")),
                    Err(error) => return Err(error),
                });
            }
        }
        // The connection stays on this thread.
        let stop = self.stop();
        let done = found.par_chunks(GAMES_A_THREAD).map(|frames| {
            stop.check()?;
            Ok(work_on(frames, &dictionaries, &work))
        });
        let done: Vec<Vec<(i64, Result<T, String>)>> = done.collect::<Result<_, Stopped>>()?;
        Ok(done.into_iter().flatten().collect())
    }

    /// Returns the number of the source in which a game was first found. The time
    /// grows with the number of sources of the game.
    pub(crate) fn first_source(&self, game: i64) -> Result<i64, StoreError> {
        let first = self.optional("SELECT min(number) FROM source WHERE game = ?1", [game])?;
        first
            .flatten()
            .ok_or_else(|| self.damaged(format!("game {game} has no source")))
    }

    pub(crate) fn require_intact(&self, game: i64) -> Result<(), StoreError> {
        match self.board_size(game)? {
            Some(_) => Ok(()),
            None => Err(self.damaged(format!("game {game} is in the index and not in the game table"))),
        }
    }

    /// Returns the error for a record without a game.
    pub fn holds_no_game(&self, game: i64) -> StoreError {
        self.damaged(format!("the record of game {game} holds no game"))
    }

    pub(crate) fn unpack(&self, game: i64, frame: &Frame) -> Result<StoredRecord, StoreError> {
        // Setting up a dictionary takes longer than decompressing a record.
        let mut decompressors = self.decompressors();
        let decompressor = match decompressors.entry(frame.dictionary) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(unknown) => unknown.insert(decompressor(self, frame.dictionary)?),
        };
        frame
            .unpack(decompressor)
            .map_err(|what| self.damaged(format!("the record of game {game} {what}")))
    }

    pub(crate) fn frame(&self, game: i64) -> Result<Frame, StoreError> {
        match frames(self, game, game)?.pop() {
            Some((_, Some(frame))) => Ok(frame),
            Some((_, None)) => Err(self.damaged(wrong_checksum(game))),
            None => Err(self.damaged(format!("the record of game {game} is missing"))),
        }
    }

    /// Returns the dictionary with this number; it is empty for `None`.
    pub(crate) fn dictionary(&self, number: Option<i64>) -> Result<Vec<u8>, StoreError> {
        let Some(number) = number else { return Ok(Vec::new()) };
        let sql = DICTIONARY.select("data", "WHERE id = ?1");
        let row: Option<(bool, Vec<u8>)> = self.rows(&sql, [number], |row| Ok((intact(row)?, row.get(1)?)))?.pop();
        match row {
            Some((true, data)) => Ok(data),
            Some((false, _)) => Err(self.damaged(format!("dictionary {number} has a wrong checksum"))),
            None => Err(self.damaged(format!("dictionary {number} is missing"))),
        }
    }
}

/// Returns the sentence about a record whose checksum does not match.
pub fn wrong_checksum(game: i64) -> String {
    format!("the record of game {game} has a wrong checksum")
}

/// Returns the record rows of the games from `first` to `last`, with `None` for those
/// with a wrong checksum.
pub fn frames(snapshot: &Snapshot, first: i64, last: i64) -> Result<Vec<(i64, Option<Frame>)>, StoreError> {
    snapshot.rows(&SELECT_RECORDS, [first, last], |row| {
        let course = row.get(2)?;
        let frame = Frame::read(row, 3)?.map(|frame| Frame { course, ..frame });
        Ok((row.get(1)?, if intact(row)? { frame } else { None }))
    })
}

pub fn decompressor(snapshot: &Snapshot, number: Option<i64>) -> Result<RecordDecompressor, StoreError> {
    RecordDecompressor::new(&snapshot.dictionary(number)?)
        .map_err(|error| snapshot.damaged(format!("dictionary {} is none: {error}", number.unwrap_or_default())))
}

/// The number of games that are worth reading at a time.
pub const GAMES_AT_ONCE: i64 = 4096;

/// The number of games that one thread works on at a time.
const GAMES_A_THREAD: usize = 64;

/// Returns the rows of the records of these games, or a sentence for each that cannot be
/// read.
#[expect(clippy::type_complexity, reason = "a list of pairs")]
pub fn readable_frames(
    snapshot: &Snapshot,
    games: RangeInclusive<i64>,
) -> Result<Vec<(i64, Result<Frame, String>)>, StoreError> {
    if let Ok(all) = frames(snapshot, *games.start(), *games.end()) {
        return Ok(all.into_iter().map(intact_frame).collect());
    }
    // A damaged page or value hides the rows beside it.
    let mut found = Vec::new();
    for game in games {
        match frames(snapshot, game, game) {
            Ok(rows) => found.extend(rows.into_iter().map(intact_frame)),
            Err(StoreError::Damaged { what, .. }) => {
                let sentence = format!("the record of game {game} cannot be read: {what}");
                found.push((game, Err(sentence)));
            }
            Err(error) => return Err(error),
        }
    }
    Ok(found)
}

fn intact_frame((game, frame): (i64, Option<Frame>)) -> (i64, Result<Frame, String>) {
    (game, frame.ok_or_else(|| wrong_checksum(game)))
}

fn work_on<T>(
    frames: &[(i64, Result<Frame, String>)],
    dictionaries: &HashMap<Option<i64>, Result<Vec<u8>, String>>,
    work: &impl Fn(i64, &StoredRecord, &Course) -> Option<T>,
) -> Vec<(i64, Result<T, String>)> {
    // Setting up a dictionary takes longer than decompressing a record.
    let mut decompressors: HashMap<Option<i64>, RecordDecompressor> = HashMap::new();
    frames
        .iter()
        .map(|(game, frame)| {
            let done = frame.as_ref().map_err(String::clone).and_then(|frame| {
                let record = unpack_with(&mut decompressors, dictionaries, frame);
                let done = record.and_then(|record| {
                    work(*game, &record, &frame.course()?).ok_or_else(|| "holds no game".to_owned())
                });
                done.map_err(|why| format!("the record of game {game} {why}"))
            });
            (*game, done)
        })
        .collect()
}

fn unpack_with(
    decompressors: &mut HashMap<Option<i64>, RecordDecompressor>,
    dictionaries: &HashMap<Option<i64>, Result<Vec<u8>, String>>,
    frame: &Frame,
) -> Result<StoredRecord, String> {
    let decompressor = match decompressors.entry(frame.dictionary) {
        Entry::Occupied(known) => known.into_mut(),
        Entry::Vacant(unknown) => {
            let data = match dictionaries.get(&frame.dictionary) {
                Some(data) => data.as_ref().map_err(String::clone)?.as_slice(),
                None => &[],
            };
            let made = RecordDecompressor::new(data);
            unknown.insert(made.map_err(|error| format!("has a dictionary that is none: {error}"))?)
        }
    };
    frame.unpack(decompressor)
}
