use super::error::EnumerateError;
use super::grid::{Grid, power_of_three};
use super::ko::{KoRule, ko_points};
use super::layout::{Described, Layout, Part, describe, descriptions, finished, lock, part_path, require_same};
use super::legal::{LegalPart, PartOptions};
use super::part_file::{CHUNK, PartFile, chunks};
use super::position::SmallPosition;
use bgo::files::{FileError, hex};
use bgo::range;
use md5::{Digest, Md5};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use std::fs::File;
use std::io::Read;
use std::ops::Range;
use std::path::Path;

/// Chunks that wait for each other to be written in order.
const BATCH: usize = 16;

/// How many points a ko may forbid.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct KoCounts {
    /// Points in all positions together.
    pub points: u64,
    /// Positions with such a point.
    pub positions: u64,
    /// The most points of a position.
    pub most: u32,
    /// The smallest serial with so many.
    pub first_with_most: Option<u64>,
}

impl KoCounts {
    /// Counts the points of a position; serials go up.
    pub fn count(&mut self, serial: u64, points: u32) {
        let many = points.count_ones();
        self.points += u64::from(many);
        self.positions += u64::from(many > 0);
        if many > self.most {
            (self.most, self.first_with_most) = (many, Some(serial));
        }
    }

    /// Adds those of greater serials.
    pub fn add(&mut self, later: &Self) {
        self.points += later.points;
        self.positions += later.positions;
        if later.most > self.most {
            (self.most, self.first_with_most) = (later.most, later.first_with_most);
        }
    }
}

/// The file of a part of the points that a ko may forbid: four bytes a serial,
/// little-endian, bit p for point p; 0 where the position is not legal and reduced.
/// Serialised, it is the description beside the file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct KoPart {
    /// Which serials.
    #[serde(flatten)]
    pub part: Part,
    /// By which rule.
    pub rule: KoRule,
    /// MD5 of the file of legal positions that it is made of.
    pub legal_md5: String,
    /// How many points there are.
    pub ko: KoCounts,
    /// Bytes of the file.
    pub bytes: u64,
    /// Its MD5, 32 hex digits.
    pub md5: String,
}

impl Described for KoPart {
    const STEM: &'static str = "data.SparseKoBitState";

    fn part(&self) -> &Part {
        &self.part
    }

    fn file(&self) -> (u64, &str) {
        (self.bytes, &self.md5)
    }

    fn file_length(serials: u64) -> u64 {
        serials * 4
    }

    fn rule(&self) -> Option<KoRule> {
        Some(self.rule)
    }
}

impl KoPart {
    /// Makes sure that it is made of these legal positions.
    pub(super) fn require_source(&self, folder: &Path, legal: &LegalPart) -> Result<(), EnumerateError> {
        match self.legal_md5 == legal.md5 {
            true => Ok(()),
            false => Err(EnumerateError::Damaged {
                path: part_path::<Self>(folder, self.part.part),
                what: "it was made of other legal positions".to_owned(),
            }),
        }
    }
}

/// Finds the points that a ko may forbid, for many positions.
pub struct KoFinder {
    grid: Grid,
    rule: KoRule,
    /// Positions of the points before [`KoFinder::LOW`], and of those from there on.
    low: Vec<SmallPosition>,
    high: Vec<SmallPosition>,
}

impl KoFinder {
    /// Points whose positions are looked up together.
    const LOW: usize = 12;

    /// For a small board.
    pub fn new(grid: Grid, rule: KoRule) -> Self {
        let low = grid.points().min(Self::LOW);
        let position = |serial| SmallPosition::new(grid, serial);
        Self {
            grid,
            rule,
            low: (0..power_of_three(low)).map(position).collect(),
            high: (0..power_of_three(grid.points() - low))
                .map(|serial| position(serial * power_of_three(low)))
                .collect(),
        }
    }

    /// The points, a bit each.
    pub fn points(&self, serial: u64) -> u32 {
        let low = self.low.len() as u64;
        let (low, high) = (self.low[(serial % low) as usize], self.high[(serial / low) as usize]);
        let position = SmallPosition {
            black: low.black | high.black,
            white: low.white | high.white,
        };
        ko_points(self.grid, position, self.rule)
    }
}

