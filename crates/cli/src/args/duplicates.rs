use super::question::json;
use super::{FormArgs, PageArgs};
use crate::render::{CountBar, Text, duplicates_text};
use bgo::query::{DuplicatesOptions, QueryError, duplicates};
use bgo::store::Snapshot;
use clap::Args;

/// Arguments for the list of games that were found more than once.
#[derive(Args, Clone, Debug)]
pub struct DuplicatesArgs {
    /// Also find records that were cut short; this reads every game
    #[arg(long)]
    cut_short: bool,
    #[command(flatten)]
    page: PageArgs,
    #[command(flatten)]
    form: FormArgs,
}

impl DuplicatesArgs {
    /// Returns the form that the answer is wanted in.
    pub const fn form(&self) -> &FormArgs {
        &self.form
    }

    /// Returns the answer, in that form, and shows progress.
    pub fn ask(&self, snapshot: &Snapshot) -> Result<Text, QueryError> {
        let (offset, limit) = self.page.range();
        let options = DuplicatesOptions {
            offset,
            limit,
            cut_short: self.cut_short,
        };
        let bar = CountBar::new(!self.form.json, "games");
        let duplicates = duplicates(snapshot, options, |done, all| bar.tell(done, all))?;
        drop(bar);
        Ok(Text::from(if self.form.json {
            json(&duplicates)
        } else {
            duplicates_text(&duplicates)
        }))
    }
}
