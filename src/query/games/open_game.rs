use crate::facts::Description;
use crate::go::{Board, Color, KeyTables, Move, Point, Transform};
use crate::pattern::Area;
use crate::query::QueryError;
use crate::query::answers::{LastCommon, NoveltyQuestion, NoveltySearch, Place, first_place};
use crate::query::ask::{Question, SearchBoard, Subject};
use crate::query::filter::Filter;
use crate::record::{Comment, Extent, GameRecord, Markup, Steps};
use crate::store::Snapshot;
use std::iter::from_fn;
use std::mem::replace;

/// A game on a board, in the orientation and the colours of the search board.
#[derive(Clone, Debug)]
pub struct OpenGame {
    /// The game.
    pub game: Description,
    /// The transform that takes the game's board to the board shown.
    pub transform: Transform,
    /// True if the colours are exchanged.
    pub swapped: bool,
    /// The area of the pattern on the board shown, if the question has one and the game
    /// has it.
    pub area: Option<Area>,
    scenes: Vec<Scene>,
    at: usize,
}

/// A position of a game.
#[derive(Clone, Debug)]
pub struct Scene {
    /// The board.
    pub board: Board,
    /// The number of moves before the position.
    pub move_number: u16,
    /// The move that led to the position; `None` at the start and after setup.
    pub last: Option<Move>,
    /// The record's comments on the position.
    pub comments: Vec<String>,
    /// The record's signs on points: the letters of labels, or △, □, ○ and ×. Variations have none.
    pub markup: Vec<(Point, String)>,
}

impl Scene {
    /// Returns all positions of a game in order.
    #[must_use]
    pub fn of_record(record: &GameRecord, keys: &KeyTables) -> Vec<Self> {
        let steps = Steps::new(record, keys.get(record.size));
        line_scenes(steps, &record.comments, &record.markup).collect()
    }
}

impl OpenGame {
    /// Opens a game at its first occurrence of a question's position, in the
    /// orientation of the search board. A game without the position opens at its
    /// start, as recorded. The question's filter is ignored.
    pub fn open(snapshot: &Snapshot, game: i64, question: &Question) -> Result<Self, QueryError> {
        require_game(snapshot, game)?;
        let subject = question.subject(snapshot.keys())?;
        let place = first_place(snapshot, &subject, game)?;
        let mut replay = Self::turned(snapshot, game, place.as_ref())?;
        if let Some(place) = place {
            replay.start_at(question.board(), &subject, place);
        }
        Ok(replay)
    }

    /// Opens a game at its start, as recorded.
    pub fn as_recorded(snapshot: &Snapshot, game: i64) -> Result<Self, QueryError> {
        require_game(snapshot, game)?;
        Self::turned(snapshot, game, None)
    }

    fn turned(snapshot: &Snapshot, game: i64, place: Option<&Place>) -> Result<Self, QueryError> {
        let stored = snapshot.record(game)?;
        let (transform, swapped) = place.map_or((Transform::IDENTITY, false), |p| (p.transform, p.swapped));
        Ok(Self {
            game: snapshot.description(game)?,
            transform,
            swapped,
            area: None,
            scenes: stored.read().map_or_else(Vec::new, |record| {
                let record = record.transformed(transform, swapped);
                Scene::of_record(&record, snapshot.keys())
            }),
            at: 0,
        })
    }

    /// Goes to a place. Several scenes may have its move number, with setup between
    /// them.
    fn start_at(&mut self, board: &SearchBoard, subject: &Subject<'_>, place: Place) {
        let wanted = board.position();
        self.at = match subject {
            Subject::Position(_) => self
                .scenes
                .iter()
                .position(|scene| scene.move_number == place.move_number && same(&scene.board, wanted)),
            Subject::Pattern(pattern) => {
                self.area = place.area(pattern);
                let mut scenes = self.scenes.iter();
                scenes.rposition(|scene| scene.move_number == place.move_number)
            }
        }
        .unwrap_or(0);
    }

    /// Returns all positions of the game in order.
    #[must_use]
    pub fn scenes(&self) -> &[Scene] {
        &self.scenes
    }

    /// Returns the number of the current position.
    #[must_use]
    pub const fn at(&self) -> usize {
        self.at
    }

    /// Returns the current position.
    #[must_use]
    pub fn scene(&self) -> Option<&Scene> {
        self.scenes.get(self.at)
    }

