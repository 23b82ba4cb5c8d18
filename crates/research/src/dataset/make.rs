use super::archive_files::make_archive_files;
use super::arrays::ArraySet;
use super::error::DatasetError;
use super::options::{DatasetOptions, DatasetProgress, Output, SetName};
use super::record_file;
use super::report::{Datasets, MadeSet, SetFile, warnings};
use super::sets::{GameSet, Selector};
use super::source::GameSource;
use super::spool::{InputGames, Spool};
use crate::formats::kgs::Version;
use bgo::files::{hash, hex, resolved};
use md5::{Digest, Md5};
use std::collections::HashSet;
use std::fs::File;
use std::path::Path;

/// Makes training sets of games. Existing sets are verified and not made again. An interrupted file
/// of records is continued. After an error, complete sets are kept, and incomplete ones do not have
/// their final names.
pub fn make(
    source: &GameSource<'_>,
    names: &[SetName],
    options: &DatasetOptions,
    progress: &(dyn Fn(DatasetProgress) + Sync),
) -> Result<Datasets, DatasetError> {
    if let GameSource::Archives(paths) = source {
        let mut seen = HashSet::new();
        if let Some(path) = paths.iter().find(|path| !seen.insert(resolved(path))) {
            return Err(DatasetError::Twice(path.clone()));
        }
    }
    let selector = Selector::new(source, names, options.seed);
    let needed = selector.needed(names);
    let reading = |reading| progress(DatasetProgress::Reading(reading));
    let mut spool = Spool::fill(source, &needed, options, &reading)?;
    let (sets, repeated) = selector.sets(names, &spool);
    verify(source, &spool, &sets, options)?;
    let mut made = Datasets {
        selection: selector.selection(),
        sets: Vec::new(),
        repeated,
        warnings: warnings(source, &selector, &sets, &spool, options),
        inputs: std::mem::take(&mut spool.inputs),
        skipped: std::mem::take(&mut spool.skipped),
    };
    for set in &sets {
        made.sets
            .push(make_set(&mut spool, set, &made.inputs, options, progress)?);
    }
    Ok(made)
}

/// Fails if a set cannot be made, before any is made.
fn verify(
    source: &GameSource<'_>,
    spool: &Spool,
    sets: &[GameSet],
    options: &DatasetOptions,
) -> Result<(), DatasetError> {
    let games = spool.games.iter().filter(|game| game.records > 0).count();
    if games == 0 {
        return Err(
            match spool.inputs.iter().all(|input| input.games + input.skipped == 0) {
                true => DatasetError::NoGames(source.names()),
                false => DatasetError::NoRecords(source.names()),
            },
        );
    }
    let has_parts = matches!(options.output, Output::Records { parts: true });
    for set in sets {
        let name = set.name.name();
        if set.records(spool) == 0 {
            return Err(DatasetError::EmptySet { set: name, games });
        }
        if has_parts && set.parts.is_empty() {
            return Err(DatasetError::NoParts(name));
        }
    }
    Ok(())
}

fn make_set(
    spool: &mut Spool,
    set: &GameSet,
    inputs: &[InputGames],
    options: &DatasetOptions,
    progress: &(dyn Fn(DatasetProgress) + Sync),
) -> Result<MadeSet, DatasetError> {
    let suffix = match options.encoding.version() {
        Version::V1 => "",
        Version::V2 => "-v2",
    };
    let out = options.folder.join(format!("kgsgo-{}{suffix}.dat", set.name.name()));
    let told = |done| progress(DatasetProgress::Writing(set.name, done, set.games.len() as u64));
    let mut made = MadeSet {
        set: set.name,
        games: set.games.len() as u64,
        records: set.records(spool),
        resumed_games: 0,
        files: Vec::new(),
    };
    match options.output {
        Output::Records { parts } => {
            let there = match options.overwrite {
                true => None,
                false => record_file::compare(spool, set, &out, options, &told)?,
            };
            made.files.push(match there {
                Some(md5) => SetFile::new(&out, options.encoding.version().file_length(made.records), md5, true),
                None => {
                    let file = record_file::make(spool, set, &out, options, &told)?;
                    made.resumed_games = file.resumed as u64;
                    SetFile::new(&out, file.bytes, file.md5, false)
                }
            });
            if parts {
                for (path, was_there) in make_archive_files(spool, set, &out, suffix, inputs, options)? {
                    made.files.push(set_file(&path, was_there, options)?);
                }
            }
        }
        Output::Arrays(format, layout) => {
            let arrays = ArraySet::new(set, &out, (format, layout), options);
            let were_there = !options.overwrite && arrays.is_made(spool)?;
            if !were_there {
                arrays.make(spool, inputs, &told)?;
            }
            for path in arrays.paths() {
                made.files.push(set_file(path, were_there, options)?);
            }
        }
    }
    Ok(made)
}

/// Describes an existing file.
fn set_file(path: &Path, was_there: bool, options: &DatasetOptions) -> Result<SetFile, DatasetError> {
    let mut md5 = Md5::new();
    let bytes = File::open(path)
        .and_then(|mut file| hash(&mut file, &mut md5, &options.stop))
        .map_err(|error| DatasetError::unreadable(path, error))?;
    Ok(SetFile::new(path, bytes, hex(md5), was_there))
}
