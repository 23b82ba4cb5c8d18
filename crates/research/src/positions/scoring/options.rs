use crate::positions::PositionsError;
use bgo::files::resolved;
use bgo::go::BoardSize;
use bgo::interrupt::Interrupt;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The settings of an engine.
#[derive(Clone, Debug)]
pub struct EngineOptions {
    /// The program and its arguments.
    pub words: Vec<String>,
    /// The maximum time for an answer.
    pub timeout: Duration,
    /// True if positions that the engine can estimate are also played out.
    pub play_out: bool,
    /// Stops the engine when set.
    pub stop: Interrupt,
}

/// The settings of a run that scores positions.
#[derive(Clone, Debug)]
pub struct ScoreOptions<'a> {
    /// The board size of the positions.
    pub size: BoardSize,
    /// The file to append scores to.
    pub out: &'a Path,
    /// The file of the remaining positions.
    pub queue: &'a Path,
    /// The settings of the engine.
    pub engine: EngineOptions,
    /// The number of processes of the engine.
    pub engines: NonZeroUsize,
}

impl ScoreOptions<'_> {
    /// Fails if the run would change the files to read: the queue shrinks as positions are scored.
    pub fn check_paths(&self, paths: &[PathBuf]) -> Result<(), PositionsError> {
        let same = |a: &Path, b: &Path| resolved(a) == resolved(b);
        if same(self.queue, self.out) {
            return Err(PositionsError::QueueIsOut(self.queue.to_owned()));
        }
        for path in paths {
            if same(path, self.queue) {
                return Err(PositionsError::QueueIsInput(path.clone()));
            }
            if same(path, self.out) {
                return Err(PositionsError::OutIsInput(path.clone()));
            }
        }
        if paths.is_empty() && !self.queue.exists() && !self.out.exists() {
            return Err(PositionsError::Nothing(self.queue.to_owned()));
        }
        Ok(())
    }
}

/// Returns the default path of the queue of a scored file: `gnugo_chinese_queue.dat`.
pub fn queue_beside(out: &Path) -> PathBuf {
    let mut name = out.file_stem().unwrap_or_default().to_owned();
    name.push("_queue.");
    name.push(out.extension().unwrap_or("dat".as_ref()));
    out.with_file_name(name)
}
