//! The members of a 7-Zip archive, in the order of its header. A block of several files is unpacked once,
//! from its beginning to its end.

mod blocks;
mod header;

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom};

use bzip2::bufread::BzDecoder;
use flate2::CrcReader;
use flate2::bufread::DeflateDecoder;
use liblzma::bufread::XzDecoder;
use liblzma::stream::{Filters, Stream};
use ppmd_rust::Ppmd7Decoder;

use super::error::{ArchiveError, ArchiveFault};
use super::inside::{ArchiveLimits, Entry};
use super::kind::{FileKind, HEAD_LEN, member_kind, skip_unread};
use super::member::{ArchiveItem, FILE_BUFFER, Member, SkipReason, read_at_most};
use super::packing::{CountedReader, Progress};
use crate::interrupt::Interrupt;
use blocks::{Coder, PackedBlock, PackedBlocks};
use header::{FileList, read_header};

/// The length of the signature and of what points to the header.
const START: u64 = 32;

/// The largest header in bytes, and how often it may be packed. It has some 70 bytes for each file.
const MAX_HEADER: u64 = 64 << 20;
const MAX_PACKINGS: usize = 4;

/// The mark of the end of a part of the header.
const END: u8 = 0x00;

/// Returns the fault of a header with which something is wrong.
fn damaged(what: &str) -> ArchiveFault {
    ArchiveFault::Damaged(format!(
        "the 7-Zip archive's header is missing or damaged, so it may have been cut: {what}"
    ))
}

const OUT_OF_ORDER: &str = "its parts are not in order";
const BAD_PROPERTIES: &str = "the properties of a coder are wrong";

/// A reader of the members of a 7-Zip archive.
pub(super) struct SevenZipMembers {
    file: File,
    header: Vec<u8>,
    blocks: PackedBlocks,
    files: FileList,
    /// The unpacked bytes of the open block, or the reason that there are none.
    data: Result<Box<dyn Read + Send>, SkipReason>,
    /// The number of its files that follow, and of its bytes that are theirs.
    files_left: u64,
    bytes_left: u64,
    /// The checksum of its only file, if it has one.
    checksum: Option<u32>,
    /// The number of its bytes before the next file.
    before: u64,
    pub limits: ArchiveLimits,
    progress: Progress,
    stop: Interrupt,
}

impl SevenZipMembers {
    pub fn new(
        mut file: File,
        limits: ArchiveLimits,
        progress: Progress,
        stop: Interrupt,
    ) -> Result<Self, ArchiveFault> {
        let mut start = [0; START as usize];
        file.rewind()?;
        file.read_exact(&mut start)
            .map_err(|_| damaged("the file ends early"))?;
        let (offset, len) = (number_at(&start, 12), number_at(&start, 20));
        let checksum = number_at(&start, 28 - 4) >> 32;
        if u64::from(crc32fast::hash(&start[12..])) != number_at(&start, 8) & 0xFFFF_FFFF {
            return Err(damaged("the checksum of its place is wrong"));
        }
        if len > MAX_HEADER {
            return Err(ArchiveFault::TooMuchMemory);
        }
        let at = START
            .checked_add(offset)
            .ok_or_else(|| damaged("its place is impossible"))?;
        file.seek(SeekFrom::Start(at))?;
        let mut header = read_at_most(&file, 0, len)?;
        if header.len() as u64 != len || u64::from(crc32fast::hash(&header)) != checksum {
            return Err(damaged("its checksum is wrong"));
        }
        if header.is_empty() {
            header = vec![1, 0];
        }
        for _ in 0..=MAX_PACKINGS {
            let (mut blocks, files) = read_header(&header, START).map_err(damaged)?;
            if let Some(files) = files {
                return Ok(Self {
                    file,
                    header,
                    blocks,
                    files,
                    data: Ok(Box::new(io::empty())),
                    files_left: 0,
                    bytes_left: 0,
                    checksum: None,
                    before: 0,
                    limits,
                    progress,
                    stop,
                });
            }
            let block = blocks.next(&header).map_err(damaged)?;
            let block = block.ok_or_else(|| damaged("it has no block"))?;
            if block.unpacked > MAX_HEADER {
                return Err(ArchiveFault::TooMuchMemory);
            }
            let reader = unpack(&file, &block, &limits, &Progress::new(0), &stop)?;
            header = read_at_most(reader, 0, block.unpacked)?;
            let is_whole = header.len() as u64 == block.unpacked;
            if !is_whole || block.checksum.is_some_and(|sum| sum != crc32fast::hash(&header)) {
                return Err(damaged("its checksum is wrong"));
            }
        }
        Err(damaged("it is packed too often"))
    }

    /// Returns the next file or link, or `None` at the end. Skips folders. Damage to one
    /// block does not affect the others.
    pub(crate) fn next_item(&mut self) -> Result<Option<Entry>, ArchiveError> {
        // Archives made on Windows have slashes, too.
        let Some((path, has_stream, is_link)) = self.files.next(&self.header).map_err(damaged)? else {
            return Ok(None);
        };
        if has_stream {
            return self.with_stream(path, is_link).map(Some);
        }
        let bytes = Vec::new();
        Ok(Some(match member_kind(&path, b"") {
            Ok(FileKind::Record) => Entry::Item(ArchiveItem::Record(Member { path, bytes })),
            Ok(_) => Entry::skipped(path, SkipReason::OtherFile),
            Err(reason) => Entry::skipped(path, reason),
        }))
    }

