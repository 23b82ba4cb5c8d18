//! The forms of output, which receive games one after another.

use super::game::ExportGame;
use super::tables::ExportRow;
use crate::facts::parquet::{schema, write_column};
use crate::facts::{Column, Value};
use crate::files::CsvWriter;
use crate::record::UTF_8_MARK;
use flate2::Compression;
use flate2::write::GzEncoder;
use parquet::basic::{Compression as PageCompression, ZstdLevel};
use parquet::file::properties::WriterProperties;
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::ColumnPath;
use serde::ser::{SerializeMap, Serializer};
use std::fs::File;
use std::io::{self, Write};
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
    /// One SGF file with all games.
    Collection(W),
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

    /// Begins with a byte order mark if `is_marked`.
    pub fn collection(mut out: W, is_marked: bool) -> io::Result<Self> {
        if is_marked {
            out.write_all(&UTF_8_MARK)?;
        }
        Ok(Self::Collection(out))
    }

    pub fn csv(mut out: W, columns: Vec<Column<ExportRow>>, for_spreadsheet: bool) -> io::Result<Self> {
        if for_spreadsheet {
            // Without it, Excel takes the text for one in the encoding of the system.
            out.write_all(&UTF_8_MARK)?;
        }
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
            Self::Collection(out) => writeln!(out, "{}", game.portable()),
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
            Self::Csv(_, mut out) => out.flush(),
            Self::Collection(mut out) | Self::JsonLines(_, mut out) => out.flush(),
            Self::Parquet { mut out, .. } => Ok(out.finish().map(drop)?),
        }
    }
}
