use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use std::fs::File;
use std::io::{Cursor, Read, Write};
use std::path::Path;
use zip::write::SimpleFileOptions;

/// Returns a tar archive of files, given as names and contents.
pub fn tar<N: AsRef<str>, B: AsRef<[u8]>>(files: &[(N, B)]) -> Vec<u8> {
    let mut archive = tar::Builder::new(Vec::new());
    for (name, bytes) in files {
        let mut header = tar::Header::new_gnu();
        header.set_size(bytes.as_ref().len() as u64);
        header.set_mode(0o644);
        archive
            .append_data(&mut header, name.as_ref(), bytes.as_ref())
            .expect("is added");
    }
    archive.into_inner().expect("is finished")
}

/// Compresses bytes at the fastest level.
pub fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(bytes).expect("is packed");
    encoder.finish().expect("is packed")
}

/// Compresses bytes by bzip2.
pub fn bzip2(bytes: &[u8]) -> Vec<u8> {
    let mut packed = Vec::new();
    let mut encoder = bzip2::read::BzEncoder::new(bytes, bzip2::Compression::fast());
    encoder.read_to_end(&mut packed).expect("is packed");
    packed
}

/// Compresses bytes by xz.
pub fn xz(bytes: &[u8]) -> Vec<u8> {
    liblzma::encode_all(bytes, 1).expect("is packed")
}

/// Compresses bytes by Zstandard.
pub fn zstd(bytes: &[u8]) -> Vec<u8> {
    zstd::encode_all(bytes, 1).expect("is packed")
}

/// Returns a compressed tar archive of files.
pub fn tgz<N: AsRef<str>, B: AsRef<[u8]>>(files: &[(N, B)]) -> Vec<u8> {
    gzip(&tar(files))
}

/// Returns a zip archive of files.
pub fn zip<N: AsRef<str>, B: AsRef<[u8]>>(files: &[(N, B)]) -> Vec<u8> {
    let mut archive = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in files {
        archive
            .start_file(name.as_ref(), SimpleFileOptions::default())
            .expect("is added");
        archive.write_all(bytes.as_ref()).expect("is added");
    }
    archive.finish().expect("is finished").into_inner()
}

/// Returns a 7z archive with this header, which is not packed, after some bytes of data.
pub fn seven_zip(data: &[u8], header: &[u8]) -> Vec<u8> {
    let mut place = Vec::new();
    place.extend((data.len() as u64).to_le_bytes());
    place.extend((header.len() as u64).to_le_bytes());
    place.extend(crc32fast::hash(header).to_le_bytes());
    let checksum = crc32fast::hash(&place).to_le_bytes();
    [b"7z\xBC\xAF\x27\x1C\0\x04", &checksum[..], &place, data, header].concat()
}

/// Returns the files of a compressed tar archive, in the order of the archive.
pub fn unpacked(archive: &Path) -> Vec<(String, Vec<u8>)> {
    let mut tar = tar::Archive::new(GzDecoder::new(File::open(archive).expect("a file")));
    tar.entries()
        .expect("a tar archive")
        .map(|entry| entry.expect("a whole archive"))
        .filter(|entry| entry.header().entry_type().is_file())
        .map(|mut entry| {
            let path = entry.path().expect("a path").display().to_string();
            let mut bytes = Vec::new();
            entry.read_to_end(&mut bytes).expect("a whole file");
            (path, bytes)
        })
        .collect()
}
