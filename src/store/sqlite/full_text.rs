//! The two full-text indexes and the tables in which SQLite stores them.

/// The indexes: one of the texts of labels, one of the words of games.
pub const INDEXES: [&str; 2] = ["label_words", "game_words"];

/// The tables in which SQLite stores an index: the suffixes of their names, and
/// their columns.
pub const PARTS: [(&str, &str); 4] = [
    ("_config", "k, v"),
    ("_data", "id, block"),
    ("_docsize", "id, sz"),
    ("_idx", "segid, term, pgno"),
];

/// Returns whether a table is a full-text index or part of one.
pub fn is_full_text(table: &str) -> bool {
    let of = |index: &&str| {
        let part = table.strip_prefix(*index);
        part.is_some_and(|part| part.is_empty() || PARTS.iter().any(|(name, _)| *name == part))
    };
    INDEXES.iter().any(of)
}

/// Returns whether a table is part of a full-text index. Its SQL in the schema
/// depends on the version of SQLite.
pub fn is_part(table: &str) -> bool {
    is_full_text(table) && !INDEXES.contains(&table)
}
