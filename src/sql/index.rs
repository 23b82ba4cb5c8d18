//! The rows of the tables `positions` and `pattern`.

use super::limits::Allowance;
use crate::go::{BoardSize, ParseError, PositionKey};
use crate::pattern::Pattern;
use crate::query::{PARAMETERS, PatternOccurrence, PatternOptions, PatternSearch};
use crate::record::Next;
use crate::store::{NextCode, Occurrence, Snapshot, StoreError};
use rusqlite::Error;
use rusqlite::types::ValueRef;
use rusqlite::vtab::sqlite3_vtab;
use std::marker::PhantomData;
use std::ops::Range;
use std::sync::{Arc, Mutex};

/// A row of the table `positions`: a position, its occurrence in a game, and the board size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OccurrenceRow(pub PositionKey, pub Occurrence, pub BoardSize);

/// A virtual table over the index, which cursors of this kind read.
#[repr(C)]
pub struct IndexTable<C> {
    base: sqlite3_vtab,
    pub index: Arc<Mutex<Index>>,
    cursor: PhantomData<C>,
}

impl<C> IndexTable<C> {
    /// Creates the table. Its index is missing if the table was added without one.
    pub fn new(index: Option<&Arc<Mutex<Index>>>) -> rusqlite::Result<Self> {
        let index = index.ok_or_else(|| failure("the table has no index"))?;
        Ok(Self {
            base: sqlite3_vtab::default(),
            index: Arc::clone(index),
            cursor: PhantomData,
        })
    }
}

/// The index of positions and the courses of games as the tables read them.
pub struct Index {
    snapshot: Snapshot,
    allowance: Arc<Allowance>,
    /// The last position looked up. A join may look it up again for each of many games.
    last: Option<(PositionKey, Arc<[OccurrenceRow]>)>,
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

    /// Returns rows of the table `positions` (the position, its occurrence, and the board size), and the range of
    /// those with a position, which are in the order of the games.
    pub fn of_position(&mut self, key: PositionKey) -> Result<(Arc<[OccurrenceRow]>, Range<usize>), StoreError> {
        if let Some((last, rows)) = &self.last
            && *last == key
        {
            return Ok((Arc::clone(rows), 0..rows.len()));
        }
        let mut occurrences = self.snapshot.occurrences(key)?.to_vec();
        occurrences.dedup();
        let size = match occurrences.first() {
            // The key depends on the board size, so all games have the same size.
            Some(first) => self.size(first.game)?,
            None => BoardSize::MAX,
        };
        let rows: Arc<[OccurrenceRow]> = occurrences.into_iter().map(|at| OccurrenceRow(key, at, size)).collect();
        self.last = Some((key, Arc::clone(&rows)));
        let range = 0..rows.len();
        Ok((rows, range))
    }

    pub fn of_position_in(
        &mut self,
        key: PositionKey,
        game: i64,
    ) -> Result<(Arc<[OccurrenceRow]>, Range<usize>), StoreError> {
        let (all, _) = self.of_position(key)?;
        let start = all.partition_point(|row| row.1.game < game);
        let end = all.partition_point(|row| row.1.game <= game);
        Ok((all, start..end))
    }

    /// Returns the positions that a game reaches, in the order of play. The result is
    /// empty if there is no such game.
    pub fn of_game(&self, game: i64) -> Result<(Arc<[OccurrenceRow]>, Range<usize>), StoreError> {
        let positions = self.snapshot.positions_of(game)?;
        if positions.is_empty() {
            return Ok(Default::default());
        }
        let size = self.size(game)?;
        let mut rows: Vec<OccurrenceRow> = Vec::with_capacity(positions.len());
        for (key, at) in positions {
            let row = OccurrenceRow(key, at, size);
            // Setup without effect repeats the same position.
            let same_ply = rows.iter().rev().take_while(|earlier| earlier.1.ply == at.ply);
            if !same_ply.into_iter().any(|earlier| *earlier == row) {
                rows.push(row);
            }
        }
        let range = 0..rows.len();
        Ok((rows.into(), range))
    }

