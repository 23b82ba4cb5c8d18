//! The ways of answers and files to the client: validators, compression, caching, size.

use super::answers::RECORDS;
use super::served::Served;
use crate::world::World;
use flate2::read::GzDecoder;
use std::io::Read;
use testkit::Text;

#[test]
fn unchanged_answers_are_not_sent_again_and_long_ones_are_compressed() {
    let world = World::with(&RECORDS);
    let served = Served::of(&world);
    let script = served.script();
    for path in ["/api/v1/position", "/api/v1/games/1/sgf", "/", &script] {
        let first = served.get(path);
        let tag = first.header("etag").expect(path);
        let again = served.get_with(path, &[("If-None-Match", &format!("\"x\", {tag}"))]);
        assert_eq!((again.status, again.body.len()), (304, 0), "{path}");
        assert_eq!(again.header("etag"), Some(tag));
        assert_eq!(served.get_with(path, &[("If-None-Match", "*")]).status, 304, "{path}");
        assert_eq!(served.get_with(path, &[("If-None-Match", "W/\"0\"")]).status, 200);
    }
    for path in ["/api/v1/openapi.json", &script] {
        let plain = served.get(path);
        let refused = served.get_with(path, &[("Accept-Encoding", "br;q=0, gzip;q=0.000")]);
        assert_eq!((refused.header("content-encoding"), &refused.body), (None, &plain.body));
        let packed = served.get_with(path, &[("Accept-Encoding", "br;q=0.000, *")]);
        assert_eq!(packed.header("content-encoding"), Some("gzip"), "{path}");
        assert!(packed.body.len() < plain.body.len(), "{path}");
        let mut unpacked = Vec::new();
        GzDecoder::new(&packed.body[..])
            .read_to_end(&mut unpacked)
            .expect("unpacks");
        assert_eq!(unpacked, plain.body, "{path}");
    }
    let before = served.get("/api/v1/info");
    world.write("more.sgf", "(;SZ[19];B[qc];W[dd])");
    world.ok(["import", "more.sgf"]);
    let tag = before.header("etag").expect("a validator");
    let after = served.get_with("/api/v1/info", &[("If-None-Match", tag)]);
    assert_eq!((after.status, &after.json()["games"]), (200, &5.into()));
}

#[test]
fn browsers_keep_the_files_whose_names_change_with_their_contents() {
    let world = World::with(&RECORDS);
    let served = Served::of(&world);
    let script = served.script();
    let [kept, asked] = ["public, max-age=31536000, immutable", "no-cache"];
    for (path, expected) in [
        (&*script, kept),
        ("/", asked),
        ("/index.html", asked),
        ("/config.js", asked),
    ] {
        let answer = served.get(path);
        assert_eq!(
            (answer.status, answer.header("cache-control")),
            (200, Some(expected)),
            "{path}"
        );
    }
    let packed = [("br", "br"), ("gzip", "gzip"), ("gzip, br", "br")].map(|(accepted, coding)| {
        let answer = served.get_with(&script, &[("Accept-Encoding", accepted)]);
        assert_eq!(answer.header("content-encoding"), Some(coding), "{accepted}");
        assert_eq!(answer.header("content-type"), Some("text/javascript; charset=utf-8"));
        answer.body.len()
    });
    assert!(packed[0] < packed[1] && packed[0] == packed[2], "{packed:?}");
    // The compressed files have no addresses of their own.
    assert_eq!(served.get(&format!("{script}.br")).status, 404);
}

#[test]
fn a_page_weighs_under_100_kb() {
    let world = World::with(&RECORDS);
    let served = Served::of(&world);
    let page = served.get("/").text();
    let files = page
        .split(['"', '\''])
        .filter(|part| [".js", ".css", ".svg"].iter().any(|end| part.ends_with(end)));
    let files: Vec<String> = files
        .map(|name| format!("/{}", name.trim_start_matches("./")))
        .collect();
    assert!(files.len() >= 3, "{files:?}");
    let weight = |path: &String| {
        let answer = served.get_with(path, &[("Accept-Encoding", "gzip")]);
        assert_eq!(answer.status, 200, "{path}");
        answer.body.len()
    };
    let all: usize = files.iter().map(weight).sum::<usize>() + weight(&"/".to_owned());
    assert!(all < 100_000, "{all}");
}

#[test]
fn the_page_can_be_installed_below_any_base() {
    let world = World::with(&RECORDS);
    let served = Served::with(&world, &["--listen", "127.0.0.1:0", "--base", "/bgo"]);
    let page = served.get("/bgo/");
    page.headers["content-security-policy"].says("manifest-src 'self'");
    page.text().says("href=\"./manifest.webmanifest\"");
    let answer = served.get("/bgo/manifest.webmanifest");
    assert_eq!(answer.header("content-type"), Some("application/manifest+json"));
    let manifest = answer.json();
    assert_eq!(manifest["start_url"], "./");
    let icons = manifest["icons"].as_array().expect("icons");
    for icon in icons {
        let path = format!("/bgo/{}", icon["src"].as_str().expect("a file"));
        assert_eq!(
            served.get(&path).header("content-type"),
            icon["type"].as_str(),
            "{path}"
        );
    }
    assert!(icons.len() >= 2, "{icons:?}");
}

#[test]
fn the_example_of_the_page_has_the_games_of_demo() {
    let world = World::with(&RECORDS);
    let served = Served::of(&world);
    let example = served.get("/example-games.tgz");
    assert_eq!(
        (example.status, example.body.as_slice()),
        (200, bgo::internal::bundled::GAMES)
    );
}
