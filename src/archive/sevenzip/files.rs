//! The names of the files of a 7-Zip archive, and which of them have bytes.

use super::cursor::{Bits, Cursor, Words};
use super::{Damage, END};

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
pub(super) struct Files {
    left: u64,
    next: u64,
    names: Cursor,
    without_stream: Bits,
    /// The files of those without a stream that are empty, and no folders.
    empty: Bits,
    next_empty: u64,
    attributes: Words,
}

/// A file, before its content is looked at.
#[derive(Debug)]
pub(super) struct FileEntry {
    pub name: String,
    pub kind: EntryKind,
}

#[derive(Debug, PartialEq, Eq)]
pub(super) enum EntryKind {
    Folder,
    Empty,
    Stream { is_link: bool },
}

impl Files {
    pub fn read(cursor: &mut Cursor, header: &[u8]) -> Result<Self, Damage> {
        let mut files = Self {
            left: cursor.number(header)?,
            ..Self::default()
        };
        // Each name has an end of two bytes.
        if files.left > header.len() as u64 / 2 {
            return Err(Damage("it announces more files than it has room for"));
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
                    files.without_stream = Bits::read(&mut part, header, files.left)?;
                    empty = files.without_stream.set(header);
                }
                EMPTY_FILES => {
                    files.empty = Bits::read(&mut part, header, empty)?;
                }
                NAMES => {
                    part.expect(header, 0)?;
                    files.names = part;
                    has_names = true;
                }
                ATTRIBUTES => {
                    let defined = Bits::read_or_all(&mut part, header, files.left)?;
                    part.expect(header, 0)?;
                    files.attributes = Words::read(&mut part, header, defined)?;
                }
                _ => {}
            }
        }
        match has_names || files.left == 0 {
            true => Ok(files),
            false => Err(Damage("the names are missing")),
        }
    }

    /// Returns the next file, or `None` at the end.
    pub fn next(&mut self, header: &[u8]) -> Result<Option<FileEntry>, Damage> {
        if self.left == 0 {
            return Ok(None);
        }
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
        let kind = match self.without_stream.get(header, self.next) {
            false => EntryKind::Stream {
                is_link: attributes & HAS_MODE != 0 && (attributes >> 16) & TYPE_OF_FILE == IS_LINK,
            },
            true => {
                let is_file = self.empty.get(header, self.next_empty);
                self.next_empty += 1;
                if is_file { EntryKind::Empty } else { EntryKind::Folder }
            }
        };
        self.next += 1;
        Ok(Some(FileEntry {
            name: String::from_utf16_lossy(&letters),
            kind,
        }))
    }
}
