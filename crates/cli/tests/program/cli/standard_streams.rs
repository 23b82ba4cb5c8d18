//! `-` is standard input and standard output.

use crate::world::{Ran, World, document, game};
use std::fs;
use testkit::{Text, gzip, tar, tgz, zip};

fn world() -> World {
    World::with(&[&game("PB[Cho]PW[李]", "pd dp"), &game("PB[Go]", "dd")])
}

/// Returns the bytes on standard output of a command that says nothing else.
fn bytes(world: &World, command: &[&str]) -> Vec<u8> {
    let output = world.bgo(command).output().expect("runs");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && said.is_empty(), "{command:?}: {said}");
    output.stdout
}

#[test]
fn every_form_of_one_stream_goes_to_standard_output_and_nothing_else_does() {
    let world = world();
    for form in ["sgf", "csv", "jsonl", "parquet", "tgz"] {
        let streamed = bytes(&world, &["export", "-", "--as", form]);
        let file = format!("all.{form}");
        world.ok(["export", &file]);
        assert_eq!(streamed, fs::read(world.path(&file)).expect("is written"), "{form}");
        let command = format!("export - --all --as {form}");
        assert_eq!(streamed, bytes(&world, &["shell", "-c", &command]), "{form}");
    }
    assert!(!world.path("-").exists());
    let refused = |arguments: &[&str]| {
        let ran = world.run(arguments);
        assert_eq!((ran.status, ran.out.as_str()), (2, ""), "{arguments:?}");
        ran.err
    };
    refused(&["export", "-"]).says("--as");
    refused(&["export", "-", "--as", "folder"]).says("a folder cannot go to a pipe");
    refused(&["export", "-", "--as", "csv", "--json"]).says("leave it out");
}

#[cfg(unix)]
#[test]
fn an_export_goes_into_a_named_pipe() {
    let world = world();
    let pipe = world.make_pipe("pipe");
    let reader = std::thread::spawn(move || fs::read(pipe).expect("is read"));
    world.ok(["export", "pipe", "--as", "sgf"]);
    assert_eq!(
        reader.join().expect("ends"),
        bytes(&world, &["export", "-", "--as", "sgf"])
    );
}

#[test]
fn answers_go_to_standard_output_under_its_name_too() {
    let world = world();
    for command in [
        &["search"][..],
        &["games", "--json"],
        &["sgf", "1"],
        &["sql", "--csv", "select game from games"],
        &["hash-table"],
    ] {
        let named = [command, &["--out", "-"]].concat();
        assert_eq!(bytes(&world, command), bytes(&world, &named), "{command:?}");
    }
    assert_eq!(
        world.ok(["shell", "-c", "sql --csv select 1 --out -"]),
        world.ok(["shell", "-c", "sql --csv select 1"])
    );
    world.ok(["shell", "-c", "play pd; save -"]).ends(";B[pd])\n");
    assert!(!world.path("-").exists());
}

#[test]
fn the_report_goes_to_standard_output_and_the_summary_does_not() {
    let world = world();
    world.write("again.sgf", game("PB[Cho]PW[李]", "pd dp"));
    let ran = world.run(["import", "again.sgf", "--report", "-"]);
    assert_eq!(document(&ran.out)["verdict"], "duplicate");
    assert!(ran.status == 0 && ran.err.contains("1 duplicate"), "{ran:?}");
    assert_eq!(world.run(["import", "again.sgf", "--report", "-", "--json"]).status, 2);
}

#[test]
fn archives_of_every_kind_and_single_records_come_from_standard_input() {
    let records = [("a.sgf", game("PB[a]", "pd")), ("b.sgf", game("PB[b]", "dd"))];
    let collection = records.iter().map(|(_, sgf)| sgf.as_str()).collect::<String>();
    for (kind, bytes) in [
        ("tgz", tgz(&records)),
        ("tar", tar(&records)),
        ("zip", zip(&records)),
        ("sgf", collection.clone().into_bytes()),
        ("sgf.gz", gzip(collection.as_bytes())),
    ] {
        let world = World::new();
        let import = || Ran::new(world.bgo(["import", "-", "--json"]).write_stdin(bytes.clone()));
        let ran = import();
        assert_eq!((ran.status, ran.err.as_str()), (0, ""), "{kind}");
        assert_eq!(document(&ran.out)["added"], 2, "{kind}");
        let sources = || world.texts("SELECT path FROM archive");
        let named = sources();
        assert!(named.len() == 1 && named[0].starts_with("stdin-"), "{kind}: {named:?}");
        // The same bytes are the same archive.
        let again = import();
        assert_eq!(document(&again.out)["duplicates"], 2, "{kind}");
        assert_eq!(
            (sources(), world.number("SELECT count(*) FROM source")),
            (named.clone(), 2)
        );
        // Other bytes are another one, which can be removed alone.
        let other = Ran::new(world.bgo(["import", "-q", "-"]).write_stdin(game("PB[c]", "qd")));
        assert_eq!(
            (other.status, sources().len(), world.games()),
            (0, 2, 3),
            "{kind}: {other:?}"
        );
        world.ok(["remove", "--archive", &named[0], "--yes"]);
        assert_eq!(world.games(), 1, "{kind}");
    }
}

#[test]
fn what_cannot_be_imported_is_called_standard_input_and_makes_no_database() {
    let world = World::new();
    for (bytes, said) in [
        (Vec::new(), "standard input: the file is empty"),
        (b"no game".to_vec(), "standard input: it is neither a game record"),
        (gzip(b"no game"), "standard input: its gzip data hold neither"),
    ] {
        Ran::new(world.bgo(["import", "-"]).write_stdin(bytes))
            .sentence()
            .begins(said);
    }
    let sentence = Ran::new(world.bgo(["import", "-", "-"]).write_stdin("(;B[pd])")).sentence();
    assert_eq!(
        sentence,
        "- is standard input, which can be read once; it is named 2 times"
    );
    assert!(!world.database_path().exists());
    let cut = &tgz(&[("a.sgf", game("", "pd"))])[..30];
    let ran = Ran::new(world.bgo(["import", "-"]).write_stdin(cut.to_vec()));
    ran.err.says("standard input: the gzip data end early");
}

#[test]
fn the_shell_imports_standard_input_unless_its_commands_come_from_there() {
    let world = World::new();
    let command = || world.bgo(["-c", "import -; play pd"]);
    let ran = Ran::new(command().write_stdin(game("", "pd dp")));
    assert!(ran.status == 0 && ran.out.ends_with("Total count: 1\n"), "{ran:?}");
    let ran = Ran::new(world.bgo(["shell"]).write_stdin("import -\n(;B[dd])"));
    ran.err.says("standard input, from which the commands come");
    assert_eq!(world.games(), 1);
}

#[test]
fn a_query_comes_from_standard_input_under_its_name_too() {
    let world = world();
    let ran = Ran::new(
        world
            .bgo(["sql", "--csv", "-"])
            .write_stdin("select count(*) as games from games"),
    );
    assert_eq!((ran.status, ran.out.as_str()), (0, "games\r\n2\r\n"), "{ran:?}");
}
