//! A check reports all damage, and damage never causes a wrong answer unless
//! the checksums are forged.

use super::World;
use super::damage::{Damaged, GAME, open, sealed};
use bgo::internal::query::{Detail, Filter, PatternOptions, Question, search};
use bgo::{BoardSize, Pattern};
use std::fs;
use testkit::{Text, cases, made_up_archive};

/// Statements that damage the database, and the reported problem. Game 1 is a
/// short game of the first segment, game 2110 a made-up game of the second.
const DAMAGES: &str = "
DELETE FROM position_block WHERE id = 1 << 24 | 3 => position block 16777219 is missing
DELETE FROM position_block WHERE id = 2 << 24 | 255 => position block 33554687 is missing
UPDATE position_block SET data = zeroblob(length(data)) WHERE id = 2 << 24 | 7 => position block 33554439 has a wrong checksum
UPDATE position_block SET data = x'' WHERE id = 2 << 24 | 7 => position block 33554439 has a wrong checksum
CREATE TEMP TABLE b AS SELECT id, data FROM position_block WHERE id IN (2 << 24 | 7, 2 << 24 | 8);
    UPDATE position_block SET data = (SELECT data FROM b WHERE b.id = 2 << 24 | 8) WHERE id = 2 << 24 | 7;
    UPDATE position_block SET data = (SELECT data FROM b WHERE b.id = 2 << 24 | 7) WHERE id = 2 << 24 | 8 => position block 33554439 has a wrong checksum
