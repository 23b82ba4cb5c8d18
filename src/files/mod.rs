//! Files: new files that appear only when complete, paths, checksums, and
//! comma-separated values.

mod checksum;
mod csv_writer;
mod new_file;

pub use checksum::{hash, hex};
pub use csv_writer::CsvWriter;
pub use new_file::{NewFile, NewFileError, builder, destination, folder_of, persist, resolved};
