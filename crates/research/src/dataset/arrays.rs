use super::encode::encode;
use super::error::DatasetError;
use super::npy::{ArrayRows, arrays, write_npy, write_npz};
use super::options::{ArrayFormat, DatasetOptions, PlaneLayout};
use super::sets::GameSet;
use super::spool::{InputGames, Spool};
use super::work_file::WorkFile;
use bgo::files::NewFile;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver};
use std::thread;

/// The number of blocks of rows that may wait to be written.
const QUEUED: usize = 3;

/// The number of bytes to write at a time.
const BUFFER: usize = 1 << 20;

/// The arrays of a set: their contents and paths.
pub(super) struct ArraySet<'a> {
    pub set: &'a GameSet,
    pub format: ArrayFormat,
    pub layout: PlaneLayout,
    pub options: &'a DatasetOptions,
    /// The files of the arrays.
    arrays: Vec<PathBuf>,
    /// The list of games.
    list: PathBuf,
}

impl<'a> ArraySet<'a> {
    /// Creates the arrays of a set whose file of records would be `out`.
    pub fn new(
        set: &'a GameSet,
        out: &Path,
        (format, layout): (ArrayFormat, PlaneLayout),
        options: &'a DatasetOptions,
    ) -> Self {
        let stem = out.file_stem().unwrap_or_default().to_string_lossy();
        let beside = |end: &str| out.with_file_name(format!("{stem}{end}"));
        let arrays: &[&str] = match format {
            ArrayFormat::Npz => &[".npz"],
            ArrayFormat::Npy => &["-planes.npy", "-labels.npy", "-games.npy"],
        };
        Self {
            set,
            format,
            layout,
            options,
            arrays: arrays.iter().map(|end| beside(end)).collect(),
            list: beside(&format!("-{}-games.tsv", format.name())),
        }
    }

    /// Returns the paths of the files, with the list of games last.
    pub fn paths(&self) -> impl Iterator<Item = &Path> {
        self.arrays.iter().chain([&self.list]).map(PathBuf::as_path)
    }

    /// Makes the files. The list of games gets its name first, so that arrays always have one.
    /// Calls `progress` with the number of games so far.
    pub fn make(&self, spool: &mut Spool, inputs: &[InputGames], progress: &dyn Fn(u64)) -> Result<(), DatasetError> {
        let head = self.list_head(spool);
        // A list without its arrays is left from an interrupted run, and is made anew.
        let overwrite = self.options.overwrite || is_headed(&self.list, &head);
        let open = |path: &PathBuf| WorkFile::open(path, overwrite);
        let files = self.arrays.iter().map(open).collect::<Result<Vec<_>, _>>()?;
        let made = (|| {
            let write = self.writer(&files, self.set.records(spool))?;
            self.write(spool, write, progress)?
                .map_err(|error| DatasetError::unwritable(files[0].target(), error))?;
            let new = NewFile::new(&self.list, overwrite, &[])?;
            self.write_list(spool, &head, inputs, BufWriter::new(new.file()?))
                .map_err(|error| new.failed(error))?;
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

    /// Begins the files, and returns the function that writes their rows.
    fn writer(
        &self,
        files: &[WorkFile],
        records: u64,
    ) -> Result<impl FnOnce(&Receiver<Vec<ArrayRows>>) -> io::Result<()> + Send + use<>, DatasetError> {
        let arrays = arrays(self.options.encoding.version(), self.layout);
        let mut outs = Vec::new();
        for (file, array) in files.iter().zip(&arrays) {
            let failed = |source| DatasetError::unwritable(file.target(), source);
            let mut out = BufWriter::with_capacity(BUFFER, file.begin_anew().map_err(failed)?);
            if self.format == ArrayFormat::Npy {
                out.write_all(&array.header(records)).map_err(failed)?;
            }
            outs.push(out);
        }
        while outs.len() < arrays.len() {
            let folder = &self.options.folder;
            let file = tempfile::tempfile_in(folder).map_err(|error| DatasetError::scratch(folder, error))?;
            outs.push(BufWriter::with_capacity(BUFFER, file));
        }
        let format = self.format;
        Ok(move |blocks: &Receiver<_>| {
            let Ok([planes, labels, games]) = <[_; 3]>::try_from(outs) else {
                return Ok(());
            };
            match format {
                ArrayFormat::Npy => write_npy(blocks, [planes, labels, games]),
                ArrayFormat::Npz => write_npz(blocks, planes, &arrays, records, [labels, games]),
            }
        })
    }

    /// Makes rows on all cores, and writes them on another thread.
    fn write(
        &self,
        spool: &mut Spool,
        write: impl FnOnce(&Receiver<Vec<ArrayRows>>) -> io::Result<()> + Send,
        progress: &dyn Fn(u64),
    ) -> Result<io::Result<()>, DatasetError> {
        let (version, layout) = (self.options.encoding.version(), self.layout);
        thread::scope(|scope| {
            let (send, blocks) = mpsc::sync_channel(QUEUED);
            let writer = scope.spawn(move || write(&blocks));
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
            )?;
            drop(send);
            Ok(writer
                .join()
                .unwrap_or_else(|_| Err(io::Error::other("a thread ended"))))
        })
    }

    /// Returns the first line of the list of games, which identifies the arrays.
    fn list_head(&self, spool: &Spool) -> String {
        let fingerprint = self.set.fingerprint(spool, self.options.encoding);
        let (set, format, layout) = (self.set.name.name(), self.format.name(), self.layout.name());
        format!("# {set} {format} {layout} {fingerprint}")
    }

    /// Writes the list of games by their numbers in the arrays, with number, input, file and
    /// records separated by tabs.
    fn write_list(&self, spool: &mut Spool, head: &str, inputs: &[InputGames], mut out: impl Write) -> io::Result<()> {
        writeln!(out, "{head}\nnumber\tinput\tfile\trecords")?;
        for game in &self.set.games {
            let member = one_line(&spool.read(*game as usize)?.member);
            let spooled = &spool.games[*game as usize];
            let input = one_line(&inputs[spooled.input as usize].input);
            writeln!(out, "{}\t{input}\t{member}\t{}", spooled.number, spooled.records)?;
        }
        out.flush()
    }

    /// Returns whether the files exist, judging by the list of games. Other files with these names
    /// are an error.
    pub fn is_made(&self, spool: &Spool) -> Result<bool, DatasetError> {
        if is_headed(&self.list, &self.list_head(spool)) {
            return Ok(self.paths().all(Path::is_file));
        }
        match self.paths().find(|path| fs::symlink_metadata(path).is_ok()) {
            None => Ok(false),
            Some(path) => Err(DatasetError::NotThisSet {
                path: path.to_owned(),
                why: format!("{} does not say that it is", self.list.display()),
            }),
        }
    }
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
