//! The `bgo` program: everything it does is in the library.

use std::process::ExitCode;

/// Import allocates many small pieces on every thread; with the system's
/// allocator it takes 8% more processor time, and with huge pages, which this
/// one is built without, a fifth more time to clear them.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    bgo_cli::main()
}
