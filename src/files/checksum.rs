use md5::{Digest, Md5};
use std::io::{self, Read};
use std::sync::atomic::{AtomicBool, Ordering};

/// Bytes that are read at a time.
const BUFFER: usize = 1 << 20;

/// A checksum as 32 hex digits.
pub fn hex(md5: Md5) -> String {
    md5.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Reads all there is into a checksum; how many bytes. Whoever sets `stop` makes it end
/// with [`io::ErrorKind::Interrupted`].
pub fn hash(source: &mut impl Read, md5: &mut Md5, stop: &AtomicBool) -> io::Result<u64> {
    let mut buffer = vec![0; BUFFER];
    let mut bytes = 0;
    loop {
        if stop.load(Ordering::Relaxed) {
            return Err(io::ErrorKind::Interrupted.into());
        }
        match source.read(&mut buffer) {
            Ok(0) => return Ok(bytes),
            Ok(read) => {
                md5.update(&buffer[..read]);
                bytes += read as u64;
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
}
