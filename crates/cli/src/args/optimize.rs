use super::question::json;
use crate::render::{CountBar, Text, counted, size_text};
use bgo::store::{Database, StoreError};
use clap::Args;
use serde::Serialize;
use std::time::Instant;

/// Arguments for merging the index into one segment.
#[derive(Args, Clone, Copy, Debug)]
pub struct OptimizeArgs {
    /// Print the result as one JSON document
    #[arg(long)]
    json: bool,
    /// Print nothing
    #[arg(long, short)]
    quiet: bool,
}

#[derive(Serialize)]
struct Summary {
    segments_before: u64,
    segments: u64,
    bytes_before: u64,
    bytes: u64,
    seconds: f64,
}

impl OptimizeArgs {
    /// Merges the index, shows progress, and returns what became of it.
    pub fn optimize(&self, database: &Database) -> Result<Text, StoreError> {
        let started = Instant::now();
        let (segments_before, bytes_before) = size(database)?;
        let bar = CountBar::new(!self.quiet, "positions");
        database.optimize(|done, all| bar.tell(done, all))?;
        drop(bar);
        let (segments, bytes) = size(database)?;
        let summary = Summary {
            segments_before,
            segments,
            bytes_before,
            bytes,
            seconds: started.elapsed().as_secs_f64(),
        };
        Ok(Text::from(match self {
            Self { json: true, .. } => json(&summary),
            Self { quiet: true, .. } => String::new(),
            _ => summary.text(),
        }))
    }
}

impl Summary {
    fn text(&self) -> String {
        let Self {
            segments_before,
            segments,
            bytes_before,
            bytes,
            seconds,
        } = self;
        format!(
            "{} became {segments}, {} became {}, in {seconds:.1} s\n",
            counted(*segments_before, "segment"),
            size_text(*bytes_before),
            size_text(*bytes)
        )
    }
}

/// Returns how many segments the index has, and the bytes of the file.
fn size(database: &Database) -> Result<(u64, u64), StoreError> {
    let snapshot = database.snapshot()?;
    Ok((snapshot.state()?.segments, snapshot.bytes()?))
}
