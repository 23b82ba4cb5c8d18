//! Foreign records: those in other formats than SGF. Each is translated to equivalent SGF, which
//! is then read. `docs/records.md` describes the formats.

mod game;
mod gib;
mod ngf;
mod translated;
mod ugf;
mod values;

use super::game::GameRecord;
use super::text::{self, Format};
use std::borrow::Cow;

pub(super) use translated::Translated;

impl Translated {
    /// Translates a foreign record. Returns `None` for a text of no foreign format.
    pub fn of(text: &str) -> Option<Self> {
        let read = match Format::of(text.as_bytes()) {
            Format::Sgf => return None,
            Format::Gib => gib::read,
            Format::Ngf => ngf::read,
            Format::Ugf => ugf::read,
        };
        Some(read(text).translated())
    }

    /// Adapts the contents read from the SGF to the foreign record: offsets count in the record,
    /// and the faults of the record come first.
    pub fn settle(&self, record: &mut GameRecord) {
        record.map_offsets(|offset| self.origin(offset));
        let of_sgf = std::mem::replace(&mut record.repairs, self.repairs.clone());
        record.repairs.extend(of_sgf);
    }
}

/// Returns the text of a game tree for inclusion in a UTF-8 text with several games, as
/// `text::portable` does. A foreign record is translated.
pub fn portable(tree: &str) -> String {
    match Translated::of(tree) {
        Some(translated) => text::portable(&translated.sgf),
        None => text::portable(tree),
    }
}

/// Returns a text of a record as SGF: itself, or its translation if it is foreign.
pub fn as_sgf(text: Cow<'_, str>) -> Cow<'_, str> {
    match Translated::of(&text) {
        Some(translated) => Cow::Owned(translated.sgf),
        None => text,
    }
}

/// Returns the bytes of a file as SGF: themselves, or those of the translation if the record
/// is foreign.
pub fn sgf_bytes(bytes: Vec<u8>) -> Vec<u8> {
    match Format::of(&bytes) {
        Format::Sgf => bytes,
        _ => as_sgf(text::decode(&bytes).text).into_owned().into_bytes(),
    }
}

#[cfg(test)]
mod tests;
