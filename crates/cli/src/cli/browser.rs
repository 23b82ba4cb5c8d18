//! The user's browser.

use super::output::tell;
use std::env;
use std::ffi::{OsStr, OsString};
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// The time in which a command fails that cannot open anything.
const PATIENCE: Duration = Duration::from_secs(3);

const LOOK: Duration = Duration::from_millis(20);

/// Opens an address in the user's browser, or tells that none can be opened.
pub(super) fn open(address: &str) {
    let mut commands = commands().into_iter();
    if !commands.any(|(program, arguments)| runs(&program, arguments, address)) {
        tell(format_args!("bgo: no browser can be opened; open {address} in one"));
    }
}

/// Returns the commands that open an address, the best first: what $BROWSER names, then what the system has.
fn commands() -> Vec<(OsString, &'static [&'static str])> {
    let named = env::var_os("BROWSER").unwrap_or_default();
    let named: Vec<OsString> = env::split_paths(&named).map(Into::into).collect();
    let named = named
        .into_iter()
        .filter(|program| !program.is_empty())
        .map(|program| (program, &[][..]));
    let of_system: &[(&str, &[&str])] = if cfg!(windows) {
        &[("rundll32", &["url.dll,FileProtocolHandler"])]
    } else if cfg!(target_os = "macos") {
        &[("open", &[])]
    } else {
        &[("xdg-open", &[]), ("gio", &["open"])]
    };
    let of_system = of_system
        .iter()
        .map(|(program, arguments)| (OsString::from(program), *arguments));
    named.chain(of_system).collect()
}

/// Runs a command. Returns whether it succeeds, or goes on, as a browser may until it is closed.
fn runs(program: &OsStr, arguments: &[&str], address: &str) -> bool {
    let mut command = Command::new(program);
    command.args(arguments).arg(address);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    // Ctrl-C ends the server, not the browser.
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    let Ok(mut child) = command.spawn() else { return false };
    let begun = Instant::now();
    while begun.elapsed() < PATIENCE {
        match child.try_wait() {
            Ok(Some(status)) => return status.success(),
            Ok(None) => sleep(LOOK),
            Err(_) => break,
        }
    }
    true
}
