//! `bgo positions export`, compared with the records of the games.

use super::boards::{records, run, size, try_run};
use crate::world::{World, game};
use bgo::internal::go::{Board, Color};
use bgo::internal::position_file::PositionRecord;
use bgo::internal::record::{Action, GameRecord, game_trees};
use bgo_research::formats::positions::{SourceList, Zobrist};
use std::collections::HashSet;
use std::fs;
use testkit::{Text, cases};

fn games() -> Vec<String> {
    vec![
        game("SZ[9]PB[a]", "ee cc gc gg"),
        game("SZ[9]PB[b]", "ee gc cc gg cg"),
        game("SZ[9]PB[a]", "ee cc gc gg"),
        game("SZ[9]AB[cc][gg]PB[d]", "ee"),
        game("SZ[13]", "dd"),
        // White takes a ko at bb.
        game("SZ[9]PB[e]", "ba ca ab db bc cc cb bb"),
    ]
}

fn world() -> World {
    let games = games();
    World::with(&games)
}

/// Returns the board of a game after its first `moves` moves.
fn after(record: &GameRecord, moves: usize) -> Board {
    let mut board = Board::new(record.size);
    for &(point, stone) in &record.setup {
        board.set(point, stone);
    }
    for step in &record.steps[..moves] {
        let Action::Move(mv) = step.action else { panic!("setup") };
        board.replay(mv).expect("can be played");
    }
    board
}

#[test]
fn every_position_once_with_the_place_where_it_is() {
    let world = world();
    let said = run(&world, &["export", "--out", "p.dat", "--json", "--quiet"]);
    let exported: serde_json::Value = serde_json::from_str(&said).expect("a document");
    // The third game is a duplicate of the first.
    assert_eq!(exported["games"], 4);
    assert_eq!(exported["positions"], 5 + 6 + 2 + 9);
    let found = records(&world, "p.dat");
    assert_eq!(exported["records"], found.len());
    assert_eq!(
        world.ok(["positions", "check", "p.dat"]),
        format!("no problems: {} records\n", found.len())
    );
    let ids: HashSet<_> = found.iter().map(PositionRecord::id).collect();
    assert_eq!(ids.len(), found.len());

    // Computes the expected ids from the records.
    let zobrist = Zobrist::generate(size(9));
    let mut expected = HashSet::new();
    let trees: Vec<GameRecord> = games()
        .iter()
        .map(|sgf| game_trees(sgf).next().expect("a tree").game.expect("a game"))
        .collect();
    for record in trees.iter().filter(|record| record.size == size(9)) {
        for moves in 0..=record.steps.len() {
            let to_play = if moves % 2 == 0 { Color::Black } else { Color::White };
            expected.insert((zobrist.hash_of(&after(record, moves)), to_play));
        }
    }
    assert_eq!(
        ids.iter().map(|id| (id.hash, id.to_play)).collect::<HashSet<_>>(),
        expected
    );

    let list = SourceList::from_file(&world.path("master_game_file_list.dat")).expect("a list");
    for record in &found {
        let extra = record.extra().expect("says where");
        let name = list.name(extra.source).expect("is in the list");
        let number: usize = name
            .rsplit('/')
            .next()
            .and_then(|name| name.strip_suffix(".sgf"))
            .expect("a name")
            .parse()
            .expect("a number");
        assert_eq!(extra.variation, 0);
        assert_eq!(
            record.board(),
            after(&trees[number], extra.move_number.into()),
            "{name}"
        );
    }
}

