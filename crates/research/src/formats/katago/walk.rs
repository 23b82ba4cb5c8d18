use super::chains::ChainBoard;
use super::features::{globals, planes};
use super::game::{KatagoGame, placed};
use super::ladders::{LadderPoints, Ladders};
use super::points::{Grid, PointSet};
use super::repetition::PastBoards;
use super::row::Row;
use super::situation::{Played, Situation};
use super::targets::{Ahead, targets};
use bgo::go::{Color, Move};
use bgo::record::Action;

/// A game that is played through.
struct Walk<'g> {
    grid: &'g Grid,
    board: ChainBoard<'g>,
    past: PastBoards,
    ladders: Ladders,
    /// The ladders of the boards before the last moves, those of the current board first.
    recent: [LadderPoints; 3],
    moves: Vec<Played>,
    passes: u32,
}

/// Makes rows of the positions of a game that `chosen` accepts by their numbers, from 0. `grid` must
/// have the lines of its board.
pub(crate) fn rows(game: &KatagoGame, grid: &Grid, chosen: &dyn Fn(usize) -> bool, out: &mut Vec<Row>) {
    let stones = placed(grid, [PointSet::EMPTY; 2], &game.setup);
    let Some(board) = ChainBoard::with_stones(grid, stones) else {
        return;
    };
    let mut walk = Walk {
        grid,
        board,
        past: PastBoards::new(game.rules.ko, game.rules.suicide),
        ladders: Ladders::default(),
        recent: [LadderPoints::default(); 3],
        moves: Vec::new(),
        passes: 0,
    };
    let first = out.len();
    let mut plies = Vec::new();
    let mut ahead = Ahead::default();
    for action in &game.actions {
        match action {
            Action::Setup(changes) => {
                let stones = placed(grid, walk.board.both(), changes);
                let Some(board) = ChainBoard::with_stones(grid, stones) else {
                    break;
                };
                walk.set_up(board, PastBoards::new(game.rules.ko, game.rules.suicide));
            }
            Action::Move(mv) => {
                let ply = ahead.moves.len();
                walk.past.enter(&walk.board, mv.color);
                // The next two positions have the ladders of this one, too.
                if (ply..ply + 3).any(chosen) {
                    walk.recent.rotate_right(1);
                    walk.recent[0] = walk.ladders.read(&mut walk.board);
                }
                if chosen(ply) {
                    out.push(walk.row(game, mv.color));
                    plies.push(ply);
                }
                ahead.boards.push(walk.board.both());
                let played = walk.play(*mv);
                ahead.moves.push(played);
            }
        }
    }
    ahead.boards.push(walk.board.both());
    for (row, ply) in out[first..].iter_mut().zip(plies) {
        targets(row, game, grid, &ahead, ply);
    }
}

impl<'g> Walk<'g> {
    /// Begins anew on a board.
    fn set_up(&mut self, board: ChainBoard<'g>, past: PastBoards) {
        self.board = board;
        self.past = past;
        self.moves.clear();
        self.passes = 0;
    }

    /// Makes the row of the current position, without its targets.
    fn row(&self, game: &KatagoGame, to_move: Color) -> Row {
        let at = Situation {
            board: &self.board,
            to_move,
            moves: &self.moves,
            passes: self.passes,
            past: &self.past,
        };
        let [now, one_ago, two_ago] = &self.recent;
        Row::new(planes(&at, game.rules, [now, one_ago, two_ago]), globals(&at, game))
    }

    fn play(&mut self, mv: Move) -> Played {
        let point = mv
            .point
            .map(|point| usize::from(point.y) * self.grid.side + usize::from(point.x));
        match point {
            Some(point) => {
                self.board.play(point, mv.color);
                self.board.settle();
                self.passes = 0;
            }
            None => {
                self.past.pass(&self.board, mv.color);
                self.board.ko = None;
                self.passes += 1;
            }
        }
        let played = Played { color: mv.color, point };
        self.moves.push(played);
        played
    }
}
