//! The positions of a game, by replaying its record.

use super::game::{Action, GameRecord};
use super::steps::{Extent, Steps};
use crate::go::{CanonicalPosition, KeyTable, Move};

/// A position of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GamePosition {
    /// The position's key and orientation.
    pub canonical: CanonicalPosition,
    /// The number of moves played before it, passes included.
    pub ply: u16,
    /// What follows it.
    pub next: Next,
}

/// What follows a position of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Next {
    /// A move.
    Move(Move),
    /// Setup, or a move on an occupied point, which is no move of the rules.
    Setup,
    /// Nothing: the game ends.
    End,
}

impl Next {
    /// Returns the move, if there is one.
    #[must_use]
    pub const fn mv(self) -> Option<Move> {
        match self {
            Self::Move(mv) => Some(mv),
            Self::Setup | Self::End => None,
        }
    }
}

/// Replays a game and calls `visit` for each of its positions: the one after
/// the root's setup, the one after each later setup and the one after each
/// move. `keys` must be for the record's board size.
pub fn replay(record: &GameRecord, keys: &KeyTable, visit: impl FnMut(GamePosition)) -> Extent {
    play(record, keys, visit, Steps::next)
}

/// Replays a game, taking each step with `step`.
pub fn play<'a>(
    record: &'a GameRecord,
    keys: &'a KeyTable,
    mut visit: impl FnMut(GamePosition),
    mut step: impl FnMut(&mut Steps<'a>) -> Option<&'a Action>,
) -> Extent {
    let mut steps = Steps::new(record, keys);
    loop {
        let canonical = steps.position().canonical();
        let ply = steps.outcome().moves;
        let action = step(&mut steps);
        let next = match action {
            Some(Action::Move(mv)) if !steps.has_replaced() => Next::Move(*mv),
            Some(_) => Next::Setup,
            None => Next::End,
        };
        visit(GamePosition { canonical, ply, next });
        if action.is_none() {
            return steps.into_outcome();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::HashTable;
    use crate::record::game::RepairKind;
    use crate::record::game_trees;

    fn replayed(text: &str) -> (Vec<GamePosition>, Extent) {
        let record = game_trees(text).next().expect("a tree").game.expect("a game");
        let keys = KeyTable::new(&HashTable::built_in(), record.size);
        let mut visits = Vec::new();
        let outcome = replay(&record, &keys, |visit| visits.push(visit));
        (visits, outcome)
    }

    fn positions(text: &str) -> String {
        let words: Vec<String> = replayed(text)
            .0
            .iter()
            .map(|v| {
                format!(
                    "{} {}",
                    v.ply,
                    v.next.mv().map_or_else(|| "-".to_owned(), |mv| mv.to_string())
                )
            })
            .collect();
        words.join(", ")
    }

    #[test]
    fn every_position_with_the_move_that_follows() {
        for (text, expected) in [
            ("(;SZ[9];B[aa];W[];B[bb])", "0 B aa, 1 W pass, 2 B bb, 3 -"),
            ("(;SZ[9]AB[cc])", "0 -"),
            // Setup comes between.
            ("(;SZ[9]AB[cc];W[aa];AB[dd];W[bb])", "0 W aa, 1 -, 1 W bb, 2 -"),
            ("(;SZ[9];AB[cc];W[aa])", "0 W aa, 1 -"),
        ] {
            assert_eq!(positions(text), expected, "{text}");
        }
    }

    #[test]
    fn a_move_on_a_stone_replaces_it_and_is_no_next_move() {
        let (visits, outcome) = replayed("(;SZ[9];B[aa];W[aa];B[bb])");
        assert_eq!(visits.len(), 4);
        assert_eq!(visits[1].next, Next::Setup);
        let repair = outcome.repairs.first().expect("told");
        assert_eq!(repair.reason, "W[aa] is on a stone, which it replaces");
        assert_eq!((repair.kind, repair.offset), (RepairKind::OccupiedPoint, 16));
        let key = |visits: &[GamePosition], at: usize| visits[at].canonical.key;
        let (white, _) = replayed("(;SZ[9]AW[aa];B[bb])");
        assert_eq!([key(&visits, 2), key(&visits, 3)], [key(&white, 0), key(&white, 1)]);
        // It captures, as any other; its own stone, too.
        let (captured, _) = replayed("(;SZ[9]AB[aa][ba]AW[ab];W[ba];B[])");
        assert_eq!(key(&captured, 1), key(&replayed("(;SZ[9]AW[ab][ba])").0, 0));
        let (suicide, _) = replayed("(;SZ[9]AB[aa]AW[ab][ba];B[aa])");
        assert_eq!(key(&suicide, 1), key(&replayed("(;SZ[9]AW[ab][ba])").0, 0));
    }

    #[test]
    fn a_pass_leaves_the_position_and_a_capture_brings_one_back() {
        let (visits, _) = replayed("(;SZ[9];B[aa];W[];B[])");
        assert_eq!(visits[1].canonical, visits[2].canonical);
        let (visits, _) = replayed("(;SZ[9]AW[ba];B[aa];W[ab])");
        // White's stone at ab captures aa.
        let (other, _) = replayed("(;SZ[9]AW[ba][ab])");
        assert_eq!(visits[2].canonical.key, other[0].canonical.key);
    }
}
