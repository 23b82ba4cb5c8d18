use anyhow::{Context, Result};
use bgo::interrupt::{Interrupt, Running};
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;
use std::io;
use std::sync::{LazyLock, Mutex, PoisonError};

/// The interrupt of the program. The handlers of signals stay for as long as it runs, so
/// there is one for everything that can be stopped.
static INTERRUPT: LazyLock<Interrupt> = LazyLock::new(Interrupt::default);

/// Returns the interrupt of the program, which signals set only after [`handled`].
pub(super) fn interrupt() -> &'static Interrupt {
    &INTERRUPT
}

/// Marks an operation that obeys the interrupt of the program as running.
pub(super) fn start() -> Result<Running<'static>> {
    handled()?;
    Ok(INTERRUPT.start())
}

/// Returns an interrupt that Ctrl-C, or a request to terminate, sets. While it is set or
/// nothing is running, such a signal ends the program at once, as without a handler. Work
/// that can be stopped calls [`Interrupt::start`].
///
/// A hangup does not stop anything, so that a long import can run under `nohup`.
pub(super) fn handled() -> Result<Interrupt> {
    static IS_HANDLED: Mutex<bool> = Mutex::new(false);
    let interrupt = INTERRUPT.clone();
    let mut is_handled = IS_HANDLED.lock().unwrap_or_else(PoisonError::into_inner);
    if *is_handled {
        return Ok(interrupt);
    }
    let register = || {
        for signal in [SIGINT, SIGTERM] {
            // In this order, as the first looks at what the last sets.
            flag::register_conditional_default(signal, interrupt.idle())?;
            flag::register(signal, interrupt.requested())?;
            flag::register(signal, interrupt.idle())?;
        }
        Ok::<_, io::Error>(())
    };
    register().context("Ctrl-C cannot be handled")?;
    *is_handled = true;
    Ok(interrupt)
}
