use super::open_game::{OpenGame, Scene, line_scenes};
use crate::query::QueryError;
use crate::record::{GameLines, Steps};
use crate::store::Snapshot;

/// The maximum number of points that change in the variations of a game together. Each
/// move could capture hundreds of stones.
const MAX_CHANGES: usize = 1 << 18;

/// The positions of the variations of a game. Together with the [scenes](OpenGame::scenes)
/// they are a tree.
#[derive(Clone, Debug, Default)]
pub struct Variations {
    /// The positions, in the order of the record; parents come before their children.
    pub branches: Vec<Branching>,
    /// True if the record has more variations than are read.
    pub truncated: bool,
}

/// A position of a variation.
#[derive(Clone, Debug)]
pub struct Branching {
    /// The number of the position before it: that of a scene, or the number of scenes plus
    /// that of an earlier position of a variation.
    pub parent: usize,
    /// The position. It is that of its parent if the variation begins with comments, before
    /// any move and setup.
    pub scene: Scene,
    /// True if a move or setup leads to the position.
    pub is_step: bool,
}

impl OpenGame {
    /// Returns the positions of the record's variations, in the orientation and the colours
    /// of the game.
    ///
    /// A variation ends before a move that cannot be read, and so do those that leave it
    /// later.
    pub fn variations(&self, snapshot: &Snapshot) -> Result<Variations, QueryError> {
        let lines = snapshot.record(self.game.game)?.read_lines();
        let Some(lines) = lines.filter(|lines| !lines.variations.is_empty()) else {
            return Ok(Variations::default());
        };
        Ok(self.follow(&lines.transformed(self.transform, self.swapped), snapshot))
    }

    fn follow(&self, lines: &GameLines, snapshot: &Snapshot) -> Variations {
        let main = self.scenes().len();
        let keys = snapshot.keys().get(lines.main.size);
        // For each line, the numbers of its positions after each number of steps that can be played.
        let mut positions: Vec<Vec<usize>> = vec![(0..main.max(1)).collect()];
        let mut found = Variations {
            branches: Vec::new(),
            truncated: lines.truncated,
        };
        let mut changes = 0;
        for variation in &lines.variations {
            let line = positions.get(variation.line);
            let Some(&begin) = line.and_then(|line| line.get(variation.after)) else {
                // What comes before the variation cannot be played.
                positions.push(Vec::new());
                continue;
            };
            let before = match begin.checked_sub(main) {
                None => &self.scenes()[begin],
                Some(number) => &found.branches[number].scene,
            };
            let steps = Steps::on_board(&before.board, before.move_number, &variation.steps, keys);
            let mut line = vec![begin];
            for (steps, scene) in line_scenes(steps, &variation.comments, &[]).enumerate() {
                let number = main + found.branches.len();
                let parent = line[line.len() - 1];
                match steps {
                    0 if scene.comments.is_empty() => continue,
                    0 => line[0] = number,
                    _ => line.push(number),
                }
                let removed = scene.last.map_or(0, |_| scene.board.removed().len());
                changes += removed + 1;
                if changes > MAX_CHANGES {
                    found.truncated = true;
                    return found;
                }
                found.branches.push(Branching {
                    parent,
                    scene,
                    is_step: steps > 0,
                });
            }
            positions.push(line);
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::Point;
    use crate::testing::TestDatabase;

    /// Returns the variations of a record.
    fn variations(record: &str) -> Variations {
        let db = TestDatabase::with(&[record]);
        let snapshot = db.snapshot();
        let game = OpenGame::as_recorded(&snapshot, 1).expect("opens");
        game.variations(&snapshot).expect("are read")
    }

    #[test]
    fn what_follows_a_move_that_cannot_be_read_is_left_out() {
        let read = variations("(;SZ[9];B[aa](;W[zz];B[bb](;W[cc])(;W[dd]))(;W[zz];B[ee](;W[ff])(;W[gg]))(;W[hh]))");
        let moves: Vec<String> = read
            .branches
            .iter()
            .map(|branch| {
                format!(
                    "{} {}",
                    branch.parent,
                    branch.scene.last.map_or_else(String::new, |mv| mv.target())
                )
            })
            .collect();
        assert_eq!((moves, read.truncated), (vec!["1 hh".to_owned()], false));
    }

    #[test]
    fn captures_without_end_are_cut() {
        let stones: String = (0..360)
            .map(|at| format!("[{}]", Point::new((at % 19) as u8, (at / 19) as u8)))
            .collect();
        let record = |times| format!("(;SZ[19]AW{stones};B[]{})", "(;B[ss])".repeat(times + 1));
        // Each move sets a stone and takes 360.
        let most = MAX_CHANGES / 361;
        let (whole, cut) = (variations(&record(most)), variations(&record(most + 1)));
        assert_eq!((whole.branches.len(), whole.truncated), (most, false));
        assert_eq!((cut.branches.len(), cut.truncated), (most, true));
    }
}
