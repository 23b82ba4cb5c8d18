use super::error::EnumerateError;
use super::finished::{KoContent, KoPart, LegalPart, NewPart, lock, require_same};
use super::ko::{KoCounts, KoFinder, KoRule};
use super::options::{CHUNK, PartOptions, chunks};
use bgo::files::{FileError, hex};
use md5::{Digest, Md5};
use rayon::prelude::*;
use std::fs::File;
use std::io::Read;
use std::ops::Range;

/// The number of chunks to make together and write in order.
const BATCH: usize = 16;

/// Makes the files of points that a ko may forbid from the files of legal positions in the same
/// folder, and passes each description to `made`. Unless parts are chosen, makes all parts that
/// have legal positions. Finished parts are not made again, and are kept after an error. Calls
/// `progress` with the number of serials so far and in all.
pub fn make_ko(
    rule: KoRule,
    options: &PartOptions<'_>,
    mut made: impl FnMut(KoPart),
    mut progress: impl FnMut(u64, u64),
) -> Result<(), EnumerateError> {
    let folder = options.folder;
    let no_parts = || EnumerateError::NoParts(folder.to_owned());
    let _lock = match folder.is_dir() {
        true => lock(folder)?,
        false => return Err(no_parts()),
    };
    let mut legal = LegalPart::all(folder)?;
    let layout = legal.first().and_then(|part| part.part.layout()).ok_or_else(no_parts)?;
    let here = layout.part(0);
    require_same(folder, &legal, &here, None)?;
    require_same(folder, &KoPart::all(folder)?, &here, Some(rule))?;
    if (options.first, options.last) != (None, None) {
        let chosen = options.range(&layout)?;
        legal.retain(|part| chosen.contains(&part.part.part));
        let is_finished = |part: &u64| legal.iter().any(|legal| legal.part.part == *part);
        if let Some(part) = chosen.clone().find(|part| !is_finished(part)) {
            return Err(EnumerateError::MissingPart(LegalPart::path(folder, part)));
        }
    }
    let finder = KoFinder::new(layout.grid(), rule);
    let all: u64 = legal.iter().map(|part| part.part.serials).sum();
    let mut before = 0;
    for part in legal {
        let finished = KoPart::find(folder, part.part.part)?;
        if let Some(finished) = &finished {
            finished.require_source(folder, &part)?;
        }
        made(match finished {
            Some(finished) => finished,
            None => make_part(&finder, &part, options, &mut |done| progress(before + done, all))?,
        });
        before += part.part.serials;
        progress(before, all);
    }
    Ok(())
}

fn make_part(
    finder: &KoFinder,
    legal: &LegalPart,
    options: &PartOptions<'_>,
    progress: &mut dyn FnMut(u64),
) -> Result<KoPart, EnumerateError> {
    let source = LegalPart::path(options.folder, legal.part.part);
    let unreadable = FileError::reading(&source);
    let mut bits = File::open(&source).map_err(unreadable)?;
    let mut md5 = Md5::new();
    let mut file = NewPart::begin::<KoContent>(options.folder, legal.part.part)?;
    let mut ko = KoCounts::default();
    for batch in chunks(&legal.part.range()).chunks(BATCH) {
        options.stop.check()?;
        let (from, to) = (batch[0].start, batch[batch.len() - 1].end);
        let mut read = vec![0; (to - from).div_ceil(8) as usize];
        bits.read_exact(&mut read).map_err(unreadable)?;
        md5.update(&read);
        let words: Vec<(Vec<u8>, KoCounts)> = batch
            .par_iter()
            .zip(read.par_chunks((CHUNK / 8) as usize))
            .map(|(chunk, bits)| words(finder, chunk, bits))
            .collect();
        for (words, counts) in words {
            file.write(&words)?;
            ko.add(&counts);
        }
        progress(to - legal.part.first);
    }
    if hex(md5) != legal.md5 {
        return Err(legal.damaged(options.folder, "its MD5 is not that of its description"));
    }
    let content = KoContent {
        rule: finder.rule(),
        legal_md5: legal.md5.clone(),
        ko,
    };
    file.finish(legal.part.clone(), content)
}

/// Returns the words of a chunk, and the counts of their points.
fn words(finder: &KoFinder, serials: &Range<u64>, bits: &[u8]) -> (Vec<u8>, KoCounts) {
    let mut words = vec![0; (serials.end - serials.start) as usize * 4];
    let mut counts = KoCounts::default();
    for (byte, bits) in bits.iter().enumerate().filter(|(_, bits)| **bits != 0) {
        for bit in (0..8).filter(|bit| bits & 0x80 >> bit != 0) {
            let place = byte * 8 + bit;
            // A damaged file may have bits after the last serial, which its MD5 will show.
            if place * 4 >= words.len() {
                break;
            }
            let serial = serials.start + place as u64;
            let points = finder.points(serial);
            if points != 0 {
                counts.count(serial, points);
                words[place * 4..place * 4 + 4].copy_from_slice(&points.to_le_bytes());
            }
        }
    }
    (words, counts)
}
