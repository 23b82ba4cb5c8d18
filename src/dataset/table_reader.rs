use super::error::DatasetError;
use super::manifest::FileEntry;
use crate::facts::{Column, Kind};
use crate::files::FileError;
use crate::interrupt::Interrupt;
use crate::record::Day;
use parquet::column::reader::{ColumnReader, ColumnReaderImpl};
use parquet::data_type::{ByteArray, DataType};
use parquet::errors::ParquetError;
use parquet::file::metadata::RowGroupMetaData;
use parquet::file::reader::{FileReader, RowGroupReader, SerializedFileReader};
use rusqlite::types::Value;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

/// The bytes that are read at a time to compute a checksum.
const BUFFER: usize = 256 << 10;

/// A reader of some columns of a file, row group by row group.
pub struct TableReader {
    path: PathBuf,
    file: SerializedFileReader<File>,
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
        let file = File::open(&path).map_err(FileError::reading(&path))?;
        let damaged = |reason: String| DatasetError::Damaged {
            path: path.clone(),
            reason,
        };
        let file = SerializedFileReader::new(file).map_err(|error| damaged(error.to_string()))?;
        let metadata = file.metadata();
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
        Ok(Self { path, file, columns })
    }

    /// Returns the number of row groups.
    pub fn groups(&self) -> usize {
        self.file.num_row_groups()
    }

    /// Reads a row group. Returns the values of each column, in the order of the table.
    pub fn read_group(&self, group: usize) -> Result<Vec<Vec<Value>>, DatasetError> {
        let read = || {
            let group = self.file.get_row_group(group)?;
            let columns = self.columns.iter().map(|wanted| read_column(&*group, wanted));
            columns.collect::<Result<_, ParquetError>>()
        };
        read().map_err(|error| DatasetError::Damaged {
            path: self.path.clone(),
            reason: error.to_string(),
        })
    }
}

/// Reads a column of a row group.
fn read_column(group: &dyn RowGroupReader, wanted: &Wanted) -> Result<Vec<Value>, ParquetError> {
    let rows = usize::try_from(group.metadata().num_rows()).unwrap_or_default();
    let text = |bytes: ByteArray| Ok(Value::Text(bytes.as_utf8()?.to_owned()));
    let values = match (wanted.kind, group.get_column_reader(wanted.index)?) {
        (Kind::Long, ColumnReader::Int64ColumnReader(column)) => read(column, rows, |value| Ok(Value::Integer(value))),
        (Kind::Int, ColumnReader::Int32ColumnReader(column)) => {
            read(column, rows, |value| Ok(Value::Integer(value.into())))
        }
        (Kind::Text, ColumnReader::ByteArrayColumnReader(column)) => read(column, rows, text),
        (Kind::Bytes, ColumnReader::ByteArrayColumnReader(column)) => {
            read(column, rows, |bytes| Ok(Value::Blob(bytes.data().to_vec())))
        }
        (Kind::Real, ColumnReader::DoubleColumnReader(column)) => read(column, rows, |value| Ok(Value::Real(value))),
        (Kind::Truth, ColumnReader::BoolColumnReader(column)) => {
            read(column, rows, |value| Ok(Value::Integer(value.into())))
        }
        (Kind::Date, ColumnReader::Int32ColumnReader(column)) => {
            read(column, rows, |days| match Day::after_1970(days) {
                Some(day) => Ok(Value::Text(day.to_string())),
                None => Err(ParquetError::General(format!("{days} days after 1970 are no date"))),
            })
        }
        _ => Err(ParquetError::General(format!(
            "the column {} has another type",
            wanted.name
        ))),
    }?;
    if wanted.is_required && values.contains(&Value::Null) {
        let reason = format!("the column {} has a row without a value", wanted.name);
        return Err(ParquetError::General(reason));
    }
    Ok(values)
}

/// Reads the values of a column of `rows` rows. A value that is missing is null.
fn read<T: DataType>(
    mut column: ColumnReaderImpl<T>,
    rows: usize,
    value: impl Fn(T::T) -> Result<Value, ParquetError>,
) -> Result<Vec<Value>, ParquetError> {
    let (mut present, mut levels) = (Vec::new(), Vec::new());
    // A column that every row has may have no levels.
    while levels.len().max(present.len()) < rows {
        let missing = rows - levels.len().max(present.len());
        let (read, _, _) = column.read_records(missing, Some(&mut levels), None, &mut present)?;
        if read == 0 {
            return Err(ParquetError::General("a column ends too early".to_owned()));
        }
    }
    let mut present = present.into_iter();
    let mut next = || present.next().map_or(Ok(Value::Null), &value);
    match levels.is_empty() {
        true => (0..rows).map(|_| next()).collect(),
        false => levels
            .iter()
            .map(|&level| if level > 0 { next() } else { Ok(Value::Null) })
            .collect(),
    }
}

/// Computes the checksum of a file and compares it with the one of the manifest, if that has one.
pub fn verify_checksum(dataset: &Path, entry: &FileEntry, stop: &Interrupt) -> Result<(), DatasetError> {
    let Some(expected) = entry.crc32 else { return Ok(()) };
    let path = dataset.join(&entry.path);
    let mut file = File::open(&path).map_err(FileError::reading(&path))?;
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
