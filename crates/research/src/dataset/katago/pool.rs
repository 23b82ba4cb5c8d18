use super::super::choice::Split;
use super::super::error::DatasetError;
use super::set::KatagoSet;
use crate::formats::katago::{Grid, KatagoGame, Row, rows};
use bgo::record::game_trees;
use rayon::prelude::*;
use std::ops::Range;

/// Rows in the order of training.
pub(super) struct Pool {
    rows: Vec<Row>,
    order: Vec<u32>,
}

impl Pool {
    /// Makes the rows of a range of a split, in all its games in turn, and mixes them if wanted.
    pub fn new(set: &KatagoSet, split: Split, range: Range<u64>) -> Result<Self, DatasetError> {
        let games = &set.splits[split as usize];
        let first = games
            .starts
            .partition_point(|start| *start <= range.start)
            .saturating_sub(1);
        let last = games.starts.partition_point(|start| *start < range.end);
        let made: Result<Vec<Vec<Row>>, DatasetError> = (first..last)
            .into_par_iter()
            .map(|place| {
                set.options.stop.check()?;
                let mut made = game_rows(set, games.games[place] as usize)?;
                let start = games.starts[place];
                let after = range.end.saturating_sub(start).min(made.len() as u64);
                made.truncate(after as usize);
                let before = range.start.saturating_sub(start).min(made.len() as u64);
                made.drain(..before as usize);
                Ok(made)
            })
            .collect();
        let rows: Vec<Row> = made?.into_iter().flatten().collect();
        let order = match set.options.in_order {
            true => (0..rows.len() as u32).collect(),
            false => set.options.choice.order(rows.len(), range.start << 1 | split as u64),
        };
        Ok(Self { rows, order })
    }

    /// Returns the number of rows.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Returns rows of a range in their order.
    pub fn rows(&self, range: Range<usize>) -> impl ExactSizeIterator<Item = &Row> + Clone {
        self.order[range].iter().map(|place| &self.rows[*place as usize])
    }
}

/// Returns the rows of a game.
fn game_rows(set: &KatagoSet, place: usize) -> Result<Vec<Row>, DatasetError> {
    let game = &set.games[place];
    let options = &set.options;
    let changed = |found| DatasetError::Miscounted {
        expected: game.rows.into(),
        found,
    };
    let (_, text) = set.text(game)?;
    let record = game_trees(&text).next().and_then(|tree| tree.game.ok());
    let read = record.and_then(|record| KatagoGame::new(record, options.rules, options.side).ok());
    let read = read.ok_or_else(|| changed(0))?;
    let grid = Grid::new(read.lines(), options.side);
    let mut made = Vec::with_capacity(game.rows as usize);
    let chosen = |ply| options.choice.has_position(game.identity, ply);
    rows(&read, &grid, &chosen, &mut made);
    if made.len() != game.rows as usize {
        return Err(changed(made.len() as u64));
    }
    let plies = (0..read.positions()).filter(|ply| chosen(*ply));
    for (row, ply) in made.iter_mut().zip(plies) {
        row.game = game.number;
        row.turn(
            options.choice.orientation(game.identity, ply),
            read.size(),
            options.side,
        );
    }
    Ok(made)
}
