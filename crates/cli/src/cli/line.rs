use super::output::{WrongUsage, advised};
use anyhow::Result;
use bgo::go::{BoardSize, Color, KeyTables, Move, Point};
use bgo::query::SearchBoard;
use bgo::query::stones;
use clap::Args;

/// The stones and moves that lead to a position.
#[derive(Args, Debug)]
pub(super) struct LineArgs {
    /// Moves from the empty board: SGF letters (pd), a letter and a number (Q16), or pass
    #[arg(value_name = "MOVE")]
    moves: Vec<String>,
    /// Stones on the board before the moves: Bpd,Wdp, or the number of handicap stones (White then moves first)
    #[arg(long, value_name = "STONES|NUMBER")]
    stones: Option<String>,
}

/// Stones and moves that lead to a position.
pub(super) struct Line {
    stones: Vec<(Point, Color)>,
    first: Color,
    moves: Vec<Move>,
}

impl LineArgs {
    /// Returns whether there are neither stones nor moves.
    pub const fn is_empty(&self) -> bool {
        self.stones.is_none() && self.moves.is_empty()
    }

    /// Reads the arguments.
    pub fn read(&self, size: BoardSize) -> Result<Line> {
        let (stones, first) = stones(self.stones.as_deref().unwrap_or_default(), size)
            .map_err(|error| WrongUsage::saying(format!("--stones: {error}")))?;
        let colors = [first, first.opponent()].into_iter().cycle();
        let moves = self.moves.iter().zip(colors);
        let read = |(text, color): (&String, Color)| {
            Move::parse(text, color, size).map_err(|error| WrongUsage::saying(advised(&error, text)))
        };
        Ok(Line {
            stones,
            first,
            moves: moves.map(read).collect::<Result<_>>()?,
        })
    }
}

impl Line {
    /// Returns a search board with the stones and moves.
    pub fn board(self, keys: &KeyTables, size: BoardSize) -> Result<SearchBoard> {
        let mut board = SearchBoard::from_stones(keys, size, self.stones, self.first);
        for mv in self.moves {
            board.play(mv)?;
        }
        Ok(board)
    }
}
