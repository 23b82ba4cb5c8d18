use super::error::EnumerateError;
use super::ko::KoRule;
use super::ko_parts::KoPart;
use super::layout::{
    Described, Layout, Part, describe, descriptions, finished, lock, part_path, require_same, require_same_layout,
};
use super::part_file::{PartFile, chunks};
use super::walk::Walk;
use bgo::interrupt::Interrupt;
use bgo::range::Range;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use std::ops::{self, RangeInclusive};
use std::path::Path;

/// Chunks that wait for each other to be written in order.
const BATCH: usize = 64;

/// The file of a part of the legal and reduced positions: a bit a serial, the highest of a
/// byte first, 1 for a position that is legal and of which no rotation or reflection has a
/// smaller serial. Serialised, it is the description beside the file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LegalPart {
    /// Which serials.
    #[serde(flatten)]
    pub part: Part,
    /// Legal positions, reduced or not.
    pub legal: u64,
    /// Legal and reduced positions.
    pub reduced: u64,
    /// Bytes of the file.
    pub bytes: u64,
    /// Its MD5, 32 hex digits.
    pub md5: String,
}

impl Described for LegalPart {
    const STEM: &'static str = "data.SparseLegalState";

    fn part(&self) -> &Part {
        &self.part
    }

    fn file(&self) -> (u64, &str) {
        (self.bytes, &self.md5)
    }

    fn file_length(serials: u64) -> u64 {
        serials.div_ceil(8)
    }

    fn rule(&self) -> Option<KoRule> {
        None
    }
}

/// Which parts are made, and where.
#[derive(Clone, Copy, Debug)]
pub struct PartOptions<'a> {
    /// Where the files are.
    pub folder: &'a Path,
    /// Which parts; open ends are those of the board.
    pub parts: Range<u64>,
    /// Set by whoever wants it to end.
    pub stop: &'a Interrupt,
}

impl PartOptions<'_> {
    /// The parts, which there are.
    pub(super) fn range(&self, layout: &Layout) -> Result<RangeInclusive<u64>, EnumerateError> {
        let parts = layout.parts();
        let (first, last) = self.parts.ends();
        let (first, last) = (first.unwrap_or(0), last.unwrap_or(parts - 1));
        match [first, last].into_iter().find(|part| *part >= parts) {
            None => Ok(first..=last),
            Some(part) => Err(EnumerateError::NoPart {
                part,
                grid: layout.grid(),
                parts,
            }),
        }
    }
}

/// Makes the files of legal and reduced positions, and hands over what each is; those that
/// are finished are left as they are. `progress` is told how many serials of how many are
/// done.
pub fn make_legal(
    layout: &Layout,
    options: &PartOptions<'_>,
    mut made: impl FnMut(LegalPart),
    mut progress: impl FnMut(u64, u64),
) -> Result<(), EnumerateError> {
    let parts = options.range(layout)?;
    let _lock = lock(options.folder)?;
    let here = descriptions::<LegalPart>(options.folder)?;
    let of_kos = descriptions::<KoPart>(options.folder)?;
    let walk = Walk::new(layout.grid());
    let first = layout.serials(*parts.start()).start;
    let all = layout.serials(*parts.end()).end - first;
    for part in parts {
        let described = LegalPart {
            part: layout.part(part),
            legal: 0,
            reduced: 0,
            bytes: 0,
            md5: String::new(),
        };
        require_same(options.folder, &here, &described.common())?;
        require_same_layout(options.folder, &of_kos, &described.part)?;
        let finished = finished::<LegalPart>(options.folder, part)?;
        made(match finished {
            Some(finished) => finished,
            None => make_part(&walk, layout.serials(part), described, options, &mut |serial| {
                progress(serial - first, all);
            })?,
        });
        progress(layout.serials(part).end - first, all);
    }
    Ok(())
}

fn make_part(
    walk: &Walk,
    serials: ops::Range<u64>,
    mut described: LegalPart,
    options: &PartOptions<'_>,
    progress: &mut dyn FnMut(u64),
) -> Result<LegalPart, EnumerateError> {
    let mut file = PartFile::new(&part_path::<LegalPart>(options.folder, described.part.part))?;
    for batch in chunks(&serials).chunks(BATCH) {
        options.stop.check()?;
        let bits: Vec<(Vec<u8>, u64)> = batch.par_iter().map(|chunk| bits(walk, chunk)).collect();
        for (bits, reduced) in bits {
            file.write(&bits)?;
            described.reduced += reduced;
        }
        progress(batch[batch.len() - 1].end);
    }
    described.legal = walk.count_legal(&serials);
    let (bytes, md5, new) = file.finish();
    (described.bytes, described.md5) = (bytes, md5);
    describe(options.folder, &described)?;
    new.complete()?;
    Ok(described)
}

/// The bits of a chunk, which begins with a whole byte, and how many are 1.
fn bits(walk: &Walk, serials: &ops::Range<u64>) -> (Vec<u8>, u64) {
    let mut bits = vec![0; (serials.end - serials.start).div_ceil(8) as usize];
    let mut reduced = 0;
    walk.visit(serials, |serial| {
        let place = serial - serials.start;
        bits[(place / 8) as usize] |= 0x80 >> (place % 8);
        reduced += 1;
    });
    (bits, reduced)
}
