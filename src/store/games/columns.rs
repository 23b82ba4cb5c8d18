//! The table `game_columns` and its cache.

use crate::go::{BoardSize, Color};
use crate::record::{GameDate, GameResult, Komi, PartialDate, Rank, TimeLimit};
use crate::store::StoreError;
use crate::store::codec::{
    Column, GameColumns, GameFacts, Malformed, PackedColumn, RowId, RunCounts, date_of, game_date_of, handicap_of,
    komi_of, rank_of, result_of, time_limit_of, unseal,
};
use crate::store::snapshot::{Remembered, Snapshot};
use crate::store::sqlite::{GAME, column, intact};
use rusqlite::Row;
use std::cell::{OnceCell, RefCell};
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

/// The number of games in a run. A row has the numbers of a run in one column.
pub const GAMES_PER_RUN: i64 = 4096;

/// The second value in the seal of a row, after the row number. It prevents a position
/// block from passing as a row of columns.
pub const COLUMNS_SEAL: i64 = -1;

/// The bits of the number of a row after those of the column.
const RUN_BITS: u32 = 32;

/// Returns the row of a column for a run of games.
pub const fn column_row(column: Column, run: i64) -> i64 {
    (column as i64) << RUN_BITS | run
}

/// Returns the row of the [counts](RunCounts) of a run, which are not a column.
pub const fn counts_row(run: i64) -> i64 {
    (Column::COUNT as i64) << RUN_BITS | run
}

/// The number of rows of a run.
pub const ROWS_PER_RUN: i64 = Column::COUNT as i64 + 1;

/// The columns of the game table from which the columns follow.
const COLUMNS: &str = "id, board_size, moves, content, first_date, last_date, result_value, black, white, black_rank_value, \
                       white_rank_value, komi_half_points, handicap_stones, rules, event, place, \
                       time_limit_seconds, overtime, program, repair";

/// The facts of the games of a run, with `None` for numbers without a game. Counting reads them in random
/// order, and these few bytes stay in the processor's cache.
type RunFacts = [Option<GameFacts>];

/// A reader of game columns. Reading games in ascending order is fast because most
/// are in the run of their predecessor.
pub struct Columns<'a> {
    snapshot: &'a Snapshot,
    known: Arc<Remembered<i64, PackedColumn>>,
    known_facts: Arc<Remembered<i64, RunFacts>>,
    run: i64,
    columns: [OnceCell<Arc<PackedColumn>>; Column::COUNT],
    facts: Option<Arc<RunFacts>>,
    /// The first error of reading a column since it was last asked for.
    failed: RefCell<Option<StoreError>>,
}

/// A game, whose columns are read when they are asked for. What cannot be read seems to be missing
/// until [`Columns::read`] fails.
#[derive(Clone, Copy)]
pub struct GameView<'c> {
    columns: &'c Columns<'c>,
    at: usize,
}

impl<'a> Columns<'a> {
    /// Creates a reader.
    pub fn new(snapshot: &'a Snapshot) -> Self {
        Self {
            snapshot,
            known: snapshot.shared(),
            known_facts: snapshot.shared(),
            run: -1,
            columns: Default::default(),
            facts: None,
            failed: RefCell::new(None),
        }
    }

    /// Creates a reader that does not use what is remembered of the state, which a transaction may have changed.
    fn afresh(snapshot: &'a Snapshot) -> Self {
        Self {
            known: Arc::default(),
            known_facts: Arc::default(),
            ..Self::new(snapshot)
        }
    }

