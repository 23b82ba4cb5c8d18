//! Files that a page uploads, which are kept beside the database until they are imported: a temporary
//! folder of the system may be in memory.

use super::{Begun, ChangeState, LOOK};
use crate::web::error::ApiError;
use axum::body::{Body, HttpBody};
use axum::http::{HeaderMap, header};
use bgo::internal::archive::Spooled;
use std::future::poll_fn;
use std::io;
use std::path::Path;
use std::pin::Pin;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::fs::File;
use tokio::io::AsyncWriteExt;
use tokio::time::timeout;

/// The time after which a client that sends nothing is given up.
const PATIENCE: Duration = Duration::from_secs(60);

/// The age of a folder that a process left behind which was killed.
const OLD: Duration = Duration::from_secs(24 * 60 * 60);

/// Receives a file with this name. Fails if the client leaves, if there is no room for the file, and if the
/// change is stopped; nothing is left of it then.
pub async fn receive(begun: &Begun, name: &str, headers: &HeaderMap, body: Body) -> Result<Arc<Spooled>, ApiError> {
    let length = headers.get(header::CONTENT_LENGTH);
    begun.update(|change| {
        change.state = ChangeState::Receiving;
        change.total_bytes = length.and_then(|length| length.to_str().ok()?.parse().ok());
    });
    match copy(begun, name, body).await {
        Ok(upload) => {
            begun.update(|change| {
                change.state = ChangeState::Running;
                change.total_bytes = Some(std::mem::take(&mut change.bytes));
            });
            Ok(upload.into())
        }
        Err(Failure::Stopped) => {
            begun.update(|change| change.state = ChangeState::Stopped);
            Err(ApiError::stopped())
        }
        Err(Failure::Lost(reason)) => {
            let reason = format!("the upload was interrupted: {reason}; nothing was imported");
            begun.fail(&reason);
            Err(ApiError::incomplete(reason))
        }
        Err(Failure::Unwritable(error)) => {
            let reason = format!("the upload cannot be kept beside the database: {error}; nothing was imported");
            begun.fail(&reason);
            Err(ApiError::no_room(reason))
        }
    }
}

/// Deletes uploads that were left behind in the folder of a database.
pub fn delete_remains(database: &Path) {
    let Ok(entries) = std::fs::read_dir(folder_of(database)) else {
        return;
    };
    for entry in entries.flatten() {
        let is_old = || {
            entry
                .metadata()
                .ok()?
                .modified()
                .ok()?
                .elapsed()
                .ok()
                .map(|age| age > OLD)
        };
        if entry.file_name().to_string_lossy().starts_with(Spooled::FOLDER) && is_old() == Some(true) {
            // Whoever cannot delete it now may the next time.
            let _ = std::fs::remove_dir_all(entry.path());
        }
    }
}

enum Failure {
    Stopped,
    Lost(String),
    Unwritable(io::Error),
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Unwritable(error)
    }
}

async fn copy(begun: &Begun, name: &str, mut body: Body) -> Result<Spooled, Failure> {
    let (upload, file) = Spooled::begin(name, folder_of(&begun.changes.path))?;
    let mut file = File::from_std(file);
    let mut heard = Instant::now();
    loop {
        if begun.stop.is_set() {
            return Err(Failure::Stopped);
        }
        let next = timeout(LOOK, poll_fn(|context| Pin::new(&mut body).poll_frame(context))).await;
        match next {
            Ok(Some(Ok(frame))) => {
                heard = Instant::now();
                if let Ok(bytes) = frame.into_data() {
                    file.write_all(&bytes).await?;
                    begun.update(|change| change.bytes += bytes.len() as u64);
                }
            }
            Ok(Some(Err(error))) => return Err(Failure::Lost(error.to_string())),
            Ok(None) => break,
            Err(_) if heard.elapsed() < PATIENCE => {}
            Err(_) => return Err(Failure::Lost("nothing more came".to_owned())),
        }
    }
    file.flush().await?;
    Ok(upload)
}

fn folder_of(database: &Path) -> &Path {
    match database.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}
