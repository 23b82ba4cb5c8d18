use super::super::position_files::*;
use crate::go::{Board, Color, Point};
use crate::position_file::{ExtraInfo, PositionId};
use crate::store::State;
use crate::store::sqlite::{Access, Connection};
use crate::testing::TestDatabase;

const SIZE: BoardSize = BoardSize::MAX;

fn record(number: u16) -> PositionRecord {
    let mut board = Board::new(SIZE);
    let point = Point::from_index(usize::from(number) % SIZE.area(), SIZE).expect("a point");
    board.set(point, Some(Color::Black));
    let extra = ExtraInfo {
        source: 1,
        variation: 0,
        move_number: number,
    };
    let extra = number.is_multiple_of(3).then_some(extra);
    PositionRecord::new(PositionId::new(number.into(), Color::White), &board, extra)
}

fn records(numbers: impl IntoIterator<Item = u16>) -> Vec<PositionRecord> {
    numbers.into_iter().map(record).collect()
}

fn add(db: &TestDatabase, path: &str, records: &[PositionRecord]) -> AddedPositions {
    let records = records.iter().cloned().map(Ok::<_, StoreError>);
    db.add_position_file(Path::new(path), SIZE, records, Interrupt::default(), |_| {})
        .expect("is added")
}

fn damage_by(db: &TestDatabase, sql: &str) {
    let connection = Connection::open(db.path(), Access::Write).expect("opens");
    connection
        .sqlite()
        .pragma_update(None, "foreign_keys", false)
        .expect("is set");
    connection.sqlite().execute_batch(sql).expect("is damaged");
}

fn visited(db: &TestDatabase, file: Option<i64>) -> Vec<(i64, u64, PositionRecord)> {
    let mut all = Vec::new();
    let visit = |file: &PositionFile, number, record| {
        all.push((file.id, number, record));
        Ok::<_, StoreError>(())
    };
    db.snapshot()
        .visit_position_records(file, None, visit)
        .expect("is sound");
    all
}

fn assert_has(db: &TestDatabase, file: i64, records: &[PositionRecord]) {
    let numbered = (1..).zip(records.iter().cloned());
    let expected: Vec<_> = numbered.map(|(number, record)| (file, number, record)).collect();
    assert_eq!(visited(db, Some(file)), expected);
    let problems = db.check(&mut |_| {}).expect("can be read").problems;
    assert!(problems.is_empty(), "{problems:?}");
}

fn counts(db: &TestDatabase) -> (u64, u64) {
    let State {
        position_files,
        position_records,
        ..
    } = db.snapshot().state().expect("a state");
    (position_files, position_records)
}

/// Returns an absolute path as the database has it: with a drive on Windows.
fn shown(path: &str) -> String {
    std::path::absolute(path).expect("a path").display().to_string()
}

#[test]
fn files_are_stored_in_their_order_and_found_again() {
    let db = TestDatabase::new();
    let (first, second) = (records(0..40), records(30..35));
    assert_eq!(add(&db, "/a/one.dat", &first), AddedPositions::New(40));
    assert_eq!(add(&db, "/b/two.dat", &second), AddedPositions::New(5));
    assert_eq!(add(&db, "/b/none.dat", &[]), AddedPositions::New(0));
    assert_eq!(counts(&db), (3, 45));
    for (file, records) in [(1, &first[..]), (2, &second), (3, &[])] {
        assert_has(&db, file, records);
    }
    assert_eq!(visited(&db, None).len(), 45);
    let files = db.snapshot().position_files().expect("files");
    let told: Vec<_> = files
        .iter()
        .map(|file| (file.id, file.path.as_str(), file.records))
        .collect();
    let [one, two, none] = ["/a/one.dat", "/b/two.dat", "/b/none.dat"].map(shown);
    assert_eq!(told, [(1, &*one, 40), (2, &*two, 5), (3, &*none, 0)]);
    assert!(
        files
            .iter()
            .all(|file| file.board_size == SIZE && !file.imported_at.is_empty())
    );
    for (path, file) in [("two.dat", 2), ("/a/one.dat", 1), ("b/none.dat", 3)] {
        assert_eq!(db.snapshot().find_position_file(Path::new(path)).expect("a file"), file);
    }
    let error = db
        .snapshot()
        .find_position_file(Path::new("three.dat"))
        .expect_err("there is none");
    assert_eq!(
        error.to_string(),
        format!("no position file three.dat was imported; there are {one}, {two}, {none}")
    );
    add(&db, "/a/two.dat", &[]);
    let error = db
        .snapshot()
        .find_position_file(Path::new("two.dat"))
        .expect_err("there are two");
    assert_eq!(
        error.to_string(),
        format!(
            "several position files are named two.dat; give the whole path: {two}, {}",
            shown("/a/two.dat")
        )
    );
}

