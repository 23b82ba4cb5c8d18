//! Archives and records made to take memory: small files of which much comes
//! when they are unpacked or read.

use flate2::Compression;
use flate2::write::{DeflateEncoder, GzEncoder};
use std::io::Write;

pub const MIB: usize = 1 << 20;

/// A record of a tiny game with so many bytes of `filler` before its node.
pub fn padded(filler: &[u8], bytes: usize) -> Vec<u8> {
    let mut record = b"(".to_vec();
    record.extend(filler.iter().cycle().take(bytes));
    record.extend(b";SZ[9];B[aa])");
    record
}

/// A record with one value of so many bytes.
pub fn with_value(property: &str, value: &[u8], bytes: usize) -> Vec<u8> {
    let mut record = format!("(;SZ[9]{property}[").into_bytes();
    record.extend(value.iter().cycle().take(bytes));
    record.extend(b"];B[aa];W[bb])");
    record
}

/// A record that repeats `part` within its second node until it has so many
/// bytes.
pub fn repeating(part: &str, bytes: usize) -> Vec<u8> {
    format!("(;SZ[9];{};B[aa])", part.repeat(bytes / part.len())).into_bytes()
}

/// Letters that do not compress.
pub fn noise(bytes: usize) -> Vec<u8> {
    let mut state = 1_u64;
    let letter = |_| {
        // Knuth's generator (The Art of Computer Programming, volume 2).
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        b'a' + (state >> 33) as u8 % 26
    };
    (0..bytes).map(letter).collect()
}

/// A compressed tar archive of these members, each so many times.
pub fn tgz(members: &[(&str, &[u8])], times: usize) -> Vec<u8> {
    let mut archive = tar::Builder::new(GzEncoder::new(Vec::new(), Compression::fast()));
    for number in 0..times {
        for (name, bytes) in members {
            let mut header = tar::Header::new_gnu();
            header.set_size(bytes.len() as u64);
            let name = format!("{number}-{name}");
            archive.append_data(&mut header, name, *bytes).expect("is added");
        }
    }
    let compressed = archive.into_inner().expect("is finished");
    compressed.finish().expect("is compressed")
}

/// A zip archive whose list has these names, each for the same one member.
pub fn zip_sharing(bytes: &[u8], names: impl Iterator<Item = String>) -> Vec<u8> {
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(bytes).expect("room");
    let packed = encoder.finish().expect("room");
    let mut about = Vec::new();
    // Version needed, flags, method, time and date.
    for number in [20, 0, 8, 0, 0x21_u16] {
        about.extend(number.to_le_bytes());
    }
    for number in [crc32fast::hash(bytes), packed.len() as u32, bytes.len() as u32] {
        about.extend(number.to_le_bytes());
    }
    let mut archive = b"PK\x03\x04".to_vec();
    archive.extend(&about);
    // Lengths of its name and of an extra field.
    archive.extend([1, 0, 0, 0]);
    archive.extend(b"a");
    archive.extend(&packed);
    let list_at = archive.len();
    let mut count = 0_u64;
    for name in names {
        count += 1;
        archive.extend(b"PK\x01\x02\x14\0");
        archive.extend(&about);
        archive.extend((name.len() as u16).to_le_bytes());
        // Lengths of extra field and comment, disk, attributes, and where the member is: at 0.
        archive.extend([0; 16]);
        archive.extend(name.as_bytes());
    }
    let list_length = (archive.len() - list_at) as u64;
    let end_at = archive.len() as u64;
    // The record and its locator for more than 65,535 members.
    archive.extend(b"PK\x06\x06");
    archive.extend(44_u64.to_le_bytes());
    archive.extend([45, 0, 45, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    for number in [count, count, list_length, list_at as u64] {
        archive.extend(number.to_le_bytes());
    }
    archive.extend(b"PK\x06\x07\0\0\0\0");
    archive.extend(end_at.to_le_bytes());
    archive.extend([1, 0, 0, 0]);
    archive.extend(b"PK\x05\x06\0\0\0\0");
    archive.extend([0xff; 12]);
    archive.extend([0, 0]);
    archive
}

/// A compressed tar archive of empty members whose names have so many bytes.
pub fn tgz_of_names(count: usize, bytes: usize, end: &str) -> Vec<u8> {
    let mut archive = tar::Builder::new(GzEncoder::new(Vec::new(), Compression::fast()));
    for number in 0..count {
        let name = format!("{number}{}{end}", "x".repeat(bytes));
        let mut header = tar::Header::new_gnu();
        header.set_size(0);
        archive.append_data(&mut header, name, &[][..]).expect("is added");
    }
    let compressed = archive.into_inner().expect("is finished");
    compressed.finish().expect("is compressed")
}
