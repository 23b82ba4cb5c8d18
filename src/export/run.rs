use super::error::ExportError;
use super::game::ExportGame;
use super::new_folder::{NewFolder, check_empty};
use super::tables::{MOVES, columns};
use super::target::{Form, Target};
use super::writer::{BUFFER, GameWriter};
use crate::files::{CheckedWriter, NewFile};
use crate::query::{Choice, Chosen, Page};
use crate::store::Snapshot;
use serde::Serialize;
use std::fs::File;
use std::io::{self, BufWriter, Seek, Write};

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
    page: Page,
    target: &Target,
    progress: impl FnMut(u64, u64),
) -> Result<Exported, ExportError> {
    if target.form == Form::Folder {
        let folder = NewFolder::begin(&target.path, Vec::new(), check_empty)?;
        let chosen = chosen(snapshot, choice, page, target)?;
        let writer = GameWriter::<File>::Folder(folder.path());
        let games = write(snapshot, choice, &chosen, target, writer, progress)?;
        let bytes = folder.complete(check_empty)?;
        return Ok(Exported { games, bytes });
    }
    // The database file is never replaced.
    let used = [(snapshot.path(), "database")];
    let file = NewFile::new(&target.path, target.overwrite, &used)?;
    let chosen = chosen(snapshot, choice, page, target)?;
    let out = BufWriter::with_capacity(BUFFER, file.file()?);
    let writer = match target.form {
        Form::Collection => GameWriter::Collection(out, false),
        _ => stream_writer(out, target, choice)?,
    };
    let games = write(snapshot, choice, &chosen, target, writer, progress)?;
    let bytes = file.complete()?;
    Ok(Exported { games, bytes })
}

/// Writes the chosen games in the given order to a stream, such as a pipe. The path
/// of `target` only names the stream in errors. A folder is no stream.
pub fn export_to(
    snapshot: &Snapshot,
    choice: &Choice<'_>,
    page: Page,
    target: &Target,
    out: impl Write + Send,
    progress: impl FnMut(u64, u64),
) -> Result<Exported, ExportError> {
    let chosen = chosen(snapshot, choice, page, target)?;
    let mut out = BufWriter::with_capacity(BUFFER, CheckedWriter::new(out));
    let games = match target.form {
        Form::Folder => return Err(ExportError::FolderInStream),
        Form::Collection => {
            // The mark before the first game depends on all games.
            let mut file = tempfile::tempfile().map_err(|source| target.failed(source))?;
            let copy = file.try_clone().map_err(|source| target.failed(source))?;
            let copy = BufWriter::with_capacity(BUFFER, copy);
            let writer = GameWriter::<File>::Collection(copy, false);
            let games = write(snapshot, choice, &chosen, target, writer, progress)?;
            file.rewind()
                .and_then(|()| io::copy(&mut file, &mut out))
                .map_err(|source| target.failed(source))?;
            games
        }
        _ => {
            let writer = stream_writer(&mut out, target, choice)?;
            write(snapshot, choice, &chosen, target, writer, progress)?
        }
    };
    out.flush().map_err(|source| target.failed(source))?;
    Ok(Exported {
        games,
        bytes: out.get_ref().bytes,
    })
}

fn chosen(snapshot: &Snapshot, choice: &Choice<'_>, page: Page, target: &Target) -> Result<Vec<Chosen>, ExportError> {
    let (games, chosen) = choice.page(snapshot, page)?;
    // A table may be empty; an archive without records would be useless.
    if !chosen.is_empty() || !target.form.is_of_records() {
        Ok(chosen)
    } else if games > 0 {
        Err(ExportError::NoGamesOnPage(games))
    } else {
        Err(ExportError::NoGames)
    }
}

fn write(
    snapshot: &Snapshot,
    choice: &Choice<'_>,
    chosen: &[Chosen],
    target: &Target,
    mut writer: GameWriter<impl Write + Send>,
    mut progress: impl FnMut(u64, u64),
) -> Result<u64, ExportError> {
    let games = chosen.len() as u64;
    progress(0, games);
    for (done, chosen) in (1..).zip(chosen) {
        writer
            .add(&ExportGame::read(snapshot, choice, chosen)?)
            .map_err(|source| target.failed(source))?;
        progress(done, games);
    }
    writer.finish().map_err(|source| target.failed(source))?;
    Ok(games)
}

/// Returns the writer of a form that needs no second look at what it has written.
fn stream_writer<W: Write + Send>(out: W, target: &Target, choice: &Choice<'_>) -> Result<GameWriter<W>, ExportError> {
    let columns = [columns(choice), vec![MOVES]].concat();
    Ok(match target.form {
        Form::Tgz => GameWriter::tgz(out),
        Form::JsonLines => GameWriter::JsonLines(columns, out),
        Form::Parquet => GameWriter::parquet(out, columns).map_err(|source| target.failed(source))?,
        _ => GameWriter::csv(out, columns, target.for_spreadsheet).map_err(|source| target.failed(source))?,
    })
}
