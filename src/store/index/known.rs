use crate::go::PositionKey;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

/// A cache of facts about positions whose computation reads all their occurrences, which takes
/// longer than reading their totals.
pub struct Known<T: ?Sized>(Mutex<HashMap<PositionKey, Arc<T>>>);

impl<T: ?Sized> Default for Known<T> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<T: ?Sized> Known<T> {
    /// The number of positions that are kept. Most have little to keep.
    const KEPT: usize = 4096;

    pub fn get(&self, key: PositionKey) -> Option<Arc<T>> {
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        known.get(&key).map(Arc::clone)
    }

    pub fn keep(&self, key: PositionKey, value: &Arc<T>) {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if known.len() == Self::KEPT {
            known.clear();
        }
        known.insert(key, Arc::clone(value));
    }
}
