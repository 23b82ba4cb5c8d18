//! The documents that a session prints in place of texts, if it prints JSON.

use super::Session;
use crate::render::{Text, json};
use crate::shell::UserSettings;
use bgo::internal::go::{KeyTables, Transform};
use bgo::internal::query::{OpenGame, Question};
use serde::Serialize;
use serde_json::json;
use std::path::Path;

/// A position and the question about it.
#[derive(Serialize)]
pub(crate) struct PositionDocument {
    pub board_hash: i64,
    pub key: String,
    board_size: u8,
    to_play: char,
    /// None if wildcards wait for an area.
    question: Option<String>,
}

impl PositionDocument {
    fn of(question: &Question, keys: &KeyTables) -> Self {
        let board = question.board();
        Self {
            board_hash: keys.hash_table().board_hash(board.position(), Transform::IDENTITY),
            key: board.canonical(keys).key.to_string(),
            board_size: board.size().lines(),
            to_play: board.to_play().letter(),
            question: Some(question.to_text()),
        }
    }
}

/// A place in the open game, without a position if the record cannot be read.
#[derive(Serialize)]
struct PlaceDocument {
    game: i64,
    move_number: Option<u16>,
    #[serde(flatten)]
    position: Option<PositionDocument>,
}

impl Session {
    /// Returns a text for people, or the document in its place if the session prints JSON.
    pub(crate) fn document_or(&self, document: &impl Serialize, text: impl Into<Text>) -> Text {
        if self.is_json {
            json(document).into()
        } else {
            text.into()
        }
    }

    /// Returns a text that adds to a document, or nothing if the session prints JSON.
    pub(crate) fn for_people(&self, text: Text) -> Text {
        if self.is_json { Text::default() } else { text }
    }

    /// Returns a text about the answer, or the answer itself if the session prints JSON.
    pub(super) fn answer_or(&self, text: Text) -> Text {
        match self.answer() {
            Some(answer) => self.document_or(answer, text),
            None => text,
        }
    }

    /// Returns a text about the search board and what is asked about it.
    pub(crate) fn position_or(&self, text: impl Into<Text>) -> Text {
        self.document_or(&self.position_document(), text)
    }

    pub(crate) fn position_document(&self) -> PositionDocument {
        let document = PositionDocument::of(&self.question, self.database.keys());
        match self.question() {
            Ok(_) => document,
            Err(_) => PositionDocument {
                question: None,
                ..document
            },
        }
    }

    /// Returns a text about the position of a game.
    pub(super) fn place_or(&self, replay: &OpenGame, text: Text) -> Text {
        let question = self.question_in(replay);
        let document = PlaceDocument {
            game: replay.game.game,
            move_number: replay.scene().map(|scene| scene.move_number),
            position: question.map(|question| PositionDocument::of(&question, self.database.keys())),
        };
        self.document_or(&document, text)
    }

    /// Returns a text about the settings.
    pub(crate) fn settings_or(&self, text: impl Into<Text>) -> Text {
        let coordinates = Some(self.coordinates());
        let settings = self.settings;
        self.document_or(
            &UserSettings {
                coordinates,
                ..settings
            },
            text,
        )
    }

    /// Returns a text about a file that a command wrote.
    pub(crate) fn path_or(&self, path: &Path, text: impl Into<Text>) -> Text {
        self.document_or(&json!({ "path": path.display().to_string() }), text)
    }

    /// Returns a text that is not about data, such as help.
    pub(crate) fn in_words(&self, text: Text) -> Text {
        self.document_or(&json!({ "text": text.without_styles() }), text)
    }
}
