//! Records of training sets, and their reader.

use super::encoder::{LINES, POINTS};
use crate::error::{DamageKind, DamagedFile};
use bgo::internal::go::{BoardSize, Point, Transform};
use std::io::{self, BufRead, BufReader, ErrorKind, Read, Seek, SeekFrom};
use std::iter::FusedIterator;
use std::sync::LazyLock;

const BUFFER: usize = 256 << 10;

const NO_RECORD: &str = "there is neither a record (\"GO\") nor the end (\"END\")";

/// The format of records.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RecordFormat {
    /// Version 1: a byte for each point, with a bit for each of eight planes. Stones without liberties are in
    /// the plane of three or more.
    V1,
    /// Version 2: a header, and a bit for each point of seven planes. Stones without liberties are in no plane.
    V2,
    /// Version 2 before December 2015: all stones are in the plane of three or more. Files have the form of
    /// [`RecordFormat::V2`], as which they are read.
    V2Legacy,
}

impl RecordFormat {
    /// Returns the version, 1 or 2.
    pub const fn version(self) -> u8 {
        match self {
            Self::V1 => 1,
            Self::V2 | Self::V2Legacy => 2,
        }
    }

    /// Returns the planes of a stone by the liberties of its chain.
    pub(super) const fn planes_of(self, liberties: u32) -> u8 {
        match (self, liberties) {
            (Self::V2Legacy, 1) => 1 | 4,
            (Self::V2Legacy, 2) => 2 | 4,
            (_, 1) => 1,
            (_, 2) => 2,
            (Self::V2, 0) => 0,
            _ => 4,
        }
    }

    pub(crate) const fn file_length(self, records: u64) -> u64 {
        self.header_length() as u64 + records * self.record_length() as u64 + END.len() as u64
    }

    pub(crate) const fn record_length(self) -> usize {
        self.planes_offset() + self.packed_length()
    }

    /// Returns the number of planes. RecordFormat 1 has one more, which is all ones.
    pub const fn planes(self) -> usize {
        match self {
            Self::V1 => 8,
            Self::V2 | Self::V2Legacy => 7,
        }
    }

    pub(crate) const fn packed_length(self) -> usize {
        match self {
            Self::V1 => POINTS,
            Self::V2 | Self::V2Legacy => (self.planes() * POINTS).div_ceil(8),
        }
    }

    pub(crate) const fn unpacked_length(self) -> usize {
        self.planes() * POINTS
    }

    /// Writes packed planes as bytes: plane after plane, row by row from the bottom, a byte for each
    /// point, 0 or 1.
    pub fn unpack(self, packed: &[u8], out: &mut [u8]) {
        match self {
            Self::V1 => {
                for (plane, out) in out.chunks_exact_mut(POINTS).enumerate() {
                    let points = out.iter_mut().zip(packed);
                    points.for_each(|(out, point)| *out = point >> plane & 1);
                }
            }
            Self::V2 | Self::V2Legacy => {
                let (whole, rest) = out.as_chunks_mut();
                for (out, byte) in whole.iter_mut().zip(packed) {
                    *out = BITS[usize::from(*byte)];
                }
                // The last byte has a bit more than the points.
                if let Some(last) = packed.get(whole.len()) {
                    rest.copy_from_slice(&BITS[usize::from(*last)][..rest.len()]);
                }
            }
        }
    }

    const fn planes_offset(self) -> usize {
        match self {
            Self::V1 => 4,
            Self::V2 | Self::V2Legacy => 6,
        }
    }

    pub(crate) const fn header_length(self) -> usize {
        match self {
            Self::V1 => 0,
            Self::V2 | Self::V2Legacy => 1024,
        }
    }
}

pub(crate) const END: &[u8; 3] = b"END";

/// Returns the header of a file with this number of records.
pub(crate) fn header(format: RecordFormat, records: u64) -> Vec<u8> {
    let mut header = Vec::new();
    if format != RecordFormat::V1 {
        header.extend(header_text(&records.to_string()).bytes());
        header.extend(b"\0\n");
        header.resize(format.header_length(), 0);
    }
    header
}

fn header_text(records: &str) -> String {
    format!("mlv2-n={records}-numplanes=7-imagewidth=19-imageheight=19-datatype=int-bpp=1")
}

