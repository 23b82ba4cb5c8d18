use super::game::ExportGame;
use super::records::GameWriter;
use super::tables::ExportRow;
use crate::facts::Column;
use crate::facts::parquet::{schema, write_column};
use parquet::basic::{Compression, ZstdLevel};
use parquet::errors::Result;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::ColumnPath;
use std::io::{self, Write};
use std::sync::Arc;

/// The number of games held in memory until their columns are written.
const GROUP_GAMES: usize = if cfg!(test) { 2 } else { 10_000 };

/// The maximum number of bytes of moves held in memory. A game may have 65,535
/// moves.
const GROUP_BYTES: usize = 64 << 20;

/// An Apache Parquet file. A missing value is null.
pub struct Parquet<W: Write + Send> {
    columns: Vec<Column<ExportRow>>,
    rows: Vec<ExportRow>,
    bytes: usize,
    out: SerializedFileWriter<W>,
}

impl<W: Write + Send> Parquet<W> {
    pub fn new(out: W, columns: Vec<Column<ExportRow>>) -> io::Result<Self> {
        let schema = schema(&columns)?;
        let properties = WriterProperties::builder()
            .set_compression(Compression::ZSTD(ZstdLevel::default()))
            .set_created_by(format!("bgo {}", env!("CARGO_PKG_VERSION")))
            // Values of these columns do not repeat.
            .set_column_dictionary_enabled(ColumnPath::from("game"), false)
            .set_column_dictionary_enabled(ColumnPath::from("moves_sgf"), false)
            .build();
        Ok(Self {
            columns,
            rows: Vec::new(),
            bytes: 0,
            out: SerializedFileWriter::new(out, schema, Arc::new(properties))?,
        })
    }

    fn write_group(&mut self) -> Result<()> {
        if self.rows.is_empty() {
            return Ok(());
        }
        let mut group = self.out.next_row_group()?;
        for column in &self.columns {
            if let Some(mut out) = group.next_column()? {
                write_column(&mut out, column, &self.rows)?;
                out.close()?;
            }
        }
        group.close()?;
        self.rows.clear();
        self.bytes = 0;
        Ok(())
    }
}

impl<W: Write + Send> GameWriter for Parquet<W> {
    fn add(&mut self, game: &ExportGame) -> io::Result<()> {
        let row = game.to_row();
        self.bytes += row.moves_sgf.len();
        self.rows.push(row);
        if self.rows.len() == GROUP_GAMES || self.bytes > GROUP_BYTES {
            self.write_group()?;
        }
        Ok(())
    }

    fn finish(mut self: Box<Self>) -> io::Result<()> {
        self.write_group()?;
        self.out.finish()?;
        Ok(())
    }
}
