use super::question::json;
use super::{FormArgs, game_number};
use crate::render::{Text, description_text};
use bgo::facts::Description;
use bgo::query::{QueryError, require_game};
use bgo::store::{Snapshot, SourcePlace};
use clap::Args;
use serde::Serialize;

/// Arguments for the description of a game.
#[derive(Args, Clone, Debug)]
pub struct ShowArgs {
    /// The game's number
    #[arg(value_name = "GAME", value_parser = game_number)]
    game: i64,
    #[command(flatten)]
    form: FormArgs,
}

#[derive(Serialize)]
struct Shown {
    #[serde(flatten)]
    description: Description,
    sources: Vec<SourcePlace>,
}

impl ShowArgs {
    /// Returns the form that the answer is wanted in.
    pub const fn form(&self) -> &FormArgs {
        &self.form
    }

    /// Returns the answer, in that form.
    pub fn ask(&self, snapshot: &Snapshot) -> Result<Text, QueryError> {
        require_game(snapshot, self.game)?;
        let (description, sources) = (snapshot.description(self.game)?, snapshot.source_places(self.game)?);
        Ok(match self.form.json() {
            true => json(&Shown { description, sources }).into(),
            false => Text::wrapped(description_text(&description, &sources)),
        })
    }
}
