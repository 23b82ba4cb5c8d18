//! Imports of single records: their stored values, the notes on them, and that exported games are
//! duplicates when they are imported again, whatever their encoding.

use super::{World, game, long_line};
use bgo::internal::export::{Form, Target, export};
use bgo::internal::query::{Choice, Filter, Find, Page, Sort};
use bgo::internal::record::{decode, game_trees, portable};
use encoding_rs::{GB18030, GBK, ISO_2022_JP, SHIFT_JIS, WINDOWS_1252};
use serde_json::{Value, json};
use testkit::{cases, tar, tgz};

#[test]
fn square_boards_of_2_to_19_lines_are_stored() {
    let sizes = [2, 3, 5, 8, 9, 10, 13, 19];
    let records: Vec<String> = sizes.iter().map(|size| game(&format!("SZ[{size}]"), "ab")).collect();
    let world = World::with(&records);
    for size in sizes {
        assert_eq!(world.answer("ab", size)["games"], 1, "{size}");
    }
    let stored = world.snapshot().inventory().expect("an inventory").board_sizes;
    assert!(stored.into_iter().eq(sizes.map(|size| (size, 1))));
}

#[test]
fn other_boards_and_games_are_rejected_with_the_reason() {
    for (root, reason) in cases(
        "
            SZ[21] => its board has 21 lines; only boards of 2 to 19 lines are stored
            SZ[1] => its board has 1 lines; only boards of 2 to 19 lines are stored
            SZ[13:9] => its board is a rectangle: SZ[13:9]; only squares of 2 to 19 lines are stored
            GM[2] => it is not a game of Go: GM[2], where Go is 1
        ",
    ) {
        let world = World::new();
        world.write("a.sgf", format!("(;{root};B[aa])"));
        let (sums, notes) = world.import_with_notes(["a.sgf"]);
        assert_eq!((&sums["added"], &sums["rejected"]), (&json!(0), &json!(1)), "{root}");
        assert_eq!(notes[0]["reason"], reason);
    }
    let square = World::with(&["(;SZ[9:9];B[ee])"]);
    assert_eq!(square.answer("ee", 9)["games"], 1);
}

#[test]
fn a_move_on_a_stone_replaces_it_and_one_off_the_board_ends_the_game() {
    for (moves, kept, reason) in [
        (";B[pd];W[dp];B[pd];W[pp]", 4, "B[pd] is on a stone, which it replaces"),
        (
            ";B[pd];W[zz];B[pp]",
            1,
            "W[zz] names no point of the 19x19 board; the game ends before it",
        ),
        (
            ";B[pd];W[dpp];B[pp]",
            1,
            "W[dpp] names no point of the 19x19 board; the game ends before it",
        ),
    ] {
        let record = format!("(;SZ[19]{moves})");
        let world = World::new();
        world.write("a.sgf", &record);
        let (sums, notes) = world.import_with_notes(["a.sgf"]);
        assert_eq!((&sums["added"], &sums["repaired"]), (&json!(1), &json!(1)), "{moves}");
        assert_eq!(
            (notes[0]["verdict"].as_str(), notes[0]["reason"].as_str()),
            (Some("repaired"), Some(reason))
        );
        assert_eq!(world.texts("SELECT repair FROM game"), [reason]);
        assert_eq!(world.number("SELECT moves FROM game"), kept);
        assert_eq!(sums["positions"], kept + 1);
        assert_eq!(world.record(1), record.as_bytes());
    }
}

#[test]
fn originals_are_kept_byte_for_byte() {
    let odd = b"\r\n remark \xff\xfe\x00 (;GM[1]C[a\\]b\xb0\xa1]\n;B[pd](;W[dp])(;W[dd])) tail \x1a".to_vec();
    let chinese = GB18030
        .encode("(;PB[古力]PW[李世石]EV[围棋天元赛决赛第一局]RE[黑中盘胜];B[qd])")
        .0
        .into_owned();
    let latin = b"(;PB[Jos\xe9]EV[Caf\xe9 de la Place];B[pp])".to_vec();
    let originals = [odd, chinese, latin];
    let members: Vec<_> = originals
        .iter()
        .enumerate()
        .map(|(i, bytes)| (format!("{i}.sgf"), bytes))
        .collect();
    let world = World::new();
    world.write("games.tgz", tgz(&members));
    world.import(["games.tgz"]);
    for (number, original) in (1..).zip(&originals) {
        assert_eq!(world.record(number), *original);
    }
    let black = "SELECT player.name FROM game LEFT JOIN player ON player.id = game.black ORDER BY game.id";
    let black = world.texts(black);
    assert_eq!(black[1..], ["古力", "José"]);
    assert_eq!(world.texts("SELECT winner FROM game WHERE id = 2"), ["B"]);
}

