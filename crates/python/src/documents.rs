//! Answers as JSON documents: those of the program, with the boards that the package draws.

use crate::error::Fault;
use bgo::internal::facts::Description;
use bgo::internal::go::{Board, Color, Move};
use bgo::internal::query::{Answer, Detail, OpenGame, QueryError, Question, Scene, search, shown_stones};
use bgo::internal::store::{Snapshot, SourcePlace};
use serde::Serialize;

/// Writes a document.
pub fn document(answer: &impl Serialize) -> Result<String, Fault> {
    Ok(serde_json::to_string(answer)?)
}

/// The answer to a search, and the board that it is about.
#[derive(Serialize)]
pub struct Search {
    #[serde(flatten)]
    answer: Answer,
    board: Stones,
}

#[derive(Serialize)]
struct Stones {
    size: u8,
    black: Vec<String>,
    white: Vec<String>,
    to_play: Option<char>,
    last: Option<String>,
    /// The area of a pattern.
    area: Option<String>,
}

impl Search {
    /// Answers a search.
    pub fn ask(snapshot: &Snapshot, question: &Question, full: bool) -> Result<Self, QueryError> {
        Self::new(search(snapshot, question, Detail::full_if(full))?, question)
    }

    /// Adds the board to the answer to a question.
    pub fn new(answer: Answer, question: &Question) -> Result<Self, QueryError> {
        let (board, pattern) = (question.board(), question.pattern()?);
        let [black, white] = [Color::Black, Color::White].map(|color| {
            let points = shown_stones(board, pattern, color);
            points.iter().map(ToString::to_string).collect()
        });
        let last = board.moves().last().map(Move::target);
        Ok(Self {
            board: Stones {
                size: board.size().lines(),
                black,
                white,
                to_play: answer.to_play.map(Color::letter),
                last,
                area: pattern.map(|pattern| pattern.shown().to_string()),
            },
            answer,
        })
    }
}

/// A game with its sources and positions.
#[derive(Serialize)]
pub struct GameDocument {
    #[serde(flatten)]
    description: Description,
    sources: Vec<SourcePlace>,
    positions: Vec<SceneDocument>,
}

/// A position of a game, as the difference from the one before it.
#[derive(Serialize)]
pub struct SceneDocument {
    move_number: u16,
    #[serde(rename = "move")]
    target: Option<String>,
    color: Option<char>,
    removed: Vec<String>,
    black: Vec<String>,
    white: Vec<String>,
    comments: Vec<String>,
}

impl GameDocument {
    /// Reads a game, as recorded.
    pub fn new(snapshot: &Snapshot, game: i64) -> Result<Self, QueryError> {
        let open = OpenGame::as_recorded(snapshot, game)?;
        Ok(Self {
            sources: snapshot.source_places(game)?,
            positions: SceneDocument::all(open.scenes()),
            description: open.game,
        })
    }
}

impl SceneDocument {
    /// Makes the documents of all positions of a game.
    pub fn all(scenes: &[Scene]) -> Vec<Self> {
        let before = std::iter::once(None).chain(scenes.iter().map(|scene| Some(&scene.board)));
        let pairs = scenes.iter().zip(before);
        pairs.map(|(scene, before)| Self::new(scene, before)).collect()
    }

    fn new(scene: &Scene, before: Option<&Board>) -> Self {
        let mut document = Self {
            move_number: scene.move_number,
            target: scene.last.map(|mv| mv.target()),
            color: scene.last.map(|mv| mv.color.letter()),
            removed: Vec::new(),
            black: Vec::new(),
            white: Vec::new(),
            comments: scene.comments.clone(),
        };
        for point in scene.board.size().points() {
            let (old, new) = (before.and_then(|board| board.get(point)), scene.board.get(point));
            if old != new {
                let changed = match new {
                    Some(Color::Black) => &mut document.black,
                    Some(Color::White) => &mut document.white,
                    None => &mut document.removed,
                };
                changed.push(point.to_string());
            }
        }
        document
    }
}
