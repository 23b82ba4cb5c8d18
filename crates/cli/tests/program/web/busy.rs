//! More clients than connections.

use super::served::Served;
use crate::world::World;
use std::io::{Read, Write};
use std::net::TcpStream;

/// The number of connections, which is half of the files.
const MOST: usize = 16;

fn world() -> World {
    World::with(&["(;SZ[19];B[pd];W[dp])"])
}

/// Sends a request on a connection that stays open, and returns the status of the answer.
fn ask(stream: &mut TcpStream, path: &str) -> u16 {
    let request = format!("GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n");
    stream.write_all(request.as_bytes()).expect("is sent");
    let mut read = Vec::new();
    let mut byte = [0];
    while !read.ends_with(b"\r\n\r\n") {
        stream.read_exact(&mut byte).expect("an answer");
        read.push(byte[0]);
    }
    let head = String::from_utf8(read).expect("text").to_lowercase();
    let length = head
        .split("content-length: ")
        .nth(1)
        .and_then(|rest| rest.lines().next());
    let mut body = vec![0; length.and_then(|length| length.parse().ok()).expect("a length")];
    stream.read_exact(&mut body).expect("the answer");
    head.split(' ')
        .nth(1)
        .and_then(|status| status.parse().ok())
        .expect("a status")
}

#[test]
fn more_clients_than_connections_are_all_answered() {
    const QUESTIONS: usize = 200;
    let world = world();
    let served = Served::with_files(&world, 2 * MOST);
    std::thread::scope(|scope| {
        for _ in 0..3 * MOST {
            scope.spawn(|| {
                // Panics if the connection is closed in the middle of an answer.
                let mut stream = served.connect();
                for _ in 0..QUESTIONS {
                    assert_eq!(ask(&mut stream, "/api/v1/position?moves=pd"), 200);
                }
            });
        }
    });
}

#[test]
fn an_answer_that_is_read_slowly_is_read_to_its_end() {
    let world = world();
    let served = Served::with_files(&world, 2 * MOST);
    let script = served.script();
    let length = served.get(&script).body.len();
    // Together they are longer than what systems keep for a client that does not read.
    const TIMES: usize = 400;
    let asked = format!("GET {script} HTTP/1.1\r\nHost: localhost\r\n\r\n").repeat(TIMES - 1)
        + &format!("GET {script} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
    let slow: Vec<TcpStream> = (0..MOST / 2)
        .map(|_| {
            let mut slow = served.connect();
            slow.write_all(asked.as_bytes()).expect("is sent");
            slow
        })
        .collect();
    // The others come and stay until they must go.
    let mut others = Vec::new();
    for _ in 0..2 * MOST {
        let mut other = served.connect();
        assert_eq!(ask(&mut other, "/api/v1/info"), 200);
        others.push(other);
    }
    for mut slow in slow {
        let mut read = Vec::new();
        slow.read_to_end(&mut read).expect("all answers");
        assert!(read.len() > TIMES * length, "{}", read.len());
    }
}

#[test]
fn without_files_for_more_connections_those_that_are_there_are_served() {
    let world = world();
    let served = Served::with_files(&world, 4 * MOST);
    let mut streams: Vec<TcpStream> = (0..MOST).map(|_| served.connect()).collect();
    for stream in &mut streams {
        assert_eq!(ask(stream, "/api/v1/position"), 200);
    }
    let process = format!("/proc/{}/fd", served.process());
    let Ok(open) = std::fs::read_dir(process) else {
        eprintln!("skipped: the system does not list open files");
        return;
    };
    // From now on there are files for three connections more.
    let limit = format!("--nofile={0}:{0}", open.count() + 3);
    let limited = std::process::Command::new("prlimit")
        .args([format!("--pid={}", served.process()), limit])
        .status();
    if !limited.is_ok_and(|status| status.success()) {
        eprintln!("skipped: prlimit is missing");
        return;
    }
    for _ in 0..MOST {
        let mut newer = served.connect();
        assert_eq!(ask(&mut newer, "/api/v1/position"), 200);
        streams.push(newer);
    }
}
