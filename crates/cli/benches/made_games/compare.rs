//! Comparison of how often positions repeat in two databases, move by move.

use crate::real::RealGames;
use anyhow::Result;
use bgo::internal::go::KeyTables;
use bgo::internal::record::replay;
use std::path::Path;

/// The numbers of moves for which there is a line.
const PLIES: [usize; 24] = [
    1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 16, 18, 20, 25, 30, 35, 40, 50, 60, 80, 100, 150, 200,
];

/// Prints for some numbers of moves the share of positions that an earlier game of the same database
/// has reached by as many moves.
pub fn compare(first: &Path, second: &Path, most: usize) -> Result<()> {
    let databases = [RealGames::open(first)?, RealGames::open(second)?];
    let games = databases.iter().map(RealGames::count).fold(most, usize::min);
    let [first, second] = [shares(&databases[0], games)?, shares(&databases[1], games)?];
    println!("repeated positions of {games} games each\n moves   first  second  second / first");
    for ply in PLIES {
        line(&ply.to_string(), first.of(ply..=ply), second.of(ply..=ply));
    }
    line("all", first.of(0..=usize::MAX), second.of(0..=usize::MAX));
    Ok(())
}

fn line(name: &str, first: f64, second: f64) {
    println!(
        "{name:>6} {:>6.2}% {:>6.2}% {:>8.2}",
        first * 100.0,
        second * 100.0,
        second / first
    );
}

/// The numbers of positions and of different positions after each number of moves.
struct Shares(Vec<[usize; 2]>);

impl Shares {
    /// Returns the share of positions that repeat an earlier one.
    fn of(&self, plies: std::ops::RangeInclusive<usize>) -> f64 {
        let counts = self.0.iter().enumerate().filter(|(ply, _)| plies.contains(ply));
        let [all, different] = counts.fold([0, 0], |sum, (_, count)| [sum[0] + count[0], sum[1] + count[1]]);
        1.0 - different as f64 / all as f64
    }
}

fn shares(games: &RealGames, count: usize) -> Result<Shares> {
    let mut by_ply: Vec<Vec<u64>> = Vec::new();
    games.visit(
        count,
        |record, _| {
            let mut keys = Vec::with_capacity(record.steps.len() + 1);
            replay(record, KeyTables::built_in().get(record.size), |position| {
                keys.push(position.canonical.key.0);
            });
            keys
        },
        |keys| {
            by_ply.resize_with(by_ply.len().max(keys.len()), Vec::new);
            by_ply.iter_mut().zip(keys).for_each(|(all, key)| all.push(key));
        },
    )?;
    let counts = by_ply.iter_mut().map(|keys| {
        keys.sort_unstable();
        [keys.len(), keys.chunk_by(|a, b| a == b).count()]
    });
    Ok(Shares(counts.collect()))
}
