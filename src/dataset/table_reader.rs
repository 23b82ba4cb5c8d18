use super::error::DatasetError;
use super::manifest::FileEntry;
use crate::facts::{Column, Kind};
use crate::files::{FileError, open_regular, read_all};
use crate::interrupt::Interrupt;
use crate::record::Day;
use crate::record::MAX_RECORD;
use bytes::Bytes;
use parquet::column::reader::{ColumnReader, ColumnReaderImpl, get_column_reader};
use parquet::data_type::DataType;
use parquet::errors::{ParquetError, Result};
use parquet::file::metadata::{ParquetMetaData, ParquetMetaDataReader, RowGroupMetaData};
use parquet::file::reader::{ChunkReader, Length};
use parquet::file::serialized_reader::SerializedPageReader;
use rusqlite::types::Value;
use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::Path;
use std::slice::Iter;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// Reads the columns of a file of a dataset that `is_wanted` names. Calls `take` with the values of each row, in the
/// order of the table, and `after_group` after each row group.
pub fn read_table<R, E: From<DatasetError>>(
    dataset: &Path,
    entry: &FileEntry,
    columns: &[Column<R>],
    is_wanted: impl Fn(&str) -> bool,
    mut take: impl FnMut(Vec<Value>) -> Result<(), E>,
    mut after_group: impl FnMut() -> Result<(), E>,
) -> Result<(), E> {
    let path = dataset.join(&entry.path);
    let damaged = |error| DatasetError::damaged(&path, error);
    let file = Arc::new(open_regular(&path).map_err(|error| FileError::reading(&path)(error).into())?);
    let metadata = ParquetMetaDataReader::new().parse_and_finish(&*file).map_err(damaged)?;
    verify_rows(&path, entry, &metadata)?;
    let columns = wanted_columns(&path, &metadata, columns, is_wanted)?;
    for group in metadata.row_groups() {
        let rows = usize::try_from(group.num_rows()).unwrap_or_default();
        let all = Arc::default();
        let readers = columns.iter().map(|(index, _)| {
            let column = group.column(*index);
            let pages = SerializedPageReader::new(ColumnBytes::new(&file, &all).into(), column, rows, None)?;
            Ok(get_column_reader(column.column_descr_ptr(), Box::new(pages)))
        });
        let mut readers = readers.collect::<Result<Vec<_>>>().map_err(damaged)?;
        for _ in 0..rows {
            let values = columns.iter().zip(&mut readers);
            let values = values.map(|((_, wanted), reader)| next_value(wanted, reader));
            take(values.collect::<Result<_>>().map_err(damaged)?)?;
        }
        after_group()?;
    }
    Ok(())
}

/// Fails unless a file has the number of rows that were written, in its row groups too.
fn verify_rows(path: &Path, entry: &FileEntry, metadata: &ParquetMetaData) -> Result<(), DatasetError> {
    let rows = metadata.file_metadata().num_rows();
    if u64::try_from(rows) != Ok(entry.rows) {
        let reason = format!("it has {rows} rows; {} were written", entry.rows);
        return Err(DatasetError::damaged(path, reason));
    }
    let in_groups: i64 = metadata.row_groups().iter().map(RowGroupMetaData::num_rows).sum();
    if in_groups != rows {
        let reason = format!("it has {rows} rows, and {in_groups} of them in row groups");
        return Err(DatasetError::damaged(path, reason));
    }
    Ok(())
}

/// Returns the columns to read of a file, each with its index there.
fn wanted_columns<R>(
    path: &Path,
    metadata: &ParquetMetaData,
    columns: &[Column<R>],
    is_wanted: impl Fn(&str) -> bool,
) -> Result<Vec<(usize, Column<R>)>, DatasetError> {
    let schema = metadata.file_metadata().schema_descr();
    let mut wanted = Vec::new();
    for column in columns.iter().filter(|column| is_wanted(column.name)) {
        let index = schema.columns().iter().position(|found| found.name() == column.name);
        let index = index.ok_or_else(|| DatasetError::damaged(path, format!("it has no column {}", column.name)))?;
        let found = schema.column(index);
        // The levels of nested columns mean something else.
        if found.path().parts().len() != 1 || found.max_rep_level() > 0 || found.max_def_level() > 1 {
            let reason = format!("its column {} is nested", column.name);
            return Err(DatasetError::damaged(path, reason));
        }
        wanted.push((index, *column));
    }
    Ok(wanted)
}

