//! The report of an import, which lists repaired, rejected and duplicate games.

use crate::world::{World, game};
use encoding_rs::{GB18030, ISO_2022_JP};
use serde_json::{Value, json};
use testkit::{Text, tgz};

const CHINESE: &str = "围棋是一种古老的游戏，从被遗忘的中国起源先传到东亚其他地区，然后传到整个世界。";

/// Returns the offset of the last `value` in brackets.
fn last(bytes: &[u8], value: &[u8]) -> usize {
    let bracketed = [b"[", value, b"]"].concat();
    bytes
        .windows(bracketed.len())
        .rposition(|window| window == bracketed)
        .expect("is there")
        + 1
}

fn only(world: &World, name: &str) -> Value {
    let (_, mut notes) = world.import_with_report([name]);
    assert_eq!(notes.len(), 1, "{notes:?}");
    notes.remove(0)
}

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
            "offset": last(members[2].1.as_bytes(), b"pp"),
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
fn a_game_with_two_faults_is_one_repaired_game_of_both_kinds() {
    let world = World::new();
    world.write("a.sgf", game("SZ[x]", "pd dp zz"));
    world.write("b.sgf", game("", "qd dp zz"));
    let (sums, notes) = world.import_with_report(["a.sgf", "b.sgf"]);
    assert_eq!(sums["repaired"], 2);
    assert_eq!(
        sums["repairs"],
        json!([{ "kind": "cut_short", "games": 2 }, { "kind": "value", "games": 1 }])
    );
    assert_eq!([&notes[0]["kind"], &notes[1]["kind"]], ["value,cut_short", "cut_short"]);
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
    world.ok(["import", "games.tgz"]).says(expected);
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
fn a_duplicate_of_other_bytes_says_so() {
    let world = World::with(&[&game("C[one]", "pd dp")]);
    world.write("other.sgf", game("C[two]", "pd dp"));
    assert_eq!(only(&world, "other.sgf")["reason"], "it has the same moves as game 1");
}

#[test]
fn offsets_are_bytes_of_the_file_whatever_its_encoding() {
    let text = format!("(;PB[{CHINESE}]C[{CHINESE}];B[pd];W[pd])");
    let japanese = "(;CA[ISO-2022-JP]PB[囲碁]C[日本棋院];B[pd];W[pd])";
    let utf16: Vec<u8> = format!("\u{feff}{text}")
        .encode_utf16()
        .flat_map(u16::to_le_bytes)
        .collect();
    let utf16_place = 2 * text.encode_utf16().count() - 2 * "pd])".len() + 2;
    let gbk = GB18030.encode(&text).0.into_owned();
    let escaped = {
        let mut bytes = b"(;CA[ISO-2022-JP]PB[".to_vec();
        bytes.extend(b"\x1b$B0O8k\x1b(B]C[\x1b$BF|K\\4}1!\x1b(B];B[pd];W[pd])");
        assert_eq!(ISO_2022_JP.decode(&bytes).0, japanese);
        bytes
    };
    let with_mark = format!("\u{feff}{text}").into_bytes();
    for (name, bytes, place) in [
        ("gbk.sgf", gbk.clone(), last(&gbk, b"pd")),
        ("jis.sgf", escaped.clone(), last(&escaped, b"pd")),
        ("utf8.sgf", with_mark.clone(), last(&with_mark, b"pd")),
        ("utf16.sgf", utf16, utf16_place),
    ] {
        let world = World::new();
        world.write(name, &bytes);
        let note = only(&world, name);
        assert_eq!(
            (&note["verdict"], &note["offset"]),
            (&json!("repaired"), &json!(place)),
            "{name}"
        );
        assert_eq!(world.record(1), bytes, "{name}");
    }
}

#[test]
fn offsets_in_a_later_game_of_a_file_count_from_the_start_of_the_file() {
    let world = World::new();
    let text =
        format!("{CHINESE}\n(;C[{CHINESE}];B[pd];W[dp])\n(;C[{CHINESE}];B[qd];W[])\n(;C[{CHINESE}];B[dd];W[zz])");
    let gbk = GB18030.encode(&text).0.into_owned();
    world.write("three.sgf", &gbk);
    let note = only(&world, "three.sgf");
    assert_eq!(
        (&note["member_game"], &note["game"], &note["offset"]),
        (&json!(2), &json!(3), &json!(last(&gbk, b"zz")))
    );
    let start = gbk.iter().rposition(|byte| *byte == b'(').expect("a game");
    assert_eq!(world.record(3), gbk[start..]);
}

#[test]
fn a_report_without_lines_is_empty_and_an_older_one_is_replaced() {
    let world = World::new();
    world.write("report.jsonl", "old\n");
    world.write("a.sgf", game("", "pd"));
    let (_, notes) = world.import_with_report(["a.sgf"]);
    assert!(notes.is_empty());
}

#[test]
fn a_record_that_is_no_file_is_rejected_in_the_report() {
    let world = World::new();
    let mut archive = tar::Builder::new(Vec::new());
    let mut header = tar::Header::new_gnu();
    header.set_entry_type(tar::EntryType::Symlink);
    header.set_size(0);
    archive.append_link(&mut header, "link.sgf", "a.sgf").expect("is added");
    world.write("games.tar", archive.into_inner().expect("is finished"));
    let note = only(&world, "games.tar");
    assert_eq!(
        (&note["verdict"], &note["kind"], &note["reason"]),
        (
            &json!("rejected"),
            &json!("special_file"),
            &json!("it is a symbolic link")
        )
    );
}
