//! `bgo export --dataset` and `bgo import --dataset`.

use crate::world::{Ran, World, document, game};
use serde_json::{Value, json};
use std::fs;
use std::path::Path;
use testkit::{Text, files};

/// Exports the database of a world to its folder `set`, whose path is returned.
fn exported(world: &World) -> String {
    world.ok(["export", "--dataset", "set"]);
    world.path("set").to_str().expect("UTF-8").to_owned()
}

/// Returns a world with some games by different players, and their dataset.
fn world() -> (World, String) {
    let world = World::with(&[
        &game("PB[Cho Chikun]PW[Go Seigen]DT[1990]C[a joseki]", "pd dp pp"),
        &game("PB[Go Seigen]PW[Cho]DT[2005]RE[B+R]", "dd"),
        &game("PB[x]PW[y]DT[2006]", "qd"),
    ]);
    let set = exported(&world);
    (world, set)
}

fn manifest(set: &str) -> Value {
    document(&fs::read_to_string(Path::new(set).join("_bgo.json")).expect("is read"))
}

#[test]
fn conditions_select_the_games_to_import() {
    let (_world, set) = world();
    for (conditions, games) in [
        (&["--player", "cho chikun"][..], 1),
        (&["--player", "cho"], 2),
        (&["--year", "2005.."], 2),
        (&["--black", "go", "--result", "B+R"], 1),
        (&["--words", "joseki"], 1),
        (&["--repaired", "no"], 3),
        (&["--archive", "games.tar", "--size", "19"], 3),
        (&["--opening", "=nirensei", "--opening", "=star point"], 1),
        (&["--opening", "=star point", "--black", "go"], 1),
    ] {
        let part = World::new();
        let mut command = part.bgo(["import", "--quiet", "--dataset", &set]);
        command.args(conditions).assert().success();
        assert_eq!(part.games(), games, "{conditions:?}");
    }
    let none = World::new();
    let sentence = none.sentence(["import", "--quiet", "--dataset", &set, "--player", "nobody"]);
    assert_eq!(sentence, format!("no game of {set} meets the conditions"));
    assert_eq!(none.games(), 0);
    none.sentence([
        "--db",
        "new.sqlite",
        "import",
        "--dataset",
        &set,
        "--archive",
        "other.tar",
    ])
    .says("other.tar");
    assert!(!none.path("new.sqlite").exists());
}

#[test]
fn conditions_need_a_dataset() {
    let (world, _) = world();
    let Ran { status, err, .. } = world.run(["import", "games.tar", "--player", "cho"]);
    assert_eq!(
        (status, err.as_str()),
        (
            2,
            "bgo: conditions choose games of a dataset: name one with --dataset, or leave them out\n"
        )
    );
}

#[test]
fn a_bad_dataset_is_told_and_makes_no_database() {
    let (world, set) = world();
    fs::write(Path::new(&set).join("sources/part-00000.parquet"), "PAR1").expect("is written");
    world
        .sentence(["--db", "new.sqlite", "import", "--dataset", &set])
        .begins(format!("{set}/sources/part-00000.parquet has 4 bytes; "));
    fs::remove_file(Path::new(&set).join("_bgo.json")).expect("is there");
    world
        .sentence(["--db", "new.sqlite", "import", "--dataset", &set])
        .begins(format!(
            "{set} is not a dataset: it has no _bgo.json, which an export or an import on a cluster writes last"
        ));
    assert!(!world.path("new.sqlite").exists());
}

#[test]
fn overwrite_replaces_a_dataset_and_nothing_else() {
    let (world, set) = world();
    let before = files(Path::new(&set));
    let sentence = world.sentence(["export", "--dataset", "set"]);
    assert_eq!(sentence, "the folder set has a dataset; --overwrite replaces it");
    world.write("set/games/part-00099.parquet", "stray");
    world.ok(["export", "--dataset", "set", "--overwrite"]);
    assert!(files(Path::new(&set)) == before);
    world.write("folder/precious", "");
    for overwrite in [&[][..], &["--overwrite"]] {
        let mut command = world.bgo(["export", "--dataset", "folder"]);
        let ran = Ran::new(command.args(overwrite));
        assert_eq!(
            ran.sentence(),
            "the folder folder is not empty; name a new one, or an empty one"
        );
    }
    let sentence = world.sentence(["export", "--dataset", "folder/precious", "--overwrite"]);
    assert_eq!(sentence, "folder/precious is a file; name a folder");
}

#[test]
fn the_summary_is_one_document() {
    let (world, set) = world();
    let summary = world.json(["export", "--dataset", "again", "--json"]);
    let manifest = manifest(&set);
    for field in ["games", "sources", "positions"] {
        assert_eq!(summary[field], manifest[field]);
    }
    assert_eq!((&summary["games"], &summary["positions"]), (&json!(3), &json!(8)));
    let files = files(Path::new(&set));
    assert_eq!(summary["files"], files.len() - 1);
    let bytes: usize = files.iter().skip(1).map(|(_, bytes)| bytes.len()).sum();
    assert_eq!(summary["bytes"], bytes);
}

#[test]
fn a_dataset_export_takes_no_moves_or_conditions() {
    let (world, _) = world();
    for words in [
        &["--year", "2005"][..],
        &["--size", "19"],
        &["--area", "pa:sd"],
        &["pd"],
    ] {
        let ran = Ran::new(world.bgo(["export", "--dataset", "other"]).args(words));
        assert_eq!(
            (ran.status, ran.err.as_str()),
            (
                2,
                "bgo: --dataset exports the whole database: leave out the target, the moves, the pattern and the conditions\n"
            )
        );
    }
    for words in [&["--as", "csv"][..], &["--word", "joseki"], &["--all"]] {
        let ran = Ran::new(world.bgo(["export", "--dataset", "other"]).args(words));
        assert!(ran.status != 0 && ran.err.contains("--dataset"), "{ran:?}");
    }
    assert!(!world.path("other").exists());
}

#[test]
fn what_is_no_dataset_is_named() {
    let world = World::with(&[&game("", "pd")]);
    let sentence = world.sentence(["import", "--dataset", "nowhere"]);
    sentence.begins("nowhere: there is no such file or folder");
    let sentence = world.sentence(["export", "--dataset", "no/where"]);
    sentence.begins("no/where cannot be written: ");
    assert!(!sentence.contains(".bgo-new-"), "{sentence}");
    world.ok(["remove", "--yes", "--archive", "games.tar"]);
    let empty = exported(&world);
    let sentence = World::new().sentence(["import", "--dataset", &empty]);
    assert_eq!(sentence, format!("{empty} has no games"));
}
