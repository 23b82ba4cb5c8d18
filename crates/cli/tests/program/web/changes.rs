//! Changes of the database by requests, and who may make them.

use super::served::{Answer, Served};
use crate::world::{World, game};
use serde_json::{Value, json};
use std::fs;
use std::io::Write;
use std::net::Shutdown;
use std::process::Command;
use std::time::{Duration, Instant};
use testkit::tgz;

const LOCAL: &str = "127.0.0.1:0";

/// More than a client sends at once.
const LONG: usize = 8 << 20;

fn archive(games: usize) -> Vec<u8> {
    let records: Vec<(String, String)> = (0..games)
        .map(|number| (format!("{number}.sgf"), game(&format!("PB[{number}]"), "pd dp")))
        .collect();
    tgz(&records)
}

/// Sends a POST request with headers besides those that each has.
fn post(served: &Served, path: &str, headers: &str, body: &[u8]) -> Answer {
    let length = body.len();
    let mut request = format!(
        "POST /api/v1/changes/{path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\nContent-Length: {length}\r\n{headers}\r\n",
        served.address
    )
    .into_bytes();
    request.extend(body);
    served.send(&request)
}

/// Sends a POST request as the server's own page does.
fn ask(served: &Served, path: &str, body: &[u8]) -> Answer {
    post(served, path, &format!("Origin: http://{}\r\n", served.address), body)
}

/// Returns the last change once its state is one of these.
fn once(served: &Served, states: &[&str]) -> Value {
    let asked = Instant::now();
    loop {
        let change = served.json("changes");
        if states.iter().any(|state| change["state"] == *state) {
            return change;
        }
        assert!(asked.elapsed() < Duration::from_secs(120), "it is never so: {change}");
        std::thread::sleep(Duration::from_millis(10));
    }
}

fn ended(served: &Served) -> Value {
    once(served, &["done", "refused", "stopped", "failed"])
}

/// Makes a change and returns its end.
fn made(served: &Served, path: &str, body: &[u8]) -> Value {
    let answer = ask(served, path, body);
    assert_eq!(answer.status, 202, "{}", answer.text());
    ended(served)
}

/// Asserts that a document has these fields.
fn assert_has(document: &Value, expected: Value) {
    for (pointer, value) in expected.as_object().expect("fields") {
        assert_eq!(document.pointer(pointer), Some(value), "{pointer}: {document}");
    }
}

/// Returns the names of what is in the folder of the database.
fn beside(world: &World) -> Vec<String> {
    let entries = fs::read_dir(world.folder()).expect("a folder").flatten();
    let mut names: Vec<String> = entries
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}

#[test]
fn an_upload_is_imported_and_removed_again() {
    let world = World::new();
    // A database that is missing is made, so that the first games have a place.
    let served = Served::with(&world, &["--listen", LOCAL]);
    assert_eq!(served.json("changes"), Value::Null);
    assert_has(&served.json("info"), json!({ "/games": 0, "/changes": "own_page" }));
    let change = made(&served, "import?name=my+games.tgz", &archive(3));
    assert_has(
        &change,
        json!({ "/kind": "import", "/state": "done", "/imported/added": 3, "/failures": [] }),
    );
    let listed =
        json!({ "/archives/0/archive": "my games.tgz", "/archives/0/games": 3, "/archives/0/is_folder": false });
    assert_has(&served.json("archives"), listed);
    // Again, and with a record that cannot be read.
    let records = [
        ("a.sgf", game("PB[0]", "pd dp")),
        ("b.sgf", "(;GM[2])".to_owned()),
        ("c.sgf", game("PB[new]", "dd")),
    ];
    let change = made(&served, "import?name=more.tgz", &tgz(&records));
    assert_has(
        &change,
        json!({ "/imported/added": 1, "/imported/duplicates": 1, "/imported/rejections/0/kind": "other_game" }),
    );
    // What only this archive has is removed once somebody agrees.
    let change = made(&served, "removal?archive=my+games.tgz", b"");
    assert_has(&change, json!({ "/state": "refused", "/would_remove": 2 }));
    assert_eq!(served.json("info")["games"], 4);
    let change = made(&served, "removal?archive=my+games.tgz&games=2", b"");
    assert_has(&change, json!({ "/state": "done", "/removed/games": 2 }));
    assert_eq!(served.json("info")["games"], 2);
    // Nobody has agreed, although no game would be lost.
    let change = made(&served, "import?name=again.tgz", &tgz(&records[2..]));
    assert_has(&change, json!({ "/imported/duplicates": 1 }));
    let change = made(&served, "removal?archive=again.tgz", b"");
    assert_has(&change, json!({ "/state": "refused", "/would_remove": 0 }));
    let change = made(&served, "sync?archive=again.tgz", b"");
    assert_has(&change, json!({ "/error": "again.tgz is no folder of this computer" }));
    let change = made(&served, "removal?archive=unknown", b"");
    assert_eq!(change["state"], "failed");
    assert!(
        change["error"].as_str().is_some_and(|error| error.contains("unknown")),
        "{change}"
    );
    let change = made(&served, "import?name=notes.txt", b"no game");
    assert_eq!(change["state"], "failed", "{change}");
    assert!(
        beside(&world).iter().all(|name| name.starts_with("games.sqlite")),
        "{:?}",
        beside(&world)
    );
}

