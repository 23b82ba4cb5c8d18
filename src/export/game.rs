use super::name::file_name;
use crate::go::Point;
use crate::query::{Choice, Chosen, Place, QueryError};
use crate::record::{Action, GameRecord, game_trees, portable};
use crate::store::{Description, Snapshot, StoredRecord};
use std::fmt::Write;
use std::ops::Range;

/// A game that is exported.
pub struct Game {
    /// What is known of it.
    pub description: Description,
    /// Where the position is, if it is one of a position's games.
    pub place: Option<Place>,
    /// Its record.
    pub original: StoredRecord,
    text: String,
    span: Range<usize>,
    record: GameRecord,
}

impl Game {
    /// Reads a game of a list.
    ///
    /// # Errors
    /// A database that is damaged or cannot be read.
    pub fn read(snapshot: &Snapshot, choice: &Choice<'_>, chosen: &Chosen) -> Result<Self, QueryError> {
        let original = snapshot.record(chosen.game)?;
        let text = original.text().into_owned();
        let tree = game_trees(&text).next();
        let Some((span, record)) = tree.and_then(|tree| Some((tree.span, tree.game.ok()?))) else {
            return Err(snapshot.holds_no_game(chosen.game).into());
        };
        Ok(Self {
            description: snapshot.description(chosen.game)?,
            place: match chosen.passage {
                Some(_) => choice.listed(snapshot, chosen)?.place,
                None => None,
            },
            original,
            text,
            span,
            record,
        })
    }

    /// The name of a file for it.
    pub fn file_name(&self) -> String {
        file_name(&self.description)
    }

    /// Its record as a part of a file in UTF-8.
    pub fn portable(&self) -> String {
        portable(&self.text[self.span.clone()])
    }

    /// The moves that were played, as SGF has them without their nodes.
    pub fn moves_sgf(&self) -> String {
        let moves = self.record.steps.iter().filter_map(|step| match &step.action {
            Action::Move(mv) => Some(mv),
            Action::Setup(_) => None,
        });
        let played = usize::from(self.description.moves);
        let mut text = String::with_capacity(played * "B[pd]".len());
        for mv in moves.take(played) {
            let point = mv.point.as_ref().map(Point::to_string).unwrap_or_default();
            // Writing to a string does not fail.
            let _ = write!(text, "{}[{point}]", mv.color.letter());
        }
        text
    }
}
