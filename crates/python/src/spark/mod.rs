//! What `bgo.spark` runs in the processes of a cluster.

pub mod duplicates;
pub mod manifest;
pub mod positions;
pub mod reading;
mod tables;

use bgo::go::{HashTable, KeyTables};
use std::sync::{Arc, LazyLock};

/// The tables of keys, which an executor makes once.
static KEYS: LazyLock<Arc<KeyTables>> = LazyLock::new(|| Arc::new(KeyTables::new(HashTable::built_in())));