    fn with_stream(&mut self, path: String, is_link: bool) -> Result<Entry, ArchiveError> {
        let stream = self.next_stream();
        let (size, checksum) = stream.map_err(|fault| ArchiveError::of_member(path.clone(), fault))?;
        let before = std::mem::take(&mut self.before);
        let data = match &mut self.data {
            Ok(data) => data,
            Err(reason) => {
                let reason = skip_unread(&path, reason.clone());
                return Ok(Entry::skipped(path, reason));
            }
        };
        if is_link {
            self.before = before + size;
            let reason = skip_unread(&path, SkipReason::Special("a symbolic link"));
            return Ok(Entry::skipped(path, reason));
        }
        let mut data = CrcReader::new(data.take(before));
        match read_entry(&mut data, &path, size, checksum, &self.limits) {
            Ok(entry) => {
                self.before = data.get_ref().limit();
                Ok(entry)
            }
            Err(error) => {
                let fault = ArchiveFault::from(error);
                if fault.ends_archive() {
                    return Err(fault.into());
                }
                // Nothing that follows in the block can be read.
                let reason = SkipReason::Unreadable(fault.to_string());
                let of_file = skip_unread(&path, reason.clone());
                self.data = Err(reason);
                Ok(Entry::skipped(path, of_file))
            }
        }
    }

    /// Returns the size and the checksum of the next file with bytes, and opens its block.
    fn next_stream(&mut self) -> Result<(u64, Option<u32>), ArchiveFault> {
        while self.files_left == 0 {
            let block = self.blocks.next(&self.header).map_err(damaged)?;
            let block = block.ok_or_else(|| damaged("a file has no block"))?;
            if block.files == 0 {
                continue;
            }
            self.data = match unpack(&self.file, &block, &self.limits, &self.progress, &self.stop) {
                Ok(data) => Ok(data),
                Err(ArchiveFault::Encrypted) => Err(SkipReason::Encrypted),
                Err(fault) if fault.ends_archive() => return Err(fault),
                Err(fault) => Err(SkipReason::Unreadable(fault.to_string())),
            };
            self.files_left = block.files;
            self.bytes_left = block.unpacked;
            self.checksum = block.checksum.filter(|_| block.files == 1);
            self.before = 0;
        }
        self.files_left -= 1;
        let size = match self.files_left {
            0 => self.bytes_left,
            _ => self.blocks.file_sizes.number(&self.header).map_err(damaged)?,
        };
        let rest = self.bytes_left.checked_sub(size);
        self.bytes_left = rest.ok_or_else(|| damaged("the sizes of files are impossible"))?;
        let checksum = match self.checksum {
            Some(checksum) => Some(checksum),
            None => self.blocks.file_checksums.next(&self.header).map_err(damaged)?,
        };
        Ok((size, checksum))
    }
}

/// Skips the bytes before a file, to which the data is limited, and reads the file as far as its kind needs.
fn read_entry(
    data: &mut CrcReader<io::Take<impl Read>>,
    path: &str,
    size: u64,
    checksum: Option<u32>,
    limits: &ArchiveLimits,
) -> io::Result<Entry> {
    io::copy(data.get_mut(), &mut io::sink())?;
    if data.get_ref().limit() > 0 {
        return Err(io::ErrorKind::UnexpectedEof.into());
    }
    data.get_mut().set_limit(size);
    let head = read_at_most(&mut *data, 0, size.min(HEAD_LEN as u64))?;
    let path = path.to_owned();
    match member_kind(&path, &head) {
        Err(reason) => Ok(Entry::skipped(path, reason)),
        Ok(FileKind::Record) if size > limits.record => Ok(Entry::skipped(path, SkipReason::TooLarge)),
        Ok(FileKind::Record) => {
            let bytes = read_at_most(head.chain(&mut *data), size, size)?;
            check(data, checksum)?;
            Ok(Entry::Item(ArchiveItem::Record(Member { path, bytes })))
        }
        Ok(_) => {
            let copy = limits.spool(head.chain(&mut *data))?;
            if copy.is_ok() {
                check(data, checksum)?;
            }
            Ok(Entry::spooled(path, copy))
        }
    }
}

/// Fails unless a file was read to its end and has its checksum.
fn check(data: &CrcReader<io::Take<impl Read>>, checksum: Option<u32>) -> io::Result<()> {
    if data.get_ref().limit() > 0 {
        return Err(io::ErrorKind::UnexpectedEof.into());
    }
    if checksum.is_some_and(|checksum| checksum != data.crc().sum()) {
        return Err(io::Error::new(io::ErrorKind::InvalidData, "its checksum is wrong"));
    }
    Ok(())
}

