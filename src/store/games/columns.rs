//! The rows of the table `game_columns`, and what of them is kept in memory.

use crate::go::BoardSize;
use crate::record::{GameResult, Komi, PartialDate, Rank};
use crate::store::codec::bytes::Malformed;
use crate::store::codec::checksum::{seal, unseal};
use crate::store::codec::game_columns::{RowId, Traits, read_columns, write_columns};
use crate::store::codec::totals::GameFacts;
use crate::store::database::{Cache, Database};
use crate::store::error::StoreError;
use crate::store::sqlite::table::{GAME, intact};
use rusqlite::{Row, params};
use std::collections::HashMap;
use std::sync::Arc;

/// Games of a row.
const GAMES_A_ROW: i64 = 512;

/// Beside the row's number in its seal, so that no block of positions passes
/// for one.
const IDENTITY: i64 = -1;

/// The columns of a row; games that were removed are `None`.
type Games = Arc<[Option<Traits>]>;

/// The rows that were read so far, of one state of the file.
#[derive(Default)]
pub struct ColumnCache {
    rows: Vec<Option<CachedRow>>,
}

struct CachedRow {
    games: Games,
    /// Of the same games. Counting wants these of games here and there, and in
    /// so few bytes they stay in the processor's cache.
    facts: Box<[Option<GameFacts>]>,
}

impl ColumnCache {
    fn row(&self, row: i64) -> Option<&CachedRow> {
        self.rows.get(usize::try_from(row).ok()?)?.as_ref()
    }
}

/// The columns of games that are asked for in the order of their numbers: most
/// lie in the same row as the one before.
pub struct ColumnsInTurn<'a> {
    db: &'a Database,
    row: i64,
    games: Games,
}

impl ColumnsInTurn<'_> {
    /// The traits of a game.
    ///
    /// # Errors
    /// A game that is missing, a database that is damaged or cannot be read.
    pub fn traits(&mut self, game: i64) -> Result<&Traits, StoreError> {
        if game / GAMES_A_ROW != self.row {
            self.row = game / GAMES_A_ROW;
            self.games = self.db.columns(self.row)?;
        }
        let found = self.games.get((game % GAMES_A_ROW) as usize);
        found
            .and_then(Option::as_ref)
            .ok_or_else(|| self.db.lacks_columns(game))
    }
}

impl Database {
    /// What totals count of a game.
    ///
    /// # Errors
    /// A game that is missing, a database that is damaged or cannot be read.
    pub fn facts(&self, game: i64) -> Result<GameFacts, StoreError> {
        let (row, at) = (game / GAMES_A_ROW, (game % GAMES_A_ROW) as usize);
        let found = |cache: &Cache| {
            let row = cache.columns.row(row)?;
            Some(row.facts.get(at).copied().flatten())
        };
        let known = found(&self.cache.borrow());
        let facts = match known {
            Some(facts) => facts,
            None => {
                self.columns(row)?;
                found(&self.cache.borrow()).flatten()
            }
        };
        facts.ok_or_else(|| self.lacks_columns(game))
    }

    fn lacks_columns(&self, game: i64) -> StoreError {
        self.damaged(format!("the columns of game {game} are missing"))
    }

