use crate::go::{Board, BoardSize, CanonicalPosition, Color, Illegal, KeyTables, Move, Point};
use crate::position_file::PositionId;
use crate::query::QueryError;
use crate::record::{Action, GameRecord, Steps};
use crate::store::Snapshot;
use std::mem::{replace, take};
use thiserror::Error;

/// A move that the rules forbid.
#[derive(Debug, Error, PartialEq, Eq)]
#[error("{color} cannot play {target}: {reason}", color = mv.color, target = mv.target())]
pub struct PlayError {
    /// The move.
    pub mv: Move,
    /// The rule that forbids it.
    pub reason: Illegal,
}

/// A reason why stones cannot be set up.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
pub enum SetupError {
    /// The point is not on the board.
    #[error("{point} is not on the {size} board")]
    OffBoard {
        /// The point.
        point: Point,
        /// The board.
        size: BoardSize,
    },
    /// A chain would have no liberties.
    #[error("the {color} stone at {point} would have no liberties")]
    NoLiberties {
        /// The colour of the chain.
        color: Color,
        /// A stone of the chain.
        point: Point,
    },
}

/// The content that setup gives a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Setup {
    /// A stone.
    Stone(Color),
    /// Nothing.
    Empty,
    /// Nothing; a pattern may have anything there.
    Wildcard,
}

/// The moves on the user's board, from the empty board or a setup, and the
/// positions between them.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchBoard {
    /// The colour to play before the first move.
    first: Color,
    /// The points where a pattern may have anything, and the number of moves before them.
    wildcards: (Vec<Point>, usize),
    moves: Vec<Move>,
    /// The positions before the first move and after each move.
    positions: Vec<Board>,
    /// The lines that setup ended, the latest last. They have no earlier ones themselves.
    earlier: Vec<Self>,
}

impl SearchBoard {
    /// Returns an empty board.
    #[must_use]
    pub fn new(size: BoardSize) -> Self {
        Self {
            first: Color::Black,
            wildcards: (Vec::new(), 0),
            moves: Vec::new(),
            positions: vec![Board::new(size)],
            earlier: Vec::new(),
        }
    }

    /// Returns a board with stones on it.
    #[must_use]
    pub fn from_stones(size: BoardSize, stones: impl IntoIterator<Item = (Point, Color)>, to_play: Color) -> Self {
        let mut board = Self::new(size);
        board.first = to_play;
        for (point, color) in stones {
            board.positions[0].set(point, Some(color));
        }
        board
    }

    /// Returns the board with wildcards on these points.
    #[must_use]
    pub fn with_wildcards(self, points: impl IntoIterator<Item = Point>) -> Self {
        Self {
            wildcards: (points.into_iter().collect(), self.moves.len()),
            ..self
        }
    }

    /// Returns the board of a position that was imported from a position file.
    pub fn from_imported(snapshot: &Snapshot, id: PositionId) -> Result<Self, QueryError> {
        let record = snapshot.position_with_id(id)?.ok_or(QueryError::NoSuchPosition(id))?;
        Ok(Self::from_stones(record.size(), record.stones(), id.to_play))
    }

    /// Returns the board after a number of moves of a record's main line, or at its
    /// end if the number is `None` or too large. Setup after a move discards the
    /// moves before it.
    #[must_use]
    pub fn from_record(record: &GameRecord, moves: Option<usize>) -> Self {
        let mut board = Self::new(record.size);
        // The keys are not used.
        let mut steps = Steps::new(record, KeyTables::built_in().get(record.size));
        board.positions = vec![steps.position().board().clone()];
        while let Some(upcoming) = steps.upcoming()
            && (matches!(upcoming, Action::Setup(_)) || moves.is_none_or(|n| usize::from(steps.outcome().moves) < n))
            && let Some(action) = steps.next()
        {
            match action {
                Action::Setup(_) => {
                    board.first = board.to_play();
                    board.moves.clear();
                    board.positions.clear();
                }
                Action::Move(mv) => {
                    if board.moves.is_empty() {
                        board.first = mv.color;
                    }
                    board.moves.push(*mv);
                }
            }
            board.positions.push(steps.position().board().clone());
        }
        // Before the first move, the player of that move is to play.
        if let (true, Some(Action::Move(next))) = (board.moves.is_empty(), steps.upcoming()) {
            board.first = next.color;
        }
        board
    }

