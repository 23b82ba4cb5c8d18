//! Imports of archives made to exhaust memory or time. Every member is imported or
//! reported, and memory stays bounded whatever the archive.

use crate::bombs::{
    MIB, gzip_of, noise, padded, repeating, seven_zip_ppmd, tar_bz2, tar_xz, tgz, tgz_of_names, with_value, zip_of,
};
use crate::place::Place;
use std::fmt::Write;
use std::process::Output;
use std::thread;
use std::time::Duration;
use testkit::{Text, nodes, point, usage};

/// The memory limit of an import, in KiB.
const MEMORY: u64 = 400 << 10;

/// The number of large members; holding even a part of them at once exceeds the limit.
const MANY: usize = 12;

/// The outcome of a run of the program.
struct Ran {
    output: Output,
    /// The last peak memory and processor time seen; `None` if the system does not report them.
    taken: Option<(u64, u64)>,
}

impl Ran {
    fn said(&self) -> String {
        String::from_utf8_lossy(&self.output.stderr).into_owned()
    }
}

/// Runs the program and watches its resource usage.
fn run(place: &Place, arguments: &[&str]) -> Ran {
    let child = place.start(arguments);
    let process = child.id();
    let watched = thread::spawn(move || {
        let mut last = None;
        while let Some(taken) = usage(process) {
            last = Some(taken);
            thread::sleep(Duration::from_millis(2));
        }
        last
    });
    let output = child.wait_with_output().expect("ends");
    Ran {
        output,
        taken: watched.join().expect("was watched"),
    }
}

/// Panics if a process exceeded the memory limit.
fn assert_small(name: &str, ran: &Ran) {
    let said = ran.said();
    assert!(!said.contains("panicked") && !said.contains("fault"), "{said}");
    println!("{name}: {:?}", ran.taken);
    match ran.taken {
        Some((peak, _)) => assert!(peak < MEMORY, "{name}: {peak} KiB"),
        None => println!("skipped: this system does not report the memory of a process"),
    }
}

/// Imports a file into a new database and returns the number of games and the
/// standard error. Panics if the import exceeds the memory limit.
fn import(name: &str, bytes: &[u8]) -> (u64, String) {
    let place = Place::new();
    place.write(name, bytes);
    let ran = run(&place, &["import", "--quiet", name]);
    assert_small(name, &ran);
    place.succeed(&["check", "--quiet"]);
    (place.games(), ran.said())
}

#[test]
fn large_members_are_not_held_together() {
    let blanks = padded(b" ", 40 * MIB);
    let names = || (0..MANY).map(|number| format!("{number}.sgf"));
    let own = zip_of(&blanks, names(), false);
    assert_eq!(import("own.zip", &own), (1, String::new()));
    let (games, said) = import("shared.zip", &zip_of(&blanks, names(), true));
    assert_eq!(games, 1);
    said.says("its data overlaps another member's");
    assert_eq!(
        import("blanks.tgz", &tgz(&[("a.sgf", &blanks)], MANY)),
        (1, String::new())
    );
    // Small members that wait beside large ones.
    let small = b"(;SZ[9];B[cc];W[dd])".as_slice();
    let mixed = tgz(&[("a.sgf", &blanks), ("b.sgf", small)], MANY);
    assert_eq!(import("mixed.tgz", &mixed), (2, String::new()));
}

#[test]
#[ignore = "takes long"]
fn no_kind_of_archive_takes_more() {
    let large = with_value("XX", &noise(MIB), 40 * MIB);
    let members: &[(&str, &[u8])] = &[("a.sgf", &large)];
    let one = || (1, String::new());
    assert_eq!(import("large.tar.xz", &tar_xz(members, 6)), one());
    assert_eq!(import("large.tar.bz2", &tar_bz2(members, 1)), one());
    // The noise fills PPMd's model.
    let record = with_value("XX", &noise(2 * MIB), 2 * MIB);
    assert_eq!(import("large.7z", &seven_zip_ppmd(&record, 1)), one());
    // The decoder of each level keeps what it unpacked last.
    let before = vec![0; 150 * MIB];
    let mut nested = tar_xz(&[("0.txt", &before)], 1);
    for _ in 0..3 {
        nested = tar_xz(&[("0.txt", &before), ("1.tar.xz", &nested)], 1);
    }
    let (games, said) = import("nested.tar.xz", &nested);
    assert_eq!(games, 0);
    said.says("takes more memory than bgo allows");
}

