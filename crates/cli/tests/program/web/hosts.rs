//! The names of the server, and the path below which it serves.

use super::served::{Answer, Served};
use crate::world::World;
use testkit::Text;

fn world() -> World {
    World::with(&["(;SZ[19];B[pd];W[dp])"])
}

fn asked_as(served: &Served, host: &str) -> Answer {
    served.get_with("/api/v1/info", &[("Host", host)])
}

fn assert_known(served: &Served, hosts: &[&str]) {
    for host in hosts {
        assert_eq!(asked_as(served, host).status, 200, "{host}");
    }
}

fn assert_unknown(served: &Served, hosts: &[&str]) {
    for host in hosts {
        let answer = asked_as(served, host);
        assert_eq!((answer.status, answer.code().as_str()), (421, "wrong_host"), "{host}");
    }
}

#[test]
fn another_name_for_this_computer_is_refused() {
    let world = world();
    let served = Served::of(&world);
    let known = [
        "localhost:5000",
        "localhost.",
        "localhost.:80",
        "LOCALHOST",
        "127.0.0.1",
        "[::1]:5000",
    ];
    assert_known(&served, &known);
    assert_unknown(
        &served,
        &["evil.example", "localhost.evil.example", "localhost..", "10.0.0.1", ""],
    );
    asked_as(&served, "evil.example").text().says("--host");
}

#[test]
fn a_public_server_is_asked_by_its_address_or_by_a_name_that_it_was_given() {
    let world = world();
    let public = Served::with(&world, &["--listen", "0.0.0.0:0"]);
    // No site can point an IP address elsewhere.
    assert_known(&public, &["localhost", "10.0.0.1", "203.0.113.9:5000", "[2001:db8::1]"]);
    assert_unknown(&public, &["go.example", "10.0.0.1.evil.example", "0x7f000001"]);
    for listen in ["0.0.0.0:0", "127.0.0.1:0"] {
        let named = ["--listen", listen, "--host", "Go.Example.", "--host", "go.test"];
        let named = Served::with(&world, &named);
        assert_known(&named, &["go.example", "GO.EXAMPLE.:5000", "go.test", "localhost"]);
        assert_unknown(&named, &["other.example", "a.go.example"]);
    }
    // A proxy may pass its own address on.
    let address = [
        "--listen",
        "127.0.0.1:0",
        "--host",
        "192.0.2.7",
        "--host",
        "[2001:DB8::1]",
    ];
    let address = Served::with(&world, &address);
    assert_known(&address, &["192.0.2.7", "192.0.2.7:80", "[2001:db8::1]:5000"]);
    assert_unknown(&address, &["192.0.2.8", "[2001:db8::2]"]);
}

#[test]
fn the_address_of_a_request_overrules_the_header() {
    let world = world();
    let served = Served::of(&world);
    for (target, header, status) in [
        ("http://localhost/api/v1/info", "Host: localhost\r\n", 200),
        ("http://LOCALHOST.:1/api/v1/info", "Host: evil.example\r\n", 200),
        ("http://evil.example/api/v1/info", "Host: localhost\r\n", 421),
        ("http://localhost@evil.example/api/v1/info", "Host: localhost\r\n", 400),
        ("http://localhost/api/v1/info", "", 400),
        ("/api/v1/info", "", 400),
        ("/api/v1/info", "Host: localhost\r\nHost: localhost\r\n", 400),
        ("/api/v1/info", "Host: localhost\r\nHost: evil.example\r\n", 400),
        ("/api/v1/info", "Host: user@localhost\r\n", 400),
        ("/api/v1/info", "Host: localhost:x\r\n", 400),
        ("/api/v1/info", "Host: local host\r\n", 400),
        ("/api/v1/info", "Host: localhost, evil.example\r\n", 400),
    ] {
        let head = format!("GET {target} HTTP/1.1\r\n{header}Connection: close\r\n\r\n");
        assert_eq!(served.send(head.as_bytes()).status, status, "{head}");
    }
}

#[test]
fn a_name_can_be_listened_on() {
    let world = world();
    let served = Served::with(&world, &["--listen", "localhost:0"]);
    let (ip, port) = served.address.rsplit_once(':').expect("a port");
    assert!(["127.0.0.1", "[::1]"].contains(&ip));
    assert_known(&served, &["localhost", &format!("{ip}:{port}")]);
    assert!(served.said.is_empty(), "{:?}", served.said);
}

#[test]
fn browsers_are_told_what_others_may_do() {
    let world = world();
    let served = Served::of(&world);
    for path in ["/", "/api/v1/info", "/nothing"] {
        let answer = served.get(path);
        assert_eq!(
            answer.header("cross-origin-resource-policy"),
            Some("same-origin"),
            "{path}"
        );
        answer.header("permissions-policy").expect("a policy").says("camera=()");
    }
}

#[test]
fn everything_is_below_the_base() {
    let world = world();
    for base in ["/bgo/", "/bgo"] {
        let served = Served::with(&world, &["--listen", "127.0.0.1:0", "--base", base]);
        assert_eq!(served.get("/bgo/api/v1/info").json()["games"], 1);
        let page = served.get("/bgo/").text();
        let names = page.split('"').filter_map(|part| part.strip_prefix("./"));
        let files: Vec<_> = names.collect();
        assert!(files.len() >= 3, "{files:?}");
        for name in files {
            assert_eq!(served.get(&format!("/bgo/{name}")).status, 200, "{name}");
        }
        let led = served.get("/bgo?moves=pd");
        assert_eq!((led.status, led.header("location")), (308, Some("/bgo/?moves=pd")));
        for outside in "/ /api/v1/info /bgone/ /config.js /bgo/bgo/ /bgo/nothing".split(' ') {
            let answer = served.get(outside);
            assert_eq!((answer.status, answer.code().as_str()), (404, "not_found"), "{outside}");
        }
    }
    let deep = Served::with(&world, &["--listen", "127.0.0.1:0", "--base", "/a/b"]);
    assert_eq!(deep.get("/a/b/api/v1/info").status, 200);
    assert_eq!(deep.get("/a/").status, 404);
}
