//! The commands for games: importing, queries, changes and files.

mod bad_input;
mod check;
mod command_line;
mod conditions;
mod contents;
mod damage;
mod database_versions;
mod demo;
mod duplicates;
mod huge;
mod import;
mod info;
#[cfg(target_os = "linux")]
mod interrupts;
mod missing_database;
mod older_schemas;
mod optimize;
mod overwrite;
mod patterns;
mod places;
mod records;
mod regroup;
mod remove;
mod report;
mod round_trips;
mod schema;
mod search;
mod shell_script;
mod sql;
mod sql_limits;
mod standard_streams;
mod terminal;
mod unverified;
mod words;
