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

const COLUMNS: &str = "id, board_size, moves, black, black_rank, black_rank_value, white, white_rank, \
                       white_rank_value, black_team, white_team, date, first_date, last_date, year, result_value, \
                       winner, result, komi, komi_half_points, handicap, handicap_stones, rules, time_limit, \
                       time_limit_seconds, overtime, event, round, place, name, publication, program, repair";

fn from_row(row: &Row<'_>) -> rusqlite::Result<(Description, [Option<i64>; 2])> {
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
    let description = Description {
        game: get!("id"),
        board_size: get!("board_size"),
        moves: get!("moves"),
        black: None,
        black_rank: get!("black_rank"),
        black_rank_value: get!("black_rank_value"),
        white: None,
        white_rank: get!("white_rank"),
        white_rank_value: get!("white_rank_value"),
        black_team: get!("black_team"),
        white_team: get!("white_team"),
        first_date: first_day.map(PartialDate::first_day),
        last_date: last_day.map(PartialDate::last_day),
        date,
        date_text: get!("date"),
        year: get!("year"),
        margin: result.as_deref().and_then(GameResult::parse).and_then(margin),
        result,
        result_text: get!("result"),
        winner: get!("winner"),
        komi: komi.map(|komi| f64::from(komi) / 2.0),
        komi_text: get!("komi"),
        handicap: get!("handicap_stones"),
        handicap_text: get!("handicap"),
        rules: get!("rules"),
        time_limit: get!("time_limit_seconds"),
        time_limit_text: get!("time_limit"),
        overtime: get!("overtime"),
        event: get!("event"),
        round: get!("round"),
        place: get!("place"),
        name: get!("name"),
        publication: get!("publication"),
        program: get!("program"),
        repair: get!("repair"),
    };
    Ok((description, [get!("black"), get!("white")]))
}

impl Snapshot {
    /// Returns the path under which an archive is stored.
    pub fn archive_path(&self, archive: i64) -> Result<String, StoreError> {
        archive_row(self, archive).map(|(path, _)| path)
    }

    /// Returns all the stored information about a game.
    pub fn description(&self, game: i64) -> Result<Description, StoreError> {
        static SELECT: LazyLock<String> = LazyLock::new(|| GAME.select(COLUMNS, "WHERE id = ?1"));
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
        // No row counts the sources of a game.
        self.verify(SOURCE)?;
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
