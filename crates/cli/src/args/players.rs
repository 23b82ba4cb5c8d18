use super::FormArgs;
use super::question::{PositionQuestion, about_conditions, json};
use crate::render::{Text, players_text};
use bgo::query::{Choice, QueryError, Question, players};
use bgo::store::Snapshot;
use clap::Args;

/// Arguments for the table of the players of the position.
#[derive(Args, Clone, Debug)]
pub struct PlayersArgs {
    /// How many players to list
    #[arg(long, default_value_t = 20, value_parser = super::games::count)]
    limit: usize,
    #[command(flatten)]
    form: FormArgs,
}

impl PositionQuestion for PlayersArgs {
    fn form(&self) -> &FormArgs {
        &self.form
    }

    fn ask(&self, snapshot: &Snapshot, question: &Question) -> Result<Text, QueryError> {
        let players = players(snapshot, question, self.limit)?;
        Ok(match self.form.json() {
            true => json(&players).into(),
            false => players_text(&players) + about_conditions(snapshot, &Choice::Position(question), players.games)?,
        })
    }
}
