//! Files: new files and folders that appear only when complete and survive a power cut, ids of files,
//! paths, checksums and comma-separated values.

mod checksum;
mod csv_writer;
mod durable;
mod error;
mod file_id;
mod new_file;
mod path;
mod regular;
mod staging;

pub use checksum::{hash, hex};
pub use csv_writer::CsvWriter;
pub use durable::{create_folder, sync_folder, sync_tree};
pub use error::FileError;
pub(crate) use error::system_reason;
pub use file_id::FileId;
pub use new_file::{NewFile, NewFileError, destination, give_name, resolved};
pub use path::{canonical, folder_of};
pub use regular::{open_regular, read_regular};
pub use staging::{Staging, is_temporary, remove_left_behind};
