use super::error::ExportError;
use super::game::ExportGame;
use super::parquet::Parquet;
use super::records::{BUFFER, Collection, Folder, GameWriter, Tgz};
use super::tables::{Csv, JsonLines, MOVES, columns};
use super::target::{Form, Staged, Target};
use crate::query::{Choice, Chosen, Page};
use crate::store::Snapshot;
use serde::Serialize;
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
    let staged = Staged::new(target, snapshot.path())?;
    let chosen = chosen(snapshot, choice, page, target)?;
    let writer: Box<dyn GameWriter> = match &staged {
        Staged::Folder(folder) => Box::new(Folder(folder.path())),
        Staged::File(file) => {
            let out = BufWriter::with_capacity(BUFFER, file.file()?);
            match target.form {
                Form::Collection => Box::new(Collection::new(out)),
                _ => stream_writer(out, target, choice)?,
            }
        }
    };
    let games = write(snapshot, choice, &chosen, target, writer, progress)?;
    let bytes = staged.complete()?;
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
    let mut out = CountingWriter {
        out: BufWriter::with_capacity(BUFFER, out),
        bytes: 0,
    };
    let games = match target.form {
        Form::Folder => return Err(ExportError::FolderInStream),
        Form::Collection => {
            // The mark before the first game depends on all games.
            let mut file = tempfile::tempfile().map_err(|source| target.failed(source))?;
            let copy = file.try_clone().map_err(|source| target.failed(source))?;
            let writer = Box::new(Collection::new(BufWriter::with_capacity(BUFFER, copy)));
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
        bytes: out.bytes,
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
    mut writer: Box<dyn GameWriter + '_>,
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
fn stream_writer<'a>(
    out: impl Write + Send + 'a,
    target: &Target,
    choice: &Choice<'_>,
) -> Result<Box<dyn GameWriter + 'a>, ExportError> {
    let columns = [columns(choice), vec![MOVES]].concat();
    Ok(match target.form {
        Form::Tgz => Box::new(Tgz::new(out)),
        Form::JsonLines => Box::new(JsonLines::new(out, columns)),
        Form::Parquet => Box::new(Parquet::new(out, columns).map_err(|source| target.failed(source))?),
        _ => Box::new(Csv::new(out, columns, target.for_spreadsheet).map_err(|source| target.failed(source))?),
    })
}

/// A writer that counts the bytes.
struct CountingWriter<W> {
    out: W,
    bytes: u64,
}

impl<W: Write> Write for CountingWriter<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.out.write(bytes)?;
        self.bytes += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}
