use std::any::{Any, TypeId};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

/// Values read from one state of the file and kept for later queries, one of each
/// type. The code that reads a value defines its type.
#[derive(Default)]
pub struct Cache(Mutex<HashMap<TypeId, Arc<dyn Any + Send + Sync>>>);

impl Cache {
    /// Returns the value of a type. The first call creates it.
    pub fn get<T: Default + Send + Sync + 'static>(&self) -> Arc<T> {
        let mut values = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let value = values.entry(TypeId::of::<T>()).or_insert_with(|| Arc::<T>::default());
        Arc::clone(value).downcast().unwrap_or_default()
    }
}
