//! Compression of records for the database. The moves are packed separately
//! ([`super::pack`]). The remaining text is a zstd frame, made with a dictionary if
//! the database has one. docs/format.md describes the bytes.
//!
//! Compared to whole records as frames, with a dictionary of 1,000 records each:
//!
//! | bytes a record         | SGF   | as frames | stored |
//! |------------------------|-------|-----------|--------|
//! | a server's games       | 1,448 | 429       | 257    |
//! | programs' games        | 1,205 | 384       | 223    |
//! | professionals' games   | 1,684 | 513       | 315    |
//! | problems and fragments | 1,225 | 418       | 278    |
//!
//! Compression takes less than half the time, decompression the same time, and
//! training a fifth.

use super::bytes::{Bytes, push_leb};
use super::pack::{pack, unpack, write_points};
use crate::go::BoardSize;
use crate::record::{Course, MAX_RECORD};
use std::io;
use zstd::bulk::{Compressor, Decompressor};
use zstd::zstd_safe::CParameter;

/// The zstd level. Level 1 saves a tenth of the compression time and makes records
/// 1 to 5% larger; level 6 takes twice as long and makes them up to 4% smaller.
const LEVEL: i32 = 3;

/// The size of a dictionary in bytes. Half the size makes records up to 3% larger.
/// Twice the size makes them up to 2% smaller, but training takes half as long
/// again.
const DICTIONARY_BYTES: usize = 32 << 10;

/// The number of records below which a dictionary does not pay off.
const MIN_SAMPLES: usize = 200;

/// The smallest sample in bytes: what zstd reads at a time. Its training takes three quarters of the
/// samples, subtracts this from their sum without a check, and reads beyond its buffer
/// if they have less (<https://github.com/facebook/zstd/issues/3599>, and 4499).
const MIN_SAMPLE_BYTES: usize = 8;

/// The largest sum of the samples in bytes. zstd refuses 4 GiB, or 1 GiB on a system of 32 bits.
const MAX_SAMPLES_BYTES: usize = 256 << 20;

/// The largest size of a record in bytes: that of the largest archive member, or
/// three times that after conversion to UTF-8. A frame that claims more is damaged.
const MAX_RECORD_BYTES: usize = 3 * MAX_RECORD as usize;

/// The size in bytes of the largest record that is packed. Larger records rarely
/// consist of moves, and packing needs memory for a second copy of the text.
const MAX_PACKED_BYTES: usize = 4 << 20;

/// The first byte of a record with packed moves. Other records are plain zstd
/// frames, which begin with zstd's magic number.
const PACKED: u8 = 2;
/// The same in files of development versions, whose moves are all in the record.
const EARLIER_PACKED: u8 = 1;
const ZSTD_MAGIC: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];

/// Trains a dictionary on sample records. Returns `None` if too few of them are long enough, or they
/// have nothing in common.
#[must_use]
pub fn train(samples: &[&[u8]]) -> Option<Vec<u8>> {
    let (mut text, mut points) = (Vec::new(), Vec::new());
    let mut texts = Vec::with_capacity(samples.len());
    let mut room = MAX_SAMPLES_BYTES;
    for sample in samples {
        if pack(sample, &mut text, &mut points) && (MIN_SAMPLE_BYTES..room).contains(&text.len()) {
            room -= text.len();
            texts.push(text.clone());
        }
    }
    if texts.len() < MIN_SAMPLES {
        return None;
    }
    zstd::dict::from_samples(&texts, DICTIONARY_BYTES).ok()
}

/// A compressor of single records.
pub struct RecordCompressor {
    zstd: Compressor<'static>,
    /// The parts of the last record.
    text: Vec<u8>,
    points: Vec<u16>,
}

