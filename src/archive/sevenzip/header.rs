//! The header of a 7-Zip archive: where the packed streams are, how they are unpacked, and the names of
//! the files. (`7zFormat.txt` of the LZMA SDK describes it.)
//!
//! It stays in memory as it is written, some 70 bytes for each file, and is read by cursors that move
//! along it: a hostile header announces billions of files, folders or streams, for which nothing is
//! reserved.

use super::Damage;

const END: u8 = 0x00;
const HEADER: u8 = 0x01;
const ARCHIVE_PROPERTIES: u8 = 0x02;
const MAIN_STREAMS: u8 = 0x04;
const FILES: u8 = 0x05;
const PACK_INFO: u8 = 0x06;
const UNPACK_INFO: u8 = 0x07;
const SUB_STREAMS: u8 = 0x08;
const SIZES: u8 = 0x09;
const CHECKSUMS: u8 = 0x0A;
const BLOCKS: u8 = 0x0B;
const UNPACKED_SIZES: u8 = 0x0C;
const STREAM_COUNTS: u8 = 0x0D;
const WITHOUT_STREAM: u8 = 0x0E;
const EMPTY_FILES: u8 = 0x0F;
const NAMES: u8 = 0x11;
const ATTRIBUTES: u8 = 0x15;
const PACKED_HEADER: u8 = 0x17;

/// The number of coders of a block. 7-Zip makes chains of at most four.
const MAX_CODERS: u64 = 16;

/// The bit of attributes that has the mode of Unix in the upper half, and the mode of a symbolic link.
const HAS_MODE: u32 = 0x8000;
const IS_LINK: u32 = 0o120_000;
const TYPE_OF_FILE: u32 = 0o170_000;

/// A place in the header, from which values are read.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Cursor(usize);

impl Cursor {
    pub fn byte(&mut self, header: &[u8]) -> Result<u8, Damage> {
        let byte = header.get(self.0).ok_or(ENDS)?;
        self.0 += 1;
        Ok(*byte)
    }

    pub fn bytes<'h>(&mut self, header: &'h [u8], len: u64) -> Result<&'h [u8], Damage> {
        let rest = header.get(self.0..).ok_or(ENDS)?;
        let bytes = usize::try_from(len).ok().and_then(|len| rest.get(..len)).ok_or(ENDS)?;
        self.0 += bytes.len();
        Ok(bytes)
    }

    /// Reads a number. The upper bits of the first byte that are set count the bytes that follow.
    pub fn number(&mut self, header: &[u8]) -> Result<u64, Damage> {
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

    /// Skips so many numbers.
    fn skip_numbers(&mut self, header: &[u8], count: u64) -> Result<(), Damage> {
        (0..count).try_for_each(|_| self.number(header).map(drop))
    }

    fn expect(&mut self, header: &[u8], id: u8) -> Result<(), Damage> {
        match self.byte(header)? == id {
            true => Ok(()),
            false => Err(Damage("its parts are not in order")),
        }
    }
}

const ENDS: Damage = Damage("it ends early");

/// A bit for each of several items, or all of them set.
#[derive(Clone, Copy, Debug)]
struct Bits {
    /// The place of the bits; none if all are set.
    at: Option<usize>,
    count: u64,
}

impl Bits {
    fn none() -> Self {
        Self { at: Some(0), count: 0 }
    }

    fn read(cursor: &mut Cursor, header: &[u8], count: u64) -> Result<Self, Damage> {
        let at = cursor.0;
        cursor.bytes(header, count.div_ceil(8))?;
        Ok(Self { at: Some(at), count })
    }

    /// Reads bits that follow a byte, which tells whether all are set.
    fn read_or_all(cursor: &mut Cursor, header: &[u8], count: u64) -> Result<Self, Damage> {
        match cursor.byte(header)? {
            0 => Self::read(cursor, header, count),
            _ => Ok(Self { at: None, count }),
        }
    }

    fn get(&self, header: &[u8], index: u64) -> bool {
        let bit = |at: usize| {
            header
                .get(at + (index / 8) as usize)
                .map(|byte| byte & (0x80 >> (index % 8)) != 0)
        };
        index < self.count && self.at.is_none_or(|at| bit(at).unwrap_or(false))
    }

    fn set(&self, header: &[u8]) -> u64 {
        (0..self.count).filter(|&index| self.get(header, index)).count() as u64
    }
}

/// Numbers of four bytes for some of several items, which are read in order.
#[derive(Clone, Copy, Debug)]
struct Words {
    defined: Bits,
    next: u64,
    cursor: Cursor,
}

