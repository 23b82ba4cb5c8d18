//! Arrays for NumPy.

use super::games::{made, records};
use crate::world::{Ran, World, game, long_line};
use serde_json::Value;
use std::collections::HashSet;
use std::fs;
use std::io::Read;
use std::path::Path;
use testkit::{Text, members, numbered, tar, zip};

/// Splits a NumPy file into the text of its header and its data.
fn array(bytes: &[u8]) -> (String, Vec<u8>) {
    assert_eq!(&bytes[..8], b"\x93NUMPY\x01\x00");
    let length = usize::from(u16::from_le_bytes([bytes[8], bytes[9]]));
    assert_eq!((10 + length) % 64, 0);
    let text = String::from_utf8(bytes[10..10 + length].to_vec()).expect("text");
    text.ends('\n');
    (text.trim_end().to_owned(), bytes[10 + length..].to_vec())
}

fn member(path: &Path, name: &str) -> Vec<u8> {
    let mut archive = ::zip::ZipArchive::new(fs::File::open(path).expect("opens")).expect("an archive");
    let mut bytes = Vec::new();
    archive
        .by_name(name)
        .expect("an array")
        .read_to_end(&mut bytes)
        .expect("is intact");
    bytes
}

#[test]
fn arrays_have_the_records_of_the_set() {
    let world = World::new();
    let games: Vec<_> = (0..5)
        .map(|start| (format!("{start}.sgf"), game("SZ[19]", &long_line(40 + start, start))))
        .chain([("9.sgf".to_owned(), numbered(77))])
        .collect();
    world.write("games.tar", tar(&games));
    for (version, suffix, count) in [("kgs-v1", "", 8), ("kgs-v2", "-v2", 7)] {
        made(&world, &[version, "--sets", "all", "games.tar"]);
        let set = records(&world.path(&format!("data/kgsgo-all{suffix}.dat")));
        let n = set.len();
        let expanded: Vec<u8> = set
            .iter()
            .flat_map(|record| {
                let mut planes = Vec::new();
                for plane in 0..count {
                    planes.extend((0..361).map(|point| u8::from(plane == 7 || record.is_set(plane, point))));
                }
                planes
            })
            .collect();
        let packed: Vec<u8> = set.iter().flat_map(|record| record.packed_planes().to_vec()).collect();
        let labels: Vec<u8> = set.iter().flat_map(|record| record.label().to_le_bytes()).collect();
        let numbers: Vec<u8> = (0..5_i32)
            .flat_map(|number| vec![number; 39 + number as usize])
            .chain([5; 3])
            .flat_map(i32::to_le_bytes)
            .collect();
        for (planes, shape, expected) in [
            ("uint8", format!("({n}, {count}, 19, 19)"), &expanded),
            (
                "bits",
                if count == 8 {
                    format!("({n}, 19, 19)")
                } else {
                    format!("({n}, 316)")
                },
                &packed,
            ),
        ] {
            let arguments = [version, "--sets", "all", "--planes", planes, "--overwrite", "games.tar"];
            made(&world, &[&arguments[..], &["--format", "npy"]].concat());
            let made = made(&world, &[&arguments[..], &["--format", "npz"]].concat());
            let npz = world.path(&format!("data/kgsgo-all{suffix}.npz"));
            for (name, kind, shape, expected) in [
                ("planes", "|u1", &shape, expected),
                ("labels", "<i2", &format!("({n},)"), &labels),
                ("games", "<i4", &format!("({n},)"), &numbers),
            ] {
                let head = format!("{{'descr': '{kind}', 'fortran_order': False, 'shape': {shape}, }}");
                let npy = fs::read(world.path(&format!("data/kgsgo-all{suffix}-{name}.npy"))).expect("reads");
                assert!(array(&npy) == (head, expected.clone()), "{version} {planes} {name}");
                assert!(member(&npz, &format!("{name}.npy")) == npy);
            }
            let files = made["sets"][0]["files"].as_array().expect("a list");
            assert_eq!(files.len(), 2);
        }
        let list = fs::read_to_string(world.path(&format!("data/kgsgo-all{suffix}-npy-games.tsv"))).expect("reads");
        let lines: Vec<&str> = list.lines().collect();
        assert_eq!(
            (lines[1], lines[3]),
            ("number\tinput\tfile\trecords", "1\tgames.tar\t1.sgf\t40")
        );
        assert_eq!(lines.len(), 8);
    }
}

