use crate::store::{AnalysisFile, Snapshot, StoreError};
use serde::Serialize;

/// The analyses of a database, by origin.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Analyses {
    /// The number of analyses.
    pub analyses: u64,
    /// The number of analyses from game records.
    pub from_records: u64,
    /// The files from which the other analyses were imported.
    pub files: Vec<AnalysisFile>,
}

/// Counts the analyses of a database.
pub fn analyses(snapshot: &Snapshot) -> Result<Analyses, StoreError> {
    let files = snapshot.analysis_files()?;
    let analyses = snapshot.state()?.analyses;
    let from_files: u64 = files.iter().map(|file| file.analyses).sum();
    Ok(Analyses {
        analyses,
        from_records: analyses.saturating_sub(from_files),
        files,
    })
}