    /// Returns what `read` reads of a game. Fails if the game does not exist or a column that was asked for
    /// cannot be read.
    pub fn read<T>(&mut self, game: i64, read: impl FnOnce(&GameView<'_>) -> T) -> Result<T, StoreError> {
        self.enter(game / GAMES_PER_RUN)?;
        let view = self.view(game);
        let exists = view.number(Column::Exists) == 1;
        let value = exists.then(|| read(&view));
        self.check()?;
        value.ok_or_else(|| self.snapshot.damaged(format!("the columns of game {game} are missing")))
    }

    /// Returns the facts of a game, which totals count.
    pub fn facts(&mut self, game: i64) -> Result<GameFacts, StoreError> {
        self.enter(game / GAMES_PER_RUN)?;
        let facts = match &self.facts {
            Some(facts) => facts,
            None => {
                let known = self.known_facts.get(self.run, || self.read_facts().map(Arc::from))?;
                self.facts.insert(known)
            }
        };
        let found = facts.get((game % GAMES_PER_RUN) as usize).copied().flatten();
        found.ok_or_else(|| self.snapshot.damaged(format!("the columns of game {game} are missing")))
    }

    fn read_facts(&self) -> Result<Vec<Option<GameFacts>>, StoreError> {
        let facts = (0..self.column(Column::Exists).len()).map(|at| {
            let game = GameView { columns: self, at };
            game.exists().then(|| game.facts())
        });
        let facts = facts.collect();
        self.check()?;
        Ok(facts)
    }

    fn has(&mut self, game: i64) -> Result<bool, StoreError> {
        self.enter(game / GAMES_PER_RUN)?;
        let at = (game % GAMES_PER_RUN) as usize;
        let exists = self.column(Column::Exists).get(at) == Some(1);
        self.check()?;
        Ok(exists)
    }

    /// Visits the games of a run in the order of their numbers. Returns how many there are.
    fn visit_run(&mut self, run: i64, visit: &mut impl FnMut(i64, &GameView<'_>)) -> Result<u64, StoreError> {
        self.enter(run)?;
        let mut visited = 0;
        for at in 0..self.column(Column::Exists).len() {
            let game = GameView { columns: self, at };
            if game.exists() {
                visit(run * GAMES_PER_RUN + at as i64, &game);
                visited += 1;
            }
        }
        self.check()?;
        Ok(visited)
    }

    fn enter(&mut self, run: i64) -> Result<(), StoreError> {
        if run != self.run {
            self.snapshot.check_stop()?;
            self.run = run;
            self.columns = Default::default();
            self.facts = None;
        }
        Ok(())
    }

    fn view(&self, game: i64) -> GameView<'_> {
        GameView {
            columns: self,
            at: (game % GAMES_PER_RUN) as usize,
        }
    }

    #[inline]
    fn column(&self, column: Column) -> &PackedColumn {
        self.columns[column as usize].get_or_init(|| self.load(column))
    }

    #[cold]
    fn load(&self, column: Column) -> Arc<PackedColumn> {
        let row = column_row(column, self.run);
        let read = self
            .known
            .get(row, || read_column(self.snapshot, column, self.run).map(Arc::new));
        read.unwrap_or_else(|error| {
            self.note(error);
            Arc::default()
        })
    }

    #[cold]
    fn note(&self, error: StoreError) {
        self.failed.borrow_mut().get_or_insert(error);
    }

    #[cold]
    fn note_malformed(&self, column: Column) {
        // A row that cannot be read is noted already.
        if self.failed.borrow().is_none() {
            self.note(malformed_row(self.snapshot, column_row(column, self.run)));
        }
    }

    fn check(&self) -> Result<(), StoreError> {
        self.failed.take().map_or(Ok(()), Err)
    }
}

impl GameView<'_> {
    /// Returns the number of a column, 0 if it cannot be read.
    #[inline]
    fn number(&self, column: Column) -> u32 {
        let number = self.columns.column(column).get(self.at);
        number.unwrap_or_else(|| {
            // A run may have fewer games, but not in some of its columns.
            if column != Column::Exists {
                self.columns.note_malformed(column);
            }
            0
        })
    }

    #[inline]
    fn value<T>(&self, column: Column, read: impl FnOnce(u32) -> Option<T>) -> Option<T> {
        match self.number(column) {
            0 => None,
            number => read(number).or_else(|| {
                self.columns.note_malformed(column);
                None
            }),
        }
    }

    fn exists(&self) -> bool {
        self.number(Column::Exists) == 1
    }

    /// Returns the board size.
    pub fn board_size(&self) -> BoardSize {
        let size = self.value(Column::BoardSize, |lines| BoardSize::new(u8::try_from(lines).ok()?));
        size.unwrap_or(BoardSize::MAX)
    }

    /// Returns the number of moves.
    pub fn moves(&self) -> u16 {
        let moves = self.value(Column::Moves, |moves| u16::try_from(moves).ok());
        moves.unwrap_or_default()
    }

    /// Returns the lowest bits of the content.
    pub fn content(&self) -> u32 {
        self.number(Column::Content)
    }

    /// Returns the first and the last date.
    pub fn date(&self) -> Option<GameDate> {
        self.value(Column::FirstDate, |first| {
            game_date_of(first, self.number(Column::LastDate))
        })
    }

    /// Returns a number by which games are sorted by their first dates; undated ones have 0.
    pub fn first_date_number(&self) -> u32 {
        self.number(Column::FirstDate)
    }

