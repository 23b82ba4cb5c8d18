//! Slow, idle and hostile clients.

use super::served::Served;
use crate::world::World;
use std::io::{ErrorKind, Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

fn world() -> World {
    World::with(&["(;SZ[19];B[pd];W[dp])"])
}

/// The number of attempts to get an answer beside clients of one kind. On a
/// busy machine, an answer may also be late for other reasons.
const TRIES: usize = 10;

/// Asserts that the server answers while these clients are still connected, not
/// because it has disconnected them.
fn assert_answers_beside(served: &Served, beside: &str, mut clients: impl FnMut() -> Vec<TcpStream>) {
    let mut kept = Vec::new();
    for _ in 0..TRIES {
        kept.extend(clients());
        assert_eq!(served.json("position?moves=pd")["games"], 1, "{beside}");
        if kept.last().is_some_and(is_open) {
            return;
        }
    }
    panic!("{beside}: no answer came before the server disconnected them");
}

fn is_open(stream: &TcpStream) -> bool {
    stream.set_nonblocking(true).expect("is set");
    match stream.peek(&mut [0]) {
        Ok(bytes) => bytes > 0,
        Err(error) => error.kind() == ErrorKind::WouldBlock,
    }
}

#[test]
fn idle_and_slow_connections_keep_nobody_out() {
    let world = world();
    // 512 connections.
    let served = Served::with_files(&world, 1024);
    let connect = |count: usize, sent: &[u8]| -> Vec<_> {
        let clients = (0..count).map(|_| {
            let mut client = served.connect();
            let _ = client.write_all(sent);
            client
        });
        clients.collect()
    };
    let _idle = connect(400, b"");
    assert_answers_beside(&served, "idle connections", || connect(1, b""));
    // These clients never complete their requests.
    let begun = b"GET /api/v1/position HTTP/1.1\r\nHost: local";
    let mut slow = Vec::new();
    for _ in 0..4 {
        slow.extend(connect(99, begun));
        assert_answers_beside(&served, "slow connections", || connect(1, begun));
    }
    // These clients never read the answers.
    let asked = format!("GET {} HTTP/1.1\r\nHost: localhost\r\n\r\n", served.script()).repeat(50);
    let _deaf = connect(50, asked.as_bytes());
    assert_answers_beside(&served, "connections that do not read", || connect(1, b""));
}

#[test]
fn who_says_nothing_is_hung_up_on() {
    let world = world();
    let served = Served::of(&world);
    let begin = Instant::now();
    let mut slow = served.connect();
    slow.write_all(b"GET / HTTP/1.1\r\n").expect("is sent");
    // Reading ends when the server closes the connection.
    let ended = slow.read_to_end(&mut Vec::new());
    let kind = ended.err().map(|error| error.kind());
    assert!([None, Some(ErrorKind::ConnectionReset)].contains(&kind));
    let took = begin.elapsed();
    assert!(took > Duration::from_secs(10), "{took:?}");
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
        assert!([0, 405].contains(&answer.status));
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
            assert_eq!(answer.header("allow"), Some("GET, HEAD"));
        }
        // Where there is nothing, no method is allowed.
        for path in ["/nothing", "/api/v1/nothing", "/api/v1", "/api"] {
            let head = format!("{method} {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
            assert_eq!(served.send(head.as_bytes()).status, 404, "{method} {path}");
        }
    }
    for nonsense in [
        &b"\x16\x03\x01\x02\x00\x01\x00"[..],
        b"\0\0\0\0\r\n\r\n",
        b"hello\r\n\r\n",
    ] {
        assert!([0, 400].contains(&served.send(nonsense).status));
    }
    assert_eq!(served.json("position?moves=pd")["games"], 1);
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
