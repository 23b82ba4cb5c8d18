//! The chances that a made game that follows a real one leaves it.

use bgo::PositionKey;

/// The number of moves of a game that made games may follow.
pub const MOST: usize = 60;

/// The number of moves to follow after those to positions that other games have.
const ALONE: usize = 12;

/// The number of games at a position from which the chance to leave before it is the same.
const MANY: usize = 6;

/// The chance to leave for certain.
pub const CERTAIN: usize = 1 << 16;

/// Returns the chances that a made game leaves each of some games before each of their first moves, of
/// [`CERTAIN`]. `positions` has, for each game, those after 0, 1, 2 moves and so on.
///
/// Whoever follows a random game reaches positions as often as all games do. But a made game must also
/// play what no game has played. By Good and Turing's estimate, the next game reaches positions that r games
/// each have reached not as often as those G(r) games did, but as often as the G(r + 1) games at positions that
/// r + 1 games have. So a made game follows with the chance G(r + 1) / G(r), and else leaves for good.
pub fn chances_to_leave(positions: &[Vec<PositionKey>]) -> Vec<Vec<u16>> {
    let mut chances = vec![Vec::new(); positions.len()];
    // The number of games that reach a position, before and after a move.
    let mut before = vec![0; positions.len()];
    let mut after = before.clone();
    let mut games: Vec<usize> = (0..positions.len()).collect();
    let mut alone = before.clone();
    for ply in 0..=MOST {
        games.retain(|&game| positions[game].len() > ply && alone[game] < ALONE);
        games.sort_unstable_by_key(|&game| positions[game][ply]);
        for there in games.chunk_by(|&a, &b| positions[a][ply] == positions[b][ply]) {
            there.iter().for_each(|&game| after[game] = there.len());
        }
        if ply > 0 {
            let counts = Counts::new(games.iter().map(|&game| (before[game], after[game])));
            games
                .iter()
                .for_each(|&game| chances[game].push(counts.leave(before[game], after[game])));
        }
        for &game in &games {
            alone[game] += usize::from(after[game] == 1);
            before[game] = after[game];
        }
    }
    chances
}

/// The numbers of games at positions after as many moves, by the number of games that reach the
/// same position: after a position that two games have reached, and one that more have reached.
struct Counts {
    games: [[usize; MANY + 1]; 2],
}

impl Counts {
    /// Counts games by how many reach the same positions before and after a move.
    fn new(moves: impl Iterator<Item = (usize, usize)>) -> Self {
        let mut games = [[0; MANY + 1]; 2];
        for (before, after) in moves.filter(|&(before, _)| before > 1) {
            games[usize::from(before > 2)][after.min(MANY)] += 1;
        }
        Self { games }
    }

    fn leave(&self, before: usize, after: usize) -> u16 {
        let [pairs, more] = &self.games;
        let share = |part: usize, all: usize| (part as f64 / all.max(1) as f64).min(1.0);
        let follow = match (before, after) {
            // Where one real game is alone, two made games both follow it as often as pairs of real games agree.
            (1, 1) => share(pairs[2..].iter().sum(), pairs.iter().sum()).sqrt(),
            (_, MANY..) => 1.0,
            _ => share(more[after + 1], more[after]),
        };
        ((1.0 - follow) * (CERTAIN - 1) as f64) as u16
    }
}
