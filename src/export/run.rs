use super::error::ExportError;
use super::game::ExportGame;
use super::new_folder::{NewFolder, check_empty};
use super::tables::{MOVES, columns};
use super::target::{Form, Target};
use super::writer::{BUFFER, GameWriter};
use crate::files::{CheckedWriter, NewFile};
use crate::query::{Choice, Chosen, Page};
use crate::record::needs_mark;
use crate::store::Snapshot;
use serde::Serialize;
use std::fs::File;
use std::io::{BufWriter, Write};

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
    mut progress: impl FnMut(u64, u64),
) -> Result<Exported, ExportError> {
    if target.form == Form::Folder {
        let folder = NewFolder::begin(&target.path, Vec::new(), check_empty)?;
        let chosen = chosen(snapshot, choice, page, target, &mut progress)?;
        let writer = GameWriter::<File>::Folder(folder.path());
        let games = write(snapshot, choice, &chosen, target, writer, progress)?;
        let bytes = folder.complete(check_empty)?;
        return Ok(Exported { games, bytes });
    }
    // The database file is never replaced.
    let used = [(snapshot.path(), "database")];
    let file = NewFile::new(&target.path, target.overwrite, &used)?;
    let chosen = chosen(snapshot, choice, page, target, &mut progress)?;
    let out = BufWriter::with_capacity(BUFFER, file.file()?);
    let writer = stream_writer(out, snapshot, choice, &chosen, target)?;
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
    mut progress: impl FnMut(u64, u64),
) -> Result<Exported, ExportError> {
    if target.form == Form::Folder {
        return Err(ExportError::FolderInStream);
    }
    let chosen = chosen(snapshot, choice, page, target, &mut progress)?;
    let mut out = BufWriter::with_capacity(BUFFER, CheckedWriter::new(out));
    let writer = stream_writer(&mut out, snapshot, choice, &chosen, target)?;
    let games = write(snapshot, choice, &chosen, target, writer, progress)?;
    out.flush().map_err(|source| target.failed(source))?;
    Ok(Exported {
        games,
        bytes: out.get_ref().bytes,
    })
}

fn chosen(
    snapshot: &Snapshot,
    choice: &Choice<'_>,
    page: Page,
    target: &Target,
    progress: &mut impl FnMut(u64, u64),
) -> Result<Vec<Chosen>, ExportError> {
    let (games, chosen) = choice.page(snapshot, page)?;
    // A table may be empty; an archive without records would be useless.
    if !chosen.is_empty() || !target.form.is_of_records() {
        progress(0, chosen.len() as u64);
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
    for (done, chosen) in (1..).zip(chosen) {
        writer
            .add(&ExportGame::read(snapshot, choice, chosen)?)
            .map_err(|source| target.failed(source))?;
        progress(done, games);
    }
    writer.finish().map_err(|source| target.failed(source))?;
    Ok(games)
}

fn stream_writer<W: Write + Send>(
    out: W,
    snapshot: &Snapshot,
    choice: &Choice<'_>,
    chosen: &[Chosen],
    target: &Target,
) -> Result<GameWriter<W>, ExportError> {
    let columns = [columns(choice), vec![MOVES]].concat();
    let writer = match target.form {
        Form::Tgz => Ok(GameWriter::tgz(out)),
        Form::Collection => GameWriter::collection(out, any_needs_mark(snapshot, chosen)?),
        Form::JsonLines => Ok(GameWriter::JsonLines(columns, out)),
        Form::Parquet => GameWriter::parquet(out, columns),
        _ => GameWriter::csv(out, columns, target.for_spreadsheet),
    };
    writer.map_err(|source| target.failed(source))
}

/// Returns whether a file of the games needs a byte order mark. Few games do, and some programs cannot read a file
/// with one.
fn any_needs_mark(snapshot: &Snapshot, chosen: &[Chosen]) -> Result<bool, ExportError> {
    for chosen in chosen {
        if needs_mark(&snapshot.record(chosen.game)?.text()) {
            return Ok(true);
        }
    }
    Ok(false)
}