    /// Returns the year of the first date.
    pub fn year(&self) -> Option<u16> {
        self.value(Column::FirstDate, date_of).map(PartialDate::year)
    }

    /// Returns the result.
    pub fn result(&self) -> Option<GameResult> {
        self.value(Column::Result, result_of)
    }

    /// Returns the winner.
    pub fn winner(&self) -> Option<Color> {
        self.result().and_then(GameResult::winner)
    }

    /// Returns the facts, which totals count.
    pub fn facts(&self) -> GameFacts {
        GameFacts::new(self.date(), self.result())
    }

    /// Returns the name of a player, as a row of the player table.
    pub fn player(&self, color: Color) -> Option<RowId> {
        match color {
            Color::Black => self.black(),
            Color::White => self.white(),
        }
    }

    /// Returns Black's name, as a row of the player table.
    pub fn black(&self) -> Option<RowId> {
        RowId::new(self.number(Column::Black))
    }

    /// Returns White's name, as a row of the player table.
    pub fn white(&self) -> Option<RowId> {
        RowId::new(self.number(Column::White))
    }

    /// Returns the ranks of Black and White.
    pub fn ranks(&self) -> [Option<Rank>; 2] {
        [Column::BlackRank, Column::WhiteRank].map(|column| self.value(column, rank_of))
    }

    /// Returns the komi.
    pub fn komi(&self) -> Option<Komi> {
        self.value(Column::Komi, komi_of)
    }

    /// Returns the number of handicap stones.
    pub fn handicap(&self) -> Option<u8> {
        self.value(Column::Handicap, handicap_of)
    }

    /// Returns the rules, as a row of the label table.
    pub fn rules(&self) -> Option<RowId> {
        RowId::new(self.number(Column::Rules))
    }

    /// Returns the event, as a row of the label table.
    pub fn event(&self) -> Option<RowId> {
        RowId::new(self.number(Column::Event))
    }

    /// Returns the place, as a row of the label table.
    pub fn place(&self) -> Option<RowId> {
        RowId::new(self.number(Column::Place))
    }

    /// Returns the main time of each player.
    pub fn time_limit(&self) -> Option<TimeLimit> {
        self.value(Column::TimeLimit, time_limit_of)
    }

    /// Returns the overtime, as a row of the label table.
    pub fn overtime(&self) -> Option<RowId> {
        RowId::new(self.number(Column::Overtime))
    }

    /// Returns the program that wrote the record, as a row of the label table.
    pub fn program(&self) -> Option<RowId> {
        RowId::new(self.number(Column::Program))
    }