/// Files that equal the arrays are kept. Arrays of other games or other planes are an
/// error, even if they have the same length.
#[test]
fn arrays_that_are_there_are_kept() {
    let world = World::new();
    world.write("games.tar", tar(&members(0..30)));
    world.write("others.tar", tar(&members(1..31)));
    for format in ["npz", "npy"] {
        let arguments = ["kgs-v2", "--sets", "all", "--format", format, "--dir", format];
        let there = |made: &Value| {
            let files = made["sets"][0]["files"].as_array().expect("a list").clone();
            files
                .iter()
                .map(|file| file["was_there"].as_bool().expect("a bool"))
                .collect::<HashSet<bool>>()
        };
        let md5 = |made: &Value| {
            let files = made["sets"][0]["files"].as_array().expect("a list").clone();
            files.iter().map(|file| file["md5"].clone()).collect::<Vec<_>>()
        };
        let first = made(&world, &[&arguments[..], &["games.tar"]].concat());
        let again = made(&world, &[&arguments[..], &["games.tar"]].concat());
        assert_eq!(
            (there(&first), there(&again)),
            (HashSet::from([false]), HashSet::from([true]))
        );
        let anew = made(&world, &[&arguments[..], &["games.tar", "--overwrite"]].concat());
        assert_eq!((md5(&anew), md5(&again)), (md5(&first), md5(&first)));
        for other in [
            &["others.tar"][..],
            &["games.tar", "--ko", "strict"],
            &["games.tar", "--legacy"],
            &["games.tar", "--planes", "bits"],
        ] {
            let ran = Ran::new(world.bgo(["dataset"]).args(arguments).arg("--quiet").args(other));
            let said = ran.sentence();
            assert!(
                said.contains("is not this set: ") && said.contains("-games.tsv does not say"),
                "{said}"
            );
        }
        // An incomplete set of files is made again.
        let lost = first["sets"][0]["files"][0]["file"].as_str().expect("a name");
        fs::remove_file(world.path(lost)).expect("is removed");
        let mended = made(&world, &[&arguments[..], &["games.tar"]].concat());
        assert_eq!((md5(&mended), there(&mended)), (md5(&first), HashSet::from([false])));
        let left = fs::read_dir(world.path(format)).expect("reads");
        assert_eq!(left.count(), first["sets"][0]["files"].as_array().map_or(0, Vec::len));
    }
}

/// The numbers of games are unique and the same for all choices of sets.
#[test]
fn numbers_do_not_depend_on_the_sets() {
    let world = World::new();
    let archive = |first: usize, games: usize| {
        let members: Vec<_> = (0..games)
            .map(|game| (format!("{game}.sgf"), numbered(first + game)))
            .collect();
        zip(&members)
    };
    // The archive has ten games more than its name says.
    world.write("data/KGS-2014_01-19-120-.zip", archive(0, 130));
    world.write("data/KGS-2014_02-19-130-.zip", archive(130, 130));
    let numbers = |folder: &str, set: &str, sets: &str| {
        let inputs = ["data/KGS-2014_01-19-120-.zip", "data/KGS-2014_02-19-130-.zip"];
        let arguments = ["kgs-v2", "--format", "npy", "--dir", folder, "--sets", sets];
        made(&world, &[&arguments[..], &inputs].concat());
        let list = fs::read_to_string(world.path(&format!("{folder}/kgsgo-{set}-v2-npy-games.tsv"))).expect("a list");
        let numbers = list
            .lines()
            .skip(2)
            .filter_map(|line| line.split('\t').next()?.parse().ok());
        numbers.collect::<Vec<usize>>()
    };
    let all = numbers("a", "all", "all");
    assert_eq!(all.iter().copied().collect::<HashSet<_>>(), (0..260).collect());
    assert_eq!(numbers("b", "all", "all,test"), all);
    let test = numbers("c", "test", "test");
    assert!(test == numbers("b", "test", "all,test") && test.len() == 100);
}

/// Arrays made from the database use the numbers of its games.
#[test]
fn games_of_the_database_keep_their_numbers() {
    let world = World::new();
    let games: Vec<_> = (0..30)
        .map(|game| {
            // Dates prevent rotated games from being duplicates.
            let dated = format!("SZ[19]DT[2001-01-{:02}]", game + 1);
            (format!("{game:02}.sgf"), numbered(game).replace("SZ[19]", &dated))
        })
        .collect();
    world.write("games.tar", tar(&games));
    world.write("early.tar", tar(&[("e.sgf", game("SZ[19]DT[1950]", "dd pp dp"))]));
    world.ok(["import", "--quiet", "early.tar"]);
    world.ok(["import", "--quiet", "games.tar"]);
    let arguments = [
        "kgs-v2",
        "--database",
        "--year",
        "2001",
        "--sets",
        "all",
        "--format",
        "npy",
    ];
    made(&world, &arguments);
    let (_, numbers) = array(&fs::read(world.path("data/kgsgo-all-v2-games.npy")).expect("reads"));
    let expected: Vec<u8> = (2..32_i32)
        .flat_map(|game| [game; 3])
        .flat_map(i32::to_le_bytes)
        .collect();
    assert_eq!(numbers, expected);
}
