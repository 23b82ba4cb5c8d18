//! Migrations that are cut short.

use crate::job::take_back_courses;
use crate::place::Place;
#[cfg(unix)]
use crate::place::sentence;
use bgo::internal::go::HashTable;
use bgo::internal::interrupt::Interrupt;
use bgo::internal::store::{Access, Database, StoreError};
use rusqlite::Connection;
use std::time::Duration;
use testkit::{nodes, point, tar};

/// The number of games, which takes several transactions.
const GAMES: usize = 10_000;

/// Returns a place with a database of the schema without courses, and the courses that
/// it had.
fn place_without_courses() -> (Place, Vec<Vec<u8>>) {
    let place = Place::new();
    let game = |number| {
        let (start, step) = (number % 361, 1 + number / 361);
        let moves = nodes((0..12).map(|i| point(start + i * step)));
        (format!("{number:05}.sgf"), format!("(;PB[{number}]{moves})"))
    };
    place.write("games.tar", tar(&(0..GAMES).map(game).collect::<Vec<_>>()));
    place.succeed(&["import", "-q", "games.tar"]);
    let courses = courses(&place);
    assert_eq!(courses.len(), 20);
    take_back_courses(&place);
    (place, courses)
}

fn connect(place: &Place) -> Connection {
    let connection = Connection::open(place.database_path()).expect("opens");
    connection.busy_timeout(Duration::from_secs(60)).expect("is set");
    connection
}

/// Returns the rows of courses, none if there is no such table yet.
fn courses(place: &Place) -> Vec<Vec<u8>> {
    let connection = connect(place);
    let Ok(mut statement) = connection.prepare("SELECT data FROM game_courses ORDER BY id") else {
        return Vec::new();
    };
    let rows = statement.query_map([], |row| row.get(0)).expect("rows");
    rows.map(|row| row.expect("a row")).collect()
}

fn assert_sound(place: &Place, expected: &[Vec<u8>]) {
    assert!(courses(place) == expected, "the courses are not those of the import");
    let checked = place.open(Access::Read).check(|_| {}).expect("is read");
    assert!(checked.problems.is_empty(), "{:#?}", checked.problems);
}

/// Opens the database to write, and stops once `most` games are done.
fn migrate_until(place: &Place, most: u64, mut told: impl FnMut(u64)) -> Result<Database, StoreError> {
    let stop = Interrupt::default();
    let path = place.database_path();
    Database::open_migrating(
        &path,
        HashTable::built_in(),
        Access::Write,
        stop.clone(),
        |done, all| {
            assert_eq!(all, GAMES as u64);
            told(done);
            if done >= most {
                stop.set();
            }
        },
    )
}

#[test]
fn a_migration_that_is_stopped_goes_on_where_it_was() {
    let (place, expected) = place_without_courses();
    let read = || Database::open(&place.database_path(), Access::Read);
    for most in [0, 4096, 8192] {
        let mut first = None;
        let stopped = migrate_until(&place, most, |done| {
            first.get_or_insert(done);
        });
        assert!(matches!(stopped, Err(StoreError::Stopped)));
        assert!(first <= Some(most), "{first:?}");
        // What is there is right, and does not pass for everything.
        let found = courses(&place);
        assert!(found.len() < expected.len() && found == expected[..found.len()]);
        assert!(found.len() as u64 * 512 >= most, "{}", found.len());
        assert!(matches!(read(), Err(StoreError::OlderReadOnly(_))));
    }
    let mut first = None;
    drop(migrate_until(&place, u64::MAX, |done| {
        first.get_or_insert(done);
    }));
    assert!(first >= Some(8192), "{first:?}");
    assert_sound(&place, &expected);
    // Nothing is left to do.
    migrate_until(&place, 0, |_| panic!("all is done")).expect("opens");
}

/// Returns the number of rows of courses once there are some, or `None` if the process
/// ends before.
fn wait_for_some(place: &Place, process: &mut std::process::Child) -> Option<usize> {
    while process.try_wait().expect("is asked").is_none() {
        match courses(place).len() {
            0 => std::thread::sleep(Duration::from_millis(1)),
            rows => return Some(rows),
        }
    }
    None
}

#[test]
fn a_migration_that_is_killed_goes_on_where_it_was() {
    let (place, expected) = place_without_courses();
    for _ in 0..50 {
        let mut process = place.start(&["info"]);
        let seen = wait_for_some(&place, &mut process);
        process.kill().expect("is killed");
        process.wait().expect("ends");
        let found = courses(&place);
        assert!(found.len() >= seen.unwrap_or_default() && found == expected[..found.len()]);
        if found.len() < expected.len() {
            place.succeed(&["info"]);
            assert_sound(&place, &expected);
            return;
        }
        // It was faster.
        take_back_courses(&place);
    }
    panic!("no migration was killed in time");
}

#[cfg(unix)]
#[test]
fn a_signal_stops_a_migration() {
    let (place, expected) = place_without_courses();
    for _ in 0..50 {
        let mut process = place.start(&["info"]);
        wait_for_some(&place, &mut process);
        let status = std::process::Command::new("kill")
            .args(["-2", &process.id().to_string()])
            .status();
        let output = process.wait_with_output().expect("ends");
        if status.expect("runs").success() && output.status.code() == Some(1) {
            assert_eq!(sentence(&output), "stopped");
            place.succeed(&["info"]);
            assert_sound(&place, &expected);
            return;
        }
        take_back_courses(&place);
    }
    panic!("no migration was stopped in time");
}
