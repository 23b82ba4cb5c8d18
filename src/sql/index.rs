use crate::go::{BoardSize, PositionKey};
use crate::store::{Database, Occurrence, Snapshot, StoreError};
use std::ops::Range;
use std::sync::{Arc, Mutex};

/// An index that several cursors read in turn.
pub type SharedIndex = Arc<Mutex<Index>>;

/// One time that a game passed a position: a row of the table `positions`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Passage {
    pub key: PositionKey,
    pub at: Occurrence,
    pub size: BoardSize,
}

/// Some passages, which others may share.
#[derive(Clone, Default)]
pub struct Passages {
    pub all: Arc<[Passage]>,
    pub range: Range<usize>,
}

impl Passages {
    fn new(all: Arc<[Passage]>) -> Self {
        let range = 0..all.len();
        Self { all, range }
    }
}

/// The index of positions, as the table reads it.
pub struct Index {
    db: Database,
    /// The position that was looked up last: a join may ask for it again for
    /// each of many games.
    last: Option<(PositionKey, Arc<[Passage]>)>,
}

impl Index {
    pub const fn new(db: Database) -> Self {
        Self { snapshot, last: None }
    }

    /// The database that it is of.
    pub const fn database(&self) -> &Snapshot {
        &self.snapshot
    }

    /// The passages of a position, in the order of the games.
    pub fn of_position(&mut self, key: PositionKey) -> Result<Passages, StoreError> {
        if let Some((last, passages)) = &self.last
            && *last == key
        {
            return Ok(Passages::new(Arc::clone(passages)));
        }
        let mut occurrences = self.snapshot.occurrences(key)?.to_vec();
        occurrences.dedup();
        let size = match occurrences.first() {
            // The key depends on the size, so all have the same.
            Some(first) => self.size(first.game)?,
            None => BoardSize::MAX,
        };
        let passages: Arc<[Passage]> = occurrences.into_iter().map(|at| Passage { key, at, size }).collect();
        self.last = Some((key, Arc::clone(&passages)));
        Ok(Passages::new(passages))
    }

    /// Those of one game.
    pub fn of_position_in(&mut self, key: PositionKey, game: i64) -> Result<Passages, StoreError> {
        let Passages { all, .. } = self.of_position(key)?;
        let start = all.partition_point(|passage| passage.at.game < game);
        let end = all.partition_point(|passage| passage.at.game <= game);
        Ok(Passages { all, range: start..end })
    }

    /// The positions that a game passes, in its order; none if there is no
    /// such game.
    pub fn of_game(&self, game: i64) -> Result<Passages, StoreError> {
        let positions = self.snapshot.positions_of(game)?;
        if positions.is_empty() {
            return Ok(Passages::default());
        }
        let size = self.size(game)?;
        let mut passages: Vec<Passage> = Vec::with_capacity(positions.len());
        for (key, at) in positions {
            let passage = Passage { key, at, size };
            // Setup without effect leads to the same again.
            let same_ply = passages.iter().rev().take_while(|passed| passed.at.ply == at.ply);
            if !same_ply.into_iter().any(|passed| *passed == passage) {
                passages.push(passage);
            }
        }
        Ok(Passages::new(passages.into()))
    }

    /// The game after this number, and its positions.
    pub fn of_game_after(&self, game: i64) -> Result<Option<(i64, Passages)>, StoreError> {
        match self.snapshot.game_after(game)? {
            Some(game) => Ok(Some((game, self.of_game(game)?))),
            None => Ok(None),
        }
    }

    fn size(&self, game: i64) -> Result<BoardSize, StoreError> {
        self.snapshot.board_size(game)?.ok_or_else(|| {
            self.snapshot
                .damaged(format!("game {game} is in the index and not in the game table"))
        })
    }
}

/// The point that was played next, or `pass`, in the canonical orientation.
pub fn target(passage: &Passage) -> Option<String> {
    // No writer makes a code that is none.
    let next = passage.at.next.canonical(passage.size).ok().flatten();
    next.map(|mv| mv.target())
}
