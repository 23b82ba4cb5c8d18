//! The program `bgo`, as a command of the package.

use bgo_cli::Call;
use pyo3::{Python, pyfunction};
use std::ffi::OsString;
use std::process::ExitCode;

/// Runs the program with the words of its command line, and returns its exit status. `command` starts
/// it again.
#[pyfunction]
pub fn run_program(py: Python<'_>, command: Vec<OsString>, words: Vec<OsString>) -> u8 {
    let code = py.detach(|| bgo_cli::main_of(Call { command, words }));
    // The type of the standard library does not give its number.
    (0..=u8::MAX)
        .find(|&status| ExitCode::from(status) == code)
        .unwrap_or(1)
}
