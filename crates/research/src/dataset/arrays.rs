//! Arrays of a set for NumPy: `.npy` files (version 1.0 of NumPy's `lib.format`, written without a
//! library because the format is a line of text before the numbers), or one `.npz` archive of them.

use super::options::{DatasetOptions, PlaneLayout, SetFormat, scratch_failed, unwritable};
use super::record_file::{WorkFile, encode, not_this_set};
use super::sets::TrainingSet;
use super::source::{GameSpool, InputGames, SpooledGame};
use crate::error::{ErrorKind, ResearchError};
use crate::formats::kgs::{RecordFormat, TrainingRecord};
use crate::pipeline::pipeline;
use bgo::internal::files::NewFile;
use flate2::Compression;
use flate2::write::DeflateEncoder;
use rawzip::{CompressionMethod, ErrorKind as ZipErrorKind, ZipArchiveWriter};
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, BufWriter, Seek, Write};
use std::path::{Path, PathBuf};
use std::sync::mpsc::Receiver;

/// The number of blocks of rows that may wait to be written.
const QUEUED: usize = 3;

const BUFFER: usize = 1 << 20;

/// The arrays of a set: their contents and paths.
pub(super) struct ArraySet<'a> {
    set: &'a TrainingSet,
    layout: PlaneLayout,
    options: &'a DatasetOptions,
    /// The files of the arrays: one for each, or one archive of all.
    arrays: Vec<PathBuf>,
    /// The list of games.
    list: PathBuf,
}

impl<'a> ArraySet<'a> {
    /// Creates the arrays of a set whose file of records would be `out`.
    pub fn new(set: &'a TrainingSet, out: &Path, layout: PlaneLayout, options: &'a DatasetOptions) -> Self {
        let (arrays, list): (&[&str], &str) = if is_npz(options) {
            (&[".npz"], "-npz-games.tsv")
        } else {
            (&["-planes.npy", "-labels.npy", "-games.npy"], "-npy-games.tsv")
        };
        let stem = out.file_stem().unwrap_or_default().to_string_lossy();
        let beside = |end: &str| out.with_file_name(format!("{stem}{end}"));
        Self {
            set,
            layout,
            options,
            arrays: arrays.iter().map(|end| beside(end)).collect(),
            list: beside(list),
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
        let (format, layout) = (self.options.encoding.format, self.layout);
        let records = self.set.records(spool);
        let arrays = [
            ("planes", npy_header("|u1", &layout.row(format), records)),
            ("labels", npy_header("<i2", &[], records)),
            ("games", npy_header("<i4", &[], records)),
        ];
        let mut outs = Vec::new();
        for (place, (_, header)) in arrays.iter().enumerate() {
            // In an archive, the others wait in temporary files.
            let Some(file) = files.get(place) else {
                let folder = &self.options.folder;
                let file = tempfile::tempfile_in(folder).map_err(scratch_failed(folder))?;
                outs.push(BufWriter::with_capacity(BUFFER, file));
                continue;
            };
            let mut out = BufWriter::with_capacity(BUFFER, file.begin_anew()?);
            if !is_npz(self.options) {
                out.write_all(header).map_err(unwritable(&file.target))?;
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
                    |records, games| array_rows(&records, games, format, layout),
                    |blocks, games| {
                        progress(games as u64);
                        send.send(blocks).is_ok()
                    },
                )
            },
            |blocks| {
                let written = if is_npz(self.options) {
                    write_npz(&blocks, outs, &arrays)
                } else {
                    write_npy(&blocks, outs)
                };
                written.map_err(unwritable(&files[0].target))
            },
        )
    }

