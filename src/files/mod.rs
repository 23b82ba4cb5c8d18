//! Files: new ones that are complete or do not exist, paths, and checksums.

mod checksum;
mod new_file;

pub use checksum::{hash, hex};
pub use new_file::{NewFile, NewFileError, builder, destination, folder_of, persist, resolved};
