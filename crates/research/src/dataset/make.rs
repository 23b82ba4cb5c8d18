use super::arrays;
use super::error::DatasetError;
use super::existing::compare;
use super::options::{DatasetOptions, DatasetProgress, Output};
use super::parts::make_parts;
use super::record_file;
use super::report::{Datasets, MadeSet, SetFile, warnings};
use super::set_name::SetName;
use super::sets::{GameSet, Selector};
use super::source::GameSource;
use super::spool::{InputGames, Spool};
use crate::formats::kgs::Version;
use bgo::files::{hash, hex, resolved};
use md5::{Digest, Md5};
use std::collections::HashSet;
use std::fs::File;
use std::path::Path;

/// Makes training sets of games. Those that are there already are not made again; a file
/// of records that was interrupted is gone on with.
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
    let wanted = selector.wanted(names);
    let reading = |reading| progress(DatasetProgress::Reading(reading));
    let mut spool = Spool::fill(source, &wanted, &options.folder, &options.stop, &reading)?;
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

/// Finds out what cannot be made before anything is.
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
        let name = set.name.as_str();
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
    let suffix = match options.encoding.version {
        Version::V1 => "",
        Version::V2 => "-v2",
    };
    let out = options.folder.join(format!("kgsgo-{}{suffix}.dat", set.name.as_str()));
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
                false => compare(spool, set, &out, options, &told)?,
            };
            made.files.push(match there {
                Some(md5) => SetFile::new(&out, options.encoding.version.file_length(made.records), md5, true),
                None => {
                    let file = record_file::make(spool, set, &out, options, &told)?;
                    made.resumed_games = file.resumed as u64;
                    SetFile::new(&out, file.bytes, file.md5, false)
                }
            });
            if parts {
                for (path, was_there) in make_parts(spool, set, &out, suffix, inputs, options)? {
                    made.files.push(set_file(&path, was_there, options)?);
                }
            }
        }
        Output::Arrays(format) => {
            let were_there = !options.overwrite && arrays::are_made(spool, set, &out, format, options)?;
            if !were_there {
                arrays::make(spool, set, &out, format, inputs, options, &told)?;
            }
            for path in format.paths(&out) {
                made.files.push(set_file(&path, were_there, options)?);
            }
        }
    }
    Ok(made)
}

/// A file that is there.
fn set_file(path: &Path, was_there: bool, options: &DatasetOptions) -> Result<SetFile, DatasetError> {
    let mut md5 = Md5::new();
    let bytes = File::open(path)
        .and_then(|mut file| hash(&mut file, &mut md5, &options.stop))
        .map_err(|error| DatasetError::unreadable(path, error))?;
    Ok(SetFile::new(path, bytes, hex(md5), was_there))
}