    /// Returns the numbers of black and of white stones that moves have taken off the board so far.
    #[must_use]
    pub fn captured(&self) -> [usize; 2] {
        let mut captured = [0; 2];
        for pair in self.scenes.get(..=self.at).unwrap_or_default().windows(2) {
            let Some(Move { color, point }) = pair[1].last else {
                continue;
            };
            for taken in [Color::Black, Color::White] {
                let [before, after] = [&pair[0], &pair[1]].map(|scene| count_stones(&scene.board, taken));
                let played = usize::from(taken == color && point.is_some());
                captured[taken as usize] += (before + played).saturating_sub(after);
            }
        }
        captured
    }

    /// Returns the number of moves of the game.
    #[must_use]
    pub fn moves(&self) -> u16 {
        self.scenes.last().map_or(0, |scene| scene.move_number)
    }

    /// Returns a search board with the current position and the moves that led to it since
    /// the last setup, or `None` without a position.
    #[must_use]
    pub fn search_board(&self) -> Option<SearchBoard> {
        let scene = self.scene()?;
        let before = &self.scenes[..=self.at];
        let start = before.iter().rposition(|scene| scene.last.is_none()).unwrap_or(0);
        let moves = before[start..].iter().filter_map(|scene| scene.last);
        // Before the first move, the player of the next one is to play.
        let next = self.scenes.get(start + 1).and_then(|scene| scene.last);
        let to_play = next.map_or(Color::Black, |mv| mv.color);
        let setup = &self.scenes[start].board;
        let mut board = SearchBoard::from_stones(scene.board.size(), setup.stones(), to_play);
        for mv in moves {
            // The move was played in the same position before.
            let _ = board.replay(mv);
        }
        Some(board)
    }

    /// Goes forward by a number of positions, or back if it is negative, and
    /// returns whether the position changed.
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

    /// Returns the move that the game plays at the current position, if it is the next step.
    #[must_use]
    pub fn next_move(&self) -> Option<Move> {
        self.scenes.get(self.at + 1).and_then(|scene| scene.last)
    }

    /// Returns the last position of the game that at least `min_games` other games have, in any orientation; with
    /// the colours exchanged, too, if `swap`. Of the other games, those count that meet the
    /// filter. `None` if no position of the game is in so many.
    pub fn last_common(
        &self,
        snapshot: &Snapshot,
        filter: &Filter,
        swap: bool,
        min_games: u64,
    ) -> Result<Option<LastCommon>, QueryError> {
        let question = NoveltyQuestion {
            others: filter,
            min_games,
            ..NoveltyQuestion::default()
        };
        let mut search = NoveltySearch::new(snapshot, &question)?.swapping(swap);
        search.last_common(self.game.game)
    }

    /// Goes to the position of this number, or to the last one.
    pub fn set_at(&mut self, at: usize) {
        self.at = at.min(self.scenes.len().saturating_sub(1));
    }

    /// Goes to the position after a number of moves, and returns whether the game
    /// has that many.
    pub fn go_to(&mut self, move_number: u16) -> bool {
        let found = self.scenes.iter().rposition(|scene| scene.move_number == move_number);
        self.at = found.unwrap_or(self.at);
        found.is_some()
    }
}

/// Fails if no game has this number.
pub fn require_game(snapshot: &Snapshot, number: i64) -> Result<(), QueryError> {
    if snapshot.has_game(number)? {
        Ok(())
    } else {
        let last = snapshot.state()?.last_game;
        Err(QueryError::NoSuchGame { number, last })
    }
}

fn count_stones(board: &Board, color: Color) -> usize {
    board.stones().filter(|(_, stone)| *stone == color).count()
}

fn same(a: &Board, b: &Board) -> bool {
    a.size() == b.size() && a.size().points().all(|point| a.get(point) == b.get(point))
}

/// Returns the positions of a line, beginning with the one before its first step, with the
/// comments and signs on them.
pub(super) fn line_scenes<'a>(
    mut steps: Steps<'a>,
    comments: &'a [Comment],
    markup: &'a [Markup],
) -> impl Iterator<Item = Scene> {
    let mut comments = comments.iter().peekable();
    let mut markup = markup.iter().peekable();
    let mut has_begun = false;
    from_fn(move || {
        let last = if replace(&mut has_begun, true) {
            steps.next()?.played()
        } else {
            None
        };
        let Extent {
            moves, steps: taken, ..
        } = *steps.outcome();
        let here = from_fn(|| comments.next_if(|comment| comment.steps == taken));
        let signs = from_fn(|| markup.next_if(|sign| sign.steps == taken));
        Some(Scene {
            board: steps.position().board().clone(),
            move_number: moves,
            last,
            comments: here.map(|comment| comment.text.clone()).collect(),
            markup: signs.map(|sign| (sign.point, sign.sign.clone())).collect(),
        })
    })
}
