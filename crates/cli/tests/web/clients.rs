//! Clients that nobody would want.

use crate::served::Served;
use crate::world::World;
use std::io::{Read, Write};
use std::time::{Duration, Instant};

fn world() -> World {
    World::with(&["(;SZ[19];B[pd];W[dp])"])
}

/// Asks as anybody would and has an answer soon.
fn assert_answers(served: &Served, beside: &str) {
    let begin = Instant::now();
    assert_eq!(served.json("position?moves=pd")["games"], 1, "{beside}");
    let took = begin.elapsed();
    assert!(took < Duration::from_secs(2), "{beside}: {took:?}");
}

#[test]
fn idle_and_slow_connections_keep_nobody_out() {
    let world = world();
    let served = Served::of(&world);
    let mut idle: Vec<_> = (0..400).map(|_| served.connect()).collect();
    assert_answers(&served, "idle connections");
    // These have begun to say something, and never end.
    for _ in 0..400 {
        let mut slow = served.connect();
        let _ = slow.write_all(b"GET /api/v1/position HTTP/1.1\r\nHost: local");
        idle.push(slow);
        if idle.len() % 100 == 0 {
            assert_answers(&served, "slow connections");
        }
    }
    // These ask and do not read.
    for _ in 0..50 {
        let mut deaf = served.connect();
        let _ = deaf.write_all(&b"GET /app.js HTTP/1.1\r\nHost: localhost\r\n\r\n".repeat(50));
        idle.push(deaf);
    }
    assert_answers(&served, "connections that do not read");
}

#[test]
fn who_says_nothing_is_hung_up_on() {
    let world = world();
    let served = Served::of(&world);
    let mut slow = served.connect();
    slow.write_all(b"GET / HTTP/1.1\r\n").expect("is sent");
    let begin = Instant::now();
    let mut answer = Vec::new();
    let _ = slow.read_to_end(&mut answer);
    let took = begin.elapsed();
    assert!(
        (Duration::from_secs(10)..Duration::from_secs(25)).contains(&took),
        "{took:?}"
    );
}

#[test]
fn what_is_too_much_is_refused() {
    let world = world();
    let served = Served::of(&world);
    let long = format!(
        "GET /api/v1/position?moves={} HTTP/1.1\r\nHost: localhost\r\n\r\n",
        "pd,".repeat(100_000)
    );
    assert!([0, 414, 431].contains(&served.send(long.as_bytes()).status));
    let headers = format!("GET / HTTP/1.1\r\nHost: localhost\r\n{}\r\n", "X-Y: z\r\n".repeat(5000));
    assert!([0, 431].contains(&served.send(headers.as_bytes()).status));
    for body in [
        "[".repeat(4 << 20),
        format!("{{\"moves\": \"{}\"}}", "x".repeat(4 << 20)),
    ] {
        let head = "POST /api/v1/position HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: ";
        let answer = served.send(format!("{head}{}\r\n\r\n{body}", body.len()).as_bytes());
        assert!([0, 405].contains(&answer.status), "{answer:?}");
    }
    for method in ["POST", "PUT", "DELETE", "PATCH"] {
        for path in ["/", "/api/v1/position", "/api/v1/games/1"] {
            let head = format!("{method} {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
            let answer = served.send(head.as_bytes());
            assert_eq!(
                (answer.status, answer.code().as_str()),
                (405, "method_not_allowed"),
                "{method} {path}"
            );
        }
    }
    for nonsense in [
        &b"\x16\x03\x01\x02\x00\x01\x00"[..],
        b"\0\0\0\0\r\n\r\n",
        b"hello\r\n\r\n",
    ] {
        assert!([0, 400].contains(&served.send(nonsense).status));
    }
    assert_answers(&served, "nonsense");
}

#[test]
fn only_pages_that_are_allowed_may_ask() {
    let world = world();
    let served = Served::of(&world);
    let origin = ("Origin", "https://go.example");
    let answer = served.get_with("/api/v1/info", &[origin]);
    assert_eq!(answer.header("access-control-allow-origin"), None);
    let open = Served::with(
        &world,
        &["--listen", "127.0.0.1:0", "--allow-origin", "https://go.example"],
    );
    let answer = open.get_with("/api/v1/info", &[origin]);
    assert_eq!(answer.header("access-control-allow-origin"), Some("https://go.example"));
    let answer = open.get_with("/api/v1/info", &[("Origin", "https://evil.example")]);
    assert_eq!(answer.header("access-control-allow-origin"), None);
}

#[test]
fn another_name_for_this_computer_is_refused() {
    let world = world();
    let served = Served::of(&world);
    for host in ["localhost:5000", "127.0.0.1", "[::1]:5000", "LOCALHOST"] {
        assert_eq!(served.get_with("/api/v1/info", &[("Host", host)]).status, 200, "{host}");
    }
    for host in ["evil.example", "localhost.evil.example", "10.0.0.1", ""] {
        assert_eq!(served.get_with("/", &[("Host", host)]).code(), "wrong_host", "{host}");
    }
}
