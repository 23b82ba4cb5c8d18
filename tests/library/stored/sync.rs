//! Synchronized folders: the database has what is in the folder.

use super::contents::assert_sound;
use super::{World, game, long_line};
use crate::database::Notes;
use bgo::internal::import::{ImportOptions, apply_sync, plan_sync};
use serde_json::{Value, json};
use std::fs;
use testkit::{Text, tar, zip};

fn numbered(number: usize) -> String {
    game(&format!("PB[{number}]"), &long_line(40, number))
}

/// Makes a folder with three records, one of them in a subfolder, and an archive of two
/// games, and syncs it.
fn synced() -> World {
    let world = World::new();
    fs::create_dir_all(world.path("games/sub")).expect("is made");
    world.write("games/a.sgf", numbered(2));
    world.write("games/b.sgf", numbered(3));
    world.write("games/sub/c.sgf", numbered(4));
    world.write("games/more.tar", tar(&[("d.sgf", numbered(5)), ("e.sgf", numbered(6))]));
    sync(&world);
    assert_eq!(world.games(), 5);
    world
}

fn players(world: &World) -> Vec<String> {
    world.texts("SELECT black FROM games ORDER BY CAST(black AS INTEGER)")
}

/// Synchronizes the folder, and returns the numbers that the command tells, and the failures.
fn sync(world: &World) -> Value {
    let db = world.open().expect("opens");
    let options = ImportOptions::default();
    let plan = plan_sync(&db, &world.path("games"), &options).expect("a plan");
    let (gone, mut failures) = (
        plan.gone.sources.len() + plan.gone.archives.len(),
        format!("{:?}", plan.failures),
    );
    let mut told = json!({"new": plan.new, "games": plan.games, "anew": plan.anew, "gone": gone});
    let synced = apply_sync(&db, plan, &options, &mut Notes::default()).expect("is synchronized");
    failures += &format!("{:?}", synced.failures);
    told["imported"] = json!(synced.imported);
    told["failures"] = json!(failures);
    drop(db);
    assert_sound(world);
    told
}

#[test]
fn what_is_new_comes_and_what_is_gone_goes() {
    let world = synced();
    assert_eq!(sync(&world)["imported"], Value::Null, "nothing changed");
    fs::remove_file(world.path("games/b.sgf")).expect("is removed");
    world.write("games/more.tar", tar(&[("e.sgf", numbered(6))]));
    world.write("games/sub/f.sgf", numbered(7));
    let done = sync(&world);
    assert_eq!((&done["new"], &done["games"]), (&1.into(), &2.into()));
    assert_eq!(players(&world), ["2", "4", "6", "7"]);
    // A folder that is gone takes its games along.
    fs::remove_dir_all(world.path("games/sub")).expect("is removed");
    fs::remove_file(world.path("games/more.tar")).expect("is removed");
    assert_eq!(sync(&world)["games"], 3);
    assert_eq!(players(&world), ["2"]);
}

#[test]
fn a_game_with_another_source_only_loses_the_one_in_the_folder() {
    let world = synced();
    world.write("elsewhere.sgf", numbered(3));
    world.import(["elsewhere.sgf"]);
    world.write("games-2.sgf", numbered(9));
    world.import(["games-2.sgf"]);
    fs::remove_file(world.path("games/b.sgf")).expect("is removed");
    fs::remove_file(world.path("games-2.sgf")).expect("is removed");
    let done = sync(&world);
    assert_eq!((&done["games"], &done["gone"]), (&0.into(), &1.into()));
    assert_eq!(players(&world), ["2", "3", "4", "5", "6", "9"]);
    let sources = "SELECT member FROM sources JOIN games USING (game) WHERE black = '3'";
    assert_eq!(world.texts(sources), ["elsewhere.sgf"]);
}

