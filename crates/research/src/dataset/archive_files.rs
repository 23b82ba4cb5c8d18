use super::error::DatasetError;
use super::options::DatasetOptions;
use super::sets::GameSet;
use super::spool::{InputGames, Spool};
use crate::formats::kgs::{END, header};
use bgo::files::NewFile;
use std::fs::File;
use std::io::{self, BufReader, Cursor, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

/// The number of bytes to compare at a time.
const BUFFER: usize = 1 << 20;

/// Makes the files that the preprocessor makes of each archive before joining them:
/// `KGS-2014_12-19-876-test.dat` of `KGS-2014_12-19-876-.zip`. They are cut out of the file
/// `whole`. Returns each path, and whether the file existed.
pub(super) fn make_archive_files(
    spool: &Spool,
    set: &GameSet,
    whole: &Path,
    suffix: &str,
    inputs: &[InputGames],
    options: &DatasetOptions,
) -> Result<Vec<(PathBuf, bool)>, DatasetError> {
    let version = options.encoding.version();
    let failed = |source| DatasetError::unreadable(whole, source);
    let file = File::open(whole).map_err(failed)?;
    let mut offset = version.header_length() as u64;
    let mut paths = Vec::new();
    for (input, games) in &set.parts {
        let records = set.games[games.clone()]
            .iter()
            .map(|game| u64::from(spool.games[*game as usize].records))
            .sum();
        let bytes = records * version.record_length() as u64;
        let name = Path::new(&inputs[*input as usize].input)
            .file_stem()
            .unwrap_or_default()
            .to_string_lossy();
        let path = options.folder.join(format!("{name}{}{suffix}.dat", set.name.name()));
        let part = || {
            (&file).seek(SeekFrom::Start(offset))?;
            let head = Cursor::new(header(version, records));
            Ok(head.chain((&file).take(bytes)).chain(&END[..]))
        };
        let was_there = !options.overwrite && path.exists();
        if was_there {
            if !is_same(part().map_err(failed)?, &path)? {
                return Err(DatasetError::NotThisSet {
                    path,
                    why: "other bytes are in it".to_owned(),
                });
            }
        } else {
            let new = NewFile::new(&path, options.overwrite, &[])?;
            io::copy(&mut part().map_err(failed)?, &mut new.file()?).map_err(|error| new.failed(error))?;
            new.complete()?;
        }
        offset += bytes;
        paths.push((path, was_there));
    }
    Ok(paths)
}

/// Returns whether a file has these bytes.
fn is_same(mut part: impl Read, path: &Path) -> Result<bool, DatasetError> {
    let failed = |source| DatasetError::unreadable(path, source);
    let mut there = BufReader::new(File::open(path).map_err(failed)?);
    let (mut a, mut b) = (Vec::new(), Vec::new());
    loop {
        a.clear();
        b.clear();
        part.by_ref().take(BUFFER as u64).read_to_end(&mut a).map_err(failed)?;
        there.by_ref().take(BUFFER as u64).read_to_end(&mut b).map_err(failed)?;
        if a != b {
            return Ok(false);
        }
        if a.is_empty() {
            return Ok(true);
        }
    }
}
