use anyhow::{Context, Result};
use bgo::internal::interrupt::{Interrupt, Running};
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
    handle(&interrupt).context("Ctrl-C cannot be handled")?;
    *is_handled = true;
    Ok(interrupt)
}

#[cfg(unix)]
fn handle(interrupt: &Interrupt) -> io::Result<()> {
    use signal_hook::consts::{SIGINT, SIGTERM};
    use signal_hook::flag;
    for signal in [SIGINT, SIGTERM] {
        // In this order, as the first looks at what the last sets.
        flag::register_conditional_default(signal, interrupt.idle())?;
        flag::register(signal, interrupt.requested())?;
        flag::register(signal, interrupt.idle())?;
    }
    Ok(())
}

/// On Windows, a thread waits for the events of the console.
#[cfg(windows)]
fn handle(interrupt: &Interrupt) -> io::Result<()> {
    use std::sync::atomic::Ordering;
    use tokio::signal::windows::{ctrl_break, ctrl_c, ctrl_close, ctrl_shutdown};
    /// The status of a program that Ctrl-C ends.
    const STATUS_CONTROL_C_EXIT: u32 = 0xC000_013A;
    let (requested, idle) = (interrupt.requested(), interrupt.idle());
    let runtime = tokio::runtime::Builder::new_current_thread().build()?;
    // From here on, they do not end the program any more. After its window is closed, the system lets
    // it run for a few seconds more.
    let (mut interrupted, mut terminated) = (ctrl_c()?, ctrl_break()?);
    let (mut closed, mut shut_down) = (ctrl_close()?, ctrl_shutdown()?);
    let obey = async move {
        loop {
            tokio::select! {
                _ = interrupted.recv() => {}
                _ = terminated.recv() => {}
                _ = closed.recv() => {}
                _ = shut_down.recv() => {}
            }
            if idle.swap(true, Ordering::Relaxed) {
                std::process::exit(STATUS_CONTROL_C_EXIT.cast_signed());
            }
            requested.store(true, Ordering::Relaxed);
        }
    };
    let thread = std::thread::Builder::new().name("console".to_owned());
    thread.spawn(move || runtime.block_on(obey)).map(drop)
}