impl Words {
    fn none() -> Self {
        Self {
            defined: Bits::none(),
            next: 0,
            cursor: Cursor::default(),
        }
    }

    /// Reads the numbers at `cursor`, behind their bits, and moves it behind them.
    fn read(cursor: &mut Cursor, header: &[u8], defined: Bits) -> Result<Self, Damage> {
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

    fn next(&mut self, header: &[u8]) -> Result<Option<u32>, Damage> {
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

/// A coder of a block.
#[derive(Clone, Debug)]
pub(super) struct Coder {
    pub method: u64,
    pub properties: Vec<u8>,
    /// The number of bytes that it unpacks.
    pub unpacked: u64,
}

/// A stream that is unpacked as a whole. It holds the files of several members in a row.
#[derive(Debug)]
pub(super) struct Block {
    /// The coders in the order of unpacking. Empty if they are no chain.
    pub coders: Vec<Coder>,
    /// The offset of the packed bytes in the file, and their number.
    pub offset: u64,
    pub packed: u64,
    pub unpacked: u64,
    pub checksum: Option<u32>,
    /// The number of files in it.
    pub files: u64,
}

/// A reader of the blocks in the order of the header.
#[derive(Debug)]
pub(super) struct Blocks {
    left: u64,
    definitions: Cursor,
    unpacked_sizes: Cursor,
    checksums: Words,
    /// The sizes of the packed streams, and the offset of the next.
    packed_sizes: Cursor,
    packed_left: u64,
    offset: u64,
    /// The numbers of files; none if each block has one.
    counts: Option<Cursor>,
    file_sizes: Cursor,
    file_checksums: Words,
}

impl Blocks {
    fn none() -> Self {
        Self {
            left: 0,
            definitions: Cursor::default(),
            unpacked_sizes: Cursor::default(),
            checksums: Words::none(),
            packed_sizes: Cursor::default(),
            packed_left: 0,
            offset: 0,
            counts: None,
            file_sizes: Cursor::default(),
            file_checksums: Words::none(),
        }
    }

    /// Reads where the blocks are described, up to the end of this part of the header.
    fn read(cursor: &mut Cursor, header: &[u8], start: u64) -> Result<Self, Damage> {
        let mut blocks = Self::none();
        // A part that came twice could be counted again and again.
        let mut last = 0;
        loop {
            let id = cursor.byte(header)?;
            if id != END && id <= last {
                return Err(Damage("its parts are not in order"));
            }
            last = id;
            match id {
                END => return Ok(blocks),
                PACK_INFO => blocks.read_packed(cursor, header, start)?,
                UNPACK_INFO => blocks.read_definitions(cursor, header)?,
                SUB_STREAMS => blocks.read_files(cursor, header)?,
                _ => return Err(Damage("its parts are not in order")),
            }
        }
    }

    fn read_packed(&mut self, cursor: &mut Cursor, header: &[u8], start: u64) -> Result<(), Damage> {
        let offset = cursor.number(header)?;
        self.offset = start.checked_add(offset).ok_or(Damage("an offset is impossible"))?;
        self.packed_left = cursor.number(header)?;
        loop {
            match cursor.byte(header)? {
                END => return Ok(()),
                SIZES => {
                    self.packed_sizes = *cursor;
                    cursor.skip_numbers(header, self.packed_left)?;
                }
                CHECKSUMS => {
                    let defined = Bits::read_or_all(cursor, header, self.packed_left)?;
                    Words::read(cursor, header, defined)?;
                }
                _ => return Err(Damage("its parts are not in order")),
            }
        }
    }

    fn read_definitions(&mut self, cursor: &mut Cursor, header: &[u8]) -> Result<(), Damage> {
        cursor.expect(header, BLOCKS)?;
        self.left = cursor.number(header)?;
        cursor.expect(header, 0)?;
        self.definitions = *cursor;
        let mut sizes = 0;
        for _ in 0..self.left {
            sizes += Definition::read(cursor, header)?.outputs;
        }
        cursor.expect(header, UNPACKED_SIZES)?;
        self.unpacked_sizes = *cursor;
        cursor.skip_numbers(header, sizes)?;
        loop {
            match cursor.byte(header)? {
                END => return Ok(()),
                CHECKSUMS => {
                    let defined = Bits::read_or_all(cursor, header, self.left)?;
                    self.checksums = Words::read(cursor, header, defined)?;
                }
                _ => return Err(Damage("its parts are not in order")),
            }
        }
    }

    fn read_files(&mut self, cursor: &mut Cursor, header: &[u8]) -> Result<(), Damage> {
        let mut id = cursor.byte(header)?;
        if id == STREAM_COUNTS {
            self.counts = Some(*cursor);
            cursor.skip_numbers(header, self.left)?;
            id = cursor.byte(header)?;
        }
        // The number of sizes and checksums follows from those of the files.
        let (mut sizes, mut checksums) = (0_u64, 0_u64);
        let (mut counts, mut known) = (self.counts, self.checksums);
        for _ in 0..self.left {
            let files = counts.as_mut().map_or(Ok(1), |counts| counts.number(header))?;
            let has_checksum = known.next(header)?.is_some();
            sizes = sizes.saturating_add(files.saturating_sub(1));
            checksums = checksums.saturating_add(if files == 1 && has_checksum { 0 } else { files });
        }
        if id == SIZES {
            self.file_sizes = *cursor;
            cursor.skip_numbers(header, sizes)?;
            id = cursor.byte(header)?;
        } else if sizes > 0 {
            return Err(Damage("the sizes of files are missing"));
        }
        loop {
            match id {
                END => return Ok(()),
                CHECKSUMS => {
                    let defined = Bits::read_or_all(cursor, header, checksums)?;
                    self.file_checksums = Words::read(cursor, header, defined)?;
                }
                _ => return Err(Damage("its parts are not in order")),
            }
            id = cursor.byte(header)?;
        }
    }

    /// Returns the next block, or `None` at the end.
    pub fn next(&mut self, header: &[u8]) -> Result<Option<Block>, Damage> {
        if self.left == 0 {
            return Ok(None);
        }
        self.left -= 1;
        let definition = Definition::read(&mut self.definitions, header)?;
        let mut sizes = Vec::with_capacity(definition.outputs as usize);
        for _ in 0..definition.outputs {
            sizes.push(self.unpacked_sizes.number(header)?);
        }
        let offset = self.offset;
        let mut packed = 0_u64;
        for _ in 0..definition.packed {
            if self.packed_left == 0 {
                return Err(Damage("a packed stream is missing"));
            }
            self.packed_left -= 1;
            packed = packed.saturating_add(self.packed_sizes.number(header)?);
        }
        self.offset = offset.checked_add(packed).ok_or(Damage("an offset is impossible"))?;
        let files = self.counts.as_mut().map_or(Ok(1), |counts| counts.number(header))?;
        let unpacked = *sizes.get(definition.output).ok_or(ENDS)?;
        Ok(Some(Block {
            coders: definition.chain(&sizes),
            offset,
            packed,
            unpacked,
            checksum: self.checksums.next(header)?,
            files,
        }))
    }

    /// Returns the size of the next file, which is not the last of its block.
    pub fn next_size(&mut self, header: &[u8]) -> Result<u64, Damage> {
        self.file_sizes.number(header)
    }

    /// Returns the checksum of the next file, which does not have that of its block.
    pub fn next_checksum(&mut self, header: &[u8]) -> Result<Option<u32>, Damage> {
        self.file_checksums.next(header)
    }
}

/// The coders of a block as they are written.
struct Definition {
    coders: Vec<Coder>,
    is_simple: bool,
    /// The pairs of an input and the output that feeds it.
    pairs: Vec<(u64, u64)>,
    /// The numbers of outputs and of packed streams.
    outputs: u64,
    packed: u64,
    /// The output that is the block.
    output: usize,
}

impl Definition {
    fn read(cursor: &mut Cursor, header: &[u8]) -> Result<Self, Damage> {
        let count = cursor.number(header)?;
        if !(1..=MAX_CODERS).contains(&count) {
            return Err(Damage("a block has an impossible number of coders"));
        }
        let mut coders = Vec::with_capacity(count as usize);
        let (mut inputs, mut outputs, mut is_simple) = (0_u64, 0_u64, true);
        for _ in 0..count {
            let flags = cursor.byte(header)?;
            let mut method = 0;
            for &byte in cursor.bytes(header, u64::from(flags & 0x0F))? {
                method = method << 8 | u64::from(byte);
            }
            let (mut of_input, mut of_output) = (1, 1);
            if flags & 0x10 != 0 {
                (of_input, of_output) = (cursor.number(header)?, cursor.number(header)?);
                is_simple = false;
            }
            inputs = inputs.saturating_add(of_input);
            outputs = outputs.saturating_add(of_output);
            let properties = match flags & 0x20 {
                0 => Vec::new(),
                _ => {
                    let len = cursor.number(header)?;
                    cursor.bytes(header, len)?.to_vec()
                }
            };
            coders.push(Coder {
                method,
                properties,
                unpacked: 0,
            });
        }
        if outputs == 0 || outputs > 2 * MAX_CODERS || inputs > 4 * MAX_CODERS {
            return Err(Damage("a block has an impossible number of streams"));
        }
        let mut pairs = Vec::new();
        for _ in 1..outputs {
            pairs.push((cursor.number(header)?, cursor.number(header)?));
        }
        let packed = inputs
            .checked_sub(outputs - 1)
            .ok_or(Damage("a block has an impossible number of streams"))?;
        if packed > 1 {
            cursor.skip_numbers(header, packed)?;
        }
        let output = (0..outputs).find(|output| pairs.iter().all(|(_, from)| from != output));
        Ok(Self {
            coders,
            is_simple,
            pairs,
            outputs,
            packed,
            output: output.ok_or(Damage("a block has no end"))? as usize,
        })
    }

    /// Returns the coders in the order of unpacking if they are a chain, or else none.
    fn chain(self, sizes: &[u64]) -> Vec<Coder> {
        let mut chain = Vec::new();
        let mut at = Some(self.output as u64);
        while let Some(index) = at
            && chain.len() < self.coders.len()
            && let Some(coder) = self.coders.get(index as usize)
        {
            chain.push(Coder {
                unpacked: sizes.get(index as usize).copied().unwrap_or(0),
                ..coder.clone()
            });
            let before = self.pairs.iter().find(|(input, _)| *input == index);
            at = before.map(|(_, output)| *output);
        }
        let is_chain = self.is_simple && self.packed == 1 && chain.len() == self.coders.len();
        chain.reverse();
        if is_chain { chain } else { Vec::new() }
    }
}

/// A reader of the files in the order of the header.
#[derive(Debug)]
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
    fn none() -> Self {
        Self {
            left: 0,
            next: 0,
            names: Cursor::default(),
            without_stream: Bits::none(),
            empty: Bits::none(),
            next_empty: 0,
            attributes: Words::none(),
        }
    }

    fn read(cursor: &mut Cursor, header: &[u8]) -> Result<Self, Damage> {
        let mut files = Self::none();
        files.left = cursor.number(header)?;
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

/// A header, or the packed one that holds it.
pub(super) enum Header {
    Plain(Blocks, Files),
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
        let (mut blocks, mut files) = (Blocks::none(), Files::none());
        let mut last = 0;
        loop {
            let id = cursor.byte(header)?;
            if id != END && id <= last {
                return Err(Damage("its parts are not in order"));
            }
            last = id;
            match id {
                END => return Ok(Self::Plain(blocks, files)),
                ARCHIVE_PROPERTIES => {
                    while cursor.byte(header)? != END {
                        let len = cursor.number(header)?;
                        cursor.bytes(header, len)?;
                    }
                }
                MAIN_STREAMS => blocks = Blocks::read(&mut cursor, header, start)?,
                FILES => files = Files::read(&mut cursor, header)?,
                _ => return Err(Damage("its parts are not in order")),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_as_many_bytes_as_their_first_one_says() {
        for (bytes, number) in [
            (&[0x7F][..], 0x7F),
            (&[0x81, 0x02], 0x102),
            (&[0xC1, 0x02, 0x03], 0x1_0302),
            (&[0xFE, 1, 2, 3, 4, 5, 6, 7], 0x07_0605_0403_0201),
            (&[0xFF, 1, 2, 3, 4, 5, 6, 7, 8], 0x0807_0605_0403_0201),
        ] {
            assert_eq!(Cursor::default().number(bytes).unwrap(), number, "{bytes:?}");
        }
        assert!(Cursor::default().number(&[0xFF, 1]).is_err());
    }

    #[test]
    fn a_header_that_announces_billions_reserves_nothing() {
        let billions = [0xFF; 9];
        for start in [
            &[HEADER, FILES][..],
            &[HEADER, MAIN_STREAMS, PACK_INFO, 0],
            &[HEADER, MAIN_STREAMS, UNPACK_INFO, BLOCKS],
            &[HEADER, MAIN_STREAMS, UNPACK_INFO, BLOCKS, 1, 0],
            &[HEADER, MAIN_STREAMS, UNPACK_INFO, BLOCKS, 1, 0, 1, 0x10],
        ] {
            for rest in [&[0; 100][..], &[SIZES; 100], &[CHECKSUMS; 100], &[1; 100]] {
                let header = [start, &billions, rest].concat();
                assert!(Header::read(&header, 32).is_err(), "{start:?} {rest:?}");
            }
        }
    }
}
