use super::dat::expected_bytes;
use super::error::DatasetFailure;
use super::make::DatasetOptions;
use super::sets::GameSet;
use super::spool::{InputGames, Spool};
use crate::export::NewFile;
use crate::formats::kgs::header;
use std::fs::{self, File};
use std::io::{self, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// Makes the files that the preprocessor makes of each archive on its way to the whole:
/// `KGS-2014_12-19-876-test.dat` of `KGS-2014_12-19-876-.zip`. They are cut out of the
/// whole.
pub(super) fn make_parts(
    spool: &Spool,
    set: &GameSet,
    whole: &Path,
    suffix: &str,
    inputs: &[InputGames],
    options: &DatasetOptions,
) -> Result<Vec<PathBuf>, DatasetFailure> {
    let version = options.encoding.version;
    let failed = |source| DatasetFailure::unwritable(whole, source);
    let mut file = File::open(whole).map_err(failed)?;
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
        let path = options.folder.join(format!("{name}{}{suffix}.dat", set.name.as_str()));
        let length = expected_bytes(options.encoding, records);
        paths.push(path.clone());
        let is_there = fs::metadata(&path).is_ok_and(|data| data.is_file() && data.len() == length);
        if is_there && !options.overwrite {
            offset += bytes;
            continue;
        }
        let new = NewFile::new(&path, options.overwrite, &[])?;
        file.seek(SeekFrom::Start(offset)).map_err(failed)?;
        let mut out = new.file()?;
        let written = out
            .write_all(&header(version, records))
            .and_then(|()| io::copy(&mut (&file).take(bytes), &mut out))
            .and_then(|_| out.write_all(b"END"));
        written.map_err(|error| new.failed(error))?;
        new.complete()?;
        offset += bytes;
    }
    Ok(paths)
}

/// Lists the games of a set, so that the numbers in its arrays tell which they are:
/// number, input, file and records, separated by tabs.
pub(super) fn list_games(
    spool: &mut Spool,
    set: &GameSet,
    whole: &Path,
    inputs: &[InputGames],
) -> Result<PathBuf, DatasetFailure> {
    let stem = whole.file_stem().unwrap_or_default().to_string_lossy();
    let path = whole.with_file_name(format!("{stem}-games.tsv"));
    let new = NewFile::new(&path, true, &[])?;
    let mut out = BufWriter::new(new.file()?);
    let mut write = || {
        writeln!(out, "number\tinput\tfile\trecords")?;
        for game in &set.games {
            let member = spool.read(*game as usize)?.member;
            let waiting = &spool.games[*game as usize];
            let input = &inputs[waiting.input as usize].input;
            let (input, member) = (one_line(input), one_line(&member));
            writeln!(out, "{}\t{input}\t{member}\t{}", waiting.number, waiting.records)?;
        }
        out.flush()
    };
    write().map_err(|error| new.failed(error))?;
    new.complete()?;
    Ok(path)
}

/// A name that does not end a line or a column.
fn one_line(name: &str) -> String {
    name.replace(|c: char| c.is_control(), "\u{fffd}")
}
