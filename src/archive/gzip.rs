//! Gzip data: one stream, or several concatenated by `cat` or a parallel
//! compressor.

use std::io::{self, BufRead, Read};

use flate2::bufread::GzDecoder;

use super::packing::Packing;
use super::progress::{Counted, Progress};

/// The unpacked bytes of gzip data. Padding, a signature or anything else after the
/// last stream is ignored.
///
/// flate2's own decoder for several streams takes padding after the last one for a
/// damaged stream.
pub(super) struct Gunzip<R> {
    /// Absent only while the decoder of one stream is replaced by the next.
    stream: Option<GzDecoder<Counted<R>>>,
    progress: Progress,
}

impl<R: BufRead> Gunzip<R> {
    pub fn new(reader: Counted<R>) -> Self {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::archive::error::Fault;
    use crate::interrupt::Interrupt;
    use proptest::prelude::*;
    use testkit::gzip;

    fn gunzip(bytes: &[u8]) -> Result<Vec<u8>, Fault> {
        let mut unpacked = Vec::new();
        let reader = Counted {
            inner: bytes,
            progress: Progress::new(bytes.len() as u64),
            stop: Interrupt::default(),
        };
        Gunzip::new(reader).read_to_end(&mut unpacked)?;
        Ok(unpacked)
    }

    #[test]
    fn streams_on_end_are_one_text() {
        let bytes = [gzip(b"one "), gzip(b""), gzip(b"two")].concat();
        assert_eq!(gunzip(&bytes).unwrap(), b"one two");
        for rest in [&[0; 100][..], b"signature"] {
            assert_eq!(gunzip(&[&bytes, rest].concat()).unwrap(), b"one two");
        }
    }

    #[test]
    fn damage_says_where() {
        let bytes = gzip(&b"(;B[pd];W[dp])".repeat(50));
        let fault = gunzip(&bytes[..20]).unwrap_err();
        assert!(matches!(fault, Fault::PackedEndsEarly { after: 20, .. }), "{fault}");
        // The checksum is in the last eight bytes.
        let mut wrong = bytes.clone();
        wrong[bytes.len() - 8] ^= 1;
        let fault = gunzip(&wrong).unwrap_err();
        let end = bytes.len() as u64;
        assert!(
            matches!(fault, Fault::PackedDamaged { before, .. } if before == end),
            "{fault}"
        );
        // A second stream that is cut off is not taken for padding.
        let cut = [bytes, b"\x1F".to_vec()].concat();
        assert!(matches!(gunzip(&cut), Err(Fault::PackedEndsEarly { .. })));
    }

    proptest! {
        #[test]
        fn any_prefix_but_the_whole_ends_early(text in "[a-z]{0,300}", part in 0.0..1.0) {
            let bytes = gzip(text.as_bytes());
            let cut = (bytes.len() as f64 * part) as usize;
            prop_assert_eq!(gunzip(&bytes).unwrap(), text.as_bytes());
            let fault = gunzip(&bytes[..cut]).unwrap_err();
            let ends_early = matches!(fault, Fault::PackedEndsEarly { after, .. } if after == cut as u64);
            prop_assert!(ends_early, "{} at {}", fault, cut);
        }
    }
}
