use super::games::{OrderArgs, PageArgs};
use super::question::{about_conditions, json};
use super::{FilterArgs, FormArgs, with_archives};
use crate::render::{Text, filter_text, games_text, no_games_text};
use bgo::query::{Choice, Filter, Find, QueryError};
use bgo::store::Snapshot;
use clap::Args;
use std::path::{Path, PathBuf};

/// Arguments for a list of games by words and conditions.
#[derive(Args, Clone, Debug)]
pub struct FindArgs {
    /// Words of players, event, place, round, name, source or comments; words in quotes must be adjacent;
    /// the word repaired means repaired=yes
    #[arg(value_name = "WORD")]
    sought: Vec<String>,
    #[command(flatten)]
    filter: FilterArgs<true>,
    #[command(flatten)]
    order: OrderArgs,
    #[command(flatten)]
    page: PageArgs,
    #[command(flatten)]
    form: FormArgs,
}

impl FindArgs {
    /// Returns the form that the answer is wanted in.
    pub const fn form(&self) -> &FormArgs {
        &self.form
    }

    /// Returns the answer, in that form; conditions are added to those of `base`. `path` makes
    /// paths of archives that are typed.
    pub fn ask(&self, snapshot: &Snapshot, base: &Filter, path: impl Fn(&Path) -> PathBuf) -> Result<Text, QueryError> {
        let filter = with_archives(self.filter.over(base), snapshot, path)?;
        let find = Find {
            filter: &filter,
            words: &self.sought,
        };
        let choice = Choice::Find(find);
        let list = choice.list(snapshot, self.order.page(self.page))?;
        if self.form.json() {
            return Ok(json(&list).into());
        }
        let missing = match list.games {
            0 => find.missing_words(snapshot)?,
            _ => Vec::new(),
        };
        Ok(match (list.games, missing.is_empty()) {
            (0, false) => Text::from(no_games_text(&missing) + &filter_text(&filter)),
            (0, true) => Text::from(no_games_text(&missing)) + about_conditions(snapshot, &choice, 0)?,
            (games, _) => games_text(&list) + about_conditions(snapshot, &choice, games)?,
        })
    }
}
