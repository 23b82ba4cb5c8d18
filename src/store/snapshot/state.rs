use crate::store::error::StoreError;
use crate::store::sqlite::connection::Connection;
use crate::store::sqlite::table::{STATE, Table, intact};
use rusqlite::{OptionalExtension, Row, ToSql, params_from_iter};
use std::sync::LazyLock;

/// Defines [`State`] and how it is read and written, from one list: the columns of
/// the table in their order.
macro_rules! state {
    ($($(#[$doc:meta])* $column:ident: $type:ty,)*) => {
        /// What the database holds, as its last commit left it. Rows that are missing
        /// are noticed by it.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        pub struct State {
            $($(#[$doc])* pub $column: $type,)*
        }

        impl State {
            #[cfg(test)]
            const COLUMNS: &str = concat!("id", $(", ", stringify!($column)),*);

            /// Reads a row, in which the columns come after the checksum and the id.
            fn from_row(row: &Row<'_>) -> rusqlite::Result<Self> {
                let mut columns = 2..;
                let mut next = || columns.next().unwrap_or_default();
                Ok(Self { $($column: row.get(next())?,)* })
            }

            fn values(&self) -> Vec<&dyn ToSql> {
                vec![&1, $(&self.$column,)*]
            }
        }
    };
}

state! {
    /// Rises with every commit that changes something.
    generation: u64,
    /// The last number that a game was given.
    last_game: i64,
    /// Games.
    games: u64,
    /// Places that the games were found in.
    sources: u64,
    /// Archives of these.
    archives: u64,
    /// Names of players.
    players: u64,
    /// Segments of the index.
    segments: u64,
    /// The last number that a source was given.
    last_source: i64,
    /// Events, places and rules.
    labels: u64,
    /// Files of positions.
    position_files: u64,
    /// Records of these files.
    position_records: u64,
    /// The sum over the rows of the full-text indexes.
    words: i64,
}

impl State {
    /// Returns how many rows a table should have, where that is known.
    pub(crate) fn rows_of(&self, table: Table) -> Option<u64> {
        match table.name {
            "game" | "record" => Some(self.games),
            "source" => Some(self.sources),
            "archive" => Some(self.archives),
            "player" => Some(self.players),
            "segment" => Some(self.segments),
            "label" => Some(self.labels),
            "position_file" => Some(self.position_files),
            "position_record" => Some(self.position_records),
            "state" => Some(1),
            _ => None,
        }
    }
}

/// Reads the state of the connection's transaction.
pub fn read(connection: &Connection) -> Result<State, StoreError> {
    static SELECT: LazyLock<String> = LazyLock::new(|| STATE.select(STATE.columns, "WHERE id = 1"));
    let row = connection
        .sqlite()
        .prepare_cached(&SELECT)
        .and_then(|mut statement| {
            let read = |row: &Row<'_>| Ok((intact(row)?, State::from_row(row)?));
            statement.query_row([], read).optional()
        })
        .map_err(|error| connection.error(error))?;
    match row {
        Some((true, state)) => Ok(state),
        _ => Err(connection.damaged("the row that says what it holds is missing or has a wrong checksum")),
    }
}

pub fn write(connection: &Connection, state: &State) -> Result<(), StoreError> {
    let sql = STATE.insert("INSERT OR REPLACE");
    connection.execute(&sql, params_from_iter(state.values())).map(drop)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_columns_are_those_of_the_table() {
        assert_eq!(State::COLUMNS, STATE.columns);
    }
}
