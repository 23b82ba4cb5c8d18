//! Records in GIB, NGF and UGF, and those in other encodings, as `bgo sgf` gives them out.

use crate::web::Served;
use crate::world::{World, game, long_line};
use bgo::internal::record::{decode, portable};
use encoding_rs::EUC_KR;
use std::fs;
use testkit::Text;

/// Returns the GIB record of the first moves of a long line.
fn gib(player: &str, moves: usize, line: usize) -> Vec<u8> {
    let points = long_line(moves, line);
    let played = points.split_whitespace().zip(2..).map(|(point, number)| {
        let [x, y] = point.as_bytes() else {
            panic!("{point} is no point")
        };
        format!("STO 0 {number} {} {} {}\r\n", 1 + number % 2, x - b'a', y - b'a')
    });
    let played: String = played.collect();
    let text = format!(
        "\\HS\r\n\\[GIBOKIND=Korea\\]\r\n\\[GAMEBLACKNAME={player}(9단)\\]\r\n\\[GAMERESULT=흑 불계승\\]\r\n\
         \\[GAMEINFOMAIN=GRLT:3,ZIPSU:0,GONGJE:65\\]\r\n\\HE\r\n\\GS\r\nINI 0 1 0 &4\r\n{played}\\GE\r\n"
    );
    EUC_KR.encode(&text).0.into_owned()
}

#[test]
fn a_gib_record_is_given_out_as_sgf_and_its_bytes_are_kept() {
    let world = World::new();
    let bytes = gib("홍길동", 40, 1);
    world.write("game.gib", &bytes);
    world.write("same.sgf", game("", &long_line(40, 1)));
    let (summary, report) = world.import_with_report(["game.gib", "same.sgf"]);
    assert_eq!((&summary["added"], &summary["duplicates"]), (&1.into(), &1.into()));
    assert_eq!(report[0]["verdict"], "duplicate");
    assert_eq!(world.record(1), bytes);
    let listed = world.json(["games", "--player", "홍길동", "--result", "B+R", "--json"]);
    assert_eq!(listed["list"][0]["black_rank"], "9d", "{listed}");

    let sgf = world.ok(["sgf", "1"]);
    sgf.begins("(;GM[1]FF[4]CA[UTF-8]SZ[19]PB[홍길동]BR[9d]KM[6.5]RE[B+R];B[");
    world.ok(["sgf", "1", "--original", "--out", "copy.gib"]);
    assert_eq!(fs::read(world.path("copy.gib")).expect("is there"), bytes);
    assert_eq!(world.ok(["shell", "-c", "sgf 1"]).trim_end(), sgf.trim_end());

    let served = Served::of(&world);
    assert_eq!(served.get("/api/v1/games/1/sgf").body, sgf.as_bytes());
    let opened = served.json("games/1");
    assert_eq!(
        opened["replay"]["scenes"].as_array().map(Vec::len),
        Some(41),
        "{opened}"
    );

    for target in ["all.sgf", "folder/", "all.tgz"] {
        world.ok(["export", target, "--sort", "number"]);
        let (summary, _) = world.import_with_report([target]);
        assert_eq!(
            (&summary["added"], &summary["duplicates"]),
            (&0.into(), &1.into()),
            "{target}"
        );
    }
    world.ok(["check"]);
}

#[test]
fn the_shell_loads_a_gib_record() {
    let world = World::with_no_games();
    world.write("game.gib", gib("a", 3, 1));
    let loaded = world.ok(["shell", "-c", "load game.gib; save -"]);
    loaded
        .replace('\n', "")
        .says(testkit::nodes(long_line(3, 1).split(' ')));
}

#[test]
fn a_synced_folder_may_have_foreign_records() {
    let world = World::new();
    world.write("games/a.gib", gib("a", 40, 1));
    world.write("games/b.GIB", gib("b", 40, 2));
    world.write("games/c.txt", gib("c", 40, 3));
    world.ok(["sync", "--quiet", "games"]);
    // The content tells the format, not the name.
    assert_eq!(world.games(), 3);
    fs::remove_file(world.path("games/a.gib")).expect("is removed");
    world.ok(["sync", "--quiet", "--yes", "games"]);
    assert_eq!(world.texts("SELECT black FROM games ORDER BY game"), ["b", "c"]);
}

#[test]
fn another_database_keeps_the_bytes() {
    let world = World::new();
    let bytes = gib("홍길동", 40, 1);
    world.write("game.gib", &bytes);
    world.ok(["--db", "other.sqlite", "import", "--quiet", "game.gib"]);
    world.ok(["import", "--quiet", "other.sqlite"]);
    assert_eq!(world.record(1), bytes);
}

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
