//! A server that opens its page, and ends after it is closed.

use super::served::Served;
use crate::world::{World, game};
use serde_json::Value;
use std::fs;
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::os::unix::fs::PermissionsExt;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use testkit::Text;

const UNTIL_CLOSED: [&str; 5] = ["--listen", "127.0.0.1:0", "--until-closed", "--linger", "1"];

/// Adds to a command a browser that writes what it opens to a file.
fn with_browser<'a>(world: &World, command: &'a mut Command) -> &'a mut Command {
    let browser = world.path("browser");
    let script = format!("#!/bin/sh\necho \"$1\" >>'{}'\n", world.path("opened").display());
    world.write("browser", script);
    fs::set_permissions(&browser, fs::Permissions::from_mode(0o755)).expect("is a program");
    command.env("BROWSER", browser)
}

/// Returns the addresses that the browser opened, once there are so many.
fn opened(world: &World, count: usize) -> Vec<String> {
    let asked = Instant::now();
    loop {
        let text = fs::read_to_string(world.path("opened")).unwrap_or_default();
        let lines: Vec<String> = text.lines().map(str::to_owned).collect();
        if lines.len() >= count {
            return lines;
        }
        assert!(asked.elapsed() < Duration::from_secs(120), "{lines:?}");
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// Starts the program as a double click does.
fn double_click(world: &World) -> Click {
    let mut command = world.command(env!("CARGO_BIN_EXE_bgo"));
    with_browser(world, &mut command).env("DISPLAY", ":0");
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    Click(command.spawn().expect("starts"))
}

/// A program that was started by a double click. It ends with the test.
struct Click(Child);

impl Drop for Click {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Opens a page: a connection that stays.
fn page(address: &str) -> TcpStream {
    let mut page = TcpStream::connect(address).expect("connects");
    page.set_read_timeout(Some(Duration::from_secs(300))).expect("is set");
    page.write_all(b"GET /api/v1/presence HTTP/1.1\r\nHost: localhost\r\n\r\n")
        .expect("is sent");
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        let mut byte = [0];
        page.read_exact(&mut byte).expect("a head");
        head.extend(byte);
    }
    assert!(head.starts_with(b"HTTP/1.1 200 "));
    page
}

/// Ends the server of a page.
fn end(page: &str) {
    let host = page.trim_start_matches("http://").split('/').next().expect("a host");
    let request = format!("POST /api/v1/quit HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\n\r\n");
    let mut client = TcpStream::connect(host).expect("connects");
    client.write_all(request.as_bytes()).expect("is sent");
}

fn quit(served: &Served, headers: &str) -> u16 {
    let address = &served.address;
    let request = format!("POST /api/v1/quit HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n{headers}\r\n");
    served.send(request.as_bytes()).status
}

#[test]
fn a_double_click_opens_the_page_of_a_new_database_and_another_one_the_same_page() {
    let world = World::new();
    let mut first = double_click(&world);
    let address = opened(&world, 1).remove(0);
    assert!(world.database_path().exists());
    assert!(double_click(&world).0.wait().expect("ends").success());
    assert_eq!(opened(&world, 2), [&address[..], &address]);
    end(&address);
    assert!(first.0.wait().expect("ends").success());
}

#[test]
fn a_json_script_opens_the_page_and_prints_its_address() {
    let world = World::with(&[game("", "pd")]);
    let mut command = world.command(env!("CARGO_BIN_EXE_bgo"));
    with_browser(&world, &mut command).args(["shell", "--json", "-c", "pd; web"]);
    let ran = command.output().expect("runs");
    let out = String::from_utf8(ran.stdout).expect("UTF-8");
    let document = out.lines().last().expect("a document");
    let page = serde_json::from_str::<Value>(document).expect("JSON")["page"].clone();
    let page = page.as_str().expect("an address");
    page.ends("/?moves=pd");
    assert_eq!(opened(&world, 1), [page]);
    end(page);
}

#[test]
fn a_script_without_a_terminal_runs_the_shell() {
    let world = World::with(&[game("", "pd")]);
    let mut piped = world.bgo::<&str>([]);
    piped.env("DISPLAY", ":0").assert().success().stderr("");
    let mut command = world.command(env!("CARGO_BIN_EXE_bgo"));
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    // Without a screen, as in a cron job.
    assert!(command.status().expect("runs").success());
    with_browser(&world, &mut command).env("DISPLAY", ":0");
    let log = fs::File::create(world.path("log")).expect("is made");
    assert!(command.stderr(log).status().expect("runs").success());
    assert!(!world.path("opened").exists());
}

#[test]
fn the_next_port_is_taken_if_the_usual_one_is() {
    // If this fails, others have it. It answers nobody.
    let taken = TcpListener::bind("127.0.0.1:5000");
    let world = World::with(&[game("", "pd")]);
    let mut command = Command::new(env!("CARGO_BIN_EXE_bgo"));
    command.args(["serve", "--open"]);
    with_browser(&world, &mut command);
    let served = Served::run(&world, command);
    assert!(served.address.starts_with("127.0.0.1:500"), "{}", served.address);
    assert_ne!(served.address, "127.0.0.1:5000");
    let page = format!("http://{}/", served.address);
    assert_eq!(opened(&world, 1), [&page[..]]);
    // The server is found although a port before its own is free by now.
    drop(taken);
    let mut command = Command::new(env!("CARGO_BIN_EXE_bgo"));
    command.args(["serve", "--open", "--db"]).arg(world.database_path());
    let second = with_browser(&world, &mut command).output().expect("runs");
    assert!(second.status.success(), "{}", String::from_utf8_lossy(&second.stderr));
    assert_eq!(opened(&world, 2), [&page[..], &page]);
    let other = TcpListener::bind("127.0.0.1:0").expect("listens");
    let address = other.local_addr().expect("an address").to_string();
    std::thread::spawn(move || other.incoming().for_each(drop));
    let sentence = world.sentence(["serve", "--listen", &address]);
    sentence.says(format!("cannot listen on {address}: another program has it"));
}

#[test]
fn it_ends_after_its_last_page() {
    let world = World::with(&[game("", "pd")]);
    let served = Served::with(&world, &UNTIL_CLOSED);
    let (first, second) = (page(&served.address), page(&served.address));
    drop(first);
    assert_eq!(served.json("info")["until_closed"], true);
    drop(second);
    assert!(served.ended().0.success());
}

#[test]
fn only_its_own_page_ends_it() {
    let world = World::with(&[game("", "pd")]);
    let served = Served::of(&world);
    let own = |served: &Served| format!("Origin: http://{}\r\n", served.address);
    assert_eq!(quit(&served, &own(&served)), 404);
    assert_eq!(served.get("/api/v1/presence").status, 404);
    for path in ["presence", "quit"] {
        let request = format!("DELETE /api/v1/{path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
        assert_eq!(served.send(request.as_bytes()).status, 405, "{path}");
    }
    assert_eq!(served.json("info")["until_closed"], false);
    let served = Served::with(&world, &UNTIL_CLOSED[..3]);
    let own = own(&served);
    for headers in [
        String::new(),
        "Origin: http://evil.example\r\n".to_owned(),
        format!("{own}Sec-Fetch-Site: cross-site\r\n"),
        format!("{own}Via: 1.1 proxy\r\n"),
    ] {
        assert_eq!(quit(&served, &headers), 403, "{headers}");
    }
    assert_eq!(served.get("/api/v1/quit").header("allow"), Some("POST"));
    assert_eq!(
        served
            .get_with("/api/v1/presence", &[("Sec-Fetch-Site", "cross-site")])
            .status,
        403
    );
    let mut page = page(&served.address);
    assert_eq!(quit(&served, &own), 204);
    let mut rest = String::new();
    // The end is marked, so that the page knows that the connection was not cut.
    page.read_to_string(&mut rest).expect("an end");
    assert_eq!(rest, "0\r\n\r\n");
    assert!(served.ended().0.success());
}
