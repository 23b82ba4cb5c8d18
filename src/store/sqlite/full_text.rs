//! The two full-text indexes, and the tables in which SQLite keeps them.

/// The indexes: of the texts of labels and of the words of games.
pub const INDEXES: [&str; 2] = ["label_words", "game_words"];

/// The tables in which SQLite keeps an index, by the ends of their names, and
/// their columns.
pub const PARTS: [(&str, &str); 4] = [
    ("_config", "k, v"),
    ("_data", "id, block"),
    ("_docsize", "id, sz, origin"),
    ("_idx", "segid, term, pgno"),
];

/// Whether a table is a full-text index or part of one.
pub fn is_full_text(table: &str) -> bool {
    let of = |index: &&str| {
        let part = table.strip_prefix(*index);
        part.is_some_and(|part| part.is_empty() || PARTS.iter().any(|(name, _)| *name == part))
    };
    INDEXES.iter().any(of)
}

/// Whether a table is part of a full-text index. What SQLite writes about it into
/// the schema depends on its version.
pub fn is_part(table: &str) -> bool {
    is_full_text(table) && !INDEXES.contains(&table)
}
