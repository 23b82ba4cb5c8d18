use super::batches::encode;
use super::error::DatasetFailure;
use super::make::DatasetOptions;
use super::sets::GameSet;
use super::spool::Spool;
use crate::export::{NewFile, NewFileError};
use crate::formats::kgs::{TrainingRecord, Version};
use std::fs::File;
use std::io::{self, BufWriter, Seek, Write};
use std::path::{Path, PathBuf};
use std::sync::mpsc;
use std::thread;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

/// Blocks of rows that wait to be written.
const WAITING: usize = 3;

/// Bytes that are written at a time.
const BUFFER: usize = 1 << 20;

/// Planes compress so well that more effort than the least is not worth its time.
const COMPRESSION: i64 = 1;

/// What planes become.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Planes {
    /// A byte a point and plane, 0 or 1.
    Uint8,
    /// As records have them.
    Bits,
}

/// The forms that NumPy reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NumpyFormat {
    /// A file for each array.
    Npy(Planes),
    /// One archive of all.
    Npz(Planes),
}

impl NumpyFormat {
    pub(super) const fn planes(self) -> Planes {
        match self {
            Self::Npy(planes) | Self::Npz(planes) => planes,
        }
    }

    /// The files of a set that is called like `out`, without its extension.
    pub(super) fn paths(self, out: &Path) -> Vec<PathBuf> {
        let stem = out.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        match self {
            Self::Npz(_) => vec![out.with_extension("npz")],
            Self::Npy(_) => ARRAYS
                .iter()
                .map(|array| out.with_file_name(format!("{stem}-{array}.npy")))
                .collect(),
        }
    }
}

/// The arrays of a set, in the order in which they are written.
pub(super) const ARRAYS: [&str; 3] = ["planes", "labels", "games"];

/// Records as the arrays have them.
#[derive(Default)]
struct Rows {
    planes: Vec<u8>,
    /// Little-endian numbers of two bytes.
    labels: Vec<u8>,
    /// Little-endian numbers of four bytes.
    games: Vec<u8>,
}

/// What an array begins with: version 1.0 of the format of NumPy's `lib.format`.
fn head(array: &str, version: Version, planes: Planes, records: u64) -> Vec<u8> {
    let (kind, shape) = match (array, planes, version) {
        ("labels", ..) => ("<i2", String::new()),
        ("games", ..) => ("<i4", String::new()),
        (_, Planes::Uint8, _) => ("|u1", format!(" {}, 19, 19", version.planes())),
        (_, Planes::Bits, Version::V1) => ("|u1", " 19, 19".to_owned()),
        (_, Planes::Bits, Version::V2) => ("|u1", format!(" {}", version.body_length())),
    };
    let mut text = format!("{{'descr': '{kind}', 'fortran_order': False, 'shape': ({records},{shape}), }}");
    // With the ten bytes before it and the line feed behind it a multiple of 64.
    let length = (10 + text.len() + 1).next_multiple_of(64) - 10;
    text.push_str(&" ".repeat(length - 1 - text.len()));
    let mut head = b"\x93NUMPY\x01\x00".to_vec();
    head.extend((length as u16).to_le_bytes());
    head.extend(text.bytes());
    head.push(b'\n');
    head
}

/// How many bytes an array has.
pub(super) fn array_bytes(array: &str, version: Version, planes: Planes, records: u64) -> u64 {
    let row = match (array, planes) {
        ("labels", _) => 2,
        ("games", _) => 4,
        (_, Planes::Uint8) => version.planes() * 361,
        (_, Planes::Bits) => version.body_length(),
    };
    head(array, version, planes, records).len() as u64 + records * row as u64
}

/// What rows are written to, block after block.
trait Sink: Send {
    fn add(&mut self, rows: &Rows) -> io::Result<()>;

    /// Writes what comes after the last row.
    fn finish(self: Box<Self>) -> io::Result<()>;
}

/// A file for each array.
struct Npy([BufWriter<File>; 3]);

impl Sink for Npy {
    fn add(&mut self, rows: &Rows) -> io::Result<()> {
        let [planes, labels, games] = &mut self.0;
        planes.write_all(&rows.planes)?;
        labels.write_all(&rows.labels)?;
        games.write_all(&rows.games)
    }

    fn finish(mut self: Box<Self>) -> io::Result<()> {
        self.0.iter_mut().try_for_each(Write::flush)
    }
}

/// One archive of all arrays. It is written one after the other, so that the others wait
/// in files without names while the planes are written.
struct Npz {
    archive: ZipWriter<BufWriter<File>>,
    heads: [Vec<u8>; 3],
    labels: BufWriter<File>,
    games: BufWriter<File>,
}

