use super::{FormArgs, PageArgs, json};
use crate::render::{CountBar, Text, duplicates_text};
use bgo::query::{DuplicatesOptions, QueryError, duplicates};
use bgo::store::Snapshot;
use clap::Args;

/// Which games were found more than once?
#[derive(Args, Clone, Debug)]
pub struct DuplicatesArgs {
    /// Look for records that were cut short too; takes a look at each game
    #[arg(long)]
    cut_short: bool,
    #[command(flatten)]
    page: PageArgs,
    #[command(flatten)]
    form: FormArgs,
}

impl DuplicatesArgs {
    /// The form that the answer is wanted in.
    #[must_use]
    pub const fn form(&self) -> &FormArgs {
        &self.form
    }

    /// The answer, in that form. A bar shows how far it is.
    ///
    /// # Errors
    /// A database that is damaged or cannot be read.
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
