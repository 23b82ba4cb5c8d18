//! Start and end of the server, and other processes that use the database.

use super::served::Served;
use crate::world::World;
use std::fs;
use std::io::{Read, Write};
use std::time::Duration;
use testkit::Text;

const RECORD: &str = "(;SZ[19];B[pd];W[dp])";

#[test]
fn it_ends_well_when_it_is_told_to() {
    let world = World::with(&[RECORD]);
    for signal in ["TERM", "INT"] {
        // The server does not wait for the timeout of the idle connection. Several
        // attempts allow for a busy machine.
        let soon = (0..10).any(|_| {
            let served = Served::of(&world);
            assert_eq!(served.json("info")["games"], 1);
            let _idle = served.connect();
            let (status, took) = served.end(signal);
            assert!(status.success(), "{signal}: {status}");
            took < Duration::from_secs(8)
        });
        assert!(soon, "{signal}");
    }
}

/// A full pipe stands for all that the system may let threads wait for.
#[test]
fn it_ends_although_all_its_threads_wait_for_the_system() {
    let world = World::with(&[RECORD]);
    let served = Served::of(&world);
    // Each question gives a message.
    fs::write(world.database_path(), "no database").expect("is written");
    let asked = "GET /api/v1/position HTTP/1.1\r\nHost: localhost\r\n\r\n".repeat(100);
    let mut clients = Vec::new();
    let mut is_silent = false;
    while !is_silent {
        for _ in 0..16 {
            let mut client = served.connect();
            client.write_all(asked.as_bytes()).expect("is sent");
            clients.push(client);
        }
        let mut other = served.connect();
        let soon = Some(Duration::from_secs(1));
        other.set_read_timeout(soon).expect("is set");
        other
            .write_all(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
            .expect("is sent");
        is_silent = other.read(&mut [0]).is_err();
        clients.push(other);
    }
    assert!(served.end("INT").0.success());
}

#[test]
fn what_is_wrong_is_said_at_once() {
    let world = World::new();
    let sentence = world.sentence(["serve", "--read-only"]);
    sentence.says("there is no database at ");
    let world = World::with(&[RECORD]);
    let served = Served::of(&world);
    let sentence = world.sentence(["serve", "--listen", &served.address]);
    sentence.says(format!(
        "this database is served already: open http://{}/",
        served.address
    ));
    let other = World::with(&[RECORD]);
    let sentence = other.sentence(["serve", "--listen", &served.address]);
    sentence.says(format!("cannot listen on {}: bgo serves another", served.address));
    assert!(served.said.is_empty(), "{:?}", served.said);
    let public = Served::with(&world, &["--listen", "0.0.0.0:0"]);
    public.said.concat().says("can be reached by other computers");
    world
        .sentence(["serve", "--listen", "nowhere.invalid:5000"])
        .says("cannot listen on nowhere.invalid:5000");
    let sentence = world.sentence(["serve", "--listen", "0.0.0.0:0", "--until-closed"]);
    sentence.says("--until-closed is for pages on this computer");
    world.fails(
        ["serve", "--until-closed", "--host", "go.example"],
        2,
        "do not go together",
    );
    for (option, value, said) in [
        (
            "--port",
            "5001",
            "there is no option \"--port\"; --listen takes the address with the port, as in --listen 127.0.0.1:5001",
        ),
        ("--listen", "localhost", "an address is a host and a port"),
        ("--listen", "local/host:80", "an address is a host and a port"),
        (
            "--host",
            "go.example:80",
            "a host is a name or an IP address without a port, such as go.example or [2001:db8::1]; --listen takes one \
             with a port",
        ),
        ("--host", "2001:db8::1", "such as go.example or [2001:db8::1]"),
        ("--host", "[go.example]", "a host is a name or an IP address"),
        ("--host", ".", "a host is a name or an IP address"),
        ("--base", "bgo", "between slashes, such as /bgo/"),
        ("--base", "/a//b/", "between slashes, such as /bgo/"),
        ("--base", "/../", "between slashes, such as /bgo/"),
        ("--base", "/{a}/", "between slashes, such as /bgo/"),
        ("--allow-origin", "go.example", "an origin is a scheme and a host"),
    ] {
        world.fails(["serve", option, value], 2, said);
    }
    for word in ["5001", "localhost:5001"] {
        world.fails(["serve", word], 2, "; --listen takes the address with the port, as in ");
    }
    world.fails(["serve", "games.sqlite"], 2, "unexpected \"games.sqlite\"\nusage: ");
}

#[test]
fn the_database_is_only_read() {
    let world = World::with(&[RECORD]);
    let before = fs::read(world.database_path()).expect("is there");
    let served = Served::of(&world);
    for path in "position?full=true games games/1 years players?prefix=a info position?swap=true".split(' ') {
        served.json(path);
    }
    drop(served);
    assert!(fs::read(world.database_path()).expect("is there") == before);
}

#[test]
fn it_answers_while_another_process_imports() {
    let world = World::with(&[RECORD]);
    let served = Served::of(&world);
    let records: String = (0..3000)
        .map(|i| {
            let letter = |n: usize| char::from(b'a' + (n % 19) as u8);
            let point = |n: usize| format!("{}{}", letter(n), letter(n / 19));
            format!(
                "(;SZ[19];B[{}];W[{}];B[pd])",
                point(i % 361),
                point((i / 361 + i + 1) % 361)
            )
        })
        .collect();
    world.write("more.sgf", records);
    let mut import = std::process::Command::new(env!("CARGO_BIN_EXE_bgo"))
        .env("BGO_DB", world.database_path())
        .current_dir(world.folder())
        .args(["import", "--commit-every", "100", "more.sgf", "--quiet"])
        .stdout(std::process::Stdio::null())
        .stderr(std::process::Stdio::null())
        .spawn()
        .expect("starts");
    let mut last = 0;
    let ended = loop {
        let ended = import.try_wait().expect("is asked");
        // Every answer comes from one state of the database, never an earlier one.
        let position = served.json("position");
        let games = position["games"].as_u64().expect("a number");
        let next = position["next_moves"].as_array().expect("moves").iter();
        let sum: u64 = next.map(|next| next["games"].as_u64().expect("a number")).sum();
        assert_eq!(sum, games);
        assert!(games >= last);
        last = games;
        if let Some(status) = ended {
            break status;
        }
    };
    assert!(ended.success());
    assert_eq!(served.json("info")["games"].as_u64(), Some(last));
    assert!(last > 1000, "{last}");
}
