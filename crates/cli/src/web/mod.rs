//! The HTTP server: an API and the page that uses it. Answers are mostly the
//! documents that the command line prints with `--json`; `openapi.json` describes them.

mod answers;
mod api;
mod changes;
mod connections;
#[cfg(test)]
mod description;
mod diagrams;
mod download;
mod error;
mod hosts;
mod lists;
mod negotiation;
mod page;
mod parameters;
mod presence;
mod reading;
mod rivals;
mod server;
mod stream;

pub use changes::{Changes, Permission};
pub use hosts::host_name;
pub use presence::Presence;
pub use server::{FAREWELL, Site, listen, serve};

/// Calls a function when it is dropped, such as with the request of a client that disconnects.
struct OnDrop<F: FnMut()>(F);

impl<F: FnMut()> Drop for OnDrop<F> {
    fn drop(&mut self) {
        let Self(call) = self;
        call();
    }
}
