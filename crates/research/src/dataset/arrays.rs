//! Arrays of a set for NumPy: `.npy` files (version 1.0 of NumPy's `lib.format`, written without a
//! library because the format is a line of text before the numbers), or one `.npz` archive of them.

use super::options::{ArrayFormat, DatasetOptions, PlaneLayout, scratch_failed, unwritable};
use super::record_file::{WorkFile, encode, not_this_set};
use super::sets::TrainingSet;
use super::source::{GameSpool, InputGames, SpooledGame};
use crate::error::{ErrorKind, ResearchError};
use crate::formats::kgs::{TrainingRecord, Version};
use crate::pipeline::pipeline;
use bgo::files::NewFile;
use flate2::Compression;
use flate2::write::DeflateEncoder;
use rawzip::{CompressionMethod, ErrorKind as ZipErrorKind, ZipArchiveWriter};
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, BufWriter, Seek, Write};
use std::path::{Path, PathBuf};
use std::sync::mpsc::Receiver;

/// The number of blocks of rows that may wait to be written.
const QUEUED: usize = 3;

/// The number of bytes to write at a time.
const BUFFER: usize = 1 << 20;

/// The arrays of a set: their contents and paths.
pub(super) struct ArraySet<'a> {
    set: &'a TrainingSet,
    format: ArrayFormat,
    layout: PlaneLayout,
    options: &'a DatasetOptions,
    /// The files of the arrays.
    arrays: Vec<PathBuf>,
    /// The list of games.
    list: PathBuf,
}

impl<'a> ArraySet<'a> {
    /// Creates the arrays of a set whose file of records would be `out`.
    pub fn new(
        set: &'a TrainingSet,
        out: &Path,
        (format, layout): (ArrayFormat, PlaneLayout),
        options: &'a DatasetOptions,
    ) -> Self {
        let arrays: &[&str] = match format {
            ArrayFormat::Npz => &[".npz"],
            ArrayFormat::Npy => &["-planes.npy", "-labels.npy", "-games.npy"],
        };
        Self {
            set,
            format,
            layout,
            options,
            arrays: arrays.iter().map(|end| beside(out, end)).collect(),
            list: beside(out, &format!("-{}-games.tsv", format.name())),
        }
    }

    pub fn paths(&self) -> impl Iterator<Item = &Path> {
        self.arrays.iter().chain([&self.list]).map(PathBuf::as_path)
    }

    /// Makes the files. The list of games gets its name first, so that arrays always have one.
    /// Calls `progress` with the number of games so far.
    pub fn make(
        &self,
        spool: &GameSpool,
        inputs: &[InputGames],
        progress: &(dyn Fn(u64) + Sync),
    ) -> Result<(), ResearchError> {
        let head = self.list_head(spool);
        // A list without its arrays is left from an interrupted run, and is made anew.
        let overwrite = self.options.overwrite || is_headed(&self.list, &head);
        let mut files = Vec::new();
        for path in &self.arrays {
            files.push(WorkFile::open(path, overwrite)?);
        }
        let made = self
            .write(spool, &files, progress)
            .and_then(|()| self.write_list(spool, &head, inputs, overwrite));
        if made.is_err() {
            files.into_iter().for_each(WorkFile::give_up);
            return made;
        }
        files.into_iter().try_for_each(WorkFile::complete)
    }

    /// Makes rows on all cores, and writes them here.
    fn write(
        &self,
        spool: &GameSpool,
        files: &[WorkFile],
        progress: &(dyn Fn(u64) + Sync),
    ) -> Result<(), ResearchError> {
        let (version, layout) = (self.options.encoding.version(), self.layout);
        let records = self.set.records(spool);
        let arrays = [
            NpyArray::new("planes", "|u1", layout.row(version)),
            NpyArray::new("labels", "<i2", Vec::new()),
            NpyArray::new("games", "<i4", Vec::new()),
        ];
        let mut outs = Vec::new();
        for (place, array) in arrays.iter().enumerate() {
            // In an archive, the others wait in temporary files.
            let Some(file) = files.get(place) else {
                let folder = &self.options.folder;
                let file = tempfile::tempfile_in(folder).map_err(scratch_failed(folder))?;
                outs.push(BufWriter::with_capacity(BUFFER, file));
                continue;
            };
            let mut out = BufWriter::with_capacity(BUFFER, file.begin_anew()?);
            if self.format == ArrayFormat::Npy {
                out.write_all(&array.header(records))
                    .map_err(unwritable(&file.target))?;
            }
            outs.push(out);
        }
        pipeline(
            QUEUED,
            |send| {
                encode(
                    spool,
                    self.set,
                    0,
                    self.options,
                    |records, games| ArrayRows::new(&records, games, version, layout),
                    |blocks, games| {
                        progress(games as u64);
                        send.send(blocks).is_ok()
                    },
                )
            },
            |blocks| {
                let written = match self.format {
                    ArrayFormat::Npy => write_npy(&blocks, outs),
                    ArrayFormat::Npz => write_npz(&blocks, outs, &arrays, records),
                };
                written.map_err(unwritable(&files[0].target))
            },
        )
    }

    /// Returns the first line of the list of games, which identifies the arrays.
    fn list_head(&self, spool: &GameSpool) -> String {
        let fingerprint = self.set.fingerprint(spool, self.options.encoding);
        let (set, format, layout) = (self.set.name.name(), self.format.name(), self.layout.name());
        format!("# {set} {format} {layout} {fingerprint}")
    }