/// The bits of every byte, the highest first.
static BITS: [[u8; 8]; 256] = bits();

const fn bits() -> [[u8; 8]; 256] {
    let mut all = [[0; 8]; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut bit = 0;
        while bit < 8 {
            all[byte][bit] = (byte >> (7 - bit) & 1) as u8;
            bit += 1;
        }
        byte += 1;
    }
    all
}

/// The points to which each transform takes the points of the board, by its number.
static TURNED: LazyLock<[[u16; POINTS]; 8]> = LazyLock::new(|| {
    Transform::ALL.map(|transform| {
        std::array::from_fn(|point| {
            // Rows are counted from the bottom.
            let (x, y) = (point % LINES, LINES - 1 - point / LINES);
            let to = transform.apply(Point::new(x as u8, y as u8), BoardSize::MAX);
            ((LINES - 1 - usize::from(to.y)) * LINES + usize::from(to.x)) as u16
        })
    })
});

/// A position and the move that was played there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TrainingRecord {
    format: RecordFormat,
    bytes: Vec<u8>,
}

impl TrainingRecord {
    /// Makes a record of [`RecordFormat::record_length`] bytes.
    pub(crate) const fn new(format: RecordFormat, bytes: Vec<u8>) -> Self {
        Self { format, bytes }
    }

    /// Returns the format.
    pub const fn format(&self) -> RecordFormat {
        self.format
    }

    /// Returns the move: `19 * row + column`, rows counted from the bottom.
    pub fn label(&self) -> u16 {
        match self.format {
            RecordFormat::V1 => u16::from(self.bytes[2]) * LINES as u16 + u16::from(self.bytes[3]),
            _ => u16::from_le_bytes([self.bytes[2], self.bytes[3]]),
        }
    }

    /// Returns the record with its board rotated or mirrored.
    #[must_use]
    pub fn turned(&self, transform: Transform) -> Self {
        let to = &TURNED[transform.number()];
        let label = to[usize::from(self.label())];
        let offset = self.format.planes_offset();
        let mut bytes = self.bytes.clone();
        match self.format {
            RecordFormat::V1 => {
                bytes[2..4].copy_from_slice(&[(label / LINES as u16) as u8, (label % LINES as u16) as u8]);
                for (point, planes) in self.packed_planes().iter().enumerate() {
                    bytes[offset + usize::from(to[point])] = *planes;
                }
            }
            _ => {
                bytes[2..4].copy_from_slice(&label.to_le_bytes());
                bytes[offset..].fill(0);
                for (place, byte) in self.packed_planes().iter().enumerate() {
                    for bit in (0..8).filter(|bit| byte << bit & 0x80 != 0) {
                        let (plane, point) = ((8 * place + bit) / POINTS, (8 * place + bit) % POINTS);
                        let bit = plane * POINTS + usize::from(to[point]);
                        bytes[offset + bit / 8] |= 0x80 >> (bit % 8);
                    }
                }
            }
        }
        Self {
            format: self.format,
            bytes,
        }
    }

    /// Returns whether a point is set in a plane: own stones of chains with 1 (plane 0), 2 (1), and
    /// 3 or more liberties (2), the opponent's likewise (3 to 5), the point that a ko forbids (6),
    /// and in version 1 every point (7).
    pub fn is_set(&self, plane: usize, point: usize) -> bool {
        match self.format {
            RecordFormat::V1 => self.bytes[4 + point] >> plane & 1 == 1,
            _ => {
                let bit = plane * POINTS + point;
                self.bytes[6 + bit / 8] >> (7 - bit % 8) & 1 == 1
            }
        }
    }

    /// Returns the packed planes: in version 1 a byte for each point, row by row from the
    /// bottom, plane 0 in the lowest bit; in version 2 plane after plane, a bit for each point,
    /// the highest bit of a byte first.
    pub fn packed_planes(&self) -> &[u8] {
        &self.bytes[self.format.planes_offset()..]
    }