INSERT INTO position_block VALUES (99 << 24, x'00') => there are 513 position blocks and there should be 512
DELETE FROM posting_list WHERE key = (SELECT max(key) FROM posting_list) => cannot be read
UPDATE posting_list SET data = x'00112233' WHERE key = (SELECT max(key) FROM posting_list) => in segment 1 has a wrong checksum
DELETE FROM posting_list WHERE first_game = -1 AND key = (SELECT max(key) FROM posting_list) => has totals that are not those
DELETE FROM posting_list WHERE first_game = 0 AND key = (SELECT max(key) FROM posting_list) => cannot be read
UPDATE posting_list SET first_game = 7 WHERE first_game = 0 AND key = (SELECT max(key) FROM posting_list) => the posting list of 
UPDATE posting_list SET segment = 2 WHERE key = (SELECT max(key) FROM posting_list) => the posting list of 
DELETE FROM game WHERE id = 2110 => game 2110 is missing and its record is there
DELETE FROM game WHERE id = 1 => game 1 is missing and its record is there
DELETE FROM game WHERE id = 2110; DELETE FROM record WHERE game = 2110; DELETE FROM source WHERE game = 2110 => game 2110 is in the columns and not in the game table
DELETE FROM record WHERE game = 2110 => the record of game 2110 is missing
DELETE FROM source WHERE game = 2110 => game 2110 has no source
DELETE FROM player WHERE name = 'player 3' => the table player has 
DELETE FROM archive WHERE id = 2 => the table archive has 1 rows and should have 2
DELETE FROM segment WHERE id = 1 => 1 of its 2 segments are there
DELETE FROM segment WHERE id = 2 => 1 of its 2 segments are there
DELETE FROM state => the row that says what it holds is missing or has a wrong checksum
UPDATE state SET games = games - 1 => row 1 of the table state has a wrong checksum
UPDATE game SET year = 1950 WHERE id = 2110 => row 2110 of the table game has a wrong checksum
UPDATE game SET year = NULL WHERE id = 1 => row 1 of the table game has a wrong checksum
UPDATE game SET winner = iif(winner = 'B', 'W', 'B') WHERE id = 2110 => row 2110 of the table game has a wrong checksum
UPDATE game SET id = 5000 WHERE id = 2110 => game 5000 has a number that was not given yet
UPDATE player SET name = 'x' WHERE id = 7 => row 7 of the table player has a wrong checksum
INSERT INTO label VALUES (1, 'x', 'x', 0) => row 1 of the table label has a wrong checksum
UPDATE record SET sgf = CAST(substr(sgf, 1, 5) || x'00' || substr(sgf, 7) AS BLOB) WHERE game = 2110 => the record of game 2110 has a wrong checksum
UPDATE record SET sgf = (SELECT sgf FROM record WHERE game = 2112) WHERE game = 2110 => row 2110 of the table record has a wrong checksum
UPDATE source SET member = 'x' WHERE game = 2110 => row 2110 of the table source has a wrong checksum
UPDATE archive SET path = '/x' WHERE id = 1 => row 1 of the table archive has a wrong checksum
UPDATE segment SET last_game = last_game + 1 WHERE id = 2 => segment 2 has wrong numbers
UPDATE segment SET prefix_bits = prefix_bits + 1 WHERE id = 1 => segment 1 has wrong numbers
UPDATE position_record SET checksum = checksum + 1 WHERE id = 7 => row 7 of the table position_record has a wrong checksum
UPDATE position_record SET record = CAST(substr(record, 1, 50) || '#' || substr(record, 52) AS BLOB) WHERE id = 7 => row 7 of the table position_record has a wrong checksum
UPDATE position_record SET record = (SELECT record FROM position_record WHERE id = 8) WHERE id = 7 => a.dat has another id than its record
UPDATE position_record SET position_id = x'00000000000000330042' WHERE id = 47 => b.dat has another id than its record
DELETE FROM position_record WHERE position_file = 1 AND number = 7 => a.dat has 39 positions and should have 40
DELETE FROM position_record WHERE position_file = 2 AND number = 20 => the table position_record has 59 rows and should have 60
DELETE FROM position_record WHERE position_file = 2 => b.dat has 0 positions and should have 20
DELETE FROM position_file WHERE id = 2 => a row of the table position_record refers to one of position_file that is missing
DELETE FROM position_file WHERE id = 2; DELETE FROM position_record WHERE position_file = 2 => 1 of its 2 position files are there
UPDATE position_file SET board_size = 13 WHERE id = 1 => row 1 of the table position_file has a wrong checksum
DELETE FROM game_columns WHERE id = 3 << 32 => row 12884901888 of the game columns is missing
INSERT INTO text_run VALUES (1 << 40, x'00') => the texts have a row 1099511627776 of no table
INSERT INTO text_run VALUES (1 << 31, x'00') => the texts have a row 2147483648 of no table
INSERT INTO game_columns VALUES (99, x'00') => there are 23 rows of game columns and there should be 22
UPDATE game_columns SET data = zeroblob(length(data)) WHERE id = 1 << 32 => row 4294967296 of the game columns has a wrong checksum
UPDATE game_columns SET data = (SELECT data FROM game_columns WHERE id = 2 << 32) WHERE id = 1 << 32 => row 4294967296 of the game columns has a wrong checksum
UPDATE game_columns SET data = (SELECT data FROM position_block LIMIT 1) WHERE id = 21 << 32 => row 90194313216 of the game columns has a wrong checksum
INSERT INTO named_question VALUES (1, 'x', 'y', 0) => row 1 of the table named_question has a wrong checksum
INSERT INTO named_question VALUES (1, 'x', 'y', row_checksum(1, 'x', 'y')) => the table named_question has 1 rows and should have 0
INSERT INTO alias VALUES (1, 'x', 'y', row_checksum(1, 'x', 'y')) => the table alias has 1 rows and should have 0
INSERT INTO removed_game VALUES (1, 2, 'y', row_checksum(1, 2, 'y')) => the table removed_game has 1 rows and should have 0
UPDATE record SET course = x'00' WHERE game = 2110 => the record of game 2110 has a wrong checksum
UPDATE record SET course = (SELECT course FROM record WHERE game = 2112) WHERE game = 2110 => row 2110 of the table record has a wrong checksum
";

/// Damage with forged checksums, which only comparisons can detect.
const FORGERIES: &str = "
UPDATE segment SET positions = positions + 1 WHERE id = 2;
    UPDATE segment SET checksum = row_checksum(id, first_game, last_game, games, positions, prefix_bits) => segment 2 counts 
UPDATE segment SET first_game = 5 WHERE id = 2;
    UPDATE segment SET checksum = row_checksum(id, first_game, last_game, games, positions, prefix_bits) => the segments 1 and 2 have games in common
UPDATE segment SET games = games - 1 WHERE id = 2;
    UPDATE segment SET checksum = row_checksum(id, first_game, last_game, games, positions, prefix_bits) => segment 2 has 
DELETE FROM segment WHERE id = 2; UPDATE state SET segments = 1;
    UPDATE state SET checksum =
    row_checksum(id, generation, last_game, last_source, games, sources, joined, archives, players, labels,
    segments, position_files, position_records, analysis_files, analyses, named_questions, aliases, removed_games) => game 2110 is in no segment
