//! Archives and records made to exhaust memory: small files that expand when they
//! are unpacked or parsed.

use flate2::Compression;
use flate2::write::{DeflateEncoder, GzEncoder};
use liblzma::stream::{Check, Filters, LzmaOptions, Stream};
use liblzma::write::XzEncoder;
use ppmd_rust::Ppmd7Encoder;
use std::io::Write;
use testkit::Rng;

pub const MIB: usize = 1 << 20;

/// Returns a record of a tiny game with `bytes` bytes of `filler` before its first node.
pub fn padded(filler: &[u8], bytes: usize) -> Vec<u8> {
    let mut record = b"(".to_vec();
    record.extend(filler.iter().cycle().take(bytes));
    record.extend(b";SZ[9];B[aa])");
    record
}

/// Returns a record with one property value of `bytes` bytes.
pub fn with_value(property: &str, value: &[u8], bytes: usize) -> Vec<u8> {
    let mut record = format!("(;SZ[9]{property}[").into_bytes();
    record.extend(value.iter().cycle().take(bytes));
    record.extend(b"];B[aa];W[bb])");
    record
}

/// Returns a record that repeats `part` within its second node to a length of about
/// `bytes`.
pub fn repeating(part: &str, bytes: usize) -> Vec<u8> {
    format!("(;SZ[9];{};B[aa])", part.repeat(bytes / part.len())).into_bytes()
}

/// Returns random letters, which hardly compress.
pub fn noise(bytes: usize) -> Vec<u8> {
    let mut rng = Rng::new(1);
    (0..bytes).map(|_| b'a' + rng.below(26) as u8).collect()
}

/// Writes a tar archive. Members are compressed as they come: together they may be too large
/// for memory.
fn archive<'a, W: Write>(encoder: W, members: impl Iterator<Item = (String, &'a [u8])>) -> W {
    let mut archive = tar::Builder::new(encoder);
    for (name, bytes) in members {
        let mut header = tar::Header::new_gnu();
        header.set_size(bytes.len() as u64);
        archive.append_data(&mut header, name, bytes).expect("is added");
    }
    archive.into_inner().expect("is finished")
}

fn gzipped<'a>(members: impl Iterator<Item = (String, &'a [u8])>) -> Vec<u8> {
    let encoder = archive(GzEncoder::new(Vec::new(), Compression::fast()), members);
    encoder.finish().expect("is compressed")
}

/// Compresses parts as they come: together they may be too large for memory.
pub fn gzip_of(parts: impl Iterator<Item = String>) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    for part in parts {
        encoder.write_all(part.as_bytes()).expect("is compressed");
    }
    encoder.finish().expect("is compressed")
}

/// Repeats members `times` times, with different names.
fn numbered<'a>(members: &[(&str, &'a [u8])], times: usize) -> impl Iterator<Item = (String, &'a [u8])> {
    let one = move |number: usize| {
        members
            .iter()
            .map(move |(name, bytes)| (format!("{number}-{name}"), *bytes))
    };
    (0..times).flat_map(one)
}

/// Returns a compressed tar archive that repeats its members `times` times.
pub fn tgz(members: &[(&str, &[u8])], times: usize) -> Vec<u8> {
    gzipped(numbered(members, times))
}

/// Returns a tar archive that repeats its members `times` times, compressed by xz with a window of
/// 128 MiB, the largest that is accepted.
pub fn tar_xz(members: &[(&str, &[u8])], times: usize) -> Vec<u8> {
    let mut filters = Filters::new();
    filters.lzma2(LzmaOptions::new_preset(0).expect("a preset").dict_size(128 << 20));
    let stream = Stream::new_stream_encoder(&filters, Check::Crc32).expect("is supported");
    let encoder = archive(XzEncoder::new_stream(Vec::new(), stream), numbered(members, times));
    encoder.finish().expect("is compressed")
}

/// Returns a tar archive that repeats its members `times` times, compressed by bzip2.
pub fn tar_bz2(members: &[(&str, &[u8])], times: usize) -> Vec<u8> {
    let encoder = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::best());
    archive(encoder, numbered(members, times))
        .finish()
        .expect("is compressed")
}

/// Returns a 7z archive with `times` files of these bytes in one block, which PPMd compressed with
/// as much memory as is accepted.
pub fn seven_zip_ppmd(bytes: &[u8], times: usize) -> Vec<u8> {
    const MEMORY: u32 = 192 << 20;
    const ORDER: u8 = 24;
    let mut encoder = Ppmd7Encoder::new(Vec::new(), u32::from(ORDER), MEMORY).expect("is supported");
    for _ in 0..times {
        encoder.write_all(bytes).expect("is compressed");
    }
    let packed = encoder.finish(false).expect("is compressed");
    let properties = [&[ORDER][..], &MEMORY.to_le_bytes()].concat();
    let coder = [&[1, 0x23, 3, 4, 1, 5], &properties[..]].concat();
    let number = |number: usize| [&[0xFF][..], &(number as u64).to_le_bytes()].concat();
    let names = (0..times).flat_map(|number| format!("{number}.sgf\0").encode_utf16().collect::<Vec<_>>());
    let names: Vec<u8> = names.flat_map(u16::to_le_bytes).collect();
    let header = [
        // The packed stream, and its block.
        &[1, 4, 6, 0, 1, 9],
        &number(packed.len())[..],
        &[0, 7, 11, 1, 0],
        &coder,
        &[12],
        &number(bytes.len() * times),
        // The sizes of all files but the last.
        &[0, 8, 13],
        &number(times),
        &[9],
        &number(bytes.len()).repeat(times - 1),
        &[0, 0, 5],
        &number(times),
        &[17],
        &number(1 + names.len()),
        &[0],
        &names,
        &[0, 0],
    ]
    .concat();
    testkit::seven_zip(&packed, &header)
}

/// Returns a compressed tar archive of empty members whose names are a little longer
/// than `bytes`.
pub fn tgz_of_names(count: usize, bytes: usize, end: &str) -> Vec<u8> {
    let member = |number| (format!("{number}{}{end}", "x".repeat(bytes)), &b""[..]);
    gzipped((0..count).map(member))
}

/// Returns a zip archive whose central directory has these names, all for one member or each for its
/// own.
pub fn zip_of(bytes: &[u8], names: impl Iterator<Item = String>, is_shared: bool) -> Vec<u8> {
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
    // Lengths of the name and of the extra field.
    let member = [b"PK\x03\x04", &about[..], &[1, 0, 0, 0], b"a", &packed].concat();
    let (mut archive, mut list) = (member.clone(), Vec::new());
    let mut count = 0_u64;
    for name in names {
        if count > 0 && !is_shared {
            archive.extend(&member);
        }
        count += 1;
        list.extend(b"PK\x01\x02\x14\0");
        list.extend(&about);
        list.extend((name.len() as u16).to_le_bytes());
        // Lengths of extra field and comment, disk, attributes, and the member's offset.
        list.extend([0; 12]);
        list.extend(((archive.len() - member.len()) as u32).to_le_bytes());
        list.extend(name.as_bytes());
    }
    let list_at = archive.len();
    archive.extend(list);
    let list_length = (archive.len() - list_at) as u64;
    let end_at = archive.len() as u64;
    // The zip64 record and its locator, needed for more than 65,535 members.
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
