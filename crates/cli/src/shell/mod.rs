//! The shell: a session with a board that is searched and played on, and the
//! commands that do it. [`Session::eval`] runs one command and returns what
//! it shows, so that nothing but [`run_interactive`] needs a terminal.
//!
//! A command is a variant of [`ShellCommand`](command::ShellCommand) with its arguments, keywords,
//! summary and examples, and a function in `commands/`. Help, completion and the first screen follow
//! from the variants.

mod command;
mod commands;
mod completion;
mod error;
mod first_screen;
mod input;
mod interactive;
mod runner;
mod session;
mod settings;
mod split;

#[cfg(any(test, fuzzing))]
#[cfg_attr(fuzzing, allow(dead_code, reason = "fuzzing needs a session only"))]
pub(crate) mod testing;

pub(crate) use commands::named;
pub(crate) use error::ShellError;
pub(crate) use first_screen::FirstScreen;
pub(crate) use interactive::run_interactive;
pub(crate) use runner::run_script;
pub use session::Session;
pub(crate) use session::SessionDatabase;
pub(crate) use settings::UserSettings;
