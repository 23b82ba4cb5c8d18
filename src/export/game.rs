use super::name::file_name;
use crate::facts::Description;
use crate::go::Point;
use crate::query::{Choice, Chosen, Place, QueryError};
use crate::record::{Action, GameRecord, game_trees, portable};
use crate::store::{Snapshot, StoredRecord};
use std::fmt::Write;
use std::ops::Range;

/// A game to export.
pub struct Game {
    /// The description.
    pub description: Description,
    /// The place of the position, if the game was chosen by one.
    pub place: Option<Place>,
    /// The record.
    pub stored: StoredRecord,
    text: String,
    span: Range<usize>,
    record: GameRecord,
}

/// Returns the place of the position in a chosen game, if the game was chosen by one.
pub fn place_of(snapshot: &Snapshot, choice: &Choice<'_>, chosen: &Chosen) -> Result<Option<Place>, QueryError> {
    match chosen.occurrence {
        Some(_) => Ok(choice.listed(snapshot, chosen)?.place),
        None => Ok(None),
    }
}

impl Game {
    /// Reads a chosen game.
    pub fn read(snapshot: &Snapshot, choice: &Choice<'_>, chosen: &Chosen) -> Result<Self, QueryError> {
        let stored = snapshot.record(chosen.game)?;
        let text = stored.text().into_owned();
        let tree = game_trees(&text).next();
        let Some((span, record)) = tree.and_then(|tree| Some((tree.span, tree.game.ok()?))) else {
            return Err(snapshot.holds_no_game(chosen.game).into());
        };
        Ok(Self {
            description: snapshot.description(chosen.game)?,
            place: place_of(snapshot, choice, chosen)?,
            stored,
            text,
            span,
            record,
        })
    }

    /// Returns a file name for the game.
    pub fn file_name(&self) -> String {
        file_name(&self.description)
    }

    /// Returns the record as part of a UTF-8 file.
    pub fn portable(&self) -> String {
        portable(&self.text[self.span.clone()])
    }

    /// Returns the moves as SGF properties without node separators.
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
