use super::games::{OrderArgs, PageArgs};
use super::question::json;
use super::{FilterArgs, FormArgs};
use crate::render::{Text, games_text};
use bgo::query::{Choice, Filter, Find, QueryError};
use bgo::store::Snapshot;
use clap::Args;

/// Arguments for a list of games by words and conditions.
#[derive(Args, Clone, Debug)]
pub struct FindArgs {
    /// Words of event, place, round, name, source or comments; words in quotes must be adjacent
    #[arg(value_name = "WORD")]
    words: Vec<String>,
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

    /// Returns the answer, in that form; conditions are added to those of `base`.
    pub fn ask(&self, snapshot: &Snapshot, base: &Filter) -> Result<Text, QueryError> {
        let filter = self.filter.over(base);
        let find = Find {
            filter: &filter,
            words: &self.words,
        };
        let list = Choice::Find(find).list(snapshot, self.order.page(self.page))?;
        Ok(match self.form.json {
            true => json(&list).into(),
            false => games_text(&list),
        })
    }
}
