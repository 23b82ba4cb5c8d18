use super::error::EnumerateError;
use super::layout::Layout;
use bgo::interrupt::Interrupt;
use std::ops::{Range, RangeInclusive};
use std::path::Path;

/// The choice of parts to make, and their folder.
#[derive(Clone, Copy, Debug)]
pub struct PartOptions<'a> {
    /// The folder of the files.
    pub folder: &'a Path,
    /// The first part; the first of the board by default.
    pub first: Option<u64>,
    /// The last part; the last of the board by default.
    pub last: Option<u64>,
    /// Stops the work when set.
    pub stop: &'a Interrupt,
}

impl PartOptions<'_> {
    /// Returns the chosen parts, which must exist.
    pub(super) fn range(&self, layout: &Layout) -> Result<RangeInclusive<u64>, EnumerateError> {
        let parts = layout.parts();
        let (first, last) = (self.first.unwrap_or(0), self.last.unwrap_or(parts - 1));
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

/// The number of serials that a thread takes at a time, which fill whole bytes of a file of bits.
pub(super) const CHUNK: u64 = 1 << 18;

/// Divides a range of serials into chunks.
pub(super) fn chunks(serials: &Range<u64>) -> Vec<Range<u64>> {
    let end = serials.end;
    serials
        .clone()
        .step_by(CHUNK as usize)
        .map(|first| first..(first + CHUNK).min(end))
        .collect()
}