#[test]
fn a_file_that_moved_keeps_its_game_and_one_that_changed_is_imported_anew() {
    let world = synced();
    let number = "SELECT game FROM games WHERE black = '3'";
    let before = world.number(number);
    fs::rename(world.path("games/b.sgf"), world.path("games/sub/moved.sgf")).expect("is renamed");
    let commented = game("PB[2]C[a comment]", &long_line(40, 2));
    world.write("games/a.sgf", &commented);
    world.write("games/sub/c.sgf", numbered(8));
    // Another game is in the place of one.
    let db = world.open().expect("opens");
    let plan = plan_sync(&db, &world.path("games"), &ImportOptions::default()).expect("a plan");
    assert_eq!([plan.new, plan.games, plan.anew], [3, 1, 1]);
    drop((db, plan));
    world.write("games/sub/c.sgf", numbered(4));
    assert_eq!(sync(&world)["anew"], 1);
    assert_eq!(players(&world), ["2", "3", "4", "5", "6"]);
    assert_eq!(world.number(number), before);
    let changed = world.number("SELECT game FROM games WHERE black = '2'");
    assert_eq!(world.record(changed), commented.as_bytes());
    assert_eq!(world.number("SELECT count(*) FROM source"), 5);
    // The document counts all that was imported.
    world.write("games/a.sgf", game("PB[2]C[another]", &long_line(40, 2)));
    let done = sync(&world);
    assert_eq!((&done["games"], &done["anew"]), (&0.into(), &1.into()));
    let imported = &done["imported"];
    assert_eq!((&imported["added"], &imported["duplicates"]), (&1.into(), &4.into()));
    assert_eq!(imported["positions"], 41);
}

#[test]
fn repairs_of_new_and_of_changed_records_are_counted_together() {
    let world = synced();
    world.write("games/a.sgf", game("PB[2]C[changed]", &(long_line(40, 2) + " zz")));
    world.write("games/new.sgf", game("", &(long_line(40, 7) + " zz")));
    world.write("games/chess.sgf", "(;GM[3])");
    let imported = sync(&world)["imported"].clone();
    assert_eq!([&imported["repaired"], &imported["rejected"]], [2, 1]);
    assert_eq!(imported["repairs"], json!([{ "kind": "cut_short", "games": 2 }]));
    assert_eq!(
        imported["rejections"],
        json!([{ "kind": "other_game", "games": 1, "members": ["chess.sgf"] }])
    );
}

#[test]
fn sources_of_the_folder_count_however_they_were_imported() {
    let world = synced();
    world.write("games/sub/g.sgf", numbered(9));
    world.import(["games/sub", "games/a.sgf"]);
    assert_eq!(sync(&world)["gone"], 0);
    fs::remove_file(world.path("games/a.sgf")).expect("is removed");
    fs::remove_file(world.path("games/sub/g.sgf")).expect("is removed");
    assert_eq!(sync(&world)["games"], 2);
    assert_eq!(players(&world), ["3", "4", "5", "6"]);
}

#[test]
fn a_folder_that_is_missing_empty_or_unreadable_removes_nothing() {
    let world = synced();
    fs::rename(world.path("games"), world.path("disk")).expect("is renamed");
    let refused = || {
        let db = world.open().expect("opens");
        plan_sync(&db, &world.path("games"), &ImportOptions::default()).map(|plan| plan.games)
    };
    refused()
        .expect_err("is missing")
        .to_string()
        .says("the folder cannot be read");
    fs::create_dir(world.path("games")).expect("is made");
    refused()
        .expect_err("is empty")
        .to_string()
        .says("no game records; nothing was changed");
    assert_eq!(world.games(), 5);
    fs::remove_dir(world.path("games")).expect("is removed");
    fs::rename(world.path("disk"), world.path("games")).expect("is renamed");
    // What an archive held before the damage cannot be told from what it lost.
    let archive = fs::read(world.path("games/more.tar")).expect("is read");
    fs::write(world.path("games/more.tar"), &archive[..700]).expect("is cut");
    fs::remove_file(world.path("games/b.sgf")).expect("is removed");
    sync(&world)["failures"].to_string().says("more.tar");
    assert_eq!(players(&world), ["2", "4", "5", "6"]);
}

