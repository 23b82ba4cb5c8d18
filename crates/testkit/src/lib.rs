//! Helpers for the tests and benchmarks of several crates: archives in memory,
//! games, checksums, a sandbox for the program, tables of cases, data outside the checkout, repeatable
//! random choices and the resource usage of a process. All functions panic on failure.

mod archive;
mod checksum;
mod data;
pub mod katago;
mod made_up;
mod moves;
mod process;
mod rng;
mod sandbox;
mod text;

pub use archive::{bzip2, gzip, seven_zip, tar, tgz, unpacked, xz, zip, zstd};
pub use checksum::{add_row_checksum, crc};
pub use data::{FIXTURE, corpus, golden, replay_fuzz_corpus, root};
pub use made_up::{made_up, made_up_archive, members, numbered};
pub use moves::{line, nodes, point, turned};
pub use process::{sentence, usage};
pub use rng::Rng;
pub use sandbox::{Sandbox, files};
pub use text::{Text, cases};