#[test]
fn a_game_in_a_file_of_several_keeps_its_own_bytes() {
    let games = [game("C[one]", "pd"), game("C[two]", "qd dp")];
    let world = World::new();
    world.write("two.sgf", format!("  {}\n\n{}  ", games[0], games[1]));
    world.import(["two.sgf"]);
    assert_eq!([world.record(1), world.record(2)], games.map(String::into_bytes));
}

#[test]
fn what_is_said_about_a_game_is_kept_as_written_and_understood() {
    let record = "(;PB[古力]PW[이창호]BR[P7段]WR[15 kyu]DT[1846-09-11,14]RE[W+2.5]KM[3 3/4]RU[Chinese]EV[Cup];B[pd])";
    let world = World::with(&[record]);
    let columns = [
        ("black_rank", "P7段"),
        ("white_rank", "15 kyu"),
        ("date", "1846-09-11,14"),
        ("first_date", "1846-09-11"),
        ("last_date", "1846-09-14"),
        ("cast(year AS TEXT)", "1846"),
        ("result", "W+2.5"),
        ("winner", "W"),
        ("komi", "3 3/4"),
        ("event", "Cup"),
    ];
    for (column, value) in columns {
        assert_eq!(world.texts(&format!("SELECT {column} FROM game")), [value], "{column}");
    }
    assert_eq!(world.texts("SELECT name FROM player ORDER BY id"), ["古力", "이창호"]);
}

/// The first game switches to JIS-Roman, where the backslash of the second game
/// is a yen sign. On its own, the second game would read it as an escape.
#[test]
fn a_game_that_cannot_be_cut_out_of_its_file_is_still_found() {
    let world = World::new();
    world.write("shift.sgf", b"(;PB[\x1b$B$\"\x1b(J];B[aa])(;C[x\\];B[cc];W[dd])");
    world.import(["shift.sgf"]);
    assert_eq!(world.games_with("cc"), 1);
    assert_eq!(world.games_with("cc dd"), 1);
}

const CHINESE: &str = "围棋是一种古老的游戏，从被遗忘的中国起源先传到东亚其他地区，然后传到整个世界。";

fn last(bytes: &[u8], value: &[u8]) -> usize {
    let bracketed = [b"[", value, b"]"].concat();
    bytes
        .windows(bracketed.len())
        .rposition(|window| window == bracketed)
        .expect("is there")
        + 1
}

fn only(world: &World, name: &str) -> Value {
    let (_, mut notes) = world.import_with_notes([name]);
    assert_eq!(notes.len(), 1, "{notes:?}");
    notes.remove(0)
}

#[test]
fn a_game_with_two_faults_is_one_repaired_game_of_both_kinds() {
    let world = World::new();
    world.write("a.sgf", game("SZ[x]", "pd dp zz"));
    world.write("b.sgf", game("", "qd dp zz"));
    let (sums, notes) = world.import_with_notes(["a.sgf", "b.sgf"]);
    assert_eq!(sums["repaired"], 2);
    assert_eq!(
        sums["repairs"],
        json!([{ "kind": "cut_short", "games": 2 }, { "kind": "value", "games": 1 }])
    );
    assert_eq!([&notes[0]["kind"], &notes[1]["kind"]], ["value,cut_short", "cut_short"]);
}

