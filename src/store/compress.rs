//! Records as they lie in the database: zstd frames with a checksum, made
//! with a dictionary where the database has one. With it a record of 1.4 kB
//! takes some 400 bytes.

use std::io;
use zstd::bulk::{Compressor, Decompressor};
use zstd::zstd_safe::CParameter;

/// Level 1 makes the records of 100,000 games a fifth larger (55 MB instead of
/// 46) and their import just 2% faster.
const LEVEL: i32 = 3;

/// Bytes of a dictionary. Twice the size gains nothing.
const DICTIONARY_BYTES: usize = 32 << 10;

/// Fewer records than this make no dictionary worth its bytes.
const MIN_SAMPLES: usize = 200;

/// No record is larger than the members that are read; a frame that claims
/// more is damaged.
const MAX_RECORD_BYTES: usize = 64 << 20;

/// Makes a dictionary of sample records; `None` if they are too few or have
/// nothing in common.
#[must_use]
pub fn train(samples: &[&[u8]]) -> Option<Vec<u8>> {
    if samples.len() < MIN_SAMPLES {
        return None;
    }
    zstd::dict::from_samples(samples, DICTIONARY_BYTES).ok()
}

/// Compresses records, one frame each.
pub struct RecordCompressor(Compressor<'static>);

impl RecordCompressor {
    /// Compresses with `dictionary`, which may be empty.
    ///
    /// # Errors
    /// A dictionary that is none.
    pub fn new(dictionary: &[u8]) -> io::Result<Self> {
        let mut compressor = Compressor::with_dictionary(LEVEL, dictionary)?;
        compressor.set_parameter(CParameter::ChecksumFlag(true))?;
        // The row says which dictionary it is.
        compressor.set_parameter(CParameter::DictIdFlag(false))?;
        Ok(Self(compressor))
    }

    /// One record as a frame.
    ///
    /// # Errors
    /// Only lack of memory.
    pub fn compress(&mut self, record: &[u8]) -> io::Result<Vec<u8>> {
        self.0.compress(record)
    }
}

/// Decompresses records.
pub struct RecordDecompressor(Decompressor<'static>);

impl RecordDecompressor {
    /// Decompresses what was made with `dictionary`, which may be empty.
    ///
    /// # Errors
    /// A dictionary that is none.
    pub fn new(dictionary: &[u8]) -> io::Result<Self> {
        Decompressor::with_dictionary(dictionary).map(Self)
    }

    /// The record in a frame.
    ///
    /// # Errors
    /// A frame that is damaged or was made with another dictionary.
    pub fn decompress(&mut self, frame: &[u8]) -> io::Result<Vec<u8>> {
        let size = zstd::bulk::Decompressor::upper_bound(frame)
            .filter(|&size| size <= MAX_RECORD_BYTES && !frame.is_empty())
            .ok_or_else(|| io::Error::new(io::ErrorKind::InvalidData, "its size is missing or too large"))?;
        self.0.decompress(frame, size)
    }
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
                let frame = compressor.compress(record).expect("compresses");
                total += frame.len();
                assert_eq!(&decompressor.decompress(&frame).expect("decompresses"), record);
            }
            sizes.push(total);
        }
        assert!(sizes[1] < sizes[0], "{sizes:?}");
        assert!(train(&samples[..MIN_SAMPLES - 1]).is_none());
    }

    #[test]
    fn damage_is_an_error() {
        let record = records().remove(0);
        let frame = RecordCompressor::new(&[])
            .and_then(|mut c| c.compress(&record))
            .expect("compresses");
        let mut decompressor = RecordDecompressor::new(&[]).expect("made");
        for i in 0..frame.len() {
            let mut damaged = frame.clone();
            damaged[i] ^= 0x40;
            assert!(
                decompressor.decompress(&damaged).map_or(true, |d| d == record),
                "byte {i}"
            );
        }
        assert!(decompressor.decompress(&frame[..frame.len() - 1]).is_err());
        assert!(decompressor.decompress(b"").is_err());
    }
}