    /// Appends the planes, [`RecordFormat::planes`] times 361 bytes: plane after plane, row by row
    /// from the bottom, a byte for each point, 0 or 1.
    pub fn write_planes(&self, out: &mut Vec<u8>) {
        let start = out.len();
        out.resize(start + self.format.unpacked_length(), 0);
        self.format.unpack(self.packed_planes(), &mut out[start..]);
    }

    /// Returns the bytes of the record.
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes
    }
}

/// A reader of training sets of either version. Verifies each record.
pub struct DatasetReader<R> {
    source: BufReader<R>,
    name: String,
    format: RecordFormat,
    /// The number of records in the header.
    expected: Option<u64>,
    records: u64,
    ended: bool,
}

impl<R: Read> DatasetReader<R> {
    /// Reads the header, if there is one. Errors call the file `name`.
    pub fn new(source: R, name: impl Into<String>) -> Result<Self, DamagedFile> {
        let mut reader = Self {
            source: BufReader::with_capacity(BUFFER, source),
            name: name.into(),
            format: RecordFormat::V1,
            expected: None,
            records: 0,
            ended: false,
        };
        let first = match reader.source.fill_buf() {
            Ok(bytes) => bytes.first().copied(),
            Err(error) => return Err(reader.unreadable(0, &error)),
        };
        match first {
            Some(b'G' | b'E') => {}
            Some(b'm') => reader.read_header()?,
            _ => {
                return Err(reader.error_at(
                    0,
                    "it is not a training set of the KGS formats; one begins with \"mlv2-n=\" (version 2) or \"GO\" \
                     (version 1)",
                ));
            }
        }
        Ok(reader)
    }

    pub(crate) fn contradiction(&self, what: &'static str) -> DamagedFile {
        let record = self.records;
        self.error_at(
            self.offset_of(record.saturating_sub(1)),
            format!("record {record}: {what}"),
        )
    }

    fn read_header(&mut self) -> Result<(), DamagedFile> {
        self.format = RecordFormat::V2;
        let mut bytes = vec![0; RecordFormat::V2.header_length()];
        let there = self.fill(&mut bytes)?;
        let text: Vec<u8> = bytes.iter().copied().take_while(|byte| *byte != 0).collect();
        let text = String::from_utf8_lossy(&text).into_owned();
        let number = text.strip_prefix("mlv2-n=").and_then(|rest| rest.split('-').next());
        let count = number.and_then(|number| number.parse().ok());
        match count {
            Some(count) if there == bytes.len() && header(RecordFormat::V2, count) == bytes => {
                self.expected = Some(count);
                Ok(())
            }
            Some(count) if there < bytes.len() && text == header_text(&u64::to_string(&count)) => {
                Err(self.cut(there as u64))
            }
            _ => {
                let text: String = text.chars().take(80).collect();
                let expected = header_text("NUMBER");
                Err(self.error_at(0, format!("its header is \"{text}\"; expected \"{expected}\"")))
            }
        }
    }

    /// Returns the format, which is not told from that before December 2015.
    pub const fn format(&self) -> RecordFormat {
        self.format
    }

    fn try_next(&mut self) -> Result<Option<TrainingRecord>, DamagedFile> {
        let mut bytes = vec![0; self.format.record_length()];
        let (begin, rest) = bytes.split_at_mut(2);
        let there = self.fill(begin)?;
        if begin == b"EN" {
            return self.end().map(|()| None);
        }
        if there < 2 {
            return Err(self.cut(self.offset_of(self.records) + there as u64));
        }
        if begin != b"GO" {
            return Err(self.error(0, NO_RECORD));
        }
        let there = self.fill(rest)?;
        if there < rest.len() {
            return Err(self.cut(self.offset_of(self.records) + 2 + there as u64));
        }
        self.verify(&bytes)?;
        self.records += 1;
        Ok(Some(TrainingRecord::new(self.format, bytes)))
    }

