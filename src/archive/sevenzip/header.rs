//! The header of a 7-Zip archive: where the packed streams are, how they are unpacked, and the names of
//! the files. (`7zFormat.txt` of the LZMA SDK describes it.)
//!
//! It stays in memory as it is written, some 70 bytes for each file, and is read by cursors that move
//! along it: a hostile header announces billions of files, folders or streams, for which nothing is
//! reserved.

use super::blocks::PackedBlocks;
use super::{END, OUT_OF_ORDER};

const HEADER: u8 = 0x01;
const ARCHIVE_PROPERTIES: u8 = 0x02;
const MAIN_STREAMS: u8 = 0x04;
const FILES: u8 = 0x05;
const PACKED_HEADER: u8 = 0x17;

/// Reads a header: its blocks and the files in them; no files if its only block is another header. The packed
/// streams of the archive begin at `start`. The errors say what is wrong with the header.
pub(super) fn read_header(header: &[u8], start: u64) -> Result<(PackedBlocks, Option<FileList>), &'static str> {
    let mut cursor = HeaderCursor::default();
    match cursor.byte(header)? {
        HEADER => {}
        PACKED_HEADER => return Ok((PackedBlocks::read(&mut cursor, header, start)?, None)),
        _ => return Err("its kind is unknown"),
    }
    let (mut blocks, mut files) = (PackedBlocks::default(), FileList::default());
    let mut last = 0;
    loop {
        let id = cursor.byte(header)?;
        if id != END && id <= last {
            return Err(OUT_OF_ORDER);
        }
        last = id;
        match id {
            END => return Ok((blocks, Some(files))),
            ARCHIVE_PROPERTIES => {
                while cursor.byte(header)? != END {
                    let len = cursor.number(header)?;
                    cursor.bytes(header, len)?;
                }
            }
            MAIN_STREAMS => blocks = PackedBlocks::read(&mut cursor, header, start)?,
            FILES => files = FileList::read(&mut cursor, header)?,
            _ => return Err(OUT_OF_ORDER),
        }
    }
}

const WITHOUT_STREAM: u8 = 0x0E;
const EMPTY_FILES: u8 = 0x0F;
const NAMES: u8 = 0x11;
const ATTRIBUTES: u8 = 0x15;

/// The bit of attributes that has the mode of Unix in the upper half, and the mode of a symbolic link.
const HAS_MODE: u32 = 0x8000;
const IS_LINK: u32 = 0o120_000;
const TYPE_OF_FILE: u32 = 0o170_000;

/// A reader of the files in the order of the header.
#[derive(Debug, Default)]
pub(super) struct FileList {
    left: u64,
    next: u64,
    names: HeaderCursor,
    without_stream: HeaderBits,
    /// The files of those without a stream that are empty, and no folders.
    empty: HeaderBits,
    next_empty: u64,
    attributes: Words,
}

impl FileList {
    pub fn read(cursor: &mut HeaderCursor, header: &[u8]) -> Result<Self, &'static str> {
        let mut files = Self {
            left: cursor.number(header)?,
            ..Self::default()
        };
        // Each name has an end of two bytes.
        if files.left > header.len() as u64 / 2 {
            return Err("it announces more files than it has room for");
        }
        let (mut has_names, mut empty) = (false, 0);
        loop {
            let id = cursor.byte(header)?;
            if id == END {
                break;
            }
            let len = cursor.number(header)?;
            let mut part = *cursor;
            cursor.bytes(header, len)?;
            match id {
                WITHOUT_STREAM => {
                    files.without_stream = HeaderBits::read(&mut part, header, files.left)?;
                    empty = files.without_stream.set(header);
                }
                EMPTY_FILES => {
                    files.empty = HeaderBits::read(&mut part, header, empty)?;
                }
                NAMES => {
                    part.expect(header, 0)?;
                    files.names = part;
                    has_names = true;
                }
                ATTRIBUTES => {
                    let defined = HeaderBits::read_or_all(&mut part, header, files.left)?;
                    part.expect(header, 0)?;
                    files.attributes = Words::read(&mut part, header, defined)?;
                }
                _ => {}
            }
        }
        if has_names || files.left == 0 {
            Ok(files)
        } else {
            Err("the names are missing")
        }
    }

    /// Returns the name of the next file and whether it has a stream, and whether it is a link; `None` at the end. Skips
    /// folders.
    pub fn next(&mut self, header: &[u8]) -> Result<Option<(String, bool, bool)>, &'static str> {
        while self.left > 0 {
            self.left -= 1;
            let mut letters = Vec::new();
            loop {
                let pair = self.names.bytes(header, 2)?;
                match u16::from_le_bytes([pair[0], pair[1]]) {
                    0 => break,
                    letter => letters.push(letter),
                }
            }
            let attributes = self.attributes.next(header)?.unwrap_or(0);
            let has_stream = !self.without_stream.get(header, self.next);
            self.next += 1;
            if !has_stream {
                self.next_empty += 1;
                if !self.empty.get(header, self.next_empty - 1) {
                    continue;
                }
            }
            let is_link = attributes & HAS_MODE != 0 && (attributes >> 16) & TYPE_OF_FILE == IS_LINK;
            return Ok(Some((String::from_utf16_lossy(&letters), has_stream, is_link)));
        }
        Ok(None)
    }
}

#[derive(Clone, Copy, Debug, Default)]
pub(super) struct HeaderCursor(usize);

