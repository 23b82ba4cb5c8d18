//! Questions about a position or a pattern, and their answers.

use super::{FormArgs, TableArgs, file_in, one_of};
use crate::render::{
    MARKS_AT_FIRST, Text, answered, colors_text, comparison_text, excluded_text, filter_text, games_text, json, marks,
    openings_text, players_text, tree_sgf, tree_text, years_svg, years_text,
};
use bgo::internal::query::{
    Answer, Choice, Conditions, Detail, MoveOrder, Page, Period, QueryError, Question, Sort, TreeSize, compare,
    missing_handicap, openings, players, search, tree, years,
};
use bgo::internal::store::Snapshot;
use clap::Args;

/// A question about a position.
pub trait PositionQuestion: clap::Args {
    fn form(&self) -> &FormArgs;

    /// Returns the answer, in that form.
    fn ask(&self, snapshot: &Snapshot, question: &Question) -> Result<Text, QueryError>;
}

/// Returns the lines about the conditions of an answer: those that are set, and if it has no games,
/// what excludes them.
pub(super) fn about_conditions(snapshot: &Snapshot, choice: &Choice<'_>, games: u64) -> Result<Text, QueryError> {
    let excluded = match games {
        0 => excluded_text(&choice.excluded(snapshot)?),
        _ => String::new(),
    };
    Ok(Text::from(filter_text(choice.filter())) + Text::wrapped(excluded + &about_handicap(choice, games)))
}

/// Returns a line on how to set up the handicap stones that an empty board lacks.
fn about_handicap(choice: &Choice<'_>, games: u64) -> String {
    let stones = match choice {
        Choice::Position(question) if games == 0 => missing_handicap(None, question),
        _ => None,
    };
    let line = |stones| {
        format!(
            "Handicap games begin with stones: \"handicap {stones}\" in the shell, --stones {stones} on the command line\n"
        )
    };
    stones.map(line).unwrap_or_default()
}

/// Arguments for the table of next moves.
#[derive(Args, Clone, Debug)]
pub struct SearchArgs {
    /// Also show the 95% range of wins, years and players of each move
    #[arg(long)]
    pub full: bool,
    /// The order of the moves: games (the most first), wins (by the lower end of the 95% range)
    #[arg(long, default_value = "games", value_parser = one_of(&MoveOrder::ALL, MoveOrder::name), hide_possible_values = true)]
    pub sort: MoveOrder,
    #[command(flatten)]
    form: FormArgs,
}

impl SearchArgs {
    pub fn full_if(self, full: bool) -> Self {
        Self {
            full: self.full || full,
            ..self
        }
    }
}

/// Returns the lines that say, for an answer without games, what excludes them.
pub fn excluded_remarks(snapshot: &Snapshot, question: &Question, answer: &Answer) -> Result<Vec<String>, QueryError> {
    // Where the stones of a handicap are missing, the conditions are right.
    if answer.totals.games > 0 || missing_handicap(answer.halts, question).is_some() {
        return Ok(Vec::new());
    }
    let text = excluded_text(&Choice::Position(question).excluded(snapshot)?);
    Ok(text.lines().map(str::to_owned).collect())
}

impl PositionQuestion for SearchArgs {
    fn form(&self) -> &FormArgs {
        &self.form
    }

    fn ask(&self, snapshot: &Snapshot, question: &Question) -> Result<Text, QueryError> {
        let mut answer = search(snapshot, question, Detail::full_if(self.full))?;
        answer.sort(self.sort);
        if self.form.json() {
            return Ok(json(&answer).into());
        }
        let marks = marks(&answer, MARKS_AT_FIRST);
        let hint = missing_handicap(answer.halts, question)
            .map(|stones| format!("Handicap games begin with stones: --stones {stones} puts them on the board"));
        let remarks: Vec<String> = hint
            .into_iter()
            .chain(excluded_remarks(snapshot, question, &answer)?)
            .collect();
        Ok(answered(&marks, &answer, question, snapshot.hash_table(), &remarks))
    }
}