#[test]
fn a_folder_is_kept_in_step() {
    let world = World::new();
    world.write("mine/a.sgf", game("PB[a]", "pd"));
    world.write("mine/b.sgf", game("PB[b]", "pd"));
    world.ok(["import", world.path("mine").to_str().expect("text")]);
    let served = Served::of(&world);
    assert_eq!(served.json("archives")["archives"][0]["is_folder"], true);
    fs::remove_file(world.path("mine/a.sgf")).expect("is removed");
    world.write("mine/c.sgf", game("PB[c]", "dd"));
    let change = made(&served, "sync?archive=mine", b"");
    assert_has(&change, json!({ "/state": "refused", "/would_remove": 1 }));
    let change = made(&served, "sync?archive=mine&games=1", b"");
    assert_has(
        &change,
        json!({ "/state": "done", "/imported/added": 1, "/removed/games": 1 }),
    );
    assert_eq!(served.json("info")["games"], 2);
}

#[test]
fn a_server_that_only_reads_refuses_each_change_of_the_description() {
    let world = World::with(&[game("", "pd")]);
    for arguments in [
        "--listen 127.0.0.1:0 --read-only",
        "--listen 0.0.0.0:0",
        "--listen 127.0.0.1:0 --host go.example",
        "--listen 127.0.0.1:0 --base /go/",
        "--listen 127.0.0.1:0 --allow-origin https://go.example",
    ] {
        let served = Served::with(&world, &arguments.split(' ').collect::<Vec<_>>());
        let base = if arguments.contains("--base") { "/go" } else { "" };
        let document = served.get(&format!("{base}/api/v1/openapi.json")).json();
        let mut refused = 0;
        let paths = document["paths"].as_object().expect("paths").iter();
        // The first two are not answered, and the last one changes nothing.
        let others = ["/presence", "/quit", "/reading"];
        for (path, item) in paths.filter(|(path, _)| !others.contains(&path.as_str())) {
            for method in ["GET", "POST", "PUT", "PATCH", "DELETE"] {
                let is_change = item[method.to_lowercase()]["responses"].get("403").is_some();
                let path = path.replace("{game}", "1");
                let request = format!(
                    "{method} {base}/api/v1{path} HTTP/1.1\r\nHost: {0}\r\nOrigin: http://{0}\r\nConnection: close\r\n\r\n",
                    served.address
                );
                let status = served.send(request.as_bytes()).status;
                match method {
                    _ if is_change => assert_eq!(status, 403, "{method} {path}"),
                    "GET" => {}
                    _ => assert_eq!(status, 405, "{method} {path}"),
                }
                refused += usize::from(is_change);
            }
        }
        assert_eq!(refused, 5);
    }
    assert_eq!(world.games(), 1);
}

#[test]
fn only_the_own_page_changes_the_database() {
    let world = World::with(&[game("", "pd")]);
    let served = Served::of(&world);
    let own = format!("Origin: http://{}\r\n", served.address);
    for headers in [
        String::new(),
        "Origin: http://evil.example\r\n".to_owned(),
        "Origin: null\r\n".to_owned(),
        format!("Origin: http://{}.evil.example\r\n", served.address),
        format!("{own}Sec-Fetch-Site: cross-site\r\n"),
        format!("{own}Sec-Fetch-Site: same-site\r\n"),
        format!("{own}X-Forwarded-For: 203.0.113.5\r\n"),
        format!("{own}Forwarded: for=203.0.113.5\r\n"),
        format!("{own}Via: 1.1 proxy\r\n"),
        format!("{own}CF-Connecting-IP: 203.0.113.5\r\n"),
    ] {
        let answer = post(&served, "import?name=a.tgz", &headers, &archive(1));
        assert_eq!(
            (answer.status, answer.code().as_str()),
            (403, "may_not_change"),
            "{headers}"
        );
    }
    let old = format!(
        "POST /api/v1/changes/import?name=a.tgz HTTP/1.0\r\nHost: {}\r\n{own}Content-Length: 0\r\n\r\n",
        served.address
    );
    assert_eq!(served.send(old.as_bytes()).status, 403);
    // A browser asks first whether another site's page may.
    let asked = format!(
        "OPTIONS /api/v1/changes/import HTTP/1.1\r\nHost: {}\r\nOrigin: http://evil.example\r\nAccess-Control-Request-Method: POST\r\nConnection: close\r\n\r\n",
        served.address
    );
    assert_eq!(
        served.send(asked.as_bytes()).header("access-control-allow-origin"),
        None
    );
    for name in [
        "..",
        "../a.tgz",
        "a/b.tgz",
        "a%5Cb.tgz",
        "c:a",
        "a%00",
        "",
        &"a".repeat(201),
    ] {
        let answer = ask(&served, &format!("import?name={name}"), &archive(1));
        assert_eq!(
            (answer.status, answer.code().as_str()),
            (400, "unreadable_parameter"),
            "{name}"
        );
    }
    assert_eq!(served.get("/api/v1/changes/import").header("allow"), Some("POST"));
    assert_eq!(served.json("changes"), Value::Null);
}

