use anyhow::{Context, Result};
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;
use std::io;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// A flag that Ctrl-C, or a request to terminate, sets. If it is set already
/// they end the program at once, as they do without it. So whoever can be
/// stopped clears it first, and sets it when done.
///
/// Being hung up on is no such signal: who runs a long import under `nohup`
/// wants it to go on.
///
/// # Errors
/// A system that lets nobody handle signals.
pub(super) fn flag() -> Result<Arc<AtomicBool>> {
    let set = Arc::new(AtomicBool::new(true));
    let register = || {
        for signal in [SIGINT, SIGTERM] {
            // In this order, as the first looks at what the second sets.
            flag::register_conditional_default(signal, Arc::clone(&set))?;
            flag::register(signal, Arc::clone(&set))?;
        }
        Ok::<_, io::Error>(())
    };
    register().context("Ctrl-C cannot be handled")?;
    Ok(set)
}
