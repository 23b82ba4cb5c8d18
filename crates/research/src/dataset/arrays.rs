use super::encode::encode;
use super::error::DatasetError;
use super::options::DatasetOptions;
use super::sets::GameSet;
use super::spool::{InputGames, Spool, SpooledGame};
use super::work_file::WorkFile;
use crate::formats::kgs::{LINES, TrainingRecord, Version};
use bgo::files::NewFile;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, BufWriter, Seek, Write};
use std::path::{Path, PathBuf};
use std::sync::mpsc;
use std::thread;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

/// Blocks of rows that are queued to be written.
const QUEUED: usize = 3;

/// Bytes that are written at a time.
const BUFFER: usize = 1 << 20;

/// Planes compress so well that more effort than the least is not worth its time.
const COMPRESSION: i64 = 1;

/// How arrays have planes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlaneLayout {
    /// A byte a point and plane, 0 or 1.
    Uint8,
    /// As records have them.
    Bits,
}

/// The files that NumPy reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ArrayFormat {
    /// A file for each array.
    Npy(PlaneLayout),
    /// One archive of all.
    Npz(PlaneLayout),
}

impl ArrayFormat {
    const fn layout(self) -> PlaneLayout {
        match self {
            Self::Npy(layout) | Self::Npz(layout) => layout,
        }
    }

    /// The files of a set whose file of records were `out`, the list of games last.
    pub(super) fn paths(self, out: &Path) -> Vec<PathBuf> {
        let beside = |end: &str| {
            let stem = out.file_stem().unwrap_or_default().to_string_lossy();
            out.with_file_name(format!("{stem}{end}"))
        };
        match self {
            Self::Npz(_) => vec![beside(".npz"), beside("-npz-games.tsv")],
            Self::Npy(_) => ["-planes.npy", "-labels.npy", "-games.npy", "-npy-games.tsv"]
                .map(beside)
                .into(),
        }
    }
}

/// An array: a row a record.
struct Array {
    name: &'static str,
    /// The kind of its numbers, as NumPy writes it.
    kind: &'static str,
    /// The shape of a row.
    row: Vec<usize>,
}

/// The arrays of a set, in the order in which they are written.
fn arrays(version: Version, layout: PlaneLayout) -> [Array; 3] {
    let row = match (layout, version) {
        (PlaneLayout::Uint8, _) => vec![version.planes(), LINES, LINES],
        (PlaneLayout::Bits, Version::V1) => vec![LINES, LINES],
        (PlaneLayout::Bits, Version::V2) => vec![version.packed_length()],
    };
    let array = |name, kind, row| Array { name, kind, row };
    [
        array("planes", "|u1", row),
        array("labels", "<i2", Vec::new()),
        array("games", "<i4", Vec::new()),
    ]
}

impl Array {
    /// What comes before the numbers: version 1.0 of the format of NumPy's `lib.format`.
    fn header(&self, records: u64) -> Vec<u8> {
        let row: String = self.row.iter().map(|length| format!(" {length},")).collect();
        // One number alone has a comma behind it, several have none.
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
        // With the ten bytes before it and the line feed behind it a multiple of 64.
        let length = (10 + text.len() + 1).next_multiple_of(64) - 10;
        text.push_str(&" ".repeat(length - 1 - text.len()));
        let mut header = b"\x93NUMPY\x01\x00".to_vec();
        header.extend((length as u16).to_le_bytes());
        header.extend(text.bytes());
        header.push(b'\n');
        header
    }
}

/// Records as the arrays have them, in bytes of little-endian numbers.
#[derive(Default)]
struct Rows {
    planes: Vec<u8>,
    labels: Vec<u8>,
    games: Vec<u8>,
}

