//! `bgo sync`: what it asks and says. `tests/library/stored/` looks at what it does.

use crate::world::{World, game, long_line};
use std::fs;
use testkit::{Text, tar};

/// Returns the game with this number, of 40 moves.
fn numbered(number: usize) -> String {
    game(&format!("PB[{number}]"), &long_line(40, number))
}

/// Syncs a folder with three records, one of them in a subfolder, and an archive of two games.
fn synced() -> World {
    let world = World::new();
    for (name, number) in [("a.sgf", 2), ("b.sgf", 3), ("sub/c.sgf", 4)] {
        world.write(&format!("games/{name}"), numbered(number));
    }
    world.write("games/more.tar", tar(&[("d.sgf", numbered(5)), ("e.sgf", numbered(6))]));
    world.ok(["sync", "--quiet", "games"]);
    assert_eq!(world.games(), 5);
    world
}

#[test]
fn it_asks_says_and_removes_nothing_by_itself() {
    let world = synced();
    fs::remove_file(world.path("games/b.sgf")).expect("is removed");
    world.write("games/g.sgf", numbered(9));
    let said = "1 record in the folder is new or changed; 1 game is gone from it";
    assert_eq!(world.ok(["sync", "--dry-run", "games"]), format!("{said}\n"));
    let refused = world.sentence(["sync", "games"]);
    assert_eq!(refused, "1 game would be removed; --yes removes it");
    assert_eq!(world.games(), 5);
    for name in ["a.sgf", "sub/c.sgf", "more.tar"] {
        fs::remove_file(world.path(&format!("games/{name}"))).expect("is removed");
    }
    let all = "5 games, which are all that came from there, are gone from it";
    world.ok(["sync", "--dry-run", "games"]).says(all);
    let refused = "5 games would be removed; --yes removes them";
    world.sentence(["sync", "games"]).says(refused);
    fs::remove_dir_all(world.path("games")).expect("is removed");
    fs::create_dir(world.path("games")).expect("is made");
    world
        .sentence(["sync", "games", "--yes"])
        .says("no game records; nothing was changed; `bgo remove --archive FOLDER` removes its games");
}

#[test]
fn the_summary_and_the_document_count_all_that_was_done() {
    let world = synced();
    world.write("games/a.sgf", game("PB[2]C[a comment]", &long_line(40, 2)));
    fs::rename(world.path("games/b.sgf"), world.path("games/sub/moved.sgf")).expect("is renamed");
    // No game is gone, so nobody is asked; and the summary is one.
    let done = world.ok(["sync", "games"]);
    done.begins("5 games in 5 files: 1 added, 4 duplicates");
    done.says("\n1 game removed");
    done.ends("\n1 game whose record changed gets a new number\n");
    assert_eq!(done.matches("added").count(), 1, "{done}");
    assert_eq!(world.ok(["sync", "games"]), "games: nothing is new, changed or gone\n");
    assert_eq!(world.ok(["sync", "games", "--quiet"]), "");
    world.write("games/a.sgf", game("PB[2]C[another]", &(long_line(40, 2) + " zz")));
    world.write("games/chess.sgf", "(;GM[3])");
    let done = world.json(["sync", "games", "--yes", "--json", "--quiet"]);
    assert_eq!([&done["games"], &done["gone"], &done["anew"]], [0, 1, 1]);
    let imported = ["added", "duplicates", "repaired", "rejected", "positions"].map(|name| &done["imported"][name]);
    assert_eq!(imported, [1, 4, 1, 1, 41]);
    fs::write(world.path("games/more.tar"), "no archive").expect("is written");
    world.fails(["sync", "games", "--yes", "--quiet"], 1, "more.tar");
    let nothing = World::new();
    nothing.write("games/a.sgf", numbered(2));
    nothing
        .sentence(["sync", "games", "--dry-run"])
        .begins("there is no database at");
    assert!(!nothing.database_path().exists());
}

#[test]
fn a_removed_game_is_not_new_because_one_of_another_date_has_its_moves() {
    let world = World::new();
    for date in ["2005", "2006"] {
        world.write(
            &format!("games/{date}.sgf"),
            game(&format!("DT[{date}]"), &long_line(40, 3)),
        );
    }
    world.ok(["sync", "--quiet", "games"]);
    world.ok(["remove", "--game", "1"]);
    let planned = world.json(["sync", "games", "--json", "--dry-run"]);
    assert_eq!([&planned["new"], &planned["removed_before"]], [0, 1]);
    world.ok(["sync", "games"]);
    assert_eq!(world.games(), 1);
    // An undated record is another source of the game that is there.
    world.write("games/undated.sgf", game("", &long_line(40, 3)));
    let planned = world.json(["sync", "games", "--json", "--dry-run"]);
    assert_eq!([&planned["new"], &planned["removed_before"]], [1, 1]);
    world
        .ok(["sync", "games"])
        .begins("3 games in 3 files: 0 added, 2 duplicates");
}

#[test]
fn removed_games_are_not_new() {
    let world = synced();
    world.ok(["remove", "--game", "2"]);
    let none = "0 records in the folder are new or changed; 0 games are gone from it; 1 was removed before\n";
    assert_eq!(world.ok(["sync", "--dry-run", "games"]), none);
    // A record of another game with the same moves is new.
    world.write("games/b.sgf", game("PB[another]DT[1990]", &long_line(40, 3)));
    world.write("games/g.sgf", numbered(9));
    world.write("games/h.sgf", numbered(9));
    world.ok(["sync", "--quiet", "games"]);
    assert_eq!(world.games(), 5);
    world.ok(["remove", "--game", "6"]);
    let done = world.json(["sync", "games", "--json", "--dry-run"]);
    assert_eq!([&done["new"], &done["removed_before"]], [0, 3]);
    let done = world.ok(["sync", "games"]);
    assert_eq!(
        done,
        "3 games skipped, removed before; \"import --removed\" brings them back\n"
    );
}