/// Reads the next value of a column. Several at once would keep the pages of all in memory.
fn next_value<R>(wanted: &Column<R>, column: &mut ColumnReader) -> Result<Value, ParquetError> {
    let value = match (wanted.kind(), column) {
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
    let read = read_all(&mut file, stop, |bytes| {
        hasher.update(bytes);
        Ok(())
    });
    match read {
        Err(error) if error.kind() == io::ErrorKind::Interrupted => return Err(DatasetError::Stopped),
        read => read.map_err(FileError::reading(&path))?,
    };
    if hasher.finalize() != expected {
        return Err(DatasetError::damaged(
            &path,
            "its checksum differs from the one in the manifest",
        ));
    }
    Ok(())
}

/// The bytes that the pages of all columns in memory may have: the largest record and some pages of
/// the other columns.
const MAX_BYTES: u64 = MAX_RECORD + (16 << 20);

/// The number of a dictionary in the header of a page.
const DICTIONARY: u64 = 2;

/// The byte of the next field, an integer, and the last four bits of that of a structure.
const FIELD: u8 = 0x15;
const STRUCTURE: u8 = 0x0c;

/// The numbers of the fields with the headers of dictionaries and of both kinds of pages with values.
const DICTIONARY_HEADER: u8 = 7;
const DATA_HEADER: u8 = 5;
const DATA_HEADER_2: u8 = 8;

/// The encodings of texts by their lengths. Their first number, which the page's size does not limit,
/// is that of values for which a decoder takes memory. No program writes them unasked.
const UNBOUNDED: [u64; 2] = [6, 7];

const VALUE_BYTES: u64 = 32;

/// The bytes of a column.
pub struct ColumnBytes {
    file: Arc<File>,
    /// The bytes of the largest pages of all columns.
    all: Arc<AtomicU64>,
    /// Those of the largest page with values, and of the dictionary.
    largest: Mutex<[u64; 2]>,
}

impl ColumnBytes {
    /// Returns the bytes of a column of a file. Columns that are read together share `all`.
    pub fn new(file: &Arc<File>, all: &Arc<AtomicU64>) -> Self {
        Self {
            file: Arc::clone(file),
            all: Arc::clone(all),
            largest: Mutex::default(),
        }
    }

    fn allow(&self, is_dictionary: bool, bytes: u64) -> Result<()> {
        let mut largest = self.largest.lock().unwrap_or_else(PoisonError::into_inner);
        let own = &mut largest[usize::from(is_dictionary)];
        let more = bytes.saturating_sub(*own);
        *own += more;
        if self.all.fetch_add(more, Ordering::Relaxed).saturating_add(more) > MAX_BYTES {
            let reason = "a page takes more memory than bgo allows";
            return Err(ParquetError::General(reason.to_owned()));
        }
        Ok(())
    }
}

impl Length for ColumnBytes {
    fn len(&self) -> u64 {
        self.file.len()
    }
}

impl ChunkReader for ColumnBytes {
    type T = BufReader<File>;

    /// Returns a reader of a page, which begins with its header.
    fn get_read(&self, start: u64) -> Result<Self::T> {
        let mut read = self.file.get_read(start)?;
        let (is_dictionary, bytes) = page_size(read.fill_buf()?).ok_or_else(|| {
            ParquetError::General("a page has no header, or an encoding that bgo does not read".to_owned())
        })?;
        self.allow(is_dictionary, bytes)?;
        Ok(read)
    }

    fn get_bytes(&self, start: u64, length: usize) -> Result<Bytes> {
        self.file.get_bytes(start, length)
    }
}

/// Reads the beginning of a page's header
/// (<https://github.com/apache/parquet-format/blob/master/src/main/thrift/parquet.thrift>): its first
/// three fields are the kind, the size and the packed size. After a checksum, if there is one, come the
/// numbers of the kind. Returns whether it is a dictionary, and the bytes of the page, packed or not, and of
/// the values of a dictionary; `None` for other bytes, and for encodings without a limit.
fn page_size(header: &[u8]) -> Option<(bool, u64)> {
    let mut header = header.iter();
    let [kind, size, packed] = [(); 3].map(|()| number(&mut header));
    let (is_dictionary, mut bytes) = (kind? == DICTIONARY, size?.max(packed?));
    let mut id = 3;
    let mut field = *header.next()?;
    if field == FIELD {
        varint(&mut header)?;
        id += 1;
        field = *header.next()?;
    }
    // The header of the kind of page, whose first fields are numbers.
    id += field >> 4;
    let mut number = || number(&mut header).filter(|_| field & 0x0f == STRUCTURE);
    match id {
        DICTIONARY_HEADER => bytes += number()? * VALUE_BYTES,
        DATA_HEADER | DATA_HEADER_2 => {
            // The numbers of values, and in the second version of missing values and of rows, come before.
            let before = if id == DATA_HEADER { 1 } else { 3 };
            let encoding = (0..before).try_for_each(|_| number().map(drop)).and_then(|()| number());
            if UNBOUNDED.contains(&encoding?) {
                return None;
            }
        }
        _ => {}
    }
    Some((is_dictionary, bytes))
}

/// Reads a field that comes right after the one before and has an integer.
fn number(header: &mut Iter<'_, u8>) -> Option<u64> {
    header.next().filter(|field| **field == FIELD)?;
    varint(header)
}

/// Reads an integer, which must not be negative; the library refuses those that are.
fn varint(header: &mut Iter<'_, u8>) -> Option<u64> {
    let mut value = 0;
    for shift in (0..i32::BITS).step_by(7) {
        let byte = *header.next()?;
        value |= u64::from(byte & 0x7f) << shift;
        if byte < 0x80 {
            // The last bit is the sign.
            return Some(value >> 1);
        }
    }
    None
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
            let read = read_table(folder.path(), &entry, SOURCES, |_| true, |_| Ok(()), || Ok(()));
            let read: Result<(), DatasetError> = read;
            assert_eq!(read.is_ok(), is_read, "{read:?}");
            if let Err(error) = read {
                assert!(
                    error.to_string().ends_with("a page takes more memory than bgo allows"),
                    "{error}"
                );
            }
        }
    }

    #[test]
    fn a_header_tells_the_larger_of_its_sizes() {
        assert_eq!(
            page_size(&[0x15, 0, 0x15, 20, 0x15, 6, 0x2c, 0x15, 8, 0x15, 0]),
            Some((false, 10))
        );
        assert_eq!(
            page_size(&[0x15, 4, 0x15, 0x80, 0x01, 0x15, 0x82, 0x01, 0x4c, 0x15, 6]),
            Some((true, 65 + 3 * VALUE_BYTES))
        );
        let with_checksum = [0x15, 4, 0x15, 2, 0x15, 2, 0x15, 9, 0x3c, 0x15, 2];
        assert_eq!(page_size(&with_checksum), Some((true, 1 + VALUE_BYTES)));
        let most = [0xfe, 0xff, 0xff, 0xff, 0x0f];
        let largest = [
            &[0x15, 6, 0x15][..],
            &most,
            &[0x15, 0, 0x5c, 0x15, 2, 0x15, 0, 0x15, 2, 0x15, 4],
        ]
        .concat();
        assert_eq!(page_size(&largest), Some((false, i32::MAX as u64)));
        for wrong in [
            &[][..],
            &[0x15],
            &[0x15, 0, 0x25, 0, 0x15, 0],
            &[0x15, 4, 0x15, 0, 0x15, 0, 0x45, 0],
            // Encodings 6 and 7 of pages of the first and the second kind.
            &[0x15, 0, 0x15, 0, 0x15, 0, 0x2c, 0x15, 8, 0x15, 12],
            &[0x15, 6, 0x15, 0, 0x15, 0, 0x5c, 0x15, 2, 0x15, 0, 0x15, 2, 0x15, 14],
            &[0x15, 0xff, 0xff, 0xff, 0xff, 0xff, 0],
        ] {
            assert_eq!(page_size(wrong), None);
        }
    }

    #[test]
    fn columns_share_the_bytes_of_their_largest_pages() {
        let file = Arc::new(tempfile::tempfile().expect("a file"));
        let all = Arc::default();
        let [one, other] = [(); 2].map(|()| ColumnBytes::new(&file, &all));
        for _ in 0..3 {
            assert!(one.allow(false, MAX_BYTES - 2).is_ok());
        }
        assert!(one.allow(true, 1).is_ok());
        assert!(other.allow(false, 1).is_ok());
        assert!(other.allow(false, 2).is_err());
    }
}
