//! `bgo check` and `bgo optimize`. `tests/library/stored/` looks at what they find and do.

use crate::world::{World, change, game};
use serde_json::json;
use testkit::Text;

#[test]
fn a_sound_database_has_no_problems() {
    let world = World::with_no_games();
    let none = |games, positions| json!({"games": games, "positions": positions, "problems": []});
    assert_eq!(world.json(["check", "--json"]), none(0, 0));
    world.write("a.sgf", "(;SZ[9];B[ee];W[cc])(;SZ[9])");
    world.ok(["import", "-q", "a.sgf"]);
    assert_eq!(world.json(["check", "--json"]), none(2, 4));
    assert_eq!(world.ok(["check", "--quiet"]), "");
    assert_eq!(world.ok(["check"]), "no problems: 2 games, 4 positions\n");
}

#[test]
fn problems_are_counted_named_and_repaired() {
    let world = World::with(&[game("C[a joseki]", "pd"), game("", "dd pp")]);
    change(&world, "UPDATE game_columns SET data = zeroblob(0)");
    for question in [["find", "joseki"], ["remove", "--game=1"]] {
        world.sentence(question).says("bgo check --repair");
    }
    let ran = world.run(["check", "--json"]);
    let problems = world.answer(["check", "--json"])["problems"].as_array().map(Vec::len);
    let told = match problems {
        Some(1) => "1 problem was found".to_owned(),
        _ => format!("{} problems were found", problems.unwrap_or_default()),
    };
    ran.sentence().ends(format!("games.sqlite is damaged: {told}"));
    let repaired = world.ok(["check", "--repair"]);
    repaired.begins("repaired: made ");
    repaired.ends("\nno problems: 2 games, 5 positions\n");
    assert_eq!(world.json(["check", "--repair", "--json"])["repaired"], json!([]));
}

#[test]
fn a_quick_check_notices_what_is_damaged_or_missing() {
    let world = World::with(&[game("PB[Ann]", "pd"), game("PB[Bob]", "dd pp")]);
    assert_eq!(world.ok(["check", "--quick"]), "no problems: 2 games, 5 positions\n");
    world.fails(["check", "--quick", "--repair"], 2, "");
    let sound = std::fs::read(world.database_path()).expect("is there");
    for damage in [
        "DELETE FROM game_columns WHERE id = 1 << 32",
        "DELETE FROM game_corners WHERE id = 1",
        "DELETE FROM text_run",
        "DELETE FROM position_block WHERE id = (1 << 24) + 7",
        "DELETE FROM source WHERE game = 2",
        "UPDATE position_block SET data = zeroblob(9) WHERE id = (1 << 24) + 7",
        "UPDATE game SET moves = 7 WHERE id = 1",
    ] {
        world.write("games.sqlite", &sound);
        change(&world, damage);
        world.sentence(["check", "--quick"]).says("games.sqlite is damaged: ");
    }
}

#[test]
fn a_file_that_is_no_database_is_left_as_it_is() {
    let world = World::new();
    for bytes in ["", "x", "no database, however it is called"] {
        world.write("games.sqlite", bytes);
        world.fails(["check", "--repair"], 1, "");
        assert_eq!(std::fs::read_to_string(world.database_path()).expect("is there"), bytes);
    }
}

#[test]
fn a_missing_database_is_named_and_not_made() {
    let world = World::new();
    for arguments in [
        &["info", "--json"][..],
        &["search", "pd"],
        &["check"],
        &["optimize"],
        &["remove", "--game", "1"],
        &["remove", "--archive", "a.tar"],
    ] {
        world
            .sentence(arguments)
            .begins(format!("there is no database at {}", world.database_path().display()));
    }
    assert_eq!(std::fs::read_dir(world.folder()).expect("a folder").count(), 0);
}

#[test]
fn it_says_what_became_smaller() {
    let world = World::with(&[game("", "pd")]);
    world.write("more.sgf", game("", "dd"));
    world.ok(["import", "-q", "more.sgf"]);
    world.ok(["optimize"]).begins("1 segment became 1, ");
    assert_eq!(world.ok(["optimize", "--quiet"]), "");
    let document = world.json(["optimize", "--json"]);
    let bytes = std::fs::metadata(world.database_path()).expect("is there").len();
    assert_eq!((&document["bytes"], &document["segments"]), (&bytes.into(), &1.into()));
    assert!(document["bytes_before"].as_u64() >= Some(bytes), "{document}");
}