impl RecordCompressor {
    /// Creates a compressor that uses `dictionary`, which may be empty.
    pub fn new(dictionary: &[u8]) -> io::Result<Self> {
        let mut zstd = Compressor::with_dictionary(LEVEL, dictionary)?;
        // The row has a checksum and names the dictionary.
        zstd.set_parameter(CParameter::ChecksumFlag(false))?;
        zstd.set_parameter(CParameter::DictIdFlag(false))?;
        Ok(Self {
            zstd,
            text: Vec::new(),
            points: Vec::new(),
        })
    }

    /// Compresses one record, without the moves that the course beside it has. `course` is that of the
    /// record, or `None` if there is none beside it.
    pub fn compress(&mut self, record: &[u8], course: Option<&Course>) -> io::Result<Vec<u8>> {
        if record.len() > MAX_PACKED_BYTES || !pack(record, &mut self.text, &mut self.points) {
            return self.zstd.compress(record);
        }
        let same = course.map_or(0, |course| {
            let both = points(course).zip(&self.points);
            both.take_while(|(of_course, point)| of_course == *point).count()
        });
        let (shared, own) = self.points.split_at(same);
        let frame = self.zstd.compress(&self.text)?;
        let frame = frame.strip_prefix(&ZSTD_MAGIC).unwrap_or(&frame);
        let mut stored = Vec::with_capacity(6 + frame.len() + own.len());
        stored.push(PACKED);
        push_leb(&mut stored, frame.len() as u64);
        stored.extend_from_slice(frame);
        push_leb(&mut stored, shared.len() as u64);
        write_points(&mut stored, own, shared.last().copied());
        Ok(stored)
    }
}

/// Returns the points of the moves of a course that are no passes, on 19 lines.
fn points(course: &Course) -> impl Iterator<Item = u16> {
    let (lines, most) = (u16::from(course.size.lines()), u16::from(BoardSize::MAX.lines()));
    let moves = course.moves.iter().filter(|&&index| index != Course::PASS);
    moves.map(move |index| index / lines * most + index % lines)
}

