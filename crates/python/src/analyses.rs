//! Analyses by engines: imports of their files, and the removal of these.

use crate::error::Fault;
use bgo::internal::evaluation::katago::Perspective;
use bgo::internal::import::{ImportedAnalyses, import_analyses};
use bgo::internal::interrupt::Interrupt;
use std::path::PathBuf;
use std::sync::mpsc::Sender;
use std::time::{Duration, Instant};

/// The least time between two reports of progress.
const BETWEEN: Duration = Duration::from_millis(200);

/// Reads the side whose win rates an engine reported.
pub fn perspective(win_rates: &str) -> Result<Perspective, Fault> {
    match win_rates {
        "black" => Ok(Perspective::Black),
        "white" => Ok(Perspective::White),
        "to_play" => Ok(Perspective::ToPlay),
        _ => Err(Fault::Usage(format!(
            "win_rates is \"black\", \"white\" or \"to_play\", not \"{win_rates}\""
        ))),
    }
}

/// Imports files of analyses. Sends the number of bytes read so far and the total.
pub fn import(
    database: &bgo::Database,
    paths: &[PathBuf],
    perspective: Perspective,
    stop: &Interrupt,
    tell: &Sender<(u64, u64)>,
) -> Result<ImportedAnalyses, Fault> {
    let mut told: Option<Instant> = None;
    let mut all_bytes = None;
    // Nobody hears what is sent after an exception.
    let imported = import_analyses(database, paths, perspective, stop, |done, all| {
        all_bytes = Some(all);
        if told.is_none_or(|told| told.elapsed() >= BETWEEN) {
            told = Some(Instant::now());
            let _ = tell.send((done, all));
        }
    })?;
    if let Some(all) = all_bytes {
        let _ = tell.send((all, all));
    }
    Ok(imported)
}

/// Removes imported files. Removes none if one is unknown. Returns the number of removed analyses.
pub fn remove(database: &bgo::Database, paths: &[PathBuf], stop: &Interrupt) -> Result<u64, Fault> {
    let snapshot = database.snapshot_until(stop)?;
    let files: Result<Vec<i64>, _> = paths.iter().map(|path| snapshot.find_analysis_file(path)).collect();
    let files = files?;
    drop(snapshot);
    let mut removed = 0;
    for file in files {
        removed += database.remove_analysis_file(file, stop)?;
    }
    Ok(removed)
}
