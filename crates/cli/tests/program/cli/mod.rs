//! The commands for games: importing, queries, changes and files.

mod analyses;
mod analysis_files;
mod check;
mod command_line;
mod conditions;
mod database_versions;
mod demo;
mod duplicates;
mod empty_answers;
mod exported_dataset;
mod file_endings;
mod foreign;
mod huge;
mod import;
mod info;
#[cfg(target_os = "linux")]
mod interrupts;
mod missing_database;
mod overwrite;
mod patterns;
mod places;
mod print;
mod remove;
mod report;
mod search;
mod shell_script;
mod sql;
mod sql_limits;
mod standard_streams;
mod synced_folder;
// Its names have control characters, which those on Windows cannot have.
#[cfg(unix)]
mod terminal;
