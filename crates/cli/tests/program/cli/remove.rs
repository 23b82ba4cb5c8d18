//! `bgo remove`: what it is given and what it says. `tests/library/stored/` looks at what is left.

use crate::world::{World, game, long_line};
use bgo::internal::files::canonical;
use testkit::{Text, tar};

/// Imports archives of one game each.
fn world(archives: &[&str]) -> World {
    let world = World::new();
    for (start, name) in (3..).zip(archives) {
        world.write(name, tar(&[("a.sgf", game("", &long_line(40, start)))]));
        world.ok(["import", "-q", name]);
    }
    world
}

#[test]
fn it_says_what_was_removed_and_which_games_are_new() {
    let world = World::new();
    for (name, date) in [("0.sgf", ""), ("1.sgf", "DT[2005]"), ("2.sgf", "DT[2006]")] {
        world.write(name, game(date, &long_line(40, 3)));
        world.ok(["import", "-q", name]);
    }
    assert_eq!(
        world.ok(["remove", "--archive", "0.sgf"]),
        "0 games removed, with 0 positions and 1 source\n\
         1 new game: its record had been merged with a record that was removed\n"
    );
    let removed = world.json(["remove", "--json", "--game", "2..9", "--game", "1"]);
    assert_eq!(
        removed,
        serde_json::json!({"games": 2, "new_games": 0, "sources": 2, "positions": 82})
    );
}

#[test]
fn archives_and_numbers_must_both_fit() {
    let world = world(&["a.tar", "b.tar"]);
    let removed = |game: &str| {
        let arguments = [
            "remove",
            "--json",
            "--yes",
            "--quiet",
            "--archive",
            "a.tar",
            "--game",
            game,
        ];
        world.json(arguments)["games"].clone()
    };
    assert_eq!([removed("2"), removed("1")], [0, 1]);
}

#[test]
fn an_archive_is_named_by_its_path_or_its_name() {
    let world = world(&["a/games.tar", "b/games.tar", "b/other.tar", "c.sgf"]);
    let path = |name: &str| {
        let path = canonical(&world.path(name)).unwrap_or_else(|_| world.path(name));
        path.display().to_string()
    };
    let [a, b] = ["a/games.tar", "b/games.tar"].map(path);
    assert_eq!(
        world.sentence(["remove", "--archive", "games.tar"]),
        format!("several archives are named games.tar; give the whole path: {a}, {b}")
    );
    for unknown in ["nothing.tar", "ther.tar", "a"] {
        world
            .sentence(["remove", "--archive", "games.tar", "--archive", unknown])
            .says(" games.tar");
        world
            .sentence(["remove", "--archive", unknown])
            .begins(format!("no archive {unknown} was imported; there are {a}, {b}, "));
    }
    assert_eq!(world.games(), 4);
    // The name suffices, even if the file no longer exists.
    std::fs::remove_file(world.path("b/other.tar")).expect("is removed");
    for (name, left) in [("other.tar", 3), ("b/games.tar", 2), (a.as_str(), 1), ("./c.sgf", 0)] {
        assert_eq!(world.ok(["remove", "-q", "--archive", name]), "");
        assert_eq!(world.games(), left, "{name}");
    }
    assert_eq!(
        world.sentence(["remove", "--archive", "c.sgf"]),
        "no archive c.sgf was imported; there are none"
    );
}

#[test]
fn nothing_to_remove_is_wrong_usage() {
    let world = World::with(&[game("", "pd")]);
    for arguments in [&["remove"][..], &["remove", "--json"], &["remove", "--quiet"]] {
        world.fails(arguments, 2, "");
    }
    for numbers in ["0", "-1", "9..7", "x", "1..", ""] {
        world.fails(["remove", &format!("--game={numbers}")], 2, "");
    }
    world.sentence(["remove", "--game", "7"]).says("there is no game 7");
    assert_eq!(world.games(), 1);
}
