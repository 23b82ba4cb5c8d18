//! Positions as the input of the network sees them (version 7): planes and global numbers, and the
//! targets and weights that a record gives. Whatever needs an engine has the weight 0.

use super::area::{areas, without_seki};
use super::chains::ChainBoard;
use super::game::{KatagoGame, placed};
use super::ladders::{LadderPoints, Ladders};
use super::points::{ArrayGrid, PointSet};
use super::repetition::PastBoards;
use super::row::{GLOBALS, KatagoRow, PLANES, TARGETS, flag};
use super::rules::{Ko, Tax};
use bgo::internal::go::{Color, Move, mix};
use bgo::internal::record::Action;
use std::sync::Arc;

/// The number of moves before a position that are part of it.
const HISTORY: usize = 5;

/// The limit of the komi is the area of the board plus these points.
const BEYOND: f32 = 20.0;

/// The version of rows with 64 targets.
const VERSION: f32 = 2.0;

/// The distances in moves from the position to the later boards of the targets.
const LATER: [usize; 2] = [8, 32];

/// A row hides each move of its history, with all moves before it, with a probability of 1 in
/// this number.
const FORGETTING: u64 = 50;

struct KatagoReplay<'g> {
    game: &'g KatagoGame,
    board: ChainBoard<'g>,
    past: PastBoards,
    ladders: Ladders,
    /// The ladders of the boards before the last moves, those of the current board first.
    recent: [LadderPoints; 3],
    /// The moves since the last setup, or from one with which the game should have ended. A pass has no point.
    moves: Vec<(Color, Option<usize>)>,
    /// True if another pass would be the last of those in turn that end a game.
    is_after_pass: bool,
    /// True if there is a button and nobody has taken it.
    has_button: bool,
    /// The points that White has in advance. KataGo counts stones, so with territory scoring they
    /// change with each of them: one more for a black stone, which takes a point of Black's, one less
    /// for a white one, captured or not (`whiteBonusScore` in its `cpp/game/boardhistory.cpp`). With
    /// a button, half a point goes to who passes first.
    komi: f32,
}

/// Makes rows of the positions of a game that `chosen` accepts by their numbers, from 0, for arrays of a side.
pub(crate) fn rows(game: &KatagoGame, side: usize, chosen: impl Fn(usize) -> bool) -> Vec<KatagoRow> {
    let grid = ArrayGrid::new(usize::from(game.size.lines()), side);
    let stones = placed(&grid, [PointSet::EMPTY; 2], &game.setup);
    let Some(board) = ChainBoard::with_stones(&grid, stones) else {
        return Vec::new();
    };
    let mut walk = KatagoReplay {
        game,
        board,
        past: PastBoards::new(game.rules.ko, game.rules.suicide),
        ladders: Ladders::default(),
        recent: [LadderPoints::default(); 3],
        moves: Vec::new(),
        is_after_pass: false,
        has_button: game.rules.has_button,
        komi: game.komi,
    };
    walk.count_stones([PointSet::EMPTY; 2], stones);
    let (mut rows, mut plies) = (Vec::new(), Vec::new());
    // All moves, and the stones of Black and White before each and at the end.
    let (mut moves, mut boards) = (Vec::new(), Vec::new());
    for action in &game.actions {
        match action {
            Action::Setup(changes) => {
                let before = walk.board.both();
                let stones = placed(&grid, before, changes);
                let Some(board) = ChainBoard::with_stones(&grid, stones) else {
                    break;
                };
                walk.set_up(board);
                walk.count_stones(before, stones);
            }
            Action::Move(mv) => {
                let ply = moves.len();
                // KataGo sees a repetition by the player whose turn it is, also if the other one moves.
                let turn = walk.moves.last().map_or(mv.color, |(color, _)| color.opponent());
                if walk.past.enter(&walk.board, turn) {
                    walk.forget();
                }
                // The next two positions have the ladders of this one, too.
                if (ply..ply + 3).any(&chosen) {
                    walk.recent.rotate_right(1);
                    walk.recent[0] = walk.ladders.read(&mut walk.board);
                }
                if chosen(ply) {
                    rows.push(walk.row(mv.color));
                    plies.push(ply);
                }
                boards.push(walk.board.both());
                moves.push(walk.play(*mv));
            }
        }
    }
    boards.push(walk.board.both());
    for (row, ply) in rows.iter_mut().zip(plies) {
        fill_targets(row, game, side * side, &moves, &boards, ply);
    }
    rows
}

impl<'g> KatagoReplay<'g> {
    fn set_up(&mut self, board: ChainBoard<'g>) {
        let rules = self.game.rules;
        self.board = board;
        self.past = PastBoards::new(rules.ko, rules.suicide);
        self.ladders = Ladders::default();
        self.moves.clear();
        self.is_after_pass = false;
        self.has_button = rules.has_button;
        if self.has_button {
            // It is there again.
            self.komi = self.game.komi;
        }
    }

