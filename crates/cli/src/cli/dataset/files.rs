use anyhow::{Context, Result};
use bgo_research::formats::kgs::DatasetReader;
use std::fs::File;
use std::path::Path;

/// Where the archives come from.
pub(super) const ARCHIVES: &str =
    "nothing is downloaded: get KGS-2014_12-19-876-.zip and so on from u-go.net/gamerecords";

/// Opens a training set.
pub(super) fn open(path: &Path) -> Result<DatasetReader<File>> {
    let name = path.display().to_string();
    let file = File::open(path).with_context(|| format!("{name} cannot be read"))?;
    Ok(DatasetReader::new(file, name)?)
}
