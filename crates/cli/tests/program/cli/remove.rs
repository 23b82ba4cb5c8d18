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
fn games_that_other_archives_also_have_are_counted_before_they_are_removed() {
    let world = World::new();
    let records = [3, 4, 5].map(|start| game("PB[bot]", &long_line(40, start)));
    for (name, records) in [
        ("a.tar", &records[..]),
        ("b.tar", &records[1..2]),
        ("c.tar", &records[2..]),
    ] {
        world.write_records(name, records);
        world.ok(["import", "-q", name]);
    }
    for (archives, said) in [
        (
            &["a.tar"][..],
            "3 games would be removed, 2 of which other archives also have; --yes removes them",
        ),
        (
            &["b.tar"],
            "1 game would be removed, which other archives also have; --yes removes it",
        ),
        (
            &["a.tar", "b.tar"],
            "3 games would be removed, 1 of which other archives also have; --yes removes them",
        ),
        (
            &["a.tar", "b.tar", "c.tar"],
            "3 games would be removed; --yes removes them",
        ),
        (&[], "3 games would be removed; --yes removes them"),
    ] {
        let archives = archives.iter().flat_map(|archive| ["--archive", archive]);
        assert_eq!(
            world.sentence(["remove", "--player", "bot"].into_iter().chain(archives)),
            said
        );
    }
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
    for word in ["1", "1..3", "games.tgz"] {
        let said = format!("unexpected {word:?}; say which games: --archive PATH, --game NUMBERS, or conditions");
        world.fails(["remove", word], 2, &said);
    }
    let said = "unexpected \"2\"; write \"game=1,2\"\n";
    world.fails(["remove", "--game", "1", "2"], 2, said);
    for numbers in ["0", "-1", "9..7", "x", "1..", ""] {
        world.fails(["remove", &format!("--game={numbers}")], 2, "");
    }
    world.sentence(["remove", "--game", "7"]).says("there is no game 7");
    assert_eq!(world.games(), 1);
}
