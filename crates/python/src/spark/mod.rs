//! What `bgo.spark` runs in the processes of a cluster.

pub mod duplicates;
pub mod manifest;
pub mod patterns;
pub mod positions;
pub mod question;
pub mod reading;

use crate::error::Fault;
use bgo::go::{HashTable, KeyTables};
use bgo::record::TextEncoding;
use bgo::store::StoredRecord;
use std::sync::{Arc, LazyLock};

/// The tables of keys, which an executor makes once.
static KEYS: LazyLock<Arc<KeyTables>> = LazyLock::new(|| Arc::new(KeyTables::new(HashTable::built_in())));

/// Returns a record whose encoding has this name; without one it is UTF-8.
fn stored(bytes: Vec<u8>, encoding: Option<&str>) -> Result<StoredRecord, Fault> {
    let encoding = match encoding {
        None => TextEncoding::UTF_8,
        Some(name) => {
            TextEncoding::from_name(name).ok_or_else(|| Fault::Usage(format!("there is no encoding {name}")))?
        }
    };
    Ok(StoredRecord { bytes, encoding })
}
