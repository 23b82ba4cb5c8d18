//! `bgo export --dataset` and `bgo import --dataset`.

use super::damage::open;
use super::merged_databases::{assert_equal, other_and_twin};
use crate::world::{Ran, World, document, game, long_line, turned};
use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};
use testkit::{FIXTURE, Text};

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

/// Returns all files below a folder, with their bytes.
fn files(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(next).expect("a folder") {
            let path = entry.expect("an entry").path();
            match path.is_dir() {
                true => folders.push(path),
                false => files.push((
                    path.strip_prefix(folder).expect("below").to_owned(),
                    fs::read(&path).expect("is read"),
                )),
            }
        }
    }
    files.sort();
    files
}

fn manifest(set: &str) -> Value {
    document(&fs::read_to_string(Path::new(set).join("_bgo.json")).expect("is read"))
}

#[test]
fn importing_a_dataset_restores_games_sources_archives_and_records() {
    let (other, twin) = other_and_twin();
    let back = World::new();
    let totals = back.json(["import", "--json", "--dataset", &exported(&other)]);
    assert_eq!(
        [&totals["games"], &totals["added"], &totals["duplicates"]],
        [7, 5, 2].map(Value::from).each_ref()
    );
    assert_equal(&back, &twin);
    for number in 1..=5 {
        assert_eq!(back.record(number), other.record(number));
    }
    let imported_at = "SELECT path || imported_at FROM archive ORDER BY id";
    assert_eq!(back.texts(imported_at), other.texts(imported_at));
}

#[test]
fn exporting_an_imported_dataset_gives_the_same_files() {
    let world = World::new();
    world.ok(["import", "--quiet", FIXTURE]);
    let set = exported(&world);
    let back = World::new();
    // A folder with a dataset needs no option.
    back.ok(["import", "--quiet", &set]);
    assert!(files(Path::new(&exported(&back))) == files(Path::new(&set)));
}

