//! The header of a 7-Zip archive: where the packed streams are, how they are unpacked, and the names of
//! the files. (`7zFormat.txt` of the LZMA SDK describes it.)
//!
//! It stays in memory as it is written, some 70 bytes for each file, and is read by cursors that move
//! along it: a hostile header announces billions of files, folders or streams, for which nothing is
//! reserved.

use super::blocks::{Block, Blocks};
use super::cursor::Cursor;
use super::files::Files;
use super::{Damage, END, OUT_OF_ORDER};

const HEADER: u8 = 0x01;
const ARCHIVE_PROPERTIES: u8 = 0x02;
const MAIN_STREAMS: u8 = 0x04;
const FILES: u8 = 0x05;
const PACKED_HEADER: u8 = 0x17;

/// A header, or the packed one that holds it.
pub(super) enum Header {
    Plain(Box<(Blocks, Files)>),
    Packed(Block),
}

impl Header {
    /// Reads a header. The packed streams of the archive begin at `start`.
    pub fn read(header: &[u8], start: u64) -> Result<Self, Damage> {
        let mut cursor = Cursor::default();
        match cursor.byte(header)? {
            HEADER => {}
            PACKED_HEADER => {
                let mut blocks = Blocks::read(&mut cursor, header, start)?;
                return match blocks.next(header)? {
                    Some(block) => Ok(Self::Packed(block)),
                    None => Err(Damage("it has no block")),
                };
            }
            _ => return Err(Damage("its kind is unknown")),
        }
        let (mut blocks, mut files) = (Blocks::default(), Files::default());
        let mut last = 0;
        loop {
            let id = cursor.byte(header)?;
            if id != END && id <= last {
                return Err(OUT_OF_ORDER);
            }
            last = id;
            match id {
                END => return Ok(Self::Plain(Box::new((blocks, files)))),
                ARCHIVE_PROPERTIES => {
                    while cursor.byte(header)? != END {
                        let len = cursor.number(header)?;
                        cursor.bytes(header, len)?;
                    }
                }
                MAIN_STREAMS => blocks = Blocks::read(&mut cursor, header, start)?,
                FILES => files = Files::read(&mut cursor, header)?,
                _ => return Err(OUT_OF_ORDER),
            }
        }
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
                assert!(Header::read(&header, 32).is_err(), "{start:?} {rest:?}");
            }
        }
    }
}
