use super::*;
use crate::go::{BoardSize, HashTable, KeyTable, Point, Position};
use crate::interrupt::Interrupt;
use crate::store::snapshot::Snapshot;
use crate::testing::TestDatabase;
use std::sync::atomic::{AtomicU64, Ordering};

const SIZE: BoardSize = BoardSize::MAX;

fn evaluation(visits: u64) -> Evaluation {
    Evaluation::of(Color::Black, 0.5, None, Some(visits)).expect("is in range")
}

/// Returns an analysis of the position that has a stone at each bit of the number.
fn analysis(number: usize, visits: u64) -> Analysis {
    let keys = KeyTable::new(&HashTable::built_in(), SIZE);
    let mut position = Position::new(SIZE);
    // The corner makes the positions differ in all orientations.
    for bit in (0..18).filter(|bit| number >> bit & 1 == 1) {
        position.set(&keys, Point::new(bit, 0), Some(Color::Black));
        position.set(&keys, Point::new(bit, 1), Some(Color::White));
    }
    Analysis::new(position.canonical(), Color::Black, None, evaluation(visits), [])
}

/// Runs something and returns the number of steps that SQLite took.
fn steps(snapshot: &Snapshot, run: impl FnOnce()) -> u64 {
    let steps = Arc::new(AtomicU64::new(0));
    let counted = Arc::clone(&steps);
    let count = move || {
        counted.fetch_add(1, Ordering::Relaxed);
        false
    };
    let sqlite = snapshot.sqlite();
    sqlite.progress_handler(1, Some(count)).expect("is watched");
    run();
    sqlite.progress_handler(0, None::<fn() -> bool>).expect("is let go");
    steps.load(Ordering::Relaxed)
}

#[test]
fn an_analysis_is_added_as_fast_to_a_large_file_as_to_a_small_one() {
    let db = TestDatabase::new();
    let transaction = db.transaction(Interrupt::default()).expect("begins");
    let mut writer = AnalysisFileWriter::new(&transaction, Path::new("/a.jsonl")).expect("begins");
    let mut add = |numbers: std::ops::Range<usize>| {
        steps(&transaction, || {
            for number in numbers {
                assert!(writer.add(&analysis(number, 1)).expect("is added"));
            }
        })
    };
    let first = add(0..50);
    add(50..950);
    let last = add(950..1000);
    assert!(last < 2 * first, "{first} {last}");
    assert!(!writer.add(&analysis(7, 1)).expect("is known"));
    assert!(!writer.add(&analysis(7, 2)).expect("is known"));
    assert_eq!(writer.finish().expect("ends"), 1000);
    let best = transaction.best_evaluation(&analysis(7, 1).position, Color::Black);
    assert_eq!(best.expect("is sound"), Some(evaluation(2)));
}

#[test]
fn the_best_of_many_analyses_is_found_as_fast_as_of_few() {
    let db = TestDatabase::new();
    let asked = |files: std::ops::Range<u64>| {
        let transaction = db.transaction(Interrupt::default()).expect("begins");
        for file in files {
            let path = format!("/{file}.jsonl");
            let mut writer = AnalysisFileWriter::new(&transaction, Path::new(&path)).expect("begins");
            writer.add(&analysis(1, 5)).expect("is added");
            writer.finish().expect("ends");
        }
        transaction.finish().expect("is committed");
        let snapshot = db.snapshot();
        // The first question verifies the table.
        let best = || snapshot.best_evaluation(&analysis(1, 5).position, Color::Black);
        assert_eq!(best().expect("is sound"), Some(evaluation(5)));
        let mut again = None;
        let steps = steps(&snapshot, || again = best().expect("is sound"));
        assert_eq!(again, Some(evaluation(5)));
        steps
    };
    let few = asked(0..3);
    let many = asked(3..300);
    assert!(many < 2 * few, "{few} {many}");
}
