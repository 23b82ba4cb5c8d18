//! The table `game_columns` and its cache.

use crate::go::BoardSize;
use crate::record::{GameDate, GameResult, Komi, Rank, TimeLimit};
use crate::store::StoreError;
use crate::store::codec::{GameColumns, GameFacts, Malformed, RowId, read_columns, unseal};
use crate::store::snapshot::{Remembered, Snapshot};
use crate::store::sqlite::{GAME, column, intact};
use rusqlite::Row;
use std::collections::HashMap;
use std::sync::Arc;

/// Games per row.
pub const GAMES_PER_ROW: i64 = 512;

/// The second value in the seal of a row, after the row number. It prevents a position
/// block from passing as a row of columns.
pub const COLUMNS_SEAL: i64 = -1;

/// The columns of the game table that filters read.
const COLUMNS: &str = "id, board_size, moves, first_date, last_date, result_value, black, white, black_rank_value, \
                       white_rank_value, komi_half_points, handicap_stones, rules, event, place, \
                       time_limit_seconds, overtime, program, repair";

/// The columns of the games in a row, with `None` for removed games.
#[derive(Default)]
struct ColumnRow {
    games: Vec<Option<GameColumns>>,
    /// The facts of the same games. Counting reads them in random order, and these few
    /// bytes stay in the processor's cache.
    facts: Box<[Option<GameFacts>]>,
}

/// A reader of game columns. Reading games in ascending order is fast because most
/// share a row with their predecessor.
pub struct Columns<'a> {
    snapshot: &'a Snapshot,
    known: Arc<Remembered<i64, ColumnRow>>,
    number: i64,
    row: Arc<ColumnRow>,
}

impl<'a> Columns<'a> {
    /// Creates a reader.
    pub fn new(snapshot: &'a Snapshot) -> Self {
        Self {
            snapshot,
            known: snapshot.shared(),
            number: -1,
            row: Arc::default(),
        }
    }

    /// Returns the columns of a game.
    pub fn of(&mut self, game: i64) -> Result<&GameColumns, StoreError> {
        let snapshot = self.snapshot;
        let games = &self.row(game / GAMES_PER_ROW)?.games;
        let found = games.get((game % GAMES_PER_ROW) as usize).and_then(Option::as_ref);
        found.ok_or_else(|| lacks_columns(snapshot, game))
    }

    /// Returns the facts of a game, which totals count.
    pub fn facts(&mut self, game: i64) -> Result<GameFacts, StoreError> {
        let snapshot = self.snapshot;
        let facts = &self.row(game / GAMES_PER_ROW)?.facts;
        let found = facts.get((game % GAMES_PER_ROW) as usize).copied().flatten();
        found.ok_or_else(|| lacks_columns(snapshot, game))
    }

    fn has(&mut self, game: i64) -> Result<bool, StoreError> {
        let games = &self.row(game / GAMES_PER_ROW)?.games;
        Ok(games.get((game % GAMES_PER_ROW) as usize).is_some_and(Option::is_some))
    }

    fn row(&mut self, number: i64) -> Result<&ColumnRow, StoreError> {
        if number != self.number {
            self.snapshot.check_stop()?;
            self.row = self.known.get(number, || {
                let games = read_columns_row(self.snapshot, number)?;
                let facts = games.iter().map(|game| game.as_ref().map(GameColumns::facts)).collect();
                Ok::<_, StoreError>(Arc::new(ColumnRow { games, facts }))
            })?;
            self.number = number;
        }
        Ok(&self.row)
    }
}

