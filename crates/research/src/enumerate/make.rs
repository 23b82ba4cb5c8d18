//! Makes parts, and verifies and adds up finished ones.

use super::grid::Grid;
use super::ko::{KoCounts, KoFinder};
use super::parts::{KoContent, LegalCounts, Part, PartContent, lock, make_part, require_same};
use super::walk::{CHUNK, Walk, check, chunks};
use crate::Strictness;
use crate::error::{ErrorKind, ResearchError};
use bgo::internal::files::{FileError, hex};
use bgo::internal::interrupt::Interrupt;
use bgo::internal::range;
use md5::{Digest, Md5};
use rayon::prelude::*;
use serde::Serialize;
use std::fs::File;
use std::io::Read;
use std::ops::Range;
use std::path::Path;

/// The number of chunks of legal positions, and of points of kos, to make together and write in
/// order.
const LEGAL_BATCH: usize = 64;
const KO_BATCH: usize = 16;

const BUFFER: usize = 1 << 20;

const WRONG_COUNTS: &str = "its counts are not those of its description";
const WRONG_MD5: &str = "its MD5 is not that of its description";

fn no_parts(folder: &Path) -> ResearchError {
    ErrorKind::NoParts.error(format!("{} has no finished part of legal positions", folder.display()))
}

/// Returns the board of the first part and its number of serials.
fn board_of(folder: &Path, parts: &[Part<LegalCounts>]) -> Result<(Grid, u64), ResearchError> {
    let first = parts.first().and_then(|part| Some((part.grid()?, part.part_size)));
    first.ok_or_else(|| no_parts(folder))
}

/// Makes the files of legal and reduced positions, all or the chosen ones, and passes each description to `made`.
/// Finished parts are not made again, and are kept after an error. Calls `progress` with the number of
/// serials so far and in all.
pub fn make_legal(
    grid: Grid,
    part_size: u64,
    parts: range::Range<u64>,
    folder: &Path,
    stop: &Interrupt,
    mut made: impl FnMut(Part<LegalCounts>),
    mut progress: impl FnMut(u64, u64),
) -> Result<(), ResearchError> {
    grid.require_parts(part_size)?;
    let parts = grid.chosen_parts(part_size, parts)?;
    let _lock = lock(folder)?;
    let here = Part::<LegalCounts>::new(grid, part_size, *parts.start());
    require_same(folder, &Part::<LegalCounts>::all(folder)?, &here, None)?;
    require_same(folder, &Part::<KoContent>::all(folder)?, &here, None)?;
    let walk = Walk::new(grid);
    let first = here.first;
    let all = Part::<LegalCounts>::new(grid, part_size, *parts.end()).range().end - first;
    for number in parts {
        let part = Part::<LegalCounts>::new(grid, part_size, number);
        let end = part.range().end;
        made(match Part::find(folder, number)? {
            Some(finished) => finished,
            None => make_part(folder, part, |part, write| {
                let mut reduced = 0;
                for batch in chunks(&part.range()).chunks(LEGAL_BATCH) {
                    check(stop)?;
                    let bits: Vec<(Vec<u8>, u64)> = batch.par_iter().map(|chunk| bits(&walk, chunk)).collect();
                    for (bits, ones) in bits {
                        write(&bits)?;
                        reduced += ones;
                    }
                    progress(batch[batch.len() - 1].end - first, all);
                }
                let legal = walk.count_legal(&part.range());
                Ok(LegalCounts { legal, reduced })
            })?,
        });
        progress(end - first, all);
    }
    Ok(())
}

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

/// Makes the files of points that a ko may forbid from the files of legal positions in the same
/// folder, and passes each description to `made`. Unless parts are chosen, makes all parts that
/// have legal positions. Finished parts are not made again, and are kept after an error. Calls
/// `progress` with the number of serials so far and in all.
pub fn make_ko(
    rule: Strictness,
    parts: range::Range<u64>,
    folder: &Path,
    stop: &Interrupt,
    mut made: impl FnMut(Part<KoContent>),
    mut progress: impl FnMut(u64, u64),
) -> Result<(), ResearchError> {
    if !folder.is_dir() {
        return Err(no_parts(folder));
    }
    let _lock = lock(folder)?;
    let mut legal = Part::<LegalCounts>::all(folder)?;
    let (grid, part_size) = board_of(folder, &legal)?;
    let here = Part::<KoContent>::new(grid, part_size, 0);
    require_same(folder, &legal, &here, None)?;
    require_same(folder, &Part::<KoContent>::all(folder)?, &here, Some(rule))?;
    if parts.ends() != (None, None) {
        let chosen = grid.chosen_parts(part_size, parts)?;
        legal.retain(|part| chosen.contains(&part.part));
        for part in chosen {
            if !legal.iter().any(|legal| legal.part == part) {
                let path = Part::<LegalCounts>::path(folder, part);
                return Err(ErrorKind::MissingPart.error(format!("{} is not finished", path.display())));
            }
        }
    }
    let finder = KoFinder::new(grid, rule);
    let all: u64 = legal.iter().map(|part| part.serials).sum();
    let mut before = 0;
    for part in legal {
        made(match Part::<KoContent>::find(folder, part.part)? {
            Some(finished) => {
                finished.require_source(folder, &part)?;
                finished
            }
            None => make_part(folder, Part::new(grid, part_size, part.part), |_, write| {
                fill_ko(&finder, &part, folder, stop, write, &mut |done| {
                    progress(before + done, all)
                })
            })?,
        });
        before += part.serials;
        progress(before, all);
    }
    Ok(())
}

