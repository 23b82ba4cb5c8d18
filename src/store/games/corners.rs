//! The table `game_corners`.

use super::GAMES_PER_RUN;
use crate::store::StoreError;
use crate::store::codec::{
    CornerList, CornerPart, CornerTree, LISTS_PER_PART, Malformed, PLACE_BITS, PlacedList, QUADRANTS, read_corners,
    unseal,
};
use crate::store::snapshot::{Remembered, Snapshot};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

const _: () = assert!(1 << PLACE_BITS == GAMES_PER_RUN);

/// The second value in the seal of a row, after the row number.
pub const CORNERS_SEAL: i64 = -3;

/// The bits of the number of a row after those of the run. The tree of a run is the row 0, and its parts follow.
const PART_BITS: u32 = 8;

/// Returns a row of a run: 0 for the tree, 1 for the first part.
pub const fn corners_row(run: i64, number: usize) -> i64 {
    run << PART_BITS | number as i64
}

/// The most bytes of trees that are kept: usually those of 16 million games.
const MAX_KEPT: usize = 200 << 20;

/// Trees of earlier questions: the first that were read, because a question that goes through all of them would replace
/// each before it is needed again.
#[derive(Default)]
struct KeptTrees {
    trees: Remembered<i64, CornerTree>,
    bytes: AtomicUsize,
}

impl KeptTrees {
    /// Keeps the tree of a run, if there is room and no other thread was faster. Returns the tree.
    fn keep(&self, run: i64, tree: Arc<CornerTree>) -> Arc<CornerTree> {
        if self.bytes.load(Ordering::Relaxed) >= MAX_KEPT {
            return tree;
        }
        let kept = self.trees.keep(run, Arc::clone(&tree));
        if Arc::ptr_eq(&kept, &tree) {
            self.bytes.fetch_add(tree.bytes(), Ordering::Relaxed);
        }
        kept
    }
}

impl Snapshot {
    /// Reads the beginnings of the lists of a run from the file.
    pub(crate) fn corner_tree(&self, run: i64) -> Result<CornerTree, StoreError> {
        let row = corners_row(run, 0);
        CornerTree::read(&self.corners(row)?).map_err(|Malformed| self.malformed_corners(row))
    }

    /// Returns the beginnings of the lists of a run, and keeps them for later questions while there is room.
    pub(crate) fn kept_corner_tree(&self, run: i64) -> Result<Arc<CornerTree>, StoreError> {
        let kept = self.shared::<KeptTrees>();
        if let Some(known) = kept.trees.known(&run) {
            return Ok(known);
        }
        let tree = self.corner_tree(run)?;
        let (lists, games) = (tree.lists(), self.facts_of_run(run)?.games());
        if lists != QUADRANTS * games {
            let row = corners_row(run, 0);
            return Err(self.damaged(format!("row {row} of the corners has {lists} lists of {games} games")));
        }
        Ok(kept.keep(run, Arc::new(tree)))
    }

    /// Reads a part of the lists of a run, from 0, whose tree is known.
    pub(crate) fn corner_part(&self, run: i64, tree: &CornerTree, number: usize) -> Result<CornerPart, StoreError> {
        let row = corners_row(run, 1 + number);
        let lists = tree.lists().saturating_sub(number * LISTS_PER_PART).min(LISTS_PER_PART);
        CornerPart::read(self.corners(row)?, lists).map_err(|Malformed| self.malformed_corners(row))
    }

    fn corners(&self, row: i64) -> Result<Vec<u8>, StoreError> {
        let sealed = self.optional("SELECT data FROM game_corners WHERE id = ?1", [row])?;
        let Some(sealed) = sealed else {
            return Err(self.damaged(format!("row {row} of the corners is missing")));
        };
        unseal(sealed, &[row, CORNERS_SEAL])
            .ok_or_else(|| self.damaged(format!("row {row} of the corners has a wrong checksum")))
    }

    fn malformed_corners(&self, row: i64) -> StoreError {
        self.damaged(format!("row {row} of the corners cannot be read"))
    }
}

/// Reads all lists of a run, in order.
pub fn stored_corners(snapshot: &Snapshot, run: i64) -> Result<Vec<PlacedList>, StoreError> {
    let tree = snapshot.corner_tree(run)?;
    let parts = 0..tree.lists().div_ceil(LISTS_PER_PART);
    let parts: Result<Vec<CornerPart>, StoreError> = parts.map(|part| snapshot.corner_part(run, &tree, part)).collect();
    Ok(read_corners(&tree, &parts?))
}

/// Makes the lists of a run from the courses of its games. Those of a course that is damaged leave everything to it, so
/// that a question meets the damage.
pub fn expected_corners(snapshot: &Snapshot, run: i64) -> Result<Vec<(i64, [CornerList; QUADRANTS])>, StoreError> {
    let (mut games, mut damaged) = (Vec::new(), Vec::new());
    let first = run * GAMES_PER_RUN;
    snapshot.visit_courses(first..=first + GAMES_PER_RUN - 1, |game, course| match course {
        Ok(course) => games.push((game, CornerList::of(course))),
        Err(_) => damaged.push(game),
    })?;
    for game in damaged {
        if let Ok(Some(size)) = snapshot.board_size(game) {
            games.push((game, CornerList::of_unknown(size)));
        }
    }
    games.sort_unstable_by_key(|(game, _)| *game);
    Ok(games)
}

/// Returns the number of rows of a run with this many lists.
pub fn rows_of_corners(lists: usize) -> i64 {
    1 + lists.div_ceil(LISTS_PER_PART) as i64
}

/// Returns the lists of a game with their places.
pub fn placed(game: i64, lists: [CornerList; QUADRANTS]) -> impl Iterator<Item = PlacedList> {
    let place = (game % GAMES_PER_RUN) as usize;
    let lists = lists.into_iter().enumerate();
    lists.map(move |(quadrant, list)| PlacedList::new(place, quadrant, list))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::BoardSize;
    use crate::record::Course;
    use crate::store::codec::write_corners;

    #[test]
    fn trees_are_kept_up_to_a_limit() {
        let course = Course::new(BoardSize::MAX);
        let lists = (0..GAMES_PER_RUN).flat_map(|game| placed(game, CornerList::of(&course)));
        let rows = write_corners(&mut lists.collect::<Vec<_>>());
        let tree = || CornerTree::read(&rows[0]).expect("a tree");
        let kept = KeptTrees::default();
        for _ in 0..2 {
            kept.keep(0, Arc::new(tree()));
        }
        let bytes = kept.bytes.load(Ordering::Relaxed);
        assert_eq!(bytes, tree().bytes());
        kept.bytes.store(MAX_KEPT - 1, Ordering::Relaxed);
        for run in [1, 2] {
            kept.keep(run, Arc::new(tree()));
        }
        let is_kept = [0, 1, 2].map(|run| kept.trees.known(&run).is_some());
        assert_eq!(is_kept, [true, true, false]);
    }
}