impl Snapshot {
    /// Returns a reader of the columns of games.
    pub fn columns(&self) -> Columns<'_> {
        Columns::new(self)
    }

    pub(crate) fn has_game(&self, game: i64) -> Result<bool, StoreError> {
        Ok((1..=self.state()?.last_game).contains(&game) && Columns::new(self).has(game)?)
    }

    /// Returns the first game with a higher number.
    pub(crate) fn game_after(&self, game: i64) -> Result<Option<i64>, StoreError> {
        let mut columns = Columns::new(self);
        for number in game + 1..=self.state()?.last_game {
            if columns.has(number)? {
                return Ok(Some(number));
            }
        }
        Ok(None)
    }

    /// Visits the columns of all games in the order of their numbers.
    pub fn visit_columns(&self, mut visit: impl FnMut(i64, &GameColumns)) -> Result<(), StoreError> {
        let state = self.state()?;
        let mut columns = Columns::new(self);
        let mut visited = 0;
        for row in rows_up_to(state.last_game) {
            for (offset, game) in (0..).zip(&columns.row(row)?.games) {
                if let Some(game) = game {
                    visit(row * GAMES_PER_ROW + offset, game);
                    visited += 1;
                }
            }
        }
        check_games(self, visited)
    }

    /// Returns the facts of all games by their numbers, empty ones for removed games. The first call for a
    /// state of the file reads them.
    pub(crate) fn all_facts(&self) -> Result<Arc<Vec<GameFacts>>, StoreError> {
        self.remember(|| {
            let state = self.state()?;
            let mut facts = Vec::new();
            let mut known = 0;
            for row in rows_up_to(state.last_game) {
                // A row ends with its last game.
                facts.resize((row * GAMES_PER_ROW) as usize, GameFacts::default());
                for game in read_columns_row(self, row)? {
                    known += u64::from(game.is_some());
                    facts.push(game.as_ref().map(GameColumns::facts).unwrap_or_default());
                }
            }
            check_games(self, known)?;
            Ok(facts)
        })
    }

    /// Returns the facts of the games from `first` to `last`, with `None` for removed games, from the file
    /// as it is now, even if a transaction has changed it.
    pub(crate) fn facts_of_games(&self, first: i64, last: i64) -> Result<Vec<Option<GameFacts>>, StoreError> {
        let mut facts = Vec::with_capacity((last - first + 1) as usize);
        for row in first / GAMES_PER_ROW..=last / GAMES_PER_ROW {
            let games = (row * GAMES_PER_ROW..).zip(read_columns_row(self, row)?);
            let wanted = games.filter(|(game, _)| (first..=last).contains(game));
            facts.extend(wanted.map(|(_, columns)| columns.as_ref().map(GameColumns::facts)));
        }
        facts.resize((last - first + 1) as usize, None);
        Ok(facts)
    }

    /// Returns whether a game began before a year and ended in it or later.
    pub(crate) fn any_game_enters(&self, year: u16) -> Result<bool, StoreError> {
        // The first condition is that of the index `game_years`, which has only these games.
        let sql = "SELECT 1 FROM game
                   WHERE substr(last_date, 1, 4) > substr(first_date, 1, 4)
                   AND year < ?1 AND CAST(substr(last_date, 1, 4) AS INTEGER) >= ?1 LIMIT 1";
        Ok(self.optional::<i64>(sql, [year])?.is_some())
    }
}

/// Fails unless the columns have all games.
fn check_games(snapshot: &Snapshot, known: u64) -> Result<(), StoreError> {
    let games = snapshot.state()?.games;
    if known == games {
        Ok(())
    } else {
        Err(snapshot.damaged(format!("its columns have {known} of its {games} games")))
    }
}

fn lacks_columns(snapshot: &Snapshot, game: i64) -> StoreError {
    snapshot.damaged(format!("the columns of game {game} are missing"))
}

pub fn read_columns_row(snapshot: &Snapshot, row: i64) -> Result<Vec<Option<GameColumns>>, StoreError> {
    const NAME: &str = "game columns";
    let data = packed_row(snapshot, "game_columns", NAME, row, COLUMNS_SEAL)?;
    read_columns(&data, GAMES_PER_ROW as usize).map_err(|Malformed| malformed_row(snapshot, NAME, row))
}

/// Reads a row that holds many games, without its seal. `name` is what messages call the table.
pub fn packed_row(snapshot: &Snapshot, table: &str, name: &str, row: i64, seal: i64) -> Result<Vec<u8>, StoreError> {
    let sealed = snapshot.optional(&format!("SELECT data FROM {table} WHERE id = ?1"), [row])?;
    let Some(sealed) = sealed else {
        return Err(snapshot.damaged(format!("row {row} of the {name} is missing")));
    };
    unseal(sealed, &[row, seal])
        .ok_or_else(|| snapshot.damaged(format!("row {row} of the {name} has a wrong checksum")))
}

