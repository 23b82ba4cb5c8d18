//! The files as a reader like that of the training takes them.

use super::{SMALL, files, world};
use crate::dataset::games::made;
use crate::numpy::NumPy;
use crate::world::{World, game, long_line};
use std::path::Path;
use testkit::tar;

/// Reads the rows for training in a folder, and returns their number.
fn read_by_numpy(numpy: NumPy, folder: &Path, batch: usize, side: usize) -> u64 {
    let (batch, side) = (batch.to_string(), side.to_string());
    let read = numpy.run(include_str!("reader.py"), &[".", &batch, &side], folder);
    read.trim().parse().expect("a number")
}

#[test]
fn a_reader_like_that_of_the_training_reads_the_files() {
    let Some(numpy) = NumPy::installed() else { return };
    let world = world(20);
    let arguments = [&SMALL[..], &["games.tar"]].concat();
    let made = made(&world, &arguments);
    let training = files(&made).into_iter().filter(|(path, ..)| path.contains("/train/"));
    let rows: u64 = training.map(|(_, rows, ..)| rows).sum();
    assert!(rows > 400, "{made}");
    assert_eq!(read_by_numpy(numpy, &world.path("data/katago"), 16, 19), rows);
}

/// Smaller boards lie in the upper left corner of the arrays, and larger ones are left out.
#[test]
fn boards_that_do_not_fill_the_arrays_are_read_too() {
    let Some(numpy) = NumPy::installed() else { return };
    let world = World::new();
    let small = |number: usize| {
        let moves: Vec<String> = (0..40)
            .map(|n| (n * 7 + number) % 81)
            .map(|n| [n % 9, n / 9].map(|v| char::from(b'a' + v as u8)).iter().collect())
            .collect();
        game("SZ[9]RU[Chinese]KM[7.5]RE[W+R]", &moves.join(" "))
    };
    let mut members: Vec<_> = (0..6).map(|number| (format!("{number}.sgf"), small(number))).collect();
    members.push(("large.sgf".to_owned(), game("SZ[19]", &long_line(30, 1))));
    world.write("games.tar", tar(&members));
    for side in [9, 13] {
        let (side_text, dir) = (side.to_string(), format!("d{side}"));
        let made = made(
            &world,
            &[
                "katago",
                "--board",
                &side_text,
                "--batch",
                "8",
                "--validation",
                "0",
                "--dir",
                &dir,
                "games.tar",
            ],
        );
        assert_eq!(
            made["skipped"][0]["reason"],
            "its board has 19 lines, more than the arrays"
        );
        assert_eq!(read_by_numpy(numpy, &world.path(&dir), 8, side), 240);
    }
}
