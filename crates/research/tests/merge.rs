//! Merging of position files.

mod drawn;

use bgo::Interrupt;
use bgo::internal::go::{Board, BoardSize, Color, mix};
use bgo::internal::position_file::{PositionId, PositionRecord};
use bgo_research::positions::merge;
use drawn::{bytes, records};
use std::collections::HashSet;
use std::fs;
use std::path::PathBuf;

fn size(lines: u8) -> BoardSize {
    BoardSize::new(lines).expect("a size")
}

/// Appended records are ignored; other changes to the files are errors.
#[test]
fn files_that_change_meanwhile() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name);
    let other = records(77, 40_000);
    for (change, is_told) in [("append", false), ("replace", true), ("truncate", true)] {
        fs::write(path("a.dat"), bytes(&records(1, 40_000))).expect("writes");
        fs::write(path("b.dat"), bytes(&other)).expect("writes");
        let mut out = Vec::new();
        let mut told = 0;
        let changing = path("b.dat");
        let merged = merge(
            &[path("a.dat"), path("b.dat")],
            size(9),
            folder.path(),
            &mut out,
            &Interrupt::default(),
            |_, _| {
                told += 1;
                // The second file is being read for the second time.
                if told == 2 {
                    match change {
                        "append" => fs::write(&changing, [bytes(&other), bytes(&other[..1])].concat()),
                        "replace" => fs::write(&changing, bytes(&records(78, 40_000))),
                        _ => fs::write(&changing, bytes(&other[..39_000])),
                    }
                    .expect("writes");
                }
            },
        );
        assert_eq!(merged.is_err(), is_told, "{change}: {merged:?}");
    }
}

/// The number of ids requires more than one part.
#[test]
fn many_records_are_divided_and_come_back_in_order() {
    let folder = tempfile::tempdir().expect("a folder");
    // Records of 2x2 boards are short, and merging does not verify ids.
    let record = |n: u64| {
        let board = Board::new(size(2));
        let id = PositionId::new(mix(n), Color::Black);
        PositionRecord::new(id, &board, None)
    };
    let count = 700_000;
    let paths: Vec<PathBuf> = (0..3)
        .map(|file| {
            let path = folder.path().join(format!("{file}.dat"));
            let all: Vec<u8> = (0..count / 2)
                .flat_map(|n| record((n * 3 + file) % count).as_bytes().to_vec())
                .collect();
            fs::write(&path, all).expect("writes");
            path
        })
        .collect();
    let mut out = Vec::new();
    let merged = merge(
        &paths,
        size(2),
        folder.path(),
        &mut out,
        &Interrupt::default(),
        |_, _| {},
    )
    .expect("merges");
    let mut seen = HashSet::new();
    let all = (0..3).flat_map(|file| (0..count / 2).map(move |n| (n * 3 + file) % count));
    let expected: Vec<u8> = all
        .filter(|n| seen.insert(*n))
        .flat_map(|n| record(n).as_bytes().to_vec())
        .collect();
    assert_eq!(merged.written, seen.len() as u64);
    assert!(out == expected);
}