    /// Forgets the moves before the last one, with which the game should have ended.
    fn forget(&mut self) {
        let before = self.moves.len().saturating_sub(1);
        self.moves.drain(..before);
    }

    /// Takes stones of setup into the points that White has in advance.
    fn count_stones(&mut self, before: [PointSet; 2], after: [PointSet; 2]) {
        if !self.game.rules.is_area() {
            let [before, after] =
                [before, after].map(|[black, white]| f32::from(black.len() as i16 - white.len() as i16));
            self.komi += after - before;
        }
    }

    fn play(&mut self, mv: Move) -> (Color, Option<usize>) {
        let rules = self.game.rules;
        let for_white = if mv.color == Color::Black { 1.0 } else { -1.0 };
        let point = mv
            .point
            .map(|point| usize::from(point.y) * self.board.grid.side + usize::from(point.x));
        let mut ends = false;
        if let Some(point) = point {
            self.board.play(point, mv.color);
            self.board.settle();
            self.is_after_pass = false;
            if !rules.is_area() {
                self.komi += for_white;
            }
        } else {
            if self.has_button {
                self.past.take_button();
                self.has_button = false;
                self.komi -= for_white / 2.0;
            } else {
                ends = self.past.pass(&self.board, mv.color);
                self.is_after_pass = rules.ends_with_passes();
            }
            self.board.ko = None;
        }
        self.moves.push((mv.color, point));
        if ends {
            self.forget();
        }
        (mv.color, point)
    }

    /// Makes the row of the current position, with those of its targets that do not depend on what
    /// follows.
    fn row(&self, to_move: Color) -> KatagoRow {
        // Adding zero makes a negative zero positive.
        let own_komi = match to_move {
            Color::White => self.komi + 0.0,
            Color::Black => -self.komi + 0.0,
        };
        // The points of the last moves, the last one first, as far as the players took turns.
        let in_turn = [to_move.opponent(), to_move].into_iter().cycle();
        let history: Vec<Option<usize>> = self
            .moves
            .iter()
            .rev()
            .take(HISTORY)
            .zip(in_turn)
            .take_while(|((color, _), expected)| color == expected)
            .map(|((_, point), _)| *point)
            .collect();
        let mut targets = [0.0; TARGETS];
        targets[47] = own_komi;
        KatagoRow {
            game: 0,
            planes: self.planes(to_move, &history),
            globals: self.globals(to_move, &history, own_komi),
            targets,
            moves: [None; 2],
            score: None,
            future: [[PointSet::EMPTY; 2]; 2],
            metadata: Arc::clone(&self.game.metadata),
            to_move,
        }
    }

    fn planes(&self, own: Color, history: &[Option<usize>]) -> [PointSet; PLANES] {
        let (board, rules, other) = (&self.board, self.game.rules, own.opponent());
        let mut planes = [PointSet::EMPTY; PLANES];
        planes[0] = board.grid.board;
        planes[1] = board.stones(own);
        planes[2] = board.stones(other);
        for chain in board.chains_of(board.stones(own) | board.stones(other)) {
            if let liberties @ 1..=3 = chain.liberties.len() as usize {
                planes[2 + liberties] |= chain.stones;
            }
        }
        planes[6] = self.past.forbidden(board, own);
        board.ko.into_iter().for_each(|point| planes[6].insert(point));
        for (plane, point) in planes[9..14].iter_mut().zip(history) {
            point.iter().for_each(|point| plane.insert(*point));
        }
        // Without a move before, the ladders were what they are.
        let [now, one_ago, two_ago] = self.recent;
        planes[14] = now.captured;
        planes[15] = if history.is_empty() { now } else { one_ago }.captured;
        planes[16] = [now, one_ago, two_ago][history.len().min(2)].captured;
        planes[17] = now.captures[other as usize];
        if rules.is_area() {
            let mut areas = areas(board, rules.suicide);
            if rules.has_tax() {
                areas = without_seki(board, areas);
            }
            planes[18] = areas[own as usize];
            planes[19] = areas[other as usize];
        }
        planes
    }

    fn globals(&self, to_move: Color, history: &[Option<usize>], own_komi: f32) -> [f32; GLOBALS] {
        let mut globals = [0.0; GLOBALS];
        for (global, point) in globals.iter_mut().zip(history) {
            *global = flag(point.is_none());
        }
        let rules = self.game.rules;
        let area = self.game.size.area();
        let komi = own_komi.clamp(-(area as f32) - BEYOND, area as f32 + BEYOND);
        globals[5] = komi / 20.0;
        (globals[6], globals[7]) = match rules.ko {
            Ko::Simple => (0.0, 0.0),
            Ko::Positional | Ko::Spight => (1.0, 0.5),
            Ko::Situational => (1.0, -0.5),
        };
        globals[8] = flag(rules.suicide);
        globals[9] = flag(!rules.is_area());
        (globals[10], globals[11]) = match rules.tax {
            None | Some(Tax::None) => (0.0, 0.0),
            Some(Tax::Seki) => (1.0, 0.0),
            Some(Tax::All) => (1.0, 1.0),
        };
        globals[14] = flag(self.is_after_pass || self.past.has_passed(&self.board, to_move));
        globals[17] = flag(self.has_button);
        if rules.is_area() {
            globals[18] = parity_wave(komi, area);
        }
        globals
    }
}

