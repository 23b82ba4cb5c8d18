//! The manifest of a dataset that Spark writes, and what its tables are like.

use super::reading;
use crate::arrow::fields;
use crate::error::Fault;
use bgo::internal::dataset::columns::{COURSES, GAMES, POSITIONS, REPORT, SOURCES};
use bgo::internal::dataset::layout;
use bgo::internal::dataset::manifest::{ArchiveEntry, Files, ImportCounts};
use bgo::internal::dataset::{DatasetError, Manifest, Table};
use bgo::internal::go::HashTable;
use pyo3::prelude::*;
use serde::Deserialize;
use std::collections::HashMap;
use std::path::PathBuf;

/// The facts that a job has of the dataset that it has written.
#[derive(Deserialize)]
struct Written {
    partition_bits: u32,
    last_game: i64,
    tables: Files,
    archives: Vec<ArchiveEntry>,
    imported: ImportCounts,
}

/// Returns the manifest of the dataset that a JSON document describes.
#[pyfunction]
pub fn new_manifest(written: &str) -> PyResult<String> {
    let mut written: Written = serde_json::from_str(written).map_err(Fault::usage)?;
    // In the order of every summary.
    written.imported.rejections.sort_by_key(|rejected| rejected.kind);
    written.imported.repairs.sort_by_key(|repaired| repaired.kind);
    let mut manifest = Manifest::new(
        &HashTable::built_in(),
        written.partition_bits,
        written.last_game,
        written.tables,
        written.archives,
    );
    manifest.imported = Some(written.imported);
    Ok(manifest.to_json())
}

/// Checks the manifest of the dataset in a folder against the sizes of its files, by path in the
/// folder. Returns it as a JSON document. Without a text, fails because the folder has no manifest.
#[pyfunction]
pub fn check_manifest(folder: PathBuf, json: Option<&[u8]>, sizes: HashMap<String, u64>) -> PyResult<String> {
    let Some(json) = json else {
        return Err(Fault::from(DatasetError::NoManifest(folder)).into());
    };
    let manifest = Manifest::parse(&folder, json, &HashTable::built_in()).map_err(Fault::from)?;
    let checked = manifest.check(&folder, |path| Ok(sizes.get(path).copied()));
    checked.map_err(Fault::from)?;
    Ok(manifest.to_json())
}

/// Returns the number of key bits that select a partition of this many positions.
#[pyfunction]
pub const fn partition_bits(positions: u64) -> u32 {
    layout::partition_bits(positions)
}

/// Returns the path as the sources of games have it.
#[pyfunction]
pub fn stored_path(path: PathBuf) -> String {
    bgo::internal::store::stored_path(&path).to_string_lossy().into_owned()
}

/// Returns the names of the columns that say what is known of a game.
#[pyfunction]
pub fn facts() -> Vec<&'static str> {
    let facts = bgo::internal::facts::facts::<bgo::internal::facts::Description>();
    facts.iter().map(|fact| fact.name).collect()
}

/// Returns the names and kinds of the columns of a table, and whether a value may be missing.
#[pyfunction]
pub fn columns(table: &str) -> PyResult<Vec<(String, String, bool)>> {
    let fields: Vec<arrow_schema::Field> = match table {
        "found" => reading::schema()
            .fields()
            .iter()
            .map(|field| (**field).clone())
            .collect(),
        _ => match Table::ALL.into_iter().find(|known| known.name() == table) {
            Some(Table::Games) => fields(&GAMES),
            Some(Table::Sources) => fields(SOURCES),
            Some(Table::Courses) => fields(COURSES),
            Some(Table::Positions) => fields(POSITIONS),
            Some(Table::Report) => fields(REPORT),
            None => return Err(Fault::Usage(format!("a dataset has no table {table}")).into()),
        },
    };
    Ok(fields
        .iter()
        .map(|field| (field.name().clone(), field.data_type().to_string(), field.is_nullable()))
        .collect())
}
