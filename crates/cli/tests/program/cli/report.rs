//! The report of an import, which lists repaired, rejected and duplicate games.

use crate::world::{World, game};
use serde_json::json;
use testkit::{Text, tgz};

#[test]
fn every_line_names_archive_member_game_and_reason() {
    let world = World::new();
    let two = [game("PB[a]", "pd dp"), game("SZ[9:13]", "ee")].concat();
    let members = [
        ("fine.sgf", game("", "qd")),
        ("two.sgf", two.clone()),
        ("bad.sgf", game("", "pp dd pp")),
        ("same.sgf", game("", "qd")),
    ];
    world.write("games.tgz", tgz(&members));
    let (sums, notes) = world.import_with_report(["games.tgz"]);
    assert_eq!(
        [
            &sums["added"],
            &sums["rejected"],
            &sums["repaired"],
            &sums["duplicates"]
        ],
        [3, 1, 1, 1]
    );
    let expected = [
        json!({
            "archive": "games.tgz", "member": "two.sgf", "member_game": 1, "verdict": "rejected", "game": null,
            "kind": "rectangular_board",
            "reason": "its board is a rectangle: SZ[9:13]; only squares of 2 to 19 lines are stored",
            "offset": two.rfind('(').expect("a game"),
        }),
        json!({
            "archive": "games.tgz", "member": "bad.sgf", "member_game": 0, "verdict": "repaired", "game": 3,
            "kind": "occupied_point",
            "reason": "B[pp] is on a stone, which it replaces",
            "offset": members[2].1.rfind("pp").expect("a move"),
        }),
        json!({
            "archive": "games.tgz", "member": "same.sgf", "member_game": 0, "verdict": "duplicate", "game": 1,
            "kind": null,
            "reason": "it is the same record as game 1", "offset": null,
        }),
    ];
    assert_eq!(notes, expected);
}

#[test]
fn rejected_games_are_grouped_with_their_first_files() {
    let world = World::new();
    let mut members: Vec<(String, String)> = (0..6)
        .map(|number| (format!("{number}.sgf"), "404".to_owned()))
        .collect();
    members.push(("go.sgf".to_owned(), game("", "pd dp")));
    members.push(("chess.sgf".to_owned(), "(;GM[3])(;GM[3])".to_owned()));
    world.write("games.tgz", tgz(&members));
    let expected = "8 rejected: 6 hold no game (0.sgf, 1.sgf, 2.sgf, …), 2 are not Go (chess.sgf)\n";
    let said = world.ok(["import", "games.tgz"]);
    said.says(expected);
    said.ends("\nTo see why, run: bgo import … --report FILE\n");
    world
        .ok(["import", "games.tgz", "--report", "why.jsonl"])
        .ends("\nwhy.jsonl says why\n");
    // The same from the shell, from a copy and when the games are known.
    world
        .ok(["--db", "other.sqlite", "shell", "-q", "-c", "import games.tgz"])
        .says(expected);
    let again = world.json(["import", "--json", "games.tgz", "--commit-every", "1"]);
    assert_eq!(
        again["rejections"],
        json!([
            { "kind": "no_game", "games": 6, "members": ["0.sgf", "1.sgf", "2.sgf", "3.sgf"] },
            { "kind": "other_game", "games": 2, "members": ["chess.sgf"] },
        ])
    );
    assert_eq!((&again["rejected"], &again["repairs"]), (&json!(8), &json!([])));
}

#[test]
fn a_report_without_lines_is_empty_and_an_older_one_is_replaced() {
    let world = World::new();
    world.write("report.jsonl", "old\n");
    world.write("a.sgf", game("", "pd"));
    let (_, notes) = world.import_with_report(["a.sgf"]);
    assert!(notes.is_empty());
}