    /// Reads the traits of games in the order of their numbers.
    #[must_use]
    pub fn columns_in_turn(&self) -> ColumnsInTurn<'_> {
        ColumnsInTurn {
            db: self,
            row: -1,
            games: Arc::default(),
        }
    }

    /// Whether a game has this number.
    ///
    /// # Errors
    /// A database that is damaged or cannot be read.
    pub fn has_game(&self, game: i64) -> Result<bool, StoreError> {
        if !(1..=self.state()?.last_game).contains(&game) {
            return Ok(false);
        }
        let games = self.columns(game / GAMES_A_ROW)?;
        Ok(games.get((game % GAMES_A_ROW) as usize).is_some_and(Option::is_some))
    }

    /// Visits all games in the order of their numbers.
    ///
    /// # Errors
    /// A database that is damaged or cannot be read.
    pub fn visit_traits(&self, mut visit: impl FnMut(i64, &Traits)) -> Result<(), StoreError> {
        let state = self.state()?;
        let mut visited = 0;
        for row in rows_up_to(state.last_game) {
            for (offset, game) in (0..).zip(self.columns(row)?.iter()) {
                if let Some(game) = game {
                    visit(row * GAMES_A_ROW + offset, game);
                    visited += 1;
                }
            }
        }
        if visited == state.games {
            Ok(())
        } else {
            Err(self.damaged(format!("its columns have {visited} of its {} games", state.games)))
        }
    }

    fn columns(&self, row: i64) -> Result<Games, StoreError> {
        if let Some(known) = self.cache.borrow().columns.row(row) {
            return Ok(Arc::clone(&known.games));
        }
        let games: Games = self.read_columns(row)?.into();
        let facts = games.iter().map(|game| game.as_ref().map(Traits::facts)).collect();
        let rows = &mut self.cache.borrow_mut().columns.rows;
        let at = row as usize;
        if rows.len() <= at {
            rows.resize_with(at + 1, || None);
        }
        let games_of_row = Arc::clone(&games);
        rows[at] = Some(CachedRow {
            games: games_of_row,
            facts,
        });
        Ok(games)
    }

    fn read_columns(&self, row: i64) -> Result<Vec<Option<Traits>>, StoreError> {
        let damaged = |what: &str| self.damaged(format!("row {row} of the game columns {what}"));
        let sealed: Option<Vec<u8>> = self.optional("SELECT data FROM game_columns WHERE id = ?1", [row])?;
        let sealed = sealed.ok_or_else(|| damaged("is missing"))?;
        let data = unseal(sealed, &[row, IDENTITY]).ok_or_else(|| damaged("has a wrong checksum"))?;
        read_columns(&data, GAMES_A_ROW as usize).map_err(|Malformed| damaged("cannot be read"))
    }

    /// Writes the traits of games, which are in the order of their numbers;
    /// `None` for those that go. Only numbers up to the last that was given.
    pub(crate) fn write_traits(&self, games: &[(i64, Option<Traits>)]) -> Result<(), StoreError> {
        for chunk in games.chunk_by(|a, b| a.0 / GAMES_A_ROW == b.0 / GAMES_A_ROW) {
            let row = chunk[0].0 / GAMES_A_ROW;
            // Games are numbered from 1.
            let begins = chunk[0].0 <= (row * GAMES_A_ROW).max(1);
            let exists = || self.optional::<i64>("SELECT 1 FROM game_columns WHERE id = ?1", [row]);
            let mut columns = if begins && exists()?.is_none() {
                Vec::new()
            } else {
                self.read_columns(row)?
            };
            for &(game, traits) in chunk {
                let at = (game % GAMES_A_ROW) as usize;
                if columns.len() <= at {
                    columns.resize(at + 1, None);
                }
                columns[at] = traits;
            }
            let data = seal(write_columns(&columns), &[row, IDENTITY]);
            self.execute(
                "INSERT OR REPLACE INTO game_columns (id, data) VALUES (?1, ?2)",
                params![row, data],
            )?;
        }
        Ok(())
    }

    /// Makes all rows anew from the game table. A game whose row is damaged
    /// has no traits, so that whatever needs them says so.
    pub(crate) fn make_columns(&self, last_game: i64, labels: &HashMap<String, RowId>) -> Result<(), StoreError> {
        self.execute("DELETE FROM game_columns", [])?;
        for row in rows_up_to(last_game) {
            let games: Vec<(i64, Option<Traits>)> = self
                .traits_in_rows(row, labels)?
                .into_iter()
                .map(|(game, traits)| (game, traits.ok()))
                .collect();
            // Also a row without games must be there.
            let first = (row * GAMES_A_ROW, None);
            self.write_traits(&[&[first], games.as_slice()].concat())?;
        }
        Ok(())
    }

    /// Compares the rows with the game table.
    pub(crate) fn check_columns(&self, last_game: i64) -> Result<Vec<String>, StoreError> {
        let labels = self.label_rows()?;
        let mut problems = Vec::new();
        for row in rows_up_to(last_game) {
            let columns = match self.read_columns(row) {
                Ok(columns) => columns,
                Err(StoreError::Damaged { what, .. }) => {
                    problems.push(what);
                    continue;
                }
                Err(error) => return Err(error),
            };
            let mut expected: HashMap<i64, _> = self.traits_in_rows(row, &labels)?.into_iter().collect();
            for (game, found) in (row * GAMES_A_ROW..).zip(columns) {
                match (found, expected.remove(&game)) {
                    (Some(_), None) => {
                        problems.push(format!("game {game} is in the columns and not in the game table"))
                    }
                    (found, Some(Ok(traits))) if found != Some(traits) => {
                        problems.push(format!("the columns of game {game} are not what its row says"));
                    }
                    _ => {}
                }
            }
            let lost = expected.into_iter().filter(|(_, traits)| traits.is_ok());
            problems.extend(lost.map(|(game, _)| format!("the columns of game {game} are missing")));
        }
        let counted: i64 = self.number("SELECT count(*) FROM game_columns")?;
        let expected = rows_up_to(last_game).count() as i64;
        if counted != expected {
            problems.push(format!(
                "there are {counted} rows of game columns and there should be {expected}"
            ));
        }
        Ok(problems)
    }

    /// The traits of the games of a row as the game table has them; an error
    /// for each that is damaged.
    #[expect(clippy::type_complexity, reason = "a list of pairs")]
    fn traits_in_rows(
        &self,
        row: i64,
        labels: &HashMap<String, RowId>,
    ) -> Result<Vec<(i64, Result<Traits, Malformed>)>, StoreError> {
        let (first, last) = (row * GAMES_A_ROW, (row + 1) * GAMES_A_ROW - 1);
        let sql = GAME.select(
            "id, board_size, moves, first_date, result_value, black, white, black_rank_value, white_rank_value, \
             komi_half_points, handicap_stones, rules, event, place",
            "WHERE id BETWEEN ?1 AND ?2 ORDER BY id",
        );
        self.rows(&sql, [first, last], |row| {
            let traits = if intact(row)? { from_row(row, labels)? } else { None };
            Ok((row.get(1)?, traits.ok_or(Malformed)))
        })
    }
}

