use super::board::{LINES, POINTS};
use super::error::{TrainingFileDamage, TrainingFileError};
use super::record::{END, TrainingRecord, Version, header, header_text};
use std::io::{BufRead, BufReader, ErrorKind, Read, Seek, SeekFrom};
use std::iter::FusedIterator;

/// The number of bytes to read at a time.
const BUFFER: usize = 256 << 10;

/// A reader of training sets of either version. Verifies each record.
pub struct DatasetReader<R> {
    source: BufReader<R>,
    name: String,
    version: Version,
    /// The number of records in the header.
    expected: Option<u64>,
    records: u64,
    ended: bool,
}

impl<R: Read> DatasetReader<R> {
    /// Reads the header, if there is one. Errors call the file `name`.
    pub fn new(source: R, name: impl Into<String>) -> Result<Self, TrainingFileError> {
        let mut reader = Self {
            source: BufReader::with_capacity(BUFFER, source),
            name: name.into(),
            version: Version::V1,
            expected: None,
            records: 0,
            ended: false,
        };
        let first = match reader.source.fill_buf() {
            Ok(bytes) => bytes.first().copied(),
            Err(error) => return Err(reader.error_at(0, error.into())),
        };
        match first {
            Some(b'G' | b'E') => {}
            Some(b'm') => reader.read_header()?,
            _ => return Err(reader.error_at(0, TrainingFileDamage::NoTrainingSet)),
        }
        Ok(reader)
    }

    /// Returns the error for contradictory planes in the last record.
    pub(crate) fn contradiction(&self, what: &'static str) -> TrainingFileError {
        let record = self.records;
        let damage = TrainingFileDamage::Contradiction { record, what };
        self.error_at(self.offset_of(record.saturating_sub(1)), damage)
    }

    fn read_header(&mut self) -> Result<(), TrainingFileError> {
        self.version = Version::V2;
        let mut bytes = vec![0; Version::V2.header_length()];
        let there = self.fill(&mut bytes)?;
        let text: Vec<u8> = bytes.iter().copied().take_while(|byte| *byte != 0).collect();
        let text = String::from_utf8_lossy(&text).into_owned();
        let number = text.strip_prefix("mlv2-n=").and_then(|rest| rest.split('-').next());
        let count = number.and_then(|number| number.parse().ok());
        match count {
            Some(count) if there == bytes.len() && header(Version::V2, count) == bytes => {
                self.expected = Some(count);
                Ok(())
            }
            Some(count) if there < bytes.len() && text == header_text(&u64::to_string(&count)) => {
                Err(self.error_at(there as u64, TrainingFileDamage::Cut(0)))
            }
            _ => Err(self.error_at(0, TrainingFileDamage::Header(text.chars().take(80).collect()))),
        }
    }

    /// Returns the version of the file.
    pub const fn version(&self) -> Version {
        self.version
    }

    fn try_next(&mut self) -> Result<Option<TrainingRecord>, TrainingFileError> {
        let mut bytes = vec![0; self.version.record_length()];
        let (begin, rest) = bytes.split_at_mut(2);
        let there = self.fill(begin)?;
        if begin == b"EN" {
            return self.end().map(|()| None);
        }
        let cut = TrainingFileDamage::Cut(self.records);
        if there < 2 {
            return Err(self.error(there, cut));
        }
        if begin != b"GO" {
            return Err(self.error(0, TrainingFileDamage::NoRecord));
        }
        let there = self.fill(rest)?;
        if there < rest.len() {
            return Err(self.error(2 + there, cut));
        }
        self.verify(&bytes)?;
        self.records += 1;
        Ok(Some(TrainingRecord::new(self.version, bytes)))
    }

