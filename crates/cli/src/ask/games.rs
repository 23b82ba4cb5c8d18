use super::{Ask, FormArgs, json};
use crate::render::{Text, games_text};
use bgo::query::{Choice, Page, QueryError, Question, Sort};
use bgo::store::Snapshot;
use clap::{Args, ValueEnum};

/// The order of a list.
#[derive(Args, Clone, Copy, Debug)]
pub struct OrderArgs {
    /// The order: date (the latest first), rank (the highest first), players, number
    #[arg(long, value_enum, default_value_t = SortArg::Date, hide_possible_values = true)]
    sort: SortArg,
    /// Turn the order round
    #[arg(long)]
    reverse: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum SortArg {
    Date,
    Rank,
    Players,
    Number,
}

/// Which part of a list.
#[derive(Args, Clone, Copy, Debug)]
pub struct PageArgs {
    /// How many to list
    #[arg(long, default_value_t = 20, value_parser = count)]
    limit: usize,
    /// How many to leave out before
    #[arg(long, default_value_t = 0, value_parser = count)]
    offset: usize,
}

/// How many of something.
pub(super) fn count(text: &str) -> Result<usize, &'static str> {
    text.parse()
        .map_err(|_| "a number from 0 on is needed here, such as 50")
}

impl OrderArgs {
    /// The order, and whether it is turned round.
    #[must_use]
    pub const fn order(&self) -> (Sort, bool) {
        let sort = match self.sort {
            SortArg::Date => Sort::Date,
            SortArg::Rank => Sort::Rank,
            SortArg::Players => Sort::Players,
            SortArg::Number => Sort::Number,
        };
        (sort, self.reverse)
    }

    /// A part of a list in this order.
    #[must_use]
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
    /// How many to leave out, and how many to list.
    #[must_use]
    pub const fn range(&self) -> (usize, usize) {
        (self.offset, self.limit)
    }
}

/// Which games have the position?
#[derive(Args, Clone, Debug)]
pub struct GamesArgs {
    #[command(flatten)]
    order: OrderArgs,
    #[command(flatten)]
    page: PageArgs,
    #[command(flatten)]
    form: FormArgs,
}

impl Ask for GamesArgs {
    fn form(&self) -> &FormArgs {
        &self.form
    }

    fn ask(&self, snapshot: &Snapshot, question: &Question<'_>) -> Result<Text, QueryError> {
        let list = Choice::Position(question).list(snapshot, self.order.page(self.page))?;
        Ok(Text::from(if self.form.json { json(&list) } else { games_text(&list) }))
    }
}
