use super::board::LINES;
use super::error::OddGame;
use super::game::TrainingGame;
use bgo::go::{Board, Point};
use bgo::record::{Action, GameRecord, GameTree, decoded_trees, parts};

impl TrainingGame {
    /// Reads the main line of the first game of a file with bgo's own reader. The game ends before
    /// setup that follows a move, and before a move on a stone.
    pub(super) fn read_strict(bytes: &[u8]) -> Result<Self, OddGame> {
        Self::of_record(&first_game(bytes).ok_or(OddGame::NoGame)?.game?)
    }

    /// Plays a record as far as it gives records.
    pub(crate) fn of_record(record: &GameRecord) -> Result<Self, OddGame> {
        if usize::from(record.size.lines()) != LINES {
            return Err(OddGame::Size(record.size.lines().to_string()));
        }
        let mut board = Board::new(record.size);
        for (point, stone) in &record.setup {
            board.set(*point, *stone);
        }
        if board.chain_without_liberties().is_some() {
            return Err(OddGame::NoLiberties);
        }
        let setup: Vec<_> = board.stones().map(|(point, color)| (color, number(point), 0)).collect();
        let mut moves = Vec::new();
        for step in &record.steps {
            let Action::Move(mv) = step.action else { break };
            if board.replay(mv).is_err() {
                break;
            }
            moves.extend(mv.point.map(|point| (mv.color, number(point), step.offset)));
        }
        Ok(Self {
            setup: Some(setup).filter(|stones| !stones.is_empty()),
            moves,
            removes_suicide: true,
        })
    }
}

/// Returns the first game of a file.
pub(crate) fn first_game(bytes: &[u8]) -> Option<GameTree> {
    parts(bytes).find_map(|part| decoded_trees(&part.decoded).next())
}

/// Returns the number of a point; rows are counted from the bottom.
const fn number(point: Point) -> u16 {
    (LINES as u16 - 1 - point.y as u16) * LINES as u16 + point.x as u16
}
