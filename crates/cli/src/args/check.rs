use super::question::json;
use crate::render::{CountBar, Text, counted};
use bgo::store::{Checked, Database, StoreError};
use clap::Args;
use serde::Serialize;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Arguments for verifying the database.
#[derive(Args, Clone, Copy, Debug)]
pub struct CheckArgs {
    /// Print the result as one JSON document
    #[arg(long)]
    json: bool,
    /// Show no progress, and nothing if there are no problems
    #[arg(long, short)]
    quiet: bool,
}

/// The result of a check.
#[derive(Serialize)]
pub struct Report {
    /// The numbers of games and positions that were verified, and the problems.
    #[serde(flatten)]
    pub checked: Checked,
    /// The repaired parts, if damage was to be repaired.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub repaired: Option<Vec<String>>,
}

/// A database with problems, at least one.
#[derive(Debug, Error)]
#[error("{} is damaged: {} found", path.display(), match problems {
    1 => "1 problem was".to_owned(),
    _ => format!("{problems} problems were"),
})]
pub struct Damaged {
    path: PathBuf,
    problems: usize,
}

impl CheckArgs {
    /// Verifies the database and shows progress.
    pub fn check(&self, database: &Database) -> Result<Checked, StoreError> {
        let bar = CountBar::new(!self.quiet, "games");
        let all = database
            .snapshot()
            .and_then(|snapshot| snapshot.state())
            .map_or(0, |state| state.games);
        database.check(|games| bar.tell(games, all))
    }

    /// Returns the report as it is wanted.
    pub fn text(&self, report: &Report) -> Text {
        Text::from(if self.json {
            json(report)
        } else {
            report.lines(self.quiet)
        })
    }
}

impl Report {
    /// Fails if the database at `path` has problems.
    pub fn require_sound(&self, path: &Path) -> Result<(), Damaged> {
        match self.checked.problems.len() {
            0 => Ok(()),
            problems => Err(Damaged {
                path: path.to_owned(),
                problems,
            }),
        }
    }

    fn lines(&self, quiet: bool) -> String {
        let Self { checked, repaired } = self;
        let mut lines: Vec<String> = repaired
            .iter()
            .flatten()
            .map(|part| format!("repaired: {part}"))
            .collect();
        let Checked {
            games,
            positions,
            problems,
        } = checked;
        lines.extend_from_slice(problems);
        if problems.is_empty() && !quiet {
            let (games, positions) = (counted(*games, "game"), counted(*positions, "position"));
            lines.push(format!("no problems: {games}, {positions}"));
        }
        lines.iter().map(|line| format!("{line}\n")).collect()
    }
}
