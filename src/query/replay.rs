use super::games::{Place, place};
use super::question::Question;
use super::{Filter, QueryError};
use crate::go::{Board, Color, Move, Point, Transform};
use crate::record::{Action, GameRecord, Placement};
use crate::store::{Description, Snapshot};

/// A game on a board, as the search board shows it.
#[derive(Clone, Debug)]
pub struct Replay {
    /// What is known of it.
    pub game: Description,
    /// The transform that takes the game's board to the one shown.
    pub transform: Transform,
    /// Whether the colours are exchanged.
    pub swapped: bool,
    scenes: Vec<Scene>,
    at: usize,
}

/// A position of a game.
#[derive(Clone, Debug)]
pub struct Scene {
    /// The board as it is shown.
    pub board: Board,
    /// Moves played before it.
    pub move_number: u16,
    /// The move that led to it, as it is shown; `None` at the start and after
    /// setup.
    pub last: Option<Move>,
    /// What the record says about it.
    pub comments: Vec<String>,
}

impl Replay {
    /// Opens a game where it first has the position asked about, in the
    /// orientation of that. If it has not, at its start and as it was recorded.
    /// The filter of the question does not count.
    ///
    /// # Errors
    /// A number that no game has; a database that is damaged or cannot be
    /// read.
    pub fn open(snapshot: &Snapshot, game: i64, question: &Question<'_>) -> Result<Self, QueryError> {
        require_game(snapshot, game)?;
        let stored = snapshot.record(game)?;
        let filter = Filter::default();
        let unfiltered = Question {
            filter: &filter,
            ..*question
        };
        let place = match unfiltered.passage_of(snapshot, game)? {
            Some(passage) => Some(place(snapshot, &unfiltered, &passage)?),
            None => None,
        };
        let (transform, swapped) = place.map_or((Transform::IDENTITY, false), |p| (p.transform, p.swapped));
        let mut replay = Self {
            game: snapshot.description(game)?,
            transform,
            swapped,
            scenes: stored
                .read()
                .map_or_else(Vec::new, |record| scenes(&record, transform, swapped)),
            at: 0,
        };
        if let Some(place) = place {
            replay.start_at(question, place);
        }
        Ok(replay)
    }

    /// Several scenes may have as many moves, with setup between them.
    fn start_at(&mut self, question: &Question<'_>, place: Place) {
        let wanted = question.line.position().board();
        let is_it = |scene: &Scene| scene.move_number == place.move_number && same(&scene.board, wanted);
        self.at = self.scenes.iter().position(is_it).unwrap_or(0);
    }

    /// All positions of the game in their order.
    #[must_use]
    pub fn scenes(&self) -> &[Scene] {
        &self.scenes
    }

    /// Which of them is shown.
    #[must_use]
    pub const fn at(&self) -> usize {
        self.at
    }

    /// The position that is shown.
    #[must_use]
    pub fn scene(&self) -> Option<&Scene> {
        self.scenes.get(self.at)
    }

    /// How many moves the game has.
    #[must_use]
    pub fn moves(&self) -> u16 {
        self.scenes.last().map_or(0, |scene| scene.move_number)
    }

    /// Goes so many positions forth, or back if negative; whether it moved.
    pub fn step(&mut self, by: i64) -> bool {
        let before = self.at;
        let last = self.scenes.len().saturating_sub(1);
        let by_size = usize::try_from(by.unsigned_abs()).unwrap_or(usize::MAX);
        self.at = if by < 0 {
            self.at.saturating_sub(by_size)
        } else {
            self.at.saturating_add(by_size).min(last)
        };
        self.at != before
    }

    /// Goes to the position after so many moves; whether the game has so many.
    pub fn go_to(&mut self, move_number: u16) -> bool {
        let found = self.scenes.iter().rposition(|scene| scene.move_number == move_number);
        self.at = found.unwrap_or(self.at);
        found.is_some()
    }
}

/// Fails if no game has this number.
///
/// # Errors
/// That, and a database that is damaged or cannot be read.
pub fn require_game(snapshot: &Snapshot, number: i64) -> Result<(), QueryError> {
    if snapshot.has_game(number)? {
        Ok(())
    } else {
        let last = snapshot.state()?.last_game;
        Err(QueryError::NoSuchGame { number, last })
    }
}

fn same(a: &Board, b: &Board) -> bool {
    a.size() == b.size() && a.size().points().all(|point| a.get(point) == b.get(point))
}

fn scenes(record: &GameRecord, transform: Transform, swapped: bool) -> Vec<Scene> {
    let color = |color: Color| if swapped { color.opponent() } else { color };
    let to = |point: Point| transform.apply(point, record.size);
    let put = |board: &mut Board, changes: &[Placement]| {
        for &(point, stone) in changes {
            board.set(to(point), stone.map(color));
        }
    };
    let comments = |steps: usize| {
        let here = record.comments.iter().filter(|comment| comment.steps == steps);
        here.map(|comment| comment.text.clone()).collect()
    };
    let mut board = Board::new(record.size);
    put(&mut board, &record.setup);
    let mut scenes = vec![Scene {
        board: board.clone(),
        move_number: 0,
        last: None,
        comments: comments(0),
    }];
    let mut move_number = 0;
    for (step, number) in record.steps.iter().zip(1..) {
        let last = match &step.action {
            Action::Setup(changes) => {
                put(&mut board, changes);
                None
            }
            Action::Move(mv) => {
                let shown = Move {
                    color: color(mv.color),
                    point: mv.point.map(to),
                };
                if board.replay(shown).is_err() || move_number == u16::MAX {
                    break;
                }
                move_number += 1;
                Some(shown)
            }
        };
        scenes.push(Scene {
            board: board.clone(),
            move_number,
            last,
            comments: comments(number),
        });
    }
    scenes
}
