//! The published sets, made from archives with the names of those of KGS.

use super::games::{RECORDS, golden, made, numbers, records};
use crate::world::{World, game};
use serde_json::json;
use std::collections::HashMap;
use std::fs;
use std::io::Read;
use testkit::{Text, numbered, zip};

/// Returns an archive like those of KGS, whose games are not sorted by name.
fn archive(first: usize, games: usize) -> Vec<u8> {
    let members: Vec<_> = (0..games)
        .map(|game| (format!("new/{:05}.sgf", game * 7919 % 100_000), numbered(first + game)))
        .collect();
    zip(&members)
}

/// Sets of archives that are called like those of KGS read setup as the preprocessor does, others as bgo
/// does, unless an option says how.
#[test]
fn only_the_published_sets_ignore_the_stones_of_later_nodes() {
    let world = World::new();
    let fox = |number: usize| numbered(number).replace("SZ[19];", "SZ[19]HA[2];AB[qa][ra];");
    let members: Vec<_> = (0..200).map(|game| (format!("{game:03}.sgf"), fox(game))).collect();
    for name in ["KGS-2014_03-19-200-.zip", "games.zip"] {
        world.write(name, zip(&members));
    }
    for (archive, options, stones) in [
        ("games.zip", &[][..], 2),
        ("games.zip", &["--setup", "compat"], 0),
        ("KGS-2014_03-19-200-.zip", &[], 0),
        ("KGS-2014_03-19-200-.zip", &["--setup", "strict"], 2),
        ("KGS-2014_03-19-200-.zip", &["--seed", "1"], 2),
    ] {
        for set in ["test", "all"] {
            let arguments = [&["kgs-v2", "--sets", set, "--overwrite"], options, &[archive]].concat();
            made(&world, &arguments);
            let records = records(&world.path(&format!("data/kgsgo-{set}-v2.dat")));
            // Black's first move yields a record, too, whether its stones stand or not.
            assert_eq!(records.len() % (RECORDS + 1), 0);
            for game in records.chunks(RECORDS + 1) {
                let on_board = |plane| (0..361).filter(move |point| game[0].is_set(plane, *point));
                assert_eq!((0..6).flat_map(on_board).count(), stones, "{archive} {options:?} {set}");
            }
        }
    }
}

/// The selections and orders of 171,562 games in 91 archives equal the reference.
#[test]
fn archives_of_kgs_give_the_sets_and_orders_of_the_reference() {
    let Some(folder) = golden() else { return };
    let read = |name: &str| fs::read_to_string(folder.join(name)).expect("reads");
    let world = World::new();
    let mut first = HashMap::new();
    let mut all = 0;
    for line in read("zips-index-order.txt").lines() {
        let (name, games) = line.split_once(' ').expect("a name and a number");
        let games: usize = games.parse().expect("a number");
        world.write(&format!("data/{name}"), archive(all, games));
        first.insert(name.to_owned(), all);
        all += games;
    }
    world.write("data/KGS-2015_01-19-1-.zip", archive(all, 1));
    let ran = world.run(["dataset", "kgs-v2", "--json", "--quiet"]);
    assert_eq!(
        ran.err,
        "bgo: 1 archive in data left out, as the published sets are of games on 19x19 until 2014; name all archives \
         to take them too\n"
    );
    let made: serde_json::Value = serde_json::from_str(&ran.out).expect("JSON");
    assert_eq!(
        (&made["selection"], &made["warnings"], &made["skipped"]),
        (&"published".into(), &json!([]), &json!([]))
    );
    let mut selection = String::new();
    let file = fs::File::open(folder.join("selection-train10k.txt.gz")).expect("opens");
    flate2::read::GzDecoder::new(file)
        .read_to_string(&mut selection)
        .expect("unpacks");
    for (set, selection) in [("test", read("selection-test.txt")), ("train10k", selection)] {
        let mut of_archive: HashMap<&str, Vec<usize>> = HashMap::new();
        for line in selection.lines() {
            let (name, game) = line.split_once(' ').expect("a name and a number");
            let game = first[name] + game.parse::<usize>().expect("a number");
            of_archive.entry(name).or_default().push(game);
        }
        let order = read(&format!("zip-order-{set}.txt"));
        let expected: Vec<usize> = order.lines().flat_map(|name| of_archive[name].clone()).collect();
        assert!(numbers(&records(&world.path(&format!("data/kgsgo-{set}-v2.dat")))) == expected);
    }
    // The set trainall has all other games, archive by archive.
    let train_all = numbers(&records(&world.path("data/kgsgo-trainall-v2.dat")));
    let mut archives: Vec<&str> = Vec::new();
    let names: Vec<(&String, &usize)> = first.iter().collect();
    for game in &train_all {
        let (name, _) = names
            .iter()
            .filter(|(_, first)| *first <= game)
            .max_by_key(|(_, first)| **first)
            .expect("an archive");
        if archives.last() != Some(&name.as_str()) {
            archives.push(name);
        }
    }
    assert!(archives.iter().copied().eq(read("zip-order-trainall.txt").lines()));
    let mut sorted = train_all;
    sorted.extend(numbers(&records(&world.path("data/kgsgo-test-v2.dat"))));
    sorted.sort_unstable();
    assert!(sorted.into_iter().eq(0..all));
}

