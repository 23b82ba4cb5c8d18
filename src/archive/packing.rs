//! The ways in which a stream is compressed, and the streams that unpack it.

use std::fmt;
use std::io::{self, BufRead, Read};

use bzip2::bufread::MultiBzDecoder;
use liblzma::bufread::XzDecoder;
use liblzma::stream::{CONCATENATED, Error as LzmaError, Stream};

use super::error::Fault;
use super::gzip::Gunzip;
use super::member::Unpacked;
use super::progress::{Counted, Progress};

/// The largest window of a decoder, in bytes: 128 MiB, twice what `xz -9` needs. A hostile header
/// asks for 4 GiB.
pub(super) const MAX_WINDOW: u64 = 128 << 20;

/// The memory of a decoder of xz beside its window, in bytes.
const BESIDE_WINDOW: u64 = 1 << 20;

/// A way in which a stream is compressed. Displays as its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Packing {
    /// gzip, by RFC 1952.
    Gzip,
    /// bzip2.
    Bzip2,
    /// xz, by the format `.xz`.
    Xz,
    /// Zstandard, by RFC 8878.
    Zstd,
}

impl Packing {
    /// Returns the packing of data that begin with `head`.
    pub(super) fn of(head: &[u8]) -> Option<Self> {
        const BLOCK: &[u8] = b"\x31\x41\x59\x26\x53\x59";
        const END: &[u8] = b"\x17\x72\x45\x38\x50\x90";
        let is_bzip2 = |rest: &[u8]| {
            let behind = rest.get(1..).unwrap_or_default();
            // A file that is cut here is bzip2, too.
            let is_start = |mark: &[u8]| behind.starts_with(mark) || mark.starts_with(behind);
            matches!(rest.first(), Some(b'1'..=b'9')) && (is_start(BLOCK) || is_start(END))
        };
        match head {
            [0x1F, 0x8B, ..] => Some(Self::Gzip),
            [0xFD, b'7', b'z', b'X', b'Z', 0, ..] => Some(Self::Xz),
            [0x28, 0xB5, 0x2F, 0xFD, ..] => Some(Self::Zstd),
            [b'B', b'Z', b'h', rest @ ..] if is_bzip2(rest) => Some(Self::Bzip2),
            _ => None,
        }
    }

    /// Returns the unpacked bytes of a stream, whose window may have this many bytes.
    pub(super) fn unpack<R: BufRead + Send + 'static>(self, reader: Counted<R>, window: u64) -> io::Result<Unpacked> {
        let progress = reader.progress.clone();
        let decoder: Unpacked = match self {
            Self::Gzip => return Ok(Box::new(Gunzip::new(reader))),
            Self::Bzip2 => Box::new(MultiBzDecoder::new(reader)),
            Self::Xz => {
                let stream = Stream::new_stream_decoder(window + BESIDE_WINDOW, CONCATENATED)?;
                Box::new(XzDecoder::new_stream(reader, stream))
            }
            Self::Zstd => {
                let mut decoder = zstd::stream::read::Decoder::with_buffer(reader)?;
                decoder.window_log_max(window.ilog2())?;
                Box::new(decoder)
            }
        };
        Ok(Box::new(Unpack {
            decoder,
            packing: self,
            progress,
        }))
    }

    /// Returns the fault behind an error of a decoder after `at` bytes. Errors of the operating
    /// system have a number.
    pub(super) fn fault(self, error: io::Error, at: u64) -> io::Error {
        let packing = self;
        let inner = error.get_ref();
        // The error is the reader's own.
        if error.raw_os_error().is_some() || inner.is_some_and(|inner| inner.is::<Fault>()) {
            return error;
        }
        let needs_memory = match inner.and_then(|inner| inner.downcast_ref::<LzmaError>()) {
            Some(error) => *error == LzmaError::MemLimit,
            // The sentence of zstd for a window over the limit.
            None => error.to_string().contains("too much memory"),
        };
        let fault = match error.kind() {
            io::ErrorKind::Interrupted => return error,
            _ if needs_memory => Fault::TooMuchMemory,
            io::ErrorKind::UnexpectedEof => Fault::PackedEndsEarly { packing, after: at },
            _ => Fault::PackedDamaged {
                packing,
                before: at,
                source: error,
            },
        };
        fault.into_io()
    }
}