    /// Returns whether the record has faults.
    pub fn repaired(&self) -> bool {
        self.number(Column::Repaired) == 1
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

    /// Visits all games in the order of their numbers.
    pub fn visit_columns(&self, mut visit: impl FnMut(i64, &GameView<'_>)) -> Result<(), StoreError> {
        let state = self.state()?;
        let mut columns = Columns::new(self);
        let mut visited = 0;
        for run in runs_up_to(state.last_game) {
            visited += columns.visit_run(run, &mut visit)?;
        }
        if visited == state.games {
            return Ok(());
        }
        Err(self.damaged(format!("its columns have {visited} of its {} games", state.games)))
    }

    /// Visits all games whose columns are in the file as it is now, even if a transaction has changed it.
    pub(crate) fn visit_stored_columns(&self, mut visit: impl FnMut(i64, &GameView<'_>)) -> Result<(), StoreError> {
        let runs = self.value::<i64>("SELECT count(*) FROM game_columns")? / ROWS_PER_RUN;
        let mut columns = Columns::afresh(self);
        for run in 0..runs {
            columns.visit_run(run, &mut visit)?;
        }
        Ok(())
    }

    /// Returns the games of a run with a board size, by their places in the run.
    pub(crate) fn games_of_size(&self, run: i64, size: BoardSize) -> Result<Vec<usize>, StoreError> {
        let known = self.shared::<Remembered<i64, PackedColumn>>();
        let row = column_row(Column::BoardSize, run);
        let sizes = known.get(row, || read_column(self, Column::BoardSize, run).map(Arc::new))?;
        let lines = Some(u32::from(size.lines()));
        Ok((0..sizes.len()).filter(|&at| sizes.get(at) == lines).collect())
    }

    /// Returns the number of games by board size and by the year of the first date.
    pub fn game_counts(&self) -> Result<BTreeMap<(u8, Option<u16>), u64>, StoreError> {
        let state = self.state()?;
        let mut all = BTreeMap::new();
        for run in runs_up_to(state.last_game) {
            for (key, games) in read_counts(self, run)?.0 {
                *all.entry(key).or_default() += games;
            }
        }
        let counted: u64 = all.values().sum();
        if counted == state.games {
            return Ok(all);
        }
        Err(self.damaged(format!("its columns count {counted} of its {} games", state.games)))
    }

    /// Returns the facts of all games by their numbers, empty ones for removed games. The first call for a
    /// state of the file reads them.
    pub(crate) fn all_facts(&self) -> Result<Arc<Vec<GameFacts>>, StoreError> {
        self.remember(|| {
            let mut facts = vec![GameFacts::default(); self.state()?.last_game as usize + 1];
            self.visit_columns(|game, columns| facts[game as usize] = columns.facts())?;
            Ok(facts)
        })
    }

    /// Returns the facts of the games from `first` to `last`, with `None` for removed games, from the file
    /// as it is now, even if a transaction has changed it.
    pub(crate) fn facts_of_games(&self, first: i64, last: i64) -> Result<Vec<Option<GameFacts>>, StoreError> {
        let mut facts = Vec::with_capacity((last - first + 1) as usize);
        for run in first / GAMES_PER_RUN..=last / GAMES_PER_RUN {
            let mut columns = Columns::afresh(self);
            columns.enter(run)?;
            let games = (run * GAMES_PER_RUN..).zip(columns.read_facts()?);
            facts.extend(
                games
                    .filter(|(game, _)| (first..=last).contains(game))
                    .map(|(_, facts)| facts),
            );
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

/// Reads the numbers of a run in a column.
pub fn read_column(snapshot: &Snapshot, column: Column, run: i64) -> Result<PackedColumn, StoreError> {
    let row = column_row(column, run);
    let data = read_row(snapshot, row)?;
    PackedColumn::read(&data, GAMES_PER_RUN as usize).map_err(|Malformed| malformed_row(snapshot, row))
}

/// Reads the counts of a run.
pub fn read_counts(snapshot: &Snapshot, run: i64) -> Result<RunCounts, StoreError> {
    let row = counts_row(run);
    RunCounts::read(&read_row(snapshot, row)?).map_err(|Malformed| malformed_row(snapshot, row))
}

fn read_row(snapshot: &Snapshot, row: i64) -> Result<Vec<u8>, StoreError> {
    let sealed = snapshot.optional("SELECT data FROM game_columns WHERE id = ?1", [row])?;
    let Some(sealed) = sealed else {
        return Err(snapshot.damaged(format!("row {row} of the game columns is missing")));
    };
    unseal(sealed, &[row, COLUMNS_SEAL])
        .ok_or_else(|| snapshot.damaged(format!("row {row} of the game columns has a wrong checksum")))
}

fn malformed_row(snapshot: &Snapshot, row: i64) -> StoreError {
    snapshot.damaged(format!("row {row} of the game columns cannot be read"))
}

/// Computes from the game table the columns of a run, with an error for each damaged game.
#[expect(clippy::type_complexity, reason = "a list of pairs")]
pub fn expected_columns(
    snapshot: &Snapshot,
    run: i64,
    labels: &HashMap<String, RowId>,
) -> Result<Vec<(i64, Result<GameColumns, Malformed>)>, StoreError> {
    let (first, last) = (run * GAMES_PER_RUN, (run + 1) * GAMES_PER_RUN - 1);
    let sql = GAME.select(COLUMNS, "WHERE id BETWEEN ?1 AND ?2 ORDER BY id");
    snapshot.rows(&sql, [first, last], |row| {
        let columns = if intact(row)? { from_row(row, labels)? } else { None };
        Ok((row.get(const { column(COLUMNS, "id") })?, columns.ok_or(Malformed)))
    })
}

/// Returns the runs that exist after games up to `last_game` were added.
pub fn runs_up_to(last_game: i64) -> std::ops::Range<i64> {
    if last_game == 0 {
        0..0
    } else {
        0..last_game / GAMES_PER_RUN + 1
    }
}

fn from_row(row: &Row<'_>, labels: &HashMap<String, RowId>) -> rusqlite::Result<Option<GameColumns>> {
    macro_rules! get {
        ($name:literal) => {
            row.get(const { column(COLUMNS, $name) })?
        };
    }
    let (board_size, moves, handicap) = (get!("board_size"), get!("moves"), get!("handicap_stones"));
    let content: i64 = get!("content");
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
            content: content as u32,
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