#[test]
fn a_position_is_found_by_its_id_as_it_was_imported_first() {
    let db = TestDatabase::new();
    let mut other = record(7);
    other = PositionRecord::new(other.id(), &Board::new(SIZE), None);
    add(&db, "/a.dat", &records(0..10));
    add(&db, "/b.dat", &[other.clone()]);
    let id = other.id();
    assert_eq!(db.snapshot().position_with_id(id).expect("reads"), Some(record(7)));
    let unknown = PositionId::new(7, Color::Black);
    assert_eq!(db.snapshot().position_with_id(unknown).expect("reads"), None);
    db.remove_position_file(1).expect("is removed");
    assert_eq!(db.snapshot().position_with_id(id).expect("reads"), Some(other));
}

#[test]
fn the_same_file_again_changes_nothing_and_another_one_replaces_it() {
    let db = TestDatabase::new();
    let first = records(0..20);
    add(&db, "/other.dat", &records(50..60));
    add(&db, "/a.dat", &first);
    let before = db.snapshot().state().expect("a state");
    assert_eq!(add(&db, "/a.dat", &first), AddedPositions::Unchanged(20));
    assert_eq!(db.snapshot().state().expect("a state"), before);
    let mut middle = first.clone();
    middle[9] = record(99);
    for other in [
        middle,
        first[1..].to_vec(),
        records(0..25),
        records(0..3),
        Vec::new(),
        first,
    ] {
        let generation = db.snapshot().state().expect("a state").generation;
        let count = other.len() as u64;
        assert_eq!(add(&db, "/a.dat", &other), AddedPositions::Replaced(count));
        assert_eq!(counts(&db), (2, 10 + count));
        assert_has(&db, 2, &other);
        assert_has(&db, 1, &records(50..60));
        assert_eq!(db.snapshot().state().expect("a state").generation, generation + 1);
        assert_eq!(add(&db, "/a.dat", &other), AddedPositions::Unchanged(count));
    }
    // Without records, only the board size differs.
    let small = BoardSize::new(9).expect("a size");
    let none = || std::iter::empty::<Result<_, StoreError>>();
    for (added, size) in [
        (AddedPositions::Replaced(0), small),
        (AddedPositions::Unchanged(0), small),
    ] {
        let again = db.add_position_file(Path::new("/a.dat"), size, none(), Interrupt::default(), |_| {});
        assert_eq!(again.expect("is added"), added);
    }
}

#[test]
fn more_records_than_are_deleted_at_once_are_replaced() {
    let db = TestDatabase::new();
    let many = records(0..2 * DELETED_AT_ONCE as u16 + 5);
    add(&db, "/a.dat", &many);
    let turned: Vec<_> = many.iter().rev().cloned().collect();
    assert_eq!(add(&db, "/a.dat", &turned), AddedPositions::Replaced(many.len() as u64));
    assert_has(&db, 1, &turned);
    assert_eq!(db.remove_position_file(1).expect("is removed"), many.len() as u64);
    assert_eq!(counts(&db), (0, 0));
}

#[test]
fn a_file_is_removed_whole_and_others_stay() {
    let db = TestDatabase::new();
    add(&db, "/a.dat", &records(0..9));
    add(&db, "/b.dat", &records(5..20));
    let generation = db.snapshot().state().expect("a state").generation;
    assert_eq!(db.remove_position_file(7).expect("there is none"), 0);
    assert_eq!(db.snapshot().state().expect("a state").generation, generation);
    assert_eq!(db.remove_position_file(1).expect("is removed"), 9);
    assert_eq!(db.snapshot().state().expect("a state").generation, generation + 1);
    assert_eq!(counts(&db), (1, 15));
    assert_has(&db, 2, &records(5..20));
    assert!(visited(&db, Some(1)).is_empty());
}

