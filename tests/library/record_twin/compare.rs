//! Both readers find the same games.

use super::made_up::texts;
use super::{Facts, by_library, slowly, table, written};
use bgo::archive::{Item, open};
use bgo::go::{HashTable, KeyTables};
use bgo::record::{RepairKind, decode};
use proptest::prelude::*;
use std::path::{Path, PathBuf};

/// The twin tries readings within readings.
const STACK: usize = 1 << 28;

/// Returns where two readings of a text differ, if they do.
fn difference(text: &str, keys: &KeyTables) -> Option<String> {
    let (twin, library) = (slowly(text), by_library(text, keys));
    let comparable = |facts: &[Option<Facts>], others: &[Option<Facts>]| -> Vec<Option<Facts>> {
        let pairs = facts.iter().zip(others);
        pairs
            .map(|(facts, other)| match (facts, other) {
                (Some(facts), Some(other)) => Some(facts.comparable(other)),
                _ => facts.clone(),
            })
            .collect()
    };
    let same = twin.len() == library.len() && comparable(&twin, &library) == comparable(&library, &twin);
    (!same).then(|| {
        format!(
            "{text}\n  twin    {:?}\n  library {:?}",
            written(&twin),
            written(&library)
        )
    })
}

/// Compares the records of an archive. Returns the number of games.
fn compare(archive: &Path) -> usize {
    let keys = KeyTables::new(HashTable::built_in());
    let (mut games, mut different) = (0, Vec::new());
    for item in open(archive).expect("an archive") {
        let Item::Record(member) = item.expect("undamaged") else {
            continue;
        };
        let text = decode(&member.bytes).text;
        games += slowly(&text).len();
        different.extend(difference(&text, &keys).map(|difference| format!("{}: {difference}", member.path)));
    }
    let shown = &different[..different.len().min(5)];
    let shown = shown.join("\n");
    assert_eq!(
        different.len(),
        0,
        "of {games} games of {}:\n{shown}",
        archive.display()
    );
    games
}

/// Compares archives, each with room for the twin.
fn compare_all(archives: Vec<PathBuf>) -> usize {
    let compare_all = move || archives.iter().map(|archive| compare(archive)).sum();
    let thread = std::thread::Builder::new().stack_size(STACK).spawn(compare_all);
    thread.expect("a thread").join().expect("agreement")
}

#[test]
fn both_read_small_records_the_same() {
    let keys = KeyTables::new(HashTable::built_in());
    let spellings = table::SAME.iter().flat_map(|group| group.split_whitespace());
    let texts = table::RECORDS.iter().map(|(text, _)| *text).chain(spellings);
    let different: Vec<String> = texts.filter_map(|text| difference(text, &keys)).collect();
    assert!(different.is_empty(), "{}", different.join("\n"));
}

#[test]
fn both_read_the_fixture_the_same() {
    assert!(compare_all(vec![testkit::FIXTURE.into()]) >= 200);
}

#[test]
fn both_read_real_archives_the_same() {
    for (name, at_least) in [
        ("tygem-5k", 5000),
        ("ai-mixed", 3500),
        ("fox-pro-3k", 3000),
        ("gnugo-regression", 800),
        ("encodings", 20),
    ] {
        let Some(archive) = testkit::corpus(&format!("{name}.tgz")) else {
            continue;
        };
        let games = compare_all(vec![archive]);
        assert!(games >= at_least, "{name}: {games}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn both_read_random_records_the_same(made in texts()) {
        let keys = KeyTables::new(HashTable::built_in());
        for text in [made.careless(), made.escaped()] {
            let difference = difference(&text, &keys);
            prop_assert!(difference.is_none(), "{}", difference.unwrap_or_default());
        }
    }

    /// The twin alone: what a comment says never becomes part of the game.
    #[test]
    fn brackets_without_backslashes_change_nothing(made in texts()) {
        let mut readings = [slowly(&made.careless()), slowly(&made.escaped())];
        for facts in readings.iter_mut().flatten().flatten() {
            facts.repairs.remove(&RepairKind::Bracket);
            facts.bracket_elsewhere = false;
        }
        prop_assert_eq!(&readings[0], &readings[1], "{}", made.careless());
    }
}