fn fill_ko(
    finder: &KoFinder,
    legal: &Part<LegalCounts>,
    folder: &Path,
    stop: &Interrupt,
    write: &mut dyn FnMut(&[u8]) -> Result<(), ResearchError>,
    progress: &mut dyn FnMut(u64),
) -> Result<KoContent, ResearchError> {
    let source = Part::<LegalCounts>::path(folder, legal.part);
    let unreadable = FileError::reading(&source);
    let mut bits = File::open(&source).map_err(unreadable)?;
    let mut md5 = Md5::new();
    let mut ko = KoCounts::default();
    for batch in chunks(&legal.range()).chunks(KO_BATCH) {
        check(stop)?;
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
            write(&words)?;
            ko.add(&counts);
        }
        progress(to - legal.first);
    }
    if hex(md5) != legal.md5 {
        return Err(legal.damaged(folder, WRONG_MD5));
    }
    Ok(KoContent {
        rule: finder.rule,
        legal_md5: legal.md5.clone(),
        ko,
    })
}

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

/// The sums over all finished parts in a folder.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PartSums {
    /// The board.
    pub board: String,
    /// The number of serials in all parts but the last.
    pub part_size: u64,
    /// The number of parts of the board.
    pub parts: u64,
    /// The finished parts of legal positions.
    pub legal_parts: PartRuns,
    /// The number of legal positions, reduced or not.
    pub legal: u64,
    /// The number of legal and reduced positions.
    pub reduced: u64,
    /// The finished parts of points that a ko may forbid.
    pub ko_parts: PartRuns,
    /// The counts of these points.
    pub ko: KoCounts,
}

/// The finished and missing parts of one kind.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct PartRuns {
    /// The number of finished parts.
    pub finished: u64,
    /// The missing parts: the first and the last of each run.
    pub missing: Vec<(u64, u64)>,
}

impl PartRuns {
    fn new<C>(found: &[Part<C>], parts: u64) -> Self {
        let mut missing = Vec::new();
        let mut next = 0;
        for part in found.iter().map(|part| part.part).chain([parts]) {
            if part > next {
                missing.push((next, part - 1));
            }
            next = part + 1;
        }
        Self {
            finished: found.len() as u64,
            missing,
        }
    }
}

/// Verifies the finished parts in a folder, and adds up their counts. Calls `progress` with the
/// number of bytes so far and in all.
pub fn sum_parts(
    folder: &Path,
    stop: &Interrupt,
    mut progress: impl FnMut(u64, u64),
) -> Result<PartSums, ResearchError> {
    let legal = Part::<LegalCounts>::all(folder)?;
    let ko = Part::<KoContent>::all(folder)?;
    let (grid, part_size) = board_of(folder, &legal)?;
    let here = &legal[0];
    require_same(folder, &legal, here, None)?;
    if let Some(first) = ko.first() {
        require_same(folder, &ko, first, Some(first.content.rule))?;
        require_same(folder, &ko, here, None)?;
    }
    let all = legal.iter().map(|part| part.bytes).sum::<u64>() + ko.iter().map(|part| part.bytes).sum::<u64>();
    let mut done = 0;
    let mut tell = |bytes: u64| {
        done += bytes;
        progress(done, all);
        check(stop)
    };
    let walk = Walk::new(grid);
    for part in &legal {
        let mut reduced = 0;
        verify(part, folder, &mut tell, |_, bytes| {
            reduced += bytes.iter().map(|byte| u64::from(byte.count_ones())).sum::<u64>();
        })?;
        if (walk.count_legal(&part.range()), reduced) != (part.content.legal, part.content.reduced) {
            return Err(part.damaged(folder, WRONG_COUNTS));
        }
    }
    let mut counts = KoCounts::default();
    for part in &ko {
        let mut found = KoCounts::default();
        verify(part, folder, &mut tell, |offset, bytes| {
            for (place, word) in (offset / 4..).zip(bytes.chunks_exact(4)) {
                let points = u32::from_le_bytes([word[0], word[1], word[2], word[3]]);
                if points != 0 {
                    found.count(part.first + place, points);
                }
            }
        })?;
        if found != part.content.ko {
            return Err(part.damaged(folder, WRONG_COUNTS));
        }
        if let Some(source) = legal.iter().find(|source| source.part == part.part) {
            part.require_source(folder, source)?;
        }
        counts.add(&found);
    }
    Ok(PartSums {
        board: here.board.clone(),
        part_size: here.part_size,
        parts: grid.parts(part_size),
        legal_parts: PartRuns::new(&legal, grid.parts(part_size)),
        legal: legal.iter().map(|part| part.content.legal).sum(),
        reduced: legal.iter().map(|part| part.content.reduced).sum(),
        ko_parts: PartRuns::new(&ko, grid.parts(part_size)),
        ko: counts,
    })
}

/// Verifies the checksum of a file, and passes its bytes to `take`, with their positions, and their number to `tell`.
fn verify<C: PartContent>(
    part: &Part<C>,
    folder: &Path,
    tell: &mut impl FnMut(u64) -> Result<(), ResearchError>,
    mut take: impl FnMut(u64, &[u8]),
) -> Result<(), ResearchError> {
    let path = Part::<C>::path(folder, part.part);
    let unreadable = FileError::reading(&path);
    let mut file = File::open(&path).map_err(unreadable)?;
    let mut md5 = Md5::new();
    let mut buffer = Vec::with_capacity(BUFFER);
    let mut offset = 0;
    loop {
        buffer.clear();
        let rest = (&mut file).take(BUFFER as u64).read_to_end(&mut buffer);
        let read = rest.map_err(unreadable)? as u64;
        if read == 0 {
            break;
        }
        md5.update(&buffer);
        take(offset, &buffer);
        offset += read;
        tell(read)?;
    }
    if hex(md5) == part.md5 {
        return Ok(());
    }
    Err(part.damaged(folder, WRONG_MD5))
}
