//! The rows of the tables `positions` and `pattern`.

use super::limits::Allowance;
use super::patterns::{PatternTableError, search};
use crate::go::{BoardSize, PositionKey};
use crate::query::{PatternOccurrence, PatternSearch};
use crate::store::{Occurrence, Snapshot, StoreError};
use std::ops::Range;
use std::sync::{Arc, Mutex};

/// An index shared by several cursors.
pub type SharedIndex = Arc<Mutex<Index>>;

/// A row of the table `positions`: one occurrence of a position in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PositionRow {
    pub key: PositionKey,
    pub at: Occurrence,
    pub size: BoardSize,
}

/// A range of rows, shared by cursors.
#[derive(Clone, Default)]
pub struct PositionRows {
    pub all: Arc<[PositionRow]>,
    pub range: Range<usize>,
}

impl PositionRows {
    fn new(all: Arc<[PositionRow]>) -> Self {
        let range = 0..all.len();
        Self { all, range }
    }
}

/// The index of positions and the courses of games as the tables read them.
pub struct Index {
    snapshot: Snapshot,
    allowance: Arc<Allowance>,
    /// The last position looked up. A join may look it up again for each of many games.
    last: Option<(PositionKey, Arc<[PositionRow]>)>,
    /// The last pattern, for the same reason, with its diagram and options.
    last_pattern: Option<(String, String, Arc<PatternSearch>)>,
}

impl Index {
    pub const fn new(snapshot: Snapshot, allowance: Arc<Allowance>) -> Self {
        Self {
            snapshot,
            allowance,
            last: None,
            last_pattern: None,
        }
    }

    pub const fn snapshot(&self) -> &Snapshot {
        &self.snapshot
    }

    /// Returns the rows of a position in the order of the games.
    pub fn of_position(&mut self, key: PositionKey) -> Result<PositionRows, StoreError> {
        if let Some((last, rows)) = &self.last
            && *last == key
        {
            return Ok(PositionRows::new(Arc::clone(rows)));
        }
        let mut occurrences = self.snapshot.occurrences(key)?.to_vec();
        occurrences.dedup();
        let size = match occurrences.first() {
            // The key depends on the board size, so all games have the same size.
            Some(first) => self.size(first.game)?,
            None => BoardSize::MAX,
        };
        let rows: Arc<[PositionRow]> = occurrences
            .into_iter()
            .map(|at| PositionRow { key, at, size })
            .collect();
        self.last = Some((key, Arc::clone(&rows)));
        Ok(PositionRows::new(rows))
    }

    /// Returns the rows of a position in one game.
    pub fn of_position_in(&mut self, key: PositionKey, game: i64) -> Result<PositionRows, StoreError> {
        let PositionRows { all, .. } = self.of_position(key)?;
        let start = all.partition_point(|row| row.at.game < game);
        let end = all.partition_point(|row| row.at.game <= game);
        Ok(PositionRows { all, range: start..end })
    }

    /// Returns the positions that a game reaches, in the order of play. The result is
    /// empty if there is no such game.
    pub fn of_game(&self, game: i64) -> Result<PositionRows, StoreError> {
        let positions = self.snapshot.positions_of(game)?;
        if positions.is_empty() {
            return Ok(PositionRows::default());
        }
        let size = self.size(game)?;
        let mut rows: Vec<PositionRow> = Vec::with_capacity(positions.len());
        for (key, at) in positions {
            let row = PositionRow { key, at, size };
            // Setup without effect repeats the same position.
            let same_ply = rows.iter().rev().take_while(|earlier| earlier.at.ply == at.ply);
            if !same_ply.into_iter().any(|earlier| *earlier == row) {
                rows.push(row);
            }
        }
        Ok(PositionRows::new(rows.into()))
    }

    /// Returns the next game after this number, with its positions.
    pub fn of_game_after(&self, game: i64) -> Result<Option<(i64, PositionRows)>, StoreError> {
        match self.snapshot.game_after(game)? {
            Some(game) => Ok(Some((game, self.of_game(game)?))),
            None => Ok(None),
        }
    }

    /// Returns the search for a pattern.
    pub fn pattern(&mut self, diagram: &str, options: &str) -> Result<Arc<PatternSearch>, PatternTableError> {
        if let Some((last_diagram, last_options, last)) = &self.last_pattern
            && (last_diagram.as_str(), last_options.as_str()) == (diagram, options)
        {
            return Ok(Arc::clone(last));
        }
        let search = Arc::new(search(diagram, options)?);
        self.allowance.keep(|| PatternSearch::prepare(&self.snapshot))?;
        self.last_pattern = Some((diagram.to_owned(), options.to_owned(), Arc::clone(&search)));
        Ok(search)
    }

    /// Returns a part of the rows of a pattern, or `None` after the last one.
    pub fn part_of_pattern(
        &self,
        search: &PatternSearch,
        number: usize,
    ) -> Result<Option<Vec<PatternOccurrence>>, PatternTableError> {
        if self.allowance.is_over() {
            return Err(PatternTableError::Late);
        }
        Ok(search.part(&self.snapshot, number)?)
    }

    /// Returns the rows of a pattern in one game.
    pub fn of_pattern_in(
        &self,
        search: &PatternSearch,
        game: i64,
    ) -> Result<Vec<PatternOccurrence>, PatternTableError> {
        Ok(search.in_game(&self.snapshot, game)?)
    }

    fn size(&self, game: i64) -> Result<BoardSize, StoreError> {
        self.snapshot.board_size(game)?.ok_or_else(|| {
            self.snapshot
                .damaged(format!("game {game} is in the index and not in the game table"))
        })
    }
}

/// Returns the next move's point or `pass`, in the canonical orientation.
pub fn target(row: &PositionRow) -> Option<String> {
    // A valid database has no invalid codes.
    let next = row.at.next.canonical(row.size).ok().flatten();
    next.map(|mv| mv.target())
}