    /// Returns the position before the first move: the empty board or a setup.
    #[must_use]
    pub fn start(&self) -> &Board {
        &self.positions[0]
    }

    /// Returns the moves.
    #[must_use]
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// Returns the position after the last move.
    #[must_use]
    pub fn position(&self) -> &Board {
        // The first position is never removed.
        &self.positions[self.positions.len() - 1]
    }

    /// Returns the board size.
    #[must_use]
    pub fn size(&self) -> BoardSize {
        self.start().size()
    }

    /// Returns the key of the position and the transforms to its canonical orientation.
    #[must_use]
    pub fn canonical(&self, keys: &KeyTables) -> CanonicalPosition {
        keys.canonical(self.position())
    }

    /// Returns the colour to play before the first move.
    #[must_use]
    pub const fn first(&self) -> Color {
        self.first
    }

    /// Returns the colour to play.
    #[must_use]
    pub fn to_play(&self) -> Color {
        self.moves.last().map_or(self.first, |mv| mv.color.opponent())
    }

    /// Plays a move by the rules. A forbidden move changes nothing.
    pub fn play(&mut self, mv: Move) -> Result<(), PlayError> {
        self.positions.push(self.position_after(mv)?);
        self.moves.push(mv);
        Ok(())
    }

    /// Plays a move of a record: a ko may be retaken at once, and suicide removes its own
    /// stones. A move on an occupied point fails and changes nothing.
    pub fn replay(&mut self, mv: Move) -> Result<(), PlayError> {
        let mut position = self.position().clone();
        position.replay(mv).map_err(|reason| PlayError { mv, reason })?;
        self.positions.push(position);
        self.moves.push(mv);
        Ok(())
    }

    /// Returns a board that begins with the position after one more move.
    pub(in crate::query) fn beginning_after(&self, mv: Move) -> Result<Self, PlayError> {
        Ok(Self {
            first: mv.color.opponent(),
            wildcards: (Vec::new(), 0),
            moves: Vec::new(),
            positions: vec![self.position_after(mv)?],
            earlier: Vec::new(),
        })
    }

    fn position_after(&self, mv: Move) -> Result<Board, PlayError> {
        let mut position = self.position().clone();
        position.play(mv).map_err(|reason| PlayError { mv, reason })?;
        Ok(position)
    }

    /// Returns the points where a pattern may have anything. A move onto one makes it a
    /// point like any other.
    pub fn wildcards(&self) -> impl Iterator<Item = Point> + Clone {
        let (points, moves) = &self.wildcards;
        let later = self.moves.get(*moves..).unwrap_or_default();
        let points = points.iter().copied();
        points.filter(|&point| !later.iter().any(|mv| mv.point == Some(point)))
    }

    /// Puts stones or wildcards on points, or takes them off, without an order of moves. The
    /// result is the start of a new line; the colour to play stays. A setup that leaves a
    /// chain without liberties is refused and changes nothing.
    pub fn set_up(&mut self, points: &[Point], setup: Setup) -> Result<(), SetupError> {
        let size = self.size();
        if let Some(&point) = points.iter().find(|point| !point.is_on(size)) {
            return Err(SetupError::OffBoard { point, size });
        }
        let mut position = self.position().clone();
        let mut wildcards: Vec<Point> = self.wildcards().filter(|point| !points.contains(point)).collect();
        let stone = match setup {
            Setup::Stone(color) => Some(color),
            Setup::Empty => None,
            Setup::Wildcard => {
                wildcards.extend(points);
                wildcards.sort_unstable();
                wildcards.dedup();
                None
            }
        };
        for &point in points {
            position.set(point, stone);
        }
        if let Some(point) = position.chain_without_liberties()
            && let Some(color) = position.get(point)
        {
            return Err(SetupError::NoLiberties { color, point });
        }
        self.begin_line(position, wildcards, self.to_play());
        Ok(())
    }