impl HeaderCursor {
    pub fn byte(&mut self, header: &[u8]) -> Result<u8, &'static str> {
        let byte = header.get(self.0).ok_or(ENDS)?;
        self.0 += 1;
        Ok(*byte)
    }

    pub fn bytes<'h>(&mut self, header: &'h [u8], len: u64) -> Result<&'h [u8], &'static str> {
        let rest = header.get(self.0..).ok_or(ENDS)?;
        let bytes = usize::try_from(len).ok().and_then(|len| rest.get(..len)).ok_or(ENDS)?;
        self.0 += bytes.len();
        Ok(bytes)
    }

    /// Reads a number. The upper bits of the first byte that are set count the bytes that follow.
    pub fn number(&mut self, header: &[u8]) -> Result<u64, &'static str> {
        let first = self.byte(header)?;
        let more = first.leading_ones();
        let mut value = 0;
        for at in 0..more {
            value |= u64::from(self.byte(header)?) << (8 * at);
        }
        let high = match more {
            0..=6 => u64::from(first & (0x7F >> more)) << (8 * more),
            _ => 0,
        };
        Ok(value | high)
    }

    pub(crate) fn skip_numbers(&mut self, header: &[u8], count: u64) -> Result<(), &'static str> {
        (0..count).try_for_each(|_| self.number(header).map(drop))
    }

    pub fn expect(&mut self, header: &[u8], id: u8) -> Result<(), &'static str> {
        if self.byte(header)? == id {
            Ok(())
        } else {
            Err(OUT_OF_ORDER)
        }
    }
}

pub(super) const ENDS: &str = "it ends early";

/// A bit for each of several items, or all of them set.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct HeaderBits {
    /// The place of the bits; none if all are set.
    at: Option<usize>,
    count: u64,
}

impl HeaderBits {
    pub fn read(cursor: &mut HeaderCursor, header: &[u8], count: u64) -> Result<Self, &'static str> {
        let at = cursor.0;
        cursor.bytes(header, count.div_ceil(8))?;
        Ok(Self { at: Some(at), count })
    }

    pub(crate) fn read_or_all(cursor: &mut HeaderCursor, header: &[u8], count: u64) -> Result<Self, &'static str> {
        match cursor.byte(header)? {
            0 => Self::read(cursor, header, count),
            _ => Ok(Self { at: None, count }),
        }
    }

    pub fn get(&self, header: &[u8], index: u64) -> bool {
        let Some(at) = self.at else { return index < self.count };
        let byte = header.get(at + (index / 8) as usize);
        index < self.count && byte.is_some_and(|byte| byte & (0x80 >> (index % 8)) != 0)
    }

    pub fn set(&self, header: &[u8]) -> u64 {
        (0..self.count).filter(|&index| self.get(header, index)).count() as u64
    }
}

/// Numbers of four bytes for some of several items, which are read in order.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Words {
    defined: HeaderBits,
    next: u64,
    cursor: HeaderCursor,
}

impl Words {
    /// Reads the numbers at `cursor`, behind their bits, and moves it behind them.
    pub fn read(cursor: &mut HeaderCursor, header: &[u8], defined: HeaderBits) -> Result<Self, &'static str> {
        // Each takes four bytes, so there are no more than the header has.
        if defined.count > header.len() as u64 * 8 {
            return Err(ENDS);
        }
        let words = Self {
            defined,
            next: 0,
            cursor: *cursor,
        };
        let count = match defined.at {
            None => defined.count,
            Some(_) => defined.set(header),
        };
        cursor.bytes(header, 4 * count)?;
        Ok(words)
    }

    pub fn next(&mut self, header: &[u8]) -> Result<Option<u32>, &'static str> {
        let index = self.next;
        self.next += 1;
        if !self.defined.get(header, index) {
            return Ok(None);
        }
        let bytes = self.cursor.bytes(header, 4)?;
        let word = bytes.first_chunk().ok_or(ENDS)?;
        Ok(Some(u32::from_le_bytes(*word)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_header_that_announces_billions_reserves_nothing() {
        let billions = [0xFF; 9];
        for start in [
            &[HEADER, FILES][..],
            &[HEADER, MAIN_STREAMS, 0x07, 0x0B],
            &[HEADER, MAIN_STREAMS, 0x07, 0x0B, 1, 0],
            &[HEADER, MAIN_STREAMS, 0x07, 0x0B, 1, 0, 1, 0x10],
        ] {
            for rest in [&[0; 100][..], &[0x09; 100], &[0x0A; 100], &[1; 100]] {
                let header = [start, &billions, rest].concat();
                assert!(read_header(&header, 32).is_err(), "{start:?} {rest:?}");
            }
        }
    }

    #[test]
    fn numbers_have_as_many_bytes_as_their_first_one_says() {
        for (bytes, number) in [
            (&[0x7F][..], 0x7F),
            (&[0x81, 0x02], 0x102),
            (&[0xC1, 0x02, 0x03], 0x1_0302),
            (&[0xFE, 1, 2, 3, 4, 5, 6, 7], 0x07_0605_0403_0201),
            (&[0xFF, 1, 2, 3, 4, 5, 6, 7, 8], 0x0807_0605_0403_0201),
        ] {
            assert_eq!(
                HeaderCursor::default().number(bytes).expect("a number"),
                number,
                "{bytes:?}"
            );
        }
        assert!(HeaderCursor::default().number(&[0xFF, 1]).is_err());
    }
}
