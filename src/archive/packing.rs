//! The ways in which a stream is compressed, the streams that unpack it, and the progress of reading it.

use super::error::ArchiveFault;
use crate::interrupt::Interrupt;
use bzip2::bufread::MultiBzDecoder;
use encoding_rs_io::DecodeReaderBytesBuilder;
use flate2::bufread::GzDecoder;
use liblzma::bufread::XzDecoder;
use liblzma::stream::{CONCATENATED, Error as LzmaError, Stream};
use std::fmt;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

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
    pub(super) fn of(head: &[u8]) -> Option<Self> {
        match head {
            [0x1F, 0x8B, ..] => Some(Self::Gzip),
            [0xFD, b'7', b'z', b'X', b'Z', 0, ..] => Some(Self::Xz),
            [0x28, 0xB5, 0x2F, 0xFD, ..] => Some(Self::Zstd),
            [b'B', b'Z', b'h', b'1'..=b'9', behind @ ..] if begins_bzip2_block(behind) => Some(Self::Bzip2),
            // A file that is cut here is bzip2, too.
            [b'B', b'Z', b'h', b'1'..=b'9'] => Some(Self::Bzip2),
            _ => None,
        }
    }

    /// Returns the unpacked bytes of a stream, whose window may have this many bytes.
    pub(super) fn unpack<R: BufRead + Send + 'static>(
        self,
        reader: CountedReader<R>,
        window: u64,
    ) -> io::Result<Box<dyn Read + Send>> {
        let progress = reader.progress.clone();
        let decoder: Box<dyn Read + Send> = match self {
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
        let inner = error.get_ref();
        // The error is the reader's own.
        if error.raw_os_error().is_some() || inner.is_some_and(|inner| inner.is::<ArchiveFault>()) {
            return error;
        }
        let needs_memory = match inner.and_then(|inner| inner.downcast_ref::<LzmaError>()) {
            Some(error) => *error == LzmaError::MemLimit,
            // The sentence of zstd for a window over the limit.
            None => error.to_string().contains("too much memory"),
        };
        let fault = match error.kind() {
            io::ErrorKind::Interrupted => return error,
            _ if needs_memory => ArchiveFault::TooMuchMemory,
            io::ErrorKind::UnexpectedEof => {
                ArchiveFault::Damaged(format!("the {self} data end early, after {at} of its bytes"))
            }
            _ => ArchiveFault::Damaged(format!("the {self} data are damaged before byte {at}: {error}")),
        };
        fault.into_io()
    }
}

/// Returns whether what follows the level is the mark of a block or of the end, as far as it is there.
fn begins_bzip2_block(bytes: &[u8]) -> bool {
    const MARKS: [&[u8]; 2] = [b"\x31\x41\x59\x26\x53\x59", b"\x17\x72\x45\x38\x50\x90"];
    MARKS
        .iter()
        .any(|mark| bytes.starts_with(mark) || mark.starts_with(bytes))
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

struct Unpack {
    decoder: Box<dyn Read + Send>,
    packing: Packing,
    progress: Progress,
}

impl Read for Unpack {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.decoder.read(buffer);
        read.map_err(|error| self.packing.fault(error, self.progress.bytes_read()))
    }
}

/// The unpacked bytes of gzip data. Padding, a signature or anything else after the
/// last stream is ignored.
///
/// flate2's own decoder for several streams takes padding after the last one for a
/// damaged stream.
struct Gunzip<R> {
    /// Absent only while the decoder of one stream is replaced by the next.
    stream: Option<GzDecoder<CountedReader<R>>>,
    progress: Progress,
}

impl<R: BufRead> Gunzip<R> {
    pub fn new(reader: CountedReader<R>) -> Self {
        Self {
            progress: reader.progress.clone(),
            stream: Some(GzDecoder::new(reader)),
        }
    }

    /// Reads from the current stream. At its end, returns `None` if another stream
    /// follows, which becomes the current one.
    fn read_stream(&mut self, buffer: &mut [u8]) -> io::Result<Option<usize>> {
        let Some(stream) = &mut self.stream else {
            return Ok(Some(0));
        };
        let len = stream.read(buffer)?;
        if len > 0 || buffer.is_empty() || !starts_stream(stream.get_mut().fill_buf()?) {
            return Ok(Some(len));
        }
        self.stream = self.stream.take().map(|ended| GzDecoder::new(ended.into_inner()));
        Ok(None)
    }
}

fn starts_stream(bytes: &[u8]) -> bool {
    // The second byte of the signature may not have been read yet.
    !bytes.is_empty() && b"\x1F\x8B".starts_with(&bytes[..bytes.len().min(2)])
}

