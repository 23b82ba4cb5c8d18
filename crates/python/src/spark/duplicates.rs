//! Duplicates among records that share a content hash.

use super::{KEYS, stored};
use crate::error::Fault;
use bgo::import::SameGames as Games;
use pyo3::prelude::*;
use std::sync::{Mutex, PoisonError};

/// A finder of duplicates by the rule of the import, to which records come in the order of
/// content hashes and origins.
#[pyclass(frozen, module = "bgo._bgo")]
pub struct SameGames(Mutex<State>);

struct State {
    games: Games<'static>,
    content: Option<i64>,
}

/// A record: its content hash, its origin, its bytes and their encoding.
type Record = (i64, i64, Vec<u8>, Option<String>);

#[pymethods]
impl SameGames {
    #[new]
    fn new() -> Self {
        Self(Mutex::new(State {
            games: Games::new(&KEYS),
            content: None,
        }))
    }

    /// Returns, for each duplicate among the records: its origin, that of the first record of the
    /// game, and whether both have the same bytes and encoding.
    fn find(&self, py: Python<'_>, records: Vec<Record>) -> PyResult<Vec<(i64, i64, bool)>> {
        py.detach(|| {
            let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            let mut duplicates = Vec::new();
            for (content, origin, bytes, encoding) in records {
                if state.content.replace(content) != Some(content) {
                    state.games.clear();
                }
                let record = stored(bytes, encoding.as_deref())?;
                if let Some(original) = state.games.add(origin, record) {
                    duplicates.push((origin, original.game, original.same_record));
                }
            }
            Ok::<_, Fault>(duplicates)
        })
        .map_err(Into::into)
    }
}
