use super::metadata::Metadata;
use super::points::{Grid, PointSet};
use super::rule_set::RuleSet;
use super::rules::Rules;
use bgo::go::{BoardSize, Color};
use bgo::record::{Action, CanonicalMoves, GameRecord, GameResult, Margin, SetupPoint};
use std::num::NonZeroU16;
use thiserror::Error;

/// The reason that a game gives no rows.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum UnusableGame {
    /// A board larger than the arrays.
    #[error("its board has {0} lines, more than the arrays")]
    Size(u8),
    /// A game without a move that can be played.
    #[error("it has no move that can be played")]
    NoMove,
}

/// A game to make rows of.
#[derive(Clone, Debug)]
pub struct KatagoGame {
    pub(super) size: BoardSize,
    pub(super) setup: Vec<SetupPoint>,
    pub(super) actions: Vec<Action>,
    pub(super) rules: Rules,
    /// The points that White gets in advance.
    pub(super) komi: f32,
    /// The number of handicap stones: 0 or at least 2.
    pub(super) handicap: u32,
    pub(super) outcome: Outcome,
    /// A number that rotated and mirrored records of the same moves share.
    pub(super) identity: u64,
    pub(super) metadata: Metadata,
}

/// The result of a game for training.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Outcome {
    /// White's share of the win; `None` if there is no winner and no draw.
    pub white: Option<f32>,
    /// White's points minus Black's, with the komi.
    pub score: Option<f32>,
    /// The weight of the win and the loss, 0 or 1.
    pub weight: f32,
}

impl Outcome {
    fn of(result: Option<GameResult>) -> Self {
        let by = |winner: Color, half_points: NonZeroU16| {
            let margin = f32::from(half_points.get()) / 2.0;
            if winner == Color::White { margin } else { -margin }
        };
        let (white, score, weight) = match result {
            Some(GameResult::Win { winner, by: margin }) => {
                let score = match margin {
                    Margin::HalfPoints(half_points) => Some(by(winner, half_points)),
                    _ => None,
                };
                // Who loses on time or breaks the rules may have had the better position.
                let is_earned = !matches!(margin, Margin::Time | Margin::Forfeit);
                (Some(f32::from(u8::from(winner == Color::White))), score, is_earned)
            }
            Some(GameResult::Draw) => (Some(0.5), Some(0.0), true),
            Some(GameResult::Void) | None => (None, None, false),
        };
        Self {
            white,
            score,
            weight: f32::from(u8::from(weight)),
        }
    }
}

impl KatagoGame {
    /// Prepares a record. `rules` apply to records that name no known rules. `side` is the side
    /// of the arrays. A game ends before a move on a stone, before setup that leaves a chain
    /// without liberties, and with the second pass in turn, not counting one that takes the button.
    pub fn new(record: GameRecord, rules: RuleSet, side: usize) -> Result<Self, UnusableGame> {
        if usize::from(record.size.lines()) > side {
            return Err(UnusableGame::Size(record.size.lines()));
        }
        let rules = Rules::of_record(&record.info.rules).unwrap_or(rules.rules());
        let handicap = handicap(&record);
        let playable = playable(&record, rules);
        if !record.steps[..playable]
            .iter()
            .any(|step| step.action.played().is_some())
        {
            return Err(UnusableGame::NoMove);
        }
        let identity = CanonicalMoves::new(&record, playable).hash(&[]);
        let actions = record.steps.into_iter().take(playable).map(|step| step.action);
        Ok(Self {
            size: record.size,
            rules,
            komi: rules.points_for_white(&record.info, handicap),
            handicap,
            outcome: Outcome::of(record.info.game_result()),
            identity,
            metadata: Metadata::new(&record.info, record.size.area()),
            setup: record.setup,
            actions: actions.collect(),
        })
    }

    /// Returns a number that games with the same moves share, in any orientation.
    pub const fn identity(&self) -> u64 {
        self.identity
    }

    /// Returns the size of the board.
    pub(crate) const fn size(&self) -> BoardSize {
        self.size
    }

    /// Returns the number of lines of the board.
    pub fn lines(&self) -> usize {
        usize::from(self.size.lines())
    }

    /// Returns the number of positions with a next move.
    pub fn positions(&self) -> usize {
        let moves = self.actions.iter().filter(|action| action.played().is_some());
        moves.count()
    }
}

/// Returns the number of handicap stones: black stones of the setup without a white one, or Black's
/// first moves in turn. One stone is no handicap.
fn handicap(record: &GameRecord) -> u32 {
    let of = |color| {
        let stones = record.setup.iter().filter(move |(_, stone)| *stone == Some(color));
        stones.count() as u32
    };
    let stones = match (of(Color::Black), of(Color::White)) {
        (0, 0) => {
            let moves = record.steps.iter().map(|step| step.action.played());
            let by_black =
                |mv: &Option<bgo::go::Move>| mv.is_some_and(|mv| mv.color == Color::Black && mv.point.is_some());
            moves.take_while(by_black).count() as u32
        }
        (black, 0) => black,
        _ => 0,
    };
    if stones < 2 { 0 } else { stones }
}

/// Returns the stones of setup on a board.
pub(super) fn placed(grid: &Grid, mut stones: [PointSet; 2], changes: &[SetupPoint]) -> [PointSet; 2] {
    for (point, stone) in changes {
        let point = usize::from(point.y) * grid.side + usize::from(point.x);
        if grid.board.has(point) {
            stones.iter_mut().for_each(|stones| stones.remove(point));
            if let Some(color) = stone {
                stones[*color as usize].insert(point);
            }
        }
    }
    stones
}

/// Returns the number of steps that can be played.
fn playable(record: &GameRecord, rules: Rules) -> usize {
    let mut board = bgo::go::Board::new(record.size);
    let set_up = |board: &mut bgo::go::Board, changes: &[SetupPoint]| {
        changes.iter().for_each(|(point, stone)| board.set(*point, *stone));
        board.chain_without_liberties().is_none()
    };
    if !set_up(&mut board, &record.setup) {
        return 0;
    }
    let mut passes = 0;
    let mut has_button = rules.has_button;
    // By Spight's rules, the third pass is the second one on the same board.
    let last = if rules.ends_with_passes() { 2 } else { 3 };
    for (done, step) in record.steps.iter().enumerate() {
        let goes_on = match &step.action {
            Action::Setup(changes) => {
                passes = 0;
                has_button = rules.has_button;
                set_up(&mut board, changes)
            }
            Action::Move(mv) => {
                let is_over = passes == last;
                // The first pass takes the button.
                let takes_button = mv.point.is_none() && std::mem::take(&mut has_button);
                passes = if mv.point.is_some() || takes_button {
                    0
                } else {
                    passes + 1
                };
                !is_over && board.replay(*mv).is_ok()
            }
        };
        if !goes_on {
            return done;
        }
    }
    record.steps.len()
}
