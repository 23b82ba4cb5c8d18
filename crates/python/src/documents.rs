//! Answers as JSON documents: those of the program, with the boards that the package draws.

use crate::error::Fault;
use bgo::internal::facts::Description;
use bgo::internal::go::{Board, Color, Move};
use bgo::internal::query::{Answer, OpenGame, QueryError, Question, Scene, shown_stones};
use bgo::internal::store::Snapshot;
use serde::Serialize;
use serde_json::{Value, json};

/// Writes a document.
pub fn document(answer: &impl Serialize) -> Result<String, Fault> {
    Ok(serde_json::to_string(answer)?)
}

/// An answer of the program, with more fields.
#[derive(Serialize)]
pub struct Document<A> {
    #[serde(flatten)]
    answer: A,
    #[serde(flatten)]
    more: Value,
}

impl Document<Answer> {
    /// Adds the board to the answer to a question. `area` is that of a pattern.
    pub fn of_search(answer: Answer, question: &Question) -> Result<Self, QueryError> {
        let (board, pattern) = (question.board(), question.pattern()?);
        let [black, white] = [Color::Black, Color::White].map(|color| {
            let points = shown_stones(board, pattern, color);
            points.iter().map(ToString::to_string).collect::<Vec<_>>()
        });
        let board = json!({
            "size": board.size().lines(),
            "black": black,
            "white": white,
            "to_play": answer.to_play.map(Color::letter),
            "last": board.moves().last().map(Move::target),
            "area": pattern.map(|pattern| pattern.shown().to_string()),
        });
        Ok(Self {
            answer,
            more: json!({ "board": board }),
        })
    }
}

impl Document<Description> {
    /// Reads a game, as recorded, with its sources and positions.
    pub fn of_game(snapshot: &Snapshot, game: i64) -> Result<Self, QueryError> {
        let open = OpenGame::as_recorded(snapshot, game)?;
        let sources = snapshot.source_places(game)?;
        Ok(Self {
            more: json!({ "sources": sources, "positions": positions(open.scenes()) }),
            answer: open.game,
        })
    }
}

/// Returns the documents of all positions of a game, each as the difference from the one before it.
pub fn positions(scenes: &[Scene]) -> Vec<Value> {
    let before = std::iter::once(None).chain(scenes.iter().map(|scene| Some(&scene.board)));
    scenes
        .iter()
        .zip(before)
        .map(|(scene, before)| position(scene, before))
        .collect()
}

fn position(scene: &Scene, before: Option<&Board>) -> Value {
    let (mut removed, mut black, mut white) = (Vec::new(), Vec::new(), Vec::new());
    for point in scene.board.size().points() {
        let (old, new) = (before.and_then(|board| board.get(point)), scene.board.get(point));
        if old != new {
            let changed = match new {
                Some(Color::Black) => &mut black,
                Some(Color::White) => &mut white,
                None => &mut removed,
            };
            changed.push(point.to_string());
        }
    }
    json!({
        "move_number": scene.move_number,
        "move": scene.last.map(|mv| mv.target()),
        "color": scene.last.map(|mv| mv.color.letter()),
        "removed": removed,
        "black": black,
        "white": white,
        "comments": scene.comments,
    })
}
