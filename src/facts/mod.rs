//! The facts of a game, as one table of columns: name, type and meaning. Documents in JSON, the
//! view of SQL, exports, datasets and tables of Arrow have these columns, and the documentation says
//! the same of them.

mod column;
mod description;
pub(crate) mod parquet;

pub use column::{Column, Get, Kind, Value};
pub use description::{Described, Description, facts, margin};