impl<R: BufRead> Read for Gunzip<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            match self.read_stream(buffer) {
                Ok(Some(len)) => return Ok(len),
                Ok(None) => {}
                Err(error) => return Err(Packing::Gzip.fault(error, self.progress.bytes_read())),
            }
        }
    }
}

/// A handle on the progress of reading an archive, shared by its clones. Bytes are
/// counted on disk, so a compressed archive counts compressed bytes.
#[derive(Clone, Debug)]
pub struct Progress {
    read: Arc<AtomicU64>,
    total: u64,
}

impl Progress {
    pub(super) fn new(total: u64) -> Self {
        Self {
            read: Arc::default(),
            total,
        }
    }

    /// Returns the number of bytes read so far, at most [`Self::total_bytes`].
    pub fn bytes_read(&self) -> u64 {
        self.read.load(Ordering::Relaxed).min(self.total)
    }

    /// Returns the number of bytes of the archive file, or of all records in a
    /// folder, at the time it was opened.
    pub fn total_bytes(&self) -> u64 {
        self.total
    }

    pub(super) fn advance(&self, bytes: u64) {
        self.read.fetch_add(bytes, Ordering::Relaxed);
    }

    pub(super) fn finish(&self) {
        self.read.store(self.total, Ordering::Relaxed);
    }
}

/// A reader that counts the bytes consumed, not those read ahead, and fails once
/// `stop` is set.
pub(super) struct CountedReader<R> {
    pub inner: R,
    pub progress: Progress,
    pub stop: Interrupt,
}

impl<R> CountedReader<R> {
    fn go_on(&self) -> io::Result<()> {
        self.stop
            .check()
            .map_err(|stopped| ArchiveFault::from(stopped).into_io())
    }
}

impl<R: BufRead> Read for CountedReader<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.go_on()?;
        let len = self.inner.read(buffer)?;
        self.progress.advance(len as u64);
        Ok(len)
    }
}

impl<R: BufRead> BufRead for CountedReader<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.go_on()?;
        self.inner.fill_buf()
    }

    fn consume(&mut self, amount: usize) {
        self.inner.consume(amount);
        self.progress.advance(amount as u64);
    }
}