/// Makes the files of points that a ko may forbid of those of legal positions in the same
/// folder, and hands over what each is; those that are finished are left as they are.
/// Without a range these are all parts that are there. `progress` is told how many serials
/// of how many are done.
pub fn make_ko(
    rule: KoRule,
    options: &PartOptions<'_>,
    mut made: impl FnMut(KoPart),
    mut progress: impl FnMut(u64, u64),
) -> Result<(), EnumerateError> {
    let _lock = match options.folder.is_dir() {
        true => lock(options.folder)?,
        false => return Err(EnumerateError::NoParts(options.folder.to_owned())),
    };
    let mut legal = descriptions::<LegalPart>(options.folder)?;
    let layout = match legal.first() {
        Some(part) => layout_of(part, options.folder)?,
        None => return Err(EnumerateError::NoParts(options.folder.to_owned())),
    };
    require_same(options.folder, &legal, &legal[0].common())?;
    if options.parts != range::Range::default() {
        let range = options.range(&layout)?;
        legal.retain(|part| range.contains(&part.part.part));
        let is_here = |part: &u64| legal.iter().any(|legal| legal.part.part == *part);
        if let Some(part) = range.clone().find(|part| !is_here(part)) {
            return Err(EnumerateError::MissingPart(part_path::<LegalPart>(
                options.folder,
                part,
            )));
        }
    }
    let here = descriptions::<KoPart>(options.folder)?;
    let finder = KoFinder::new(layout.grid(), rule);
    let all: u64 = legal.iter().map(|part| part.part.serials).sum();
    let mut before = 0;
    for part in legal {
        let described = KoPart {
            part: part.part.clone(),
            rule,
            legal_md5: part.md5.clone(),
            ko: KoCounts::default(),
            bytes: 0,
            md5: String::new(),
        };
        require_same(options.folder, &here, &described.common())?;
        let serials = part.part.serials;
        let finished = finished::<KoPart>(options.folder, part.part.part)?;
        if let Some(finished) = &finished {
            finished.require_source(options.folder, &part)?;
        }
        made(match finished {
            Some(finished) => finished,
            None => make_part(&finder, &part, described, options, &mut |done| {
                progress(before + done, all)
            })?,
        });
        before += serials;
        progress(before, all);
    }
    Ok(())
}

/// How the parts are divided that one of them is of.
pub(super) fn layout_of(legal: &LegalPart, folder: &Path) -> Result<Layout, EnumerateError> {
    let part = &legal.part;
    let layout = part
        .board
        .parse::<Grid>()
        .ok()
        .and_then(|grid| Layout::new(grid, part.part_size).ok());
    layout.ok_or_else(|| EnumerateError::Damaged {
        path: part_path::<LegalPart>(folder, part.part),
        what: "its description is of no part that there is".to_owned(),
    })
}

fn make_part(
    finder: &KoFinder,
    legal: &LegalPart,
    mut described: KoPart,
    options: &PartOptions<'_>,
    progress: &mut dyn FnMut(u64),
) -> Result<KoPart, EnumerateError> {
    let source = part_path::<LegalPart>(options.folder, legal.part.part);
    let unreadable = FileError::reading(&source);
    let mut bits = File::open(&source).map_err(unreadable)?;
    let mut md5 = Md5::new();
    let mut file = PartFile::new(&part_path::<KoPart>(options.folder, legal.part.part))?;
    let first = legal.part.first;
    let serials = first..first + legal.part.serials;
    for batch in chunks(&serials).chunks(BATCH) {
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
            described.ko.add(&counts);
        }
        progress(to - first);
    }
    if hex(md5) != legal.md5 {
        return Err(EnumerateError::Damaged {
            path: source,
            what: "its MD5 is not that of its description".to_owned(),
        });
    }
    let (bytes, md5, new) = file.finish();
    (described.bytes, described.md5) = (bytes, md5);
    describe(options.folder, &described)?;
    new.complete()?;
    Ok(described)
}

/// The words of a chunk.
fn words(finder: &KoFinder, serials: &Range<u64>, bits: &[u8]) -> (Vec<u8>, KoCounts) {
    let mut words = vec![0; (serials.end - serials.start) as usize * 4];
    let mut counts = KoCounts::default();
    for (byte, bits) in bits.iter().enumerate().filter(|(_, bits)| **bits != 0) {
        for bit in (0..8).filter(|bit| bits & 0x80 >> bit != 0) {
            let place = byte * 8 + bit;
            // A damaged file may have bits behind the last serial; its MD5 tells.
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