    /// Writes the list of games by their numbers in the arrays, with number, input, file and
    /// records separated by tabs.
    fn write_list(
        &self,
        spool: &GameSpool,
        head: &str,
        inputs: &[InputGames],
        overwrite: bool,
    ) -> Result<(), ResearchError> {
        let new = NewFile::new(&self.list, overwrite, &[])?;
        let mut out = BufWriter::new(new.file()?);
        writeln!(out, "{head}\nnumber\tinput\tfile\trecords").map_err(|error| new.failed(error))?;
        for game in &self.set.games {
            let member = one_line(&spool.read(*game)?.0);
            let SpooledGame {
                number, records, input, ..
            } = spool.games[*game as usize];
            let input = one_line(&inputs[input as usize].input);
            writeln!(out, "{number}\t{input}\t{member}\t{records}").map_err(|error| new.failed(error))?;
        }
        out.flush().map_err(|error| new.failed(error))?;
        drop(out);
        new.complete()?;
        Ok(())
    }

    /// Returns whether the files exist, judging by the list of games. Other files with these names
    /// are an error.
    pub fn is_made(&self, spool: &GameSpool) -> Result<bool, ResearchError> {
        if is_headed(&self.list, &self.list_head(spool)) {
            return Ok(self.paths().all(Path::is_file));
        }
        match self.paths().find(|path| fs::symlink_metadata(path).is_ok()) {
            None => Ok(false),
            Some(path) => Err(undescribed(path, &self.list)),
        }
    }
}

/// Makes the error of a file whose list of games says something else.
pub(super) fn undescribed(path: &Path, list: &Path) -> ResearchError {
    not_this_set(path, &format!("{} does not say that it is", list.display()))
}

fn beside(out: &Path, end: &str) -> PathBuf {
    let stem = out.file_stem().unwrap_or_default().to_string_lossy();
    out.with_file_name(format!("{stem}{end}"))
}

/// Replaces characters that would end a line or a column.
pub(super) fn one_line(name: &str) -> String {
    name.replace(|c: char| c.is_control(), "\u{fffd}")
}

/// Returns whether a list of games begins with this line.
pub(super) fn is_headed(list: &Path, head: &str) -> bool {
    let mut line = String::new();
    let read = File::open(list).and_then(|file| BufReader::new(file).read_line(&mut line));
    read.is_ok() && line.trim_end() == head
}

/// An array with a row for each record.
pub(super) struct NpyArray {
    name: &'static str,
    /// NumPy's name for the type of its numbers.
    kind: &'static str,
    /// The shape of a row.
    row: Vec<usize>,
}

impl NpyArray {
    pub const fn new(name: &'static str, kind: &'static str, row: Vec<usize>) -> Self {
        Self { name, kind, row }
    }

    fn header(&self, records: u64) -> Vec<u8> {
        let mut shape = records.to_string();
        for length in &self.row {
            shape.push_str(&format!(", {length}"));
        }
        // A tuple of one number ends in a comma, others do not.
        if self.row.is_empty() {
            shape.push(',');
        }
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

/// Rows of planes, labels and games, as bytes of little-endian numbers.
#[derive(Default)]
struct ArrayRows([Vec<u8>; 3]);

impl ArrayRows {
    fn new(
        records: &[u8],
        games: &[&SpooledGame],
        version: Version,
        layout: PlaneLayout,
    ) -> Result<Self, ResearchError> {
        let mut rows = Self::default();
        let [planes, labels, numbers] = &mut rows.0;
        for record in records.chunks_exact(version.record_length()) {
            let record = TrainingRecord::new(version, record.to_vec());
            layout.write(&record, planes, labels);
        }
        for game in games {
            let number = i32::try_from(game.number).map_err(|_| {
                ErrorKind::Other.error(format!(
                    "game {} has a number of more than 31 bits, which arrays do not hold; make a file of records",
                    game.number
                ))
            })?;
            for _ in 0..game.records {
                numbers.extend(number.to_le_bytes());
            }
        }
        Ok(rows)
    }
}

/// Writes rows to one file per array, which already has its header.
fn write_npy(blocks: &Receiver<Vec<ArrayRows>>, mut outs: Vec<BufWriter<File>>) -> io::Result<()> {
    for rows in blocks.iter().flatten() {
        for (out, numbers) in outs.iter_mut().zip(&rows.0) {
            out.write_all(numbers)?;
        }
    }
    outs.iter_mut().try_for_each(Write::flush)
}

/// Writes rows to one archive, the first file. Arrays follow one another in it, so labels and games
/// wait in the others until all planes are written.
fn write_npz(
    blocks: &Receiver<Vec<ArrayRows>>,
    mut outs: Vec<BufWriter<File>>,
    arrays: &[NpyArray; 3],
    records: u64,
) -> io::Result<()> {
    let mut archive = NpzFile(ZipArchiveWriter::new(outs.remove(0)));
    archive.add(&arrays[0], records, |planes| {
        for rows in blocks.iter().flatten() {
            planes.write_all(&rows.0[0])?;
            for (out, numbers) in outs.iter_mut().zip(&rows.0[1..]) {
                out.write_all(numbers)?;
            }
        }
        Ok(())
    })?;
    for (array, mut numbers) in arrays[1..].iter().zip(outs) {
        archive.add(array, records, |mut out| {
            // Seeking writes what is still buffered.
            numbers.rewind()?;
            io::copy(numbers.get_mut(), &mut out).map(drop)
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
        array: &NpyArray,
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

    pub fn finish(self) -> io::Result<()> {
        self.0.finish().map_err(into_io)?.flush()
    }
}

fn into_io(error: rawzip::Error) -> io::Error {
    match error.into_kind() {
        ZipErrorKind::IO(error) => error,
        kind => io::Error::other(kind.to_string()),
    }
}
