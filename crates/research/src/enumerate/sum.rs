use super::error::EnumerateError;
use super::finished::{FinishedPart, KoPart, LegalPart, PartContent, require_same};
use super::ko::KoCounts;
use super::walk::Walk;
use bgo::files::{FileError, hex};
use bgo::interrupt::Interrupt;
use md5::{Digest, Md5};
use serde::Serialize;
use std::fs::File;
use std::io::Read;
use std::path::Path;

/// The number of bytes to read at a time.
const BUFFER: usize = 1 << 20;

const WRONG_COUNTS: &str = "its counts are not those of its description";

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
    fn new<C>(found: &[FinishedPart<C>], parts: u64) -> Self {
        let mut missing = Vec::new();
        let mut next = 0;
        for part in found.iter().map(|part| part.part.part).chain([parts]) {
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
) -> Result<PartSums, EnumerateError> {
    let legal = LegalPart::all(folder)?;
    let ko = KoPart::all(folder)?;
    let no_parts = || EnumerateError::NoParts(folder.to_owned());
    let here = &legal.first().ok_or_else(no_parts)?.part;
    let layout = here.layout().ok_or_else(no_parts)?;
    require_same(folder, &legal, here, None)?;
    if let Some(first) = ko.first() {
        require_same(folder, &ko, &first.part, Some(first.content.rule))?;
        require_same(folder, &ko, here, None)?;
    }
    let all = legal.iter().map(|part| part.bytes).sum::<u64>() + ko.iter().map(|part| part.bytes).sum::<u64>();
    let mut done = 0;
    let mut read = |bytes| {
        done += bytes;
        progress(done, all);
        stop.check().map_err(EnumerateError::from)
    };
    let walk = Walk::new(layout.grid());
    for part in &legal {
        let mut reduced = 0;
        verify(folder, part, &mut read, |_, bytes| {
            reduced += bytes.iter().map(|byte| u64::from(byte.count_ones())).sum::<u64>();
        })?;
        if (walk.count_legal(&part.part.range()), reduced) != (part.content.legal, part.content.reduced) {
            return Err(part.damaged(folder, WRONG_COUNTS));
        }
    }
    let mut counts = KoCounts::default();
    for part in &ko {
        let mut found = KoCounts::default();
        verify(folder, part, &mut read, |offset, bytes| {
            for (place, word) in (offset / 4..).zip(bytes.chunks_exact(4)) {
                let points = u32::from_le_bytes([word[0], word[1], word[2], word[3]]);
                if points != 0 {
                    found.count(part.part.first + place, points);
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
        parts: layout.parts(),
        legal_parts: PartRuns::new(&legal, layout.parts()),
        legal: legal.iter().map(|part| part.content.legal).sum(),
        reduced: legal.iter().map(|part| part.content.reduced).sum(),
        ko_parts: PartRuns::new(&ko, layout.parts()),
        ko: counts,
    })
}

/// Verifies the checksum of a file, and passes its bytes to `take`, with their positions.
fn verify<C: PartContent>(
    folder: &Path,
    part: &FinishedPart<C>,
    read: &mut dyn FnMut(u64) -> Result<(), EnumerateError>,
    mut take: impl FnMut(u64, &[u8]),
) -> Result<(), EnumerateError> {
    let path = FinishedPart::<C>::path(folder, part.part.part);
    let unreadable = FileError::reading(&path);
    let mut file = File::open(&path).map_err(unreadable)?;
    let mut md5 = Md5::new();
    let mut buffer = Vec::with_capacity(BUFFER);
    let mut offset = 0;
    loop {
        buffer.clear();
        (&mut file)
            .take(BUFFER as u64)
            .read_to_end(&mut buffer)
            .map_err(unreadable)?;
        if buffer.is_empty() {
            break;
        }
        md5.update(&buffer);
        take(offset, &buffer);
        offset += buffer.len() as u64;
        read(buffer.len() as u64)?;
    }
    match hex(md5) == part.md5 {
        true => Ok(()),
        false => Err(part.damaged(folder, "its MD5 is not that of its description")),
    }
}