#[test]
fn a_training_set_of_large_members_takes_no_more() {
    let place = Place::new();
    let large = with_value("XX", b"x", 40 * MIB);
    place.write("large.tgz", tgz(&[("a.sgf", &large)], MANY));
    let ran = run(&place, &["dataset", "kgs-v1", "--sets", "all", "large.tgz"]);
    assert_small("dataset", &ran);
}

#[test]
#[ignore = "takes long"]
fn neither_ids_nor_queries_of_analyses_are_held_in_memory() {
    let query = |id: &str| format!("{{\"id\":\"{id}\",\"moves\":[],\"boardXSize\":9,\"boardYSize\":9}}\n");
    let padding = "x".repeat(30 * MIB);
    let ids = (0..16).map(|number| query(&format!("{number}{padding}")));
    let many = (0..2_400_000).map(|number| query(&number.to_string()));
    let files: [(&str, &mut dyn Iterator<Item = String>); 2] = [("ids", &mut { ids }), ("many", &mut { many })];
    for (name, queries) in files {
        let place = Place::new();
        let name = format!("{name}.jsonl.gz");
        let response = "{\"id\":\"7\",\"turnNumber\":0,\"rootInfo\":{\"winrate\":0.5,\"visits\":9}}\n".to_owned();
        place.write(&name, gzip_of(queries.chain([query("7"), response])));
        let ran = run(&place, &["analyses", "import", &name]);
        assert_small(&name, &ran);
        assert!(ran.output.status.success(), "{}", ran.said());
    }
}

#[test]
#[ignore = "takes long"]
fn a_dataset_of_large_records_takes_no_more() {
    let place = Place::new();
    let blanks = " ".repeat(40 * MIB);
    let members: Vec<_> = (0..MANY)
        .map(|number| (format!("{number}.sgf"), format!("(;SZ[9]PB[{number}]{blanks};B[aa])")))
        .collect();
    let members: Vec<_> = members
        .iter()
        .map(|(name, record)| (name.as_str(), record.as_bytes()))
        .collect();
    place.write("large.tgz", tgz(&members, 1));
    place.succeed(&["import", "--quiet", "large.tgz"]);
    assert!(run(&place, &["export", "--dataset", "dataset"]).output.status.success());
    let ran = run(
        &place,
        &["import", "--quiet", "--db", "other.sqlite", "--dataset", "dataset"],
    );
    assert_small("dataset", &ran);
    assert!(ran.output.status.success(), "{}", ran.said());
}

#[test]
fn a_list_of_a_million_members_is_not_held_in_memory() {
    let names = (0..1_000_000).map(|number| format!("{number}.txt"));
    let names = names.chain(["a.sgf".to_owned()]);
    assert_eq!(
        // A record that only its name tells.
        import("list.zip", &zip_of(b" no (;SZ[9];B[aa])", names, false)),
        (1, String::new())
    );
}

#[test]
#[ignore = "takes long"]
fn long_names_are_not_held_together() {
    for (end, expected) in [
        (".txt", "it holds no game records"),
        (".zip", "it is named like an archive"),
        (".sgf", "its name is longer"),
    ] {
        let (games, said) = import("names.tgz", &tgz_of_names(600, MIB - 100, end));
        assert_eq!(games, 0);
        assert!(said.contains(expected) && said.len() < 4 * MIB, "{}", said.len());
    }
}

#[test]
fn many_games_in_one_file_are_not_held_together() {
    let (games, said) = import("tiny.sgf", "(;)".repeat(400_000).as_bytes());
    assert_eq!((games, said.as_str()), (1, ""));
    let mut different = String::new();
    for number in 0..20_000 {
        // Writing to a string does not fail.
        let _ = write!(different, "(;SZ[9]PB[{number}];B[aa])");
    }
    assert_eq!(import("different.sgf", different.as_bytes()).0, 20_000);
}