#[test]
fn what_an_import_passes_over_stays() {
    let world = synced();
    // A file by itself may have something before its record.
    world.write("games/old.mgt", format!("From a mail: {}", numbered(20)));
    world.write("games/games.data", tar(&[("x.sgf", numbered(21))]));
    world.import(["games/old.mgt", "games/games.data"]);
    // No records, or of another game of stones.
    world.write("games/a.sgf", "lost");
    world.write("games/b.sgf", "(;GM[3];B[pd])");
    world.write("games/sub/c.sgf", "");
    assert_eq!(sync(&world)["new"], 0);
    assert_eq!(players(&world), ["2", "3", "4", "5", "6", "20", "21"]);
    for name in ["old.mgt", "games.data", "a.sgf"] {
        fs::remove_file(world.path(&format!("games/{name}"))).expect("is removed");
    }
    assert_eq!(sync(&world)["new"], 0);
    assert_eq!(players(&world), ["3", "4", "5", "6"]);
}

#[cfg(unix)]
#[test]
fn links_to_archives_are_followed_and_names_that_are_not_unicode_are_kept() {
    use std::os::unix::ffi::OsStrExt;
    let world = synced();
    world.write("elsewhere.tar", tar(&[("y.sgf", numbered(30))]));
    std::os::unix::fs::symlink(world.path("elsewhere.tar"), world.path("games/link.tar")).expect("a link");
    let done = sync(&world);
    assert_eq!((&done["new"], &done["gone"]), (&1.into(), &0.into()));
    let odd = world.path("games").join(std::ffi::OsStr::from_bytes(b"odd\xff.tar"));
    fs::copy(world.path("games/more.tar"), odd).expect("is copied");
    let done = sync(&world);
    assert_eq!((&done["new"], &done["gone"]), (&2.into(), &0.into()));
    assert_eq!(sync(&world)["imported"], Value::Null, "nothing changed");
    assert_eq!(world.games(), 6);
}

#[test]
fn archives_inside_a_folder_count_however_they_were_imported() {
    let world = synced();
    world.write("games/2019.zip", zip(&[("inner.tar", tar(&[("x.sgf", numbered(50))]))]));
    world.import(["games/2019.zip"]);
    let done = sync(&world);
    assert_eq!((&done["new"], &done["gone"]), (&0.into(), &0.into()));
    world.write("games/2019.zip", zip(&[("inner.tar", tar(&[("y.sgf", numbered(51))]))]));
    let done = sync(&world);
    assert_eq!((&done["new"], &done["gone"]), (&1.into(), &1.into()));
    // What an archive inside held before the damage cannot be told from what it lost.
    let inner = tar(&[("y.sgf", numbered(51))]);
    world.write("games/2019.zip", zip(&[("inner.tar", &inner[..600])]));
    sync(&world)["failures"].to_string().says("2019.zip");
    assert_eq!(players(&world), ["2", "3", "4", "5", "6", "51"]);
}

#[test]
fn nothing_is_removed_if_the_import_cannot_read_what_the_comparison_read() {
    let world = synced();
    fs::remove_file(world.path("games/b.sgf")).expect("is removed");
    world.write("games/new.tar", tar(&[("n.sgf", numbered(40))]));
    let database = world.open().expect("opens");
    let options = ImportOptions::default();
    let plan = plan_sync(&database, &world.path("games"), &options).expect("a plan");
    assert_eq!((plan.new, plan.games), (1, 1));
    world.write("games/new.tar", "no archive any more");
    let synced = apply_sync(&database, plan, &options, &mut Notes::default()).expect("goes on");
    assert!(synced.removed.is_none() && !synced.failures.is_empty(), "{synced:?}");
    drop(database);
    assert_eq!(world.games(), 5);
}

#[cfg(unix)]
#[test]
fn a_link_to_a_folder_is_no_failure_and_hides_none() {
    let world = synced();
    fs::create_dir(world.path("elsewhere")).expect("is made");
    std::os::unix::fs::symlink(world.path("elsewhere"), world.path("games/link")).expect("is linked");
    assert_eq!(sync(&world)["failures"], "[][]");
    fs::remove_file(world.path("games/b.sgf")).expect("is removed");
    world.write("games/new.tar", tar(&[("n.sgf", numbered(40))]));
    let database = world.open().expect("opens");
    let options = ImportOptions::default();
    let plan = plan_sync(&database, &world.path("games"), &options).expect("a plan");
    world.write("games/new.tar", "no archive any more");
    let synced = apply_sync(&database, plan, &options, &mut Notes::default()).expect("goes on");
    assert!(synced.removed.is_none() && synced.failures.len() == 1, "{synced:?}");
}
