//! Games: lists by words and conditions, what is known of one, its record, duplicates.

use super::answers::{GAMES, OrderArgs, PageArgs, about_conditions};
use super::{FilterArgs, FormArgs, OutArgs, TableArgs, file_in, with_archives};
use crate::render::{
    CountBar, Text, counted, description_text, duplicates_text, filter_text, games_text, json, no_games_text,
};
use bgo::internal::facts::Description;
use bgo::internal::query::{
    AlikeSearch, Choice, DuplicatesOptions, Filter, Find, QueryError, duplicates, redundant, require_game,
};
use bgo::internal::record::{GameRecord, Rejection, decoded_trees, parts};
use bgo::internal::store::{Join, Snapshot, SourcePlace, StoredRecord};
use clap::Args;
use serde::Serialize;
use serde_json::json;
use std::borrow::Cow;
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
    pub table: TableArgs,
}

impl FindArgs {
    pub fn ask(&self, snapshot: &Snapshot, base: &Filter, path: impl Fn(&Path) -> PathBuf) -> Result<Text, QueryError> {
        let filter = with_archives(self.filter.over(base), snapshot, path)?;
        let find = Find {
            filter: &filter,
            words: &self.sought,
        };
        let choice = Choice::Find(find);
        let list = choice.list(snapshot, self.order.page(self.page))?;
        if let Some(document) = self.table.document(&list, "list", &GAMES[..10]) {
            return Ok(document);
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

#[derive(Serialize)]
struct ShownGame {
    #[serde(flatten)]
    description: Description,
    sources: Vec<SourcePlace>,
}

pub fn show(snapshot: &Snapshot, game: i64, form: &FormArgs) -> Result<Text, QueryError> {
    require_game(snapshot, game)?;
    let (description, sources) = (snapshot.description(game)?, snapshot.source_places(game)?);
    Ok(if form.json() {
        json(&ShownGame { description, sources }).into()
    } else {
        Text::wrapped(description_text(&description, &sources))
    })
}

/// Print the record of a game
///
/// It is the original, byte for byte. A record in another format (GIB, NGF, UGF) is
/// translated to SGF.
#[derive(Args, Clone, Debug)]
#[command(mut_arg("out", |out| out.value_parser(file_in(&["sgf"]))))]
pub struct SgfArgs {
    /// The game's number
    #[arg(value_name = "GAME", value_parser = game_number)]
    game: i64,
    /// Do not translate a record in another format than SGF
    #[arg(long)]
    original: bool,
    #[command(flatten)]
    pub out: OutArgs,
}

pub fn game_number(text: &str) -> Result<i64, &'static str> {
    text.parse()
        .map_err(|_| "a game is named by its number, as games and find list it")
}

impl SgfArgs {
    pub fn record(&self, snapshot: &Snapshot) -> Result<StoredRecord, QueryError> {
        require_game(snapshot, self.game)?;
        Ok(snapshot.record(self.game)?)
    }

    pub fn text<'a>(&self, record: &'a StoredRecord) -> Cow<'a, str> {
        if self.original {
            record.text()
        } else {
            record.sgf_text()
        }
    }

    pub fn file<'a>(&self, record: &'a StoredRecord) -> Cow<'a, [u8]> {
        if self.original {
            Cow::Borrowed(&record.bytes)
        } else {
            record.file()
        }
    }
}

pub fn first_record(bytes: &[u8]) -> Result<GameRecord, Rejection> {
    for part in parts(bytes) {
        // No text has such a character, and other files may have "(;" somewhere.
        if part.decoded.text.contains('\0') {
            break;
        }
        if let Some(tree) = decoded_trees(&part.decoded).next() {
            return tree.game;
        }
    }
    Err(Rejection::NoGame)
}

/// Arguments for the list of games that were found more than once.
#[derive(Args, Clone, Debug)]
// Here, so that the completions of shells name it last.
#[command(mut_arg("yes", |yes| yes.requires("remove")))]
pub struct DuplicatesArgs {
    /// Also find records that were cut short; this reads the moves of every game
    #[arg(long)]
    cut_short: bool,
    /// Also find games that differ in a move or two, or at the end; these are never removed
    #[arg(long, conflicts_with_all = ["cut_short", "remove"])]
    near: bool,
    /// Remove games with the same moves as another, and with --cut-short those cut short; the one that
    /// stays lists where all were found
    #[arg(long, conflicts_with_all = ["limit", "offset", "out"])]
    pub remove: bool,
    /// Do not ask for confirmation
    #[arg(long)]
    pub yes: bool,
    #[command(flatten)]
    page: PageArgs,
    #[command(flatten)]
    pub form: FormArgs,
}

impl DuplicatesArgs {
    pub fn ask(&self, snapshot: &Snapshot) -> Result<Text, QueryError> {
        let PageArgs { limit, offset } = self.page;
        let options = DuplicatesOptions {
            offset,
            limit,
            alike: match (self.cut_short, self.near) {
                (true, _) => Some(AlikeSearch::CutShort),
                (_, true) => Some(AlikeSearch::Near),
                _ => None,
            },
        };
        let bar = CountBar::new(!self.form.json(), "games");
        let duplicates = duplicates(snapshot, options, |done, all| bar.tell(done, all))?;
        drop(bar);
        Ok(if self.form.json() {
            json(&duplicates).into()
        } else {
            duplicates_text(duplicates)
        })
    }

    /// Returns the games to remove, each with the game to keep, and shows progress.
    pub fn redundant(&self, snapshot: &Snapshot) -> Result<Vec<Join>, QueryError> {
        let bar = CountBar::new(!self.form.json(), "games");
        redundant(snapshot, self.cut_short, |done, all| bar.tell(done, all))
    }

    pub fn joined(&self, joins: &[Join]) -> String {
        if self.form.json() {
            let joined = joins
                .iter()
                .map(|Join { game, into }| json!({ "game": game, "into": into }));
            return json(&json!({ "games": joins.len(), "joined": joined.collect::<Vec<_>>() }));
        }
        let mut text: String = joins
            .iter()
            .map(|Join { game, into }| format!("game {game} removed, a duplicate of game {into}\n"))
            .collect();
        text.push_str(&format!("{} removed\n", counted(joins.len() as u64, "duplicate")));
        text
    }
}
