//! Paths where a database or a report cannot be written, and databases that
//! several processes use.

use crate::world::{Ran, World, game};
use rusqlite::Connection;
use std::fs;
use testkit::Text;
#[cfg(target_os = "linux")]
use testkit::tgz;

#[test]
fn a_database_that_cannot_be_made_is_named() {
    let world = World::new();
    world.write("a.sgf", game("", "pd"));
    fs::create_dir(world.path("folder")).expect("is made");
    for name in [
        "folder",
        "a.sgf/games.sqlite",
        "/proc/games.sqlite",
        "/dev/null/games.sqlite",
    ] {
        let sentence = world.sentence(["--db", name, "import", "a.sgf"]);
        assert!(
            sentence.starts_with(&format!("{name}: ")) && !sentence.contains("Error code"),
            "{sentence}"
        );
    }
    assert_eq!(
        fs::read(world.path("a.sgf")).expect("is there"),
        game("", "pd").as_bytes()
    );
    world.sentence(["--db", "folder", "search"]).begins("folder: ");
}

/// Opening a pipe would wait for another program.
#[cfg(unix)]
#[test]
fn a_pipe_is_no_file() {
    let world = World::with(&[&game("", "pd")]);
    world.make_pipe("pipe");
    for end in ["-journal", "-wal"] {
        let name = format!("beside{end}.sqlite");
        fs::copy(world.database_path(), world.path(&name)).expect("is copied");
        world.make_pipe(&format!("{name}{end}"));
    }
    for command in [
        &["--db", "pipe", "info"][..],
        &["--db", "pipe", "import", "games.tar"],
        &["--db", "beside-journal.sqlite", "info"],
        &["--db", "beside-wal.sqlite", "info"],
        &["import", "pipe"],
        &["info", "--hash-table", "pipe"],
        &["shell", "-c", "load pipe"],
    ] {
        let ran = world.run(command);
        ran.err.says("it is neither a file nor a folder");
    }
}

#[test]
fn a_report_that_cannot_be_written_is_named_and_nothing_is_imported() {
    let world = World::new();
    world.write("a.sgf", game("", "pd"));
    fs::create_dir(world.path("folder")).expect("is made");
    for name in ["folder", "no/folder.jsonl", "a.sgf/x"] {
        let sentence = world.sentence(["import", "a.sgf", "--report", name]);
        assert!(
            sentence.starts_with(&format!("{name} cannot be written: "))
                || sentence.starts_with("folder is a folder; "),
            "{sentence}"
        );
    }
    assert!(!world.database_path().exists());
}

