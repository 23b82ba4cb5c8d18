use super::metadata::{METADATA, metadata};
use super::points::{ArrayGrid, PointSet};
use super::row::flag;
use super::rules::{RuleSet, Rules};
use bgo::internal::go::{Board, BoardSize, Color};
use bgo::internal::record::{Action, CanonicalMoves, GameRecord, GameResult, Margin, SetupPoint};
use std::sync::Arc;

#[derive(Clone, Debug)]
pub(crate) struct KatagoGame {
    pub size: BoardSize,
    pub(super) setup: Vec<SetupPoint>,
    pub(super) actions: Vec<Action>,
    pub(super) rules: Rules,
    /// The points that White gets in advance.
    pub(super) komi: f32,
    /// The number of handicap stones: 0 or at least 2.
    pub(super) handicap: u32,
    /// White's share of the win; `None` if there is no winner and no draw.
    pub(super) win_of_white: Option<f32>,
    /// White's points minus Black's, with the komi.
    pub(super) score: Option<f32>,
    /// The weight of the win and the loss, 0 or 1.
    pub(super) result_weight: f32,
    /// A number that games with the same moves share, in any orientation.
    pub identity: u64,
    /// Data about the players as Black and as White sees them.
    pub(super) metadata: Arc<[[f32; METADATA]; 2]>,
}

impl KatagoGame {
    /// Prepares a record. `rules` apply to records that name no known rules. `side` is the side
    /// of the arrays. A game ends before a move on a stone, before setup that leaves a chain
    /// without liberties, and with the second pass in turn, not counting one that takes the button.
    /// Otherwise the error says why the game gives no rows.
    pub fn new(record: GameRecord, rules: RuleSet, side: usize) -> Result<Self, String> {
        let lines = record.size.lines();
        if usize::from(lines) > side {
            return Err(format!("its board has {lines} lines, more than the arrays"));
        }
        let rules = Rules::of_record(&record.info.rules).unwrap_or(rules.rules());
        let handicap = handicap(&record);
        let playable = playable(&record, rules);
        if !record.steps[..playable]
            .iter()
            .any(|step| step.action.played().is_some())
        {
            return Err("it has no move that can be played".to_owned());
        }
        let identity = CanonicalMoves::new(&record, playable).hash(&[]);
        let (win_of_white, score, is_earned) = outcome(record.info.game_result());
        let actions = record.steps.into_iter().take(playable).map(|step| step.action);
        Ok(Self {
            size: record.size,
            rules,
            komi: rules.points_for_white(&record.info, handicap),
            handicap,
            win_of_white,
            score,
            result_weight: flag(is_earned),
            identity,
            metadata: Arc::new(metadata(&record.info, record.size.area())),
            setup: record.setup,
            actions: actions.collect(),
        })
    }

    /// Returns the number of positions with a next move.
    pub fn positions(&self) -> usize {
        let moves = self.actions.iter().filter(|action| action.played().is_some());
        moves.count()
    }
}

/// Returns White's share of the win, its points minus Black's, and whether the winner had the better position.
fn outcome(result: Option<GameResult>) -> (Option<f32>, Option<f32>, bool) {
    match result {
        Some(GameResult::Win { winner, by: margin }) => {
            let sign = if winner == Color::White { 1.0 } else { -1.0 };
            let score = match margin {
                Margin::HalfPoints(half_points) => Some(sign * f32::from(half_points.get()) / 2.0),
                _ => None,
            };
            // Who loses on time or breaks the rules may have had the better position.
            let is_earned = !matches!(margin, Margin::Time | Margin::Forfeit);
            (Some(flag(winner == Color::White)), score, is_earned)
        }
        Some(GameResult::Draw) => (Some(0.5), Some(0.0), true),
        Some(GameResult::Void) | None => (None, None, false),
    }
}

/// Returns the number of handicap stones: black stones of the setup without a white one, or Black's
/// first moves in turn. One stone is no handicap.
fn handicap(record: &GameRecord) -> u32 {
    let [black, white] = [Color::Black, Color::White].map(|color| {
        let stones = record.setup.iter().filter(|(_, stone)| *stone == Some(color));
        stones.count()
    });
    let stones = match (black, white) {
        (0, 0) => {
            let moves = record.steps.iter().map(|step| step.action.played());
            let by_black = moves.take_while(|mv| mv.is_some_and(|mv| mv.color == Color::Black && mv.point.is_some()));
            by_black.count()
        }
        (black, 0) => black,
        _ => 0,
    };
    if stones < 2 { 0 } else { stones as u32 }
}

pub(super) fn placed(grid: &ArrayGrid, mut stones: [PointSet; 2], changes: &[SetupPoint]) -> [PointSet; 2] {
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

fn set_up(board: &mut Board, changes: &[SetupPoint]) -> bool {
    changes.iter().for_each(|(point, stone)| board.set(*point, *stone));
    board.chain_without_liberties().is_none()
}

fn playable(record: &GameRecord, rules: Rules) -> usize {
    let mut board = Board::new(record.size);
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
