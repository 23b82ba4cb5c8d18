//! A start without a terminal, such as by a double click.

use std::io::{self, IsTerminal};

/// The command that such a start runs.
pub(super) const COMMAND: [&str; 3] = ["serve", "--open", "--until-closed"];

/// Returns whether nobody can type, nobody reads what is printed, and there is a screen for a browser. With other
/// redirections, as of scripts, the program is the shell.
#[cfg(unix)]
pub(super) fn is_so() -> bool {
    use std::env;
    use std::fs::{self, File};
    use std::os::fd::{AsFd, BorrowedFd};
    use std::os::unix::fs::MetadataExt;
    let names = ["DISPLAY", "WAYLAND_DISPLAY"];
    let has_screen = cfg!(target_os = "macos")
        || names
            .iter()
            .any(|name| env::var_os(name).is_some_and(|value| !value.is_empty()));
    let about = |fd: BorrowedFd<'_>| fd.try_clone_to_owned().and_then(|fd| File::from(fd).metadata());
    let null = fs::metadata("/dev/null").map(|null| null.rdev()).ok();
    let is_null = |fd: BorrowedFd<'_>| about(fd).ok().map(|file| file.rdev()) == null;
    // systemd says so if what is printed goes to its log.
    let log = env::var("JOURNAL_STREAM").ok();
    let is_log = |fd: BorrowedFd<'_>| {
        let file = about(fd).ok().map(|file| format!("{}:{}", file.dev(), file.ino()));
        file.is_some() && file == log
    };
    has_screen
        && is_null(io::stdin().as_fd())
        && [io::stdout().as_fd(), io::stderr().as_fd()]
            .into_iter()
            .all(|fd| is_null(fd) || is_log(fd))
}

/// Returns whether the program has a console of its own, as after a double click, or none at all.
#[cfg(windows)]
pub(super) fn is_so() -> bool {
    use std::os::windows::io::AsRawHandle;
    match processes_of_console() {
        // A console without a window is made for programs whose output is read.
        1 => io::stdin().is_terminal() && io::stdout().is_terminal() && io::stderr().is_terminal(),
        0 => [
            io::stdin().as_raw_handle(),
            io::stdout().as_raw_handle(),
            io::stderr().as_raw_handle(),
        ]
        .into_iter()
        .all(<*mut _>::is_null),
        _ => false,
    }
}

/// Returns the number of processes that have the console of this one, but 2 for more; 0 without a console.
#[cfg(windows)]
#[expect(unsafe_code, reason = "no crate in use has a safe function for this system call")]
fn processes_of_console() -> u32 {
    let mut processes = [0; 2];
    // SAFETY: the pointer is that of so many numbers.
    let count = unsafe { windows_sys::Win32::System::Console::GetConsoleProcessList(processes.as_mut_ptr(), 2) };
    count.min(2)
}

/// Keeps a window open until somebody has read what it shows.
pub(super) fn hold_window() {
    if cfg!(windows) && io::stdin().is_terminal() {
        super::output::tell("Press Enter to close this window.");
        let _ = io::stdin().read_line(&mut String::new());
    }
}
