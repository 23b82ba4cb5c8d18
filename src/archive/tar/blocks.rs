//! The blocks of a tar archive: headers with a valid checksum, and the data between them.

use crate::archive::error::ArchiveFault;
use crate::archive::kind::{HEAD_LEN, has_tar_checksum, is_zero};
use crate::archive::member::read_at_most;
use std::io::{self, Read};
use tar::{GnuExtSparseHeader, Header};

const BLOCK: u64 = HEAD_LEN as u64;

#[cfg(test)]
pub(super) const END: [u8; 1024] = [0; 1024];

/// A reader of an archive, block by block and header by header.
pub(crate) struct TarBlocks {
    reader: Box<dyn Read + Send>,
    position: u64,
    header_at: u64,
    /// The number of bytes of data after that header, including padding, that have
    /// not been read yet.
    rest: u64,
    /// The number of consecutive blocks of zeros read last; two mark the end.
    zero_blocks: u64,
}

impl TarBlocks {
    pub fn new(reader: Box<dyn Read + Send>) -> Self {
        Self {
            reader,
            position: 0,
            header_at: 0,
            rest: 0,
            zero_blocks: 0,
        }
    }

    /// Returns the next header that is not zeros, after the data of the last one,
    /// or `None` at the end.
    pub(crate) fn next_header(&mut self) -> Result<Option<Header>, ArchiveFault> {
        self.skip_rest()?;
        loop {
            let mut header = Header::new_old();
            self.header_at = self.position;
            let len = self.fill(header.as_mut_bytes())?;
            let block = header.as_bytes();
            if len == 0 {
                return match self.zero_blocks {
                    0 => Err(ArchiveFault::Damaged(format!(
                        "the tar archive ends without its end mark, after {} bytes, and may have been cut",
                        self.position
                    ))),
                    _ => Ok(None),
                };
            } else if len == HEAD_LEN && is_zero(block) {
                // Concatenated archives, as made by `cat`, have end marks between
                // them.
                self.zero_blocks += 1;
            } else if len == HEAD_LEN && has_tar_checksum(block) {
                self.zero_blocks = 0;
                return Ok(Some(header));
            } else if self.zero_blocks >= 2 {
                // Anything may follow the end mark. It is read to verify the
                // checksum of gzip data.
                io::copy(&mut self.reader, &mut io::sink())?;
                return Ok(None);
            } else if len < HEAD_LEN {
                return Err(self.ends_early());
            } else {
                return Err(self.damaged("a header's checksum is wrong"));
            }
        }
    }

    pub fn set_size(&mut self, size: u64) -> Result<(), ArchiveFault> {
        let padded = size.checked_next_multiple_of(BLOCK);
        self.rest = padded.ok_or_else(|| self.damaged("a member's size is impossible"))?;
        Ok(())
    }

    pub(crate) fn read_data(&mut self, size: u64) -> Result<Vec<u8>, ArchiveFault> {
        let bytes = read_at_most(&mut *self, size, size)?;
        if (bytes.len() as u64) < size {
            return Err(self.ends_early());
        }
        Ok(bytes)
    }

    /// Returns `head`, which was read already, and what follows it of `size` bytes.
    pub(crate) fn read_rest(&mut self, head: Vec<u8>, size: u64) -> Result<Vec<u8>, ArchiveFault> {
        let bytes = read_at_most(head.chain(&mut *self), size, size)?;
        if (bytes.len() as u64) < size {
            return Err(self.ends_early());
        }
        Ok(bytes)
    }

    /// Skips the blocks between the header of a sparse file and its data, which
    /// contain the rest of its map.
    pub(crate) fn pass_sparse_map(&mut self, header: &Header) -> Result<(), ArchiveFault> {
        let mut more = header.as_gnu().is_some_and(tar::GnuHeader::is_extended);
        while more {
            let mut map = GnuExtSparseHeader::new();
            if self.fill(map.as_mut_bytes())? < HEAD_LEN {
                return Err(self.ends_early());
            }
            more = map.is_extended();
        }
        Ok(())
    }

    pub fn damaged(&self, what: &str) -> ArchiveFault {
        ArchiveFault::Damaged(format!("the tar archive is damaged at byte {}: {what}", self.header_at))
    }

