use crate::go::{BoardSize, Color, KeyTables, PositionKey};
use crate::record::{
    Decoded, Format, GameDate, GameLines, GameRecord, PartialDate, Particulars, TextEncoding, UTF_8_MARK, as_sgf,
    decode, decoded_trees, game_lines, game_trees, needs_mark, portable, replay,
};
use crate::store::codec::compress::RecordDecompressor;
use crate::store::codec::posting::Posting;
use crate::store::codec::totals::GameFacts;
use crate::store::error::StoreError;
use crate::store::snapshot::Snapshot;
use crate::store::sqlite::table::{DICTIONARY, GAME, RECORD, intact};
use rusqlite::params;
use std::borrow::Cow;
use std::collections::hash_map::Entry;
use std::sync::LazyLock;

static SELECT_RECORDS: LazyLock<String> = LazyLock::new(|| {
    RECORD.select(
        "game, encoding, dictionary, sgf",
        "WHERE game BETWEEN ?1 AND ?2 ORDER BY game",
    )
});

static SELECT_FACTS: LazyLock<String> =
    LazyLock::new(|| GAME.select("id, year, winner", "WHERE id BETWEEN ?1 AND ?2 ORDER BY id"));

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

impl StoredRecord {
    /// Visits the positions of the game, which has the number `game` in its segment.
    /// Returns the number of moves played, or `None` if the record contains no game.
    pub(crate) fn visit(
        &self,
        game: u32,
        keys: &KeyTables,
        mut visit: impl FnMut(PositionKey, Posting),
    ) -> Option<u16> {
        let record = self.read()?;
        let outcome = replay(&record, keys.get(record.size), |reached| {
            visit(reached.canonical.key, Posting::new(game, &reached));
        });
        Some(outcome.moves)
    }
}

/// A compressed record as a row holds it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    /// The name of the text encoding, or `None` for UTF-8.
    pub encoding: Option<String>,
    /// The id of the dictionary that compressed the record.
    pub dictionary: Option<i64>,
    /// The compressed record.
    pub bytes: Vec<u8>,
}

impl Frame {
    /// Decompresses the record. The error completes the sentence "The record ...".
    pub fn unpack(&self, decompressor: &mut RecordDecompressor) -> Result<StoredRecord, String> {
        let bytes = decompressor
            .decompress(&self.bytes)
            .map_err(|error| format!("cannot be decompressed: {error}"))?;
        let encoding = match &self.encoding {
            None => TextEncoding::UTF_8,
            Some(name) => TextEncoding::from_name(name).ok_or_else(|| format!("has the unknown encoding {name}"))?,
        };
        Ok(StoredRecord { bytes, encoding })
    }
}

/// The data of a game that decide whether another record with the same content is the
/// same game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DuplicateCandidate {
    /// The number of the game.
    pub id: i64,
    /// The number of moves played.
    pub moves: u16,
    /// The name of Black as written.
    pub black: String,
    /// The name of White as written.
    pub white: String,
    /// The date as written.
    pub date: String,
}

impl DuplicateCandidate {
    /// Returns what a record must agree with to be the same game.
    #[must_use]
    pub fn particulars(&self) -> Particulars<'_> {
        Particulars {
            moves: self.moves,
            black: &self.black,
            white: &self.white,
            date: GameDate::parse(&self.date),
        }
    }
}

/// Returns the record that a game is stored with.
pub fn record(snapshot: &Snapshot, game: i64) -> Result<StoredRecord, StoreError> {
    unpack(snapshot, game, &frame(snapshot, game)?)
}

/// Returns a game's row of the record table.
pub fn frame(snapshot: &Snapshot, game: i64) -> Result<Frame, StoreError> {
    match frames(snapshot, game, game)?.pop() {
        Some((_, Some(frame))) => Ok(frame),
        Some((_, None)) => Err(snapshot.damaged(wrong_checksum(game))),
        None => Err(snapshot.damaged(format!("the record of game {game} is missing"))),
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
        let frame = Frame {
            encoding: row.get(2)?,
            dictionary: row.get(3)?,
            bytes: row.get(4)?,
        };
        Ok((row.get(1)?, intact(row)?.then_some(frame)))
    })
}

/// Decompresses the record of a game.
pub fn unpack(snapshot: &Snapshot, game: i64, frame: &Frame) -> Result<StoredRecord, StoreError> {
    // Setting up a dictionary takes longer than decompressing a record.
    let mut decompressors = snapshot.decompressors();
    let decompressor = match decompressors.entry(frame.dictionary) {
        Entry::Occupied(known) => known.into_mut(),
        Entry::Vacant(unknown) => unknown.insert(decompressor(snapshot, frame.dictionary)?),
    };
    frame
        .unpack(decompressor)
        .map_err(|what| snapshot.damaged(format!("the record of game {game} {what}")))
}

/// Creates a decompressor for the dictionary with this number.
pub fn decompressor(snapshot: &Snapshot, number: Option<i64>) -> Result<RecordDecompressor, StoreError> {
    RecordDecompressor::new(&dictionary(snapshot, number)?)
        .map_err(|error| snapshot.damaged(format!("dictionary {} is none: {error}", number.unwrap_or_default())))
}

