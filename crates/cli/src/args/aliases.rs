//! Aliases of players.

use super::FormArgs;
use crate::render::{CountBar, Text, counted, json, one_line};
use bgo::internal::query::{QueryError, add_aliases, proposed_aliases};
use bgo::internal::record::fold;
use bgo::internal::store::{AliasedPlayer, Database, Snapshot};
use clap::Args;
use serde_json::json;

/// Arguments for the spellings of players' names.
#[derive(Args, Clone, Debug)]
pub struct AliasArgs {
    /// The name to show, then its other spellings; with one name, lists its aliases, without any, all
    #[arg(value_name = "NAME")]
    names: Vec<String>,
    /// Remove these aliases; the shown name removes all of its aliases
    #[arg(long, requires = "names")]
    remove: bool,
    /// Propose aliases: names in different records of one game, or with the same letters
    #[arg(long, conflicts_with_all = ["names", "remove"])]
    proposed: bool,
    #[command(flatten)]
    pub form: FormArgs,
}

impl AliasArgs {
    pub fn is_change(&self) -> bool {
        self.remove || self.names.len() > 1
    }

    /// Changes the aliases.
    pub fn change(&self, db: &Database) -> Result<Text, QueryError> {
        let (player, others) = match &self.names[..] {
            [player, others @ ..] if !self.remove => (player, others),
            names => return self.remove_all(db, names),
        };
        let one = add_aliases(db, player, others)?;
        Ok(match (self.form.json(), one.aliases.is_empty()) {
            (true, _) => json(&one).into(),
            (false, true) => format!("{} has one spelling; case and accents do not count\n", one_line(player)).into(),
            (false, false) => Text::wrapped(aliases_text(&one)),
        })
    }

    fn remove_all(&self, db: &Database, names: &[String]) -> Result<Text, QueryError> {
        let mut removed = Vec::new();
        let mut text = String::new();
        for name in names {
            let is_removed = db.remove_alias(name)?;
            removed.extend(is_removed.then_some(name));
            let what = if is_removed { "removed" } else { "no such alias" };
            text.push_str(&format!("{}: {what}\n", one_line(name)));
        }
        Ok(match self.form.json() {
            true => json(&json!({ "removed": removed })).into(),
            false => Text::wrapped(text),
        })
    }

    /// Lists aliases, or proposes some.
    pub fn ask(&self, snapshot: &Snapshot) -> Result<Text, QueryError> {
        if self.proposed {
            return self.propose(snapshot);
        }
        let mut players = snapshot.aliases()?;
        if let [name] = &self.names[..] {
            players.retain(|player| player.spellings().any(|spelling| fold(spelling) == fold(name)));
        }
        if self.form.json() {
            return Ok(json(&json!({ "players": players })).into());
        }
        Ok(match (&players[..], &self.names[..]) {
            ([], []) => "no aliases; alias \"Ke Jie\" 柯洁 makes two spellings one player\n".into(),
            ([], names) => format!("no aliases of {}\n", one_line(&names[0])).into(),
            (players, _) => Text::wrapped(players.iter().map(aliases_text).collect()),
        })
    }

    fn propose(&self, snapshot: &Snapshot) -> Result<Text, QueryError> {
        let bar = CountBar::new(!self.form.json(), "games");
        let proposed = proposed_aliases(snapshot, |done, all| bar.tell(done, all))?;
        drop(bar);
        if self.form.json() {
            return Ok(json(&json!({ "proposed": proposed })).into());
        }
        let lines = proposed.iter().map(|pair| {
            let [player, alias] = [&pair.player, &pair.alias].map(|name| quoted(&one_line(name)));
            let why = match pair.games {
                0 => "the same letters".to_owned(),
                games => format!("both in {}", counted(games, "game")),
            };
            format!("alias {player} {alias}  # {why}\n")
        });
        Ok(match proposed.is_empty() {
            true => "nothing to propose\n".into(),
            false => Text::from(lines.collect::<String>()),
        })
    }
}

fn aliases_text(one: &AliasedPlayer) -> String {
    let names: Vec<_> = one.spellings().map(|name| one_line(name)).collect();
    format!("{}\n", names.join(" = "))
}

/// Returns a name as the shell, and those of systems, read it.
fn quoted(name: &str) -> String {
    if name.chars().all(char::is_alphanumeric) {
        return name.to_owned();
    }
    format!("'{}'", name.replace('\'', r"'\''"))
}
