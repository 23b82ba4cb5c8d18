//! The table `game_columns` and its cache.

use super::texts::RowSet;
use crate::go::{BoardSize, Color};
use crate::record::{GameDate, GameResult, Komi, Rank, TimeLimit};
use crate::store::StoreError;
use crate::store::codec::{
    Column, GameCounts, GameFacts, Malformed, PackedColumn, RowId, facts_of, game_date_of, handicap_of, komi_of,
    rank_of, result_of, time_limit_of, unseal,
};
use crate::store::snapshot::{Remembered, Snapshot};
use std::cell::{Cell, OnceCell, RefCell};
use std::collections::BTreeMap;
use std::ops::RangeInclusive;
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

/// The row of the [counts](GameCounts) of all games, which are not a column.
pub const COUNTS_ROW: i64 = (Column::COUNT as i64) << RUN_BITS;

/// A reader of game columns. Reading games in ascending order is fast because most
/// are in the run of their predecessor.
pub struct Columns<'a> {
    snapshot: &'a Snapshot,
    known: Arc<Remembered<i64, PackedColumn>>,
    run: i64,
    columns: [OnceCell<Arc<PackedColumn>>; Column::COUNT],
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

/// The facts of the games of a run.
pub struct RunFacts {
    column: Arc<PackedColumn>,
    run: i64,
    /// True if the facts of a requested game were missing or malformed.
    lacks: Cell<bool>,
}

impl RunFacts {
    /// Returns the facts of the game at a place in the run. If they are missing or malformed, returns empty ones, and
    /// [`Self::check`] fails.
    pub fn get(&self, at: usize) -> GameFacts {
        let facts = self.column.get(at).and_then(facts_of);
        facts.unwrap_or_else(|| {
            self.lacks.set(true);
            GameFacts::default()
        })
    }

    /// Returns the number of games.
    pub fn games(&self) -> usize {
        let facts = (0..self.column.len()).filter_map(|at| self.column.get(at));
        facts.filter(|facts| *facts > 0).count()
    }

    /// Fails if the facts of a game could not be read.
    pub fn check(&self, snapshot: &Snapshot) -> Result<(), StoreError> {
        if self.lacks.get() {
            return Err(malformed_row(snapshot, column_row(Column::Facts, self.run)));
        }
        Ok(())
    }
}

impl<'a> Columns<'a> {
    /// Creates a reader.
    pub fn new(snapshot: &'a Snapshot) -> Self {
        Self {
            snapshot,
            known: snapshot.shared(),
            run: -1,
            columns: Default::default(),
            failed: RefCell::new(None),
        }
    }

    /// Creates a reader that does not use what is remembered of the state, which a transaction may have changed.
    fn afresh(snapshot: &'a Snapshot) -> Self {
        Self {
            known: Arc::default(),
            ..Self::new(snapshot)
        }
    }