#[test]
fn what_is_exported_can_be_limited() {
    let world = world();
    let export = |arguments: &[&str]| {
        let all = [&["export", "--out", "p.dat", "--overwrite", "--quiet"], arguments].concat();
        run(&world, &all);
        records(&world, "p.dat")
    };
    assert_eq!(export(&["--repeats"]).len(), 22);
    assert_eq!(export(&["--player", "b"]).len(), 6);
    assert_eq!(export(&["--ply", "3..4", "--player", "b"]).len(), 2);
    assert!(
        export(&["--to-play", "W"])
            .iter()
            .all(|record| record.id().to_play == Color::White)
    );
    assert!(
        export(&["--to-play", "black"])
            .iter()
            .all(|record| record.id().to_play == Color::Black)
    );
    let plain = export(&["--no-extra"]);
    assert!(plain.iter().all(|record| record.as_bytes().len() == 92));
    let output = world
        .bgo(["positions", "export", "--no-extra", "--quiet"])
        .output()
        .expect("runs");
    assert_eq!(output.stdout, fs::read(world.path("p.dat")).expect("reads"));
    for (arguments, said) in cases(
        r#"
        export => the list of games goes beside the file
        export --out p.dat => p.dat already exists
        export --out games.sqlite --overwrite => games.sqlite is the database itself
        export --out n.dat --player nobody => no player in the database has "nobody"
        "#,
    ) {
        let arguments: Vec<&str> = arguments.split(' ').collect();
        let ran = try_run(&world, &arguments);
        assert!(ran.status != 0 && ran.err.contains(said), "{arguments:?}: {ran:?}");
    }
    assert!(!world.path("n.dat").exists());
}

#[test]
fn a_ko_is_in_the_ids_where_it_is_wanted_and_check_knows_it() {
    let world = world();
    run(&world, &["export", "--player", "e", "--ko", "--out", "p.dat"]);
    assert_eq!(
        world.ok(["positions", "check", "p.dat"]),
        "no problems: 9 records, 1 with a ko\n"
    );
    run(&world, &["export", "--player", "e", "--out", "q.dat"]);
    assert_eq!(world.ok(["positions", "check", "q.dat"]), "no problems: 9 records\n");
}

/// Concurrent exports into a folder give each game a number of its own.
#[test]
fn exports_at_the_same_time_share_the_list() {
    let world = world();
    run(&world, &["export", "--player", "e", "--out", "first.dat"]);
    let begin = |player: &str, out: &str| {
        std::process::Command::new(env!("CARGO_BIN_EXE_bgo"))
            .args(["--db", "games.sqlite", "positions", "export", "--quiet"])
            .args(["--player", player, "--out", out])
            .current_dir(world.folder())
            .spawn()
            .expect("starts")
    };
    for _ in 0..5 {
        fs::remove_file(world.path("master_game_file_list.dat")).expect("is removed");
        let _ = fs::remove_file(world.path("a.dat"));
        let _ = fs::remove_file(world.path("b.dat"));
        let children = [begin("a", "a.dat"), begin("b", "b.dat")];
        for mut child in children {
            assert!(child.wait().expect("ends").success());
        }
        let list = SourceList::from_file(&world.path("master_game_file_list.dat")).expect("a list");
        assert_eq!(list.len(), 2);
        for (name, member) in [("a.dat", "/0000.sgf"), ("b.dat", "/0001.sgf")] {
            let source = records(&world, name)[0].extra().expect("says where").source;
            assert!(list.name(source).is_some_and(|name| name.ends_with(member)));
        }
    }
}

#[test]
fn a_list_of_games_is_gone_on_with() {
    let world = world();
    let before = "7\told.sgf";
    world.write("master_game_file_list.dat", before);
    run(&world, &["export", "--player", "b", "--out", "p.dat"]);
    let list = fs::read_to_string(world.path("master_game_file_list.dat")).expect("reads");
    assert!(
        list.starts_with("7\told.sgf\n8\t") && list.ends_with("/0001.sgf\n"),
        "{list}"
    );
    run(&world, &["export", "--player", "b", "--out", "q.dat"]);
    assert_eq!(
        fs::read_to_string(world.path("master_game_file_list.dat")).expect("reads"),
        list
    );
    assert!(
        records(&world, "q.dat")
            .iter()
            .all(|record| record.extra().is_some_and(|extra| extra.source == 8))
    );
    world
        .ok(["positions", "view", "q.dat", "--records", "1"])
        .says("/0001.sgf), variation 0, move 0\n");
    world.write("master_game_file_list.dat", "no number\n");
    world
        .sentence(["positions", "export", "--out", "r.dat", "--quiet"])
        .says("master_game_file_list.dat: line 1: there is no tab in it");
    assert!(!world.path("r.dat").exists());
}