/// The rows that there are when games up to this number were added.
fn rows_up_to(last_game: i64) -> std::ops::Range<i64> {
    if last_game == 0 {
        0..0
    } else {
        0..last_game / GAMES_A_ROW + 1
    }
}

fn from_row(row: &Row<'_>, labels: &HashMap<String, RowId>) -> rusqlite::Result<Option<Traits>> {
    let label = |text: Option<String>| text.map(|text| labels.get(&text).copied().ok_or(Malformed)).transpose();
    let (date, result): (Option<String>, Option<String>) = (row.get(4)?, row.get(5)?);
    let rank = |value: Option<i16>| value.map(|value| Rank::from_value(value).ok_or(Malformed)).transpose();
    let komi: Option<i16> = row.get(10)?;
    let texts = (label(row.get(12)?), label(row.get(13)?), label(row.get(14)?));
    let ranks = (rank(row.get(8)?), rank(row.get(9)?));
    let player = |id: Option<u32>| id.and_then(RowId::new);
    let (black, white, moves, handicap) = (player(row.get(6)?), player(row.get(7)?), row.get(3)?, row.get(11)?);
    let board_size = BoardSize::new(row.get(2)?);
    let read = || {
        Ok::<_, Malformed>(Traits {
            board_size: board_size.ok_or(Malformed)?,
            moves,
            date: date
                .map(|date| date.parse::<PartialDate>().map_err(|_| Malformed))
                .transpose()?,
            result: result
                .map(|result| GameResult::parse(&result).ok_or(Malformed))
                .transpose()?,
            black,
            white,
            black_rank: ranks.0?,
            white_rank: ranks.1?,
            komi: komi
                .map(|komi| Komi::from_half_points(komi).ok_or(Malformed))
                .transpose()?,
            handicap,
            rules: texts.0?,
            event: texts.1?,
            place: texts.2?,
        })
    };
    Ok(read().ok())
}
