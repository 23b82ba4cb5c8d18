//! `bgo positions merge`, compared with a simple reference implementation.

#[path = "../../../../research/tests/drawn/mod.rs"]
mod drawn;

use super::boards::{run, try_run};
use crate::world::{World, document};
use bgo::internal::go::{Color, Point};
use bgo::internal::position_file::PositionRecord;
use drawn::{bytes, records};
use std::collections::HashSet;
use std::fs;
use testkit::Text;

/// Returns the records that `bgo positions merge` writes to standard output.
fn merged_bytes(world: &World, arguments: &[&str]) -> Vec<u8> {
    let mut command = world.bgo(["positions", "merge"]);
    command.args(arguments).output().expect("runs").stdout
}

#[test]
fn the_first_of_each_id_is_kept_in_its_place() {
    let world = World::new();
    let files: Vec<Vec<PositionRecord>> = (0..4).map(|file| records(10_000 * file, 900)).collect();
    let names = ["a.dat", "b.dat", "c.dat", "d.dat"];
    for (name, records) in names.iter().zip(&files) {
        world.write(name, bytes(records));
    }
    let merged = [&["merge"], &names[..], &["--out", "m.dat", "--json"]].concat();
    let merged = try_run(&world, &merged);
    assert_eq!((merged.status, merged.err.as_str()), (0, ""));
    let merged = document(&merged.out);
    let mut seen = HashSet::new();
    let expected: Vec<PositionRecord> = files
        .concat()
        .into_iter()
        .filter(|record| seen.insert(record.id()))
        .collect();
    assert_eq!(fs::read(world.path("m.dat")).expect("reads"), bytes(&expected));
    assert_eq!(merged["read"], 3600);
    assert_eq!(merged["written"], expected.len());
    assert_eq!(merged["duplicates"], 3600 - expected.len());
    assert_eq!(merged["conflicts"], 0);
    // Merging again changes nothing, and standard output gets the same bytes.
    let again = merged_bytes(&world, &["m.dat", "m.dat", "--quiet"]);
    assert_eq!(again, bytes(&expected));
}

#[test]
fn records_of_one_id_with_other_stones_are_told_of_and_kept() {
    let world = World::new();
    let mut records = records(1, 3);
    records.dedup_by_key(|record| record.id());
    let board = {
        let mut board = records[0].board();
        board.set(Point::new(8, 8), Some(Color::White));
        board
    };
    let wrong = PositionRecord::new(records[0].id(), &board, None);
    world.write("a.dat", bytes(&records));
    world.write("b.dat", bytes(&[wrong.clone(), records[0].clone()]));
    let output = world
        .bgo(["positions", "merge", "a.dat", "b.dat"])
        .output()
        .expect("runs");
    let mut expected = records.clone();
    expected.push(wrong);
    assert_eq!(output.stdout, bytes(&expected));
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    let id = records[0].id();
    told.says(format!(
        "b.dat: byte 0: the record has the id {id} of another one and another number of stones"
    ));
}

#[test]
fn empty_files_and_many_records_of_one_id() {
    let world = World::new();
    world.write("none.dat", "");
    world.write("same.dat", bytes(&vec![records(5, 1)[0].clone(); 5000]));
    let merged = merged_bytes(&world, &["none.dat", "same.dat", "none.dat"]);
    assert_eq!(merged, bytes(&records(5, 1)));
    run(&world, &["merge", "none.dat", "--out", "m.dat"]);
    assert_eq!(fs::read(world.path("m.dat")).expect("reads"), b"");
}

#[cfg(unix)]
#[test]
fn a_pipe_is_merged_like_a_file() {
    let world = World::new();
    world.write("a.dat", bytes(&records(1, 50)));
    let fifo = world.make_pipe("pipe");
    let content = fs::read(world.path("a.dat")).expect("reads");
    let writer = std::thread::spawn({
        let content = content.clone();
        move || fs::write(fifo, content)
    });
    let piped = merged_bytes(&world, &["pipe"]);
    writer.join().expect("ends").expect("writes");
    let plain = merged_bytes(&world, &["a.dat"]);
    assert_eq!(piped, plain);
    assert!(!plain.is_empty());
}
