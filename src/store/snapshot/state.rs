use crate::store::StoreError;
use crate::store::sqlite::{Connection, STATE, Table, intact};
use rusqlite::{OptionalExtension, Row, ToSql, params_from_iter};
use std::sync::LazyLock;

/// Defines [`State`] with its reading and writing from one list: the columns of the
/// table in their order.
macro_rules! state {
    ($($(#[$doc:meta])* $column:ident: $type:ty,)*) => {
        /// The contents of the database in numbers, as of its last commit. They
        /// reveal missing rows.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        pub struct State {
            $($(#[$doc])* pub $column: $type,)*
        }

        impl State {
            #[cfg(test)]
            const COLUMNS: &str = concat!("id", $(", ", stringify!($column)),*);

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
    /// A counter that rises with every commit that changes something.
    generation: u64,
    /// The last number given to a game.
    last_game: i64,
    /// The last number given to a source.
    last_source: i64,
    /// The number of games.
    games: u64,
    /// The number of sources of games.
    sources: u64,
    /// The number of sources that the user joined to games.
    joined: u64,
    /// The number of archives that contain sources.
    archives: u64,
    /// The number of player names.
    players: u64,
    /// The number of labels: events, places, rules, overtimes and programs.
    labels: u64,
    /// The number of segments of the index.
    segments: u64,
    /// The number of position files.
    position_files: u64,
    /// The number of records in position files.
    position_records: u64,
    /// The number of files of analyses.
    analysis_files: u64,
    /// The number of analyses, from files and from records.
    analyses: u64,
}

impl State {
    pub(crate) fn rows_of(&self, table: Table) -> Option<u64> {
        match table.name {
            "game" | "record" => Some(self.games),
            "source" => Some(self.sources),
            "joined" => Some(self.joined),
            "archive" => Some(self.archives),
            "player" => Some(self.players),
            "segment" => Some(self.segments),
            "label" => Some(self.labels),
            "position_file" => Some(self.position_files),
            "position_record" => Some(self.position_records),
            "analysis_file" => Some(self.analysis_files),
            "analysis" => Some(self.analyses),
            "analysis_sums" | "state" => Some(1),
            _ => None,
        }
    }
}

pub fn read(connection: &Connection) -> Result<State, StoreError> {
    static SELECT: LazyLock<String> = LazyLock::new(|| STATE.select(STATE.columns, "WHERE id = 1"));
    let row = connection.run(|sqlite| {
        let mut statement = sqlite.prepare_cached(&SELECT)?;
        let row = statement.query_row([], |row| Ok((intact(row)?, State::from_row(row)?)));
        row.optional()
    })?;
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
