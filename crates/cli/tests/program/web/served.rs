//! A server for a test, and a client that can send any bytes.

use crate::world::World;
use serde_json::Value;
use std::collections::HashMap;
use std::io::{BufRead, BufReader, Lines, Read, Write};
use std::net::TcpStream;
use std::process::{Child, ChildStderr, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

/// A running `bgo serve`, killed when dropped.
pub struct Served {
    child: Child,
    /// The address, such as `127.0.0.1:12345`.
    pub address: String,
    /// The token for changes, if there is one.
    pub token: Option<String>,
    /// The messages before that with the address.
    pub said: Vec<String>,
    /// The later messages. Nobody reads them, so they must not be many.
    _unread: Lines<BufReader<ChildStderr>>,
}

impl Served {
    /// Serves the database of a world.
    pub fn of(world: &World) -> Self {
        Self::with(world, &["--listen", "127.0.0.1:0"])
    }

    /// Serves with these arguments, which must include an address.
    pub fn with(world: &World, arguments: &[&str]) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_bgo"));
        command.arg("serve").args(arguments);
        Self::run(world, command)
    }

    /// Serves with so many files that may be open, half of which may be connections.
    pub fn with_files(world: &World, files: usize) -> Self {
        let mut command = Command::new("sh");
        let limited = format!("ulimit -n {files} && exec \"$0\" serve --listen 127.0.0.1:0");
        command.args(["-c", &limited, env!("CARGO_BIN_EXE_bgo")]);
        Self::run(world, command)
    }

    /// Runs a command that serves the database of a world.
    pub fn run(world: &World, mut command: Command) -> Self {
        let mut child = command
            .env("BGO_DB", world.database_path())
            .stderr(Stdio::piped())
            .spawn()
            .expect("starts");
        let mut lines = BufReader::new(child.stderr.take().expect("its messages")).lines();
        let mut said = Vec::new();
        let (address, token) = loop {
            let line = lines.next().expect("it listens").expect("a line");
            if let Some(address) = line.strip_prefix("listening on http://") {
                let token = address.split_once("#token=").map(|(_, token)| token.to_owned());
                break (address.split('/').next().unwrap_or_default().to_owned(), token);
            }
            said.push(line);
        };
        Self {
            child,
            address,
            token,
            said,
            _unread: lines,
        }
    }

    /// Returns the number of its process.
    pub fn process(&self) -> u32 {
        self.child.id()
    }

    pub fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(&self.address).expect("connects");
        // Prevents a test from waiting forever.
        let time = Some(Duration::from_secs(300));
        stream.set_read_timeout(time).expect("is set");
        stream
    }

    /// Requests `path` and returns the answer.
    pub fn get(&self, path: &str) -> Answer {
        self.get_with(path, &[])
    }

    pub fn get_with(&self, path: &str, headers: &[(&str, &str)]) -> Answer {
        let mut head = format!("GET {path} HTTP/1.1\r\nConnection: close\r\n");
        if !headers.iter().any(|(name, _)| *name == "Host") {
            head.push_str("Host: localhost\r\n");
        }
        for (name, value) in headers {
            head.push_str(&format!("{name}: {value}\r\n"));
        }
        self.send(format!("{head}\r\n").as_bytes())
    }

    /// Returns the address of the page's script, as the page names it.
    pub fn script(&self) -> String {
        let page = self.get("/").text();
        let name = page.rsplit('"').find(|part| part.ends_with(".js"));
        let name = name.expect("a script").trim_start_matches("./");
        format!("/{name}")
    }

    /// Sends these bytes and returns the answer before the connection closes.
    pub fn send(&self, bytes: &[u8]) -> Answer {
        let mut stream = self.connect();
        // The server may answer and close the connection before it has read everything.
        let _ = stream.write_all(bytes);
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        Answer::read(&answer)
    }

    /// Returns the document at `path`, relative to the base of the API.
    pub fn json(&self, path: &str) -> Value {
        let answer = self.get(&format!("/api/v1/{path}"));
        assert_eq!(answer.status, 200, "{path}: {}", answer.text());
        answer.json()
    }

    /// Sends a signal; returns the exit status and the time until the exit.
    pub fn end(self, signal: &str) -> (ExitStatus, Duration) {
        let pid = self.child.id().to_string();
        let sent = Command::new("kill")
            .args(["-s", signal, &pid])
            .status()
            .expect("kill runs");
        assert!(sent.success());
        self.ended()
    }

    /// Returns the exit status of a server that ends by itself, and the time until the exit.
    pub fn ended(mut self) -> (ExitStatus, Duration) {
        let begin = Instant::now();
        // Prevents a test from waiting forever.
        while begin.elapsed() < Duration::from_secs(300) {
            if let Some(status) = self.child.try_wait().expect("is known") {
                return (status, begin.elapsed());
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        panic!("it does not end");
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// An HTTP answer.
#[derive(Debug)]
pub struct Answer {
    /// 0 if the server closed the connection without an answer.
    pub status: u16,
    /// The headers by lower-case name; the last value of repeated ones.
    pub headers: HashMap<String, String>,
    pub body: Vec<u8>,
}

impl Answer {
    fn read(bytes: &[u8]) -> Self {
        let end = bytes.windows(4).position(|four| four == b"\r\n\r\n");
        let (head, body) = end.map_or((bytes, &[][..]), |end| (&bytes[..end], &bytes[end + 4..]));
        let head = String::from_utf8_lossy(head).into_owned();
        let mut lines = head.lines();
        let status = lines.next().and_then(|line| line.split(' ').nth(1)?.parse().ok());
        let headers = lines.filter_map(|line| line.split_once(": "));
        Self {
            status: status.unwrap_or(0),
            headers: headers
                .map(|(name, value)| (name.to_lowercase(), value.to_owned()))
                .collect(),
            body: body.to_vec(),
        }
    }

    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name).map(String::as_str)
    }

    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|error| panic!("{error}: {}", self.text()))
    }

    /// Returns the code of an error.
    pub fn code(&self) -> String {
        self.json()["error"]["code"].as_str().expect("a code").to_owned()
    }
}
