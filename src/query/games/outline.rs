//! Moves of games as numbers that are the same in every orientation.

use crate::go::{BoardSize, Point, Transform};
use crate::query::{QueryError, hash_with};
use crate::record::{Course, TELLING_MOVES};
use crate::store::Snapshot;

/// The points of a board as indices, and a pass, under a transform.
pub(super) type Turned = [u16; Course::PASS as usize + 1];

/// The points of boards under all transforms, by the lines of the board.
#[derive(Default)]
pub(super) struct TurnedBoards(Vec<Option<Box<[Turned; 8]>>>);

impl TurnedBoards {
    fn tables(&mut self, size: BoardSize) -> &[Turned; 8] {
        let lines = usize::from(size.lines());
        if self.0.len() <= lines {
            self.0.resize(lines + 1, None);
        }
        self.0[lines].get_or_insert_with(|| Box::new(Transform::ALL.map(|transform| turned(size, transform))))
    }

    pub fn table(&mut self, size: BoardSize, transform: Transform) -> &Turned {
        &self.tables(size)[transform.number()]
    }

    /// Returns a hash of moves, which is the same for the moves of a turned game.
    pub fn hash(&mut self, size: BoardSize, moves: &[u16]) -> u64 {
        let hashes = self.tables(size).iter().map(|turned| {
            let codes = moves.iter().map(|&point| u64::from(turned[usize::from(point)]));
            codes.fold(0, hash_with)
        });
        hashes.min().unwrap_or_default()
    }
}

fn turned(size: BoardSize, transform: Transform) -> Turned {
    let mut table = [Course::PASS; Course::PASS as usize + 1];
    for (index, turned) in table.iter_mut().enumerate() {
        if let Some(point) = Point::from_index(index, size) {
            *turned = transform.apply(point, size).index(size) as u16;
        }
    }
    table
}

/// Visits the games of at least 30 moves in the order of their numbers. Calls `progress` with the number of
/// games read and the number of all such games.
pub(super) fn visit_long_games(
    snapshot: &Snapshot,
    mut progress: impl FnMut(u64, u64),
    mut visit: impl FnMut(i64, &Course, &mut TurnedBoards),
) -> Result<(), QueryError> {
    let mut all = 0;
    snapshot.visit_columns(|_, columns| all += u64::from(columns.moves() >= TELLING_MOVES))?;
    let (mut done, mut turns) = (0, TurnedBoards::default());
    snapshot.read_courses(1..=i64::MAX, |game, course| {
        if course.moves.len() >= TELLING_MOVES.into() {
            progress(done, all);
            done += 1;
            visit(game, course, &mut turns);
        }
    })?;
    progress(all, all);
    Ok(())
}
