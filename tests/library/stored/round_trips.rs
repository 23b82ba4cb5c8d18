//! Exported games are duplicates when imported again, whatever their encoding.

use super::{World, game, long_line};
use bgo::export::{Form, Target, export};
use bgo::query::{Choice, Filter, Find, Page, Sort};
use bgo::record::{decode, game_trees, portable};
use encoding_rs::{GBK, ISO_2022_JP, SHIFT_JIS, WINDOWS_1252};
use testkit::tar;

type Encode = fn(&str) -> Vec<u8>;

fn utf_16(text: &str, order: fn(u16) -> [u8; 2]) -> Vec<u8> {
    text.encode_utf16().flat_map(order).collect()
}

/// Encodings, each with a player, the property CA, and its encoder.
const ENCODINGS: [(&str, &str, &str, Encode); 9] = [
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
