use super::Global;
use super::output::{print, print_json};
use crate::render::counted;
use crate::store::{Removed, Selection};
use anyhow::Result;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::process::ExitCode;
use std::str::FromStr;
use thiserror::Error;

/// Remove games, as if they had never been imported
///
/// A game of the archives that another archive has too stays, as that one has
/// it. Numbers of games are not used again.
#[derive(Debug, clap::Args)]
#[command(group = clap::ArgGroup::new("games").required(true).multiple(true).args(["archive", "game"]))]
pub(super) struct RemoveArgs {
    /// The games of an archive: its path, or its name if only one has that
    #[arg(long, value_name = "PATH")]
    archive: Vec<PathBuf>,
    /// Games by their numbers: N or N..M
    #[arg(long, value_name = "NUMBERS")]
    game: Vec<Numbers>,
    /// Print what was done as one JSON document
    #[arg(long)]
    json: bool,
    /// Print nothing
    #[arg(long, short)]
    quiet: bool,
}

/// `N` or `N..M`, both included.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Numbers(RangeInclusive<i64>);

#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("expected a game's number from 1 on, or a range of them such as 100..200")]
struct NumbersError;

impl FromStr for Numbers {
    type Err = NumbersError;

    fn from_str(text: &str) -> Result<Self, NumbersError> {
        let number = |text: &str| text.trim().parse().ok().filter(|&n: &i64| n >= 1).ok_or(NumbersError);
        let (first, last) = text.split_once("..").unwrap_or((text, text));
        let range = number(first)?..=number(last)?;
        if range.is_empty() {
            Err(NumbersError)
        } else {
            Ok(Self(range))
        }
    }
}

pub(super) fn run(global: &Global, args: &RemoveArgs) -> Result<ExitCode> {
    let mut db = global.open_existing()?;
    let selection = Selection {
        archives: args
            .archive
            .iter()
            .map(|path| db.find_archive(path))
            .collect::<Result<_, _>>()?,
        games: args.game.iter().map(|numbers| numbers.0.clone()).collect(),
    };
    let removed = db.remove(&selection)?;
    if args.json {
        print_json(&removed)?;
    } else if !args.quiet {
        let Removed {
            games,
            new_games,
            sources,
            positions,
        } = removed;
        print(&format!(
            "{} removed, with {} and {}\n",
            counted(games, "game"),
            counted(positions, "position"),
            counted(sources, "source"),
        ))?;
        if new_games > 0 {
            print(&format!(
                "{new_games} of the records left are games of their own now; a removed one had joined them to others\n"
            ))?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_ranges_of_them() {
        assert_eq!("7".parse(), Ok(Numbers(7..=7)));
        assert_eq!("7..9".parse(), Ok(Numbers(7..=9)));
        for wrong in ["", "0", "-1", "9..7", "7..", "..7", "a", "1..2..3"] {
            assert_eq!(wrong.parse::<Numbers>(), Err(NumbersError), "{wrong}");
        }
    }
}
