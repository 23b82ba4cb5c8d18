use super::plan::SyncPlan;
use super::unchanged;
use crate::import::error::ImportError;
use crate::import::options::ImportOptions;
use crate::import::report::{ImportSummary, ReadFailure, Reporter};
use crate::import::run::import;
use crate::interrupt::Interrupt;
use crate::store::{Database, Removed};
use std::path::PathBuf;

/// The changes that brought a database up to date with a folder.
#[derive(Debug, Default)]
pub struct Synced {
    /// The summary of the import; none if nothing was new.
    pub imported: Option<ImportSummary>,
    /// The effect of the removal; none if nothing was gone.
    pub removed: Option<Removed>,
    /// The parts of the folder that could not be read.
    pub failures: Vec<ReadFailure>,
}

/// Imports what is new in a folder, and removes what is gone from it. Records that
/// changed are imported after the removal, which frees their places, so that `reporter`
/// may receive a record twice. The stop of the options is obeyed up to the removal; what
/// was committed stays, and the next comparison finds the rest. Nothing is removed if the
/// import could not read what the comparison read.
pub fn apply_sync(
    db: &Database,
    plan: SyncPlan,
    options: &ImportOptions,
    reporter: &mut dyn Reporter,
) -> Result<Synced, ImportError> {
    let readable = plan.failures.len();
    let mut synced = Synced {
        failures: plan.failures,
        ..Synced::default()
    };
    // What moved within the folder has a new source before it loses the old one.
    if plan.new > 0 {
        synced.import(db, &plan.paths, options, reporter)?;
    }
    if synced.failures.len() > readable {
        return Ok(synced);
    }
    if !plan.gone.sources.is_empty() {
        let removed = db.remove(&plan.gone).map_err(|error| synced.stopped(error.into()))?;
        synced.removed = Some(removed);
    }
    if plan.new > 0 && plan.changed > 0 {
        // The games of changed records are not in the database until this has ended.
        let to_its_end = ImportOptions {
            stop: Interrupt::default(),
            ..options.clone()
        };
        synced.import(db, &plan.paths, &to_its_end, reporter)?;
    }
    if let (Some(listing), [folder], []) = (plan.listing, &plan.paths[..], &synced.failures[..]) {
        unchanged::note(db, folder, listing).map_err(|error| synced.stopped(error.into()))?;
    }
    Ok(synced)
}

impl Synced {
    fn import(
        &mut self,
        db: &Database,
        paths: &[PathBuf],
        options: &ImportOptions,
        reporter: &mut dyn Reporter,
    ) -> Result<(), ImportError> {
        let imported = import(db, paths, options, reporter).map_err(|error| self.stopped(error))?;
        self.imported = Some(self.with(imported.summary));
        self.failures = imported.failures;
        Ok(())
    }

    /// Returns the summary together with that of another import of the same folder.
    fn with(&self, again: ImportSummary) -> ImportSummary {
        let Some(before) = &self.imported else { return again };
        let mut sum = ImportSummary {
            added: before.added + again.added,
            // What the import added now was a duplicate before.
            duplicates: before.duplicates.saturating_sub(again.added),
            repaired: before.repaired + again.repaired,
            positions: before.positions + again.positions,
            seconds: before.seconds + again.seconds,
            stopped: again.stopped,
            ..before.clone()
        };
        for repaired in &again.repairs {
            sum.add_repairs(repaired.kind, repaired.games);
        }
        sum
    }

    /// Adds what was imported before to the message of a stop.
    fn stopped(&self, error: ImportError) -> ImportError {
        match error {
            ImportError::Stopped(kept) => ImportError::Stopped(Box::new(self.with(*kept))),
            error => error,
        }
    }
}
