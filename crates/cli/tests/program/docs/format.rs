use super::{document, json};
use bgo::internal::store::{Access, Database};
use testkit::Text;

#[test]
fn the_keys_in_the_format_document_hold() {
    let home = tempfile::tempdir().expect("a folder");
    Database::open(&home.path().join("bgo/bgogames.sqlite"), Access::Write).expect("a database");
    let format = document("docs/format.md");
    for (moves, size, name) in [
        ("", "19", "| empty | 19x19 |"),
        ("pd", "19", "| B pd | 19x19 |"),
        ("pd dp pp dd", "19", "| B pd, W dp, B pp, W dd | 19x19 |"),
        ("pd dp pp dd fq", "19", "| the same and B fq | 19x19 |"),
        ("", "9", "| empty | 9x9 |"),
        ("ee", "9", "| B ee | 9x9 |"),
    ] {
        let moves: Vec<&str> = moves.split_whitespace().collect();
        let answer = json(home.path(), &[&["search", "--size", size], &moves[..]].concat());
        let row = format!("{name} `{}` |", answer["key"].as_str().unwrap_or_default());
        format.says(&row);
    }
}

/// A new database has the checksums in the format document.
#[test]
fn the_checksums_in_the_format_document_hold() {
    let home = tempfile::tempdir().expect("a folder");
    let path = home.path().join("new.sqlite");
    Database::open(&path, Access::Write).expect("a database");
    let database = rusqlite::Connection::open(&path).expect("opens");
    for table in ["state", "analysis_sums"] {
        let sql = format!("SELECT checksum FROM {table}");
        let checksum: u32 = database.query_row(&sql, [], |row| row.get(0)).expect("a row");
        let sentence = format!("the checksum {checksum}.");
        document("docs/format.md").says(&sentence);
    }
}
