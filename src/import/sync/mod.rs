//! Bringing a database up to date with a folder: the comparison finds the records that
//! are new, and the sources that are gone from the folder; then the ones are imported and
//! the others removed.

mod apply;
mod error;
mod plan;
mod scan;
mod unchanged;

pub use apply::{Synced, apply_sync};
pub use error::SyncError;
pub use plan::{SyncPlan, plan_sync};