/// Returns the unpacked bytes of a block, whose decoders share the largest window.
fn unpack(
    file: &File,
    block: &PackedBlock,
    limits: &ArchiveLimits,
    progress: &Progress,
    stop: &Interrupt,
) -> Result<Box<dyn Read + Send>, ArchiveFault> {
    let mut file = file.try_clone()?;
    file.seek(SeekFrom::Start(block.offset))?;
    let buffer = block.packed.clamp(1, FILE_BUFFER as u64);
    let counted = CountedReader {
        inner: BufReader::with_capacity(buffer as usize, file.take(block.packed)),
        progress: progress.clone(),
        stop: stop.clone(),
    };
    if block.coders.is_empty() {
        return Err(unknown_method("several filters"));
    }
    let mut reader: Box<dyn BufRead + Send> = Box::new(counted);
    let window = limits.window / block.coders.len() as u64;
    for coder in &block.coders {
        // Each stream counts: one decoder may make little of much that another one unpacked.
        let unpacked = limits.bounded(decoder(coder, window, reader)?).take(coder.unpacked);
        reader = Box::new(BufReader::with_capacity(FILE_BUFFER, unpacked));
    }
    Ok(Box::new(reader))
}

fn unknown_method(name: &str) -> ArchiveFault {
    ArchiveFault::Damaged(format!(
        "it is compressed by {name}, and only LZMA, LZMA2, PPMd, bzip2, Deflate and uncompressed files are read"
    ))
}

/// Returns the number of eight bytes at a place of the beginning of the file.
pub(super) fn number_at(start: &[u8], at: usize) -> u64 {
    start[at..].first_chunk().map_or(0, |bytes| u64::from_le_bytes(*bytes))
}

fn lzma_stream(filters: Result<&mut Filters, liblzma::stream::Error>) -> Result<Stream, ArchiveFault> {
    let stream = filters.and_then(|filters| Stream::new_raw_decoder(filters));
    stream.map_err(|_| damaged(BAD_PROPERTIES))
}

fn decoder(
    coder: &Coder,
    max_window: u64,
    reader: Box<dyn BufRead + Send>,
) -> Result<Box<dyn Read + Send>, ArchiveFault> {
    let properties = &coder.properties;
    Ok(match coder.method {
        0x00 => Box::new(reader),
        0x21 => {
            let window = lzma2_window(properties, coder.unpacked, max_window)?;
            let stream = lzma_stream(Filters::new().lzma2_properties(&[window]))?;
            Box::new(XzDecoder::new_stream(reader, stream))
        }
        0x03_01_01 => {
            let properties = lzma_properties(properties, coder.unpacked, max_window)?;
            let stream = lzma_stream(Filters::new().lzma1_properties(&properties))?;
            Box::new(XzDecoder::new_stream(reader, stream))
        }
        0x03_04_01 => {
            let [order, a, b, c, d, ..] = properties[..] else {
                return Err(damaged(BAD_PROPERTIES));
            };
            let memory = u32::from_le_bytes([a, b, c, d]);
            // 7-Zip takes 192 MiB at its highest level.
            if u64::from(memory) > max_window / 2 * 3 {
                return Err(ArchiveFault::TooMuchMemory);
            }
            let decoder = Ppmd7Decoder::new(reader, u32::from(order), memory);
            Box::new(decoder.map_err(|_| damaged(BAD_PROPERTIES))?)
        }
        0x04_01_08 => Box::new(DeflateDecoder::new(reader)),
        0x04_02_02 => Box::new(BzDecoder::new(reader)),
        0x06_F1_07_01 | 0x06_F1_03_03 => return Err(ArchiveFault::Encrypted),
        other => return Err(unknown_method(&format!("method {other:X}"))),
    })
}

/// Returns the properties of LZMA with a window no larger than what is unpacked, which needs no more.
fn lzma_properties(properties: &[u8], unpacked: u64, max_window: u64) -> Result<[u8; 5], ArchiveFault> {
    let &[first, a, b, c, d, ..] = properties else {
        return Err(damaged(BAD_PROPERTIES));
    };
    let window = u64::from(u32::from_le_bytes([a, b, c, d])).min(unpacked.max(1 << 12));
    if window > max_window {
        return Err(ArchiveFault::TooMuchMemory);
    }
    let [a, b, c, d] = (window as u32).to_le_bytes();
    Ok([first, a, b, c, d])
}

/// Returns the property of LZMA2, which is the size of its window, no larger than what is unpacked.
fn lzma2_window(properties: &[u8], unpacked: u64, max_window: u64) -> Result<u8, ArchiveFault> {
    const fn size(bits: u8) -> u64 {
        (2 | (bits & 1) as u64) << (bits / 2 + 11)
    }
    let Some(&stated @ 0..=40) = properties.first() else {
        return Err(damaged(BAD_PROPERTIES));
    };
    let bits = (0..stated).find(|&bits| size(bits) >= unpacked).unwrap_or(stated);
    if size(bits) > max_window {
        return Err(ArchiveFault::TooMuchMemory);
    }
    Ok(bits)
}
