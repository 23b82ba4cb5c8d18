//! 7-Zip archives, made by 7-Zip 16.02 with its methods (`fixtures/archives`), whole and damaged.

use crate::archives::ArchiveOutcome;
use crate::stored::World;
use bgo::internal::archive::SkipReason;
use std::time::{Duration, Instant};
use testkit::{Rng, seven_zip};

fn fixture(name: &str) -> Vec<u8> {
    let path = testkit::root().join("fixtures/archives").join(name);
    std::fs::read(path).expect("a fixture")
}

const RECORDS: [(&str, &str); 4] = [
    ("games/empty.Sgf", ""),
    ("games/one.sgf", "(;GM[1];B[pd])"),
    ("games/two.SGF", "(;GM[1];B[dp])"),
    ("名人戦.sgf", "(;GM[1];B[qq])"),
];

fn assert_is_whole(outcome: &ArchiveOutcome, name: &str) {
    assert!(outcome.error.is_none(), "{name}: {outcome:?}");
    let mut records = outcome.records.clone();
    records.sort();
    assert_eq!(
        records,
        RECORDS.map(|(path, text)| (path.to_owned(), text.to_owned())),
        "{name}"
    );
    let skipped = [("games/readme.txt".to_owned(), SkipReason::OtherFile)];
    assert_eq!(outcome.skipped, skipped, "{name}");
}

#[test]
fn archives_of_each_method_are_read() {
    let world = World::new();
    for name in [
        "lzma",
        "lzma2",
        "ppmd",
        "bzip2",
        "deflate",
        "copy",
        "not-solid",
        "plain-header",
    ] {
        assert_is_whole(&world.read_archive("a.7z", fixture(&format!("{name}.7z"))), name);
    }
    let empty = world.read_archive("a.7z", fixture("empty.7z"));
    assert!(empty.records.is_empty() && empty.skipped.is_empty() && empty.error.is_none());
}

#[test]
fn what_is_encrypted_or_of_another_method_is_said_so() {
    let world = World::new();
    let outcome = world.read_archive("a.7z", fixture("encrypted.7z"));
    // The empty file has no data.
    assert_eq!(outcome.paths(), ["games/empty.Sgf"]);
    let encrypted = outcome
        .skipped
        .iter()
        .filter(|(_, reason)| *reason == SkipReason::Encrypted);
    assert_eq!(encrypted.count(), 3, "{outcome:?}");
    let message = world.message("a.7z", fixture("encrypted-header.7z"));
    assert_eq!(message, "a.7z: it is encrypted; unpack it first");
    let outcome = world.read_archive("a.7z", fixture("deflate64.7z"));
    let [(path, SkipReason::Unreadable(reason)), _] = &outcome.skipped[..] else {
        panic!("{outcome:?}");
    };
    assert_eq!(path, "games/one.sgf");
    assert!(
        reason.starts_with("it is compressed by method 40109, and only LZMA"),
        "{reason}"
    );
    let outcome = world.read_archive("a.7z", fixture("link.7z"));
    assert_eq!(outcome.paths(), ["games/one.sgf"]);
    assert_eq!(outcome.skipped[0].1, SkipReason::Special("a symbolic link"));
}

#[test]
fn a_cut_archive_has_no_header() {
    let world = World::new();
    let bytes = fixture("lzma2.7z");
    for len in [6, 31, 32, bytes.len() / 2, bytes.len() - 1] {
        let error = world.read_archive("a.7z", &bytes[..len]).error.expect("an error");
        let said = error.to_string();
        assert!(
            said.contains("the 7-Zip archive's header is missing or damaged, so it may have been cut: "),
            "{said}"
        );
    }
}

#[test]
fn damage_to_a_block_is_contained() {
    let world = World::new();
    let mut bytes = fixture("not-solid.7z");
    // The packed bytes begin after the signature.
    bytes[40] ^= 0xFF;
    let outcome = world.read_archive("a.7z", bytes);
    assert!(outcome.error.is_none(), "{outcome:?}");
    assert_eq!(outcome.records.len(), 3, "{outcome:?}");
    assert!(
        matches!(&outcome.skipped[..], [(_, SkipReason::Unreadable(_)), _]),
        "{outcome:?}"
    );
}

fn plain() -> (Vec<u8>, Vec<u8>) {
    let bytes = fixture("plain-header.7z");
    let offset = u64::from_le_bytes(*bytes[12..].first_chunk().expect("an offset")) as usize;
    (bytes[32..32 + offset].to_vec(), bytes[32 + offset..].to_vec())
}

#[test]
fn no_change_to_a_header_does_more_than_fail() {
    let world = World::new();
    let (data, header) = plain();
    assert_is_whole(&world.read_archive("a.7z", seven_zip(&data, &header)), "plain");
    let mut rng = Rng::new(7);
    for _ in 0..3000 {
        let mut changed = header.clone();
        for _ in 0..=rng.below(3) {
            let at = rng.below(changed.len());
            changed[at] = match rng.below(4) {
                0 => 0xFF,
                1 => 0,
                2 => changed[at].wrapping_add(1),
                _ => rng.below(256) as u8,
            };
        }
        let _ = world.read_archive("a.7z", seven_zip(&data, &changed));
    }
}

#[test]
fn a_window_of_gigabytes_is_refused_where_that_much_is_unpacked() {
    // One stream of 5 GiB in LZMA2 with the largest window, and its one file.
    let header = [
        &[1, 4, 6, 0, 1, 9, 16, 0][..],
        &[7, 11, 1, 0, 1, 0x21, 0x21, 1, 40, 12, 0xF1, 0, 0, 0, 0x40, 0, 0],
        &[5, 1, 17, 13, 0],
        &[b'a', 0, b'.', 0, b's', 0, b'g', 0, b'f', 0, 0, 0],
        &[0, 0],
    ]
    .concat();
    let outcome = World::new().read_archive("a.7z", seven_zip(&[0; 16], &header));
    let [(path, SkipReason::Unreadable(reason))] = &outcome.skipped[..] else {
        panic!("{outcome:?}");
    };
    assert_eq!(path, "a.sgf");
    assert_eq!(
        reason,
        "unpacking it takes more memory than bgo allows; unpack it first"
    );
}

#[test]
fn a_million_empty_files_blocks_or_parts_take_linear_time() {
    let world = World::new();
    // 1,000,000 in three bytes: the upper five bits are in the first.
    let count = [0xC0 | 0x0F, 0x40, 0x42];
    let names = vec![0; 2_000_000];
    let bits = vec![0xFF; 125_000];
    let length = |bytes: usize| [&[0xE0][..], &(bytes as u32).to_le_bytes()[..3]].concat();
    let empty_files = [
        &[1, 5][..],
        &count,
        &[14],
        &length(bits.len()),
        &bits,
        &[15],
        &length(bits.len()),
        &bits,
        &[17],
        &length(names.len() + 1),
        &[0],
        &names,
        &[0, 0],
    ]
    .concat();
    let again = [&[1, 4][..], &[8, 0].repeat(1_000_000)].concat();
    let started = Instant::now();
    let outcome = world.read_archive("a.7z", seven_zip(&[], &empty_files));
    assert!(
        outcome.error.is_none() && outcome.skipped.len() == 1_000_000,
        "{:?}",
        outcome.error
    );
    assert!(world.read_archive("a.7z", seven_zip(&[], &again)).error.is_some());
    assert!(started.elapsed() < Duration::from_secs(300));
}
