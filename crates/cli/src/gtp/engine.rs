use super::failure::Failure;
use super::game::{Game, Terms};
use super::preferences::{By, PlayableMove, Preferences, drawn};
use super::reports::{MainLines, Reports};
use bgo::go::{BoardSize, Color, KeyTables, Move, Point};
use bgo::query::{Filter, SearchBoard};
use bgo::store::{Database, Snapshot};
use clap::ValueEnum;

/// The answer of `genmove` where no game has a move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Otherwise {
    /// Pass
    #[default]
    Pass,
    /// Resign
    Resign,
}

/// An engine whose name and version are given as those of `bgo`, for programs that accept no
/// others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Pose {
    /// Leela Zero, whose form of analysis is lz-analyze
    LeelaZero,
    /// KataGo, whose form of analysis is kata-analyze
    Katago,
}

/// The options of an engine.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The conditions on games.
    pub filter: Filter,
    /// True if games count that reach the position with the colours exchanged.
    pub swap: bool,
    /// The choice of moves.
    pub by: By,
    /// The minimum number of games with a move.
    pub min_games: u64,
    /// The answer where no game has a move.
    pub otherwise: Otherwise,
    /// The seed of random choices; `None` is another one each time.
    pub seed: Option<u64>,
    /// The engine to pose as.
    pub pose: Option<Pose>,
}

/// The engine: a database, a game, and how it chooses moves.
pub struct Engine {
    database: Database,
    pub(super) preferences: Preferences,
    otherwise: Otherwise,
    pub(super) pose: Option<Pose>,
    rng: fastrand::Rng,
    pub(super) game: Game,
}

impl Engine {
    /// Returns an engine with an empty board of 19 lines.
    #[must_use]
    pub fn new(database: Database, options: Options) -> Self {
        let game = Game::new(BoardSize::MAX, Terms::default());
        Self {
            database,
            preferences: Preferences {
                filter: options.filter,
                swap: options.swap,
                by: options.by,
                min_games: options.min_games,
            },
            otherwise: options.otherwise,
            pose: options.pose,
            rng: options.seed.map_or_else(fastrand::Rng::new, fastrand::Rng::with_seed),
            game,
        }
    }

    /// Begins a snapshot, which shows what other processes have imported.
    pub fn snapshot(&self) -> Result<Snapshot, Failure> {
        Ok(self.database.snapshot()?)
    }

    /// Returns the key tables of the database.
    pub fn keys(&self) -> &KeyTables {
        self.database.keys()
    }

    /// Replaces the game by one on an empty board.
    pub fn begin(&mut self, size: BoardSize) {
        self.game = Game::new(size, self.game.terms);
    }

    /// Replaces the game by one that begins with these handicap stones, on a board of the same
    /// size.
    pub fn begin_with_handicap(&mut self, points: &[Point]) {
        let stones = points.iter().map(|point| (*point, Color::Black));
        let board = SearchBoard::from_stones(self.game.board().size(), stones, Color::White);
        self.game = Game::from(board, self.game.terms);
    }

    /// Returns the moves for a colour, the preferred one first.
    pub fn playable(&self, snapshot: &Snapshot, color: Color) -> Result<Vec<PlayableMove>, Failure> {
        Ok(self.preferences.playable(snapshot, &self.game.board_for(color))?)
    }

    /// Returns the move that the engine chooses, or `None` to resign.
    pub fn choose(&mut self, color: Color) -> Result<Option<Move>, Failure> {
        let playable = self.playable(&self.snapshot()?, color)?;
        let chosen = match self.preferences.by {
            By::Popularity | By::Wins => playable.first(),
            By::Random => drawn(&playable, &mut self.rng),
        };
        Ok(match (chosen, self.otherwise) {
            (Some(next), _) => Some(next.mv),
            (None, Otherwise::Pass) => Some(Move::pass(color)),
            (None, Otherwise::Resign) => None,
        })
    }

    /// Returns one of the reports, or `None` if nothing was played from the position.
    pub fn report(&self, reports: &Reports, snapshot: &Snapshot, lines: MainLines) -> Result<Option<String>, Failure> {
        let board = self.game.board_for(reports.color);
        Ok(reports.report(snapshot, &board, &self.preferences, lines)?)
    }

    /// Returns the main lines that a report has without taking long.
    pub fn quick_lines(&self) -> MainLines {
        match self.preferences.is_in_index() {
            true => MainLines::Followed,
            false => MainLines::Begun,
        }
    }
}
