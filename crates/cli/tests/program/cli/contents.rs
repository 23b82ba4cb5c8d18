//! The contents of a database in a form that can be compared, and made-up games.

use crate::world::{World, game};
use bgo::go::{Board, BoardSize, Color, HashTable, Point};
use bgo::interrupt::Interrupt;
use bgo::position_file::{PositionId, PositionRecord};
use bgo::query::{Detail, Filter, QueryError, Question, SearchBoard, search};
use bgo::range::YearRange;
use bgo::record::{Action, Course, game_trees};
use bgo::store::{Access, AddedPositions, Database, Snapshot, StoreError};
use rusqlite::types::Value as Sql;
use std::collections::BTreeSet;
use std::ops::Range;
use testkit::{Text, tar};

/// Fields of `bgo info` that may differ between databases with the same games.
const NOT_COMPARED: [&str; 5] = ["path", "bytes", "parts", "generation", "segments"];

/// Years for a search with a condition.
const YEARS: &str = "1991..1995";

/// Returns a random game, which shares its first moves, and perhaps all moves,
/// with others. Every third game is on a 9x9 board, where captures occur.
pub fn made_up(number: usize) -> String {
    let mut random = number as u64 + 1;
    let mut below = |bound: usize| {
        random = random
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (random >> 33) as usize % bound
    };
    let (lines, size) = if number.is_multiple_of(3) {
        (9, "SZ[9]")
    } else {
        (19, "SZ[19]")
    };
    let openings = ["cc gg cg gc", "cc gg gc", "ee cc", "dd gf"];
    let mut moves: Vec<String> = openings[below(openings.len())].split(' ').map(str::to_owned).collect();
    for _ in 0..below(50) {
        let [x, y] = [below(lines), below(lines)].map(|v| char::from(b'a' + v as u8));
        let at = format!("{x}{y}");
        if !moves.contains(&at) {
            moves.push(at);
        }
    }
    let date = ["", "DT[1990]", "DT[1991-05]", "DT[1995-01-02]", "DT[2000]"][below(5)];
    let result = ["", "RE[B+R]", "RE[W+2.5]", "RE[0]"][below(4)];
    let players = format!("PB[player {}]PW[player {}]", below(9), below(9));
    game(&format!("{size}{players}{date}{result}C[{number}]"), &moves.join(" "))
}

/// Returns an archive of made-up games in files named by their numbers.
pub fn archive(numbers: impl IntoIterator<Item = usize>) -> Vec<u8> {
    let member = |number| (format!("{number:05}.sgf"), made_up(number));
    tar(&numbers.into_iter().map(member).collect::<Vec<_>>())
}

/// Returns the distinct positions of these records.
pub fn positions(records: &[String]) -> Vec<SearchBoard> {
    let keys = bgo::go::KeyTables::new(HashTable::built_in());
    let (mut seen, mut lines) = (BTreeSet::new(), Vec::new());
    for text in records {
        let record = game_trees(text).next().expect("a tree").game.expect("a game");
        let mut line = SearchBoard::new(&keys, record.size);
        for step in [None].into_iter().chain(record.steps.iter().map(Some)) {
            match step.map(|step| &step.action) {
                None => {}
                Some(Action::Move(mv)) if line.play(*mv).is_ok() => {}
                Some(_) => break,
            }
            if seen.insert(line.position().canonical().key) {
                lines.push(line.clone());
            }
        }
    }
    lines
}

/// Returns the answers for a position, for all years and for [`YEARS`].
pub fn answer(snapshot: &Snapshot, line: &SearchBoard) -> Result<String, QueryError> {
    let mut documents = format!("{:?}", line.moves().iter().map(|mv| mv.target()).collect::<Vec<_>>());
    for years in [YearRange::default(), YEARS.parse().expect("years")] {
        let filter = Filter {
            years,
            ..Filter::default()
        };
        for swap in [false, true] {
            let filter = &filter;
            let question = Question::of_position(line, filter, swap);
            let answer = search(snapshot, &question, Detail::full_if(swap))?;
            documents.push_str(&serde_json::to_string(&answer).expect("a document"));
        }
    }
    Ok(documents)
}

/// Returns the contents of a database: its totals, the answers for these
/// positions, and the games without their numbers.
pub fn contents(world: &World, positions: &[SearchBoard]) -> Vec<String> {
    let mut info = world.json(["info", "--json"]);
    for name in NOT_COMPARED {
        info.as_object_mut().expect("an object").remove(name);
    }
    let mut contents = vec![info.to_string()];
    let snapshot = world.snapshot();
    contents.extend(positions.iter().map(|line| answer(&snapshot, line).expect("an answer")));
    let mut games = games(world);
    games.sort();
    contents.extend(games);
    contents
}

/// Returns a 9x9 position with an id of its own for each number.
fn position_record(number: u16) -> PositionRecord {
    let size = BoardSize::new(9).expect("a size");
    let mut board = Board::new(size);
    board.set(
        Point::from_index(usize::from(number) % 81, size).expect("a point"),
        Some(Color::Black),
    );
    PositionRecord::new(PositionId::new(number.into(), Color::White), &board, None)
}

/// Imports these positions as a file.
pub fn add_position_file(world: &World, name: &str, numbers: Range<u16>) -> AddedPositions {
    let db = Database::open(&world.database_path(), Access::Write).expect("opens");
    let records = numbers.map(|number| Ok::<_, StoreError>(position_record(number)));
    let size = BoardSize::new(9).expect("a size");
    db.add_position_file(&world.path(name), size, records, Interrupt::default(), |_| {})
        .expect("is added")
}

/// Returns the records of all files of positions.
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

/// Asserts that `bgo check` finds no problems, and that every game has the course of its
/// record.
pub fn assert_sound(world: &World) {
    assert_courses(world);
    let ran = world.run(["check", "--json"]);
    assert_eq!((ran.status, ran.err.as_str()), (0, ""), "{}", ran.out);
    ran.out.says("\"problems\":[]");
}

/// Asserts that the courses are those of the records, replayed one by one.
fn assert_courses(world: &World) {
    world.ok(["info"]);
    let snapshot = world.snapshot();
    let mut games = 0;
    for row in snapshot.course_rows().expect("rows") {
        let visit = |game: i64, course: &Course| {
            let record = snapshot.record(game).expect("a record").read().expect("a game");
            let expected = Course::of(&record, snapshot.keys().get(record.size));
            assert_eq!(*course, expected, "game {game}");
            games += 1;
        };
        snapshot.read_courses(row, visit).expect("courses");
    }
    assert_eq!(games, snapshot.state().expect("a state").games);
}

/// Returns the games with their players, records and sources.
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
