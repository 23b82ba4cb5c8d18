//! Changes of the games of a database: imports and removals, and the consent to them.

use super::{FilterArgs, Out, database_files, find_archive, inputs, is_standard, with_archives};
use crate::render::{counted, one_line};
use bgo::internal::archive::Spooled;
use bgo::internal::dataset::{DatasetError, is_dataset};
use bgo::internal::facts::Description;
use bgo::internal::files::NewFileError;
use bgo::internal::import::{ImportSummary, ReadFailure, has_games};
use bgo::internal::interrupt::Interrupt;
use bgo::internal::query::{Choice, Filter, Find, QueryError, Sort};
use bgo::internal::store::{Removed, Selection, Snapshot};
use clap::Args;
use std::collections::BTreeSet;
use std::io::{self, Error, IsTerminal, Write, stdin};
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The paths of an import, and the conditions on games of a dataset.
#[derive(Args, Clone, Debug)]
pub struct ImportArgs {
    /// TGZ, tar or zip archives, folders, single SGF files, or other bgo databases; - is standard
    /// input
    #[arg(value_name = "PATH", required_unless_present = "dataset")]
    paths: Vec<PathBuf>,
    /// A dataset that an export or an import on a cluster wrote
    #[arg(long, value_name = "FOLDER", conflicts_with = "paths")]
    dataset: Option<PathBuf>,
    /// Also add games that were removed before
    #[arg(long)]
    pub removed: bool,
    /// Write one JSON line for every rejected, repaired, removed or duplicate game; - is standard output, except in the shell
    #[arg(long, value_name = "FILE")]
    pub report: Option<PathBuf>,
    /// Replace an existing report
    #[arg(long, requires = "report")]
    overwrite: bool,
    #[command(flatten)]
    filter: FilterArgs<true>,
}

impl ImportArgs {
    /// Begins the report, if one is wanted. Fails if it would replace the database or a file with games.
    pub fn begin_report(
        &self,
        database: &Path,
        path: impl Fn(&Path) -> PathBuf,
    ) -> Result<Option<Report>, NewFileError> {
        let Some(file) = &self.report else { return Ok(None) };
        let mut used = database_files(database);
        used.extend(inputs(&self.paths(&path)));
        let target = path(file);
        let out = match Out::begin(&target, self.overwrite, &used) {
            Ok(_) | Err(NewFileError::Exists(_)) if has_games(&target) => Err(NewFileError::HasGames(target)),
            begun => begun,
        };
        let out = out.map_err(|error| error.naming(file))?;
        let writer = out.writer()?;
        Ok(Some(Report { out, writer }))
    }

    /// Returns a line that says where to read why games were rejected, or which command writes it down.
    pub fn reasons(&self, command: &str, summary: &ImportSummary) -> String {
        match &self.report {
            _ if summary.rejected == 0 => String::new(),
            Some(file) => format!("{} says why\n", file.display()),
            None => format!("To see why, run: {command} … --report FILE\n"),
        }
    }

    /// Returns all paths, each as `resolve` makes it of what was typed.
    pub fn paths(&self, resolve: impl Fn(&Path) -> PathBuf) -> Vec<PathBuf> {
        let typed = self.paths.iter().chain(&self.dataset);
        typed.map(|path| resolve(path)).collect()
    }

    pub fn filter(&self) -> Result<Filter, &'static str> {
        let filter = self.filter.filter();
        if self.dataset.is_some() || filter.is_empty() {
            Ok(filter)
        } else {
            Err("conditions choose games of a dataset: name one with --dataset, or leave them out")
        }
    }

    /// Fails if a dataset is asked for and the folder, the only one of `paths`, has none.
    pub fn require_dataset(&self, paths: &[PathBuf]) -> Result<(), ReadFailure> {
        match paths {
            // What is not there is named like any other path.
            [path] if self.dataset.is_some() && path.exists() && !is_dataset(path) => {
                Err(DatasetError::NoManifest(path.clone()).into())
            }
            _ => Ok(()),
        }
    }
}

/// The report of a running import.
pub struct Report {
    out: Out,
    pub writer: Box<dyn Write + Send>,
}

impl Report {
    /// Moves the report to its final name, unless the import failed before its first line. A later
    /// failure keeps it, because it lists games that were committed.
    pub fn complete(mut self, is_done: bool) -> Result<(), NewFileError> {
        let flushed = self.writer.flush().map_err(|error| self.out.failed(error));
        drop(self.writer);
        if is_done && flushed.is_ok() || self.out.has_content() {
            self.out.complete()?;
        }
        flushed
    }
}

pub fn require_one_stdin(paths: &[PathBuf]) -> io::Result<()> {
    match paths.iter().filter(|path| is_standard(path)).count() {
        0 | 1 => Ok(()),
        times => Err(Error::other(format!(
            "- is standard input, which can be read once; it is named {times} times"
        ))),
    }
}

/// Copies standard input to a file if one of the paths stands for it, and puts the file in
/// its place. Fails with a sentence, and with [`io::ErrorKind::Interrupted`] if the user stopped it.
pub fn spool(paths: &mut [PathBuf], stop: &Interrupt) -> io::Result<Option<Arc<Spooled>>> {
    require_one_stdin(paths)?;
    let Some(path) = paths.iter_mut().find(|path| is_standard(path)) else {
        return Ok(None);
    };
    if stdin().is_terminal() {
        return Err(Error::other("standard input is a terminal; pipe an archive into it"));
    }
    let spooled = Spooled::standard_input(stdin().lock(), stop).map_err(|error| match error.kind() {
        io::ErrorKind::Interrupted => Error::new(error.kind(), "stopped; nothing was imported"),
        _ => Error::other(format!("standard input cannot be read: {error}")),
    })?;
    spooled.path().clone_into(path);
    Ok(Some(spooled.into()))
}

