//! The contents of a database in a form that can be compared.

use super::{World, answer};
use bgo::internal::go::{Board, BoardSize, Color, HashTable, KeyTables, Point};
use bgo::internal::interrupt::Interrupt;
use bgo::internal::position_file::{PositionId, PositionRecord};
use bgo::internal::query::{Detail, Filter, QueryError, SearchBoard};
use bgo::internal::range::YearRange;
use bgo::internal::record::{Action, Course, game_trees};
use bgo::internal::store::{AddedPositions, Inventory, Snapshot, StoreError};
use rusqlite::types::Value as Sql;
use serde_json::json;
use std::collections::BTreeSet;
use std::ops::Range;

/// Years for a search with a condition.
const YEARS: &str = "1991..1995";

pub fn positions(records: &[String]) -> Vec<SearchBoard> {
    let keys = KeyTables::new(HashTable::built_in());
    let (mut seen, mut lines) = (BTreeSet::new(), Vec::new());
    for text in records {
        let record = game_trees(text).next().expect("a tree").game.expect("a game");
        let mut line = SearchBoard::new(record.size);
        for step in [None].into_iter().chain(record.steps.iter().map(Some)) {
            match step.map(|step| &step.action) {
                None => {}
                Some(Action::Move(mv)) if line.play(*mv).is_ok() => {}
                Some(_) => break,
            }
            if seen.insert(line.canonical(&keys).key) {
                lines.push(line.clone());
            }
        }
    }
    lines
}

/// Returns the answers for a position, for all years and for [`YEARS`].
pub fn answers(snapshot: &Snapshot, line: &SearchBoard) -> Result<String, QueryError> {
    let mut documents = format!("{:?}", line.moves().iter().map(|mv| mv.target()).collect::<Vec<_>>());
    for years in [YearRange::default(), YEARS.parse().expect("years")] {
        let filter = Filter {
            years,
            ..Filter::default()
        };
        for swap in [false, true] {
            let answer = answer(snapshot, line, &filter, swap, Detail::full_if(swap))?;
            documents.push_str(&json!(answer).to_string());
        }
    }
    Ok(documents)
}

/// Returns the contents of a database: its totals, the answers for these
/// positions, and the games without their numbers.
pub fn contents(world: &World, positions: &[SearchBoard]) -> Vec<String> {
    let snapshot = world.snapshot();
    let Inventory {
        state,
        positions: replayed,
        board_sizes,
        years,
        ..
    } = snapshot.inventory().expect("an inventory");
    let rows = [
        state.games,
        state.sources,
        state.archives,
        state.players,
        state.position_records,
        state.analyses,
    ];
    let mut contents = vec![format!("{rows:?} {replayed} {board_sizes:?} {years:?}")];
    contents.extend(
        positions
            .iter()
            .map(|line| answers(&snapshot, line).expect("an answer")),
    );
    let mut games = games(world);
    games.sort();
    contents.extend(games);
    contents
}

fn position_record(number: u16) -> PositionRecord {
    let size = BoardSize::new(9).expect("a size");
    let mut board = Board::new(size);
    board.set(
        Point::from_index(usize::from(number) % 81, size).expect("a point"),
        Some(Color::Black),
    );
    PositionRecord::new(PositionId::new(number.into(), Color::White), &board, None)
}

pub fn add_position_file(world: &World, name: &str, numbers: Range<u16>) -> AddedPositions {
    let db = world.open().expect("opens");
    let records = numbers.map(|number| Ok::<_, StoreError>(position_record(number)));
    let size = BoardSize::new(9).expect("a size");
    db.add_position_file(&world.path(name), size, records, Interrupt::default(), |_| {})
        .expect("is added")
}

pub fn stored_positions(snapshot: &Snapshot) -> Result<Vec<(i64, u64, PositionRecord)>, StoreError> {
    let mut all = Vec::new();
    snapshot.visit_position_records(None, None, |file, number, record| {
        all.push((file.id, number, record));
        Ok::<_, StoreError>(())
    })?;
    Ok(all)
}

/// Asserts that two databases have the same contents; shows the first difference.
pub fn assert_same(found: &[String], expected: &[String]) {
    let first = found.iter().zip(expected).find(|(a, b)| a != b);
    if let Some((found, expected)) = first {
        panic!("found\n{found}\nexpected\n{expected}");
    }
    assert_eq!(found.len(), expected.len());
}

/// Asserts that a check finds no problems, and that every game has the course of its
/// record.
pub fn assert_sound(world: &World) {
    assert_courses(world);
    assert_eq!(world.problems(), [""; 0]);
}

fn assert_courses(world: &World) {
    let snapshot = world.snapshot();
    let mut games = 0;
    let visit = |game: i64, course: &Course| {
        let record = snapshot.record(game).expect("a record").read().expect("a game");
        let expected = Course::of(&record, snapshot.keys().get(record.size));
        assert_eq!(*course, expected, "game {game}");
        games += 1;
    };
    snapshot.read_courses(1..=i64::MAX, visit).expect("courses");
    assert_eq!(games, snapshot.state().expect("a state").games);
}

fn games(world: &World) -> Vec<String> {
    let database = rusqlite::Connection::open(world.database_path()).expect("opens");
    let rows = |sql: &str| -> Vec<(i64, String)> {
        let mut statement = database.prepare(sql).expect("a query");
        let columns = statement.column_count();
        let read = |row: &rusqlite::Row<'_>| {
            let values: Vec<Sql> = (1..columns).map(|i| row.get(i)).collect::<Result<_, _>>()?;
            Ok((row.get(0)?, format!("{values:?}")))
        };
        let rows = statement.query_map([], read).expect("rows");
        rows.map(|row| row.expect("a row")).collect()
    };
    let games = rows(
        "SELECT game.id, board_size, moves, content, black.name, white.name, black_rank, date, first_date, last_date,
             year, result, winner, result_value, komi, handicap_stones, event, repair
         FROM game LEFT JOIN player AS black ON black.id = black LEFT JOIN player AS white ON white.id = white",
    );
    let sources = rows(
        r"SELECT game, replace(path, rtrim(path, replace(path, '/', '')), ''), member, member_game, sgf IS NULL
          FROM source JOIN (SELECT id, replace(path, '\', '/') AS path FROM archive) AS place ON place.id = archive
          ORDER BY 1, 2, 3, 4",
    );
    let describe = |(number, columns): (i64, String)| {
        let record = String::from_utf8_lossy(&world.record(number)).into_owned();
        let sources = sources
            .iter()
            .filter(|(game, _)| *game == number)
            .map(|(_, source)| source.as_str());
        format!("{columns}\n{record}\n{}", sources.collect::<Vec<_>>().join("\n"))
    };
    games.into_iter().map(describe).collect()
}
