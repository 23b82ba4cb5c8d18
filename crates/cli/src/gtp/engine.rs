use super::game::GtpGame;
use super::request::Failure;
use crate::args::{FilterArgs, explained};
use bgo::internal::go::{BoardSize, Color, KeyTables, Move, Point};
use bgo::internal::query::{Filter, QueryError, Question, SearchBoard, WinRate};
use bgo::internal::store::{Database, Snapshot, Totals};
use clap::{ArgAction, Args, ValueEnum};
use std::cmp::Reverse;

/// Engines whose name and version may be given as those of `bgo`, for programs that accept no others. The versions have
/// these commands and forms of analysis.
const POSES: [(&str, &str, (&str, &str)); 2] = [
    (
        "leela-zero",
        "Leela Zero, whose form of analysis is lz-analyze",
        ("Leela Zero", "0.17"),
    ),
    (
        "katago",
        "KataGo, whose form of analysis is kata-analyze",
        ("KataGo", "1.15.0"),
    ),
];

/// The choice among the moves that were played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum By {
    /// The move of the most games
    #[default]
    Popularity,
    /// The move that won most surely: by the lower end of the 95% interval of its win rate, so that one lucky game does not count for much
    Wins,
    /// Any move, each as often as it was played
    Random,
}

/// Play and show moves from the database, as an engine in Sabaki, GoGui, Lizzie and other programs
///
/// The engine speaks the Go Text Protocol, version 2, on standard input and output. Enter this
/// command in the program that should start the engine.
#[derive(Args, Debug)]
pub struct EngineArgs {
    /// The move that genmove chooses
    #[arg(long, value_enum, default_value_t)]
    by: By,
    /// Only moves of at least this many games
    #[arg(long, value_name = "GAMES", default_value_t = 1)]
    min_games: u64,
    /// The answer of genmove where no game has a move
    #[arg(long = "otherwise", value_name = "OTHERWISE", default_value = "pass", action = ArgAction::Set,
        value_parser = explained(&[("pass", "Pass", false), ("resign", "Resign", true)]))]
    resigns: bool,
    /// The seed of random moves; the same seed gives the same moves
    #[arg(long, value_name = "NUMBER")]
    seed: Option<u64>,
    /// Also count the position with the colours exchanged
    #[arg(long)]
    pub swap: bool,
    /// Give the name and version of another engine, for programs that accept no others
    #[arg(long, value_name = "ENGINE", value_parser = explained(&POSES))]
    pub(super) pose_as: Option<(&'static str, &'static str)>,
    #[command(flatten)]
    pub filter: FilterArgs,
}

/// The engine: a database, a game, and how it chooses moves.
pub struct Engine {
    database: Database,
    pub(super) args: EngineArgs,
    /// The conditions on the games that count.
    pub(super) filter: Filter,
    rng: fastrand::Rng,
    pub(super) game: GtpGame,
}

/// Returns the share of games that the player of a move won, among those with a winner.
pub(super) fn win_rate((mv, totals): &(Move, Totals)) -> Option<WinRate> {
    let (black, white) = (totals.black_wins, totals.white_wins);
    match mv.color {
        Color::Black => WinRate::of(black, white),
        Color::White => WinRate::of(white, black),
    }
}

impl Engine {
    /// Returns an engine with an empty board of 19 lines. `filter` is that of the arguments, with
    /// archives as questions find them.
    pub fn new(database: Database, args: EngineArgs, filter: Filter) -> Self {
        Self {
            database,
            rng: args.seed.map_or_else(fastrand::Rng::new, fastrand::Rng::with_seed),
            args,
            filter,
            game: GtpGame::new(BoardSize::MAX),
        }
    }

    /// Begins a snapshot, which shows what other processes have imported.
    pub fn snapshot(&self) -> Result<Snapshot, Failure> {
        Ok(self.database.snapshot()?)
    }

    pub fn keys(&self) -> &KeyTables {
        self.database.keys()
    }

    /// Replaces the game by one that begins with these handicap stones, on a board of the same
    /// size.
    pub fn begin_with_handicap(&mut self, points: &[Point]) {
        let stones = points.iter().map(|point| (*point, Color::Black));
        let board = SearchBoard::from_stones(self.game.board().size(), stones, Color::White);
        self.game.begin(board);
    }

    pub fn question(&self, board: SearchBoard) -> Question {
        Question::new(board).under(self.filter.clone()).swapping(self.args.swap)
    }

    pub fn playable(&self, snapshot: &Snapshot, color: Color) -> Result<Vec<(Move, Totals)>, Failure> {
        Ok(self.playable_on(snapshot, &self.game.board_for(color))?)
    }

    /// Returns the legal moves of the colour to play that games played from the position, and counts of these games, the
    /// preferred move first. A random choice shows the most popular first.
    pub fn playable_on(&self, snapshot: &Snapshot, board: &SearchBoard) -> Result<Vec<(Move, Totals)>, QueryError> {
        let counted = self.question(board.clone()).count(snapshot)?;
        let mut playable: Vec<(Move, Totals)> = counted
            .next
            .into_iter()
            .filter_map(|(next, years)| Some((next.mv()?, years)))
            .filter(|(mv, _)| mv.color == board.to_play() && board.position().clone().play(*mv).is_ok())
            .map(|(mv, years)| (mv, years.total()))
            .filter(|(_, totals)| totals.games >= self.args.min_games)
            .collect();
        playable.sort_by_key(|(mv, totals)| (Reverse(totals.games), *mv));
        if self.args.by == By::Wins {
            let low = |next: &(Move, Totals)| win_rate(next).map_or(0.0, |rate| rate.low);
            playable.sort_by(|a, b| low(b).total_cmp(&low(a)));
        }
        Ok(playable)
    }

    /// Returns the line of the preferred move of each position after `first`, which begins it
    /// and must be legal. The line has at most `length` moves.
    pub fn main_line(
        &self,
        snapshot: &Snapshot,
        board: &SearchBoard,
        first: Move,
        length: usize,
    ) -> Result<Vec<Move>, QueryError> {
        let mut line = vec![first];
        let mut board = board.clone();
        while board.play(line[line.len() - 1]).is_ok() && line.len() < length {
            let Some((next, _)) = self.playable_on(snapshot, &board)?.into_iter().next() else {
                break;
            };
            line.push(next);
        }
        Ok(line)
    }

    /// Returns the move that the engine chooses, or `None` to resign.
    pub fn choose(&mut self, color: Color) -> Result<Option<Move>, Failure> {
        let playable = self.playable(&self.snapshot()?, color)?;
        let chosen = match self.args.by {
            By::Popularity | By::Wins => playable.first(),
            By::Random => drawn(&playable, &mut self.rng),
        };
        Ok(match chosen {
            Some((mv, _)) => Some(*mv),
            None => (!self.args.resigns).then(|| Move::pass(color)),
        })
    }

    /// Returns whether main lines are followed quickly: the index has the numbers of a position, so
    /// that no game is looked at.
    pub fn follows_quickly(&self) -> bool {
        self.filter.has_only_years() && !self.args.swap
    }
}

/// Returns one of the moves, each with the probability of its share of the games, or `None` if
/// there are none.
fn drawn<'a>(moves: &'a [(Move, Totals)], rng: &mut fastrand::Rng) -> Option<&'a (Move, Totals)> {
    let games = moves.iter().map(|(_, totals)| totals.games).sum();
    let mut drawn = if games > 0 { rng.u64(0..games) } else { return None };
    moves.iter().find(|(_, totals)| {
        let is_it = drawn < totals.games;
        drawn = drawn.saturating_sub(totals.games);
        is_it
    })
}
