//! The shell where the database is missing: only an import makes it.

use crate::world::{Ran, World, game};
use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;
use testkit::Text;

#[test]
fn a_misspelt_database_is_an_error_and_is_not_made() {
    let world = World::new();
    let typo = world.path("typo.sqlite");
    let said = format!(
        "line 1: there is no database at {}; \"import PATH\" makes one\n",
        typo.display()
    );
    let name = typo.to_str().expect("UTF-8");
    for command in [
        "search",
        "size 9; search",
        "play pd",
        "games",
        "find",
        "show 1",
        "sql",
        "where player=cho",
        "remove --game 1 --yes",
        "export a.csv",
        "import nowhere.tgz; search",
    ] {
        for ran in [
            world.run(["--db", name, "--keep-going", "-c", command]),
            Ran::new(world.bgo(["--db", name, "--keep-going"]).write_stdin(command)),
            Ran::new(
                world
                    .bgo(["shell", "--keep-going"])
                    .env("BGO_DB", name)
                    .write_stdin(command),
            ),
        ] {
            assert!(ran.status == 1 && ran.err.ends_with(&said), "{command}: {ran:?}");
        }
    }
    assert!(!typo.exists() && !world.path("a.csv").exists());
    let ran = world.run(["--db", name, "-c", "board; cwd; help"]);
    assert!(ran.status == 0 && ran.err.is_empty(), "{ran:?}");
    assert!(!typo.exists());
}

#[test]
fn an_import_makes_it() {
    let world = World::new();
    world.write("a.sgf", game("", "pd dp"));
    let ran = world.run(["--db", "new/games.sqlite", "-c", "import a.sgf; play pd"]);
    assert!(ran.status == 0 && ran.out.ends_with("Total count: 1\n"), "{ran:?}");
    assert!(world.path("new/games.sqlite").is_file());
}

#[test]
fn one_that_another_program_makes_is_found() {
    let world = World::new();
    world.write("a.sgf", game("", "pd dp"));
    let mut shell = world.command(env!("CARGO_BIN_EXE_bgo"));
    let shell = shell
        .args(["shell", "--keep-going"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut shell = shell.spawn().expect("runs");
    let mut commands = shell.stdin.take().expect("a pipe");
    writeln!(commands, "search").expect("listens");
    // The pipe stays open, and the command is answered all the same.
    let mut said = String::new();
    let mut errors = BufReader::new(shell.stderr.take().expect("a pipe"));
    errors.read_line(&mut said).expect("a line");
    said.says("there is no database at");
    world.ok(["import", "-q", "a.sgf"]);
    writeln!(commands, "search").expect("listens");
    drop(commands);
    let ran = Ran::from(shell.wait_with_output().expect("ends"));
    ran.out.ends("Total count: 1\n");
}