#[test]
fn a_report_overwrites_neither_games_nor_the_database() {
    let world = World::with(&[&game("", "pd")]);
    world.write("a.sgf", game("", "qd"));
    fs::write(world.path("games.sqlite-wal"), "").expect("is written");
    for (name, what) in [
        ("a.sgf", "input"),
        ("./games.sqlite", "database"),
        ("games.sqlite-wal", "journal of the database"),
    ] {
        let before = fs::read(world.path(name)).expect("is there");
        let sentence = world.sentence(["import", "a.sgf", "--overwrite", "--report", name]);
        assert_eq!(sentence, format!("{name} is the {what} itself; name another file"));
        assert_eq!(fs::read(world.path(name)).expect("is there"), before);
    }
    world.write("games/a.sgf", game("", "dd"));
    world.write("games/cut.tgz", "an archive that is damaged");
    world.write("games/b", game("", "pp"));
    world.write("other.sgf", game("", "dp"));
    fs::copy(world.database_path(), world.path("other.sqlite")).expect("is copied");
    world.ok(["export", "--dataset", "set"]);
    for name in [
        "games/a.sgf",
        "games/cut.tgz",
        "games/b",
        "other.sgf",
        "other.sqlite",
        "set/_bgo.json",
    ] {
        let before = fs::read(world.path(name)).expect(name);
        for overwrite in [&["--overwrite"][..], &[]] {
            let import = [&["import", "games", "--report", name], overwrite].concat();
            let sentence = world.sentence(import);
            assert_eq!(
                sentence,
                format!("{name} has games in it, or a name as if it had; name another file")
            );
        }
        assert_eq!(fs::read(world.path(name)).expect(name), before);
    }
    // The database may also be one that the import would create.
    world
        .sentence(["--db", "new.sqlite", "import", "a.sgf", "--report", "new.sqlite"])
        .ends("new.sqlite is the database itself; name another file");
    assert!(!world.path("new.sqlite").exists());
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_under_the_report_is_named() {
    let world = World::new();
    let members: Vec<_> = (0..500).map(|i| (format!("{i}.sgf"), game("", "pd pd"))).collect();
    world.write("games.tgz", tgz(&members));
    world
        .sentence(["import", "-q", "games.tgz", "--report", "/dev/full"])
        .begins("the report /dev/full cannot be written: ");
    assert_eq!(world.games(), 0);
}

#[test]
fn while_another_process_writes_one_can_read_and_not_write() {
    let world = World::with(&[&game("", "pd")]);
    let other = Connection::open(world.database_path()).expect("opens");
    other.execute_batch("BEGIN IMMEDIATE").expect("begins");
    assert_eq!(world.games_with("pd", "19"), 1);
    assert_eq!(world.ok(["shell", "-c", "search"]), world.ok(["search"]));
    world
        .sentence(["import", "games.tar"])
        .ends("is being written to by another process; try again when that is done");
    other.execute_batch("ROLLBACK").expect("ends");
    world.ok(["import", "games.tar"]);
    assert_eq!(world.games(), 1);
}

#[test]
fn processes_that_import_into_a_new_database_together_wait_for_each_other() {
    let world = World::new();
    let names: Vec<_> = (0..4).map(|i| format!("{i}.sgf")).collect();
    for (i, name) in names.iter().enumerate() {
        world.write(name, game(&format!("PB[{i}]"), "pd dp"));
    }
    let imports = names.iter().map(|name| {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_bgo"));
        command
            .args(["import", "-q", name])
            .env("BGO_DB", world.database_path())
            .current_dir(world.folder());
        command.stderr(std::process::Stdio::piped()).spawn().expect("starts")
    });
    for import in imports.collect::<Vec<_>>() {
        let ran = Ran::from(import.wait_with_output().expect("ends"));
        assert_eq!((ran.status, ran.err.as_str()), (0, ""));
    }
    assert_eq!((world.games(), world.games_with("pd dp", "19")), (4, 4));
}

/// Files and folders without permissions. Where the tests run as root, which
/// ignores permissions, they run the program as nobody.
#[cfg(unix)]
mod permissions {
    use super::*;
    use std::fs::Permissions;
    use std::os::unix::fs::{MetadataExt, PermissionsExt};
    use std::os::unix::process::CommandExt;
    use std::path::Path;
    use std::process::Command;

    const NOBODY: u32 = 65534;

    fn allow(path: &Path, mode: u32) {
        fs::set_permissions(path, Permissions::from_mode(mode)).expect("is set");
    }

    /// Runs the program without privileges; prints that the test is skipped
    /// where that is impossible.
    fn run(world: &World, arguments: &[&str]) -> Option<Ran> {
        let mut command = Command::new(env!("CARGO_BIN_EXE_bgo"));
        command
            .args(arguments)
            .env_clear()
            .env("BGO_DB", world.path("place/games.sqlite"))
            .current_dir("/");
        if fs::metadata(world.folder()).expect("is there").uid() == 0 {
            command.uid(NOBODY).gid(NOBODY);
        }
        match command.output() {
            Ok(output) => Some(output.into()),
            Err(error) => {
                println!("skipped: the program cannot be run without privileges: {error}");
                None
            }
        }
    }

    /// Makes a database of one game with the given permissions of its file and
    /// folder.
    fn world(file: u32, folder: u32) -> World {
        let world = World::with(&[&game("", "pd")]);
        let place = world.path("place");
        fs::create_dir(&place).expect("is made");
        let database = place.join("games.sqlite");
        fs::rename(world.database_path(), &database).expect("is moved");
        allow(&database, file);
        allow(&place, folder);
        allow(world.folder(), 0o755);
        world
    }

    fn import(world: &World) -> Option<Ran> {
        let archive = world.write("new.sgf", game("", "dp"));
        run(world, &["import", archive.to_str().expect("UTF-8")])
    }

    /// Checks the message of a command that fails, unless it could not be run.
    fn assert_fails(ran: Option<Ran>, is_expected: impl Fn(&str) -> bool) {
        if let Some(ran) = ran {
            let sentence = ran.sentence();
            assert!(is_expected(&sentence), "{sentence}");
        }
    }

    fn assert_can_be_read(world: &World) -> Option<()> {
        // Twice, since the first run might leave files behind.
        for _ in 0..2 {
            for arguments in [&["search", "pd"][..], &["shell", "-c", "play pd"]] {
                let ran = run(world, arguments)?;
                assert!(ran.status == 0 && ran.out.ends_with("Total count: 1\n"), "{ran:?}");
            }
            let ran = run(
                world,
                &["sql", "select count(*) from positions join games using (game)"],
            )?;
            assert!(ran.status == 0 && ran.out.ends_with(" 2\n"), "{ran:?}");
        }
        Some(())
    }

    #[test]
    fn a_file_that_may_only_be_read() {
        let world = world(0o444, 0o777);
        if assert_can_be_read(&world).is_some() {
            assert_fails(import(&world), |sentence| {
                sentence.ends_with("games.sqlite: the database is read-only")
            });
        }
        allow(&world.path("place"), 0o755);
    }

    #[test]
    fn a_folder_that_may_only_be_read() {
        let world = world(0o444, 0o555);
        if assert_can_be_read(&world).is_some() {
            assert_fails(import(&world), |sentence| sentence.contains("games.sqlite: "));
        }
        allow(&world.path("place"), 0o755);
    }

    #[test]
    fn an_unfinished_journal_in_such_a_folder_is_not_passed_over() {
        let world = world(0o444, 0o755);
        world.write("place/games.sqlite-wal", "what a writer left that was stopped");
        allow(&world.path("place/games.sqlite-wal"), 0o444);
        allow(&world.path("place"), 0o555);
        assert_fails(run(&world, &["search", "pd"]), |sentence| {
            sentence.contains("games.sqlite has changes in a journal")
        });
        allow(&world.path("place"), 0o755);
    }

    #[test]
    fn a_folder_where_no_database_can_be_made() {
        let world = world(0o444, 0o755);
        fs::remove_file(world.path("place/games.sqlite")).expect("is removed");
        allow(&world.path("place"), 0o555);
        assert_fails(import(&world), |sentence| {
            sentence.ends_with("games.sqlite: the file cannot be opened or made there")
        });
        allow(&world.path("place"), 0o755);
    }

    #[test]
    fn files_that_may_not_be_read() {
        let world = world(0o000, 0o755);
        assert_fails(run(&world, &["search", "pd"]), |sentence| {
            sentence.contains("games.sqlite: ")
        });
        let archive = world.path("games.tar");
        allow(&archive, 0o000);
        assert_fails(run(&world, &["import", archive.to_str().expect("UTF-8")]), |sentence| {
            sentence.ends_with("games.tar: there is no permission to read it")
        });
    }
}
