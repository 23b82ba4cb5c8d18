use super::super::analyses::*;
use crate::go::{BoardSize, Color, HashTable, KeyTable, Point, Position};
use crate::interrupt::Interrupt;
use crate::store::Database;
use crate::store::snapshot::Snapshot;
use crate::testing::TestDatabase;
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

const SIZE: BoardSize = BoardSize::MAX;

fn evaluation(visits: u64) -> Evaluation {
    Evaluation::of(Color::Black, 0.5, None, Some(visits)).expect("is in range")
}

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

fn add_file(transaction: &Transaction, path: &str, numbers: Range<usize>, visits: u64) {
    let mut known = known_analysis_files(transaction).expect("is read");
    let mut writer = AnalysisFileWriter::new(transaction, &mut known, Path::new(path)).expect("begins");
    for number in numbers {
        writer.add(&analysis(number, visits)).expect("is added");
    }
    writer.finish().expect("ends");
}

fn begin(db: &Database) -> Transaction {
    db.transaction(Interrupt::default()).expect("begins")
}

fn best(snapshot: &Snapshot, number: usize) -> Result<Option<Evaluation>, StoreError> {
    snapshot.best_evaluation(&analysis(number, 0).position, Color::Black)
}

fn assert_sound(db: &Database) {
    let checked = db.check(&mut |_| ()).expect("is checked");
    assert_eq!(checked.problems, [""; 0]);
}

