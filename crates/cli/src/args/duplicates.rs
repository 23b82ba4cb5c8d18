use super::question::json;
use super::{FormArgs, PageArgs, YesArgs};
use crate::render::{CountBar, Text, counted, duplicates_text};
use bgo::query::{DuplicatesOptions, QueryError, duplicates, redundant};
use bgo::store::{Join, Snapshot};
use clap::Args;
use serde::Serialize;

/// Arguments for the list of games that were found more than once.
#[derive(Args, Clone, Debug)]
#[command(mut_arg("yes", |yes| yes.requires("remove")))]
pub struct DuplicatesArgs {
    /// Also find records that were cut short; this reads every game
    #[arg(long)]
    cut_short: bool,
    /// Keep one game of those with the same moves, and with --cut-short the longest; it gets the
    /// sources of the others
    #[arg(long, conflicts_with_all = ["limit", "offset", "out"])]
    remove: bool,
    #[command(flatten)]
    yes: YesArgs,
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

    /// Returns whether games are to be removed.
    pub const fn removes(&self) -> bool {
        self.remove
    }

    /// Returns the consent that was given beforehand.
    pub const fn yes(&self) -> YesArgs {
        self.yes
    }

    /// Returns the answer, in that form, and shows progress.
    pub fn ask(&self, snapshot: &Snapshot) -> Result<Text, QueryError> {
        let (offset, limit) = self.page.range();
        let options = DuplicatesOptions {
            offset,
            limit,
            cut_short: self.cut_short,
        };
        let bar = CountBar::new(!self.form.json(), "games");
        let duplicates = duplicates(snapshot, options, |done, all| bar.tell(done, all))?;
        drop(bar);
        Ok(match self.form.json() {
            true => json(&duplicates).into(),
            false => Text::wrapped(duplicates_text(&duplicates)),
        })
    }

    /// Returns the games to remove, each with the game to keep, and shows progress.
    pub fn redundant(&self, snapshot: &Snapshot) -> Result<Vec<Join>, QueryError> {
        let bar = CountBar::new(!self.form.json(), "games");
        redundant(snapshot, self.cut_short, |done, all| bar.tell(done, all))
    }

    /// Returns what was joined, in the form that is wanted.
    pub fn joined(&self, joins: &[Join]) -> String {
        if self.form.json() {
            let joined = joins.iter().map(|&Join { game, into }| JoinedGame { game, into });
            return json(&JoinedGames {
                games: joins.len() as u64,
                joined: joined.collect(),
            });
        }
        let mut text: String = joins
            .iter()
            .map(|Join { game, into }| format!("game {game} joined game {into}\n"))
            .collect();
        text.push_str(&format!("{} joined to others\n", counted(joins.len() as u64, "game")));
        text
    }
}

/// The games that were joined to others, as a document.
#[derive(Serialize)]
struct JoinedGames {
    games: u64,
    joined: Vec<JoinedGame>,
}

#[derive(Serialize)]
struct JoinedGame {
    game: i64,
    into: i64,
}