/// Opens a file for reading, and unpacks gzip. A byte order mark is skipped; UTF-16 with a byte
/// order mark, as PowerShell on Windows writes it, becomes UTF-8. Also returns the progress of
/// reading.
pub(crate) fn open_text(path: &Path) -> io::Result<(Box<dyn BufRead>, Progress)> {
    let file = File::open(path)?;
    let progress = Progress::new(file.metadata()?.len());
    let mut reader = CountedReader {
        inner: BufReader::new(file),
        progress: progress.clone(),
        stop: Interrupt::default(),
    };
    let is_packed = reader.fill_buf()?.starts_with(b"\x1F\x8B");
    let bytes: Box<dyn Read> = if is_packed {
        Box::new(Gunzip::new(reader))
    } else {
        Box::new(reader)
    };
    let text = DecodeReaderBytesBuilder::new()
        .utf8_passthru(true)
        .strip_bom(true)
        .build(bytes);
    Ok((Box::new(BufReader::new(text)), progress))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use testkit::{bzip2, gzip, xz, zstd};

    #[expect(clippy::type_complexity, reason = "a table")]
    const ALL: [(Packing, fn(&[u8]) -> Vec<u8>); 4] = [
        (Packing::Gzip, gzip),
        (Packing::Bzip2, bzip2),
        (Packing::Xz, xz),
        (Packing::Zstd, zstd),
    ];

    fn counted(bytes: &[u8]) -> CountedReader<io::Cursor<Vec<u8>>> {
        CountedReader {
            inner: io::Cursor::new(bytes.to_vec()),
            progress: Progress::new(bytes.len() as u64),
            stop: Interrupt::default(),
        }
    }

    fn unpacked(packing: Packing, bytes: &[u8]) -> Result<Vec<u8>, ArchiveFault> {
        let mut unpacked = Vec::new();
        packing.unpack(counted(bytes), MAX_WINDOW)?.read_to_end(&mut unpacked)?;
        Ok(unpacked)
    }

    #[test]
    fn streams_of_each_kind_are_told_and_unpacked() {
        let text = b"(;B[pd];W[dp])".repeat(500);
        for (packing, pack) in ALL {
            let bytes = pack(&text);
            assert_eq!(Packing::of(&bytes), Some(packing));
            assert_eq!(unpacked(packing, &bytes).expect("whole"), text, "{packing}");
            let twice = [bytes, pack(b"end")].concat();
            assert_eq!(unpacked(packing, &twice).expect("whole"), [&text[..], b"end"].concat());
            assert_eq!(Packing::of(&pack(b"")), Some(packing));
            assert_eq!(unpacked(packing, &pack(b"")).expect("whole"), b"");
        }
        assert_eq!(Packing::of(b"BZh.sgf is a name"), None);
    }

    #[test]
    fn cut_and_damaged_streams_are_told_apart() {
        let text: Vec<u8> = (0..20_000_u32).map(|i| ((i * i) >> 7) as u8).collect();
        for (packing, pack) in ALL {
            let bytes = pack(&text);
            let fault = unpacked(packing, &bytes[..bytes.len() / 2])
                .expect_err("is cut")
                .to_string();
            assert!(
                fault.starts_with(&format!("the {packing} data end early, after ")),
                "{fault}"
            );
            let mut wrong = bytes.clone();
            wrong[bytes.len() / 2] ^= 0x10;
            // Zstandard has no checksum by default.
            match unpacked(packing, &wrong) {
                Err(fault) => {
                    let damaged = format!("the {packing} data are damaged before byte ");
                    assert!(fault.to_string().starts_with(&damaged), "{fault}");
                }
                Ok(_) => assert_eq!(packing, Packing::Zstd),
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
            let fault = unpacked(packing, bytes).expect_err("is refused");
            assert!(matches!(fault, ArchiveFault::TooMuchMemory), "{fault}");
        }
    }

    fn gunzip(bytes: &[u8]) -> Result<Vec<u8>, String> {
        unpacked(Packing::Gzip, bytes).map_err(|fault| fault.to_string())
    }

    #[test]
    fn streams_on_end_are_one_text() {
        let bytes = [gzip(b"one "), gzip(b""), gzip(b"two")].concat();
        assert_eq!(gunzip(&bytes).expect("whole"), b"one two");
        for rest in [&[0; 100][..], b"signature"] {
            assert_eq!(gunzip(&[&bytes, rest].concat()).expect("whole"), b"one two");
        }
    }

    #[test]
    fn damage_says_where() {
        let bytes = gzip(&b"(;B[pd];W[dp])".repeat(50));
        let fault = gunzip(&bytes[..20]).expect_err("is cut");
        assert_eq!(fault, "the gzip data end early, after 20 of its bytes");
        // The checksum is in the last eight bytes.
        let mut wrong = bytes.clone();
        wrong[bytes.len() - 8] ^= 1;
        let fault = gunzip(&wrong).expect_err("is damaged");
        let expected = format!("the gzip data are damaged before byte {}: ", bytes.len());
        assert!(fault.starts_with(&expected), "{fault}");
        // A second stream that is cut off is not taken for padding.
        let cut = [bytes, b"\x1F".to_vec()].concat();
        assert!(gunzip(&cut).expect_err("is cut").contains("end early"));
    }

    proptest! {
        #[test]
        fn any_prefix_but_the_whole_ends_early(text in "[a-z]{0,300}", part in 0.0..1.0) {
            let bytes = gzip(text.as_bytes());
            let cut = (bytes.len() as f64 * part) as usize;
            prop_assert_eq!(gunzip(&bytes).expect("whole"), text.as_bytes());
            let fault = gunzip(&bytes[..cut]).expect_err("is cut");
            prop_assert_eq!(fault, format!("the gzip data end early, after {cut} of its bytes"));
        }
    }

    #[test]
    fn only_what_is_consumed_counts() {
        let mut reader = counted(b"abcd");
        let progress = reader.progress.clone();
        reader.fill_buf().expect("bytes");
        assert_eq!(progress.bytes_read(), 0);
        reader.consume(1);
        reader.read_exact(&mut [0; 2]).expect("bytes");
        assert_eq!((progress.bytes_read(), progress.total_bytes()), (3, 4));
        progress.advance(10);
        assert_eq!(progress.bytes_read(), 4);
    }

    #[test]
    fn a_reader_that_is_stopped_fails() {
        let mut reader = counted(b"abcd");
        reader.read_exact(&mut [0; 2]).expect("bytes");
        reader.stop.set();
        let errors = [
            reader.read(&mut [0]).expect_err("is stopped"),
            reader.fill_buf().expect_err("is stopped"),
        ];
        assert!(
            errors
                .into_iter()
                .all(|error| matches!(ArchiveFault::from(error), ArchiveFault::Stopped))
        );
    }
}
