//! Datasets: an import of one gives the database that was exported, and none of a bad one.

use super::contents::assert_sound;
use super::damage::change;
use super::joined::join;
use super::merged::{assert_equal, other_and_twin};
use super::{World, game, long_line, turned};
use bgo::internal::dataset::export_dataset;
use serde_json::{Value, json};
use std::fs;
use std::path::Path;
use testkit::{FIXTURE, Text, files};

fn export(world: &World, name: &str) -> Result<String, String> {
    let folder = world.path(name);
    match export_dataset(&world.snapshot(), &folder, false, |_, _, _| {}) {
        Ok(_) => Ok(folder.display().to_string()),
        Err(error) => Err(error.to_string()),
    }
}

fn exported(world: &World) -> String {
    export(world, "set").expect("is exported")
}

fn world() -> (World, String) {
    let world = World::with(&[
        game("PB[a]", "pd dp pp"),
        game("PB[b]RE[B+R]", "dd"),
        game("PB[c]", "qd"),
    ]);
    let set = exported(&world);
    (world, set)
}

#[test]
fn importing_a_dataset_restores_games_sources_archives_and_records() {
    let (other, twin) = other_and_twin();
    let back = World::new();
    let totals = back.import([&exported(&other)]);
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
    world.import([FIXTURE]);
    let set = exported(&world);
    let back = World::new();
    // A folder with a dataset needs no option.
    back.import([&set]);
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
    join(&world, false);
    assert_eq!(world.games(), 2);
    let back = World::new();
    back.import([&exported(&world)]);
    assert_eq!(back.games(), 2);
    let joined = "SELECT member || content FROM joined";
    assert!(!world.texts(joined).is_empty());
    assert_eq!(back.texts(joined), world.texts(joined));
    assert_sound(&back);
}

fn edit(set: &Path, change: impl FnOnce(&mut Value)) {
    let path = set.join("_bgo.json");
    let mut manifest: Value = serde_json::from_str(&fs::read_to_string(&path).expect("is read")).expect("JSON");
    change(&mut manifest);
    fs::write(&path, manifest.to_string()).expect("is written");
}

/// Faults, each with the sentence about it, in which `SET` stands for the dataset.
#[expect(clippy::type_complexity, reason = "a table")]
const FAULTS: [(fn(&Path), &str); 10] = [
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
        let (_world, set) = world();
        damage(Path::new(&set));
        World::new().failures(&set).says(said.replace("SET", &set));
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
    World::new()
        .failures(&set)
        .says(format!("{} is damaged: ", path.display()));
}

#[test]
fn what_a_killed_export_left_is_removed() {
    let (world, _) = world();
    let left = world.path("other/.bgo-new-x");
    fs::create_dir_all(&left).expect("a folder");
    export(&world, "other").expect("is exported");
    assert!(!left.exists());
}

#[test]
fn damage_in_the_database_leaves_no_dataset() {
    for (damage, said) in [
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
        change(&world, damage);
        export(&world, "other").expect_err("is damaged").says(said);
        assert!(!world.path("other").exists());
    }
}

#[test]
fn an_empty_database_is_an_empty_dataset() {
    let world = World::with_no_games();
    fs::create_dir(world.path("set")).expect("a folder");
    World::new().failures(&exported(&world)).says("has no games");
}
