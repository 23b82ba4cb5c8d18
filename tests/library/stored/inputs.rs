//! The inputs that can be imported, the sums that are told, and damaged archives: a message, and a
//! database of the games before the damage.

use super::{World, game, long_line};
use bgo::internal::import::ImportOptions;
use flate2::read::GzDecoder;
use serde_json::Value;
use std::fs::File;
use std::io::{Read, Seek, SeekFrom, Write};
use testkit::{Text, gzip, tar, tgz, zip};

fn members() -> [(&'static str, Vec<u8>); 5] {
    [
        ("a.sgf", game("", "pd dp").into_bytes()),
        ("deep/er/B.SGF", game("", "qd dp").into_bytes()),
        ("README", b"no record".to_vec()),
        ("deep/board.png", b"\x89PNG".to_vec()),
        // A record by its content, and the first game again, turned.
        ("a.sgf.txt", game("", "pp dd").into_bytes()),
    ]
}

fn sums(document: &Value) -> [u64; 8] {
    [
        "files",
        "skipped",
        "games",
        "added",
        "duplicates",
        "repaired",
        "rejected",
        "positions",
    ]
    .map(|name| {
        document[name]
            .as_u64()
            .unwrap_or_else(|| panic!("{name} in {document}"))
    })
}

#[test]
fn every_kind_of_archive_is_read() {
    let packed = [
        ("a.tgz", tgz(&members())),
        ("b.tar", tar(&members())),
        ("c.zip", zip(&members())),
    ];
    for (name, bytes) in packed {
        let world = World::new();
        world.write(name, bytes);
        let document = world.import([name]);
        assert_eq!(sums(&document), [3, 2, 3, 2, 1, 0, 0, 6], "{name}");
        assert_eq!([world.games_with("pd dp"), world.games_with("qd dp")], [1, 1], "{name}");
    }
}

#[test]
fn a_single_record_may_hold_several_games() {
    let world = World::new();
    let games = [game("", "pd dp"), game("", "qd dp"), game("SZ[9]", "ee")].join("\n some remark\n");
    world.write("three.sgf", &games);
    world.write("again.sgf.gz", gzip(games.as_bytes()));
    assert_eq!(sums(&world.import(["three.sgf"])), [1, 0, 3, 3, 0, 0, 0, 8]);
    assert_eq!(world.answer("ee", 9)["games"], 1);
    assert_eq!(sums(&world.import(["again.sgf.gz"])), [1, 0, 3, 0, 3, 0, 0, 0]);
}

#[test]
fn an_import_that_rejects_everything_succeeds() {
    let world = World::new();
    world.write("a.sgf", game("SZ[21]", "pd"));
    world.write("b.sgf", "no game at all");
    let document = world.import(["a.sgf", "b.sgf"]);
    assert_eq!(sums(&document), [2, 0, 2, 0, 0, 0, 2, 0]);
    assert_eq!(world.games(), 0);
}

#[test]
fn games_are_numbered_in_the_order_of_the_archives() {
    let world = World::new();
    let mut names = Vec::new();
    // Several batches for each archive, so that threads could overtake each other.
    for archive in ["first", "second", "third"] {
        let players = (0..150).map(|i| format!("{archive}-{i:03}"));
        let members: Vec<_> = players
            .map(|player| (format!("{player}.sgf"), game(&format!("PB[{player}]"), "pd dp")))
            .collect();
        names.extend(members.iter().map(|(name, _)| name.clone()));
        world.write(&format!("{archive}.tgz"), tgz(&members));
    }
    world.import(["first.tgz", "second.tgz", "third.tgz"]);
    assert_eq!(world.texts("SELECT member FROM source ORDER BY game"), names);
    assert_eq!(world.number("SELECT count(DISTINCT game) FROM source"), 450);
    assert_eq!(
        [
            world.number("SELECT min(id) FROM game"),
            world.number("SELECT max(id) FROM game")
        ],
        [1, 450]
    );
}

#[test]
fn the_same_archive_again_adds_nothing() {
    let world = World::new();
    world.write("games.tgz", tgz(&members()));
    world.import(["games.tgz"]);
    let state = |world: &World| world.snapshot().state().expect("a state");
    let before = state(&world);
    let path = world.path("games.tgz");
    let again = world.import(["games.tgz", path.to_str().expect("UTF-8")]);
    assert_eq!(sums(&again), [6, 4, 6, 0, 6, 0, 0, 0]);
    assert_eq!(state(&world), before);
}

const GAMES: usize = 40;

fn moves(number: usize) -> String {
    long_line(30 + number, number * 9)
}

fn noisy_members() -> Vec<(String, String)> {
    let noise = |i: usize| {
        (0..200)
            .map(|k| format!("{:x}", (i * 7919 + k * 104_729) % 65_521))
            .collect::<String>()
    };
    (0..GAMES)
        .map(|i| (format!("{i:02}.sgf"), game(&format!("C[{}]", noise(i)), &moves(i))))
        .collect()
}

fn assert_holds(world: &World, count: usize) {
    assert_eq!(world.games(), count as u64);
    let mut positions = 0;
    for (number, (_, record)) in (1..).zip(noisy_members()).take(count) {
        assert_eq!(world.record(number), record.as_bytes());
        let line = moves(number as usize - 1);
        positions += line.split(' ').count() + 1;
        assert!(world.games_with(&line) > 0, "{line}");
    }
    assert_eq!(world.snapshot().position_count().expect("a number"), positions as u64);
}

fn whole_members(archive: &[u8], len: usize) -> usize {
    let mut end = 0;
    let ends = noisy_members().into_iter().map(|(_, record)| {
        let data = end + 512 + record.len();
        end += 512 + record.len().next_multiple_of(512);
        data
    });
    let whole = ends.filter(|end| *end <= len).count();
    assert!(end <= archive.len());
    whole
}

fn fails(world: &World, name: &str, bytes: &[u8], reason: &str) {
    world.write(name, bytes);
    let said = world.failures(name);
    assert!(said.contains(name) && said.contains(reason), "{said}");
}

#[test]
fn truncated_gzip() {
    let archive = tar(&noisy_members());
    let packed = gzip(&archive);
    for len in [packed.len() / 3, packed.len() / 2, packed.len() - 9, packed.len() - 1] {
        let world = World::new();
        fails(&world, "cut.tgz", &packed[..len], "the gzip data end early");
        let mut unpacked = Vec::new();
        assert!(GzDecoder::new(&packed[..len]).read_to_end(&mut unpacked).is_err());
        assert_holds(&world, whole_members(&archive, unpacked.len()));
    }
}

#[test]
fn games_that_were_there_before_stay_and_the_import_can_be_repeated() {
    let archive = tar(&noisy_members());
    let world = World::new();
    world.write("half.tar", tar(&noisy_members()[..10]));
    world.import(["half.tar"]);
    fails(
        &world,
        "games.tar",
        &archive[..archive.len() / 2],
        "the tar archive ends",
    );
    world.write("games.tar", &archive);
    world.import(["games.tar"]);
    assert_holds(&world, GAMES);
}

#[test]
fn a_member_of_2_gb_is_named_and_the_rest_is_read() {
    const SIZE: u64 = 2 << 30;
    let world = World::new();
    let mut header = tar::Header::new_gnu();
    header.set_path("huge.sgf").expect("a path");
    header.set_size(SIZE);
    header.set_cksum();
    let mut file = File::create(world.path("games.tar")).expect("is made");
    let first = tar(&noisy_members()[..1]);
    file.write_all(&first[..first.len() - 1024]).expect("is written");
    file.write_all(header.as_bytes()).expect("is written");
    // A hole in the file takes no space on the disk.
    file.seek(SeekFrom::Current(SIZE as i64)).expect("seeks");
    file.write_all(&tar(&noisy_members()[1..3])).expect("is written");
    drop(file);
    let (imported, notes) = world
        .try_import(["games.tar"], &ImportOptions::default())
        .expect("an import");
    imported.failures[0]
        .to_string()
        .ends("huge.sgf was not read: it is larger than 64 MiB");
    assert_holds(&world, 3);
    assert_eq!([&notes[0]["member"], &notes[0]["verdict"]], ["huge.sgf", "rejected"]);
}

#[test]
fn damage_in_one_archive_leaves_the_others() {
    let archive = tar(&noisy_members());
    let world = World::new();
    world.write("a.tar", tar(&noisy_members()[..10]));
    world.write("b.tar", &archive[..archive.len() / 2]);
    world.write("c.tar", &archive);
    let imported = world.try_import(["a.tar", "b.tar", "c.tar"], &ImportOptions::default());
    let (imported, _) = imported.expect("an import");
    assert_eq!(imported.failures.len(), 1);
    imported.failures[0].to_string().says("b.tar: ");
    assert_holds(&world, GAMES);
}
#[test]
fn a_cut_before_the_first_game_imports_nothing() {
    for (name, bytes, reason) in [
        (
            "cut.tgz",
            tgz(&noisy_members())[..30].to_vec(),
            "the gzip data end early",
        ),
        ("zeros.tgz", gzip(b""), "gzip data"),
        ("empty.tgz", Vec::new(), "the file is empty"),
        ("text.tgz", b"no archive".to_vec(), "it is neither"),
        ("x.rar", b"Rar!\x1a\x07\x00.......".to_vec(), "a RAR archive"),
        ("x.zip", b"PK\x03\x04 and then nothing".to_vec(), "list of members"),
    ] {
        let world = World::new();
        fails(&world, name, &bytes, reason);
        assert_eq!(world.games(), 0, "{name}");
    }
}

#[test]
fn a_single_record_that_is_too_long() {
    let world = World::new();
    let file = File::create(world.path("huge.sgf")).expect("is made");
    file.set_len((64 << 20) + 1).expect("has a hole");
    world.failures("huge.sgf").says("it is larger than 64 MiB");
    assert_eq!(world.games(), 0);
}
