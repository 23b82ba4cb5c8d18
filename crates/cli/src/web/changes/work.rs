//! The work of the changes.

use super::{Begun, ChangeState};
use bgo::internal::archive::Spooled;
use bgo::internal::import::{
    ImportError, ImportOptions, ImportProgress, Imported, Note, ReadFailure, Reporter, apply_sync, check_paths,
    import_with, plan_sync,
};
use bgo::internal::store::{Access, Database, Selection, StoreError};
use std::error::Error;
use std::io;
use std::path::Path;
use std::sync::Arc;

type Made = Result<(), Box<dyn Error>>;

/// Imports an upload.
pub fn import(begun: &Begun, upload: Arc<Spooled>) {
    let made = || -> Made {
        let database = open(begun)?;
        let paths = [upload.path().to_owned()];
        let options = ImportOptions {
            stop: begun.stop.clone(),
            spooled: Some(Arc::clone(&upload)),
            ..ImportOptions::default()
        };
        check_paths(&paths, database.path(), database.hash_table(), &options)?;
        tell(begun, import_with(&database, &paths, &options, &mut Teller(begun)))
    };
    let made = made();
    // Before the next one may begin.
    drop(upload);
    end(begun, made);
}

/// Brings the database up to date with a folder, unless that would remove more games than `agreed`.
pub fn sync(begun: &Begun, archive: &str, agreed: Option<u64>) {
    let made = || -> Made {
        let database = open(begun)?;
        let options = ImportOptions {
            stop: begun.stop.clone(),
            ..ImportOptions::default()
        };
        let folder = {
            let snapshot = database.snapshot()?;
            snapshot.archive_path(snapshot.find_stored_archive(Path::new(archive))?)?
        };
        // An upload has the name of a file alone, which a folder of the server may have, too.
        if !Path::new(&folder).is_absolute() {
            return Err(format!("{archive} is no folder of this computer").into());
        }
        let plan = plan_sync(&database, Path::new(&folder), &options)?;
        if refused(begun, plan.games, Some(agreed.unwrap_or(0))) {
            return Ok(());
        }
        let synced = apply_sync(&database, plan, &options, &mut Teller(begun))?;
        begun.update(|change| {
            change.failures = texts(&synced.failures);
            change.imported.clone_from(&synced.imported);
            change.removed = synced.removed;
        });
        Ok(())
    };
    end(begun, made());
}

/// Removes an archive with the games that no other has, unless these are more than `agreed`, or nobody did.
pub fn remove(begun: &Begun, archive: &str, agreed: Option<u64>) {
    let made = || -> Made {
        let database = open(begun)?;
        let snapshot = database.snapshot()?;
        let selection = Selection {
            archives: [snapshot.find_stored_archive(Path::new(archive))?].into(),
            ..Selection::default()
        };
        let games = snapshot.selected_games(&selection)?.len() as u64;
        drop(snapshot);
        if !refused(begun, games, agreed) {
            let removed = database.remove(&selection)?;
            begun.update(|change| change.removed = Some(removed));
        }
        Ok(())
    };
    end(begun, made());
}

/// Opens the database for a change. The server has it open to read, so that its file may be replaced.
fn open(begun: &Begun) -> Result<Database, StoreError> {
    let (path, table) = (&begun.changes.path, begun.changes.table.clone());
    Database::open_with(path, table, Access::Write, begun.stop.clone())
}

/// Refuses a change that would remove more games than somebody agreed to.
fn refused(begun: &Begun, games: u64, agreed: Option<u64>) -> bool {
    let is_refused = agreed.is_none_or(|agreed| games > agreed);
    if is_refused {
        begun.update(|change| {
            change.state = ChangeState::Refused;
            change.would_remove = Some(games);
        });
    }
    is_refused
}

fn tell(begun: &Begun, outcome: Result<Imported, ImportError>) -> Made {
    let (summary, failures, is_stopped) = match outcome {
        Ok(Imported { summary, failures }) => (summary, texts(&failures), false),
        Err(ImportError::Stopped(summary)) => (*summary, Vec::new(), true),
        Err(error) => return Err(error.into()),
    };
    begun.update(|change| {
        change.games = summary.games;
        change.imported = Some(summary.clone());
        change.failures.clone_from(&failures);
        if is_stopped {
            change.state = ChangeState::Stopped;
        }
    });
    Ok(())
}

fn texts(failures: &[ReadFailure]) -> Vec<String> {
    failures.iter().map(ToString::to_string).collect()
}

/// Ends a change that has not told its end yet.
fn end(begun: &Begun, made: Made) {
    match made {
        Ok(()) => begun.update(|change| {
            if change.state == ChangeState::Running {
                change.state = ChangeState::Done;
            }
        }),
        Err(_) if begun.stop.is_set() => begun.update(|change| change.state = ChangeState::Stopped),
        Err(error) => begun.fail(&error),
    }
}

/// Tells the change how far its import is.
struct Teller<'a>(&'a Begun);

impl Reporter for Teller<'_> {
    fn note(&mut self, _: &Note) -> io::Result<()> {
        Ok(())
    }

    fn progress(&mut self, progress: ImportProgress) {
        self.0.update(|change| {
            change.games = progress.games;
            change.bytes = progress.bytes;
            change.total_bytes = Some(progress.total_bytes);
        });
    }
}
