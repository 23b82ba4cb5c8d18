use super::{Change, FilterArgs, find_archive};
use crate::render::{counted, one_line};
use bgo::facts::Description;
use bgo::query::{Choice, Filter, Find, QueryError, Sort};
use bgo::store::{Removed, Selection, Snapshot};
use clap::Args;
use std::collections::BTreeSet;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// The games to remove.
#[derive(Args, Clone, Debug)]
pub struct RemoveArgs {
    #[command(flatten)]
    filter: FilterArgs<true>,
}

/// The reason why it is not clear which games to remove.
#[derive(Debug, Error)]
pub enum RemoveError {
    /// No option names games.
    #[error("say which games: --archive PATH, --game NUMBERS, or conditions such as --player NAME")]
    Nothing,
    /// Options of two kinds name games.
    #[error("conditions and --archive or --game do not go together")]
    Both,
    /// The question has no answer.
    #[error(transparent)]
    Query(#[from] QueryError),
}

impl RemoveArgs {
    /// Returns whether the games are named, and not chosen by conditions.
    pub fn by_name(&self) -> bool {
        let filter = self.filter.filter();
        !filter.archives.is_empty() || filter.games.is_some()
    }

    /// Returns the selection, and the numbers of its games.
    pub fn selection(
        &self,
        snapshot: &Snapshot,
        path: impl Fn(&Path) -> PathBuf,
    ) -> Result<(Selection, BTreeSet<i64>), RemoveError> {
        let mut filter = self.filter.filter();
        // Archives alone are removed as such, with their games that no other archive has. Numbers that
        // no game has are an error.
        let archives = std::mem::take(&mut filter.archives);
        let numbers = std::mem::take(&mut filter.games);
        let selection = match (filter.is_empty(), self.by_name()) {
            (true, false) => return Err(RemoveError::Nothing),
            (false, true) => return Err(RemoveError::Both),
            (true, true) => {
                let archives = archives
                    .iter()
                    .map(|archive| find_archive(snapshot, Path::new(archive), &path));
                Selection {
                    archives: archives.collect::<Result<_, _>>().map_err(QueryError::from)?,
                    games: numbers.map(|numbers| numbers.ranges().to_vec()).unwrap_or_default(),
                    ..Selection::default()
                }
            }
            (false, false) => Selection {
                games: games(snapshot, &filter)?,
                ..Selection::default()
            },
        };
        let games = snapshot.selected_games(&selection).map_err(QueryError::from)?;
        Ok((selection, games))
    }
}

/// Returns the numbers of the games that meet a filter, neighbours together.
fn games(snapshot: &Snapshot, filter: &Filter) -> Result<Vec<RangeInclusive<i64>>, QueryError> {
    let find = Find { filter, words: &[] };
    let mut ranges: Vec<RangeInclusive<i64>> = Vec::new();
    for chosen in Choice::Find(find).games(snapshot, Sort::Number, false)? {
        match ranges.last_mut() {
            Some(last) if *last.end() + 1 == chosen.game => *last = *last.start()..=chosen.game,
            _ => ranges.push(chosen.game..=chosen.game),
        }
    }
    Ok(ranges)
}

/// Returns the question whether to remove games, after the first few of them, a line each.
pub fn removal_question(snapshot: &Snapshot, games: &BTreeSet<i64>) -> Result<String, QueryError> {
    /// The number of games that are shown.
    const SHOWN: usize = 5;
    let mut text = String::new();
    for &game in games.iter().take(SHOWN) {
        let Description { date, black, white, .. } = snapshot.description(game)?;
        let name = |name: Option<String>| name.map_or_else(|| "?".to_owned(), |name| one_line(&name));
        let date = date.unwrap_or_default();
        text.push_str(&format!("  {game}  {date:10}  {} - {}\n", name(black), name(white)));
    }
    if games.len() > SHOWN {
        text.push_str(&format!("  and {} more\n", games.len() - SHOWN));
    }
    Ok(text + &Change::Remove(games.len() as u64).question())
}

/// Returns what was removed, in one or two lines.
pub fn removed_text(removed: &Removed) -> String {
    let Removed {
        games,
        new_games,
        sources,
        positions,
    } = *removed;
    let mut text = format!(
        "{} removed, with {} and {}\n",
        counted(games, "game"),
        counted(positions, "position"),
        counted(sources, "source"),
    );
    if new_games > 0 {
        let records = if new_games == 1 { "its record" } else { "their records" };
        text.push_str(&format!(
            "{}: {records} had been merged with a record that was removed\n",
            counted(new_games, "new game")
        ));
    }
    text
}