#[test]
fn a_token_allows_changes_wherever_the_server_is_reached() {
    let world = World::with(&[game("", "pd")]);
    let served = Served::with(&world, &["--listen", LOCAL, "--allow-import", "--host", "go.example"]);
    let token = served.token.clone().expect("a token");
    for headers in [
        String::new(),
        "Authorization: Bearer 0\r\n".to_owned(),
        format!("Authorization: Bearer {token}0\r\n"),
    ] {
        let answer = post(&served, "import?name=a.tgz", &headers, &archive(1));
        assert_eq!((answer.status, answer.code().as_str()), (401, "no_token"), "{headers}");
    }
    let right = format!("Authorization: Bearer {token}\r\n");
    let foreign = format!("{right}Origin: https://evil.example\r\n");
    assert_eq!(post(&served, "import?name=a.tgz", &foreign, &archive(1)).status, 403);
    assert_eq!(
        post(
            &served,
            "import?name=a.tgz",
            &format!("{right}Via: 1.1 proxy\r\n"),
            &archive(2)
        )
        .status,
        202
    );
    while served.json("info")["games"] != 3 {
        std::thread::sleep(Duration::from_millis(10));
    }
}

#[test]
fn an_upload_that_is_interrupted_leaves_nothing() {
    let world = World::with(&[game("", "pd")]);
    let before = beside(&world);
    let served = Served::of(&world);
    let head = format!(
        "POST /api/v1/changes/import?name=a.tgz HTTP/1.1\r\nHost: {0}\r\nOrigin: http://{0}\r\nContent-Length: {LONG}\r\n\r\n",
        served.address
    );
    let begun = || {
        let mut client = served.connect();
        client.write_all(head.as_bytes()).expect("is sent");
        client.write_all(&archive(1)).expect("is sent");
        assert_eq!(once(&served, &["receiving"])["total_bytes"], LONG);
        client
    };
    let client = begun();
    // Nobody else changes anything meanwhile.
    let other = ask(&served, "removal?archive=x", b"");
    assert_eq!((other.status, other.code().as_str()), (409, "changing"));
    client.shutdown(Shutdown::Both).expect("leaves");
    assert_eq!(ended(&served)["state"], "failed");
    let client = begun();
    assert_eq!(ask(&served, "stop", b"").status, 200);
    assert_eq!(ended(&served)["state"], "stopped");
    drop(client);
    let other = Served::of(&world);
    let mut client = other.connect();
    client
        .write_all(head.replace(&served.address, &other.address).as_bytes())
        .expect("is sent");
    once(&other, &["receiving"]);
    assert!(other.end("INT").0.success());
    drop(client);
    assert_eq!(served.json("info")["games"], 1);
    let left: Vec<String> = beside(&world)
        .into_iter()
        .filter(|name| !name.ends_with("-wal") && !name.ends_with("-shm"))
        .collect();
    assert_eq!(left, before);
    // One that was killed cannot delete its file; the next one does after a day.
    let client = begun();
    served.end("KILL");
    drop(client);
    let remains = beside(&world)
        .into_iter()
        .find(|name| name.starts_with(".bgo-upload-"))
        .expect("remains");
    drop(Served::of(&world));
    assert!(world.path(&remains).exists());
    let yesterday = std::time::SystemTime::now() - Duration::from_secs(25 * 60 * 60);
    fs::File::open(world.path(&remains))
        .and_then(|folder| folder.set_modified(yesterday))
        .expect("is set");
    drop(Served::of(&world));
    assert!(!world.path(&remains).exists());
    assert_eq!(world.games(), 1);
}

#[test]
fn an_upload_without_room_says_so() {
    let world = World::with(&[game("", "pd")]);
    // In blocks of 512 bytes, more than the database has. The signal would end the server.
    let mut command = Command::new("sh");
    let limited = format!("trap '' XFSZ; ulimit -f 2000 && exec \"$0\" serve --listen {LOCAL}");
    command.args(["-c", &limited, env!("CARGO_BIN_EXE_bgo")]);
    let served = Served::run(&world, command);
    let answer = ask(&served, "import?name=a.tgz", &vec![b'x'; LONG]);
    assert!([0, 507].contains(&answer.status), "{}", answer.text());
    let change = ended(&served);
    assert_eq!(change["state"], "failed");
    assert!(
        change["error"]
            .as_str()
            .is_some_and(|error| error.starts_with("the upload cannot be kept")),
        "{change}"
    );
    assert_eq!(made(&served, "import?name=a.tgz", &archive(2))["imported"]["added"], 2);
}
