//! Records with extremely long values.

use crate::world::{World, change, game, long_line};
use bgo::internal::record::MAX_LETTERS;

/// The length of a name in letters.
const HUGE: usize = 6 << 20;

fn with_a_huge_name() -> (World, String) {
    let world = World::new();
    let record = game(&format!("PB[{}]PW[Cho U]", "x".repeat(HUGE)), &long_line(40, 1));
    world.write("huge.sgf", &record);
    world.write("other.sgf", game("PB[Go]PW[Cho U]", &long_line(40, 2)));
    (world, record)
}

/// Asserts that every command that shows names shortens them.
fn assert_short_answers(world: &World) {
    for question in [
        &["players"][..],
        &["games"],
        &["games", "--sort", "players"],
        &["find", "--player", "xxx"],
        &["search", "--full"],
        &["sql", "select printf('%2000000d', 1), zeroblob(1000000)"],
        &["duplicates"],
        &["shell", "--quiet", "-c", "games"],
    ] {
        let ran = world.bgo(question).output().expect("runs");
        assert!(
            ran.status.success(),
            "{question:?}: {}",
            String::from_utf8_lossy(&ran.stderr)
        );
        let length = ran.stdout.len() + ran.stderr.len();
        assert!(length < 10_000, "{question:?}: {length} bytes");
    }
    let sentence = world.sentence(["find", "--player", "xxxxxxxxxxxxxxxxxxxxxxxxxxxy"]);
    assert!(sentence.len() < 1000, "{} bytes", sentence.len());
}

#[test]
fn a_huge_name_is_cut_with_a_note_and_whole_in_its_record() {
    let (world, record) = with_a_huge_name();
    let (sums, report) = world.import_with_report(["huge.sgf", "other.sgf"]);
    assert_eq!((&sums["added"], &sums["repaired"]), (&2.into(), &1.into()));
    assert_eq!(
        report[0]["reason"],
        format!("PB has {HUGE} bytes here; the first {MAX_LETTERS} letters count, and the record keeps all")
    );
    assert_eq!(world.record(1), record.as_bytes());
    assert_eq!(world.number("SELECT max(length(name)) FROM player"), MAX_LETTERS as i64);
    assert_short_answers(&world);
    // The shortened name does not prevent detection of the duplicate.
    let again = world.json(["import", "--json", "huge.sgf"]);
    assert_eq!(again["added"], 0);
    world.ok(["check"]);
}

#[test]
fn a_huge_name_that_is_stored_as_it_is_makes_no_answer_long() {
    let (world, _) = with_a_huge_name();
    world.ok(["import", "-q", "other.sgf"]);
    world.run(["import", "-q", "huge.sgf"]);
    // As another program may store it.
    let name = "x".repeat(HUGE);
    change(
        &world,
        &format!(
            "UPDATE player SET name = '{name}', folded = '{name}', checksum = row_checksum(id, '{name}', '{name}') WHERE name LIKE 'xx%'"
        ),
    );
    world.ok(["check", "--repair"]);
    assert_short_answers(&world);
    // JSON documents contain the whole name.
    let document = world.json(["players", "--json"]);
    let names: Vec<usize> = document["players"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|player| player["player"].as_str().expect("a name").len())
        .collect();
    assert!(names.contains(&HUGE));
}
