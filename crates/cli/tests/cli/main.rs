//! The program as its users run it: one process a command, on archives and
//! databases that each test makes in a folder of its own.

mod bad_input;
mod check;
mod contents;
mod damage;
mod database_versions;
mod demo;
mod duplicates;
mod huge;
mod import;
mod info;
mod optimize;
mod places;
mod records;
mod regroup;
mod remove;
mod report;
#[path = "../../../../tests/twin/rng.rs"]
mod rng;
mod round_trips;
mod schema;
mod search;
mod shell_script;
mod sql;
mod sql_limits;
mod terminal;
mod unverified;
mod words;
mod world;
