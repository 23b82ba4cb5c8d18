//! The table `game_columns` and its cache.

use crate::go::BoardSize;
use crate::record::{GameDate, GameResult, Komi, PartialDate, Rank, TimeLimit};
use crate::store::StoreError;
use crate::store::codec::{GameColumns, GameFacts, Malformed, RowId, read_columns, unseal};
use crate::store::snapshot::Snapshot;
use crate::store::sqlite::{GAME, column, intact};
use rusqlite::Row;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

/// Games per row.
pub const GAMES_PER_ROW: i64 = 512;

/// The second value in the seal of a row, after the row number. It prevents a position
/// block from passing as a row of columns.
pub const COLUMNS_SEAL: i64 = -1;

/// The columns of the game table that filters read.
const COLUMNS: &str = "id, board_size, moves, first_date, last_date, result_value, black, white, black_rank_value, \
                       white_rank_value, komi_half_points, handicap_stones, rules, event, place, \
                       time_limit_seconds, overtime, program, repair";

/// The rows read so far for one state of the file.
#[derive(Default)]
struct KnownRows(Mutex<HashMap<i64, Arc<ColumnRow>>>);

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
    known: Arc<KnownRows>,
    number: i64,
    row: Arc<ColumnRow>,
}

impl<'a> Columns<'a> {
    /// Creates a reader.
    #[must_use]
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
        let found = self
            .row(game / GAMES_PER_ROW)?
            .games
            .get((game % GAMES_PER_ROW) as usize);
        found
            .and_then(Option::as_ref)
            .ok_or_else(|| lacks_columns(snapshot, game))
    }

    /// Returns the facts of a game, which totals count.
    pub fn facts(&mut self, game: i64) -> Result<GameFacts, StoreError> {
        let snapshot = self.snapshot;
        let found = self
            .row(game / GAMES_PER_ROW)?
            .facts
            .get((game % GAMES_PER_ROW) as usize);
        found.copied().flatten().ok_or_else(|| lacks_columns(snapshot, game))
    }

    /// Returns whether a game has this number.
    fn has(&mut self, game: i64) -> Result<bool, StoreError> {
        let found = self
            .row(game / GAMES_PER_ROW)?
            .games
            .get((game % GAMES_PER_ROW) as usize);
        Ok(found.is_some_and(Option::is_some))
    }

    fn row(&mut self, number: i64) -> Result<&ColumnRow, StoreError> {
        if number != self.number {
            self.snapshot.check_stop()?;
            let rows = || self.known.0.lock().unwrap_or_else(PoisonError::into_inner);
            let known = rows().get(&number).map(Arc::clone);
            self.row = match known {
                Some(row) => row,
                None => {
                    let games = read_columns_row(self.snapshot, number)?;
                    let facts = games.iter().map(|game| game.as_ref().map(GameColumns::facts)).collect();
                    let row = Arc::new(ColumnRow { games, facts });
                    rows().insert(number, Arc::clone(&row));
                    row
                }
            };
            self.number = number;
        }
        Ok(&self.row)
    }
}

/// The facts of all games.
pub struct AllFacts(Vec<GameFacts>);

impl AllFacts {
    /// Returns the facts of a game. A number without a game has none.
    #[must_use]
    pub fn of(&self, game: u32) -> GameFacts {
        self.0.get(game as usize).copied().unwrap_or_default()
    }
}

impl Snapshot {
    /// Returns a reader of the columns of games.
    #[must_use]
    pub fn columns(&self) -> Columns<'_> {
        Columns::new(self)
    }

    /// Returns whether a game has this number.
    pub fn has_game(&self, game: i64) -> Result<bool, StoreError> {
        Ok((1..=self.state()?.last_game).contains(&game) && Columns::new(self).has(game)?)
    }

    /// Returns the first game with a higher number.
    pub fn game_after(&self, game: i64) -> Result<Option<i64>, StoreError> {
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

    /// Returns the facts of all games. The first call for a state of the file reads them.
    pub fn all_facts(&self) -> Result<Arc<AllFacts>, StoreError> {
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
            Ok(AllFacts(facts))
        })
    }

    /// Returns whether a game began before a year and ended in it or later.
    pub fn any_game_enters(&self, year: u16) -> Result<bool, StoreError> {
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
    let damaged = |what: &str| snapshot.damaged(format!("row {row} of the game columns {what}"));
    let sealed: Option<Vec<u8>> = snapshot.optional("SELECT data FROM game_columns WHERE id = ?1", [row])?;
    let sealed = sealed.ok_or_else(|| damaged("is missing"))?;
    let data = unseal(sealed, &[row, COLUMNS_SEAL]).ok_or_else(|| damaged("has a wrong checksum"))?;
    read_columns(&data, GAMES_PER_ROW as usize).map_err(|Malformed| damaged("cannot be read"))
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
    let label = |text: Option<String>| text.map(|text| labels.get(&text).copied().ok_or(Malformed)).transpose();
    let dates: [Option<String>; 2] = [get!("first_date"), get!("last_date")];
    let result: Option<String> = get!("result_value");
    let rank = |value: Option<i16>| value.map(|value| Rank::from_value(value).ok_or(Malformed)).transpose();
    let komi: Option<i16> = get!("komi_half_points");
    let texts = (label(get!("rules")), label(get!("event")), label(get!("place")));
    let (overtime, program) = (label(get!("overtime")), label(get!("program")));
    let time_limit: Option<u32> = get!("time_limit_seconds");
    let ranks = (rank(get!("black_rank_value")), rank(get!("white_rank_value")));
    let player = |id: Option<u32>| id.and_then(RowId::new);
    let (black, white, moves, handicap) = (
        player(get!("black")),
        player(get!("white")),
        get!("moves"),
        get!("handicap_stones"),
    );
    let repair: Option<String> = get!("repair");
    let board_size = BoardSize::new(get!("board_size"));
    let read = || {
        Ok::<_, Malformed>(GameColumns {
            board_size: board_size.ok_or(Malformed)?,
            moves,
            date: game_date(&dates)?,
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
            time_limit: time_limit
                .map(|seconds| TimeLimit::from_seconds(seconds).ok_or(Malformed))
                .transpose()?,
            overtime: overtime?,
            program: program?,
            repaired: repair.is_some(),
        })
    };
    Ok(read().ok())
}

/// Returns the date of a game from its first and its last one.
fn game_date(dates: &[Option<String>; 2]) -> Result<Option<GameDate>, Malformed> {
    let date = |text: &str| text.parse::<PartialDate>().map_err(|_| Malformed);
    match dates {
        [None, None] => Ok(None),
        [Some(first), Some(last)] => GameDate::new(date(first)?, date(last)?).map(Some).ok_or(Malformed),
        _ => Err(Malformed),
    }
}