/// The question when the position was played, and each move from it.
#[derive(Args, Clone, Debug)]
#[command(mut_arg("out", |out| out.value_parser(file_in(&["json", "csv", "svg"]))))]
pub struct YearsArgs {
    /// Ten years at a time
    #[arg(long)]
    decades: bool,
    /// Print a chart as an SVG document
    #[arg(long, conflicts_with_all = ["json", "csv"])]
    svg: bool,
    #[command(flatten)]
    table: TableArgs,
}

impl PositionQuestion for YearsArgs {
    fn form(&self) -> &FormArgs {
        &self.table.form
    }

    fn ask(&self, snapshot: &Snapshot, question: &Question) -> Result<Text, QueryError> {
        let by = if self.decades { Period::Decade } else { Period::Year };
        let years = years(snapshot, question, by)?;
        let columns = ["year", "games", "black_wins", "white_wins", "draws"];
        Ok(if let Some(document) = self.table.document(&years, "years", &columns) {
            document
        } else if self.svg || self.table.form.out.ends_in("svg") {
            years_svg(&years).into()
        } else {
            years_text(&years, question.size(), MARKS_AT_FIRST)
                + about_conditions(snapshot, &Choice::Position(question), years.games)?
        })
    }
}

/// The columns of a comparison as a table.
const COMPARED: [&str; 10] = [
    "move",
    "color",
    "first.games",
    "first.share",
    "first.black_win_rate",
    "second.games",
    "second.share",
    "second.black_win_rate",
    "shares_differ",
    "win_rates_differ",
];

/// Arguments for comparing two filters at the position.
#[derive(Args, Clone, Debug)]
pub struct CompareArgs {
    /// The first filter; several conditions go in quotes: "year=..2011 rank=9p"
    #[arg(value_name = "CONDITIONS", value_parser = conditions, allow_hyphen_values = true)]
    first: Conditions,
    /// The second filter
    #[arg(value_name = "CONDITIONS", value_parser = conditions, allow_hyphen_values = true)]
    second: Conditions,
    #[command(flatten)]
    table: TableArgs,
}

fn conditions(text: &str) -> Result<Conditions, String> {
    Conditions::parse(text).map_err(|error| error.to_string())
}

impl PositionQuestion for CompareArgs {
    fn form(&self) -> &FormArgs {
        &self.table.form
    }

    fn ask(&self, snapshot: &Snapshot, question: &Question) -> Result<Text, QueryError> {
        let filters = [&self.first, &self.second].map(|conditions| conditions.over(question.filter()));
        let comparison = compare(snapshot, question, filters)?;
        let document = self.table.document(&comparison, "next_moves", &COMPARED);
        Ok(document.unwrap_or_else(|| comparison_text(&comparison, question.size(), MARKS_AT_FIRST)))
    }
}

/// Arguments for the table of the players of the position.
#[derive(Args, Clone, Debug)]
pub struct PlayersArgs {
    /// Number of players to list
    #[arg(long, default_value_t = 20, value_parser = count)]
    limit: usize,
    #[command(flatten)]
    table: TableArgs,
}

/// The columns of the table of players.
const PLAYERS: [&str; 11] = [
    "player",
    "games",
    "draws",
    "black_games",
    "black_wins",
    "black_losses",
    "white_games",
    "white_wins",
    "white_losses",
    "first_year",
    "last_year",
];

impl PositionQuestion for PlayersArgs {
    fn form(&self) -> &FormArgs {
        &self.table.form
    }

    fn ask(&self, snapshot: &Snapshot, question: &Question) -> Result<Text, QueryError> {
        let players = players(snapshot, question, self.limit)?;
        Ok(match self.table.document(&players, "players", &PLAYERS) {
            Some(document) => document,
            None => {
                let about = about_conditions(snapshot, &Choice::Position(question), players.games)?;
                players_text(&players) + about + colors_text(question).into()
            }
        })
    }
}

/// Arguments for the table of the openings of the games with the position.
#[derive(Args, Clone, Debug)]
pub struct OpeningsArgs {
    /// Number of openings to list
    #[arg(long, default_value_t = 20, value_parser = count)]
    limit: usize,
    #[command(flatten)]
    table: TableArgs,
}

impl PositionQuestion for OpeningsArgs {
    fn form(&self) -> &FormArgs {
        &self.table.form
    }