#[test]
#[ignore = "takes long"]
fn one_large_game_takes_little_more_than_its_bytes() {
    let size = 60 * MIB;
    for (name, record) in [
        ("noise.sgf", with_value("XX", &noise(MIB), size)),
        ("name.sgf", with_value("PB", b"name ", size)),
        ("comment.sgf", with_value("C", b"a word and ", size)),
        ("chinese.sgf", with_value("C", "围棋".as_bytes(), size)),
        // Each byte becomes three.
        ("malformed.sgf", with_value("C", b"\xff", size)),
        ("comments.sgf", repeating("C[a]", size)),
        (
            "values.sgf",
            format!("(;SZ[9];C{};B[aa])", "[a]".repeat(size / 3)).into_bytes(),
        ),
        (
            "setup.sgf",
            format!("(;SZ[9];AB{};B[bb])", "[aa]".repeat(size / 4)).into_bytes(),
        ),
        ("moves.sgf", repeating("B[aa]", size)),
        ("nodes.sgf", repeating(";", size)),
        ("variations.sgf", repeating("(;B[aa])", size)),
    ] {
        let (games, said) = import(name, &record);
        assert_eq!((games, said.as_str()), (1, ""), "{name}");
    }
    // Two games in UTF-16: the large one must be cut out of the text.
    let text = [with_value("C", b"word ", 30 * MIB), b"(;SZ[9];B[cc])".to_vec()].concat();
    let wide = text.iter().flat_map(|&byte| [byte, 0]);
    let wide: Vec<u8> = [0xff, 0xfe].into_iter().chain(wide).collect();
    assert_eq!(import("wide.sgf", &wide), (2, String::new()));
    let two = [with_value("XX", &noise(MIB), size), b"(;SZ[9];B[cc])".to_vec()].concat();
    assert_eq!(import("two.sgf", &two), (2, String::new()));
}

#[test]
#[ignore = "takes long"]
fn large_members_leave_room_for_games_that_wait_for_their_commit() {
    // Positions that wait for their commit take most of the memory limit.
    let mut many = String::new();
    for number in 0..30_000 {
        // A step that is not a multiple of 19 reaches every point.
        let step = number % 342 / 18 * 19 + number % 18 + 1;
        let moves = nodes((0..300).map(|ply| point(ply * step + number / 342)));
        let _ = write!(many, "(;SZ[19]PB[{number}]{moves})");
    }
    let large = with_value("XX", &noise(MIB), 40 * MIB);
    let archive = tgz(&[("many.sgf", many.as_bytes()), ("large.sgf", &large)], 1);
    assert_eq!(import("games.tgz", &archive).0, 30_001);
}

/// Returns `count` games of `moves` moves: all the same, or with different players
/// and moves.
fn copies(count: usize, same: bool, moves: usize) -> Vec<u8> {
    let mut games = String::new();
    for number in 0..count {
        let player = if same { 0 } else { number };
        let moves = nodes((0..moves).map(|ply| point(ply * 11 + player % 100 * (ply % 3))));
        let _ = write!(games, "(;SZ[19]PB[{player}]{moves})");
    }
    games.into_bytes()
}

#[test]
fn copies_of_one_game_take_no_longer_than_different_games() {
    const COPIES: usize = 16_000;
    for moves in [0, 20] {
        let [same, different] = [true, false].map(|same| {
            let place = Place::new();
            place.write("games.sgf", copies(COPIES, same, moves));
            let ran = run(&place, &["import", "--quiet", "games.sgf"]);
            assert!(ran.output.status.success(), "{}", ran.said());
            assert_eq!(place.games(), if same { 1 } else { COPIES as u64 });
            ran.taken.map(|(_, ticks)| ticks)
        });
        let (Some(same), Some(different)) = (same, different) else {
            println!("skipped: this system does not report the processor time of a process");
            return;
        };
        println!("{COPIES} copies with {moves} moves: {same} ticks, different games {different}");
        assert!(same < 3 * different, "{moves} moves: {same} and {different} ticks");
    }
}
