use super::error::DatasetError;
use super::options::DatasetOptions;
use super::sets::GameSet;
use super::spool::{Spool, SpooledGame};
use crate::formats::kgs::{Encoder, TrainingGame};
use rayon::prelude::*;

/// The number of games to encode between two checks for a stop.
const BATCH: usize = 64;

/// The number of games that a thread takes at a time.
const SHARE: usize = 8;

/// Encodes the games of a set, beginning with number `first`, on all cores. `then` turns the
/// records of some games into a value. `take` receives the values in the order of the games, with
/// the number of games so far, and returns whether to continue.
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

/// Returns the records of some games, whose number must match the earlier count.
fn encode_games<'a>(
    encoder: &mut Encoder,
    files: impl Iterator<Item = &'a [u8]>,
    games: &[&SpooledGame],
    options: &DatasetOptions,
) -> Result<Vec<u8>, DatasetError> {
    let record = options.encoding.version().record_length() as u64;
    let expected = games.iter().map(|game| u64::from(game.records) * record).sum();
    let mut records = Vec::with_capacity(expected as usize);
    for sgf in files {
        // Faulty games were skipped when games were counted; new faults change the number of bytes.
        if let Ok(game) = TrainingGame::read(sgf, options.encoding.setup) {
            let _ = encoder.encode(&game, &mut records);
        }
    }
    match records.len() as u64 {
        found if found == expected => Ok(records),
        found => Err(DatasetError::Miscounted { expected, found }),
    }
}