/// Returns a triangle wave with a period of two points of komi, from -0.5 to 0.5. It rises through 0
/// at the komi with which a draw is possible: even numbers on boards with an even number of points.
fn parity_wave(komi: f32, points: usize) -> f32 {
    let odd = (points % 2) as f32;
    match (komi - odd).rem_euclid(2.0) {
        above if above < 0.5 => above,
        above if above < 1.5 => 1.0 - above,
        above => above - 2.0,
    }
}

/// Fills in what follows from the moves after a position, and from the result. `pass` is the number of a pass
/// among the moves.
fn fill_targets(
    row: &mut KatagoRow,
    game: &KatagoGame,
    pass: usize,
    moves: &[(Color, Option<usize>)],
    boards: &[[PointSet; 2]],
    ply: usize,
) {
    let (color, point) = moves[ply];
    let reply = moves.get(ply + 1).map(|(_, point)| *point);
    row.moves = [Some(point), reply].map(|point| point.map(|point| point.unwrap_or(pass) as u16));
    for (future, later) in row.future.iter_mut().zip(LATER) {
        let board = boards[(boards.len() - 1).min(ply + later)];
        *future = [color, color.opponent()].map(|color| board[color as usize]);
    }
    let targets = &mut row.targets;
    row.score = fill_result(targets, game, color);
    // The players agree to end the game where an engine would have to play on. So neither passes
    // nor answers to them are to be learned.
    let is_answer_to_pass = ply > 0 && moves[ply - 1].1.is_none();
    targets[25] = 1.0;
    targets[26] = flag(point.is_some() && !is_answer_to_pass);
    targets[28] = flag(point.is_some() && reply.flatten().is_some());
    targets[33] = 1.0;
    let random = mix(game.identity ^ mix(ply as u64));
    let mut remembers = true;
    for back in 0..5 {
        remembers &= !mix(random.wrapping_add(back)).is_multiple_of(FORGETTING);
        targets[36 + back as usize] = flag(remembers);
    }
    for (half, first) in [(0, 41), (1, 44)] {
        let hash = mix(game.identity.wrapping_add(half));
        targets[first] = (hash & 0x3f_ffff) as f32;
        targets[first + 1] = (hash >> 22 & 0x3f_ffff) as f32;
        targets[first + 2] = (hash >> 44 & 0xf_ffff) as f32;
    }
    targets[48] = flag(game.rules.is_area());
    targets[51] = ply as f32;
    targets[54] = game.handicap as f32;
    targets[62] = flag(game.win_of_white.is_some());
    targets[63] = VERSION;
}

/// Fills in the result, and returns the score, for the player to move.
fn fill_result(targets: &mut [f32], game: &KatagoGame, to_move: Color) -> Option<f32> {
    let score = game.score.map(|score| match to_move {
        Color::White => score + 0.0,
        Color::Black => -score + 0.0,
    });
    let (win, loss, none) = match game.win_of_white {
        Some(white) => {
            let win = if to_move == Color::White { white } else { 1.0 - white };
            (win, 1.0 - win, 0.0)
        }
        None => (0.0, 0.0, 1.0),
    };
    // The result, and estimates of it later in the game at four distances, for which the result
    // stands in, with the weight 0.
    for four in targets[..20].chunks_exact_mut(4) {
        four.copy_from_slice(&[win, loss, none, score.unwrap_or_default()]);
    }
    targets[20] = score.unwrap_or_default();
    targets[24] = 1.0;
    targets[35] = 1.0 - game.result_weight;
    score
}

#[cfg(test)]
mod tests {
    use super::parity_wave;

    #[test]
    fn the_wave_rises_where_a_draw_is_possible() {
        for (komi, points, wave) in [
            (0.0, 36, 0.0),
            (0.5, 36, 0.5),
            (1.0, 36, 0.0),
            (1.5, 36, -0.5),
            (2.0, 36, 0.0),
            (-0.5, 36, -0.5),
            (7.0, 361, 0.0),
            (7.5, 361, 0.5),
            (6.5, 361, -0.5),
            (-7.5, 361, -0.5),
        ] {
            assert_eq!(parity_wave(komi, points), wave, "{komi} on {points}");
        }
    }
}
