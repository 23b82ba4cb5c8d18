use super::error::DatasetError;
use super::options::DatasetOptions;
use super::sets::GameSet;
use super::spool::{Spool, SpooledGame};
use crate::formats::kgs::{Encoder, TrainingGame};
use rayon::prelude::*;

/// Games that become records at a time.
const BATCH: usize = 64;

/// Games that one thread takes at a time.
const SHARE: usize = 8;

/// Encodes the games of a set from the one numbered `first` on, on all cores. What `then`
/// makes of the records of some games is handed over in the order of the games, with how
/// many are done; `take` says whether to go on.
pub(super) fn encode<T: Send>(
    spool: &mut Spool,
    set: &GameSet,
    first: usize,
    options: &DatasetOptions,
    then: impl Fn(Vec<u8>, &[&SpooledGame]) -> Result<T, DatasetError> + Sync,
    mut take: impl FnMut(Vec<T>, usize) -> bool,
) -> Result<(), DatasetError> {
    let mut done = first;
    for games in set.games[first..].chunks(BATCH) {
        options.stop.check()?;
        let read = |game: &u32| Ok((*game, spool.read(*game as usize)?.sgf));
        let files: Result<Vec<_>, _> = games.iter().map(read).collect();
        let files = files.map_err(|source| DatasetError::scratch(&options.folder, source))?;
        let spooled = &spool.games;
        let encoded: Result<Vec<T>, DatasetError> = files
            .par_chunks(SHARE)
            .map_init(
                || Encoder::new(options.encoding),
                |encoder, files| {
                    let games: Vec<&SpooledGame> = files.iter().map(|(game, _)| &spooled[*game as usize]).collect();
                    then(
                        encode_games(encoder, files.iter().map(|(_, sgf)| &**sgf), &games, options)?,
                        &games,
                    )
                },
            )
            .collect();
        done += games.len();
        if !take(encoded?, done) {
            break;
        }
    }
    Ok(())
}

/// The records of some games, as many as were found before.
fn encode_games<'a>(
    encoder: &mut Encoder,
    files: impl Iterator<Item = &'a [u8]>,
    games: &[&SpooledGame],
    options: &DatasetOptions,
) -> Result<Vec<u8>, DatasetError> {
    let record = options.encoding.version.record_length() as u64;
    let expected = games.iter().map(|game| u64::from(game.records) * record).sum();
    let mut records = Vec::with_capacity(expected as usize);
    for sgf in files {
        // What is wrong with a game was found before; else it shows in the number.
        if let Ok(game) = TrainingGame::read(sgf) {
            let _ = encoder.encode(&game, &mut records);
        }
    }
    match records.len() as u64 {
        found if found == expected => Ok(records),
        found => Err(DatasetError::Miscounted { expected, found }),
    }
}
