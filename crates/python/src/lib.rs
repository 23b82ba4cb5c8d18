//! The native part of the Python package bgo. The package's own modules, in `python/bgo`, make typed
//! objects of the documents, tables and arrays that it returns.

mod analyses;
mod arrays;
mod arrow;
mod database;
mod documents;
mod error;
mod games;
mod import_report;
mod interrupt;
mod katago;
mod many;
mod program;
mod question;
mod record_batch;
mod records;
mod rows;
mod spark;
mod sql;
mod training;

#[pyo3::pymodule]
mod _bgo {
    use bgo::internal::dataset::{PositionRow, layout};
    use bgo::internal::import::Original;

    #[pymodule_export]
    use crate::arrays::{Array, read_positions};
    #[pymodule_export]
    use crate::arrow::Table;
    #[pymodule_export]
    use crate::database::Database;
    #[pymodule_export]
    use crate::games::Games;
    #[pymodule_export]
    use crate::katago::KatagoRows;
    #[pymodule_export]
    use crate::program::run_program;
    #[pymodule_export]
    use crate::question::{conditions, parameters};
    #[pymodule_export]
    use crate::records::read_sgf;
    #[pymodule_export]
    use crate::rows::table;
    #[pymodule_export]
    use crate::spark::SameGames;
    #[pymodule_export]
    use crate::spark::manifest::{check_manifest, columns, facts, new_manifest, partition_bits, stored_path};
    #[pymodule_export]
    const END: i16 = PositionRow::END;
    #[pymodule_export]
    const GAMES_PER_FILE: i64 = layout::GAMES_PER_FILE;
    #[pymodule_export]
    const MANIFEST: &str = layout::MANIFEST;
    #[pymodule_export]
    const MAX_TREE_MOVES: usize = bgo::internal::query::MAX_TREE_MOVES;
    #[pymodule_export]
    const NAMED_FILES: usize = bgo::internal::import::NAMED_FILES;
    #[pymodule_export]
    const ROWS_PER_GROUP: usize = layout::ROWS_PER_GROUP;
    #[pymodule_export]
    const ROWS_PER_PAGE: usize = layout::ROWS_PER_PAGE;
    #[pymodule_export]
    const SAME_MOVES: &str = Original::SAME_MOVES;
    #[pymodule_export]
    const SAME_RECORD: &str = Original::SAME_RECORD;
    #[pymodule_export]
    const SETUP: i16 = PositionRow::SETUP;
    #[pymodule_export]
    use crate::spark::patterns::{count_pattern, find_pattern, pattern_lines, place_in_course};
    #[pymodule_export]
    use crate::spark::question::{SparkQuestion, require_known, scenes, sgf_file};
    #[pymodule_export]
    use crate::spark::reading::{read_archive, replay_positions};
    #[pymodule_export]
    use crate::training::KgsRows;
}