#[test]
fn an_analysis_is_added_as_fast_to_a_large_file_as_to_a_small_one() {
    let db = TestDatabase::new();
    let transaction = begin(&db);
    let mut known = known_analysis_files(&transaction).expect("is read");
    let mut writer = AnalysisFileWriter::new(&transaction, &mut known, Path::new("/a.jsonl")).expect("begins");
    let mut add = |numbers: Range<usize>| {
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
    transaction.finish().expect("is committed");
    assert_eq!(best(&db.snapshot(), 7).expect("is sound"), Some(evaluation(2)));
    assert_sound(&db);
}

#[test]
fn a_known_file_is_replaced_as_fast_among_many_files_as_among_few() {
    let db = TestDatabase::new();
    let path = |file: usize| format!("/{file}.jsonl");
    let replaced = |files: Range<usize>| {
        let transaction = begin(&db);
        for file in files {
            add_file(&transaction, &path(file), 0..5, 1);
        }
        let mut known = known_analysis_files(&transaction).expect("is read");
        let steps = steps(&transaction, || {
            let writer = AnalysisFileWriter::new(&transaction, &mut known, Path::new(&path(1)));
            let mut writer = writer.expect("begins");
            for number in 2..4 {
                writer.add(&analysis(number, 3)).expect("is added");
            }
            assert_eq!(writer.finish().expect("ends"), 2);
        });
        transaction.finish().expect("is committed");
        steps
    };
    let few = replaced(0..3);
    let many = replaced(3..300);
    assert!(many < 2 * few, "{few} {many}");
    assert_eq!(db.snapshot().state().expect("is read").analyses, 299 * 5 + 2);
    assert_sound(&db);
}

#[test]
fn a_file_that_comes_twice_in_an_import_counts_once() {
    let db = TestDatabase::new();
    let transaction = begin(&db);
    let mut known = known_analysis_files(&transaction).expect("is read");
    for (path, numbers) in [("/a", 0..9), ("/b", 0..2), ("/a", 4..7)] {
        let writer = AnalysisFileWriter::new(&transaction, &mut known, Path::new(path));
        let mut writer = writer.expect("begins");
        for number in numbers {
            writer.add(&analysis(number, 1)).expect("is added");
        }
        writer.finish().expect("ends");
    }
    transaction.finish().expect("is committed");
    let state = db.snapshot().state().expect("is read");
    assert_eq!((state.analysis_files, state.analyses), (2, 5));
    assert_sound(&db);
}

#[test]
fn the_best_of_many_analyses_is_found_as_fast_as_of_few() {
    let db = TestDatabase::new();
    let asked = |files: Range<u64>| {
        let transaction = begin(&db);
        for file in files {
            add_file(&transaction, &format!("/{file}.jsonl"), 1..2, 5);
        }
        transaction.finish().expect("is committed");
        let snapshot = db.snapshot();
        // The first question adds up all analyses of the position.
        assert_eq!(best(&snapshot, 1).expect("is sound"), Some(evaluation(5)));
        let mut again = None;
        let steps = steps(&snapshot, || again = best(&snapshot, 1).expect("is sound"));
        assert_eq!(again, Some(evaluation(5)));
        steps
    };
    let few = asked(0..3);
    let many = asked(3..300);
    assert!(many < 2 * few, "{few} {many}");
}

#[test]
fn the_first_question_of_a_state_reads_few_of_the_analyses() {
    const MANY: usize = 20_000;
    let db = TestDatabase::new();
    let transaction = begin(&db);
    add_file(&transaction, "/a", 0..MANY, 5);
    transaction.finish().expect("is committed");
    let snapshot = db.snapshot();
    let steps = steps(&snapshot, || {
        assert_eq!(best(&snapshot, 1).expect("is sound"), Some(evaluation(5)));
        assert_eq!(best(&snapshot, (1 << 18) - 1).expect("is sound"), None);
    });
    assert!(steps < MANY as u64 / 10, "{steps}");
}

/// Makes a database in which `/a` has an analysis of position 1 with 5 visits, and `/b` has
/// analyses of the positions 1 and 2 with 3 visits, and damages it.
fn damaged(sql: &str) -> TestDatabase {
    let db = TestDatabase::new();
    let transaction = begin(&db);
    add_file(&transaction, "/a", 1..2, 5);
    add_file(&transaction, "/b", 1..3, 3);
    transaction.finish().expect("is committed");
    let other = begin(&db);
    other.sqlite().execute_batch(sql).expect("is run");
    other.execute("COMMIT", []).expect("is damaged");
    db
}

#[test]
fn a_question_about_a_position_notices_that_an_analysis_of_it_is_not_as_it_was_written() {
    let checksum = format!("checksum = row_checksum({})", ANALYSIS.columns);
    for sql in [
        "DELETE FROM analysis WHERE visits = 5",
        &format!("UPDATE analysis SET visits = 1 WHERE visits = 5; UPDATE analysis SET {checksum}"),
        "INSERT INTO analysis SELECT id + 9, position, board_size, to_play, 0, 0, 7, 0, moves, source, 1, 0
             FROM analysis WHERE visits = 5",
        "UPDATE analysis SET win_rate = 0 WHERE visits = 5",
    ] {
        let db = damaged(sql);
        assert!(
            matches!(best(&db.snapshot(), 1), Err(StoreError::Damaged { .. })),
            "{sql}"
        );
        assert_eq!(best(&db.snapshot(), 2).expect("is sound"), Some(evaluation(3)), "{sql}");
        assert!(!db.check(&mut |_| ()).expect("is checked").problems.is_empty(), "{sql}");
    }
    for sql in [
        "DELETE FROM analysis_sums",
        "UPDATE analysis_sums SET sums = x''",
        "UPDATE analysis_sums SET sums = x'00', checksum = row_checksum(1, x'00')",
    ] {
        let db = damaged(sql);
        assert!(
            matches!(best(&db.snapshot(), 2), Err(StoreError::Damaged { .. })),
            "{sql}"
        );
        assert!(!db.check(&mut |_| ()).expect("is checked").problems.is_empty(), "{sql}");
    }
}

#[test]
fn what_is_written_later_does_not_hide_a_damage() {
    let db = damaged("DELETE FROM analysis WHERE visits = 5");
    let transaction = begin(&db);
    add_file(&transaction, "/c", 1..3, 9);
    add_file(&transaction, "/b", 0..1, 9);
    transaction.finish().expect("is committed");
    assert!(best(&db.snapshot(), 1).is_err());
    assert_eq!(best(&db.snapshot(), 2).expect("is sound"), Some(evaluation(9)));
}

#[test]
fn a_repair_makes_the_sums_anew_unless_analyses_are_damaged() {
    let repaired = |db: &TestDatabase| {
        Database::repair(db.snapshot().path(), HashTable::built_in(), Interrupt::default()).expect("is repaired")
    };
    let made = ["made the sums over the analyses anew"];
    let db = damaged("UPDATE analysis_sums SET sums = x''");
    assert_eq!(repaired(&db), made);
    assert_eq!(best(&db.snapshot(), 1).expect("is sound"), Some(evaluation(5)));
    assert_sound(&db);

    let db = damaged("UPDATE analysis SET position = 0 WHERE visits = 5");
    assert_eq!(repaired(&db), [""; 0]);
    // Without the damaged ones, the others can be used again.
    let removed = db.remove_analysis_file(1, &Interrupt::default()).expect("is removed");
    assert_eq!(removed, 1);
    assert!(best(&db.snapshot(), 1).is_err());
    assert_eq!(repaired(&db), made);
    assert_eq!(best(&db.snapshot(), 1).expect("is sound"), Some(evaluation(3)));
    assert_sound(&db);
}

#[test]
fn a_file_is_removed_even_if_some_of_its_analyses_are_missing() {
    let db = damaged("DELETE FROM analysis WHERE visits = 5");
    assert_eq!(
        db.remove_analysis_file(1, &Interrupt::default()).expect("is removed"),
        0
    );
    assert_eq!(db.snapshot().analysis_files().expect("is read").len(), 1);
}

#[test]
fn the_removal_of_a_file_obeys_the_interrupt_that_it_is_given() {
    let db = TestDatabase::new();
    let transaction = db.transaction(Interrupt::default()).expect("begins");
    add_file(&transaction, "/a", 0..3, 9);
    transaction.finish().expect("is committed");
    let stop = Interrupt::default();
    stop.set();
    let stopped = db.remove_analysis_file(1, &stop);
    assert!(matches!(stopped, Err(StoreError::Stopped)), "{stopped:?}");
    assert_eq!(db.snapshot().analysis_files().expect("is read").len(), 1);
    assert_eq!(
        db.remove_analysis_file(1, &Interrupt::default()).expect("is removed"),
        3
    );
    assert_sound(&db);
}