    fn verify(&self, bytes: &[u8]) -> Result<(), DamagedFile> {
        match self.format {
            RecordFormat::V1 => {
                let (row, column) = (bytes[2], bytes[3]);
                if usize::from(row.max(column)) >= LINES {
                    let what = format!("the move is in row {row} and column {column}; both should be 0 to 18");
                    return Err(self.error(2, what));
                }
                if let Some(wrong) = bytes[4..].iter().position(|byte| byte & 0x80 == 0) {
                    let what = "the highest bit of a point is 0, and it is 1 in every record";
                    return Err(self.error(4 + wrong, what));
                }
            }
            _ => {
                let label = u32::from_le_bytes([bytes[2], bytes[3], bytes[4], bytes[5]]);
                if label >= POINTS as u32 {
                    return Err(self.error(2, format!("the label is {label}; it should be 0 to 360")));
                }
                let last = bytes.len() - 1;
                if bytes[last] & 1 == 1 {
                    let what = "the last bit of a record is 1, and it is 0 in every record";
                    return Err(self.error(last, what));
                }
            }
        }
        Ok(())
    }

    fn end(&mut self) -> Result<(), DamagedFile> {
        let mut rest = [0; 2];
        let there = self.fill(&mut rest)?;
        if rest[0] != END[2] {
            return Err(self.error(2, NO_RECORD));
        }
        if there > 1 {
            return Err(self.error(3, "something follows the end of the training set"));
        }
        match self.expected {
            Some(expected) if expected != self.records => {
                let what = format!("there are {} records, and the header has {expected}", self.records);
                Err(self.error_at(0, what))
            }
            _ => Ok(()),
        }
    }

    /// Reads until `bytes` is full or the file ends, and returns the number of bytes.
    fn fill(&mut self, bytes: &mut [u8]) -> Result<usize, DamagedFile> {
        let mut filled = 0;
        while filled < bytes.len() {
            match self.source.read(&mut bytes[filled..]) {
                Ok(0) => break,
                Ok(read) => filled += read,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => {
                    return Err(self.unreadable(self.offset_of(self.records) + filled as u64, &error));
                }
            }
        }
        Ok(filled)
    }

    /// Returns the error for a byte of the current record.
    fn error(&self, byte: usize, what: impl Into<String>) -> DamagedFile {
        self.error_at(self.offset_of(self.records) + byte as u64, what)
    }

    const fn offset_of(&self, record: u64) -> u64 {
        let format = self.format;
        let bytes = record.saturating_mul(format.record_length() as u64);
        bytes.saturating_add(format.header_length() as u64)
    }

    fn error_at(&self, offset: u64, what: impl Into<String>) -> DamagedFile {
        DamagedFile {
            name: self.name.clone(),
            offset,
            what: what.into(),
            kind: DamageKind::Wrong,
        }
    }

    fn cut(&self, offset: u64) -> DamagedFile {
        DamagedFile {
            kind: DamageKind::Cut,
            ..self.error_at(offset, format!("it is cut off; {} records are whole", self.records))
        }
    }

    fn unreadable(&self, offset: u64, error: &io::Error) -> DamagedFile {
        DamagedFile {
            kind: DamageKind::Unreadable,
            ..self.error_at(offset, format!("it cannot be read: {error}"))
        }
    }
}

impl<R: Read + Seek> DatasetReader<R> {
    /// Skips to a record, counted from 0, without verifying the records before it.
    pub fn seek(&mut self, record: u64) -> Result<(), DamagedFile> {
        self.records = record;
        let offset = self.offset_of(record);
        self.ended = false;
        match self.source.seek(SeekFrom::Start(offset)) {
            Ok(_) => Ok(()),
            Err(error) => Err(self.unreadable(offset, &error)),
        }
    }

    /// Returns the number of records that the file's length implies.
    pub fn records(&mut self) -> Result<u64, DamagedFile> {
        let length = self.source.stream_position().and_then(|at| {
            let length = self.source.seek(SeekFrom::End(0))?;
            self.source.seek(SeekFrom::Start(at)).map(|_| length)
        });
        let length = length.map_err(|error| self.unreadable(0, &error))?;
        let records = length.saturating_sub(self.offset_of(0));
        Ok(records / self.format.record_length() as u64)
    }
}

impl<R: Read> Iterator for DatasetReader<R> {
    type Item = Result<TrainingRecord, DamagedFile>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.ended {
            return None;
        }
        let next = self.try_next();
        self.ended = !matches!(next, Ok(Some(_)));
        next.transpose()
    }
}

impl<R: Read> FusedIterator for DatasetReader<R> {}
