use super::collection::Collection;
use super::columns::columns;
use super::error::ExportError;
use super::game::Game;
use super::originals::{Folder, Tgz};
use super::parquet::Parquet;
use super::staged::Staged;
use super::tables::{Csv, JsonLines};
use super::target::{Form, Target};
use crate::query::{Choice, Sort};
use crate::store::Snapshot;
use serde::Serialize;
use std::io::{self, BufWriter};

/// What was exported. Serialised, it is the document that `bgo export --json`
/// prints.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Exported {
    /// How many games.
    pub games: u64,
    /// How many bytes the files have.
    pub bytes: u64,
}

/// What games are written to, one after another.
pub trait Sink {
    /// Writes one more.
    fn add(&mut self, game: &Game) -> io::Result<()>;

    /// Writes what comes after the last one.
    fn finish(self: Box<Self>) -> io::Result<()>;
}

/// Bytes that are written at a time.
pub(super) const BUFFER: usize = 256 << 10;

/// Writes the games that are chosen, in this order. `progress` is told how
/// many of how many are written.
///
/// # Errors
/// What [`Choice::games`] fails with; a target that is there already or cannot
/// be written. Nothing is left then.
pub fn export(
    snapshot: &Snapshot,
    choice: &Choice<'_>,
    sort: Sort,
    reverse: bool,
    target: &Target,
    mut progress: impl FnMut(u64, u64),
) -> Result<Exported, ExportError> {
    let staged = Staged::new(target, snapshot.path())?;
    let failed = |source| target.failed(source);
    let chosen = choice.games(snapshot, sort, reverse)?;
    // A table without rows is one; an archive without records is nothing.
    if chosen.is_empty() && target.form.is_of_records() {
        return Err(ExportError::NoGames);
    }
    let of_position = matches!(choice, Choice::Position(_));
    let mut sink = sink(&staged, target, of_position)?;
    let games = chosen.len() as u64;
    progress(0, games);
    for (done, chosen) in (1..).zip(&chosen) {
        sink.add(&Game::read(snapshot, choice, chosen)?).map_err(failed)?;
        progress(done, games);
    }
    sink.finish().map_err(failed)?;
    let bytes = staged.complete()?;
    Ok(Exported { games, bytes })
}

fn sink(staged: &Staged, target: &Target, of_position: bool) -> Result<Box<dyn Sink>, ExportError> {
    let failed = |source| target.failed(source);
    let Some(file) = staged.file() else {
        return Ok(Box::new(Folder(staged.path().to_owned())));
    };
    let out = BufWriter::with_capacity(BUFFER, file?);
    let columns = columns(of_position);
    Ok(match target.form {
        Form::Folder => Box::new(Folder(staged.path().to_owned())),
        Form::Tgz => Box::new(Tgz::new(out)),
        Form::Collection => Box::new(Collection::new(out)),
        Form::Csv => Box::new(Csv::new(out, columns, target.for_spreadsheet).map_err(failed)?),
        Form::JsonLines => Box::new(JsonLines::new(out, columns)),
        Form::Parquet => Box::new(Parquet::new(out, columns).map_err(failed)?),
    })
}
