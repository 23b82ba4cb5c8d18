//! `bgo sync`: the database has what is in a folder.

use crate::world::{World, document, game, long_line};
use bgo::import::{ImportOptions, apply_sync, plan_sync};
use bgo::store::{Access, Database};
use serde_json::{Value, json};
use std::fs;
use testkit::{Text, tar, zip};

/// Returns the game with this number, of 40 moves.
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
    world.ok(["sync", "--quiet", "games"]);
    assert_eq!(world.games(), 5);
    world
}

fn players(world: &World) -> Vec<String> {
    world.texts("SELECT black FROM games ORDER BY CAST(black AS INTEGER)")
}

fn sync(world: &World) -> Value {
    let ran = world.run(["sync", "games", "--yes", "--json", "--quiet"]);
    assert_eq!((ran.status, ran.err.as_str()), (0, ""));
    world.ok(["check"]);
    document(&ran.out)
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
    world.ok(["import", "elsewhere.sgf"]);
    world.write("games-2.sgf", numbered(9));
    world.ok(["import", "games-2.sgf"]);
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
    assert_eq!(
        world.ok(["sync", "--dry-run", "games"]),
        "3 records in the folder are new or changed; 1 game is gone from it; \
         1 game whose record changed gets a new number\n"
    );
    // Another game is in the place of one.
    assert_eq!(
        world.sentence(["sync", "games"]),
        "1 game would be removed; --yes removes it"
    );
    world.write("games/sub/c.sgf", numbered(4));
    // No game is gone, so nobody is asked; and the summary is one.
    let done = world.ok(["sync", "games"]);
    let lines: Vec<&str> = done.lines().collect();
    lines[0].begins("5 games in 5 files: 1 added, 4 duplicates");
    lines[lines.len() - 2].begins("1 game removed");
    assert_eq!(lines[lines.len() - 1], "1 game whose record changed gets a new number");
    assert_eq!(done.matches("added").count(), 1, "{done}");
    world.ok(["check"]);
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
    world.ok(["import", "games/sub", "games/a.sgf"]);
    assert_eq!(sync(&world)["gone"], 0);
    fs::remove_file(world.path("games/a.sgf")).expect("is removed");
    fs::remove_file(world.path("games/sub/g.sgf")).expect("is removed");
    assert_eq!(sync(&world)["games"], 2);
    assert_eq!(players(&world), ["3", "4", "5", "6"]);
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
    let said = world.ok(["sync", "--dry-run", "games"]);
    let all = "5 games, which are all that came from there, are gone from it";
    said.says(all);
    world
        .sentence(["sync", "games"])
        .says("5 games would be removed; --yes removes them");
}

#[test]
fn a_folder_that_is_missing_empty_or_unreadable_removes_nothing() {
    let world = synced();
    fs::rename(world.path("games"), world.path("disk")).expect("is renamed");
    world
        .sentence(["sync", "games", "--yes"])
        .says("there is no such folder");
    fs::create_dir(world.path("games")).expect("is made");
    world
        .sentence(["sync", "games", "--yes"])
        .says("no game records; nothing was changed; `bgo remove --archive FOLDER` removes its games");
    assert_eq!(world.games(), 5);
    fs::remove_dir(world.path("games")).expect("is removed");
    fs::rename(world.path("disk"), world.path("games")).expect("is renamed");
    // What an archive held before the damage cannot be told from what it lost.
    let archive = fs::read(world.path("games/more.tar")).expect("is read");
    fs::write(world.path("games/more.tar"), &archive[..700]).expect("is cut");
    fs::remove_file(world.path("games/b.sgf")).expect("is removed");
    let ran = world.run(["sync", "games", "--yes", "--quiet"]);
    assert_eq!(ran.status, 1);
    ran.err.says("more.tar");
    assert_eq!(players(&world), ["2", "4", "5", "6"]);
    world.ok(["check"]);
}

#[test]
fn what_an_import_passes_over_stays() {
    let world = synced();
    // A file by itself may have something before its record.
    world.write("games/old.mgt", format!("From a mail: {}", numbered(20)));
    world.write("games/games.data", tar(&[("x.sgf", numbered(21))]));
    world.ok(["import", "games/old.mgt", "games/games.data"]);
    // No records, or of another game of stones.
    world.write("games/a.sgf", "lost");
    world.write("games/b.sgf", "(;GM[3];B[pd])");
    world.write("games/sub/c.sgf", "");
    let ran = world.run(["sync", "games", "--dry-run"]);
    ran.out
        .begins("0 records in the folder are new or changed; 0 games are gone");
    sync_anyhow(&world);
    assert_eq!(players(&world), ["2", "3", "4", "5", "6", "20", "21"]);
    for name in ["old.mgt", "games.data", "a.sgf"] {
        fs::remove_file(world.path(&format!("games/{name}"))).expect("is removed");
    }
    sync_anyhow(&world);
    assert_eq!(players(&world), ["3", "4", "5", "6"]);
}

/// As [`sync`], whatever cannot be read.
fn sync_anyhow(world: &World) {
    let ran = world.run(["sync", "games", "--yes", "--json", "--quiet"]);
    assert_eq!(document(&ran.out)["new"], 0, "{ran:?}");
    world.ok(["check"]);
}

#[test]
fn a_dry_run_makes_no_database() {
    let world = World::new();
    world.write("games/a.sgf", numbered(2));
    world
        .sentence(["sync", "games", "--dry-run"])
        .begins("there is no database at");
    assert!(!world.database_path().exists());
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
    world.ok(["import", "games/2019.zip"]);
    let done = sync(&world);
    assert_eq!((&done["new"], &done["gone"]), (&0.into(), &0.into()));
    world.write("games/2019.zip", zip(&[("inner.tar", tar(&[("y.sgf", numbered(51))]))]));
    let done = sync(&world);
    assert_eq!((&done["new"], &done["gone"]), (&1.into(), &1.into()));
    // What an archive inside held before the damage cannot be told from what it lost.
    let inner = tar(&[("y.sgf", numbered(51))]);
    world.write("games/2019.zip", zip(&[("inner.tar", &inner[..600])]));
    let ran = world.run(["sync", "games", "--yes", "--quiet"]);
    assert_eq!(ran.status, 1);
    ran.err.says("2019.zip/inner.tar was not read");
    assert_eq!(players(&world), ["2", "3", "4", "5", "6", "51"]);
}

#[test]
fn nothing_is_removed_if_the_import_cannot_read_what_the_comparison_read() {
    let world = synced();
    fs::remove_file(world.path("games/b.sgf")).expect("is removed");
    world.write("games/new.tar", tar(&[("n.sgf", numbered(40))]));
    let database = Database::open(&world.database_path(), Access::Write).expect("opens");
    let options = ImportOptions::default();
    let plan = plan_sync(&database, &world.path("games"), &options).expect("a plan");
    assert_eq!((plan.new, plan.games), (1, 1));
    world.write("games/new.tar", "no archive any more");
    let synced = apply_sync(&database, plan, &options, &mut ()).expect("goes on");
    assert!(synced.removed.is_none() && !synced.failures.is_empty(), "{synced:?}");
    drop(database);
    assert_eq!(world.games(), 5);
}