    pub fn pattern(&mut self, diagram: &str, options: &str) -> rusqlite::Result<Arc<PatternSearch>> {
        if let Some((last_diagram, last_options, last)) = &self.last_pattern
            && (last_diagram.as_str(), last_options.as_str()) == (diagram, options)
        {
            return Ok(Arc::clone(last));
        }
        let search = Arc::new(search(diagram, options)?);
        self.last_pattern = Some((diagram.to_owned(), options.to_owned(), Arc::clone(&search)));
        Ok(search)
    }

    /// Returns a part of the rows of a pattern, or `None` after the last one.
    pub fn part_of_pattern(
        &self,
        search: &PatternSearch,
        number: usize,
    ) -> rusqlite::Result<Option<Vec<PatternOccurrence>>> {
        if self.allowance.is_over() {
            return Err(failure("the query took too long"));
        }
        let part = self.allowance.keep(|| search.part(&self.snapshot, number));
        part.map_err(failure)
    }

    pub fn of_pattern_in(&self, search: &PatternSearch, game: i64) -> rusqlite::Result<Vec<PatternOccurrence>> {
        search.in_game(&self.snapshot, game).map_err(failure)
    }

    fn size(&self, game: i64) -> Result<BoardSize, StoreError> {
        self.snapshot.board_size(game)?.ok_or_else(|| {
            self.snapshot
                .damaged(format!("game {game} is in the index and not in the game table"))
        })
    }
}

/// Returns the next move's point or `pass`, in the canonical orientation.
pub fn target(next: NextCode, size: BoardSize) -> Option<String> {
    // A valid database has no invalid codes.
    let next = next.canonical(size).ok().and_then(Next::mv);
    next.map(|mv| mv.target())
}

/// Returns the search for a diagram, with options such as `fixed-colors next=X size=13`.
fn search(diagram: &str, words: &str) -> rusqlite::Result<PatternSearch> {
    let mut size = BoardSize::MAX;
    let mut options = Vec::new();
    // Anything that is no option ends this, so that the list is short.
    let mut given: Vec<&str> = Vec::new();
    for word in words.split_whitespace() {
        let (name, value) = word.split_once('=').unwrap_or((word, ""));
        if given.contains(&name) {
            return Err(failure(format!("the option {name} of pattern is given twice")));
        }
        given.push(name);
        let option = PARAMETERS.iter().find(|option| option.option_name() == name);
        match option {
            Some(option) if option.name == "size" => {
                size = value.parse().map_err(|error: ParseError| failure(error))?
            }
            Some(option) if option.option.is_some() && option.value.is_some() => options.push((option.name, value)),
            Some(option) if option.option.is_some() && value.is_empty() => options.push((option.name, "true")),
            _ => {
                return Err(failure(format!(
                    "\"{word}\" is not an option of pattern: write fixed-colors, in-place, touching, next=X, \
                     at=10..60, stood=4.., direct, strict, size=13, with blanks between them"
                )));
            }
        }
    }
    let options = PatternOptions::parse(options).map_err(failure)?;
    let pattern = Pattern::parse(diagram).map_err(|error| failure(format!("the diagram, {error}")))?;
    PatternSearch::of_diagram(pattern, size, options).map_err(failure)
}

/// Returns the integer that a column is compared with, or `None` for NULL.
pub fn whole(column: &str, value: ValueRef<'_>) -> rusqlite::Result<Option<i64>> {
    match value {
        ValueRef::Null => Ok(None),
        ValueRef::Integer(number) => Ok(Some(number)),
        ValueRef::Real(number) if number.fract() == 0.0 && number.abs() < 1e15 => Ok(Some(number as i64)),
        _ => {
            let right = match column {
                "key" => "position_key('pd dp'), or the digits of a hexadecimal key after 0x",
                _ => "that of a row of games",
            };
            Err(failure(format!("{column} is a whole number: {right}")))
        }
    }
}

pub fn failure(why: impl ToString) -> Error {
    Error::ModuleError(why.to_string())
}
