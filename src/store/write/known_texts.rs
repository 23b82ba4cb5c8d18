//! A cache of text rows for one transaction.

use crate::store::codec::game_columns::RowId;
use std::collections::HashMap;

/// The most bytes of texts in the cache.
const KNOWN_BYTES: usize = 16 << 20;

/// The rows of recently used texts.
#[derive(Default)]
pub struct KnownTexts {
    pub players: HashMap<String, RowId>,
    pub labels: HashMap<String, RowId>,
    bytes: usize,
}

impl KnownTexts {
    /// Accounts for another text, and clears the cache first if it is full.
    pub fn reserve(&mut self, text: &str) {
        if self.bytes > KNOWN_BYTES {
            *self = Self::default();
        }
        self.bytes += size_of::<(String, RowId)>() + text.len();
    }
}
