//! Both readers find the same games.

use super::made_up::{careless, escaped, texts};
use super::{by_library, slowly, table};
use bgo::internal::archive::{ArchiveItem, open};
use bgo::internal::go::{HashTable, KeyTables};
use bgo::internal::record::{RepairKind, decode};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use std::path::{Path, PathBuf};

/// The twin tries readings within readings.
const STACK: usize = 1 << 28;

fn difference(text: &str, keys: &KeyTables) -> Option<String> {
    let (twin, library) = (slowly(text), by_library(text, keys));
    let shown: String = text.chars().take(500).collect();
    if twin.len() != library.len() {
        return Some(format!(
            "{shown}\n  twin {} games, library {}",
            twin.len(),
            library.len()
        ));
    }
    twin.iter().zip(&library).find_map(|games| match games {
        (Some(twin), Some(library)) => {
            let difference = twin.difference(library)?;
            Some(format!("{shown}\n  {difference}"))
        }
        (None, None) => None,
        (twin, _) => Some(format!(
            "{shown}\n  only {} reads it",
            if twin.is_some() { "the twin" } else { "the library" }
        )),
    })
}

fn compare(archive: &Path) -> (usize, Vec<String>) {
    let keys = KeyTables::new(HashTable::built_in());
    let (mut games, mut different) = (0, Vec::new());
    for item in open(archive).expect("an archive") {
        let ArchiveItem::Record(member) = item.expect("undamaged") else {
            continue;
        };
        let text = decode(&member.bytes).text;
        games += slowly(&text).len();
        different.extend(difference(&text, &keys).map(|difference| format!("{}: {difference}", member.path)));
    }
    (games, different)
}

fn compare_all(archives: Vec<(PathBuf, usize)>) {
    let compare_all = move || {
        let mut wrong = String::new();
        for (archive, at_least) in &archives {
            let (games, different) = compare(archive);
            println!("{}: {} of {games} games differ", archive.display(), different.len());
            assert!(games >= *at_least, "{games}");
            wrong.extend(different.iter().take(5).map(|difference| format!("{difference}\n")));
        }
        assert!(wrong.is_empty(), "{wrong}");
    };
    let thread = std::thread::Builder::new().stack_size(STACK).spawn(compare_all);
    thread.expect("a thread").join().expect("agreement");
}

#[test]
fn both_read_small_records_the_same() {
    let keys = KeyTables::new(HashTable::built_in());
    let spellings = table::SAME.iter().flat_map(|group| group.split_whitespace());
    let texts = table::RECORDS
        .iter()
        .flat_map(|(_, texts)| *texts)
        .copied()
        .chain(spellings);
    let different: Vec<String> = texts.filter_map(|text| difference(text, &keys)).collect();
    assert!(different.is_empty(), "{}", different.join("\n"));
}

#[test]
fn both_read_the_fixture_the_same() {
    compare_all(vec![(testkit::FIXTURE.into(), 200)]);
}

#[test]
fn both_read_real_archives_the_same() {
    let archives = [
        ("tygem-5k", 5000),
        ("ai-mixed", 3500),
        ("fox-pro-3k", 3000),
        ("gnugo-regression", 800),
        ("encodings", 20),
    ];
    let found = archives.map(|(name, games)| testkit::corpus(&format!("{name}.tgz")).map(|path| (path, games)));
    compare_all(found.into_iter().flatten().collect());
}

proptest! {
    // Always the same texts: of some, which end of a text loses less is a matter of taste.
    #![proptest_config(ProptestConfig {
        failure_persistence: None,
        rng_seed: RngSeed::Fixed(16),
        ..ProptestConfig::with_cases(1000)
    })]

    #[test]
    fn both_read_random_records_the_same(made in texts()) {
        let keys = KeyTables::new(HashTable::built_in());
        for text in [careless(&made), escaped(&made)] {
            let difference = difference(&text, &keys);
            prop_assert!(difference.is_none(), "{}", difference.unwrap_or_default());
        }
    }

    /// The twin alone: what a comment says never becomes part of the game.
    #[test]
    fn brackets_without_backslashes_change_nothing(made in texts()) {
        let mut readings = [slowly(&careless(&made)), slowly(&escaped(&made))];
        for facts in readings.iter_mut().flatten().flatten() {
            facts.repairs.remove(&RepairKind::Bracket);
            facts.bracket_elsewhere = false;
        }
        prop_assert_eq!(&readings[0], &readings[1], "{}", careless(&made));
    }
}
