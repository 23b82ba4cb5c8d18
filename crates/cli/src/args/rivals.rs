//! Players among others: new moves in their games, the card of one player, the score of two.

use super::answers::count;
use super::{FilterArgs, FormArgs, TableArgs, with_archives};
use crate::render::{CountBar, Text, filter_text, json, novelties_text, player_text, score_text};
use bgo::internal::query::{
    Against, Condition, Filter, NamePattern, NoveltyQuestion, QueryError, novelties, player_card, player_named, score,
};
use bgo::internal::store::Snapshot;
use clap::Args;
use std::path::{Path, PathBuf};

/// Arguments for the new moves of games.
#[derive(Args, Clone, Debug)]
pub struct NoveltyArgs {
    /// Other games that make a position common
    #[arg(long, value_name = "GAMES", default_value_t = 1, value_parser = at_least_one)]
    pub min_games: u64,
    /// Compare with earlier games only, and count the later games that follow
    #[arg(long)]
    first: bool,
    /// Number of games to list, the latest first [default: 20]
    #[arg(long, value_parser = count)]
    limit: Option<usize>,
    /// Number of games to skip first
    #[arg(long, default_value_t = 0, value_parser = count)]
    offset: usize,
    #[command(flatten)]
    filter: FilterArgs<true>,
    #[command(flatten)]
    pub table: TableArgs,
}

/// The columns of novelties as a table.
const NOVELTIES: [&str; 14] = [
    "game",
    "date",
    "black",
    "white",
    "result",
    "new_move.number",
    "new_move.move",
    "new_move.color",
    "other_games",
    "played.move",
    "played.games",
    "followed.games",
    "followed.wins",
    "followed.losses",
];

fn at_least_one(text: &str) -> Result<u64, &'static str> {
    let number = text.parse().ok().filter(|number| *number > 0);
    number.ok_or("must be a whole number, 1 or more")
}

impl NoveltyArgs {
    /// Returns whether the options besides --json ask for a list, not for the open game.
    pub fn is_of_list(&self) -> bool {
        let is_selected = self.first || self.limit.is_some() || self.offset > 0 || !self.filter.filter().is_empty();
        is_selected || self.table.is_other_form()
    }

    /// Lists new moves in the games that meet the conditions besides those of `base`, among the games that meet
    /// those of `base`.
    pub fn ask(&self, snapshot: &Snapshot, base: &Filter, path: impl Fn(&Path) -> PathBuf) -> Result<Text, QueryError> {
        let filter = with_archives(self.filter.over(base), snapshot, path)?;
        let question = NoveltyQuestion {
            filter: &filter,
            others: base,
            against: if self.first { Against::Earlier } else { Against::All },
            min_games: self.min_games,
            offset: self.offset,
            limit: self.limit.unwrap_or(20),
        };
        let bar = CountBar::after_a_second("games");
        let novelties = novelties(snapshot, &question, |done, all| bar.tell(done, all))?;
        drop(bar);
        let document = self.table.document(&novelties, "list", &NOVELTIES);
        Ok(document.unwrap_or_else(|| novelties_text(&novelties, question.against) + Text::from(filter_text(&filter))))
    }
}

/// Arguments for the card of a player, or the score of two.
#[derive(Args, Clone, Debug)]
pub struct PlayerArgs {
    /// An unambiguous part of the name, or =NAME; quote names with blanks
    #[arg(value_name = "NAME", value_parser = name)]
    name: NamePattern,
    /// Show the score against this opponent and the games
    #[arg(value_name = "OPPONENT", value_parser = name)]
    opponent: Option<NamePattern>,
    /// Number of opponents, openings or games to list
    #[arg(long, default_value_t = 10, value_parser = count)]
    limit: usize,
    #[command(flatten)]
    pub form: FormArgs,
}

fn name(text: &str) -> Result<NamePattern, String> {
    if let Some((name, _)) = text.split_once('=')
        && Condition::named(name).is_some()
    {
        return Err(format!("player takes no filters: leave out {text:?}"));
    }
    // A second one stands there in conditions, such as player==NAME.
    let text = text
        .strip_prefix('=')
        .filter(|rest| rest.starts_with('='))
        .unwrap_or(text);
    let Ok(name) = text.parse::<NamePattern>();
    match name.text() {
        "" => Err("a name has at least one character".to_owned()),
        _ => Ok(name),
    }
}

impl PlayerArgs {
    pub fn ask(&self, snapshot: &Snapshot) -> Result<Text, QueryError> {
        let player = player_named(snapshot, &self.name)?;
        if let Some(opponent) = &self.opponent {
            let score = score(snapshot, &player, &player_named(snapshot, opponent)?, 0, self.limit)?;
            return Ok(match self.form.json() {
                true => json(&score).into(),
                false => score_text(&score),
            });
        }
        let bar = CountBar::after_a_second("games");
        let card = player_card(snapshot, &player, self.limit, |done, all| bar.tell(done, all))?;
        drop(bar);
        Ok(match self.form.json() {
            true => json(&card).into(),
            false => player_text(&card),
        })
    }
}