#[test]
fn a_duplicate_of_other_bytes_says_so() {
    let world = World::with(&[&game("C[one]", "pd dp")]);
    world.write("other.sgf", game("C[two]", "pd dp"));
    assert_eq!(only(&world, "other.sgf")["reason"], "it has the same moves as game 1");
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

fn utf_16(text: &str, order: fn(u16) -> [u8; 2]) -> Vec<u8> {
    text.encode_utf16().flat_map(order).collect()
}

/// Encodings, each with a player, the property CA, and its encoder.
#[expect(clippy::type_complexity, reason = "a table")]
const ENCODINGS: [(&str, &str, &str, fn(&str) -> Vec<u8>); 9] = [
    ("gbk", "古力棋圣", "CA[gb2312]", |text| {
        GBK.encode(text).0.into_owned()
    }),
    (
        "gbk without CA",
        "围棋是一种古老的游戏从被遗忘的中国起源",
        "",
        |text| GBK.encode(text).0.into_owned(),
    ),
    ("shift_jis", "表示ソーラー囲碁", "CA[Shift_JIS]", |text| {
        SHIFT_JIS.encode(text).0.into_owned()
    }),
    ("iso-2022-jp", "囲碁の本", "CA[ISO-2022-JP]", |text| {
        ISO_2022_JP.encode(text).0.into_owned()
    }),
    ("utf-16 with a mark", "二十四一", "CA[UTF-16]", |text| {
        [b"\xff\xfe".to_vec(), utf_16(text, u16::to_le_bytes)].concat()
    }),
    ("utf-16 without a mark", "二十四一", "", |text| {
        utf_16(text, u16::to_be_bytes)
    }),
    ("windows-1252", "Müller é €", "CA[latin1]", |text| {
        WINDOWS_1252.encode(text).0.into_owned()
    }),
    ("damaged utf-8", "围棋围棋围棋?", "CA[UTF-8]", |text| {
        text.replace('?', "\u{1}")
            .into_bytes()
            .into_iter()
            .map(|byte| if byte == 1 { 0xe5 } else { byte })
            .collect()
    }),
    ("utf-8 with escapes", "a\u{1b}$B0Oz", "", |text| {
        text.as_bytes().to_vec()
    }),
];

/// Returns files in many encodings: with one or several games, with and without moves,
/// complete and without their last bracket.
fn files() -> Vec<(String, Vec<u8>)> {
    let mut files = Vec::new();
    for (at, (name, player, declared, encode)) in ENCODINGS.into_iter().enumerate() {
        let records = |kind: usize| {
            let root = format!("{declared}PB[{player}]PW[{at} {kind}]");
            [
                game(&root, &long_line(40, 10 * at + kind)),
                game(&root, "pd dp pp"),
                game(&root, ""),
                game(&format!("{root}AB[pd][dp]"), ""),
            ]
        };
        for (number, record) in records(0).into_iter().enumerate() {
            files.push((format!("{name} {number}.sgf"), encode(&record)));
        }
        for (number, record) in records(1).into_iter().enumerate() {
            let open = record.trim_end_matches(')');
            files.push((format!("{name} open {number}.sgf"), encode(&format!("remark {open}"))));
        }
        // Only the first game declares the encoding.
        let [first, others @ ..] = records(2);
        let others = others.join("\n").replace(declared, "");
        let several = format!("{first}\n{others}\n(;PW[{at} none])(;PW[{at}]PB[é])");
        files.push((format!("{name} several.sgf"), encode(&several)));
    }
    files
}

#[test]
fn games_exported_and_imported_again_are_there_already() {
    let world = World::new();
    world.write("games.tar", tar(&files()));
    let sums = world.import(["games.tar"]);
    assert_eq!((&sums["games"], &sums["rejected"]), (&(9 * 14).into(), &0.into()));
    assert_eq!(sums["added"], sums["games"]);
    let games = world.games();
    let normal = |bytes: &[u8]| {
        let text = decode(bytes).text;
        let trees: Vec<String> = game_trees(&text).map(|tree| portable(&text[tree.span])).collect();
        assert_eq!(trees.len(), 1, "{text}");
        trees.concat()
    };
    let db = world.snapshot();
    // A record that can be read on its own is exported unchanged.
    assert_eq!(db.record(1).expect("a record").file(), files()[0].1);
    let mut expected = Vec::new();
    for number in 1..=games as i64 {
        let stored = db.record(number).expect("a record");
        let text = normal(&stored.file());
        assert_eq!(Some(&text), stored.portable().as_ref());
        assert!(text.contains('\u{fffd}') == (*stored.text()).contains('\u{fffd}'));
        expected.push(text);
    }
    drop(db);
    for (target, form) in [
        ("all.sgf", Form::Collection),
        ("folder", Form::Folder),
        ("all.tgz", Form::Tgz),
    ] {
        let path = world.path(target);
        let place = Target {
            path: path.clone(),
            form,
            for_spreadsheet: false,
            overwrite: false,
        };
        let (filter, page) = (Filter::default(), Page::whole(Sort::Number, false));
        let all = Choice::Find(Find {
            filter: &filter,
            words: &[],
        });
        export(&world.snapshot(), &all, page, &place, |_, _| {}).expect("is written");
        let sums = world.import([target]);
        assert_eq!([&sums["added"], &sums["rejected"]], [0, 0], "{target}");
        assert_eq!(sums["duplicates"], games, "{target}");
        let other = World::new();
        let sums = other.import([&*path.display().to_string()]);
        assert_eq!([&sums["added"], &sums["rejected"]], [games, 0], "{target}");
        let again = other.snapshot();
        for (number, expected) in (1..).zip(&expected) {
            let stored = again.record(number).expect("a record");
            assert_eq!(stored.portable().as_ref(), Some(expected), "{target} {number}");
        }
    }
}