UPDATE record SET (course, sgf) = (SELECT course, sgf FROM record WHERE game = 2112) WHERE game = 2110;
    UPDATE record SET checksum = row_checksum(game, encoding, dictionary, course, sgf) => the index has, and game 2110 has not, 
UPDATE record SET (course, sgf) = (SELECT course, sgf FROM record WHERE game = 2112) WHERE game = 2110;
    UPDATE record SET checksum = row_checksum(game, encoding, dictionary, course, sgf) => game 2110 has, and the index has not, 
UPDATE record SET sgf = x'28b52ffd' WHERE game = 2110;
    UPDATE record SET checksum = row_checksum(game, encoding, dictionary, course, sgf) => the record of game 2110 cannot be decompressed
UPDATE record SET course = CAST(substr(course, 1, length(course) - 2) || x'0000' AS BLOB) WHERE game = 2110;
    UPDATE record SET checksum = row_checksum(game, encoding, dictionary, course, sgf) => the course of game 2110 is not that of its record
UPDATE record SET course = x'00' WHERE game = 2110;
    UPDATE record SET checksum = row_checksum(game, encoding, dictionary, course, sgf) => the record of game 2110 has no course that can be read
INSERT INTO posting_list SELECT 1, key + 1, first_game, data FROM posting_list LIMIT 1 => in segment 1 has a wrong checksum
UPDATE position_record SET record = CAST(substr(record, 1, 50) || 'x' || substr(record, 52) AS BLOB) WHERE id = 47;
    UPDATE position_record SET checksum = row_checksum(id, position_file, number, position_id, record) => b.dat is no record of a 9x9 board
UPDATE position_record SET position_id = x'00000000000000330042' WHERE id = 7;
    UPDATE position_record SET checksum = row_checksum(id, position_file, number, position_id, record) => a.dat has another id than its record
UPDATE position_record SET number = 41 WHERE id = 7;
    UPDATE position_record SET checksum = row_checksum(id, position_file, number, position_id, record) => a.dat comes after position 6
UPDATE position_record SET position_file = 2, number = 21 WHERE id = 40;
    UPDATE position_record SET checksum = row_checksum(id, position_file, number, position_id, record) => b.dat has 21 positions and should have 20
UPDATE state SET position_records = 61;
    UPDATE state SET checksum =
    row_checksum(id, generation, last_game, last_source, games, sources, joined, archives, players, labels,
    segments, position_files, position_records, analysis_files, analyses, named_questions, aliases, removed_games) => the table position_record has 60 rows and should have 61
";

fn assert_named(problems: &[String], expected: &str, what: &str) {
    assert!(
        problems.iter().any(|problem| problem.contains(expected)),
        "{what}: {problems:#?}"
    );
    let says_twice = |problem: &String| problem.matches("the record of game").count() > 1;
    assert!(!problems.iter().any(says_twice), "{what}: {problems:#?}");
}

#[test]
fn every_damage_is_named_and_gives_no_wrong_answer() {
    let damaged = Damaged::new();
    for (sql, expected) in cases(DAMAGES) {
        assert_named(&damaged.by(sql), expected, sql);
        damaged.assert_no_wrong_answer(sql);
    }
}

#[test]
fn an_index_with_the_root_of_another_table_is_noticed() {
    let damaged = Damaged::new();
    let database = damaged.again();
    let roots = |kind: &str| -> Vec<(String, usize)> {
        let sql = format!("SELECT name, rootpage - 1 FROM sqlite_schema WHERE type = '{kind}' AND rootpage > 0");
        let mut statement = database.prepare(&sql).expect("a query");
        let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)));
        rows.and_then(Iterator::collect).expect("rows")
    };
    let (indexes, tables) = (roots("index"), roots("table"));
    let page: usize = database
        .pragma_query_value(None, "page_size", |row| row.get(0))
        .expect("a size");
    drop(database);
    let state = tables.iter().find(|(name, _)| name == "state").expect("is there").1;
    for (index, at) in indexes {
        drop(damaged.again());
        let mut bytes = damaged.world.bytes();
        bytes.copy_within(state * page..(state + 1) * page, at * page);
        damaged.world.write("games.sqlite", bytes);
        let problems = damaged.problems(&index);
        if ["game_years", "analysis_source", "analysis_of_file"].contains(&&*index) {
            assert_named(&problems, &format!("the index {index}"), &index);
        }
    }
}

