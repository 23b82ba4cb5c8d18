use super::chains::ChainBoard;
use super::features::{Ahead, targets};
use super::features::{GridMove, Situation};
use super::features::{globals, planes};
use super::game::{KatagoGame, placed};
use super::ladders::{LadderPoints, Ladders};
use super::points::{ArrayGrid, PointSet};
use super::repetition::PastBoards;
use super::row::KatagoRow;
use super::rules::Rules;
use bgo::go::{Color, Move};
use bgo::record::Action;

/// A game that is played through.
struct KatagoReplay<'g> {
    grid: &'g ArrayGrid,
    board: ChainBoard<'g>,
    past: PastBoards,
    ladders: Ladders,
    /// The ladders of the boards before the last moves, those of the current board first.
    recent: [LadderPoints; 3],
    moves: Vec<GridMove>,
    is_after_pass: bool,
    has_button: bool,
    /// The points that White has in advance. KataGo counts stones, so with territory scoring they
    /// change with each of them: one more for a black stone, which takes a point of Black's, one less
    /// for a white one, captured or not (`whiteBonusScore` in its `cpp/game/boardhistory.cpp`). With
    /// a button, half a point goes to who passes first.
    komi: f32,
    rules: Rules,
}

/// Makes rows of the positions of a game that `chosen` accepts by their numbers, from 0. `grid` must
/// have the lines of its board.
pub(crate) fn rows(game: &KatagoGame, grid: &ArrayGrid, chosen: &dyn Fn(usize) -> bool, out: &mut Vec<KatagoRow>) {
    let stones = placed(grid, [PointSet::EMPTY; 2], &game.setup);
    let Some(board) = ChainBoard::with_stones(grid, stones) else {
        return;
    };
    let mut walk = KatagoReplay {
        grid,
        board,
        past: PastBoards::new(game.rules.ko, game.rules.suicide),
        ladders: Ladders::default(),
        recent: [LadderPoints::default(); 3],
        moves: Vec::new(),
        is_after_pass: false,
        has_button: game.rules.has_button,
        komi: game.komi,
        rules: game.rules,
    };
    walk.count_stones([PointSet::EMPTY; 2], stones);
    let first = out.len();
    let mut plies = Vec::new();
    let mut ahead = Ahead::default();
    for action in &game.actions {
        match action {
            Action::Setup(changes) => {
                let before = walk.board.both();
                let stones = placed(grid, before, changes);
                let Some(board) = ChainBoard::with_stones(grid, stones) else {
                    break;
                };
                walk.set_up(board, game);
                walk.count_stones(before, stones);
            }
            Action::Move(mv) => {
                let ply = ahead.moves.len();
                // KataGo sees a repetition by the player whose turn it is, also if the other one moves.
                let last = walk.moves.last();
                let turn = last.map_or(mv.color, |last| last.color.opponent());
                if walk.past.enter(&walk.board, turn) {
                    walk.forget();
                }
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

impl<'g> KatagoReplay<'g> {
    /// Begins anew on a board.
    fn set_up(&mut self, board: ChainBoard<'g>, game: &KatagoGame) {
        self.board = board;
        self.past = PastBoards::new(self.rules.ko, self.rules.suicide);
        self.ladders = Ladders::default();
        self.moves.clear();
        self.is_after_pass = false;
        self.has_button = self.rules.has_button;
        if self.has_button {
            // It is there again.
            self.komi = game.komi;
        }
    }

    /// Forgets the moves before the last one, with which the game should have ended.
    fn forget(&mut self) {
        let before = self.moves.len().saturating_sub(1);
        self.moves.drain(..before);
    }

    /// Takes stones of setup into the points that White has in advance.
    fn count_stones(&mut self, before: [PointSet; 2], after: [PointSet; 2]) {
        if !self.rules.is_area() {
            let [before, after] =
                [before, after].map(|[black, white]| f32::from(black.len() as i16 - white.len() as i16));
            self.komi += after - before;
        }
    }

    fn own_komi(&self, to_move: Color) -> f32 {
        // Adding zero makes a negative zero positive.
        match to_move {
            Color::White => self.komi + 0.0,
            Color::Black => -self.komi + 0.0,
        }
    }

    /// Makes the row of the current position, with those of its targets that do not depend on what
    /// follows.
    fn row(&self, game: &KatagoGame, to_move: Color) -> KatagoRow {
        let at = Situation {
            own_komi: self.own_komi(to_move),
            board: &self.board,
            to_move,
            moves: &self.moves,
            is_after_pass: self.is_after_pass,
            has_button: self.has_button,
            past: &self.past,
        };
        let [now, one_ago, two_ago] = &self.recent;
        let planes = planes(&at, game.rules, [now, one_ago, two_ago]);
        let mut row = KatagoRow::new(planes, globals(&at, game), (game.metadata, to_move));
        row.targets[47] = at.own_komi;
        row
    }

    fn play(&mut self, mv: Move) -> GridMove {
        let for_white = if mv.color == Color::Black { 1.0 } else { -1.0 };
        let point = mv
            .point
            .map(|point| usize::from(point.y) * self.grid.side + usize::from(point.x));
        let mut ends = false;
        match point {
            Some(point) => {
                self.board.play(point, mv.color);
                self.board.settle();
                self.is_after_pass = false;
                if !self.rules.is_area() {
                    self.komi += for_white;
                }
            }
            None => {
                if self.has_button {
                    self.past.take_button();
                    self.has_button = false;
                    self.komi -= for_white / 2.0;
                } else {
                    ends = self.past.pass(&self.board, mv.color);
                    self.is_after_pass = self.rules.ends_with_passes();
                }
                self.board.ko = None;
            }
        }
        let played = GridMove { color: mv.color, point };
        self.moves.push(played);
        if ends {
            self.forget();
        }
        played
    }
}
