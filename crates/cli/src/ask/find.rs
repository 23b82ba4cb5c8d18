use super::games::{OrderArgs, PageArgs};
use super::{FilterArgs, FormArgs, json};
use crate::render::{Text, games_text};
use bgo::query::{Choice, Filter, Find, QueryError};
use bgo::store::Snapshot;
use clap::Args;

/// Which games are like this, whatever positions they have?
#[derive(Args, Clone, Debug)]
pub struct FindArgs {
    /// Words of event, place, round, name, source or comments; several in quotes stand one after the other
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
    /// The form that the answer is wanted in.
    #[must_use]
    pub const fn form(&self) -> &FormArgs {
        &self.form
    }

    /// The answer, in that form; conditions are added to those of `base`.
    ///
    /// # Errors
    /// A name in the filter that none has, something that is no word; a
    /// database that is damaged or cannot be read.
    pub fn ask(&self, snapshot: &Snapshot, base: &Filter) -> Result<Text, QueryError> {
        let filter = self.filter.over(base);
        let find = Find {
            filter: &filter,
            words: &self.words,
        };
        let list = Choice::Find(find).list(snapshot, self.order.page(self.page))?;
        Ok(Text::from(if self.form.json { json(&list) } else { games_text(&list) }))
    }
}