    fn ask(&self, snapshot: &Snapshot, question: &Question) -> Result<Text, QueryError> {
        let openings = openings(snapshot, question, self.limit)?;
        let columns = ["names.en", "names.ja", "names.ko", "names.zh", "names.zh-Hant", "games"];
        Ok(match self.table.document(&openings, "openings", &columns) {
            Some(document) => document,
            None => openings_text(&openings) + about_conditions(snapshot, &Choice::Position(question), openings.games)?,
        })
    }
}

/// The question what was played from the position on, as a tree.
#[derive(Args, Clone, Debug)]
#[command(mut_arg("out", |out| out.value_parser(file_in(&["json", "sgf"]))))]
pub struct TreeArgs {
    /// Depth in moves
    #[arg(long, default_value_t = TreeSize::default().depth, value_parser = depth)]
    depth: u32,
    /// Only moves of at least this many games
    #[arg(long, value_name = "GAMES", default_value_t = TreeSize::default().min_games)]
    min_games: u64,
    /// Print an SGF record, with counts in comments and labels
    #[arg(long, conflicts_with = "json")]
    sgf: bool,
    #[command(flatten)]
    form: FormArgs,
}

fn depth(text: &str) -> Result<u32, String> {
    let depth = text
        .parse()
        .ok()
        .filter(|depth| (1..=TreeSize::MAX_DEPTH).contains(depth));
    depth.ok_or_else(|| format!("a tree is 1 to {} moves deep", TreeSize::MAX_DEPTH))
}

impl PositionQuestion for TreeArgs {
    fn form(&self) -> &FormArgs {
        &self.form
    }

    fn ask(&self, snapshot: &Snapshot, question: &Question) -> Result<Text, QueryError> {
        let size = TreeSize {
            depth: self.depth,
            min_games: self.min_games,
        };
        let tree = tree(snapshot, question, size)?;
        Ok(if self.form.json() {
            json(&tree).into()
        } else if self.sgf || self.form.out.ends_in("sgf") {
            tree_sgf(&tree, question).into()
        } else {
            tree_text(&tree, question, size)
                + about_conditions(snapshot, &Choice::Position(question), tree.totals.games)?
        })
    }
}

/// The order of a list.
#[derive(Args, Clone, Copy, Debug)]
pub struct OrderArgs {
    /// The order: date (the latest first), rank (the highest first), players, length (the longest first),
    /// result (Black's wins first), number
    #[arg(long, default_value = "date", value_parser = one_of(&Sort::ALL, Sort::name), hide_possible_values = true)]
    pub sort: Sort,
    /// Reverse the order
    #[arg(long)]
    pub reverse: bool,
}

/// The part of a list.
#[derive(Args, Clone, Copy, Debug)]
pub struct PageArgs {
    /// Number of entries to list
    #[arg(long, default_value_t = 20, value_parser = count, allow_negative_numbers = true)]
    pub limit: usize,
    /// Number of entries to skip first
    #[arg(long, default_value_t = 0, value_parser = count, allow_negative_numbers = true)]
    pub offset: usize,
}

pub(super) fn count(text: &str) -> Result<usize, &'static str> {
    text.parse().map_err(|_| "must be a whole number, 0 or more")
}

impl OrderArgs {
    pub const fn page(&self, page: PageArgs) -> Page {
        let Self { sort, reverse } = *self;
        let PageArgs { limit, offset } = page;
        Page {
            sort,
            reverse,
            offset,
            limit,
        }
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
    table: TableArgs,
}

/// The columns of the table of games; the last three are about the position.
pub(super) const GAMES: [&str; 13] = [
    "game",
    "date",
    "black",
    "black_rank",
    "white",
    "white_rank",
    "result",
    "event",
    "moves",
    "repair",
    "move_number",
    "transform",
    "swapped",
];

impl PositionQuestion for GamesArgs {
    fn form(&self) -> &FormArgs {
        &self.table.form
    }

    fn ask(&self, snapshot: &Snapshot, question: &Question) -> Result<Text, QueryError> {
        let choice = Choice::Position(question);
        let list = choice.list(snapshot, self.order.page(self.page))?;
        Ok(match self.table.document(&list, "list", &GAMES) {
            Some(document) => document,
            None => games_text(&list) + about_conditions(snapshot, &choice, list.games)?,
        })
    }
}
