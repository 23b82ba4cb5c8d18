//! The rows of texts that a transaction has met lately.

use crate::store::codec::game_columns::RowId;
use std::collections::HashMap;

/// Bytes of texts whose rows a transaction remembers.
const KNOWN_BYTES: usize = 16 << 20;

/// Rows by their texts.
#[derive(Default)]
pub struct KnownTexts {
    pub players: HashMap<String, RowId>,
    pub labels: HashMap<String, RowId>,
    bytes: usize,
}

impl KnownTexts {
    /// Makes room for another text if there is none.
    pub fn reserve(&mut self, text: &str) {
        if self.bytes > KNOWN_BYTES {
            *self = Self::default();
        }
        self.bytes += size_of::<(String, RowId)>() + text.len();
    }
}
