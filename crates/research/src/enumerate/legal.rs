use super::error::EnumerateError;
use super::finished::{KoPart, LegalCounts, LegalPart, NewPart, lock, require_same};
use super::layout::{Layout, Part};
use super::options::{PartOptions, chunks};
use super::walk::Walk;
use rayon::prelude::*;
use std::ops::Range;

/// The number of chunks to make together and write in order.
const BATCH: usize = 64;

/// Makes the files of legal and reduced positions, and passes each description to `made`. Finished
/// parts are not made again, and are kept after an error. Calls `progress` with the number of
/// serials so far and in all.
pub fn make_legal(
    layout: &Layout,
    options: &PartOptions<'_>,
    mut made: impl FnMut(LegalPart),
    mut progress: impl FnMut(u64, u64),
) -> Result<(), EnumerateError> {
    let parts = options.range(layout)?;
    let _lock = lock(options.folder)?;
    let here = layout.part(0);
    require_same(options.folder, &LegalPart::all(options.folder)?, &here, None)?;
    require_same(options.folder, &KoPart::all(options.folder)?, &here, None)?;
    let walk = Walk::new(layout.grid());
    let first = layout.serials(*parts.start()).start;
    let all = layout.serials(*parts.end()).end - first;
    for part in parts {
        let mut told = |serial| progress(serial - first, all);
        made(match LegalPart::find(options.folder, part)? {
            Some(finished) => finished,
            None => make_part(&walk, layout.part(part), options, &mut told)?,
        });
        told(layout.serials(part).end);
    }
    Ok(())
}

fn make_part(
    walk: &Walk,
    part: Part,
    options: &PartOptions<'_>,
    progress: &mut dyn FnMut(u64),
) -> Result<LegalPart, EnumerateError> {
    let mut file = NewPart::begin::<LegalCounts>(options.folder, part.part)?;
    let mut counts = LegalCounts {
        legal: walk.count_legal(&part.range()),
        reduced: 0,
    };
    for batch in chunks(&part.range()).chunks(BATCH) {
        options.stop.check()?;
        let bits: Vec<(Vec<u8>, u64)> = batch.par_iter().map(|chunk| bits(walk, chunk)).collect();
        for (bits, reduced) in bits {
            file.write(&bits)?;
            counts.reduced += reduced;
        }
        progress(batch[batch.len() - 1].end);
    }
    file.finish(part, counts)
}

/// Returns the bits of a chunk, which begins with a whole byte, and the number of ones.
fn bits(walk: &Walk, serials: &Range<u64>) -> (Vec<u8>, u64) {
    let mut bits = vec![0; (serials.end - serials.start).div_ceil(8) as usize];
    let mut reduced = 0;
    walk.visit(serials, |serial| {
        let place = serial - serials.start;
        bits[(place / 8) as usize] |= 0x80 >> (place % 8);
        reduced += 1;
    });
    (bits, reduced)
}
