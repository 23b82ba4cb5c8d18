use super::game::{Action, GameRecord, Placement, Repair};
use crate::go::{Illegal, KeyTable, Move, Orientation, Position};

/// The largest number of moves that is replayed; a longer record ends there.
pub const MAX_MOVES: u16 = u16::MAX;

/// One position of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Visit {
    /// The position's key and orientation.
    pub orientation: Orientation,
    /// How many moves were played before it, passes included.
    pub ply: u16,
    /// The move that follows; `None` at the end of the game, before setup and
    /// before a move that cannot be played.
    pub next: Option<Move>,
}

/// What became of a replay.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// How many moves were played.
    pub moves: u16,
    /// How many of the record's steps were taken; the rest could not be.
    pub steps: usize,
    /// What could not be read or played first, if anything.
    pub repair: Option<Repair>,
}

/// Replays a game and calls `visit` for each of its positions: the one after
/// the root's setup, the one after each later setup and the one after each
/// move.
///
/// A record may hold anything: a ko may be retaken at once and suicide takes
/// its own stones off. A move on an occupied point ends the game before it.
/// `keys` must be for the record's board size.
pub fn replay(record: &GameRecord, keys: &KeyTable, mut visit: impl FnMut(Visit)) -> Outcome {
    let mut position = Position::new(record.size);
    place(&mut position, keys, &record.setup);
    let mut outcome = Outcome {
        moves: 0,
        steps: 0,
        repair: record.repair.clone(),
    };
    for step in &record.steps {
        // A position is told of once it is known what follows it.
        let orientation = position.orientation();
        let next = match &step.action {
            Action::Setup(changes) => {
                place(&mut position, keys, changes);
                None
            }
            Action::Move(mv) => {
                let unplayable = if outcome.moves == MAX_MOVES {
                    Some(format!("the game has more than {MAX_MOVES} moves"))
                } else {
                    position.replay(keys, *mv).err().map(|illegal| why(*mv, illegal))
                };
                if let Some(why) = unplayable {
                    let reason = format!("{why}; the game ends before it");
                    outcome.repair.get_or_insert(Repair {
                        reason,
                        offset: step.offset,
                    });
                    break;
                }
                Some(*mv)
            }
        };
        visit(Visit {
            orientation,
            ply: outcome.moves,
            next,
        });
        outcome.moves += u16::from(next.is_some());
        outcome.steps += 1;
    }
    visit(Visit {
        orientation: position.orientation(),
        ply: outcome.moves,
        next: None,
    });
    outcome
}

fn why(mv: Move, illegal: Illegal) -> String {
    format!("{}[{}] cannot be played, {illegal}", mv.color.letter(), mv.target())
}

fn place(position: &mut Position, keys: &KeyTable, changes: &[Placement]) {
    for &(point, stone) in changes {
        position.set(keys, point, stone);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::HashTable;
    use crate::record::game_trees;

    fn replayed(text: &str) -> (Vec<Visit>, Outcome) {
        let record = game_trees(text).next().expect("a tree").game.expect("a game");
        let keys = KeyTable::new(&HashTable::built_in(), record.size);
        let mut visits = Vec::new();
        let outcome = replay(&record, &keys, |visit| visits.push(visit));
        (visits, outcome)
    }

    /// Ply and next move of each position.
    fn positions(text: &str) -> String {
        let words: Vec<String> = replayed(text)
            .0
            .iter()
            .map(|v| {
                format!(
                    "{} {}",
                    v.ply,
                    v.next.map_or_else(|| "-".to_owned(), |mv| mv.to_string())
                )
            })
            .collect();
        words.join(", ")
    }

    #[test]
    fn every_position_with_the_move_that_follows() {
        assert_eq!(positions("(;SZ[9];B[aa];W[];B[bb])"), "0 B aa, 1 W pass, 2 B bb, 3 -");
        assert_eq!(positions("(;SZ[9]AB[cc])"), "0 -");
    }

    #[test]
    fn setup_comes_between() {
        assert_eq!(
            positions("(;SZ[9]AB[cc];W[aa];AB[dd];W[bb])"),
            "0 W aa, 1 -, 1 W bb, 2 -"
        );
        assert_eq!(positions("(;SZ[9];AB[cc];W[aa])"), "0 -, 0 W aa, 1 -");
    }

    #[test]
    fn an_impossible_move_is_no_next_move_and_ends_the_game() {
        let (visits, outcome) = replayed("(;SZ[9];B[aa];W[aa];B[bb])");
        assert_eq!(visits.len(), 2);
        assert_eq!(visits[1].next, None);
        let repair = outcome.repair.expect("told");
        assert_eq!(
            repair.reason,
            "W[aa] cannot be played, the point is occupied; the game ends before it"
        );
        assert_eq!(repair.offset, 16);
        assert_eq!(outcome.steps, 1);
    }

    #[test]
    fn a_pass_leaves_the_position_and_a_capture_brings_one_back() {
        let (visits, _) = replayed("(;SZ[9];B[aa];W[];B[])");
        assert_eq!(visits[1].orientation, visits[2].orientation);
        let (visits, _) = replayed("(;SZ[9]AW[ba];B[aa];W[ab])");
        // White's stone at ab takes aa.
        let (other, _) = replayed("(;SZ[9]AW[ba][ab])");
        assert_eq!(visits[2].orientation.key, other[0].orientation.key);
    }
}
