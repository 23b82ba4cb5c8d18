use super::question::{PositionQuestion, about_conditions, json};
use super::{FormArgs, one_of};
use crate::render::{Text, games_text};
use bgo::query::{Choice, Page, QueryError, Question, Sort};
use bgo::store::Snapshot;
use clap::Args;

/// The order of a list.
#[derive(Args, Clone, Copy, Debug)]
pub struct OrderArgs {
    /// The order: date (the latest first), rank (the highest first), players, number
    #[arg(long, default_value = "date", value_parser = one_of(&Sort::ALL, Sort::name), hide_possible_values = true)]
    sort: Sort,
    /// Reverse the order
    #[arg(long)]
    reverse: bool,
}

/// The part of a list.
#[derive(Args, Clone, Copy, Debug)]
pub struct PageArgs {
    /// How many to list
    #[arg(long, default_value_t = 20, value_parser = count)]
    limit: usize,
    /// How many to skip first
    #[arg(long, default_value_t = 0, value_parser = count)]
    offset: usize,
}

/// Reads a number of entries.
pub(super) fn count(text: &str) -> Result<usize, &'static str> {
    text.parse().map_err(|_| "must be a whole number, 0 or more")
}

impl OrderArgs {
    /// Returns the order, and whether it is reversed.
    pub const fn order(&self) -> (Sort, bool) {
        (self.sort, self.reverse)
    }

    /// Returns a part of a list in this order.
    pub const fn page(&self, page: PageArgs) -> Page {
        let (sort, reverse) = self.order();
        let PageArgs { limit, offset } = page;
        Page {
            sort,
            reverse,
            offset,
            limit,
        }
    }
}

impl PageArgs {
    /// Returns how many entries to skip, and how many to list.
    pub const fn range(&self) -> (usize, usize) {
        (self.offset, self.limit)
    }
}

/// Arguments for the list of games with the position.
#[derive(Args, Clone, Debug)]
pub struct GamesArgs {
    #[command(flatten)]
    order: OrderArgs,
    #[command(flatten)]
    page: PageArgs,
    #[command(flatten)]
    form: FormArgs,
}

impl PositionQuestion for GamesArgs {
    fn form(&self) -> &FormArgs {
        &self.form
    }

    fn ask(&self, snapshot: &Snapshot, question: &Question) -> Result<Text, QueryError> {
        let choice = Choice::Position(question);
        let list = choice.list(snapshot, self.order.page(self.page))?;
        Ok(match self.form.json() {
            true => json(&list).into(),
            false => games_text(&list) + about_conditions(snapshot, &choice, list.games)?,
        })
    }
}
