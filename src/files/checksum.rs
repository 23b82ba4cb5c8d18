use crate::interrupt::Interrupt;
use md5::{Digest, Md5};
use std::io::{self, Read};

/// The size of the read buffer in bytes.
const BUFFER: usize = 1 << 20;

/// Returns a checksum as 32 hexadecimal digits.
pub fn hex(md5: Md5) -> String {
    md5.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Adds all of `source` to a checksum and returns the number of bytes. If `stop` is
/// set, fails with [`io::ErrorKind::Interrupted`].
pub fn hash(source: &mut impl Read, md5: &mut Md5, stop: &Interrupt) -> io::Result<u64> {
    let mut buffer = vec![0; BUFFER];
    let mut bytes = 0;
    loop {
        if stop.is_set() {
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
