//! What is remembered of one state of the file, for later questions.

use std::any::{Any, TypeId};
use std::collections::{HashMap, VecDeque};
use std::convert::Infallible;
use std::hash::Hash;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The values that were read last, by their keys, at most `MOST`.
pub struct Remembered<K, V: ?Sized, const MOST: usize = { usize::MAX }> {
    values: Mutex<HashMap<K, Arc<V>>>,
    /// The keys in the order in which their values were read, if some may have to go. Locked after `values`.
    order: Mutex<VecDeque<K>>,
}

impl<K, V: ?Sized, const MOST: usize> Default for Remembered<K, V, MOST> {
    fn default() -> Self {
        Self {
            values: Mutex::default(),
            order: Mutex::default(),
        }
    }
}

impl<K: Clone + Eq + Hash, V: ?Sized, const MOST: usize> Remembered<K, V, MOST> {
    /// Returns the value of a key. If it is not known, reads it, and keeps it unless that fails.
    pub fn get<E>(&self, key: K, read: impl FnOnce() -> Result<Arc<V>, E>) -> Result<Arc<V>, E> {
        let known = self.known(&key);
        known.map_or_else(|| Ok(self.keep(key, read()?)), Ok)
    }

    /// Returns the value of a key, if it is known.
    pub fn known(&self, key: &K) -> Option<Arc<V>> {
        self.values().get(key).cloned()
    }

    /// Keeps a value, unless another thread was faster. Returns the one that is kept.
    pub fn keep(&self, key: K, value: Arc<V>) -> Arc<V> {
        let mut values = self.values();
        if let Some(known) = values.get(&key) {
            return Arc::clone(known);
        }
        if MOST < usize::MAX {
            let mut order = self.order.lock().unwrap_or_else(PoisonError::into_inner);
            if order.len() == MOST
                && let Some(oldest) = order.pop_front()
            {
                values.remove(&oldest);
            }
            order.push_back(key.clone());
        }
        values.insert(key, Arc::clone(&value));
        value
    }

    fn values(&self) -> MutexGuard<'_, HashMap<K, Arc<V>>> {
        self.values.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<K: Clone + Eq + Hash> Remembered<K, ()> {
    /// Runs a verification unless it has succeeded before.
    pub fn once<E>(&self, key: K, verify: impl FnOnce() -> Result<(), E>) -> Result<(), E> {
        self.get(key, || verify().map(Arc::new)).map(drop)
    }
}

/// Values that all snapshots of a state share, one of each type.
pub type StateMemory = Remembered<TypeId, dyn Any + Send + Sync>;

impl StateMemory {
    /// Returns the value of a type, which is its default at first.
    pub fn of_type<T: Default + Send + Sync + 'static>(&self) -> Arc<T> {
        let value = self.get(TypeId::of::<T>(), || Ok::<_, Infallible>(Arc::<T>::default()));
        let Ok(value) = value;
        value.downcast().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_values_that_were_read_last_are_kept() {
        let known: Remembered<u8, u8, 2> = Remembered::default();
        let is_read = |key: u8| {
            let mut is_read = false;
            let value = known.get(key, || {
                is_read = true;
                Ok::<_, ()>(Arc::new(key))
            });
            assert_eq!(value, Ok(Arc::new(key)));
            is_read
        };
        assert_eq!(
            [1, 1, 2, 1, 3, 2, 1, 3].map(is_read),
            [true, false, true, false, true, false, true, false]
        );
        assert_eq!(known.get(9, || Err(())), Err(()));
        assert!(is_read(9));
    }
}
