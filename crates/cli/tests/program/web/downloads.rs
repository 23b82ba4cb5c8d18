//! Downloads of the games of a list, and the names of files.

use super::served::{Answer, Served};
use crate::world::World;
use flate2::read::GzDecoder;
use std::io::{Read, Write};
use testkit::Text;

const RECORDS: [&str; 4] = [
    "(;SZ[19]PB[Major]PW[tmch]DT[2016-12-22]RE[W+R];B[pd];W[dp];B[pp])",
    "(;SZ[19]PB[=1+1]PW[李昌鎬]DT[1995]RE[B+0.5];B[pd];W[dp])",
    "(;SZ[19]PB[CON]RE[B+R];B[dd])",
    "(;SZ[9]PB[Cho]PW[Aki]DT[2001]RE[0];B[ee];W[cc];B[gg];W[gc])",
];

/// Returns a file, which HTTP/1.0 sends without chunks.
fn file(served: &Served, path: &str) -> Answer {
    served.send(format!("GET /api/v1/{path} HTTP/1.0\r\nHost: localhost\r\n\r\n").as_bytes())
}

#[test]
fn a_list_comes_as_one_file_as_an_archive_and_as_a_table() {
    let world = World::with(&RECORDS);
    let served = Served::of(&world);
    for (path, exported) in [
        ("games/export?moves=pd,dp&sort=length&as=", "pd dp --sort length"),
        (
            "games/export?area=ma,sg&moves=pd&year=1995&as=",
            "--area ma,sg pd --year 1995",
        ),
        ("find/export?sort=number&as=", "--all --sort number"),
    ] {
        for (form, kind) in [
            ("sgf", "application/x-go-sgf"),
            ("tgz", "application/gzip"),
            ("csv", "text/csv; charset=utf-8"),
        ] {
            let answer = file(&served, &format!("{path}{form}"));
            assert_eq!(
                (answer.status, answer.header("content-type")),
                (200, Some(kind)),
                "{path}"
            );
            let name = format!("attachment; filename=\"games.{form}\"");
            assert_eq!(answer.header("content-disposition"), Some(&*name));
            let target = format!("games.{form}");
            let mut arguments = vec!["export", &target];
            arguments.extend(exported.split(' '));
            arguments.extend(["--overwrite"]);
            arguments.extend((form == "csv").then_some("--spreadsheet"));
            world.ok(&arguments[..]);
            assert_eq!(
                answer.body,
                std::fs::read(world.path(&target)).expect("is written"),
                "{path}{form}"
            );
        }
    }
}

#[test]
fn a_table_is_harmless_and_readable_in_spreadsheets() {
    let world = World::with(&RECORDS);
    let served = Served::of(&world);
    let table = file(&served, "find/export?sort=result&as=csv").text();
    assert!(table.starts_with("\u{feff}game,"), "{table}");
    table.says(",'=1+1,");
    table.says(",李昌鎬,");
}

#[test]
fn what_cannot_be_asked_is_said_before_the_file_begins() {
    let world = World::with(&RECORDS);
    let served = Served::of(&world);
    for (path, status, code) in [
        ("find/export?year=1800&as=sgf", 404, "no_games"),
        ("games/export?moves=aa&as=tgz", 404, "no_games"),
        ("find/export?player=nobody", 422, "unknown_name"),
        ("find/export?as=folder", 400, "unreadable_parameter"),
        ("find/export?limit=1", 400, "unknown_parameter"),
    ] {
        let answer = file(&served, path);
        assert_eq!((answer.status, answer.code().as_str()), (status, code), "{path}");
    }
    // A table may be empty.
    let table = file(&served, "find/export?year=1800").text();
    assert_eq!(table.lines().count(), 1, "{table}");
}

#[test]
fn a_client_that_leaves_a_download_gives_its_turn_back() {
    let moves: String = (0..180)
        .map(|i| format!(";B[{}{}]", letter(i % 19), letter(i / 19)))
        .collect();
    let records: Vec<String> = (0..3000).map(|i| format!("(;SZ[19]C[{i:0>1000}]{moves})")).collect();
    let world = World::with(&[&*records.concat()]);
    let served = Served::of(&world);
    let request = "GET /api/v1/find/export?as=sgf HTTP/1.1\r\nHost: localhost\r\n\r\n";
    // More than there are turns: some wait until the others leave.
    for _ in 0..4 {
        let clients: Vec<_> = (0..2 * std::thread::available_parallelism().map_or(2, Into::into))
            .map(|_| {
                let mut client = served.connect();
                client.write_all(request.as_bytes()).expect("is sent");
                let mut begin = [0; 15];
                client.read_exact(&mut begin).expect("an answer");
                assert_eq!(&begin, b"HTTP/1.1 200 OK");
                client
            })
            .collect();
        drop(clients);
    }
    let answer = served.get("/api/v1/position");
    assert_eq!(answer.status, 200);
}

fn letter(number: usize) -> char {
    char::from(b'a' + number as u8)
}

#[test]
fn the_file_of_a_game_is_named_by_date_and_players() {
    let world = World::with(&RECORDS);
    let served = Served::of(&world);
    for (game, name) in [
        (1, "attachment; filename=\"2016-12-22 Major - tmch.sgf\""),
        (
            2,
            "attachment; filename=\"1995 1+1 - ___.sgf\"; \
             filename*=UTF-8''1995%201%2B1%20-%20%E6%9D%8E%E6%98%8C%E9%8E%AC.sgf",
        ),
        (3, "attachment; filename=\"game 3 CON.sgf\""),
    ] {
        let answer = served.get(&format!("/api/v1/games/{game}/sgf"));
        assert_eq!(answer.header("content-disposition"), Some(name), "{game}");
    }
    // The archive's names have the number first, so that no two are equal.
    let mut names = Vec::new();
    let archive = file(&served, "find/export?as=tgz&sort=number").body;
    let mut archive = tar::Archive::new(GzDecoder::new(&archive[..]));
    for entry in archive.entries().expect("an archive") {
        names.push(entry.expect("a file").path().expect("a name").display().to_string());
    }
    assert_eq!(names[0], "0000001 2016-12-22 Major - tmch.sgf");
    assert_eq!(names.len(), 4);
}
