use anyhow::{Context, Result};
use bgo::interrupt::Interrupt;
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;
use std::io;

/// Returns an interrupt that Ctrl-C, or a request to terminate, sets. While it is set,
/// such a signal ends the program at once, as without a handler. Work that can be
/// stopped calls [`Interrupt::start`].
///
/// A hangup does not stop anything, so that a long import can run under `nohup`.
pub(super) fn handled() -> Result<Interrupt> {
    let interrupt = Interrupt::default();
    interrupt.set();
    let register = || {
        for signal in [SIGINT, SIGTERM] {
            // In this order, as the first looks at what the second sets.
            flag::register_conditional_default(signal, interrupt.flag())?;
            flag::register(signal, interrupt.flag())?;
        }
        Ok::<_, io::Error>(())
    };
    register().context("Ctrl-C cannot be handled")?;
    Ok(interrupt)
}
