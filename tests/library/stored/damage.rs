//! Damage to databases, made with SQL.

use super::contents::{add_position_file, answers, assert_sound, positions, stored_positions};
use super::{World, game};
use bgo::internal::position_file::PositionRecord;
use bgo::internal::query::SearchBoard;
use rusqlite::Connection;
use std::fs;
use testkit::{add_row_checksum, crc, made_up, made_up_archive};

/// The number of short games in the first segment, large enough for their
/// postings to have rows of their own.
const SHORT: usize = 2100;

/// The number of made-up games in the second segment.
const MADE_UP: usize = 60;

pub struct Damaged {
    pub world: World,
    sound: Vec<u8>,
    positions: Vec<SearchBoard>,
    answers: Vec<String>,
    stored_positions: Vec<(i64, u64, PositionRecord)>,
}

impl Damaged {
    pub fn new() -> Self {
        let world = World::new();
        let short = |number: usize| game(&format!("PB[{number}]DT[1999]RE[B+R]"), "pd dp pp");
        world.write("short.sgf", (0..SHORT).map(short).collect::<String>());
        world.write("games.tar", made_up_archive(0..MADE_UP));
        world.import(["short.sgf"]);
        world.import(["games.tar"]);
        add_position_file(&world, "a.dat", 0..40);
        add_position_file(&world, "b.dat", 30..50);
        assert_sound(&world);
        let mut records = vec![short(0)];
        records.extend((0..MADE_UP).step_by(4).map(made_up));
        let positions = positions(&records);
        let db = world.snapshot();
        let answers = positions
            .iter()
            .map(|line| answers(&db, line).expect("an answer"))
            .collect();
        let stored_positions = stored_positions(&db).expect("positions");
        assert_eq!(stored_positions.len(), 60);
        drop(db);
        Self {
            sound: world.bytes(),
            world,
            positions,
            answers,
            stored_positions,
        }
    }

    pub fn again(&self) -> Connection {
        for name in ["games.sqlite-wal", "games.sqlite-shm"] {
            let _ = fs::remove_file(self.world.path(name));
        }
        self.world.write("games.sqlite", &self.sound);
        let database = open(&self.world);
        database.pragma_update(None, "foreign_keys", false).expect("is set");
        database
    }

    /// Executes statements that damage the database and returns the problems
    /// that a check finds.
    pub fn by(&self, sql: &str) -> Vec<String> {
        let database = self.again();
        database
            .execute_batch(sql)
            .unwrap_or_else(|error| panic!("{error}: {sql}"));
        assert!(database.total_changes() > 0, "{sql}");
        drop(database);
        self.problems(sql)
    }

    pub fn problems(&self, what: &str) -> Vec<String> {
        let problems = self.world.problems();
        assert!(!problems.is_empty(), "{what}");
        problems
    }

    pub fn assert_no_wrong_answer(&self, what: &str) {
        let Ok(db) = self.world.read() else { return };
        for (line, right) in self.positions.iter().zip(&self.answers) {
            if let Ok(answer) = answers(&db, line) {
                assert_eq!(&answer, right, "{what}");
            }
        }
        if let Ok(stored) = stored_positions(&db) {
            assert_eq!(stored, self.stored_positions, "{what}");
        }
    }
}

/// The columns of the game table that its checksums cover.
pub const GAME: &str = "id, board_size, moves, content, black, white, black_rank, white_rank, black_rank_value,
    white_rank_value, black_team, white_team, date, first_date, last_date, year, result, winner, result_value,
    komi, komi_half_points, handicap, handicap_stones, rules, event, round, place, name, publication, repair,
    time_limit, time_limit_seconds, overtime, program";

/// Opens a database for statements, which may call `row_checksum`.
pub fn open(world: &World) -> Connection {
    let database = Connection::open(world.database_path()).expect("opens");
    add_row_checksum(&database);
    database
}

pub fn change(world: &World, sql: &str) {
    open(world).execute_batch(sql).expect("is changed");
}

/// Mixes a number as docs/format.md specifies.
pub const fn mix(mut z: u64) -> u64 {
    z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}

pub fn sealed(data: &[u8], identity: &[i64]) -> Vec<u8> {
    let mut bytes: Vec<u8> = identity.iter().flat_map(|number| number.to_le_bytes()).collect();
    bytes.extend(data);
    [data, &crc(&bytes).to_le_bytes()].concat()
}
