//! The program as its users run it: one process for each command, on archives
//! and databases that each test makes in a folder of its own.

mod cli;
mod dataset;
mod docs;
mod enumerate;
mod positions;
mod web;
mod world;
