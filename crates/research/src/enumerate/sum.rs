use super::error::EnumerateError;
use super::ko_parts::{KoCounts, KoPart, layout_of};
use super::layout::{Described, descriptions, part_path, require_same, require_same_layout};
use super::legal::LegalPart;
use super::walk::Walk;
use bgo::files::{FileError, hex};
use bgo::interrupt::Interrupt;
use md5::{Digest, Md5};
use serde::Serialize;
use std::fs::File;
use std::io::Read;
use std::path::Path;

/// Bytes that are read at a time.
const BUFFER: usize = 1 << 20;

/// All finished parts in a folder, verified and added up. Serialised, it is the document
/// that `bgo enumerate sum --json` prints.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PartSums {
    /// The board.
    pub board: String,
    /// Serials of all parts but the last.
    pub part_size: u64,
    /// Parts that there are if all are finished.
    pub parts: u64,
    /// Of the legal positions.
    pub legal_parts: FoundParts,
    /// Legal positions, reduced or not.
    pub legal: u64,
    /// Legal and reduced positions.
    pub reduced: u64,
    /// Of the points that a ko may forbid, if there are any.
    pub ko_parts: FoundParts,
    /// These points.
    pub ko: KoCounts,
}

/// Which parts are finished.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct FoundParts {
    /// How many.
    pub finished: u64,
    /// Those that are missing: first and last of each run.
    pub missing: Vec<(u64, u64)>,
}

impl FoundParts {
    fn new(found: &[u64], parts: u64) -> Self {
        let mut missing = Vec::new();
        let mut next = 0;
        for part in found.iter().copied().chain([parts]) {
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

/// Verifies the finished parts in a folder, and adds them up. `progress` is told how many
/// bytes of how many are read.
pub fn sum_parts(
    folder: &Path,
    stop: &Interrupt,
    mut progress: impl FnMut(u64, u64),
) -> Result<PartSums, EnumerateError> {
    let legal = descriptions::<LegalPart>(folder)?;
    let ko = descriptions::<KoPart>(folder)?;
    let Some(first) = legal.first() else {
        return Err(EnumerateError::NoParts(folder.to_owned()));
    };
    let layout = layout_of(first, folder)?;
    require_same(folder, &legal, &first.common())?;
    if let Some(first_ko) = ko.first() {
        require_same(folder, &ko, &first_ko.common())?;
        require_same_layout(folder, &ko, &first.part)?;
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
        let serials = layout.serials(part.part.part);
        if (walk.count_legal(&serials), reduced) != (part.legal, part.reduced) {
            return Err(damaged(
                folder,
                part,
                "its counts are not those of its description".to_owned(),
            ));
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
        if found != part.ko {
            return Err(damaged(
                folder,
                part,
                "its counts are not those of its description".to_owned(),
            ));
        }
        if let Some(source) = legal.iter().find(|source| source.part == part.part) {
            part.require_source(folder, source)?;
        }
        counts.add(&found);
    }
    let numbers = |parts: &mut dyn Iterator<Item = u64>| parts.collect::<Vec<u64>>();
    Ok(PartSums {
        board: first.part.board.clone(),
        part_size: first.part.part_size,
        parts: layout.parts(),
        legal_parts: FoundParts::new(&numbers(&mut legal.iter().map(|part| part.part.part)), layout.parts()),
        legal: legal.iter().map(|part| part.legal).sum(),
        reduced: legal.iter().map(|part| part.reduced).sum(),
        ko_parts: FoundParts::new(&numbers(&mut ko.iter().map(|part| part.part.part)), layout.parts()),
        ko: counts,
    })
}

/// Verifies the checksum of a file, and hands its bytes over, with their place.
fn verify<P: Described>(
    folder: &Path,
    part: &P,
    read: &mut dyn FnMut(u64) -> Result<(), EnumerateError>,
    mut take: impl FnMut(u64, &[u8]),
) -> Result<(), EnumerateError> {
    let path = part_path::<P>(folder, part.part().part);
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
    match hex(md5) == part.file().1 {
        true => Ok(()),
        false => Err(damaged(
            folder,
            part,
            "its MD5 is not that of its description".to_owned(),
        )),
    }
}

fn damaged<P: Described>(folder: &Path, part: &P, what: String) -> EnumerateError {
    EnumerateError::Damaged {
        path: part_path::<P>(folder, part.part().part),
        what,
    }
}
