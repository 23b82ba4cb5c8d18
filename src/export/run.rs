use super::collection::Collection;
use super::columns::columns;
use super::error::ExportError;
use super::game::Game;
use super::game_writer::{BUFFER, GameWriter};
use super::originals::{Folder, Tgz};
use super::parquet::Parquet;
use super::staged::Staged;
use super::tables::{Csv, JsonLines};
use super::target::{Form, Target};
use crate::query::{Choice, Sort};
use crate::store::Snapshot;
use serde::Serialize;
use std::io::BufWriter;

/// The size of a complete export.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Exported {
    /// The number of games written.
    pub games: u64,
    /// The number of bytes of all files.
    pub bytes: u64,
}

/// Writes the chosen games in the given order. Calls `progress` with the number of
/// games written and the number of all games. A failed export leaves no output.
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
    // A table may be empty; an archive without records would be useless.
    if chosen.is_empty() && target.form.is_of_records() {
        return Err(ExportError::NoGames);
    }
    let mut writer = writer(&staged, target, choice)?;
    let games = chosen.len() as u64;
    progress(0, games);
    for (done, chosen) in (1..).zip(&chosen) {
        writer.add(&Game::read(snapshot, choice, chosen)?).map_err(failed)?;
        progress(done, games);
    }
    writer.finish().map_err(failed)?;
    let bytes = staged.complete()?;
    Ok(Exported { games, bytes })
}

fn writer(staged: &Staged, target: &Target, choice: &Choice<'_>) -> Result<Box<dyn GameWriter>, ExportError> {
    let failed = |source| target.failed(source);
    let Some(file) = staged.file() else {
        return Ok(Box::new(Folder(staged.path().to_owned())));
    };
    let out = BufWriter::with_capacity(BUFFER, file?);
    let columns = columns(choice);
    Ok(match target.form {
        Form::Folder => Box::new(Folder(staged.path().to_owned())),
        Form::Tgz => Box::new(Tgz::new(out)),
        Form::Collection => Box::new(Collection::new(out)),
        Form::Csv => Box::new(Csv::new(out, columns, target.for_spreadsheet).map_err(failed)?),
        Form::JsonLines => Box::new(JsonLines::new(out, columns)),
        Form::Parquet => Box::new(Parquet::new(out, columns).map_err(failed)?),
    })
}