/// Returns the dictionary with this number; it is empty for `None`.
pub fn dictionary(snapshot: &Snapshot, number: Option<i64>) -> Result<Vec<u8>, StoreError> {
    let Some(number) = number else { return Ok(Vec::new()) };
    let sql = DICTIONARY.select("data", "WHERE id = ?1");
    let row: Option<(bool, Vec<u8>)> = snapshot
        .rows(&sql, [number], |row| Ok((intact(row)?, row.get(1)?)))?
        .pop();
    match row {
        Some((true, data)) => Ok(data),
        Some((false, _)) => Err(snapshot.damaged(format!("dictionary {number} has a wrong checksum"))),
        None => Err(snapshot.damaged(format!("dictionary {number} is missing"))),
    }
}

/// Checks that the row of a game exists and is intact.
pub fn require_intact(snapshot: &Snapshot, game: i64) -> Result<(), StoreError> {
    match facts_of_games(snapshot, game, game)?[..] {
        [Some(_)] => Ok(()),
        _ => Err(snapshot.damaged(format!("game {game} is in the index and not in the game table"))),
    }
}

/// Returns the facts of the games from `first` to `last` that stored totals have, with `None`
/// for removed games.
pub fn facts_of_games(snapshot: &Snapshot, first: i64, last: i64) -> Result<Vec<Option<GameFacts>>, StoreError> {
    let mut facts = Vec::new();
    for (intact, id, year, winner) in snapshot.rows(&SELECT_FACTS, [first, last], |row| {
        Ok((
            intact(row)?,
            row.get::<_, i64>(1)?,
            row.get(2)?,
            row.get::<_, Option<String>>(3)?,
        ))
    })? {
        let winner = winner.as_deref().map(|letter| match letter {
            "B" => Some(Color::Black),
            "W" => Some(Color::White),
            _ => None,
        });
        if !intact || winner == Some(None) {
            return Err(snapshot.damaged(format!("the row of game {id} has a wrong checksum")));
        }
        facts.resize((id - first) as usize, None);
        facts.push(Some(GameFacts {
            year,
            winner: winner.flatten(),
            is_draw: false,
        }));
    }
    facts.resize((last - first + 1) as usize, None);
    Ok(facts)
}

/// Returns the games whose content has this hash and whose date agrees with `date`, in
/// no particular order. A missing date agrees with every date.
pub fn games_with_content(
    snapshot: &Snapshot,
    hash: u64,
    date: Option<PartialDate>,
) -> Result<Vec<DuplicateCandidate>, StoreError> {
    // A date agrees with its prefixes and with dates that it is a prefix of. In ASCII,
    // "." follows "-". Without a date, all games agree.
    let sql = "SELECT game.id, game.moves, coalesce(black.name, ''), coalesce(white.name, ''), coalesce(date, '')
               FROM game
               LEFT JOIN player AS black ON black.id = game.black
               LEFT JOIN player AS white ON white.id = game.white
               WHERE game.id IN (
                   SELECT id FROM game WHERE content = ?1 AND first_date IS NULL
                   UNION ALL SELECT id FROM game WHERE content = ?1 AND first_date IN (?2, substr(?2, 1, 7), substr(?2, 1, 4))
                   UNION ALL SELECT id FROM game WHERE content = ?1 AND first_date > ?2 || '-' AND first_date < ?2 || '.'
                   UNION ALL SELECT id FROM game WHERE content = ?1 AND ?2 IS NULL)";
    // Nearly always there are none, and this lookup is cheaper.
    if snapshot
        .optional::<i64>("SELECT 1 FROM game WHERE content = ?1 LIMIT 1", [hash as i64])?
        .is_none()
    {
        return Ok(Vec::new());
    }
    let date = date.map(|date| date.to_string());
    let read = || {
        let mut statement = snapshot.sqlite().prepare_cached(sql)?;
        let rows = statement.query_map(params![hash as i64, date], |row| {
            Ok(DuplicateCandidate {
                id: row.get(0)?,
                moves: row.get(1)?,
                black: row.get(2)?,
                white: row.get(3)?,
                date: row.get(4)?,
            })
        })?;
        rows.collect::<rusqlite::Result<Vec<_>>>()
    };
    read().map_err(|e| snapshot.error(e))
}

/// Returns the number of the game's first source. Takes time linear in the number of
/// its sources.
pub fn first_source(snapshot: &Snapshot, game: i64) -> Result<i64, StoreError> {
    let first = snapshot.optional("SELECT min(number) FROM source WHERE game = ?1", [game])?;
    first
        .flatten()
        .ok_or_else(|| snapshot.damaged(format!("game {game} has no source")))
}

/// Returns the board size of a game, or `None` if there is no such game.
pub fn board_size(snapshot: &Snapshot, game: i64) -> Result<Option<BoardSize>, StoreError> {
    let sql = GAME.select("board_size", "WHERE id = ?1");
    match snapshot
        .rows(&sql, [game], |row| Ok((intact(row)?, row.get(1)?)))?
        .pop()
    {
        None => Ok(None),
        Some((true, lines)) if let Some(size) = BoardSize::new(lines) => Ok(Some(size)),
        Some(_) => Err(snapshot.damaged(format!("the row of game {game} has a wrong checksum"))),
    }
}

/// Returns the error for a record that contains no game.
pub fn holds_no_game(snapshot: &Snapshot, game: i64) -> StoreError {
    snapshot.damaged(format!("the record of game {game} holds no game"))
}
