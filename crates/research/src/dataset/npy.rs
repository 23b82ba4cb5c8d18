//! Arrays for NumPy: `.npy` files (version 1.0 of NumPy's `lib.format`, written without a library
//! because the format is a line of text before the numbers), or one `.npz` archive of them.

use super::error::DatasetError;
use super::options::PlaneLayout;
use super::spool::SpooledGame;
use crate::formats::kgs::{TrainingRecord, Version};
use flate2::Compression;
use flate2::write::DeflateEncoder;
use rawzip::{CompressionMethod, ErrorKind, ZipArchiveWriter};
use std::fs::File;
use std::io::{self, BufWriter, Seek, Write};
use std::sync::mpsc::Receiver;

/// An array with a row for each record.
pub(super) struct Array {
    name: &'static str,
    /// NumPy's name for the type of its numbers.
    kind: &'static str,
    /// The shape of a row.
    row: Vec<usize>,
}

/// Returns the arrays of a set in the order in which they are written.
pub(super) fn arrays(version: Version, layout: PlaneLayout) -> [Array; 3] {
    [
        Array::new("planes", "|u1", layout.row(version)),
        Array::new("labels", "<i2", Vec::new()),
        Array::new("games", "<i4", Vec::new()),
    ]
}

impl Array {
    /// Describes an array by its name, NumPy's name for its numbers, and the shape of a row.
    pub const fn new(name: &'static str, kind: &'static str, row: Vec<usize>) -> Self {
        Self { name, kind, row }
    }

    /// Returns the bytes before the numbers.
    pub fn header(&self, records: u64) -> Vec<u8> {
        let row: String = self.row.iter().map(|length| format!(" {length},")).collect();
        // A tuple of one number ends in a comma, others do not.
        let shape = format!("{records},{row}");
        let shape = if self.row.is_empty() {
            &*shape
        } else {
            shape.trim_end_matches(',')
        };
        let mut text = format!(
            "{{'descr': '{}', 'fortran_order': False, 'shape': ({shape}), }}",
            self.kind
        );
        // With the ten bytes before it and the line feed after it, this makes a multiple of 64.
        let length = (10 + text.len() + 1).next_multiple_of(64) - 10;
        text.push_str(&" ".repeat(length - 1 - text.len()));
        let mut header = b"\x93NUMPY\x01\x00".to_vec();
        header.extend((length as u16).to_le_bytes());
        header.extend(text.bytes());
        header.push(b'\n');
        header
    }
}

/// Rows of the three arrays, as bytes of little-endian numbers.
#[derive(Default)]
pub(super) struct ArrayRows {
    planes: Vec<u8>,
    labels: Vec<u8>,
    games: Vec<u8>,
}

impl ArrayRows {
    /// Makes the rows of the records of some games.
    pub fn new(
        records: &[u8],
        games: &[&SpooledGame],
        version: Version,
        layout: PlaneLayout,
    ) -> Result<Self, DatasetError> {
        let mut rows = Self::default();
        for record in records.chunks_exact(version.record_length()) {
            let record = TrainingRecord::new(version, record.to_vec());
            layout.write(&record, &mut rows.planes, &mut rows.labels);
        }
        for game in games {
            let number = i32::try_from(game.number).map_err(|_| DatasetError::Number(game.number))?;
            for _ in 0..game.records {
                rows.games.extend(number.to_le_bytes());
            }
        }
        Ok(rows)
    }
}

/// Writes rows to one file per array, which already has its header.
pub(super) fn write_npy(blocks: &Receiver<Vec<ArrayRows>>, files: [BufWriter<File>; 3]) -> io::Result<()> {
    let [mut planes, mut labels, mut games] = files;
    for rows in blocks.iter().flatten() {
        planes.write_all(&rows.planes)?;
        labels.write_all(&rows.labels)?;
        games.write_all(&rows.games)?;
    }
    planes.flush()?;
    labels.flush()?;
    games.flush()
}

/// Writes rows to one archive. Arrays follow one another in it, so labels and games wait in
/// temporary files until all planes are written.
pub(super) fn write_npz(
    blocks: &Receiver<Vec<ArrayRows>>,
    out: BufWriter<File>,
    arrays: &[Array; 3],
    records: u64,
    waiting: [BufWriter<File>; 2],
) -> io::Result<()> {
    let [mut labels, mut games] = waiting;
    let mut archive = NpzFile(ZipArchiveWriter::new(out));
    archive.add(&arrays[0], records, |out| {
        for rows in blocks.iter().flatten() {
            out.write_all(&rows.planes)?;
            labels.write_all(&rows.labels)?;
            games.write_all(&rows.games)?;
        }
        Ok(())
    })?;
    for (array, mut numbers) in arrays[1..].iter().zip([labels, games]) {
        archive.add(array, records, |mut out| {
            numbers.flush()?;
            let file = numbers.get_mut();
            file.rewind()?;
            io::copy(file, &mut out).map(drop)
        })?;
    }
    archive.finish()
}

/// An archive of arrays that is being written. Entries have no date, so that the same games give the
/// same bytes.
pub(super) struct NpzFile(ZipArchiveWriter<BufWriter<File>>);

impl NpzFile {
    /// Begins an archive at the beginning of an empty file.
    pub fn new(file: File) -> Self {
        Self(ZipArchiveWriter::new(BufWriter::with_capacity(1 << 16, file)))
    }

    /// Adds an array; `write` writes its numbers.
    pub fn add(
        &mut self,
        array: &Array,
        records: u64,
        write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> io::Result<()> {
        let (mut entry, config) = self
            .0
            .new_file(format!("{}.npy", array.name))
            .compression_method(CompressionMethod::DEFLATE)
            .unix_permissions(0o100_644)
            .start()
            .map_err(into_io)?;
        // Planes compress so well that more effort is not worth the time.
        let mut out = config.wrap(DeflateEncoder::new(&mut entry, Compression::fast()));
        out.write_all(&array.header(records))?;
        write(&mut out)?;
        let (deflate, descriptor) = out.finish().map_err(into_io)?;
        deflate.finish()?;
        entry.finish(descriptor).map_err(into_io)?;
        Ok(())
    }

    /// Completes the archive.
    pub fn finish(self) -> io::Result<()> {
        self.0.finish().map_err(into_io)?.flush()
    }
}

fn into_io(error: rawzip::Error) -> io::Error {
    match error.into_kind() {
        ErrorKind::IO(error) => error,
        kind => io::Error::other(kind.to_string()),
    }
}