pub struct RecordDecompressor(Decompressor<'static>);

impl RecordDecompressor {
    /// Creates a decompressor for records compressed with `dictionary`, which may
    /// be empty.
    pub fn new(dictionary: &[u8]) -> io::Result<Self> {
        Decompressor::with_dictionary(dictionary).map(Self)
    }

    /// Decompresses a record. `course` is what was beside it when it was compressed. `stored` has no
    /// checksum: damaged data may yield another record, of at most 192 MiB.
    pub fn decompress(&mut self, stored: &[u8], course: Option<&Course>) -> io::Result<Vec<u8>> {
        match stored.split_first() {
            Some((&kind @ (PACKED | EARLIER_PACKED), rest)) => {
                let mut bytes = Bytes::new(rest);
                let length = bytes.leb_u32().map_err(|_| invalid("it ends early"))?;
                let frame = bytes.take(length as usize).map_err(|_| invalid("it ends early"))?;
                let same = match kind {
                    PACKED => bytes.leb_u32().map_err(|_| invalid("it ends early"))? as usize,
                    _ => 0,
                };
                let shared: Vec<u16> = course.into_iter().flat_map(points).take(same).collect();
                let text = self.frame(&[&ZSTD_MAGIC, frame].concat())?;
                Some(unpack(&text, &shared, bytes.rest(), MAX_RECORD_BYTES))
                    .filter(|_| shared.len() == same)
                    .and_then(Result::ok)
                    .ok_or_else(|| invalid("its moves are not those of its text"))
            }
            Some((&first, _)) if first == ZSTD_MAGIC[0] => self.frame(stored),
            Some((first, _)) => Err(invalid(&format!("it begins with {first}"))),
            None => Err(invalid("it is empty")),
        }
    }

    fn frame(&mut self, frame: &[u8]) -> io::Result<Vec<u8>> {
        let size = Decompressor::upper_bound(frame)
            .filter(|&size| size <= MAX_RECORD_BYTES)
            .ok_or_else(|| invalid("its size is missing or too large"))?;
        self.0.decompress(frame, size)
    }
}

fn invalid(what: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, what)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn records() -> Vec<Vec<u8>> {
        (0..400_u32)
            .map(|i| {
                let moves: String = (0..80)
                    .map(|m| {
                        let point = (i * 31 + m * m * 17 + 5) % 361;
                        format!(
                            ";{}[{}{}]",
                            if m % 2 == 0 { 'B' } else { 'W' },
                            (b'a' + (point % 19) as u8) as char,
                            (b'a' + (point / 19) as u8) as char
                        )
                    })
                    .collect();
                format!("(;GM[1]FF[4]SZ[19]PB[Player {i}]PW[Other]RE[B+R]{moves})").into_bytes()
            })
            .collect()
    }

    #[test]
    fn a_record_may_be_longer_than_a_member_where_it_is_kept_in_utf_8() {
        let mut record = b"(;C[".to_vec();
        record.resize(MAX_RECORD as usize + 1, b'a');
        record.extend(b"])");
        let mut compressor = RecordCompressor::new(&[]).expect("a compressor");
        let stored = compressor.compress(&record, None).expect("room");
        let mut decompressor = RecordDecompressor::new(&[]).expect("a decompressor");
        assert!(decompressor.decompress(&stored, None).expect("a record") == record);
    }

    #[test]
    fn what_is_cut_or_longer_is_an_error() {
        let record = records().remove(0);
        let stored = RecordCompressor::new(&[])
            .and_then(|mut c| c.compress(&record, None))
            .expect("compresses");
        let mut decompressor = RecordDecompressor::new(&[]).expect("made");
        for end in 0..stored.len() {
            assert!(decompressor.decompress(&stored[..end], None).is_err(), "{end} bytes");
        }
        let longer = [&stored[..], b"\0"].concat();
        assert!(decompressor.decompress(&longer, None).is_err());
        let mut huge = vec![PACKED];
        push_leb(&mut huge, u64::MAX);
        assert!(decompressor.decompress(&huge, None).is_err());
    }

    #[test]
    fn records_come_back_byte_for_byte_with_and_without_a_dictionary() {
        let records = records();
        let samples: Vec<&[u8]> = records.iter().map(Vec::as_slice).collect();
        let trained = train(&samples).expect("enough samples");
        let mut sizes = Vec::new();
        for dictionary in [&[][..], &trained] {
            let mut compressor = RecordCompressor::new(dictionary).expect("a dictionary");
            let mut decompressor = RecordDecompressor::new(dictionary).expect("a dictionary");
            let mut total = 0;
            for record in records.iter().chain([&vec![], &vec![0; 100_000]]) {
                let frame = compressor.compress(record, None).expect("compresses");
                total += frame.len();
                assert_eq!(&decompressor.decompress(&frame, None).expect("decompresses"), record);
            }
            sizes.push(total);
        }
        assert!(sizes[1] < sizes[0], "{sizes:?}");
        assert!(train(&samples[..MIN_SAMPLES - 1]).is_none());
    }

    #[test]
    fn samples_of_any_length_train_or_do_not_but_never_crash() {
        let records = records();
        let of_length = |length: usize| vec![b"(;GM[1]FF[4]SZ[19])"[..length].to_vec(); 1000];
        // Records long enough, after many that are not.
        let after = |short: Vec<Vec<u8>>| [short, records.clone()].concat();
        let short = [vec![], of_length(0), of_length(1), of_length(7)];
        for samples in short.iter().cloned().chain([records[..MIN_SAMPLES - 1].to_vec()]) {
            let samples: Vec<&[u8]> = samples.iter().map(Vec::as_slice).collect();
            assert!(train(&samples).is_none(), "{} samples", samples.len());
        }
        let mixed: Vec<Vec<u8>> = (0..1000).map(|i| of_length(i % 20)[0].clone()).collect();
        let alone: Vec<Vec<u8>> = (0..=255).cycle().take(1000).map(|byte| vec![byte; 8]).collect();
        let others = [of_length(8), of_length(19), vec![vec![0; 4096]; 1000], mixed, alone];
        for samples in others.into_iter().chain(short.into_iter().map(after)) {
            let samples: Vec<&[u8]> = samples.iter().map(Vec::as_slice).collect();
            let Some(dictionary) = train(&samples) else { continue };
            let mut compressor = RecordCompressor::new(&dictionary).expect("a dictionary");
            let mut decompressor = RecordDecompressor::new(&dictionary).expect("a dictionary");
            let stored = compressor.compress(&records[0], None).expect("compresses");
            assert_eq!(
                decompressor.decompress(&stored, None).expect("decompresses"),
                records[0]
            );
        }
    }

    #[test]
    fn a_record_with_bytes_that_stand_for_moves_is_a_plain_frame() {
        let mut compressor = RecordCompressor::new(&[]).expect("made");
        let mut decompressor = RecordDecompressor::new(&[]).expect("made");
        for (record, first) in [
            (&b"(;B[aa];W[])"[..], PACKED),
            (b"(;B[aa]C[\x02])", 0x28),
            (b"", PACKED),
        ] {
            let stored = compressor.compress(record, None).expect("compresses");
            assert_eq!(stored[0], first);
            assert_eq!(decompressor.decompress(&stored, None).expect("decompresses"), record);
        }
    }

    #[test]
    fn the_moves_of_the_course_beside_a_record_are_not_in_it() {
        let mut compressor = RecordCompressor::new(&[]).expect("made");
        let mut decompressor = RecordDecompressor::new(&[]).expect("made");
        for (record, own) in [
            ("(;SZ[9];B[aa];W[ba];B[];W[ii](;B[ca])(;B[da];W[ea]))", 2),
            ("(;SZ[19];B[pd];W[tt];B[dp])", 0),
            // The second move is not a node of its own.
            ("(;SZ[19];B[pd];C[x]W[dp];B[pp];W[dd])", 2),
            // The game ends early.
            ("(;SZ[9];B[aa];W[bb];B[jj];W[cc])", 2),
            ("(;SZ[5])", 0),
        ] {
            let game = crate::record::game_trees(record)
                .next()
                .expect("a tree")
                .game
                .expect("a game");
            let course = Course::of(&game, crate::go::KeyTables::built_in().get(game.size));
            let [with, without] = [Some(&course), None].map(|course| {
                let stored = compressor.compress(record.as_bytes(), course).expect("compresses");
                let read = decompressor.decompress(&stored, course).expect("decompresses");
                assert_eq!(read, record.as_bytes());
                stored
            });
            let (mut text, mut points) = (Vec::new(), Vec::new());
            assert!(pack(record.as_bytes(), &mut text, &mut points));
            let shared = |stored: &[u8]| {
                let mut bytes = Bytes::new(&stored[1..]);
                let length = bytes.leb().expect("a length");
                bytes.take(length as usize).expect("a frame");
                bytes.leb().expect("a number") as usize
            };
            assert_eq!(
                [&with, &without].map(|stored| shared(stored)),
                [points.len() - own, 0],
                "{record}"
            );
            let without_course = decompressor.decompress(&with, None);
            assert_eq!(without_course.is_ok(), points.len() == own, "{record}");
        }
    }

    #[test]
    fn frames_with_a_checksum_are_read() {
        let record = records().remove(0);
        let mut compressor = Compressor::new(LEVEL).expect("made");
        compressor
            .set_parameter(CParameter::ChecksumFlag(true))
            .expect("a parameter");
        let frame = compressor.compress(&record).expect("compresses");
        let mut decompressor = RecordDecompressor::new(&[]).expect("made");
        assert_eq!(decompressor.decompress(&frame, None).expect("decompresses"), record);
        let last = frame.len() - 1;
        assert!(decompressor.decompress(&frame[..last], None).is_err());
    }
}
