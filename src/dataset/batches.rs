use super::error::DatasetFailure;
use super::make::DatasetOptions;
use super::sets::GameSet;
use super::spool::{Spool, WaitingGame};
use crate::formats::kgs::{Encoder, TrainingGame};
use rayon::prelude::*;
use std::sync::atomic::Ordering;

/// Games that become records at a time.
const BATCH: usize = 64;

/// Games that one thread takes at a time.
const SHARE: usize = 8;

/// Encodes the games of a set from the one numbered `first` on, on all cores, and hands
/// the records over in their order: what `add` makes of the records of one game after
/// another, and how many games are done. `take` says whether to go on.
///
/// # Errors
/// A spool that cannot be read, and being stopped.
pub(super) fn encode<T: Default + Send>(
    spool: &mut Spool,
    set: &GameSet,
    first: usize,
    options: &DatasetOptions,
    add: impl Fn(&mut Encoder, &WaitingGame, &TrainingGame, &mut T) + Sync,
    mut take: impl FnMut(Vec<T>, usize) -> bool,
) -> Result<(), DatasetFailure> {
    let mut done = first;
    for games in set.games[first..].chunks(BATCH) {
        if options.stop.load(Ordering::Relaxed) {
            return Err(DatasetFailure::Stopped);
        }
        let read = |game: &u32| Ok((*game, spool.read(*game as usize)?.sgf));
        let files: Result<Vec<_>, _> = games.iter().map(read).collect();
        let files = files.map_err(|source| DatasetFailure::scratch(&options.folder, source))?;
        let waiting = &spool.games;
        let encoded = files.par_chunks(SHARE).map_init(
            || Encoder::new(options.encoding),
            |encoder, files| {
                let mut records = T::default();
                for (game, sgf) in files {
                    // What cannot be read was found out before, and is not here.
                    if let Ok(read) = TrainingGame::read(sgf) {
                        add(encoder, &waiting[*game as usize], &read, &mut records);
                    }
                }
                records
            },
        );
        done += games.len();
        if !take(encoded.collect(), done) {
            break;
        }
    }
    Ok(())
}
