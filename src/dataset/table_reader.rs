use super::error::DatasetError;
use super::manifest::FileEntry;
use super::pages::Pages;
use crate::facts::{Column, Kind};
use crate::files::{FileError, open_regular};
use crate::interrupt::Interrupt;
use crate::record::Day;
use parquet::column::reader::{ColumnReader, ColumnReaderImpl, get_column_reader};
use parquet::data_type::DataType;
use parquet::errors::ParquetError;
use parquet::file::metadata::{ParquetMetaData, ParquetMetaDataReader, RowGroupMetaData};
use parquet::file::serialized_reader::SerializedPageReader;
use rusqlite::types::Value;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The bytes that are read at a time to compute a checksum.
const BUFFER: usize = 256 << 10;

/// A reader of some columns of a file, row group by row group.
pub struct TableReader {
    path: PathBuf,
    file: Arc<File>,
    metadata: ParquetMetaData,
    columns: Vec<Wanted>,
}

/// A column to read.
struct Wanted {
    name: &'static str,
    /// The index of the column in the file.
    index: usize,
    kind: Kind,
    is_required: bool,
}

impl TableReader {
    /// Opens a file of a dataset, to read the columns that `is_wanted` names.
    pub fn open<R>(
        dataset: &Path,
        entry: &FileEntry,
        columns: &[Column<R>],
        is_wanted: impl Fn(&str) -> bool,
    ) -> Result<Self, DatasetError> {
        let path = dataset.join(&entry.path);
        let file = open_regular(&path).map_err(FileError::reading(&path))?;
        let damaged = |reason: String| DatasetError::Damaged {
            path: path.clone(),
            reason,
        };
        let metadata = ParquetMetaDataReader::new().parse_and_finish(&file);
        let metadata = metadata.map_err(|error| damaged(error.to_string()))?;
        let rows = metadata.file_metadata().num_rows();
        if u64::try_from(rows) != Ok(entry.rows) {
            return Err(damaged(format!("it has {rows} rows; {} were written", entry.rows)));
        }
        let in_groups: i64 = metadata.row_groups().iter().map(RowGroupMetaData::num_rows).sum();
        if in_groups != rows {
            return Err(damaged(format!(
                "it has {rows} rows, and {in_groups} of them in row groups"
            )));
        }
        let schema = metadata.file_metadata().schema_descr();
        let wanted = columns.iter().filter(|column| is_wanted(column.name));
        let find = |column: &Column<R>| {
            let index = schema.columns().iter().position(|found| found.name() == column.name);
            let index = index.ok_or_else(|| damaged(format!("it has no column {}", column.name)))?;
            let found = schema.column(index);
            // The levels of nested columns mean something else.
            if found.path().parts().len() != 1 || found.max_rep_level() > 0 || found.max_def_level() > 1 {
                return Err(damaged(format!("its column {} is nested", column.name)));
            }
            Ok::<_, DatasetError>(Wanted {
                name: column.name,
                index,
                kind: column.kind(),
                is_required: column.is_required,
            })
        };
        let columns = wanted.map(find).collect::<Result<_, _>>()?;
        Ok(Self {
            path,
            file: Arc::new(file),
            metadata,
            columns,
        })
    }

    /// Returns the number of row groups.
    pub fn groups(&self) -> usize {
        self.metadata.num_row_groups()
    }

    /// Reads a row group. Calls `take` with the values of each row, in the order of the table.
    pub fn read_group<E: From<DatasetError>>(
        &self,
        group: usize,
        mut take: impl FnMut(Vec<Value>) -> Result<(), E>,
    ) -> Result<(), E> {
        let damaged = |error: ParquetError| DatasetError::Damaged {
            path: self.path.clone(),
            reason: error.to_string(),
        };
        let group = self.metadata.row_group(group);
        let rows = usize::try_from(group.num_rows()).unwrap_or_default();
        let all = Arc::default();
        let open = |wanted: &Wanted| {
            let column = group.column(wanted.index);
            let pages = SerializedPageReader::new(Pages::new(&self.file, &all).into(), column, rows, None)?;
            Ok(get_column_reader(column.column_descr_ptr(), Box::new(pages)))
        };
        let columns = self.columns.iter().map(open).collect::<Result<Vec<_>, _>>();
        let mut columns = columns.map_err(damaged)?;
        for _ in 0..rows {
            let values = self
                .columns
                .iter()
                .zip(&mut columns)
                .map(|(wanted, column)| next_value(wanted, column));
            take(values.collect::<Result<_, _>>().map_err(damaged)?)?;
        }
        Ok(())
    }
}

