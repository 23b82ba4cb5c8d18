use crate::facts::{Description, margin};
use crate::record::{GameResult, PartialDate};
use crate::store::StoreError;
use crate::store::snapshot::Snapshot;
use crate::store::sqlite::{ARCHIVE, GAME, PLAYER, SOURCE, column, intact};
use rusqlite::Row;
use serde::Serialize;
use std::sync::LazyLock;

/// A place where a game was found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SourcePlace {
    /// The path of the archive.
    pub archive: String,
    /// The time at which the archive was first imported.
    pub imported_at: String,
    /// The file within the archive.
    pub member: String,
    /// The game's index in that file, from 0.
    pub member_game: u64,
    /// True if the record found there differs from the game's record in any byte.
    pub differs: bool,
}

/// The columns beside those of the texts, which follow them in a row.
const COLUMNS: &str = "id, board_size, moves, black, black_rank_value, white, white_rank_value, first_date, last_date, \
                       year, result_value, winner, komi_half_points, handicap_stones, time_limit_seconds, repair";

fn from_row(row: &Row<'_>) -> rusqlite::Result<(Description, [Option<i64>; 2])> {
    const TEXTS: usize = column(COLUMNS, "repair") + 1;
    macro_rules! get {
        ($name:literal) => {
            row.get(const { column(COLUMNS, $name) })?
        };
    }
    let komi: Option<i16> = get!("komi_half_points");
    let date: Option<String> = get!("first_date");
    let last_date: Option<String> = get!("last_date");
    let [first_day, last_day] =
        [&date, &last_date].map(|date| date.as_ref().and_then(|date| date.parse::<PartialDate>().ok()));
    let result: Option<String> = get!("result_value");
    let mut description = Description {
        game: get!("id"),
        board_size: get!("board_size"),
        moves: get!("moves"),
        black_rank_value: get!("black_rank_value"),
        white_rank_value: get!("white_rank_value"),
        first_date: first_day.map(PartialDate::first_day),
        last_date: last_day.map(PartialDate::last_day),
        date,
        year: get!("year"),
        margin: result.as_deref().and_then(GameResult::parse).and_then(margin),
        result,
        winner: get!("winner"),
        komi: komi.map(|komi| f64::from(komi) / 2.0),
        handicap: get!("handicap_stones"),
        time_limit: get!("time_limit_seconds"),
        repair: get!("repair"),
        ..Description::default()
    };
    for ((_, text), column) in description.texts_mut().into_iter().zip(TEXTS..) {
        *text = row.get(column)?;
    }
    Ok((description, [get!("black"), get!("white")]))
}

impl Snapshot {
    /// Returns the path under which an archive is stored.
    pub fn archive_path(&self, archive: i64) -> Result<String, StoreError> {
        archive_row(self, archive).map(|(path, _)| path)
    }

    /// Returns all the stored information about a game.
    pub fn description(&self, game: i64) -> Result<Description, StoreError> {
        static SELECT: LazyLock<String> = LazyLock::new(|| {
            let texts = Description::default().texts().map(|(column, _)| column);
            GAME.select(&format!("{COLUMNS}, {}", texts.join(", ")), "WHERE id = ?1")
        });
        let row = self.rows(&SELECT, [game], |row| Ok((intact(row)?, from_row(row)?)))?;
        match row.into_iter().next() {
            Some((true, (mut description, [black, white]))) => {
                description.black = player_name(self, black)?;
                description.white = player_name(self, white)?;
                Ok(description)
            }
            Some((false, _)) => Err(self.damaged(format!("the row of game {game} has a wrong checksum"))),
            None if self.has_game(game)? => Err(self.damaged(format!("the row of game {game} is missing"))),
            None => Err(StoreError::NoSuchGame(game..=game)),
        }
    }

    /// Returns the places where a game was found, in the order of the imports.
    pub fn source_places(&self, game: i64) -> Result<Vec<SourcePlace>, StoreError> {
        let sql = SOURCE.select(
            "archive, member, member_game, sgf IS NOT NULL",
            "WHERE game = ?1 ORDER BY number",
        );
        let rows = self.rows(&sql, [game], |row| {
            Ok((
                intact(row)?,
                row.get::<_, i64>(1)?,
                row.get(2)?,
                row.get(3)?,
                row.get(4)?,
            ))
        })?;
        self.require_sources(game, rows.len())?;
        rows.into_iter()
            .map(|(intact, archive, member, member_game, differs)| {
                if !intact {
                    return Err(self.damaged(format!("a source of game {game} has a wrong checksum")));
                }
                let (archive, imported_at) = archive_row(self, archive)?;
                Ok(SourcePlace {
                    archive,
                    imported_at,
                    member,
                    member_game,
                    differs,
                })
            })
            .collect()
    }
}

fn player_name(snapshot: &Snapshot, player: Option<i64>) -> Result<Option<String>, StoreError> {
    let Some(player) = player else { return Ok(None) };
    static SELECT: LazyLock<String> = LazyLock::new(|| PLAYER.select("name", "WHERE id = ?1"));
    match snapshot
        .rows(&SELECT, [player], |row| Ok((intact(row)?, row.get(1)?)))?
        .pop()
    {
        Some((true, name)) => Ok(Some(name)),
        Some((false, _)) => Err(snapshot.damaged(format!("row {player} of the table player has a wrong checksum"))),
        None => Err(snapshot.damaged(format!("player {player} is missing"))),
    }
}

fn archive_row(snapshot: &Snapshot, id: i64) -> Result<(String, String), StoreError> {
    let sql = ARCHIVE.select("path, imported_at", "WHERE id = ?1");
    match snapshot
        .rows(&sql, [id], |row| Ok((intact(row)?, (row.get(1)?, row.get(2)?))))?
        .pop()
    {
        Some((true, archive)) => Ok(archive),
        _ => Err(snapshot.damaged(format!("archive {id} is missing or has a wrong checksum"))),
    }
}
