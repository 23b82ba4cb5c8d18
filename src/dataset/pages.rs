//! The pages of a column of a Parquet file. A small file can have pages of gigabytes, so those in memory
//! are limited.

use crate::archive::MAX_MEMBER;
use bytes::Bytes;
use parquet::errors::{ParquetError, Result};
use parquet::file::reader::{ChunkReader, Length};
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::slice::Iter;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// The bytes that the pages of all columns in memory may have: the largest record and some pages of
/// the other columns.
const MAX_BYTES: u64 = MAX_MEMBER + (16 << 20);

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

/// The bytes of a value of a dictionary in memory.
const VALUE_BYTES: u64 = 32;

/// The bytes of a column.
pub struct Pages {
    file: Arc<File>,
    /// The bytes of the largest pages of all columns.
    all: Arc<AtomicU64>,
    /// Those of the largest page with values, and of the dictionary.
    largest: Mutex<[u64; 2]>,
}

impl Pages {
    /// Returns the bytes of a column of a file. Columns that are read together share `all`.
    pub fn new(file: &Arc<File>, all: &Arc<AtomicU64>) -> Self {
        Self {
            file: Arc::clone(file),
            all: Arc::clone(all),
            largest: Mutex::default(),
        }
    }

    fn allow(&self, page: PageSize) -> Result<()> {
        let mut largest = self.largest.lock().unwrap_or_else(PoisonError::into_inner);
        let own = &mut largest[usize::from(page.is_dictionary)];
        let more = page.bytes.saturating_sub(*own);
        *own += more;
        match self.all.fetch_add(more, Ordering::Relaxed).saturating_add(more) > MAX_BYTES {
            true => Err(ParquetError::General(
                "a page takes more memory than bgo allows".to_owned(),
            )),
            false => Ok(()),
        }
    }
}

impl Length for Pages {
    fn len(&self) -> u64 {
        self.file.len()
    }
}

impl ChunkReader for Pages {
    type T = BufReader<File>;

    /// Returns a reader of a page, which begins with its header.
    fn get_read(&self, start: u64) -> Result<Self::T> {
        let mut read = self.file.get_read(start)?;
        let page = PageSize::of(read.fill_buf()?);
        self.allow(page.ok_or_else(|| {
            ParquetError::General("a page has no header, or an encoding that bgo does not read".to_owned())
        })?)?;
        Ok(read)
    }

    fn get_bytes(&self, start: u64, length: usize) -> Result<Bytes> {
        self.file.get_bytes(start, length)
    }
}

/// What the header of a page says of its size.
#[derive(Debug, PartialEq, Eq)]
struct PageSize {
    is_dictionary: bool,
    /// The bytes of the page, packed or not, and of the values of a dictionary.
    bytes: u64,
}

impl PageSize {
    /// Reads the beginning of a header
    /// (<https://github.com/apache/parquet-format/blob/master/src/main/thrift/parquet.thrift>): its first
    /// three fields are the kind, the size and the packed size. After a checksum, if there is one, come the
    /// numbers of the kind. Returns `None` for other bytes, and for encodings without a limit.
    fn of(header: &[u8]) -> Option<Self> {
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
        Some(Self { is_dictionary, bytes })
    }
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

    #[test]
    fn a_header_tells_the_larger_of_its_sizes() {
        let of = |is_dictionary, bytes| Some(PageSize { is_dictionary, bytes });
        assert_eq!(
            PageSize::of(&[0x15, 0, 0x15, 20, 0x15, 6, 0x2c, 0x15, 8, 0x15, 0]),
            of(false, 10)
        );
        assert_eq!(
            PageSize::of(&[0x15, 4, 0x15, 0x80, 0x01, 0x15, 0x82, 0x01, 0x4c, 0x15, 6]),
            of(true, 65 + 3 * VALUE_BYTES)
        );
        let with_checksum = [0x15, 4, 0x15, 2, 0x15, 2, 0x15, 9, 0x3c, 0x15, 2];
        assert_eq!(PageSize::of(&with_checksum), of(true, 1 + VALUE_BYTES));
        let most = [0xfe, 0xff, 0xff, 0xff, 0x0f];
        let largest = [
            &[0x15, 6, 0x15][..],
            &most,
            &[0x15, 0, 0x5c, 0x15, 2, 0x15, 0, 0x15, 2, 0x15, 4],
        ]
        .concat();
        assert_eq!(PageSize::of(&largest), of(false, i32::MAX as u64));
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
            assert_eq!(PageSize::of(wrong), None);
        }
    }

    #[test]
    fn columns_share_the_bytes_of_their_largest_pages() {
        let file = Arc::new(tempfile::tempfile().expect("a file"));
        let all = Arc::default();
        let [one, other] = [(); 2].map(|()| Pages::new(&file, &all));
        let page = |is_dictionary, bytes| PageSize { is_dictionary, bytes };
        for _ in 0..3 {
            assert!(one.allow(page(false, MAX_BYTES - 2)).is_ok());
        }
        assert!(one.allow(page(true, 1)).is_ok());
        assert!(other.allow(page(false, 1)).is_ok());
        assert!(other.allow(page(false, 2)).is_err());
    }
}
