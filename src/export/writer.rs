//! The forms of output, which receive games one after another.

use super::game::ExportGame;
use super::tables::ExportRow;
use crate::facts::parquet::{schema, write_column};
use crate::facts::{Column, Value};
use crate::files::CsvWriter;
use crate::record::{UTF_8_MARK, needs_mark};
use flate2::Compression;
use flate2::write::GzEncoder;
use parquet::basic::{Compression as PageCompression, ZstdLevel};
use parquet::file::properties::WriterProperties;
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::ColumnPath;
use serde::ser::{SerializeMap, Serializer};
use std::fs::File;
use std::io::{self, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::PathBuf;
use std::sync::Arc;

/// The number of bytes to write at a time.
pub const BUFFER: usize = 256 << 10;

/// The number of games held in memory until their columns are written.
const GROUP_GAMES: usize = if cfg!(test) { 2 } else { 10_000 };

/// The maximum number of bytes of moves held in memory. A game may have 65,535
/// moves.
const GROUP_BYTES: usize = 64 << 20;

pub enum GameWriter<W: Write + Send> {
    /// A folder with one file for each game.
    Folder(PathBuf),
    /// A compressed archive of the same files. It stores no times or owners, so the
    /// same games always give the same bytes.
    Tgz(tar::Builder<GzEncoder<W>>),
    /// One SGF file with all games, and whether one has a character that requires a byte order mark.
    Collection(BufWriter<File>, bool),
    /// Comma-separated values below a line of column names. A missing value is an
    /// empty field.
    Csv(Vec<Column<ExportRow>>, CsvWriter<W>),
    /// One JSON object for each line.
    JsonLines(Vec<Column<ExportRow>>, W),
    /// An Apache Parquet file. A missing value is null.
    Parquet {
        columns: Vec<Column<ExportRow>>,
        rows: Vec<ExportRow>,
        bytes: usize,
        out: SerializedFileWriter<W>,
    },
}

impl<W: Write + Send> GameWriter<W> {
    pub fn tgz(out: W) -> Self {
        Self::Tgz(tar::Builder::new(GzEncoder::new(out, Compression::default())))
    }

    pub fn csv(out: W, columns: Vec<Column<ExportRow>>, for_spreadsheet: bool) -> io::Result<Self> {
        let mut out = CsvWriter::new(out, csv::Terminator::Any(b'\n'), for_spreadsheet);
        columns.iter().try_for_each(|column| out.text(column.name))?;
        out.end_row()?;
        Ok(Self::Csv(columns, out))
    }

    pub fn parquet(out: W, columns: Vec<Column<ExportRow>>) -> io::Result<Self> {
        let properties = WriterProperties::builder()
            .set_compression(PageCompression::ZSTD(ZstdLevel::default()))
            .set_created_by(format!("bgo {}", env!("CARGO_PKG_VERSION")))
            // Values of these columns do not repeat.
            .set_column_dictionary_enabled(ColumnPath::from("game"), false)
            .set_column_dictionary_enabled(ColumnPath::from("moves_sgf"), false)
            .build();
        Ok(Self::Parquet {
            out: SerializedFileWriter::new(out, schema(&columns)?, Arc::new(properties))?,
            columns,
            rows: Vec::new(),
            bytes: 0,
        })
    }

    pub fn add(&mut self, game: &ExportGame) -> io::Result<()> {
        match self {
            Self::Folder(folder) => File::create_new(folder.join(game.file_name()))?.write_all(&game.stored.file()),
            Self::Tgz(archive) => {
                let sgf = game.stored.file();
                let mut header = tar::Header::new_gnu();
                header.set_mode(0o644);
                header.set_size(sgf.len() as u64);
                archive.append_data(&mut header, game.file_name(), &sgf[..])
            }
            Self::Collection(out, is_marked) => {
                let text = game.portable();
                *is_marked |= needs_mark(&text);
                writeln!(out, "{text}")
            }
            Self::Csv(columns, out) => {
                let row = game.to_row();
                for column in columns {
                    match column.value(&row) {
                        Some(Value::Whole(number)) => out.value(number)?,
                        Some(Value::Real(number)) => out.value(number)?,
                        Some(Value::Text(text)) => out.text(text)?,
                        Some(Value::Date(day)) => out.value(day)?,
                        Some(Value::Truth(truth)) => out.value(truth)?,
                        // No column of games has bytes.
                        Some(Value::Bytes(_)) | None => out.text("")?,
                    }
                }
                out.end_row()
            }
            Self::JsonLines(columns, out) => {
                let row = game.to_row();
                let mut line = serde_json::Serializer::new(&mut *out);
                let mut fields = line.serialize_map(Some(columns.len()))?;
                for column in columns {
                    fields.serialize_entry(column.name, &column.value(&row))?;
                }
                SerializeMap::end(fields)?;
                out.write_all(b"\n")
            }
            Self::Parquet { rows, bytes, .. } => {
                let row = game.to_row();
                *bytes += row.moves_sgf.len();
                rows.push(row);
                if rows.len() == GROUP_GAMES || *bytes > GROUP_BYTES {
                    self.write_group()?;
                }
                Ok(())
            }
        }
    }

    fn write_group(&mut self) -> io::Result<()> {
        if let Self::Parquet {
            columns,
            rows,
            bytes,
            out,
        } = self
            && !rows.is_empty()
        {
            let mut group = out.next_row_group()?;
            for column in columns {
                if let Some(mut out) = group.next_column()? {
                    write_column(&mut out, column, rows)?;
                    out.close()?;
                }
            }
            group.close()?;
            rows.clear();
            *bytes = 0;
        }
        Ok(())
    }

    /// Writes the rest after the last game, and flushes.
    pub fn finish(mut self) -> io::Result<()> {
        self.write_group()?;
        match self {
            Self::Folder(_) => Ok(()),
            Self::Tgz(archive) => archive.into_inner()?.finish()?.flush(),
            Self::Collection(mut out, is_marked) => {
                out.flush()?;
                // Some programs cannot read a file with a mark, and few games need one.
                if is_marked {
                    insert(out.get_mut(), &UTF_8_MARK)?;
                }
                Ok(())
            }
            Self::Csv(_, mut out) => out.flush(),
            Self::JsonLines(_, mut out) => out.flush(),
            Self::Parquet { mut out, .. } => Ok(out.finish().map(drop)?),
        }
    }
}

/// Inserts bytes at the start of a file.
fn insert(file: &mut File, bytes: &[u8]) -> io::Result<()> {
    let mut block = vec![0; BUFFER];
    let mut carried = bytes.to_vec();
    let mut at = 0;
    loop {
        file.seek(SeekFrom::Start(at))?;
        let read = file.read(&mut block)?;
        file.seek(SeekFrom::Start(at))?;
        if read == 0 {
            return file.write_all(&carried);
        }
        carried.extend(&block[..read]);
        file.write_all(&carried[..read])?;
        carried.drain(..read);
        at += read as u64;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_come_before_those_of_a_file_of_any_length() {
        for length in [0, 1, 3, BUFFER - 1, BUFFER, 2 * BUFFER + 7] {
            let bytes: Vec<u8> = (0..length).map(|at| (at % 251) as u8).collect();
            let mut file = tempfile::tempfile().expect("a file");
            file.write_all(&bytes).expect("room");
            insert(&mut file, b"abc").expect("room");
            let mut found = Vec::new();
            file.seek(SeekFrom::Start(0)).expect("seeks");
            file.read_to_end(&mut found).expect("reads");
            assert!(found == [b"abc", &bytes[..]].concat(), "{length}");
        }
    }
}
