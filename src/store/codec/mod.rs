//! The formats of the rows of the file: conversion between bytes and values,
//! without SQLite.

mod analysis;
mod block;
mod bytes;
mod compress;
mod corners;
mod course;
mod game_columns;
pub mod pack;
mod posting;
mod text_run;
mod totals;

pub use analysis::*;
pub use block::*;
pub use bytes::*;
pub use compress::*;
pub use corners::*;
pub use course::*;
pub use game_columns::*;
pub use posting::*;
pub use text_run::*;
pub use totals::*;