/// A change that needs the consent of the user.
#[derive(Clone, Copy, Debug)]
pub enum Change {
    /// The removal of games, and how many of them other archives also have.
    Remove { games: u64, elsewhere: u64 },
    /// The removal of this many games whose sources others get.
    Join(u64),
}

impl Change {
    pub const fn is_nothing(self) -> bool {
        matches!(self, Self::Remove { games: 0, .. } | Self::Join(0))
    }

    pub fn question(self) -> String {
        format!("Remove {}{}?", self.counted(), self.elsewhere())
    }

    /// Lists the first few games, one per line, then asks.
    pub fn question_about(
        self,
        snapshot: &Snapshot,
        games: impl ExactSizeIterator<Item = i64>,
    ) -> Result<String, QueryError> {
        const SHOWN: usize = 5;
        let more = games.len().saturating_sub(SHOWN);
        let mut text = String::new();
        for game in games.take(SHOWN) {
            let Description { date, black, white, .. } = snapshot.description(game)?;
            let date = date.unwrap_or_default();
            let [black, white] = [black, white].map(|name| one_line(name.as_deref().unwrap_or("?")));
            text.push_str(&format!("  {game}  {date:10}  {black} - {white}\n"));
        }
        if more > 0 {
            text.push_str(&format!("  and {more} more\n"));
        }
        Ok(text + &self.question())
    }

    /// Returns the reason why it is not done where nobody can be asked.
    pub fn refusal(self) -> String {
        let them = match self {
            Self::Remove { games: 1, .. } | Self::Join(1) => "it",
            _ => "them",
        };
        let (counted, elsewhere) = (self.counted(), self.elsewhere());
        format!("{counted} would be removed{elsewhere}; --yes removes {them}")
    }

    pub fn notice(self) -> String {
        format!("{} will be removed{}", self.counted(), self.elsewhere())
    }

    fn counted(self) -> String {
        match self {
            Self::Remove { games, .. } => counted(games, "game"),
            Self::Join(games) => counted(games, "duplicate"),
        }
    }

    /// Returns how many of the games to remove other archives also have, or nothing.
    fn elsewhere(self) -> String {
        match self {
            Self::Remove { elsewhere: 0, .. } | Self::Join(_) => String::new(),
            Self::Remove { games: 1, .. } => ", which other archives also have".to_owned(),
            Self::Remove { elsewhere, .. } => format!(", {elsewhere} of which other archives also have"),
        }
    }
}

/// Returns whether a filter has nothing but archives, or nothing but numbers of games.
fn is_by_name(filter: &Filter) -> bool {
    let conditions = Filter {
        archives: Vec::new(),
        games: None,
        ..filter.clone()
    };
    conditions.is_empty() && (filter.archives.is_empty() || filter.games.is_none())
}

/// The message of a removal that does not say what to remove.
pub const WHICH_GAMES: &str = "say which games: --archive PATH, --game NUMBERS, or conditions such as --player NAME";

/// Returns whether archives or numbers alone name the games to remove. Fails if nothing says which.
pub fn require_selection(filter: &Filter) -> Result<bool, &'static str> {
    if filter.is_empty() {
        return Err(WHICH_GAMES);
    }
    Ok(is_by_name(filter))
}

/// The games that a filter selects to be removed.
pub struct Removal {
    pub selection: Selection,
    games: BTreeSet<i64>,
    /// The number of games that archives also have which the filter does not name.
    elsewhere: u64,
}

impl Removal {
    pub fn of(mut filter: Filter, snapshot: &Snapshot, path: impl Fn(&Path) -> PathBuf) -> Result<Self, QueryError> {
        let archives = filter.archives.iter();
        let archives = archives.map(|archive| find_archive(snapshot, Path::new(archive), &path));
        let archives: BTreeSet<i64> = archives.collect::<Result<_, _>>()?;
        // Archives alone are removed as such, with their games that no other archive has. Numbers that
        // no game has are an error.
        if is_by_name(&filter) {
            let numbers = filter.games.take();
            let selection = Selection {
                archives,
                games: numbers.map(|numbers| numbers.ranges().to_vec()).unwrap_or_default(),
                ..Selection::default()
            };
            return Ok(Self {
                games: snapshot.selected_games(&selection)?,
                selection,
                elsewhere: 0,
            });
        }
        let selection = Selection {
            games: games(snapshot, &with_archives(filter, snapshot, path)?)?,
            ..Selection::default()
        };
        let games = snapshot.selected_games(&selection)?;
        let archives = archives.into_iter().map(|archive| snapshot.archive_path(archive));
        let archives: Vec<String> = archives.collect::<Result<_, _>>()?;
        let mut elsewhere = 0;
        if !archives.is_empty() {
            for &game in &games {
                let sources = snapshot.source_places(game)?;
                let is_elsewhere = sources.iter().any(|source| !archives.contains(&source.archive));
                elsewhere += u64::from(is_elsewhere);
            }
        }
        Ok(Self {
            selection,
            games,
            elsewhere,
        })
    }

    pub fn change(&self) -> Change {
        Change::Remove {
            games: self.games.len() as u64,
            elsewhere: self.elsewhere,
        }
    }

    /// Lists the first few games, one per line, then asks whether to remove them.
    pub fn question_about(&self, snapshot: &Snapshot) -> Result<String, QueryError> {
        self.change().question_about(snapshot, self.games.iter().copied())
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
