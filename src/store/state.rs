use crate::store::database::Database;
use crate::store::error::StoreError;
use crate::store::index::segment::Segment;
use crate::store::sqlite::table::{STATE, intact};
use rusqlite::{OptionalExtension, Row, params};

/// What the database holds, as its last commit left it. Rows that are missing
/// are noticed by it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct State {
    /// Rises with every commit that changes something.
    pub generation: u64,
    /// The last number that a game was given.
    pub last_game: i64,
    /// The last number that a source was given.
    pub last_source: i64,
    /// How many games there are.
    pub games: u64,
    /// How many places they were found in.
    pub sources: u64,
    /// How many archives those are in.
    pub archives: u64,
    /// How many names the players have.
    pub players: u64,
    /// How many segments the index has.
    pub segments: u64,
    /// How many texts events, places and rules have.
    pub labels: u64,
    /// How many files of positions there are.
    pub position_files: u64,
    /// How many records those have.
    pub position_records: u64,
    /// The sum over the rows of the indexes of words.
    pub words: i64,
}

impl State {
    fn from_row(row: &Row<'_>) -> rusqlite::Result<Self> {
        Ok(Self {
            generation: row.get(1)?,
            last_game: row.get(2)?,
            games: row.get(3)?,
            sources: row.get(4)?,
            archives: row.get(5)?,
            players: row.get(6)?,
            segments: row.get(7)?,
            last_source: row.get(8)?,
            labels: row.get(9)?,
            position_files: row.get(10)?,
            position_records: row.get(11)?,
            words: row.get(12)?,
        })
    }
}

impl Database {
    /// The state of the transaction, or of the file outside of one.
    ///
    /// # Errors
    /// A database that is damaged or cannot be read.
    pub fn state(&self) -> Result<State, StoreError> {
        let sql = STATE.select(
            "generation, last_game, games, sources, archives, players, segments, last_source, labels, \
             position_files, position_records, words",
            "WHERE id = 1",
        );
        let row = self
            .conn
            .prepare_cached(&sql)
            .and_then(|mut statement| {
                statement
                    .query_row([], |row| Ok((intact(row)?, State::from_row(row)?)))
                    .optional()
            })
            .map_err(|e| self.error(e))?;
        match row {
            Some((true, state)) => Ok(state),
            _ => Err(self.damaged("the row that says what it holds is missing or has a wrong checksum")),
        }
    }

    pub(crate) fn write_state(&self, state: &State) -> Result<(), StoreError> {
        let values = params![
            1,
            state.generation,
            state.last_game,
            state.games,
            state.sources,
            state.archives,
            state.players,
            state.segments,
            state.last_source,
            state.labels,
            state.position_files,
            state.position_records,
            state.words
        ];
        self.execute(&STATE.insert("INSERT OR REPLACE"), values)?;
        Ok(())
    }

    /// The segments of the index, in the order of their games.
    pub(crate) fn segments(&self) -> Result<Vec<Segment>, StoreError> {
        let segments = self.rows(&Segment::select(), [], |row| {
            Ok((intact(row)?, Segment::from_row(row)?))
        })?;
        let expected = self.state()?.segments;
        if segments.len() as u64 != expected {
            return Err(self.damaged(format!("{} of its {expected} segments are there", segments.len())));
        }
        segments
            .into_iter()
            .map(|(intact, segment)| {
                if intact && segment.is_possible() {
                    Ok(segment)
                } else {
                    Err(self.damaged(format!("segment {} has wrong numbers", segment.id)))
                }
            })
            .collect()
    }
}