    /// Returns what `read` reads of a game. Fails if the game does not exist or a column that was asked for
    /// cannot be read.
    pub fn read<T>(&mut self, game: i64, read: impl FnOnce(&GameView<'_>) -> T) -> Result<T, StoreError> {
        self.enter(game / GAMES_PER_RUN)?;
        let view = self.view(game);
        let exists = view.exists();
        let value = exists.then(|| read(&view));
        self.check()?;
        value.ok_or_else(|| self.snapshot.damaged(format!("the columns of game {game} are missing")))
    }

    /// Returns the facts of a game, which totals count.
    pub fn facts(&mut self, game: i64) -> Result<GameFacts, StoreError> {
        self.enter(game / GAMES_PER_RUN)?;
        let number = self.column(Column::Facts).get((game % GAMES_PER_RUN) as usize);
        match number.and_then(facts_of) {
            Some(facts) => Ok(facts),
            // Tells what is wrong.
            None => self.read(game, |game| game.facts()),
        }
    }

    fn read_facts(&self) -> Result<Vec<Option<GameFacts>>, StoreError> {
        let facts = (0..self.column(Column::Facts).len()).map(|at| {
            let game = GameView { columns: self, at };
            game.exists().then(|| game.facts())
        });
        let facts = facts.collect();
        self.check()?;
        Ok(facts)
    }

    fn has(&mut self, game: i64) -> Result<bool, StoreError> {
        self.enter(game / GAMES_PER_RUN)?;
        let exists = self.view(game).exists();
        self.check()?;
        Ok(exists)
    }

    /// Visits the games of a run in the order of their numbers. Returns how many there are.
    fn visit_run(&mut self, run: i64, visit: &mut impl FnMut(i64, &GameView<'_>)) -> Result<u64, StoreError> {
        self.enter(run)?;
        let mut visited = 0;
        for at in 0..self.column(Column::Facts).len() {
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
            if column != Column::Facts {
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
        self.number(Column::Facts) > 0
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
        self.facts().year
    }

    /// Returns the result.
    pub fn result(&self) -> Option<GameResult> {
        self.value(Column::Result, result_of)
    }

    /// Returns the winner.
    pub fn winner(&self) -> Option<Color> {
        self.facts().outcome.winner()
    }

    /// Returns the facts, which totals count.
    pub fn facts(&self) -> GameFacts {
        self.value(Column::Facts, facts_of).unwrap_or_default()
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

    /// Returns whether the game has one of these rows in one of the columns, which are of texts.
    #[inline]
    pub fn has_text(&self, rows: &RowSet, columns: &[Column]) -> bool {
        columns
            .iter()
            .any(|&column| rows.contains(RowId::new(self.number(column))))
    }

    /// Returns whether the game has a text in each of the columns, at least one, and none of these rows.
    #[inline]
    pub fn has_other_texts(&self, rows: &RowSet, columns: &[Column]) -> bool {
        let is_other = |&column: &Column| {
            let row = RowId::new(self.number(column));
            row.is_some() && !rows.contains(row)
        };
        !columns.is_empty() && columns.iter().all(is_other)
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

    /// Returns the number of sources.
    pub fn sources(&self) -> u32 {
        self.number(Column::Sources)
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

    /// Returns how many games have numbers of a range.
    pub(crate) fn count_games(&self, range: &RangeInclusive<i64>) -> Result<u64, StoreError> {
        let last_game = self.state()?.last_game;
        let mut columns = Columns::new(self);
        let mut count = 0;
        for game in *range.start().max(&1)..=*range.end().min(&last_game) {
            count += u64::from(columns.has(game)?);
        }
        Ok(count)
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
    pub fn visit_columns(&self, visit: impl FnMut(i64, &GameView<'_>)) -> Result<(), StoreError> {
        let visited = self.visit_columns_between(&(1..=i64::MAX), visit)?;
        self.require_all_visited(visited)
    }

    /// Visits the games whose runs begin in a range of numbers. Returns how many there are.
    pub(crate) fn visit_columns_between(
        &self,
        games: &RangeInclusive<i64>,
        mut visit: impl FnMut(i64, &GameView<'_>),
    ) -> Result<u64, StoreError> {
        let mut columns = Columns::new(self);
        let mut visited = 0;
        for run in runs_up_to(self.state()?.last_game) {
            // Games are numbered from 1.
            if games.contains(&(run * GAMES_PER_RUN).max(1)) {
                visited += columns.visit_run(run, &mut visit)?;
            }
        }
        Ok(visited)
    }

    /// Fails if there are more or fewer games than were visited.
    pub(crate) fn require_all_visited(&self, visited: u64) -> Result<(), StoreError> {
        let games = self.state()?.games;
        if visited == games {
            return Ok(());
        }
        Err(self.damaged(format!("its columns have {visited} of its {games} games")))
    }

    /// Visits those of some games that exist, given in ascending order.
    pub(crate) fn visit_columns_of(
        &self,
        games: &[i64],
        mut visit: impl FnMut(i64, &GameView<'_>),
    ) -> Result<(), StoreError> {
        let last_game = self.state()?.last_game;
        let mut columns = Columns::new(self);
        for &game in games.iter().filter(|game| (1..=last_game).contains(*game)) {
            columns.enter(game / GAMES_PER_RUN)?;
            let view = columns.view(game);
            if view.exists() {
                visit(game, &view);
            }
            columns.check()?;
        }
        Ok(())
    }

    /// Visits all games whose columns are in the file as it is now, even if a transaction has changed it.
    pub(crate) fn visit_stored_columns(&self, mut visit: impl FnMut(i64, &GameView<'_>)) -> Result<(), StoreError> {
        let (first, last) = (
            column_row(Column::Facts, 0),
            column_row(Column::Facts, i64::from(u32::MAX)),
        );
        let sql = "SELECT count(*) FROM game_columns WHERE id BETWEEN ?1 AND ?2";
        let runs = self.optional::<i64>(sql, [first, last])?.unwrap_or(0);
        let mut columns = Columns::afresh(self);
        for run in 0..runs {
            columns.visit_run(run, &mut visit)?;
        }
        Ok(())
    }

    /// Returns the games of a run with a board size, by their places in the run.
    pub(crate) fn games_of_size(&self, run: i64, size: BoardSize) -> Result<Vec<usize>, StoreError> {
        let [sizes, facts] = [Column::BoardSize, Column::Facts].map(|column| self.known_column(column, run));
        let (sizes, facts) = (sizes?, facts?);
        if sizes.len() != facts.len() {
            return Err(malformed_row(self, column_row(Column::BoardSize, run)));
        }
        let lines = Some(u32::from(size.lines()));
        Ok((0..sizes.len()).filter(|&at| sizes.get(at) == lines).collect())
    }

    /// Returns the number of games by board size and by the year of the first date.
    pub fn game_counts(&self) -> Result<BTreeMap<(u8, Option<u16>), u64>, StoreError> {
        let (counts, state) = (read_counts(self)?.0, self.state()?);
        let counted = counts.values().fold(0, |sum: u64, games| sum.saturating_add(*games));
        if counted == state.games {
            return Ok(counts);
        }
        Err(self.damaged(format!("its columns count {counted} of its {} games", state.games)))
    }

    /// Returns the facts of the games of a run.
    pub(crate) fn facts_of_run(&self, run: i64) -> Result<RunFacts, StoreError> {
        Ok(RunFacts {
            column: self.known_column(Column::Facts, run)?,
            run,
            lacks: Cell::new(false),
        })
    }

    fn known_column(&self, column: Column, run: i64) -> Result<Arc<PackedColumn>, StoreError> {
        let known = self.shared::<Remembered<i64, PackedColumn>>();
        known.get(column_row(column, run), || read_column(self, column, run).map(Arc::new))
    }

    /// Returns the facts of the games from `first` to `last`, with `None` for removed games, from the file
    /// as it is now, even if a transaction has changed it.
    pub(crate) fn facts_of_games(&self, first: i64, last: i64) -> Result<Vec<Option<GameFacts>>, StoreError> {
        let mut facts = Vec::with_capacity((last - first + 1) as usize);
        for run in first / GAMES_PER_RUN..=last / GAMES_PER_RUN {
            let mut columns = Columns::afresh(self);
            columns.enter(run)?;
            let games = (run * GAMES_PER_RUN..).zip(columns.read_facts()?);
            // The columns of a run may end before its last number.
            facts.resize((run * GAMES_PER_RUN - first).max(0) as usize, None);
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

/// Reads the counts of all games. A database that never had games has none.
pub fn read_counts(snapshot: &Snapshot) -> Result<GameCounts, StoreError> {
    if snapshot.state()?.last_game == 0 {
        return Ok(GameCounts::default());
    }
    GameCounts::read(&read_row(snapshot, COUNTS_ROW)?).map_err(|Malformed| malformed_row(snapshot, COUNTS_ROW))
}

fn read_row(snapshot: &Snapshot, row: i64) -> Result<Vec<u8>, StoreError> {
    let sealed = snapshot.optional("SELECT data FROM game_columns WHERE id = ?1", [row])?;
    let Some(sealed) = sealed else {
        return Err(snapshot.damaged(format!("row {row} of the game columns is missing")));
    };
    unseal(sealed, &[row, COLUMNS_SEAL])
        .ok_or_else(|| snapshot.damaged(format!("row {row} of the game columns has a wrong checksum")))
}

pub fn malformed_row(snapshot: &Snapshot, row: i64) -> StoreError {
    snapshot.damaged(format!("row {row} of the game columns cannot be read"))
}

/// Returns the runs that exist after games up to `last_game` were added.
pub fn runs_up_to(last_game: i64) -> std::ops::Range<i64> {
    if last_game == 0 {
        0..0
    } else {
        0..last_game / GAMES_PER_RUN + 1
    }
}