    fn skip_rest(&mut self) -> Result<(), ArchiveFault> {
        let mut rest = (&mut self.reader).take(self.rest);
        let len = io::copy(&mut rest, &mut io::sink())?;
        self.position += len;
        if len < self.rest {
            return Err(self.ends_early());
        }
        self.rest = 0;
        Ok(())
    }

    /// Fills `buffer` as far as the archive lasts, and returns the number of bytes.
    fn fill(&mut self, buffer: &mut [u8]) -> Result<usize, ArchiveFault> {
        let mut len = 0;
        while len < buffer.len() {
            match self.reader.read(&mut buffer[len..]) {
                Ok(0) => break,
                Ok(more) => len += more,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error.into()),
            }
        }
        self.position += len as u64;
        Ok(len)
    }

    pub(crate) fn ends_early(&self) -> ArchiveFault {
        ArchiveFault::Damaged(format!("the tar archive ends early, after {} bytes", self.position))
    }
}

/// Reads data after a header.
impl Read for TarBlocks {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let len = self.reader.read(buffer)?;
        self.position += len as u64;
        self.rest = self.rest.saturating_sub(len as u64);
        Ok(len)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Cursor;

    fn member(data: &[u8; 4]) -> Vec<u8> {
        let mut header = Header::new_ustar();
        header.set_size(4);
        header.set_cksum();
        [header.as_bytes(), &data[..], &[0; 508]].concat()
    }

    fn read(archive: &[u8]) -> (Vec<String>, Option<ArchiveFault>) {
        let mut blocks = TarBlocks::new(Box::new(Cursor::new(archive.to_vec())));
        let mut found = Vec::new();
        let fault = loop {
            let data = match blocks.next_header() {
                Ok(None) => break None,
                Ok(Some(_)) => blocks.set_size(4).and_then(|()| blocks.read_data(4)),
                Err(fault) => Err(fault),
            };
            match data {
                Ok(data) => found.push(String::from_utf8(data).expect("text")),
                Err(fault) => break Some(fault),
            }
        };
        (found, fault)
    }

    fn read_all(archive: &[u8]) -> Vec<String> {
        let (found, fault) = read(archive);
        assert!(fault.is_none(), "{fault:?}");
        found
    }

    #[test]
    fn archives_on_end_are_one() {
        let one = [&member(b"one.")[..], &END].concat();
        let two = [&member(b"two.")[..], &END, &END].concat();
        assert_eq!(read_all(&[one.clone(), two].concat()), ["one.", "two."]);
        assert_eq!(read_all(&[&one, &b"signature"[..]].concat()), ["one."]);
        assert_eq!(read_all(&[&one, &[7; 600][..]].concat()), ["one."]);
        assert_eq!(read_all(&END), [""; 0]);
    }

    #[test]
    fn a_cut_says_where() {
        let archive = [&member(b"one.")[..], &member(b"two."), &END].concat();
        for (len, members, message) in [
            (100, 0, "the tar archive ends early, after 100 bytes"),
            (514, 0, "the tar archive ends early, after 514 bytes"),
            (600, 1, "the tar archive ends early, after 600 bytes"),
            (1024, 1, "the tar archive ends without its end mark, after 1024 bytes"),
            (1400, 1, "the tar archive ends early, after 1400 bytes"),
            (1538, 1, "the tar archive ends early, after 1538 bytes"),
            (1540, 2, "the tar archive ends early, after 1540 bytes"),
        ] {
            let (found, fault) = read(&archive[..len]);
            assert_eq!(found.len(), members, "{len}");
            let fault = fault.expect("a fault").to_string();
            assert!(fault.starts_with(message), "{fault}");
        }
        // A single block of zeros is not an end mark, but nothing is missing.
        assert_eq!(read_all(&archive[..2560]), ["one.", "two."]);
    }

    #[test]
    fn a_wrong_checksum_is_damage_unless_the_end_was_marked() {
        let mut archive = [&member(b"one.")[..], &member(b"two."), &END].concat();
        archive[1030] ^= 1;
        let (found, fault) = read(&archive);
        assert_eq!(found, ["one."]);
        assert_eq!(
            fault.expect("a fault").to_string(),
            "the tar archive is damaged at byte 1024: a header's checksum is wrong"
        );
        // A single block of zeros may also be damage.
        archive.splice(1024..1024, [0; 512]);
        let fault = read(&archive).1.expect("a fault").to_string();
        assert!(fault.starts_with("the tar archive is damaged at byte 1536"), "{fault}");
    }
}
