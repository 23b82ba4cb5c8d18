//! What `bgo.spark` runs in the processes of a cluster.

pub mod manifest;
pub mod patterns;
pub mod question;
pub mod reading;

use crate::error::Fault;
use bgo::internal::go::{HashTable, KeyTables};
use bgo::internal::import::SameGames as Games;
use bgo::internal::record::TextEncoding;
use bgo::internal::store::StoredRecord;
use pyo3::prelude::*;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

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

/// A finder of duplicates by the rule of the import, to which records come in the order of
/// content hashes and origins.
#[pyclass(frozen, module = "bgo._bgo")]
pub struct SameGames(Mutex<(Games<'static>, Option<i64>)>);

#[pymethods]
impl SameGames {
    #[new]
    fn new() -> Self {
        Self(Mutex::new((Games::new(&KEYS), None)))
    }

    /// Gets records: the content hash, the origin, the bytes and their encoding of each. Returns, for each
    /// duplicate among them: its origin, that of the first record of the
    /// game, and whether both have the same bytes and encoding.
    fn find(
        &self,
        py: Python<'_>,
        records: Vec<(i64, i64, Vec<u8>, Option<String>)>,
    ) -> PyResult<Vec<(i64, i64, bool)>> {
        py.detach(|| {
            let (games, last) = &mut *self.0.lock().unwrap_or_else(PoisonError::into_inner);
            let mut duplicates = Vec::new();
            for (content, origin, bytes, encoding) in records {
                if last.replace(content) != Some(content) {
                    games.clear();
                }
                let record = stored(bytes, encoding.as_deref())?;
                if let Some(original) = games.add(origin, record) {
                    duplicates.push((origin, original.game, original.same_record));
                }
            }
            Ok::<_, Fault>(duplicates)
        })
        .map_err(Into::into)
    }
}
