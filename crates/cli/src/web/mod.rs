//! The HTTP server: an API that only reads, and the page that asks it. Answers
//! are the documents that the command line prints with `--json`; `openapi.json`
//! describes them.

mod answers;
mod api;
mod connections;
mod error;
mod page;
mod parameters;
mod readers;
mod server;

pub use server::{Options, Server};