impl Rows {
    /// The rows of the records of some games.
    fn new(
        records: &[u8],
        games: &[&SpooledGame],
        version: Version,
        layout: PlaneLayout,
    ) -> Result<Self, DatasetError> {
        let mut rows = Self::default();
        for record in records.chunks_exact(version.record_length()) {
            let record = TrainingRecord::new(version, record.to_vec());
            match layout {
                PlaneLayout::Bits => rows.planes.extend_from_slice(record.packed_planes()),
                PlaneLayout::Uint8 => record.write_planes(&mut rows.planes),
            }
            rows.labels.extend(record.label().to_le_bytes());
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
    arrays: [Array; 3],
    records: u64,
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
        let array = &self.arrays[array];
        self.archive.start_file(format!("{}.npy", array.name), options)?;
        self.archive.write_all(&array.header(self.records))
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

/// Makes the files of a set. The list of its games gets its name first, so that arrays are
/// never without one. `progress` is told how many games are done.
pub(super) fn make(
    spool: &mut Spool,
    set: &GameSet,
    out: &Path,
    format: ArrayFormat,
    inputs: &[InputGames],
    options: &DatasetOptions,
    progress: &dyn Fn(u64),
) -> Result<(), DatasetError> {
    let mut paths = format.paths(out);
    let Some(list) = paths.pop() else { return Ok(()) };
    let head = list_head(spool, set, format, options);
    // If an interrupted run has left it, what there is of its arrays is made anew.
    let is_begun = is_headed(&list, &head);
    let overwrite = options.overwrite || is_begun;
    let files: Result<Vec<WorkFile>, DatasetError> = paths.iter().map(|path| WorkFile::open(path, overwrite)).collect();
    let files = files?;
    let made = (|| {
        let sink = sink(&files, format, set.records(spool), options)?;
        write(spool, set, format.layout(), options, sink, progress)?
            .map_err(|error| DatasetError::unwritable(files[0].target(), error))?;
        let new = NewFile::new(&list, overwrite, &[])?;
        write_list(spool, set, &head, inputs, BufWriter::new(new.file()?)).map_err(|error| new.failed(error))?;
        new.complete()?;
        Ok(())
    })();
    match made {
        Ok(()) => files.into_iter().try_for_each(WorkFile::complete),
        Err(error) => {
            files.into_iter().for_each(WorkFile::give_up);
            Err(error)
        }
    }
}

fn sink(
    files: &[WorkFile],
    format: ArrayFormat,
    records: u64,
    options: &DatasetOptions,
) -> Result<Box<dyn Sink>, DatasetError> {
    let failed = |source| DatasetError::unwritable(files[0].target(), source);
    let begin = |file: &WorkFile| file.begin_anew().map_err(failed);
    let arrays = arrays(options.encoding.version, format.layout());
    let buffered = |file| BufWriter::with_capacity(BUFFER, file);
    if let (ArrayFormat::Npy(_), [planes, labels, games]) = (format, files) {
        let mut npy = Npy([begin(planes)?, begin(labels)?, begin(games)?].map(buffered));
        for (file, array) in npy.0.iter_mut().zip(&arrays) {
            file.write_all(&array.header(records)).map_err(failed)?;
        }
        return Ok(Box::new(npy));
    }
    let scratch = || tempfile::tempfile_in(&options.folder);
    let scratch = || scratch().map_err(|error| DatasetError::scratch(&options.folder, error));
    let mut npz = Npz {
        archive: ZipWriter::new(buffered(begin(&files[0])?)),
        arrays,
        records,
        labels: buffered(scratch()?),
        games: buffered(scratch()?),
    };
    npz.begin(0).map_err(failed)?;
    Ok(Box::new(npz))
}

/// Makes rows on all cores, and writes them on a thread.
fn write(
    spool: &mut Spool,
    set: &GameSet,
    layout: PlaneLayout,
    options: &DatasetOptions,
    mut sink: Box<dyn Sink>,
    progress: &dyn Fn(u64),
) -> Result<io::Result<()>, DatasetError> {
    let version = options.encoding.version;
    thread::scope(|scope| {
        let (send, blocks) = mpsc::sync_channel::<Vec<Rows>>(QUEUED);
        let writer = scope.spawn(move || {
            blocks.iter().flatten().try_for_each(|rows| sink.add(&rows))?;
            sink.finish()
        });
        encode(
            spool,
            set,
            0,
            options,
            |records, games| Rows::new(&records, games, version, layout),
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

/// The first line of the list of games, which says what the arrays are.
fn list_head(spool: &Spool, set: &GameSet, format: ArrayFormat, options: &DatasetOptions) -> String {
    let fingerprint = set.fingerprint(spool, options.encoding);
    let layout = match format.layout() {
        PlaneLayout::Uint8 => "uint8",
        PlaneLayout::Bits => "bits",
    };
    let format = match format {
        ArrayFormat::Npy(_) => "npy",
        ArrayFormat::Npz(_) => "npz",
    };
    format!("# {} {format} {layout} {fingerprint}", set.name.as_str())
}

/// Lists the games of a set, so that the numbers in its arrays tell which they are:
/// number, input, file and records, separated by tabs.
fn write_list(
    spool: &mut Spool,
    set: &GameSet,
    head: &str,
    inputs: &[InputGames],
    mut out: impl Write,
) -> io::Result<()> {
    writeln!(out, "{head}\nnumber\tinput\tfile\trecords")?;
    for game in &set.games {
        let member = spool.read(*game as usize)?.member;
        let spooled = &spool.games[*game as usize];
        let input = one_line(&inputs[spooled.input as usize].input);
        writeln!(
            out,
            "{}\t{input}\t{}\t{}",
            spooled.number,
            one_line(&member),
            spooled.records
        )?;
    }
    out.flush()
}

/// A name that does not end a line or a column.
fn one_line(name: &str) -> String {
    name.replace(|c: char| c.is_control(), "\u{fffd}")
}

/// Whether a list of games begins with this line.
fn is_headed(list: &Path, head: &str) -> bool {
    let mut line = String::new();
    let read = File::open(list).and_then(|file| BufReader::new(file).read_line(&mut line));
    read.is_ok() && line.trim_end() == head
}

/// Whether the arrays of a set are there already: the list of games says what they are.
pub(super) fn are_made(
    spool: &Spool,
    set: &GameSet,
    out: &Path,
    format: ArrayFormat,
    options: &DatasetOptions,
) -> Result<bool, DatasetError> {
    let paths = format.paths(out);
    let [.., list] = &paths[..] else { return Ok(false) };
    if is_headed(list, &list_head(spool, set, format, options)) {
        return Ok(paths.iter().all(|path| path.is_file()));
    }
    match paths.iter().find(|path| fs::symlink_metadata(path).is_ok()) {
        None => Ok(false),
        Some(there) => Err(DatasetError::NotThisSet {
            path: there.clone(),
            why: format!("{} does not say that it is", list.display()),
        }),
    }
}
