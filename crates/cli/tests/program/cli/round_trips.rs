//! `bgo sgf` gives records out as they can be read by themselves.

use crate::world::{World, game};
use bgo::record::{decode, portable};
use std::fs;

#[test]
fn a_game_of_several_in_utf_16_is_read_as_it_is_by_itself() {
    let world = World::new();
    // Both bytes of this character look like a bracket; only the byte order mark shows the encoding.
    let name = "\u{5b5b}".repeat(60);
    let records: Vec<String> = (0..7)
        .map(|number| game(&format!("PB[{name}{number}]"), "pd dp"))
        .collect();
    let text = format!("\u{feff}{}", records.concat());
    let bytes: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
    world.write("games.sgf", bytes);
    world.ok(["import", "-q", "games.sgf"]);
    assert_eq!(world.games(), 7);
    for (number, record) in (1..).zip(&records) {
        let number = number.to_string();
        world.ok(["sgf", &number, "--out", "out.sgf"]);
        let bytes = fs::read(world.path("out.sgf")).expect("a file");
        assert_eq!(decode(&bytes).text, portable(record));
        let printed = world.bgo(["sgf", &number]).output().expect("runs").stdout;
        assert_eq!(printed, bytes);
        fs::remove_file(world.path("out.sgf")).expect("is removed");
    }
}