#[test]
fn whatever_ends_early_leaves_all_as_it_was() {
    let db = TestDatabase::new();
    let first = records(0..20);
    add(&db, "/a.dat", &first);
    let before = db.snapshot().state().expect("a state");
    let small = PositionRecord::new(
        PositionId::new(1, Color::Black),
        &Board::new(BoardSize::new(9).expect("a size")),
        None,
    );
    for path in ["/a.dat", "/b.dat"] {
        for broken in [0, 10, 30] {
            // Once with the same records, and once with others.
            for start in [0, 1] {
                let path = Path::new(path);
                let until = |end: Result<PositionRecord, StoreError>| {
                    let sound = records(start..start + broken).into_iter().map(Ok);
                    sound.chain([end]).chain(records(90..95).into_iter().map(Ok))
                };
                let ends = until(Err(StoreError::IsFolder("x".into())));
                let ended = db.add_position_file(path, SIZE, ends, Interrupt::default(), |_| {});
                assert!(matches!(ended, Err(StoreError::IsFolder(_))), "{ended:?}");
                let ended = db.add_position_file(path, SIZE, until(Ok(small.clone())), Interrupt::default(), |_| {});
                let error = ended.expect_err("of another size").to_string();
                assert_eq!(error, "a position of a 9x9 board is among those of 19x19 boards");
                let stop = Interrupt::default();
                let stopping = |done| {
                    if done >= 5 {
                        stop.set();
                    }
                };
                let all = records(start..40).into_iter().map(Ok);
                let ended = db.add_position_file(path, SIZE, all, stop.clone(), stopping);
                assert!(matches!(ended, Err(StoreError::Stopped)), "{ended:?}");
                assert_eq!(db.snapshot().state().expect("a state"), before);
                assert_has(&db, 1, &first);
            }
        }
    }
}

#[test]
fn progress_counts_records_whether_they_are_new_or_not() {
    let db = TestDatabase::new();
    for (start, count) in [(0, 10), (0, 10), (1, 12)] {
        let mut told = Vec::new();
        let records = records(start..start + count).into_iter().map(Ok::<_, StoreError>);
        db.add_position_file(Path::new("/a.dat"), SIZE, records, Interrupt::default(), |done| {
            told.push(done)
        })
        .expect("is added");
        assert_eq!(told, (1..=count.into()).collect::<Vec<u64>>());
    }
}

#[test]
fn visiting_ends_with_the_first_error() {
    let db = TestDatabase::new();
    add(&db, "/a.dat", &records(0..9));
    let mut seen = 0;
    let ended = db.snapshot().visit_position_records(None, None, |_, number, _| {
        seen = number;
        if number == 4 { Err(StoreError::Stopped) } else { Ok(()) }
    });
    assert!(matches!(ended, Err(StoreError::Stopped)));
    assert_eq!(seen, 4);
}

#[test]
fn damage_is_no_answer_and_goes_when_the_file_is_imported_again() {
    let first = records(0..9);
    for (damage, named) in [
        (
            "UPDATE position_record SET checksum = checksum + 1 WHERE number = 4",
            "position 4 of /a.dat has a wrong checksum",
        ),
        (
            "UPDATE position_record SET record = zeroblob(length(record)) WHERE number = 4",
            "position 4 of /a.dat has a wrong checksum",
        ),
        (
            "DELETE FROM position_record WHERE number = 4",
            "position 4 of /a.dat is missing",
        ),
        (
            "DELETE FROM position_record WHERE number = 9",
            "8 of the 9 positions of /a.dat are there",
        ),
    ] {
        let db = TestDatabase::new();
        add(&db, "/a.dat", &first);
        damage_by(&db, damage);
        let error = db
            .snapshot()
            .visit_position_records(None, None, |_, _, _| Ok::<_, StoreError>(()))
            .expect_err(damage);
        let named = named.replace("/a.dat", &shown("/a.dat"));
        assert!(error.to_string().ends_with(&named), "{damage}: {error}");
        let found = db.snapshot().position_with_id(first[3].id());
        assert_eq!(found.is_err(), !damage.ends_with("number = 9"), "{damage}");
        assert_eq!(add(&db, "/a.dat", &first), AddedPositions::Replaced(9));
        assert_has(&db, 1, &first);
    }
    let db = TestDatabase::new();
    add(&db, "/a.dat", &first);
    for damage in ["UPDATE position_file SET records = 8", "DELETE FROM position_file"] {
        damage_by(&db, damage);
        assert!(
            matches!(db.snapshot().position_files(), Err(StoreError::Damaged { .. })),
            "{damage}"
        );
        let id = first[0].id();
        assert!(
            matches!(db.snapshot().position_with_id(id), Err(StoreError::Damaged { .. })),
            "{damage}"
        );
    }
}
