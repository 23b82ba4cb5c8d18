//! What the tests and benchmarks of several crates share: archives made in
//! memory, data outside of the project, random choices that repeat, and the
//! memory of a process. All functions panic when something fails.

mod archive;
mod data;
mod process;
mod rng;

pub use archive::{gzip, tar, tgz, unpacked, zip};
pub use data::{FIXTURE, corpus, golden, root};
pub use process::Usage;
pub use rng::Rng;