#[test]
fn a_partial_index_with_rows_too_many_is_named_and_made_anew() {
    let damaged = Damaged::new();
    let problems = damaged.by("PRAGMA writable_schema = ON;
         CREATE TEMP TABLE definition AS SELECT sql FROM sqlite_schema WHERE name = 'game_years';
         UPDATE sqlite_schema SET sql = substr(sql, 1, instr(sql, ' WHERE ') - 1) WHERE name = 'game_years';
         PRAGMA writable_schema = RESET;
         REINDEX game_years;
         PRAGMA writable_schema = ON;
         UPDATE sqlite_schema SET sql = (SELECT sql FROM definition) WHERE name = 'game_years'");
    assert_named(&problems, "the index game_years has 2160 rows and should have 0", "");
    assert_eq!(damaged.world.repair(), ["made the indexes of SQLite anew"]);
    assert_eq!(damaged.world.problems(), [""; 0]);
}

#[test]
fn rows_that_fit_their_checksums_and_not_each_other_are_named() {
    let damaged = Damaged::new();
    for (sql, expected) in cases(FORGERIES) {
        assert_named(&damaged.by(sql), expected, sql);
    }
}

#[test]
fn what_only_the_index_has_and_what_it_lacks_is_named() {
    let damaged = Damaged::new();
    let block = |database: &rusqlite::Connection, row: i64| -> Vec<u8> {
        let sql = "SELECT data FROM position_block WHERE id = ?1";
        database.query_row(sql, [row], |row| row.get(0)).expect("a block")
    };
    let write = |database: &rusqlite::Connection, row: i64, data: &[u8]| {
        let sql = "UPDATE position_block SET data = ?2 WHERE id = ?1";
        let changed = database.execute(sql, (row, sealed(data, &[row])));
        assert_eq!(changed.expect("is written"), 1);
    };
    // The test computes the same seal as the program.
    let database = damaged.again();
    let row = 2 << 24 | 7;
    let whole = block(&database, row);
    assert_eq!(sealed(&whole[..whole.len() - 4], &[row]), whole);
    // A block without positions.
    write(&database, row, &[0, 0, 0, 0]);
    drop(database);
    assert_named(
        &damaged.problems("an empty block"),
        " has, and the index has not, a position or term whose key begins with 07",
        "",
    );
    // A formerly empty block with one position of the first game of the segment
    // and the smallest key of the block.
    let database = damaged.again();
    let empty = "SELECT id FROM position_block WHERE id >> 24 = 1 AND hex(substr(data, 1, 1)) = '00' AND length(data) = 8 LIMIT 1";
    let row: i64 = database.query_row(empty, [], |row| row.get(0)).expect("an empty block");
    let game_bits = 12;
    let bits = 1 + game_bits;
    let mut data = vec![1, 0, bits / 8 + 1];
    data.extend(vec![0; usize::from(bits / 8 + 1)]);
    data.push(0);
    write(&database, row, &data);
    drop(database);
    let problems = damaged.problems("a position that no game has");
    assert_named(
        &problems,
        "the index has, and game 1 has not, a position or term whose key begins with ",
        "",
    );
    damaged.assert_no_wrong_answer("a position that no game has");
    // The totals of another position.
    let database = damaged.again();
    let lists: Vec<(i64, Vec<u8>)> = database
        .prepare("SELECT key, data FROM posting_list WHERE first_game = -1 ORDER BY key")
        .and_then(|mut statement| statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?.collect())
        .expect("lists");
    let [(key, _), (_, totals), ..] = &lists[..] else {
        panic!("{} lists", lists.len())
    };
    let forged = sealed(&totals[..totals.len() - 4], &[1, *key, -1]);
    database
        .execute(
            "UPDATE posting_list SET data = ?2 WHERE first_game = -1 AND key = ?1",
            (key, forged),
        )
        .expect("is written");
    drop(database);
    let problems = damaged.problems("other totals");
    assert_named(&problems, "has totals that are not those of its games", "");
}

#[test]
fn columns_that_are_not_those_of_the_games_are_named_and_made_anew() {
    let damaged = Damaged::new();
    let database = damaged.again();
    database
        .execute_batch(&format!(
            "UPDATE game SET year = 1950, first_date = '1950', last_date = '1950' WHERE id = 2111;
             UPDATE game SET checksum = row_checksum({GAME}) WHERE id = 2111"
        ))
        .expect("is changed");
    drop(database);
    let problems = damaged.problems("another date");
    assert_eq!(problems, ["the columns of game 2111 are not what its row says"]);
    assert_eq!(damaged.world.repair(), ["made the columns and labels of games anew"]);
    // The totals have the year of before.
    let problems = damaged.problems("another year");
    assert_named(&problems, "has totals that are not those of its games", "");
    // Corners are made anew though a game is damaged.
    let database = damaged.again();
    database
        .execute_batch("UPDATE game SET year = 1 WHERE id = 1; DELETE FROM game_corners WHERE id = 1; INSERT INTO text_run VALUES (-5, x'00')")
        .expect("is changed");
    drop(database);
    assert_eq!(
        damaged.world.repair(),
        ["made the packed texts anew", "made the corners of games anew"]
    );
}

/// Rows with valid seals from another state of the file, as after a lost write.
#[test]
fn rows_of_another_time_give_no_wrong_answer() {
    let world = World::new();
    world.write("games.tar", made_up_archive(0..4200));
    world.import(["games.tar"]);
    let before = world.bytes();
    world.write("more.tar", made_up_archive(4200..4260));
    world.import(["more.tar"]);
    let after = world.bytes();
    let row_of = |table: &str, row: i64, database: &[u8]| -> Vec<u8> {
        fs::write(world.database_path(), database).expect("is written");
        let sql = format!("SELECT data FROM {table} WHERE id = {row}");
        open(&world).query_row(&sql, [], |row| row.get(0)).expect("a row")
    };
    let ask_with = |database: &[u8], (table, row, data): (&str, i64, &[u8]), question: Question| {
        fs::write(world.database_path(), database).expect("is written");
        let sql = format!("UPDATE {table} SET data = ?1 WHERE id = {row}");
        assert_eq!(open(&world).execute(&sql, [data]), Ok(1));
        let snapshot = world.read().expect("opens");
        search(&snapshot, &question, Detail::Counts).map_err(|error| error.to_string())
    };
    let [facts_before, facts_after] = [&before, &after].map(|database| row_of("game_columns", 1, database));
    let ask = |database: &[u8], facts: &[u8], question| ask_with(database, ("game_columns", 1, facts), question);
    let of_pattern = |diagram| {
        let pattern = Pattern::parse(diagram).expect("a diagram");
        Question::of_diagram(pattern, BoardSize::MAX, PatternOptions::default())
    };
    let corner = || of_pattern("+-----/|...../|...../|...../|...X./|.....");
    let crosscut = || of_pattern("XO/OX");
    let won = || {
        let result = "B+".parse().expect("a result");
        corner().under(Filter {
            result: Some(result),
            ..Filter::default()
        })
    };
    let refused = |database, facts, question| ask(database, facts, question).expect_err("damage");
    refused(&after, &facts_before, corner()).says("row 256 of the corners has 656 lists of 104 games");
    refused(&after, &facts_before, crosscut()).says("row 4294967297 of the game columns cannot be read");
    refused(&after, &facts_before, won()).says("its columns have 4199 of its 4259 games");
    refused(&before, &facts_after, crosscut()).says("row 4294967297 of the game columns cannot be read");
    refused(&before, &facts_after, won()).says("its columns have 4259 of its 4199 games");
    let said = |table, row, question| {
        let earlier = row_of(table, row, &before);
        ask_with(&after, (table, row, &earlier), question).expect_err("damage")
    };
    said("game_columns", 1 << 32 | 1, crosscut()).says("row 4294967297 of the game columns cannot be read");
    said("game_corners", 1 << 8, corner()).says("of the corners has 416 lists of 164 games");
}

#[test]
fn a_file_that_is_cut_short_is_told_as_that() {
    let world = World::new();
    world.write("games.tar", made_up_archive(0..40));
    world.import(["games.tar"]);
    let whole = world.bytes();
    let length = whole.len() / 3;
    world.write("games.sqlite", &whole[..length]);
    let problems = world.problems().join("\n");
    problems.says(format!(
        "it is cut short: {length} of its {} bytes are there",
        whole.len()
    ));
}
