//! `bgo demo`, also as an installed program without the repository.

use crate::world::{Ran, World, game};
use serde_json::Value;
use std::fs;
use testkit::Text;

#[test]
fn it_imports_its_games_says_so_and_runs_the_commands() {
    let world = World::new();
    let commands = "search\nplay a\nrotations\n";
    let ran = Ran::new(world.bgo(["demo"]).write_stdin(commands));
    assert_eq!(ran.status, 0, "{}", ran.err);
    assert!(
        ran.err.starts_with("Importing ") && ran.err.contains(" games in "),
        "{}",
        ran.err
    );
    assert!(
        ran.out.contains("Total count: ") && ran.out.contains("6: rotate 90 ccw, flip top-bottom"),
        "{}",
        ran.out
    );
    assert!(!ran.out.contains("Registered") && !ran.out.contains("\n> "));

    let again = Ran::new(world.bgo(["demo"]).write_stdin(commands));
    assert_eq!((again.status, again.out), (0, ran.out));
    assert!(
        again.err.starts_with("Using ") && again.err.ends_with(" games.\n"),
        "{}",
        again.err
    );
}

#[test]
fn it_has_hundreds_of_games_on_three_boards() {
    let world = World::new();
    assert_eq!(Ran::new(world.bgo(["demo"]).write_stdin("")).status, 0);
    let demo = world.path("data/bgo/demo.sqlite");
    let info: Value = world.json(["--db", demo.to_str().expect("UTF-8"), "info", "--json"]);
    assert!(info["games"].as_u64().is_some_and(|games| games >= 200), "{info}");
    let sizes: Vec<_> = info["board_sizes"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|size| size["board_size"].as_u64())
        .collect();
    assert_eq!(sizes, [Some(9), Some(13), Some(19)]);
    assert!(include_bytes!("../../../../../fixtures/selfplay.tgz").len() < 500_000);
}

#[test]
fn the_users_own_database_is_left_alone() {
    let world = World::with(&[&game("", "pd")]);
    let ran = Ran::new(world.bgo(["demo"]).write_stdin("search"));
    assert!(!ran.out.ends_with("Total count: 1\n"), "{}", ran.out);
    assert_eq!(world.games(), 1);
}

#[test]
fn the_shell_opens_it_and_leaves_the_users_own_alone() {
    let world = World::with(&[&game("", "pd")]);
    let shown = world.ok(["shell", "-c", "where year=..1900; demo; play pd"]);
    shown.says("\ndemo.sqlite: 275 games, 5 players, 2026\n");
    shown.ends(world.ok(["demo", "-q", "-c", "play pd"]));
    assert_eq!(world.games(), 1);
    // The second time, the games are there.
    world.ok(["shell", "-c", "demo"]).begins("demo.sqlite: 275 games");
    let world = World::new();
    world.write("data", "a file where the folder should be");
    let ran = world.run(["shell", "-c", "demo"]);
    assert_eq!(ran.status, 1, "{ran:?}");
    ran.err.says(world.path("data").display().to_string());
}

#[test]
fn its_database_of_a_development_version_is_set_aside_and_made_anew() {
    let world = World::new();
    world.shell("demo");
    let [demo, old] = ["demo.sqlite", "demo-old.sqlite"].map(|name| world.path("data/bgo").join(name));
    let make_old = || {
        let database = rusqlite::Connection::open(&demo).expect("opens");
        database
            .pragma_update(None, "application_id", 0x6267_6f31)
            .expect("is changed");
        drop(database);
        fs::read(&demo).expect("is there")
    };
    let before = make_old();
    let ran = world.run(["demo", "-c", "search"]);
    assert!(ran.status == 0 && ran.out.contains("Total count: "), "{ran:?}");
    ran.err.says(format!(
        "{} was made by a development version of bgo, and is {} now.\n",
        demo.display(),
        old.display()
    ));
    assert_eq!(fs::read(&old).expect("is there"), before);
    // There is room for one.
    make_old();
    world
        .sentence(["demo"])
        .says("demo.sqlite was made by a development version of bgo; import its games");
    fs::remove_file(&old).expect("is removed");
    world.shell("demo").says("demo-old.sqlite now.\ndemo.sqlite: 275 games");
}

#[test]
fn it_can_be_told_where_its_database_is() {
    let world = World::new();
    let ran = Ran::new(
        world
            .bgo(["demo", "--db", "mine.sqlite", "-c", "search"])
            .write_stdin(""),
    );
    assert!(ran.status == 0 && ran.out.contains("Total count: "), "{ran:?}");
    assert!(world.path("mine.sqlite").is_file() && !world.path("data/bgo/demo.sqlite").exists());
}

#[test]
fn the_program_needs_no_file_beside_it() {
    let world = World::new();
    let installed = world.path("bin/bgo");
    fs::create_dir_all(world.path("bin")).expect("is made");
    // A copy cannot be run if another thread forks while it is being written.
    fs::hard_link(env!("CARGO_BIN_EXE_bgo"), &installed)
        .or_else(|_| fs::copy(env!("CARGO_BIN_EXE_bgo"), &installed).map(drop))
        .expect("is there");
    let elsewhere = world.path("elsewhere");
    fs::create_dir(&elsewhere).expect("is made");
    let mut command = assert_cmd::Command::new(installed);
    command
        .env_clear()
        .env(if cfg!(windows) { "APPDATA" } else { "HOME" }, world.folder())
        .current_dir(elsewhere)
        .arg("demo");
    let ran = Ran::new(command.write_stdin("play pd dp pp"));
    assert!(ran.status == 0 && ran.out.contains("959678554"), "{ran:?}");
    let database = if cfg!(windows) {
        "bgo/demo.sqlite"
    } else {
        ".local/share/bgo/demo.sqlite"
    };
    assert!(world.path(database).is_file());
}

#[test]
fn without_a_place_for_its_database_it_says_so() {
    let world = World::new();
    world.write("data", "a file where the folder should be");
    let sentence = Ran::new(world.bgo(["demo"]).write_stdin("")).sentence();
    let database = world.path("data").join("bgo").join("demo.sqlite");
    sentence.says(database.display().to_string());
}

#[test]
fn a_wrong_command_in_the_pipe_decides_the_status() {
    let world = World::new();
    let ran = Ran::new(world.bgo(["demo"]).write_stdin("search\nplay pd pd\n"));
    assert_eq!(ran.status, 1);
    ran.err.ends("line 2: white cannot play pd: the point is occupied\n");
}
