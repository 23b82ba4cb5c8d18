//! Checks that any bytes can be read as an archive, to the end and within the
//! limit.

use super::inside::ArchiveLimits;
use super::kind::{HEAD_LEN, is_zero};
use super::sevenzip::number_at;
use super::{ArchiveItem, open_within};
use crate::interrupt::Interrupt;
use flate2::Compression;
use flate2::write::GzEncoder;
use std::fs;
use std::io::Write;
use tar::Header;

/// The length of the longest record, in bytes, so that longer ones are skipped in
/// tests too.
const LIMIT: u64 = 64 << 10;

/// Reads `data` as a file. The bits of the first byte select options: 1: the file
/// has the name of a record; 2: the checksums of tar headers are corrected first,
/// without which hardly any generated tar archive would be read past its first
/// header; 4: the rest is compressed first; 8: the checksums of a 7-Zip archive are corrected
/// first; 16: the rest becomes a member of a tar archive.
pub fn check(data: &[u8]) {
    let Some((&how, rest)) = data.split_first() else { return };
    let mut bytes = rest.to_vec();
    if how & 2 != 0 {
        mend_checksums(&mut bytes);
    }
    if how & 8 != 0 {
        mend_seven_zip(&mut bytes);
    }
    if how & 16 != 0 {
        bytes = in_tar(&bytes);
    }
    let plain = bytes.len() as u64;
    if how & 4 != 0 {
        bytes = gzip(&bytes);
    }
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join(if how & 1 != 0 { "a.sgf" } else { "a.tgz" });
    fs::write(&path, &bytes).expect("a file");
    let stop = Interrupt::default();
    let Ok(mut archive) = open_within(&path, &ArchiveLimits::new(LIMIT, &stop), &stop) else {
        return;
    };
    let progress = archive.progress();
    let (mut read, mut unpacked) = (0, 0);
    let mut failed = false;
    for item in &mut archive {
        assert!(
            (read..=progress.total_bytes()).contains(&progress.bytes_read()),
            "{progress:?}"
        );
        read = progress.bytes_read();
        assert!(!failed, "something comes after an error");
        match item {
            Ok(ArchiveItem::Record(record)) => {
                let length = record.bytes.len() as u64;
                assert!(length <= LIMIT, "{} has {length} bytes", record.path);
                unpacked += length;
            }
            Ok(ArchiveItem::Skipped { reason, .. }) => assert!(!reason.to_string().is_empty()),
            Err(error) => {
                assert!(error.to_string().contains("a."), "{error}");
                failed = true;
            }
        }
    }
    assert!(archive.next().is_none());
    if !failed {
        assert_eq!(progress.bytes_read(), progress.total_bytes());
    }
    // Archives inside may be compressed, too.
    let signatures = [&b"PK"[..], b"\x1F\x8B", b"BZh", b"\xFD7z", b"7z\xBC", b"\x28\xB5"];
    let compressed = signatures
        .iter()
        .any(|signature| rest.windows(signature.len()).any(|part| part == *signature));
    assert!(compressed || unpacked <= plain, "{unpacked} bytes from {plain}");
}

fn mend_checksums(bytes: &mut [u8]) {
    let mut rest = bytes;
    while let Some((block, behind)) = rest.split_first_chunk_mut::<HEAD_LEN>() {
        let mut header = Header::from_byte_slice(block).clone();
        let data = if is_zero(block) {
            0
        } else {
            header.set_cksum();
            header.entry_size().unwrap_or(0)
        };
        *block = *header.as_bytes();
        let padded = data.checked_next_multiple_of(HEAD_LEN as u64);
        let Some((_, next)) = padded.and_then(|data| behind.split_at_mut_checked(data as usize)) else {
            return;
        };
        rest = next;
    }
}

/// Corrects the checksums of the header of a 7-Zip archive and of what points to it.
fn mend_seven_zip(bytes: &mut [u8]) {
    let Some((start, rest)) = bytes.split_first_chunk_mut::<32>() else {
        return;
    };
    let (offset, length) = (number_at(start, 12) as usize, number_at(start, 20) as usize);
    let header = rest.get(offset..).and_then(|rest| rest.get(..length));
    if let Some(header) = header {
        start[28..].copy_from_slice(&crc32fast::hash(header).to_le_bytes());
    }
    let checksum = crc32fast::hash(&start[12..]).to_le_bytes();
    start[8..12].copy_from_slice(&checksum);
}

fn in_tar(bytes: &[u8]) -> Vec<u8> {
    let mut header = Header::new_gnu();
    header.set_size(bytes.len() as u64);
    let mut archive = tar::Builder::new(Vec::new());
    archive.append_data(&mut header, "inside", bytes).expect("memory");
    archive.into_inner().expect("memory")
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(bytes).expect("memory");
    encoder.finish().expect("memory")
}