impl fmt::Display for Packing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Gzip => "gzip",
            Self::Bzip2 => "bzip2",
            Self::Xz => "xz",
            Self::Zstd => "Zstandard",
        })
    }
}

/// A decoder whose errors become faults.
struct Unpack {
    decoder: Unpacked,
    packing: Packing,
    progress: Progress,
}

impl Read for Unpack {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.decoder.read(buffer);
        read.map_err(|error| self.packing.fault(error, self.progress.bytes_read()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::interrupt::Interrupt;
    use testkit::{bzip2, gzip, xz, zstd};

    type Pack = fn(&[u8]) -> Vec<u8>;

    const ALL: [(Packing, Pack); 4] = [
        (Packing::Gzip, gzip),
        (Packing::Bzip2, bzip2),
        (Packing::Xz, xz),
        (Packing::Zstd, zstd),
    ];

    fn unpacked(packing: Packing, bytes: &[u8]) -> Result<Vec<u8>, Fault> {
        let mut unpacked = Vec::new();
        let reader = Counted {
            inner: io::Cursor::new(bytes.to_vec()),
            progress: Progress::new(bytes.len() as u64),
            stop: Interrupt::default(),
        };
        packing.unpack(reader, MAX_WINDOW)?.read_to_end(&mut unpacked)?;
        Ok(unpacked)
    }

    #[test]
    fn streams_of_each_kind_are_told_and_unpacked() {
        let text = b"(;B[pd];W[dp])".repeat(500);
        for (packing, pack) in ALL {
            let bytes = pack(&text);
            assert_eq!(Packing::of(&bytes), Some(packing));
            assert_eq!(unpacked(packing, &bytes).unwrap(), text, "{packing}");
            let twice = [bytes, pack(b"end")].concat();
            assert_eq!(unpacked(packing, &twice).unwrap(), [&text[..], b"end"].concat());
            assert_eq!(Packing::of(&pack(b"")), Some(packing));
            assert_eq!(unpacked(packing, &pack(b"")).unwrap(), b"");
        }
        assert_eq!(Packing::of(b"BZh.sgf is a name"), None);
    }

    #[test]
    fn cut_and_damaged_streams_are_told_apart() {
        let text: Vec<u8> = (0..20_000_u32).map(|i| ((i * i) >> 7) as u8).collect();
        for (packing, pack) in ALL {
            let bytes = pack(&text);
            let fault = unpacked(packing, &bytes[..bytes.len() / 2]).unwrap_err();
            assert!(
                matches!(fault, Fault::PackedEndsEarly { packing: of, .. } if of == packing),
                "{fault}"
            );
            let mut wrong = bytes.clone();
            wrong[bytes.len() / 2] ^= 0x10;
            // Zstandard has no checksum by default.
            match unpacked(packing, &wrong) {
                Err(Fault::PackedDamaged { packing: of, .. }) if of == packing => {}
                Ok(_) if packing == Packing::Zstd => {}
                other => panic!("{packing}: {other:?}"),
            }
        }
    }

    #[test]
    fn a_window_of_gigabytes_is_refused() {
        // A frame with a window of 2 GiB, and an xz block with a dictionary of 4 GiB - 1.
        let zstd = b"\x28\xB5\x2F\xFD\x00\xA8\x01\x00\x00";
        let mut xz = xz(b"(;)");
        assert_eq!(xz[14..16], [0x21, 1], "the filter LZMA2 with one byte of properties");
        xz[16] = 40;
        let checksum = crc32fast::hash(&xz[12..20]).to_le_bytes();
        xz[20..24].copy_from_slice(&checksum);
        for (packing, bytes) in [(Packing::Zstd, &zstd[..]), (Packing::Xz, &xz)] {
            let fault = unpacked(packing, bytes).unwrap_err();
            assert!(matches!(fault, Fault::TooMuchMemory), "{fault}");
        }
    }
}
