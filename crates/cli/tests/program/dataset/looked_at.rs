//! `bgo dataset view` and `bgo dataset info`.

use super::games::made;
use crate::world::World;
use std::fs;
use testkit::{Text, members, numbered, tar};

#[test]
fn records_are_drawn_wherever_they_are() {
    let world = World::new();
    world.write("games.tar", tar(&members(0..50)));
    made(&world, &["kgs-v2", "--sets", "all", "games.tar"]);
    made(&world, &["kgs-v1", "--sets", "all", "games.tar"]);
    for file in ["data/kgsgo-all.dat", "data/kgsgo-all-v2.dat"] {
        let shown = world.ok(["dataset", "view", file, "148", "--planes"]);
        let (board, planes) = shown
            .split_once("\n\nplane 0: own stones with 1 liberty\n")
            .expect("planes");
        board.begins("record 148: the move is 49, row 2, column 11\n");
        // Black's first move is in a corner and has two liberties.
        board.says(" .  O2\n17");
        let fourth = planes
            .split("\nplane 4: opponent's stones with 2 liberties\n")
            .nth(1)
            .expect("a plane");
        assert_eq!(fourth.lines().next().map(|row| row.ends_with(" . #")), Some(true));
        assert_eq!(
            world.sentence(["dataset", "view", file, "151"]),
            format!("{file} has no record 151; it has 150 records, counted from 1")
        );
    }
    // Only the shown record is verified, not those before it.
    let mut bytes = fs::read(world.path("data/kgsgo-all.dat")).expect("reads");
    bytes[365 * 147] = b'X';
    world.write("bad.dat", bytes);
    world.ok(["dataset", "view", "bad.dat", "149"]).begins("record 149");
    assert_eq!(
        world.sentence(["dataset", "view", "bad.dat", "148"]),
        "bad.dat: byte 53655: there is neither a record (\"GO\") nor the end (\"END\")"
    );
    let info = world.run(["dataset", "info", "bad.dat"]);
    info.sentence().begins("bad.dat: byte 53655: ");
    world.write("d.dat", "GOx");
    let said = world.sentence(["dataset", "info", "d.dat"]);
    assert_eq!(said, "d.dat: byte 3: it is cut off; 0 records are whole");
}

/// Planes may contradict each other in a file of the right length and padding.
#[test]
fn what_planes_cannot_say_is_damage() {
    let world = World::new();
    world.write("games.tar", tar(&[("a.sgf", numbered(5)), ("b.sgf", numbered(9))]));
    made(&world, &["kgs-v1", "--sets", "all", "games.tar"]);
    let info = world.json(["dataset", "info", "data/kgsgo-all.dat", "--json"]);
    assert_eq!((&info["records"], &info["legacy"]), (&6.into(), &false.into()));
    let whole = fs::read(world.path("data/kgsgo-all.dat")).expect("reads");
    // Damages the second record, at its label and at another point.
    let second = &whole[365..730];
    let label = usize::from(second[2]) * 19 + usize::from(second[3]);
    for (point, bits, said) in [
        (label, 0b0000_0100, "record 2: the move is on a stone"),
        (200, 0b0010_0100, "record 2: a point has stones of both colours"),
        (200, 0b0000_0011, "record 2: a stone has one liberty and two"),
    ] {
        let mut bytes = whole.clone();
        bytes[365 + 4 + point] |= bits;
        world.write("bad.dat", bytes);
        assert_eq!(
            world.sentence(["dataset", "info", "bad.dat"]),
            format!("bad.dat: byte 365: {said}")
        );
    }
}
