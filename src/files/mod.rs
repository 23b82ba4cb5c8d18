//! Files: new files that appear only when complete, ids of files, paths, checksums and
//! comma-separated values.

mod checksum;
mod csv_writer;
mod error;
mod file_id;
mod new_file;
mod path;

pub use checksum::{hash, hex};
pub use csv_writer::CsvWriter;
pub use error::FileError;
pub(crate) use error::system_reason;
pub use file_id::FileId;
pub use new_file::{NewFile, NewFileError, TEMPORARY, builder, destination, persist, resolved};
pub use path::{canonical, folder_of};
