//! Damaged and empty archives: a message, exit status 1, and a database of the
//! games before the damage.

use crate::world::{World, game, long_line};
use flate2::read::GzDecoder;
use std::fs::{self, File};
use std::io::{Read, Seek, SeekFrom, Write};
use testkit::{Text, gzip, tar, tgz, zip};

const GAMES: usize = 40;

/// Returns moves that no other game here has, except for the first.
fn moves(number: usize) -> String {
    long_line(30 + number, number * 9)
}

fn members() -> Vec<(String, String)> {
    let noise = |i: usize| {
        (0..200)
            .map(|k| format!("{:x}", (i * 7919 + k * 104_729) % 65_521))
            .collect::<String>()
    };
    (0..GAMES)
        .map(|i| (format!("{i:02}.sgf"), game(&format!("C[{}]", noise(i)), &moves(i))))
        .collect()
}

/// Asserts that the database has exactly the first `count` games, and all of their positions.
fn assert_holds(world: &World, count: usize) {
    assert_eq!(world.games(), count as u64);
    let mut positions = 0;
    for (number, (_, record)) in (1..).zip(members()).take(count) {
        assert_eq!(world.record(number), record.as_bytes());
        let line = moves(number as usize - 1);
        positions += line.split(' ').count() + 1;
        assert!(world.games_with(&line, "19") > 0, "{line}");
    }
    assert_eq!(world.json(["info", "--json"])["positions"], positions);
}

/// Counts the complete members in the first `len` bytes of a tar archive.
fn whole_members(archive: &[u8], len: usize) -> usize {
    let mut end = 0;
    let ends = members().into_iter().map(|(_, record)| {
        let data = end + 512 + record.len();
        end += 512 + record.len().next_multiple_of(512);
        data
    });
    let whole = ends.filter(|end| *end <= len).count();
    assert!(end <= archive.len());
    whole
}

/// Asserts that importing a file fails with its name and a reason.
fn fails(world: &World, name: &str, bytes: &[u8], reason: &str) {
    world.write(name, bytes);
    let sentence = world.sentence(["import", "--quiet", name]);
    assert!(
        sentence.starts_with(&format!("{name}: ")) && sentence.contains(reason),
        "{sentence}"
    );
}

#[test]
fn truncated_gzip() {
    let archive = tar(&members());
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
fn a_cut_before_the_first_game_leaves_no_database() {
    for (name, bytes, reason) in [
        ("cut.tgz", tgz(&members())[..30].to_vec(), "the gzip data end early"),
        ("zeros.tgz", gzip(b""), "gzip data"),
        ("empty.tgz", Vec::new(), "the file is empty"),
        ("text.tgz", b"no archive".to_vec(), "it is neither"),
        ("x.rar", b"Rar!\x1a\x07\x00.......".to_vec(), "a RAR archive"),
        ("x.zip", b"PK\x03\x04 and then nothing".to_vec(), "list of members"),
    ] {
        let world = World::new();
        fails(&world, name, &bytes, reason);
        assert!(!world.database_path().exists(), "{name}");
    }
}

#[test]
fn games_that_were_there_before_stay_and_the_import_can_be_repeated() {
    let archive = tar(&members());
    let world = World::new();
    world.write("half.tar", tar(&members()[..10]));
    world.ok(["import", "half.tar"]);
    fails(
        &world,
        "games.tar",
        &archive[..archive.len() / 2],
        "the tar archive ends",
    );
    world.write("games.tar", &archive);
    world.ok(["import", "games.tar"]);
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
    let first = tar(&members()[..1]);
    file.write_all(&first[..first.len() - 1024]).expect("is written");
    file.write_all(header.as_bytes()).expect("is written");
    // A hole in the file takes no space on the disk.
    file.seek(SeekFrom::Current(SIZE as i64)).expect("seeks");
    file.write_all(&tar(&members()[1..3])).expect("is written");
    drop(file);
    let sentence = world.sentence(["import", "-q", "--report", "report.jsonl", "games.tar"]);
    assert_eq!(sentence, "games.tar: huge.sgf was not read: it is larger than 64 MiB");
    assert_holds(&world, 3);
    let report = world.report();
    assert_eq!(
        (&report[0]["member"], &report[0]["verdict"]),
        (&"huge.sgf".into(), &"rejected".into())
    );
}

#[test]
fn a_path_that_does_not_exist_stops_the_import_before_it_begins() {
    let world = World::new();
    world.write("games.tar", tar(&members()));
    let sentence = world.sentence(["import", "games.tar", "nowhere.tgz"]);
    assert_eq!(sentence, "nowhere.tgz: there is no such file or folder");
    assert!(!world.database_path().exists());
}

#[test]
fn a_folder_or_archive_without_records() {
    let world = World::new();
    fs::create_dir_all(world.path("empty/deep")).expect("is made");
    world.write("other/readme.txt", "hello");
    world.write("other.zip", zip(&[("readme.txt", "hello")]));
    world.write("nothing.tar", [0; 1024]);
    for name in ["empty", "other", "other.zip", "nothing.tar"] {
        assert_eq!(
            world.sentence(["import", "-q", name]),
            format!("{name}: it holds no game records (.sgf, .gib, .ngf, .ugf, .ugi)")
        );
    }
    assert_eq!(world.games(), 0);
}

#[test]
fn damage_in_one_archive_leaves_the_others() {
    let archive = tar(&members());
    let world = World::new();
    world.write("a.tar", tar(&members()[..10]));
    world.write("b.tar", &archive[..archive.len() / 2]);
    world.write("c.tar", &archive);
    world
        .sentence(["import", "-q", "a.tar", "b.tar", "c.tar"])
        .begins("b.tar: ");
    assert_holds(&world, GAMES);
}
