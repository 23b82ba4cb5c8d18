//! Archives inside archives and folders.

use crate::archives::read;
use crate::stored::World;
use bgo::internal::archive::SkipReason;
use testkit::{bzip2, gzip, tar, tgz, xz, zip, zstd};

const RECORD: &[u8] = b"(;GM[1];B[pd])";

fn reasons(skipped: &[(String, SkipReason)]) -> Vec<String> {
    let shown = skipped.iter().map(|(path, reason)| format!("{path}: {reason}"));
    shown.collect()
}

#[test]
fn archives_of_every_kind_are_read_inside_every_other_and_in_folders() {
    let world = World::new();
    let seven_zip = std::fs::read(testkit::root().join("fixtures/archives/lzma2.7z")).unwrap();
    let inner: Vec<(&str, Vec<u8>)> = vec![
        ("a.tar", tar(&[("x.sgf", RECORD)])),
        ("b.tgz", tgz(&[("x.sgf", RECORD)])),
        ("c.tar.xz", xz(&tar(&[("x.sgf", RECORD)]))),
        ("d.tar.bz2", bzip2(&tar(&[("x.sgf", RECORD)]))),
        ("e.tar.zst", zstd(&tar(&[("x.sgf", RECORD)]))),
        ("f.zip", zip(&[("x.sgf", RECORD)])),
        ("g.sgf.gz", gzip(RECORD)),
        // The content tells.
        ("h", zip(&[("x.sgf", RECORD)])),
        ("i.7z", seven_zip.clone()),
        ("j.sgf", RECORD.to_vec()),
    ];
    let expected = [
        "a.tar/x.sgf",
        "b.tgz/x.sgf",
        "c.tar.xz/x.sgf",
        "d.tar.bz2/x.sgf",
        "e.tar.zst/x.sgf",
        "f.zip/x.sgf",
        "g.sgf.gz",
        "h/x.sgf",
        "i.7z/games/empty.Sgf",
        "i.7z/games/one.sgf",
        "i.7z/games/two.SGF",
        "i.7z/名人戦.sgf",
        "j.sgf",
    ];
    for outer in [tar(&inner), tgz(&inner), zip(&inner), xz(&zip(&inner))] {
        let outcome = world.read_archive("outer", outer);
        assert!(outcome.error.is_none(), "{outcome:?}");
        assert_eq!(outcome.paths(), expected);
        assert_eq!(reasons(&outcome.skipped).len(), 1, "{outcome:?}");
    }
    for (name, bytes) in &inner {
        world.write(&format!("folder/{name}"), bytes);
    }
    let outcome = read(&world.path("folder"));
    assert_eq!(outcome.paths(), expected);
    assert!(outcome.error.is_none(), "{outcome:?}");
}

#[test]
fn archives_are_read_three_deep() {
    let world = World::new();
    let mut archive = tar(&[("x.sgf", RECORD)]);
    for depth in 0..4 {
        let outcome = world.read_archive("a.zip", zip(&[("a.tar", archive.clone()), ("b.sgf", RECORD.to_vec())]));
        let path = format!("{}x.sgf", "a.tar/".repeat(depth + 1));
        match depth {
            0..3 => assert_eq!(outcome.paths(), [&path, "b.sgf"]),
            _ => {
                assert_eq!(outcome.paths(), ["b.sgf"]);
                assert_eq!(
                    reasons(&outcome.skipped),
                    ["a.tar/a.tar/a.tar/a.tar: archives are read 3 deep; unpack it first"]
                );
            }
        }
        archive = tar(&[("a.tar", archive)]);
    }
}

#[test]
fn damage_inside_ends_the_archive_inside_only() {
    let world = World::new();
    let whole = tar(&[("x.sgf", RECORD), ("y.sgf", RECORD)]);
    let packed = gzip(&whole);
    let inner = [
        ("a.tar", whole[..1540].to_vec()),
        ("b.tgz", packed[..packed.len() - 4].to_vec()),
        ("c.zip", b"PK\x03\x04 and no more".to_vec()),
        ("d.rar", b"Rar!\x1A\x07\x01\0".to_vec()),
        ("e.gz", gzip(b"some text with (;GM[1]")),
        ("f.sgf", RECORD.to_vec()),
    ];
    for outer in [tar(&inner), zip(&inner)] {
        let outcome = world.read_archive("outer", outer);
        assert!(outcome.error.is_none(), "{outcome:?}");
        assert_eq!(outcome.paths(), ["a.tar/x.sgf", "b.tgz/x.sgf", "b.tgz/y.sgf", "f.sgf"]);
        let reasons = reasons(&outcome.skipped);
        let starts = [
            "a.tar: the tar archive ends early, after 1540 bytes (member y.sgf was cut)",
            "b.tgz: the gzip data end early",
            "c.zip: the zip archive's list of members is missing or damaged",
            "d.rar: it is a RAR archive, which cannot be read here; unpack it, and import the files",
            "e.gz: it is no game record",
        ];
        assert_eq!(reasons.len(), starts.len(), "{reasons:?}");
        for (reason, start) in reasons.iter().zip(starts) {
            assert!(reason.starts_with(start), "{reason}");
        }
    }
    // Damage to the outer one ends all.
    let outer = gzip(&tar(&inner));
    let cut = world.read_archive("outer", &outer[..outer.len() - 20]);
    assert!(cut.error.unwrap().to_string().contains(" data end early, after "));
}

#[test]
fn a_file_is_told_by_what_it_holds() {
    let world = World::new();
    let files: [(&str, &[u8]); 6] = [
        ("noext", RECORD),
        ("game.sgf.txt", RECORD),
        ("README.txt", b"Each file begins with (;GM[1]"),
        ("picture.png", b"\x89PNG\r\n\x1A\n"),
        ("._noext", RECORD),
        ("page.sgf", b"<!DOCTYPE html>"),
    ];
    for (name, bytes) in files {
        world.write(&format!("folder/{name}"), bytes);
    }
    world.write("a.tar", tar(&files));
    world.write("a.zip", zip(&files));
    for name in ["folder", "a.tar", "a.zip"] {
        let outcome = read(&world.path(name));
        let mut paths = outcome.paths();
        paths.sort_unstable();
        assert_eq!(paths, ["game.sgf.txt", "noext", "page.sgf"]);
        assert!(
            outcome
                .skipped
                .iter()
                .all(|(_, reason)| *reason == SkipReason::OtherFile)
        );
    }
}

#[test]
fn archives_inside_that_are_much_larger_than_their_file_are_not_copied() {
    let world = World::new();
    // 32 archives of 63 MiB in less than a MB, which have more than 1 GiB together.
    let blanks = tar(&[("a.txt", vec![b' '; 63 << 20]), ("b.sgf", RECORD.to_vec())]);
    let inner: Vec<(String, Vec<u8>)> = (0..2).map(|number| (format!("{number}.tar"), blanks.clone())).collect();
    let middle = xz(&tar(&inner));
    let outer: Vec<(String, &[u8])> = (0..16).map(|number| (format!("{number}.txz"), &middle[..])).collect();
    let outcome = world.read_archive("outer", tar(&outer));
    assert!(outcome.error.is_none());
    assert!((10..17).contains(&outcome.records.len()), "{}", outcome.records.len());
    let reasons = reasons(&outcome.skipped);
    assert!(
        reasons
            .iter()
            .any(|reason| reason.ends_with("and 100 times the size of the file; unpack it first")),
        "{reasons:?}"
    );
}