    /// Returns the first line of the list of games, which identifies the arrays.
    fn list_head(&self, spool: &GameSpool) -> String {
        let fingerprint = self.set.fingerprint(spool, self.options.encoding);
        let format = if is_npz(self.options) { "npz" } else { "npy" };
        let (set, layout) = (self.set.name.name(), self.layout.name());
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

fn is_npz(options: &DatasetOptions) -> bool {
    matches!(options.format, SetFormat::Npz(_))
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

/// Returns the beginning of an array with a row for each record. `kind` is NumPy's name for the type of its numbers,
/// and `row` the shape of a row.
pub(super) fn npy_header(kind: &str, row: &[usize], records: u64) -> Vec<u8> {
    let mut shape = records.to_string();
    for length in row {
        shape.push_str(&format!(", {length}"));
    }
    // A tuple of one number ends in a comma, others do not.
    if row.is_empty() {
        shape.push(',');
    }
    let mut text = format!("{{'descr': '{kind}', 'fortran_order': False, 'shape': ({shape}), }}");
    // With the ten bytes before it and the line feed after it, this makes a multiple of 64.
    let length = (10 + text.len() + 1).next_multiple_of(64) - 10;
    text.push_str(&" ".repeat(length - 1 - text.len()));
    let mut header = b"\x93NUMPY\x01\x00".to_vec();
    header.extend((length as u16).to_le_bytes());
    header.extend(text.bytes());
    header.push(b'\n');
    header
}

/// Returns rows of planes, labels and games, as bytes of little-endian numbers.
fn array_rows(
    records: &[u8],
    games: &[&SpooledGame],
    format: RecordFormat,
    layout: PlaneLayout,
) -> Result<[Vec<u8>; 3], ResearchError> {
    let mut rows = [Vec::new(), Vec::new(), Vec::new()];
    let [planes, labels, numbers] = &mut rows;
    for record in records.chunks_exact(format.record_length()) {
        let record = TrainingRecord::new(format, record.to_vec());
        layout.write(&record, planes, labels);
    }
    for game in games {
        let number = i32::try_from(game.number).map_err(|_| {
            ErrorKind::Other.error(format!(
                "game {} has a number of more than 31 bits, which arrays do not hold; make a file of records",
                game.number
            ))
        })?;
        numbers.extend(number.to_le_bytes().repeat(game.records as usize));
    }
    Ok(rows)
}

/// Writes rows to one file per array, which already has its header.
fn write_npy(blocks: &Receiver<Vec<[Vec<u8>; 3]>>, mut outs: Vec<BufWriter<File>>) -> io::Result<()> {
    for rows in blocks.iter().flatten() {
        for (out, numbers) in outs.iter_mut().zip(&rows) {
            out.write_all(numbers)?;
        }
    }
    outs.iter_mut().try_for_each(Write::flush)
}

/// Writes rows to one archive, the first file. Arrays follow one another in it, so labels and games
/// wait in the others until all planes are written.
fn write_npz(
    blocks: &Receiver<Vec<[Vec<u8>; 3]>>,
    mut outs: Vec<BufWriter<File>>,
    arrays: &[(&str, Vec<u8>); 3],
) -> io::Result<()> {
    let mut archive = ZipArchiveWriter::new(outs.remove(0));
    add_array(&mut archive, arrays[0].0, &arrays[0].1, |planes| {
        for [first, others @ ..] in blocks.iter().flatten() {
            planes.write_all(&first)?;
            for (out, numbers) in outs.iter_mut().zip(&others) {
                out.write_all(numbers)?;
            }
        }
        Ok(())
    })?;
    for ((name, header), mut numbers) in arrays[1..].iter().zip(outs) {
        add_array(&mut archive, name, header, |mut out| {
            // Seeking writes what is still buffered.
            numbers.rewind()?;
            io::copy(numbers.get_mut(), &mut out).map(drop)
        })?;
    }
    finish_npz(archive)
}

/// Adds an array to an archive; `write` writes its numbers. Entries have no date, so that the same games give the
/// same bytes.
pub(super) fn add_array(
    archive: &mut ZipArchiveWriter<BufWriter<File>>,
    name: &str,
    header: &[u8],
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    let (mut entry, config) = archive
        .new_file(format!("{name}.npy"))
        .compression_method(CompressionMethod::DEFLATE)
        .unix_permissions(0o100_644)
        .start()
        .map_err(into_io)?;
    // Planes compress so well that more effort is not worth the time.
    let mut out = config.wrap(DeflateEncoder::new(&mut entry, Compression::fast()));
    out.write_all(header)?;
    write(&mut out)?;
    let (deflate, descriptor) = out.finish().map_err(into_io)?;
    deflate.finish()?;
    entry.finish(descriptor).map_err(into_io)?;
    Ok(())
}

pub(super) fn finish_npz(archive: ZipArchiveWriter<BufWriter<File>>) -> io::Result<()> {
    archive.finish().map_err(into_io)?.flush()
}

fn into_io(error: rawzip::Error) -> io::Error {
    match error.into_kind() {
        ZipErrorKind::IO(error) => error,
        kind => io::Error::other(kind.to_string()),
    }
}