/// The parts of archives, joined without headers and ends, are the whole file. The
/// published checksum of a name is reported with it.
#[test]
fn files_of_archives_are_parts_of_the_whole() {
    let world = World::new();
    world.write("data/KGS-2014_01-19-150-.zip", archive(0, 150));
    world.write("data/KGS-2013_12-19-100-.zip", archive(150, 100));
    let made = made(&world, &["kgs-v1", "--parts"]);
    let warnings = made["warnings"].as_array().expect("a list");
    assert_eq!(
        warnings[0],
        "archives: 2, games: 250; the published sets are of 91 and 171562, so the same rule selects others here; \
         a seed splits them by what they are"
    );
    for (set, games) in [(&made["sets"][0], 100), (&made["sets"][1], 150)] {
        let name = set["set"].as_str().expect("a name");
        assert_eq!(
            (&set["games"], &set["records"]),
            (&games.into(), &(games * RECORDS).into())
        );
        let files = set["files"].as_array().expect("a list");
        let files: Vec<&str> = files.iter().filter_map(|file| file["file"].as_str()).collect();
        let mut named = files.clone();
        named.sort_unstable();
        assert_eq!(
            named,
            [
                format!("data/KGS-2013_12-19-100-{name}.dat"),
                format!("data/KGS-2014_01-19-150-{name}.dat"),
                format!("data/kgsgo-{name}.dat")
            ]
        );
        let mut joined = Vec::new();
        for part in &files[1..] {
            let bytes = fs::read(world.path(part)).expect("reads");
            joined.extend_from_slice(bytes.strip_suffix(b"END").expect("an end"));
        }
        joined.extend(b"END");
        assert!(fs::read(world.path(files[0])).expect("reads") == joined);
    }
    assert_eq!(
        made["sets"][0]["files"][0]["published_md5"],
        "850d2c91b684de45f39a205378fd7967"
    );
    let again = world.run(["dataset", "kgs-v1", "--quiet", "--sets", "test"]);
    let md5 = made["sets"][0]["files"][0]["md5"].as_str().expect("a sum");
    assert_eq!(
        again.out,
        format!(
            "{md5}  data/kgsgo-test.dat: 300 records of 100 games, 109503 bytes, there already\n\
             850d2c91b684de45f39a205378fd7967  is the MD5 published for that name, of another file\n"
        )
    );
}

/// An existing part is compared by content, not only by length.
#[test]
fn parts_that_are_others_are_told_of() {
    let world = World::new();
    world.write("data/KGS-2014_01-19-150-.zip", archive(0, 150));
    made(&world, &["kgs-v2", "--parts", "--sets", "test"]);
    let again = made(&world, &["kgs-v2", "--parts", "--sets", "test"]);
    let files = again["sets"][0]["files"].as_array().expect("a list");
    assert!(files.len() == 2 && files.iter().all(|file| file["was_there"] == true));
    let path = world.path("data/KGS-2014_01-19-150-test-v2.dat");
    let mut bytes = fs::read(&path).expect("reads");
    bytes[5000] ^= 1;
    fs::write(&path, bytes).expect("writes");
    world
        .sentence(["dataset", "kgs-v2", "--parts", "--sets", "test", "--quiet"])
        .ends("is not this set: other bytes are in it; --overwrite replaces it");
}

/// The name of an archive gives the number of its games. Other files take places in
/// its numbering.
#[test]
fn what_an_archive_lacks_is_told() {
    let world = World::new();
    let mut members: Vec<_> = (0..200).map(|game| (format!("{game}.sgf"), numbered(game))).collect();
    members[7] = ("7.txt".to_owned(), "about".to_owned());
    members[9].1 = game("SZ[13]", "aa bb");
    world.write("data/KGS-2014_01-19-203-.zip", zip(&members));
    world.write("data/KGS-2013-19-100-.zip", archive(200, 101));
    // Also together with the set of all games.
    let with_all = made(
        &world,
        &"kgs-v2 --sets trainall,test,all --dir again data/KGS-2013-19-100-.zip data/KGS-2014_01-19-203-.zip"
            .split(' ')
            .collect::<Vec<_>>(),
    );
    assert_eq!(with_all["skipped"][0]["member"], "7.txt");
    let made = made(&world, &["kgs-v2", "--sets", "trainall,test"]);
    assert_eq!(
        made["warnings"].as_array().expect("a list")[1..],
        [
            "data/KGS-2013-19-100-.zip: by its name it has 100 games, and 101 files are there; the last ones are in no \
             published set",
            "data/KGS-2014_01-19-203-.zip: by its name it has 203 games, and 200 files are there; those that are \
             missing are in no set",
        ]
    );
    let reasons: Vec<_> = made["skipped"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|skipped| (skipped["member"].as_str(), skipped["reason"].as_str()))
        .collect();
    assert_eq!(
        reasons,
        [
            (
                Some("7.txt"),
                Some("it is no game record (.sgf, .gib, .ngf, .ugf, .ugi)")
            ),
            (Some("9.sgf"), Some("its board is SZ[13]; records are of 19x19"))
        ]
    );
    let games: u64 = made["sets"]
        .as_array()
        .expect("a list")
        .iter()
        .filter_map(|set| set["games"].as_u64())
        .sum();
    assert_eq!(games, 303 - 5);
}