    /// Takes everything off the board and begins a new line with these stones. The points must
    /// be on the board. [`SearchBoard::undo`] takes this back in one step.
    pub fn start_again(&mut self, stones: impl IntoIterator<Item = (Point, Color)>, to_play: Color) {
        let mut position = Board::new(self.size());
        for (point, color) in stones {
            position.set(point, Some(color));
        }
        self.begin_line(position, Vec::new(), to_play);
    }

    fn begin_line(&mut self, start: Board, wildcards: Vec<Point>, to_play: Color) {
        let line = Self {
            first: to_play,
            wildcards: (wildcards, 0),
            moves: Vec::new(),
            positions: vec![start],
            earlier: take(&mut self.earlier),
        };
        let before = replace(self, line);
        self.earlier.push(before);
    }

    /// Returns the number of moves and setups that can be taken back.
    #[must_use]
    pub fn steps(&self) -> usize {
        let earlier = self.earlier.iter().map(|line| line.moves.len() + 1);
        self.moves.len() + earlier.sum::<usize>()
    }

    /// Takes back up to `count` moves and setups, and returns their number.
    pub fn undo(&mut self, count: usize) -> usize {
        let mut undone = 0;
        loop {
            let moves = (count - undone).min(self.moves.len());
            let left = self.moves.len() - moves;
            self.moves.truncate(left);
            self.positions.truncate(left + 1);
            undone += moves;
            if undone == count {
                return undone;
            }
            let Some(line) = self.earlier.pop() else {
                return undone;
            };
            undone += 1;
            *self = Self {
                earlier: take(&mut self.earlier),
                ..line
            };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board(moves: &str) -> SearchBoard {
        let mut board = SearchBoard::new(BoardSize::MAX);
        for word in moves.split_whitespace() {
            let mv = Move::parse(word, board.to_play(), board.size()).expect("a move");
            board.play(mv).expect("legal");
        }
        board
    }

    #[test]
    fn undo_returns_to_the_earlier_position() {
        let mut a = board("pd dp pp dd");
        assert_eq!(a.undo(3), 3);
        assert_eq!(a.position(), board("pd").position());
        assert_eq!(a.to_play(), Color::White);
        assert_eq!(a.undo(9), 1);
        assert_eq!(a.undo(1), 0);
        assert_eq!(a.position(), board("").position());
    }

    #[test]
    fn a_refused_move_changes_nothing_and_says_why() {
        let mut a = board("pd");
        let error = a
            .play(Move::parse("pd", Color::White, a.size()).expect("a move"))
            .expect_err("occupied");
        assert_eq!(error.to_string(), "white cannot play pd: the point is occupied");
        assert_eq!(a.moves().len(), 1);
    }

    fn loaded(sgf: &str, moves: Option<usize>) -> SearchBoard {
        let record = crate::record::game_trees(sgf)
            .next()
            .expect("a tree")
            .game
            .expect("a game");
        SearchBoard::from_record(&record, moves)
    }

    #[test]
    fn a_record_is_loaded_up_to_a_move() {
        let sgf = "(;SZ[19]AB[dd][pp];W[dp];B[pd];AE[pd]AW[qd];B[qq])";
        let stones = |board: &SearchBoard| board.position().stones().count();
        let facts = |moves| {
            let board = loaded(sgf, moves);
            (stones(&board), board.moves().len(), board.to_play())
        };
        assert_eq!(facts(Some(0)), (2, 0, Color::White));
        assert_eq!(facts(Some(1)), (3, 1, Color::Black));
        // Setup directly follows the second move and begins a new line.
        assert_eq!(facts(Some(2)), (4, 0, Color::Black));
        assert_eq!(facts(None), (5, 1, Color::White));
        assert_eq!(facts(Some(99)), facts(None));
        let mut board = loaded(sgf, None);
        assert_eq!(board.undo(9), 1);
        assert_eq!(board.position(), loaded(sgf, Some(2)).position());
    }

    fn points(text: &str) -> Vec<Point> {
        let point = |word| Point::from_sgf(word).expect("a point");
        text.split_whitespace().map(point).collect()
    }

    #[test]
    fn setup_is_a_new_start_that_undo_takes_back_in_one_step() {
        let mut a = board("pd dp pp");
        a.set_up(&points("dd qq"), Setup::Stone(Color::White))
            .expect("liberties");
        assert_eq!((a.moves().len(), a.to_play(), a.steps()), (0, Color::White, 4));
        assert_eq!(a.position().stones().count(), 5);
        a.play(Move::parse("dc", Color::White, a.size()).expect("a move"))
            .expect("legal");
        a.set_up(&points("pd"), Setup::Empty).expect("liberties");
        assert_eq!(a.position().stones().count(), 5);
        assert_eq!(a.undo(2), 2);
        assert_eq!((a.moves().len(), a.position().stones().count()), (0, 5));
        assert_eq!(a.undo(1), 1);
        assert_eq!(a.position(), board("pd dp pp").position());
        assert_eq!((a.moves().len(), a.to_play()), (3, Color::White));
        assert_eq!(a.undo(usize::MAX), 3);
        assert_eq!((a.undo(1), a.steps()), (0, 0));
    }

    #[test]
    fn a_board_that_starts_again_has_its_own_turn_until_it_is_undone() {
        let mut a = board("pd dp pp");
        a.set_up(&points("aa"), Setup::Wildcard).expect("liberties");
        let stones = points("pd dp").into_iter().map(|point| (point, Color::Black));
        a.start_again(stones, Color::White);
        assert_eq!(
            (a.to_play(), a.moves().len(), a.wildcards().count()),
            (Color::White, 0, 0)
        );
        let mut set_up = board("");
        set_up
            .set_up(&points("pd dp"), Setup::Stone(Color::Black))
            .expect("liberties");
        assert_eq!(a.position(), set_up.position());
        assert_eq!(a.undo(1), 1);
        assert_eq!((a.to_play(), a.wildcards().count(), a.steps()), (Color::White, 1, 4));
        assert_eq!(a.position(), board("pd dp pp").position());
    }

    #[test]
    fn a_position_set_up_is_found_as_one_that_was_played() {
        let mut a = board("");
        a.set_up(&points("pd pp"), Setup::Stone(Color::Black))
            .expect("liberties");
        a.set_up(&points("dp"), Setup::Stone(Color::White)).expect("liberties");
        assert_eq!(a.position(), board("pd dp pp").position());
    }

    #[test]
    fn wildcards_end_with_a_stone_on_them() {
        let mut a = board("pd");
        let wildcards = |board: &SearchBoard| board.wildcards().map(|p| p.to_string()).collect::<Vec<_>>();
        a.set_up(&points("qq pd aa qq"), Setup::Wildcard).expect("liberties");
        assert_eq!(wildcards(&a), ["aa", "pd", "qq"]);
        assert_eq!(a.position().stones().count(), 0);
        a.play(Move::parse("aa", Color::White, a.size()).expect("a move"))
            .expect("legal");
        assert_eq!(wildcards(&a), ["pd", "qq"]);
        a.set_up(&points("qq"), Setup::Stone(Color::Black)).expect("liberties");
        assert_eq!(wildcards(&a), ["pd"]);
        a.set_up(&points("pd"), Setup::Empty).expect("liberties");
        assert!(wildcards(&a).is_empty());
        a.undo(3);
        assert_eq!(wildcards(&a), ["aa", "pd", "qq"]);
    }

    #[test]
    fn a_refused_setup_changes_nothing_and_says_why() {
        let mut a = board("ab");
        let error = a
            .set_up(&points("ba aa"), Setup::Stone(Color::White))
            .map(|()| String::new());
        assert_eq!(error, Ok(String::new()));
        let error = a
            .set_up(&points("bb ac"), Setup::Stone(Color::White))
            .expect_err("no liberties");
        assert_eq!(error.to_string(), "the black stone at ab would have no liberties");
        assert_eq!(a.position().stones().count(), 3);
        let mut small = SearchBoard::new(BoardSize::new(9).expect("a size"));
        let error = small.set_up(&points("aa jj"), Setup::Empty).expect_err("off the board");
        assert_eq!(error.to_string(), "jj is not on the 9x9 board");
        assert_eq!(small.steps(), 0);
    }

    #[test]
    fn a_pass_changes_the_turn_and_not_the_position() {
        let a = board("pd pass");
        assert_eq!(a.to_play(), Color::Black);
        assert_eq!(a.position(), board("pd").position());
    }
}
