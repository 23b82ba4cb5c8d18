use super::layout::ROWS_PER_PAGE;
use super::manifest::FileEntry;
use crate::facts::Column;
use crate::facts::parquet::{schema, write_column};
use crate::files::{CheckedWriter, FileError};
use parquet::basic::{Compression, Encoding, ZstdLevel};
use parquet::errors::{ParquetError, Result};
use parquet::file::properties::{EnabledStatistics, WriterProperties};
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::ColumnPath;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The bytes that a page of texts or records has before it is full.
const PAGE_BYTES: usize = 64 << 10;

/// Columns with long values that no query looks up. They need no statistics.
const CONTENTS: [&str; 3] = ["record", "course", "words"];

/// Columns that ascend, whose values are stored as differences.
const ASCENDING: [&str; 3] = ["key", "game", "number"];

/// A Parquet file of a table, written group by group.
pub struct TableWriter<R: 'static> {
    columns: &'static [Column<R>],
    /// The path of the file, and its path within the dataset.
    path: PathBuf,
    name: String,
    rows: u64,
    out: SerializedFileWriter<CheckedWriter<File>>,
}

impl<R> TableWriter<R> {
    /// Begins the file `name` of a table in the folder of a dataset.
    pub fn create(dataset: &Path, name: String, columns: &'static [Column<R>]) -> Result<Self, FileError> {
        let path = dataset.join(&name);
        let out = begin(&path, columns).map_err(FileError::writing(&path))?;
        Ok(Self {
            columns,
            path,
            name,
            rows: 0,
            out,
        })
    }

    /// Writes a row group, unless it has no rows.
    pub fn write_group(&mut self, rows: &[R]) -> Result<(), FileError> {
        if rows.is_empty() {
            return Ok(());
        }
        self.write_columns(rows)
            .map_err(|error| FileError::writing(&self.path)(io_error(error)))?;
        self.rows += rows.len() as u64;
        Ok(())
    }

    fn write_columns(&mut self, rows: &[R]) -> Result<()> {
        let mut group = self.out.next_row_group()?;
        for column in self.columns {
            if let Some(mut out) = group.next_column()? {
                write_column(&mut out, column, rows)?;
                out.close()?;
            }
        }
        group.close().map(drop)
    }

    /// Completes the file and returns its entry in the manifest.
    pub fn finish(self) -> Result<FileEntry, FileError> {
        let out = self.out.into_inner();
        let CheckedWriter { bytes, crc32, .. } =
            out.map_err(|error| FileError::writing(&self.path)(io_error(error)))?;
        Ok(FileEntry {
            path: self.name,
            bytes,
            rows: self.rows,
            crc32: Some(crc32.finalize()),
        })
    }
}

fn begin<R>(path: &Path, columns: &[Column<R>]) -> io::Result<SerializedFileWriter<CheckedWriter<File>>> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    let file = CheckedWriter::new(File::create_new(path)?);
    let schema = schema(columns).map_err(io_error)?;
    SerializedFileWriter::new(file, schema, properties(columns)).map_err(io_error)
}

fn io_error(error: ParquetError) -> io::Error {
    match error {
        ParquetError::External(source) => match source.downcast() {
            Ok(error) => *error,
            Err(other) => io::Error::other(other),
        },
        error => io::Error::other(error),
    }
}

fn properties<R>(columns: &[Column<R>]) -> Arc<WriterProperties> {
    let mut properties = WriterProperties::builder()
        .set_compression(Compression::ZSTD(ZstdLevel::default()))
        .set_created_by(format!("bgo {}", env!("CARGO_PKG_VERSION")))
        .set_data_page_row_count_limit(ROWS_PER_PAGE)
        .set_data_page_size_limit(PAGE_BYTES)
        .set_max_row_group_row_count(None);
    for Column { name, .. } in columns {
        let path = ColumnPath::from(*name);
        if CONTENTS.contains(name) {
            properties = properties
                .set_column_dictionary_enabled(path.clone(), false)
                .set_column_statistics_enabled(path, EnabledStatistics::None);
        } else if ASCENDING.contains(name) {
            properties = properties
                .set_column_dictionary_enabled(path.clone(), false)
                .set_column_encoding(path, Encoding::DELTA_BINARY_PACKED);
        }
    }
    Arc::new(properties.build())
}