/// Reads the next value of a column. Several at once would keep the pages of all in memory.
fn next_value(wanted: &Wanted, column: &mut ColumnReader) -> Result<Value, ParquetError> {
    let value = match (wanted.kind, column) {
        (Kind::Long, ColumnReader::Int64ColumnReader(column)) => next(column)?.map(Value::Integer),
        (Kind::Int, ColumnReader::Int32ColumnReader(column)) => next(column)?.map(|value| Value::Integer(value.into())),
        (Kind::Text, ColumnReader::ByteArrayColumnReader(column)) => match next(column)? {
            Some(bytes) => Some(Value::Text(bytes.as_utf8()?.to_owned())),
            None => None,
        },
        (Kind::Bytes, ColumnReader::ByteArrayColumnReader(column)) => {
            next(column)?.map(|bytes| Value::Blob(bytes.data().to_vec()))
        }
        (Kind::Real, ColumnReader::DoubleColumnReader(column)) => next(column)?.map(Value::Real),
        (Kind::Truth, ColumnReader::BoolColumnReader(column)) => {
            next(column)?.map(|value| Value::Integer(value.into()))
        }
        (Kind::Date, ColumnReader::Int32ColumnReader(column)) => match next(column)? {
            Some(days) => match Day::after_1970(days) {
                Some(day) => Some(Value::Text(day.to_string())),
                None => return Err(ParquetError::General(format!("{days} days after 1970 are no date"))),
            },
            None => None,
        },
        _ => {
            let reason = format!("the column {} has another type", wanted.name);
            return Err(ParquetError::General(reason));
        }
    };
    match value {
        None if wanted.is_required => {
            let reason = format!("the column {} has a row without a value", wanted.name);
            Err(ParquetError::General(reason))
        }
        value => Ok(value.unwrap_or(Value::Null)),
    }
}

/// Reads the next value of a column; `None` if it is missing.
fn next<T: DataType>(column: &mut ColumnReaderImpl<T>) -> Result<Option<T::T>, ParquetError> {
    let (mut levels, mut values) = (Vec::new(), Vec::new());
    match column.read_records(1, Some(&mut levels), None, &mut values)? {
        (1, ..) => Ok(values.pop()),
        _ => Err(ParquetError::General("a column ends too early".to_owned())),
    }
}

/// Computes the checksum of a file and compares it with the one of the manifest, if that has one.
pub fn verify_checksum(dataset: &Path, entry: &FileEntry, stop: &Interrupt) -> Result<(), DatasetError> {
    let Some(expected) = entry.crc32 else { return Ok(()) };
    let path = dataset.join(&entry.path);
    let mut file = open_regular(&path).map_err(FileError::reading(&path))?;
    let mut hasher = crc32fast::Hasher::new();
    let mut buffer = vec![0; BUFFER];
    loop {
        stop.check()?;
        match file.read(&mut buffer).map_err(FileError::reading(&path))? {
            0 => break,
            read => hasher.update(&buffer[..read]),
        }
    }
    match hasher.finalize() == expected {
        true => Ok(()),
        false => Err(DatasetError::Damaged {
            path,
            reason: "its checksum differs from the one in the manifest".to_owned(),
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dataset::columns::SOURCES;
    use crate::dataset::rows::SourceRow;
    use crate::dataset::table_writer::TableWriter;
    use crate::record::TextEncoding;
    use crate::store::StoredRecord;

    #[test]
    fn a_record_that_is_larger_than_any_is_not_unpacked() {
        let folder = tempfile::tempdir().expect("a folder");
        for (mib, is_read) in [(60, true), (100, false)] {
            let row = SourceRow {
                game: 1,
                number: 1,
                archive: "a.zip".to_owned(),
                member: "a.sgf".to_owned(),
                member_game: 0,
                record: Some(StoredRecord {
                    bytes: vec![b' '; mib << 20],
                    encoding: TextEncoding::UTF_8,
                }),
                joined: false,
            };
            let writer = TableWriter::create(folder.path(), format!("{mib}.parquet"), SOURCES);
            let mut writer = writer.expect("a file");
            writer.write_group(&[row]).expect("room");
            let entry = writer.finish().expect("room");
            let reader = TableReader::open(folder.path(), &entry, SOURCES, |_| true).expect("opens");
            let read = reader.read_group(0, |_| Ok::<_, DatasetError>(()));
            assert_eq!(read.is_ok(), is_read, "{read:?}");
            if let Err(error) = read {
                assert!(
                    error.to_string().ends_with("a page takes more memory than bgo allows"),
                    "{error}"
                );
            }
        }
    }
}