impl Npz {
    fn begin(&mut self, array: usize) -> io::Result<()> {
        // No date, so that the same games make the same bytes.
        let options = SimpleFileOptions::default()
            .compression_method(CompressionMethod::Deflated)
            .compression_level(Some(COMPRESSION))
            .large_file(true);
        self.archive.start_file(format!("{}.npy", ARRAYS[array]), options)?;
        self.archive.write_all(&self.heads[array])
    }
}

impl Sink for Npz {
    fn add(&mut self, rows: &Rows) -> io::Result<()> {
        self.archive.write_all(&rows.planes)?;
        self.labels.write_all(&rows.labels)?;
        self.games.write_all(&rows.games)
    }

    fn finish(mut self: Box<Self>) -> io::Result<()> {
        self.begin(1)?;
        copy_all(&mut self.labels, &mut self.archive)?;
        self.begin(2)?;
        copy_all(&mut self.games, &mut self.archive)?;
        self.archive.finish()?.flush()
    }
}

fn copy_all(from: &mut BufWriter<File>, to: &mut impl Write) -> io::Result<()> {
    from.flush()?;
    let file = from.get_mut();
    file.rewind()?;
    io::copy(file, to).map(drop)
}

/// Makes the files of a set. `progress` is told how many games are done.
pub(super) fn make(
    spool: &mut Spool,
    set: &GameSet,
    out: &Path,
    format: NumpyFormat,
    options: &DatasetOptions,
    progress: &dyn Fn(u64),
) -> Result<Vec<PathBuf>, DatasetFailure> {
    let records = set.records(spool);
    let scratch = &options.folder;
    let paths = format.paths(out);
    let files: Result<Vec<NewFile>, NewFileError> = paths
        .iter()
        .map(|path| NewFile::new(path, options.overwrite, &[]))
        .collect();
    let files = files?;
    let failed = |source| DatasetFailure::from(files[0].failed(source));
    let heads = ARRAYS.map(|array| head(array, options.encoding.version, format.planes(), records));
    let buffered = |file| BufWriter::with_capacity(BUFFER, file);
    let sink: Box<dyn Sink> = match (format, &files[..]) {
        (NumpyFormat::Npy(_), [planes, labels, games]) => {
            let mut npy = Npy([planes.file()?, labels.file()?, games.file()?].map(buffered));
            for (file, head) in npy.0.iter_mut().zip(&heads) {
                file.write_all(head).map_err(failed)?;
            }
            Box::new(npy)
        }
        _ => {
            let temporary = || tempfile::tempfile_in(scratch).map_err(|error| DatasetFailure::scratch(scratch, error));
            let mut npz = Npz {
                archive: ZipWriter::new(buffered(files[0].file()?)),
                heads,
                labels: buffered(temporary()?),
                games: buffered(temporary()?),
            };
            npz.begin(0).map_err(failed)?;
            Box::new(npz)
        }
    };
    write(spool, set, format.planes(), options, sink, progress)?.map_err(failed)?;
    for file in files {
        file.complete()?;
    }
    Ok(paths)
}

/// Makes rows on all cores, and writes them on a thread.
fn write(
    spool: &mut Spool,
    set: &GameSet,
    planes: Planes,
    options: &DatasetOptions,
    mut sink: Box<dyn Sink>,
    progress: &dyn Fn(u64),
) -> Result<io::Result<()>, DatasetFailure> {
    let version = options.encoding.version;
    thread::scope(|scope| {
        let (send, blocks) = mpsc::sync_channel::<Vec<Rows>>(WAITING);
        let writer = scope.spawn(move || {
            blocks.iter().flatten().try_for_each(|rows| sink.add(&rows))?;
            sink.finish()
        });
        encode(
            spool,
            set,
            0,
            options,
            |encoder, waiting, game, rows: &mut Rows| {
                let mut records = Vec::new();
                // What cannot be played was found out before, and is not here.
                let _ = encoder.encode(game, &mut records);
                for record in records.chunks_exact(version.record_length()) {
                    let record = TrainingRecord::new(version, record.to_vec());
                    match planes {
                        Planes::Bits => rows.planes.extend_from_slice(record.body()),
                        Planes::Uint8 => record.write_planes(&mut rows.planes),
                    }
                    rows.labels.extend(record.label().to_le_bytes());
                    rows.games.extend((waiting.number as i32).to_le_bytes());
                }
            },
            |blocks, games| {
                progress(games as u64);
                send.send(blocks).is_ok()
            },
        )?;
        drop(send);
        Ok(writer
            .join()
            .unwrap_or_else(|_| Err(io::Error::other("a thread ended"))))
    })
}
