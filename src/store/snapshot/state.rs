use crate::store::StoreError;
use crate::store::sqlite::schema::version;
use crate::store::sqlite::{Connection, FIRST_STATE, STATE, Table, intact};
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
    /// The number of questions that the user gave names.
    named_questions: u64,
    /// The number of aliases of players.
    aliases: u64,
    /// The number of games that the user removed and an import leaves out.
    removed_games: u64,
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
            "named_question" => Some(self.named_questions),
            "alias" => Some(self.aliases),
            "removed_game" => Some(self.removed_games),
            "analysis_sums" | "state" => Some(1),
            _ => None,
        }
    }
}

pub fn read(connection: &Connection) -> Result<State, StoreError> {
    static SELECT: LazyLock<String> = LazyLock::new(|| STATE.select(STATE.columns, "WHERE id = 1"));
    static SELECT_FIRST: LazyLock<String> = LazyLock::new(|| {
        let wanted = format!("{}, 0, 0, 0", FIRST_STATE.columns);
        FIRST_STATE.select(&wanted, "WHERE id = 1")
    });
    let row = connection.run(|sqlite| {
        let select = if version(sqlite)? > 1 { &SELECT } else { &SELECT_FIRST };
        let mut statement = sqlite.prepare_cached(select)?;
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