pub fn malformed_row(snapshot: &Snapshot, name: &str, row: i64) -> StoreError {
    snapshot.damaged(format!("row {row} of the {name} cannot be read"))
}

/// Computes from the game table what one row of `game_columns` should hold, with an
/// error for each damaged game.
#[expect(clippy::type_complexity, reason = "a list of pairs")]
pub fn expected_columns(
    snapshot: &Snapshot,
    row: i64,
    labels: &HashMap<String, RowId>,
) -> Result<Vec<(i64, Result<GameColumns, Malformed>)>, StoreError> {
    let (first, last) = (row * GAMES_PER_ROW, (row + 1) * GAMES_PER_ROW - 1);
    let sql = GAME.select(COLUMNS, "WHERE id BETWEEN ?1 AND ?2 ORDER BY id");
    snapshot.rows(&sql, [first, last], |row| {
        let columns = if intact(row)? { from_row(row, labels)? } else { None };
        Ok((row.get(const { column(COLUMNS, "id") })?, columns.ok_or(Malformed)))
    })
}

/// Returns the range of rows that exist after games up to `last_game` were added.
pub fn rows_up_to(last_game: i64) -> std::ops::Range<i64> {
    if last_game == 0 {
        0..0
    } else {
        0..last_game / GAMES_PER_ROW + 1
    }
}

fn from_row(row: &Row<'_>, labels: &HashMap<String, RowId>) -> rusqlite::Result<Option<GameColumns>> {
    macro_rules! get {
        ($name:literal) => {
            row.get(const { column(COLUMNS, $name) })?
        };
    }
    let (board_size, moves, handicap) = (get!("board_size"), get!("moves"), get!("handicap_stones"));
    let [black, white]: [Option<u32>; 2] = [get!("black"), get!("white")];
    let [black_rank, white_rank]: [Option<i16>; 2] = [get!("black_rank_value"), get!("white_rank_value")];
    let dates: [Option<String>; 2] = [get!("first_date"), get!("last_date")];
    let (result, komi): (Option<String>, Option<i16>) = (get!("result_value"), get!("komi_half_points"));
    let time_limit: Option<u32> = get!("time_limit_seconds");
    let texts: [Option<String>; 5] = [
        get!("rules"),
        get!("event"),
        get!("place"),
        get!("overtime"),
        get!("program"),
    ];
    let repair: Option<String> = get!("repair");
    let texts = texts.map(|text| known(text, |text| labels.get(&text).copied()));
    let columns = || {
        let [rules, event, place, overtime, program] = texts;
        Some(GameColumns {
            board_size: BoardSize::new(board_size)?,
            moves,
            date: game_date(&dates)?,
            result: known(result, |result| GameResult::parse(&result))?,
            black: black.and_then(RowId::new),
            white: white.and_then(RowId::new),
            black_rank: known(black_rank, Rank::from_value)?,
            white_rank: known(white_rank, Rank::from_value)?,
            komi: known(komi, Komi::from_half_points)?,
            handicap,
            rules: rules?,
            event: event?,
            place: place?,
            time_limit: known(time_limit, TimeLimit::from_seconds)?,
            overtime: overtime?,
            program: program?,
            repaired: repair.is_some(),
        })
    };
    Ok(columns())
}

/// Reads a value that may be missing. Returns `None` if it is there and malformed.
fn known<T, U>(value: Option<T>, read: impl FnOnce(T) -> Option<U>) -> Option<Option<U>> {
    match value {
        None => Some(None),
        Some(value) => read(value).map(Some),
    }
}

/// Returns the date of a game from its first and its last one.
fn game_date(dates: &[Option<String>; 2]) -> Option<Option<GameDate>> {
    match dates {
        [None, None] => Some(None),
        [Some(first), Some(last)] => GameDate::new(first.parse().ok()?, last.parse().ok()?).map(Some),
        _ => None,
    }
}
