//! Position files in the database, and the games that reach them.

use super::boards::{records, run};
use crate::world::{World, game};
use bgo::internal::position_file::PositionRecord;
use serde_json::Value;
use std::fs;
use testkit::{Text, cases};

/// Makes a database of three games and exports the positions of the first two.
fn world() -> World {
    let games = [
        game("SZ[9]PB[a]RE[B+R]", "ee cc gc gg"),
        game("SZ[9]PB[b]RE[W+1]", "ee gc cc"),
        game("SZ[9]PB[c]", "dd"),
    ];
    let world = World::with(&games);
    run(&world, &["export", "--player", "a", "--out", "a.dat"]);
    run(&world, &["export", "--player", "b", "--no-extra", "--out", "b.dat"]);
    world
}

fn found(world: &World, arguments: &[&str]) -> Vec<(u64, u64)> {
    let all = [&["search", "--json"], arguments].concat();
    let document: Value = serde_json::from_str(&run(world, &all)).expect("a document");
    let positions = document["positions"].as_array().expect("positions").clone();
    let number = |value: &Value| value.as_u64().expect("a number");
    positions
        .iter()
        .map(|found| (number(&found["record"]), number(&found["games"])))
        .collect()
}

#[test]
fn search_says_which_games_reach_the_positions() {
    let world = world();
    assert_eq!(
        world.ok(["positions", "import", "a.dat", "b.dat"]),
        "9 positions in 2 files: 2 new, 0 unchanged, 0 replaced\n"
    );
    // Compares with games counted by replaying their moves.
    for (name, records) in [("a.dat", records(&world, "a.dat")), ("b.dat", records(&world, "b.dat"))] {
        let counted: Vec<(u64, u64)> = (1..)
            .zip(&records)
            .map(|(number, record)| (number, games_with(record)))
            .collect();
        assert_eq!(found(&world, &[name]), counted, "{name}");
    }
    assert_eq!(found(&world, &["a.dat", "--result", "W+1"])[1], (2, 1));
    assert_eq!(found(&world, &["a.dat", "--player", "c", "--reached"]), [(1, 1)]);
    let text = world.ok(["positions", "search", "b.dat", "--games", "1"]);
    text.says("b.dat 4, ");
    text.ends("4 positions, games reach 4\n");
    // One position, found by its id.
    let id = records(&world, "a.dat")[1].id().to_string();
    let search = world.json(["search", "--id", &id, "--json"]);
    assert_eq!((&search["games"], &search["board_size"]), (&2.into(), &9.into()));
    assert_eq!(found(&world, &["--id", &id]), [(2, 2), (2, 2)]);
    world.ok(["games", "--id", &id]).ends("2 games\n");
    world
        .ok(["shell", "-c", &format!("position {id}")])
        .ends("Total count: 2\n");
}

/// Counts the games that reach a board in any orientation.
fn games_with(record: &PositionRecord) -> u64 {
    use bgo::internal::go::{Board, BoardSize, Color, Move, Transform};
    let size: BoardSize = record.size();
    let wanted = record.board();
    let reaches = |moves: &str| {
        let mut board = Board::new(size);
        let is_it = |board: &Board| {
            Transform::ALL
                .iter()
                .any(|t| size.points().all(|p| board.get(p) == wanted.get(t.apply(p, size))))
        };
        let mut reached = is_it(&board);
        let mut color = Color::Black;
        for word in moves.split_whitespace() {
            board
                .play(Move::parse(word, color, size).expect("a move"))
                .expect("legal");
            color = color.opponent();
            reached |= is_it(&board);
        }
        reached
    };
    ["ee cc gc gg", "ee gc cc", "dd"]
        .into_iter()
        .filter(|moves| reaches(moves))
        .count() as u64
}

#[test]
fn files_are_replaced_kept_and_removed() {
    let world = world();
    world.ok(["positions", "import", "a.dat"]);
    assert_eq!(
        world.ok(["positions", "import", "a.dat"]),
        "5 positions in 1 file: 0 new, 1 unchanged, 0 replaced\n"
    );
    fs::copy(world.path("b.dat"), world.path("a.dat")).expect("copies");
    let imported = world.json(["positions", "import", "a.dat", "b.dat", "--json", "--quiet"]);
    assert_eq!(
        (&imported["replaced"], &imported["new"], &imported["records"]),
        (&1.into(), &1.into(), &8.into())
    );
    assert_eq!(found(&world, &[]).len(), 8);
    assert_eq!(world.ok(["positions", "remove", "a.dat"]), "4 positions removed\n");
    assert_eq!(found(&world, &[]).len(), 4);
    world
        .sentence(["positions", "remove", "a.dat"])
        .says("no position file a.dat was imported");
    world.ok(["check"]).begins("no problems");
    assert_eq!(world.games(), 3);
}

#[test]
fn wrong_files_and_ids_change_nothing() {
    let world = world();
    let said = world.sentence(["positions", "search"]);
    said.says("the database has no positions");
    world.ok(["positions", "import", "a.dat"]);
    let mut damaged = fs::read(world.path("a.dat")).expect("reads");
    damaged.truncate(350);
    world.write("c.dat", &damaged);
    let ran = world.run(["positions", "import", "c.dat"]);
    ran.err.says("c.dat: byte 300: the last record is cut off");
    assert_eq!(found(&world, &[]).len(), 5);
    for (arguments, said) in cases(
        "
        positions import - => - is not a file
        positions import missing.dat => missing.dat cannot be read
        positions search c.dat => no position file c.dat was imported
        positions search --id 20000000000000000042 => no position with the id 20000000000000000042 was imported
        search --id 10000000000000000042 => no position with the id 10000000000000000042 was imported
        ",
    ) {
        let arguments: Vec<&str> = arguments.split(' ').collect();
        let ran = world.run(&arguments);
        assert!(ran.status == 1 && ran.err.contains(said), "{arguments:?}: {}", ran.err);
    }
    let ran = world.run(["search", "--id", "x"]);
    assert!(
        ran.status == 2 && ran.err.contains("is not an id of a position"),
        "{}",
        ran.err
    );
    let ran = world.run(["search", "pd", "--id", "00000000000000000042"]);
    assert_eq!(ran.status, 2, "{}", ran.err);
}
