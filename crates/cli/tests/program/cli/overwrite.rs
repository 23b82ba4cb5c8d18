//! Files that exist: nothing replaces them without `--overwrite`, and then only a
//! command that succeeds.

use crate::world::{Ran, World, game, without_files};
use std::fs;
use testkit::Text;

/// Commands that write the file `out`, which is not in their words.
const WRITERS: [&[&str]; 14] = [
    &["search", "--out", "out"],
    &["games", "--out", "out"],
    &["tree", "--sgf", "--out", "out"],
    &["find", "--json", "--out", "out"],
    &["show", "1", "--out", "out"],
    &["duplicates", "--out", "out"],
    &["sgf", "1", "--out", "out"],
    &["sql", "select game from games", "--csv", "--out", "out"],
    &["export", "out", "--as", "csv"],
    &["export", "out", "--as", "tgz"],
    &["hash-table", "--out", "out"],
    &["import", "-q", "a.sgf", "--report", "out"],
    &["positions", "parse", "board.txt", "-q", "--out", "out"],
    &["positions", "histogram", "empty.dat", "-q", "--out", "out"],
];

/// Commands of the shell that write the file `out`.
const SHELL_WRITERS: [&str; 6] = [
    "games --out out",
    "sgf 1 --out out",
    "sql --csv select 1 --out out",
    "save out",
    "export out --as jsonl",
    "tree --json --out out",
];

fn world() -> World {
    let world = World::with(&[&game("PB[Cho]", "pd dp"), &game("PB[Go]", "dd")]);
    world.write("a.sgf", game("", "qd"));
    world.write("board.txt", (".".repeat(9) + "\n").repeat(9));
    world.write("empty.dat", "");
    // Makes the table of ids.
    run(&world, &["positions", "parse", "board.txt", "-q", "--out", "ids.dat"]);
    world
}

fn run(world: &World, command: &[&str]) -> Ran {
    world.run(command)
}

#[test]
fn what_exists_is_replaced_only_on_request() {
    let world = world();
    let shell = SHELL_WRITERS.map(|line| ["shell", "-c", line]);
    let all = WRITERS.into_iter().chain(shell.iter().map(|words| &words[..]));
    for command in all {
        let _ = fs::remove_file(world.path("out"));
        let ran = run(&world, command);
        assert!(
            ran.status == 0 && without_files(&ran.err).is_empty(),
            "{command:?}: {ran:?}"
        );
        let written = fs::read(world.path("out")).expect("is written");
        assert!(!written.is_empty() || command[0] == "import", "{command:?}");
        fs::write(world.path("out"), "precious").expect("is written");
        let ran = run(&world, command);
        assert_eq!(ran.status, 1, "{command:?}: {ran:?}");
        ran.err.ends("out already exists; --overwrite replaces it\n");
        assert_eq!(fs::read(world.path("out")).expect("is there"), b"precious");
        let line;
        let overwriting = match command {
            ["shell", "-c", typed] => {
                line = format!("{typed} --overwrite");
                vec!["shell", "-c", &line]
            }
            _ => [command, &["--overwrite"]].concat(),
        };
        let ran = run(&world, &overwriting);
        assert!(
            ran.status == 0 && without_files(&ran.err).is_empty(),
            "{overwriting:?}: {ran:?}"
        );
        let written = fs::read(world.path("out")).expect("is written");
        assert_ne!(written, b"precious", "{command:?}");
    }
}

#[test]
fn a_command_that_fails_keeps_the_old_file_and_leaves_nothing_beside_it() {
    let world = world();
    world.write("out", "precious");
    world.write("cut.dat", "not whole");
    let leftovers = || {
        let files = fs::read_dir(world.folder()).expect("a folder");
        let names = files.map(|file| file.expect("a file").file_name().to_string_lossy().into_owned());
        names.filter(|name| name.starts_with(".bgo-new-")).count()
    };
    for command in [
        &["search", "--player", "nobody", "--out", "out"][..],
        &["show", "77", "--out", "out"],
        &["sgf", "77", "--out", "out"],
        // Some rows are written before the error.
        &[
            "sql",
            "--csv",
            "--out",
            "out",
            "select abs(value) from generate_series(1, 9) union all select abs(-9223372036854775808)",
        ],
        &["sql", "--csv", "--out", "out", "select no_such_column from games"],
        &["export", "out", "--as", "csv", "--word", "..."],
        &["positions", "histogram", "cut.dat", "-q", "--out", "out"],
        &["import", "-q", "missing.tgz", "--report", "out"],
        &[
            "shell",
            "-c",
            "sql --csv select 1 union all select abs(-9223372036854775808) --out out --overwrite",
        ],
    ] {
        let overwriting = match command[0] {
            "shell" => command.to_vec(),
            _ => [command, &["--overwrite"]].concat(),
        };
        let ran = run(&world, &overwriting);
        assert_eq!(ran.status, 1, "{command:?}: {ran:?}");
        assert_eq!(
            fs::read(world.path("out")).expect("is there"),
            b"precious",
            "{command:?}"
        );
        assert_eq!(leftovers(), 0, "{command:?}");
    }
}

#[test]
fn the_database_is_never_replaced() {
    let world = world();
    let before = fs::read(world.database_path()).expect("is there");
    for command in [
        &["search", "--out", "games.sqlite", "--overwrite"][..],
        &["sgf", "1", "--out", "./games.sqlite", "--overwrite"],
        &["sql", "select 1", "--out", "games.sqlite", "--overwrite"],
        &["hash-table", "--out", "games.sqlite", "--overwrite"],
        &["export", "games.sqlite", "--as", "csv", "--overwrite"],
        &["shell", "-c", "save games.sqlite --overwrite"],
        &["shell", "-c", "games --out games.sqlite --overwrite"],
    ] {
        let ran = run(&world, command);
        assert!(
            ran.status == 1 && ran.err.contains("is the database itself; name another file"),
            "{command:?}: {ran:?}"
        );
    }
    assert_eq!(fs::read(world.database_path()).expect("is there"), before);
}
