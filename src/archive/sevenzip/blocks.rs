//! The blocks of a 7-Zip archive: where they are, and how they are unpacked.

use super::header::{ENDS, HeaderBits, HeaderCursor, Words};
use super::{END, OUT_OF_ORDER};

const PACK_INFO: u8 = 0x06;
const UNPACK_INFO: u8 = 0x07;
const SUB_STREAMS: u8 = 0x08;
const SIZES: u8 = 0x09;
const CHECKSUMS: u8 = 0x0A;
const BLOCKS: u8 = 0x0B;
const UNPACKED_SIZES: u8 = 0x0C;
const STREAM_COUNTS: u8 = 0x0D;

/// The number of coders of a block. 7-Zip makes chains of at most four.
const MAX_CODERS: u64 = 16;

#[derive(Clone, Debug)]
pub(super) struct Coder {
    pub method: u64,
    pub properties: Vec<u8>,
    pub unpacked: u64,
}

/// A stream that is unpacked as a whole. It holds the files of several members in a row.
#[derive(Debug)]
pub(super) struct PackedBlock {
    /// The coders in the order of unpacking. Empty if they are no chain.
    pub coders: Vec<Coder>,
    /// The offset of the packed bytes in the file, and their number.
    pub offset: u64,
    pub packed: u64,
    pub unpacked: u64,
    pub checksum: Option<u32>,
    pub files: u64,
}

/// A reader of the blocks in the order of the header.
#[derive(Debug, Default)]
pub(super) struct PackedBlocks {
    left: u64,
    definitions: HeaderCursor,
    unpacked_sizes: HeaderCursor,
    checksums: Words,
    /// The sizes of the packed streams, and the offset of the next.
    packed_sizes: HeaderCursor,
    packed_left: u64,
    offset: u64,
    /// The numbers of files; none if each block has one.
    counts: Option<HeaderCursor>,
    /// The size of the next file that is not the last of its block.
    pub file_sizes: HeaderCursor,
    /// The checksum of the next file that does not have that of its block.
    pub file_checksums: Words,
}

impl PackedBlocks {
    /// Reads where the blocks are described, up to the end of this part of the header.
    pub fn read(cursor: &mut HeaderCursor, header: &[u8], start: u64) -> Result<Self, &'static str> {
        let mut blocks = Self::default();
        // A part that came twice could be counted again and again.
        let mut last = 0;
        loop {
            let id = cursor.byte(header)?;
            if id != END && id <= last {
                return Err(OUT_OF_ORDER);
            }
            last = id;
            match id {
                END => return Ok(blocks),
                PACK_INFO => blocks.read_packed(cursor, header, start)?,
                UNPACK_INFO => blocks.read_definitions(cursor, header)?,
                SUB_STREAMS => blocks.read_files(cursor, header)?,
                _ => return Err(OUT_OF_ORDER),
            }
        }
    }

    fn read_packed(&mut self, cursor: &mut HeaderCursor, header: &[u8], start: u64) -> Result<(), &'static str> {
        let offset = cursor.number(header)?;
        self.offset = start.checked_add(offset).ok_or("an offset is impossible")?;
        self.packed_left = cursor.number(header)?;
        loop {
            match cursor.byte(header)? {
                END => return Ok(()),
                SIZES => {
                    self.packed_sizes = *cursor;
                    cursor.skip_numbers(header, self.packed_left)?;
                }
                CHECKSUMS => {
                    let defined = HeaderBits::read_or_all(cursor, header, self.packed_left)?;
                    Words::read(cursor, header, defined)?;
                }
                _ => return Err(OUT_OF_ORDER),
            }
        }
    }

    fn read_definitions(&mut self, cursor: &mut HeaderCursor, header: &[u8]) -> Result<(), &'static str> {
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
                    let defined = HeaderBits::read_or_all(cursor, header, self.left)?;
                    self.checksums = Words::read(cursor, header, defined)?;
                }
                _ => return Err(OUT_OF_ORDER),
            }
        }
    }

    fn read_files(&mut self, cursor: &mut HeaderCursor, header: &[u8]) -> Result<(), &'static str> {
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
            return Err("the sizes of files are missing");
        }
        loop {
            match id {
                END => return Ok(()),
                CHECKSUMS => {
                    let defined = HeaderBits::read_or_all(cursor, header, checksums)?;
                    self.file_checksums = Words::read(cursor, header, defined)?;
                }
                _ => return Err(OUT_OF_ORDER),
            }
            id = cursor.byte(header)?;
        }
    }

    /// Returns the next block, or `None` at the end.
    pub fn next(&mut self, header: &[u8]) -> Result<Option<PackedBlock>, &'static str> {
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
                return Err("a packed stream is missing");
            }
            self.packed_left -= 1;
            packed = packed.saturating_add(self.packed_sizes.number(header)?);
        }
        self.offset = offset.checked_add(packed).ok_or("an offset is impossible")?;
        let files = self.counts.as_mut().map_or(Ok(1), |counts| counts.number(header))?;
        let unpacked = *sizes.get(definition.output).ok_or(ENDS)?;
        Ok(Some(PackedBlock {
            coders: definition.chain(&sizes),
            offset,
            packed,
            unpacked,
            checksum: self.checksums.next(header)?,
            files,
        }))
    }
}

struct Definition {
    coders: Vec<Coder>,
    is_simple: bool,
    /// The pairs of an input and the output that feeds it.
    pairs: Vec<(u64, u64)>,
    outputs: u64,
    packed: u64,
    output: usize,
}

impl Definition {
    fn read(cursor: &mut HeaderCursor, header: &[u8]) -> Result<Self, &'static str> {
        let count = cursor.number(header)?;
        if !(1..=MAX_CODERS).contains(&count) {
            return Err("a block has an impossible number of coders");
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
            let has_properties = flags & 0x20 != 0;
            let len = if has_properties { cursor.number(header)? } else { 0 };
            let properties = cursor.bytes(header, len)?.to_vec();
            coders.push(Coder {
                method,
                properties,
                unpacked: 0,
            });
        }
        if outputs == 0 || outputs > 2 * MAX_CODERS || inputs > 4 * MAX_CODERS {
            return Err("a block has an impossible number of streams");
        }
        let mut pairs = Vec::new();
        for _ in 1..outputs {
            pairs.push((cursor.number(header)?, cursor.number(header)?));
        }
        let packed = inputs
            .checked_sub(outputs - 1)
            .ok_or("a block has an impossible number of streams")?;
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
            output: output.ok_or("a block has no end")? as usize,
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