    fn verify(&self, bytes: &[u8]) -> Result<(), TrainingFileError> {
        let damage = match self.version {
            Version::V1 => {
                let (row, column) = (bytes[2], bytes[3]);
                let is_on_board = usize::from(row.max(column)) < LINES;
                (!is_on_board).then_some((2, TrainingFileDamage::Move(row, column)))
            }
            Version::V2 => {
                let label = u32::from_le_bytes([bytes[2], bytes[3], bytes[4], bytes[5]]);
                (label >= POINTS as u32).then_some((2, TrainingFileDamage::Label(label)))
            }
        };
        let padding = || match self.version {
            Version::V1 => {
                let wrong = bytes[4..].iter().position(|byte| byte & 0x80 == 0)?;
                let place = "highest bit of a point";
                Some((4 + wrong, TrainingFileDamage::Padding { place, expected: 1 }))
            }
            Version::V2 => {
                let last = bytes.len() - 1;
                let place = "last bit of a record";
                (bytes[last] & 1 == 1).then_some((last, TrainingFileDamage::Padding { place, expected: 0 }))
            }
        };
        match damage.or_else(padding) {
            Some((place, damage)) => Err(self.error(place, damage)),
            None => Ok(()),
        }
    }

    /// Verifies the end of the file.
    fn end(&mut self) -> Result<(), TrainingFileError> {
        let mut rest = [0; 2];
        let there = self.fill(&mut rest)?;
        if rest[0] != END[2] {
            return Err(self.error(2, TrainingFileDamage::NoRecord));
        }
        if there > 1 {
            return Err(self.error(3, TrainingFileDamage::Behind));
        }
        match self.expected {
            Some(expected) if expected != self.records => {
                let damage = TrainingFileDamage::Count {
                    found: self.records,
                    expected,
                };
                Err(self.error_at(0, damage))
            }
            _ => Ok(()),
        }
    }

    /// Reads until `bytes` is full or the file ends, and returns the number of bytes.
    fn fill(&mut self, bytes: &mut [u8]) -> Result<usize, TrainingFileError> {
        let mut filled = 0;
        while filled < bytes.len() {
            match self.source.read(&mut bytes[filled..]) {
                Ok(0) => break,
                Ok(read) => filled += read,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(self.error(filled, error.into())),
            }
        }
        Ok(filled)
    }

    /// Returns the error for a byte of the current record.
    fn error(&self, byte: usize, damage: TrainingFileDamage) -> TrainingFileError {
        self.error_at(self.offset_of(self.records) + byte as u64, damage)
    }

    /// Returns the place of a record.
    const fn offset_of(&self, record: u64) -> u64 {
        let version = self.version;
        let bytes = record.saturating_mul(version.record_length() as u64);
        bytes.saturating_add(version.header_length() as u64)
    }

    fn error_at(&self, offset: u64, damage: TrainingFileDamage) -> TrainingFileError {
        TrainingFileError {
            name: self.name.clone(),
            offset,
            damage,
        }
    }
}

impl<R: Read + Seek> DatasetReader<R> {
    /// Skips to a record, counted from 0, without verifying the records before it.
    pub fn seek(&mut self, record: u64) -> Result<(), TrainingFileError> {
        self.records = record;
        let offset = self.offset_of(record);
        self.ended = false;
        match self.source.seek(SeekFrom::Start(offset)) {
            Ok(_) => Ok(()),
            Err(error) => Err(self.error_at(offset, error.into())),
        }
    }

    /// Returns the number of records that the file's length implies.
    pub fn records(&mut self) -> Result<u64, TrainingFileError> {
        let at = self.source.stream_position();
        let length = at.and_then(|at| {
            let length = self.source.seek(SeekFrom::End(0))?;
            self.source.seek(SeekFrom::Start(at)).map(|_| length)
        });
        let length = length.map_err(|error| self.error_at(0, error.into()))?;
        let records = length.saturating_sub(self.offset_of(0));
        Ok(records / self.version.record_length() as u64)
    }
}

impl<R: Read> Iterator for DatasetReader<R> {
    type Item = Result<TrainingRecord, TrainingFileError>;

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