#[test]
fn joined_sources_stay_joined() {
    let moves = long_line(60, 3);
    let world = World::with(&[
        &game("DT[2005]C[first]", &moves),
        &game("DT[2006]RE[B+R]C[second]", &turned(&moves)),
        &game("PB[other]", &long_line(50, 4)),
    ]);
    world.run(["duplicates", "--remove", "--yes"]);
    assert_eq!(world.games(), 2);
    let back = World::new();
    back.ok(["import", "--quiet", "--dataset", &exported(&world)]);
    assert_eq!(back.games(), 2);
    let joined = "SELECT member || content FROM joined";
    assert!(!world.texts(joined).is_empty());
    assert_eq!(back.texts(joined), world.texts(joined));
    back.ok(["check"]);
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

/// Changes the manifest of a dataset.
fn edit(set: &Path, change: impl FnOnce(&mut Value)) {
    let path = set.join("_bgo.json");
    let mut manifest = document(&fs::read_to_string(&path).expect("is read"));
    change(&mut manifest);
    fs::write(&path, manifest.to_string()).expect("is written");
}

/// A fault, and the sentence about it, in which `SET` stands for the dataset.
type Fault = (fn(&Path), &'static str);

const FAULTS: [Fault; 11] = [
    (
        |set| fs::remove_file(set.join("_bgo.json")).expect("is there"),
        "SET is not a dataset: it has no _bgo.json, which an export or an import on a cluster writes last",
    ),
    (
        |set| fs::remove_dir_all(set.join("positions/part=7")).expect("is there"),
        "SET/positions/part=7/part-00000.parquet is missing; the dataset is incomplete",
    ),
    (
        |set| fs::write(set.join("sources/part-00000.parquet"), "PAR1").expect("is written"),
        "SET/sources/part-00000.parquet has 4 bytes; ",
    ),
    (
        |set| {
            let path = set.join("games/part-00000.parquet");
            let mut bytes = fs::read(&path).expect("is read");
            bytes[100] ^= 1;
            fs::write(path, bytes).expect("is written");
        },
        "SET/games/part-00000.parquet is damaged: its checksum differs from the one in the manifest",
    ),
    (
        |set| edit(set, |manifest| manifest["version"] = json!(3)),
        "SET is a dataset of version 3, made by a newer bgo (bgo 0.1.0); this one reads version 2",
    ),
    (
        |set| edit(set, |manifest| manifest["version"] = json!(1)),
        "SET is a dataset of version 1, made by an older bgo (bgo 0.1.0); this one reads version 2: export it again from its database",
    ),
    (
        |set| edit(set, |manifest| manifest["hash_table"] = json!("00000001")),
        "SET was made with the hash table 00000001; this program uses 39dfac57",
    ),
    (
        |set| edit(set, |manifest| manifest["format"] = json!("other")),
        "SET/_bgo.json: its format is \"other\"; it is not the manifest of a bgo dataset",
    ),
    (
        |set| edit(set, |manifest| manifest["games"] = json!(4)),
        "SET/_bgo.json: the files of the table games have 3 rows; 4 were written",
    ),
    (
        |set| {
            edit(set, |manifest| {
                manifest["tables"]["games"][0]["path"] = json!("../games.parquet")
            })
        },
        "SET/_bgo.json: it names a file outside of the dataset, ../games.parquet; ",
    ),
    (
        |set| {
            fs::write(set.join("_bgo.json"), "{\"format\":").expect("is written");
        },
        "SET/_bgo.json: EOF while parsing a value at line 1 column 10; it is not the manifest of a bgo dataset",
    ),
];

#[test]
fn nothing_is_imported_from_a_bad_dataset() {
    for (damage, said) in FAULTS {
        let (world, set) = world();
        damage(Path::new(&set));
        let sentence = World::sentence(&world, ["--db", "new.sqlite", "import", "--dataset", &set]);
        let expected = said.replace("SET", &set);
        sentence.begins(&expected);
        assert!(!world.path("new.sqlite").exists(), "{said}");
    }
}

/// A writer that computes no checksum may leave damage that only reading finds.
#[test]
fn damage_within_a_file_without_a_checksum_is_found_before_anything_is_imported() {
    let (_world, set) = world();
    edit(Path::new(&set), |manifest| {
        let file = &mut manifest["tables"]["games"][0];
        file.as_object_mut().expect("a file").remove("crc32");
    });
    let path = Path::new(&set).join("games/part-00000.parquet");
    let mut bytes = fs::read(&path).expect("is read");
    let frame = bytes.windows(4).position(|bytes| bytes == [0x28, 0xb5, 0x2f, 0xfd]);
    bytes[frame.expect("a page")] ^= 1;
    fs::write(&path, bytes).expect("is written");
    let part = World::new();
    part.sentence(["import", "--quiet", "--dataset", &set])
        .begins(format!("{} is damaged: ", path.display()));
    assert_eq!(part.games(), 0);
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
fn an_empty_database_is_exported_to_an_empty_folder() {
    let world = World::with_no_games();
    fs::create_dir(world.path("set")).expect("a folder");
    let set = exported(&world);
    assert_eq!(manifest(&set)["games"], 0);
    let back = World::with_no_games();
    back.run(["import", "--dataset", &set]);
    assert_eq!(back.games(), 0);
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
fn what_a_killed_export_left_is_removed() {
    let (world, _) = world();
    let left = world.path("other/.bgo-new-x");
    fs::create_dir_all(&left).expect("a folder");
    world.ok(["export", "--dataset", "other"]);
    assert!(!left.exists());
    assert_eq!(manifest(world.path("other").to_str().expect("UTF-8"))["games"], 3);
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

#[test]
fn damage_in_the_database_leaves_no_dataset() {
    for (change, said) in [
        (
            "UPDATE record SET sgf = x'00' WHERE game = 2",
            "the record of game 2 has a wrong checksum",
        ),
        ("DELETE FROM record WHERE game = 2", "2 of its 3 games are there"),
        (
            "DELETE FROM source WHERE game = 2",
            "the table source has 2 rows and should have 3",
        ),
    ] {
        let (world, _) = world();
        open(&world).execute(change, []).expect("is changed");
        world.sentence(["export", "--dataset", "other"]).says(said);
        assert!(!world.path("other").exists());
    }
}
