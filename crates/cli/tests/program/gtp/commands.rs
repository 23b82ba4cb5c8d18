//! Every command of the protocol, and the form of responses.

use super::talk::{Table, Talk, session, two_games};
use crate::world::World;
use std::collections::BTreeSet;
use testkit::Text;

const JAPANESE: &str = r#"{"friendlyPassOk":false,"hasButton":false,"ko":"SIMPLE","scoring":"TERRITORY","suicide":false,"tax":"SEKI","whiteHandicapBonus":"0"}"#;
const CHINESE: &str = r#"{"friendlyPassOk":true,"hasButton":false,"ko":"SIMPLE","scoring":"AREA","suicide":false,"tax":"NONE","whiteHandicapBonus":"N"}"#;
const CHINESE_KGS: &str = r#"{"friendlyPassOk":true,"hasButton":false,"ko":"POSITIONAL","scoring":"AREA","suicide":false,"tax":"NONE","whiteHandicapBonus":"N"}"#;

/// The engine and its commands.
const PROTOCOL: Table = &[
    ("protocol_version", Ok("2")),
    ("name", Ok("bgo")),
    ("version", Ok(env!("CARGO_PKG_VERSION"))),
    ("known_command genmove", Ok("true")),
    ("known_command Genmove", Ok("false")),
    ("known_command", Ok("false")),
    ("known_command quit", Ok("true")),
];

/// A game on a small board.
const GAME: Table = &[
    ("komi 6.5", Ok("")),
    ("get_komi", Ok("6.5")),
    ("boardsize 9", Ok("")),
    ("play b e5", Ok("")),
    ("play W PASS", Ok("")),
    ("play BLACK c3", Ok("")),
    ("play black g7", Ok("")),
    ("list_stones b", Ok("G7 E5 C3")),
    ("list_stones white", Ok("")),
    ("undo", Ok("")),
    ("undo", Ok("")),
    ("list_stones b", Ok("E5")),
    ("clear_board", Ok("")),
    ("list_stones b", Ok("")),
    ("get_komi", Ok("6.5")),
];

/// Handicaps, after which the database has a game.
const HANDICAP: Table = &[
    ("boardsize 19", Ok("")),
    ("fixed_handicap 3", Ok("D4 Q16 D16")),
    ("clear_board", Ok("")),
    ("place_free_handicap 2", Ok("D4 Q16")),
    ("clear_board", Ok("")),
    ("place_free_handicap 30", Ok("D4 Q16 D16 Q4 D10 Q10 K4 K16 K10")),
    ("clear_board", Ok("")),
    ("set_free_handicap Q16 d4", Ok("")),
    ("list_stones black", Ok("Q16 D4")),
    ("reg_genmove w", Ok("Q4")),
    ("list_stones white", Ok("")),
    ("genmove white", Ok("Q4")),
    ("list_stones white", Ok("Q4")),
    ("genmove black", Ok("pass")),
];

/// Time, which is accepted.
const TIME: Table = &[
    ("time_settings 1800 30 5", Ok("")),
    ("time_left b 1790 0", Ok("")),
    ("kgs-time_settings none", Ok("")),
    ("kgs-time_settings absolute 300", Ok("")),
    ("kgs-time_settings byoyomi 300 30 5", Ok("")),
    ("kgs-time_settings canadian 300 300 25", Ok("")),
];

/// Rules, which are kept.
const RULES: Table = &[
    ("kata-get-rules", Ok(JAPANESE)),
    ("kata-set-rules chinese", Ok("")),
    ("kata-set-rule ko positional", Ok("")),
    ("kata-get-rules", Ok(CHINESE_KGS)),
    (
        "kata-set-rules {\"scoring\":\"TERRITORY\",\"ko\":\"SIMPLE\",\"suicide\":false}",
        Ok(""),
    ),
    ("kata-get-rules", Ok(JAPANESE)),
    ("kgs-rules chinese", Ok("")),
    ("clear_board", Ok("")),
    ("kata-get-rules", Ok(CHINESE_KGS)),
];

/// Records in files.
const RECORDS: Table = &[
    ("loadsgf game.sgf", Ok("")),
    ("list_stones b", Ok("E5 G3")),
    ("get_komi", Ok("6.5")),
    ("undo", Ok("")),
    ("list_stones b", Ok("E5")),
    ("loadsgf game.sgf 1", Ok("")),
    ("list_stones b", Ok("")),
    ("loadsgf game.sgf 2", Ok("")),
    ("list_stones b", Ok("E5")),
    ("list_stones w", Ok("")),
    ("loadsgf two words.sgf", Ok("")),
    ("list_stones b", Ok("G7")),
    ("get_komi", Ok("0")),
    ("loadsgf \"two words.sgf\"", Ok("")),
    ("list_stones b", Ok("G7")),
    ("kata-get-rules", Ok(JAPANESE)),
    ("loadsgf \"game 2\" 2", Ok("")),
    ("list_stones b", Ok("C3")),
    ("kata-get-rules", Ok(CHINESE)),
    ("loadsgf katago.sgf", Ok("")),
    ("kata-get-rules", Ok(CHINESE_KGS)),
];

/// Answers from the database.
const DATABASE: Table = &[
    ("boardsize 2", Ok("")),
    ("boardsize 19 19", Ok("")),
    ("stop", Ok("")),
    ("bgo-heat_map", Ok("COLOR #00ff00 Q16\nLABEL Q16 100\nTEXT 1 game")),
    (
        "lz-genmove_analyze b",
        Ok("info move Q16 visits 1 winrate 5000 prior 10000 lcb 0 order 0 pv Q16 D4 Q4 D16\nplay Q16"),
    ),
    (
        "kata-genmove_analyze w",
        Ok("info move D4 visits 1 winrate 0.500000 prior 1.000000 lcb 0.000000 order 0 pv D4 Q4 D16\nplay D4"),
    ),
];

/// The commands with long responses, which other tests look at.
const LONG: [&str; 6] = [
    "list_commands",
    "showboard",
    "gogui-analyze_commands",
    "bgo-search",
    "bgo-pattern",
    "bgo-games",
];

/// The commands that report until a line arrives.
const LIVE: [&str; 2] = ["lz-analyze", "kata-analyze"];

#[test]
fn every_command_does_what_the_specification_says() {
    let world = two_games();
    let mut talk = Talk::bgo(&world, []);
    world.write("game.sgf", "(;SZ[9]KM[6.5];B[ee];W[cc];B[gg])");
    world.write("two words.sgf", "(;SZ[13];B[gg])");
    world.write("game 2", "(;SZ[9]RU[chinese];B[cg];W[ee])");
    let words = "koPOSITIONALscoreAREAtaxNONEsui0whbNfpok1komi7.5";
    world.write("katago.sgf", format!("(;SZ[9]RU[{words}];B[cg];W[ee])"));
    let tables = [PROTOCOL, GAME, HANDICAP, TIME, RULES, RECORDS, DATABASE];
    for table in tables {
        talk.assert(table);
    }
    for line in LONG {
        assert!(talk.ok(line).lines().count() > 1, "{line}");
    }
    for line in LIVE {
        talk.send(line);
        talk.send("name");
        talk.receive().expect("a report").begins("info move Q4 ");
        assert_eq!(talk.receive().as_deref(), Ok("bgo"));
    }
    let listed = talk.ok("list_commands");
    let tried = tables.concat();
    let tried = tried.iter().map(|(line, _)| line.split(' ').next().unwrap_or_default());
    let tried: BTreeSet<&str> = tried.chain(LONG).chain(LIVE).chain(["quit"]).collect();
    assert_eq!(listed.lines().collect::<BTreeSet<_>>(), tried);
    assert_eq!(talk.ask("quit").as_deref(), Ok(""));
    assert!(talk.engine.wait().expect("ends").success());
}

#[test]
fn a_suicide_is_illegal_and_a_ko_is_retaken_as_in_records() {
    let world = two_games();
    let mut talk = Talk::bgo(&world, []);
    talk.ok("boardsize 5");
    for mv in "b a2, b b1, b b5, b a4, b b3, w c5, w d4, w c3, w b4".split(", ") {
        talk.ok(&format!("play {mv}"));
    }
    assert_eq!(talk.ask("play w a1"), Err("illegal move".to_owned()));
    talk.ok("play b c4");
    talk.ok("play w b4");
    assert_eq!(talk.ok("list_stones w"), "C5 B4 D4 C3");
    talk.ok("undo");
    assert_eq!(talk.ok("list_stones w"), "C5 D4 C3");
}

/// Sabaki sends the moves of a record by `play`, and gives up at the first that is refused.
#[test]
fn a_record_with_a_suicide_is_replayed_to_its_end_under_rules_that_allow_it() {
    let world = World::with(&["(;SZ[5]RU[NZ];B[aa];W[ab];B[ee];W[bb];B[ed];W[ca];B[ba];W[cc];B[aa])"]);
    let record = "b a5, w a4, b e1, w b4, b e2, w c5, b b5";
    for rules in ["new-zealand", "tromp-taylor", r#"{"suicide":true}"#] {
        let mut talk = Talk::bgo(&world, []);
        talk.ok("boardsize 5");
        talk.ok("komi 7");
        talk.ok(&format!("kata-set-rules {rules}"));
        for mv in record.split(", ") {
            talk.ok(&format!("play {mv}"));
        }
        assert_eq!(talk.stones(), [vec!["E1", "E2"], vec!["A4", "B4", "C5"]]);
        talk.ok("showboard").says("white to play, komi 7");
        // The position is found as the game has it.
        let report = talk.ok("kata-genmove_analyze w");
        assert!(
            report.ends_with("\nplay C3") && report.starts_with("info move C3 visits 1 "),
            "{report}"
        );
        // A single stone may not be given up.
        talk.ok("play w b3");
        assert_eq!(talk.ask("play b a5"), Ok(String::new()));
        talk.ok("undo");
        talk.ok("play w b5");
        assert_eq!(talk.ask("play b a5"), Err("illegal move".to_owned()));
        for _ in 0..4 {
            talk.ok("undo");
        }
        assert_eq!(talk.stones(), [vec!["A5", "E1", "E2"], vec!["A4", "B4", "C5"]]);
        talk.ok("kata-set-rules chinese");
        assert_eq!(talk.ask("play b b5"), Err("illegal move".to_owned()));
    }
}

#[test]
fn responses_have_the_form_of_the_protocol() {
    let world = two_games();
    let input = "# a comment\n\n  \r\n12 name\r\n\tname\tx\n003 protocol_version # two\n\u{7}n\u{1}ame\n5\n6 nothing\nquit\nname\n";
    let output = "=12 bgo\n\n= bgo\n\n=3 2\n\n= bgo\n\n?5 unknown command\n\n?6 unknown command\n\n=\n\n";
    assert_eq!(session(&world, [], input), output);
    assert_eq!(session(&world, [], ""), "");
    // The last line needs no end, and the end of the input is the end of the session.
    assert_eq!(session(&world, [], "name"), "= bgo\n\n");
    let long = [&b"name "[..], &vec![b'x'; 200_000], b"\nname\n"].concat();
    assert_eq!(
        session(&world, [], long),
        "? line too long: a command has at most 65536 bytes\n\n= bgo\n\n"
    );
}

#[test]
fn a_response_has_no_empty_line_within_it() {
    let world = two_games();
    let output = session(
        &world,
        [],
        "showboard\nbgo-search\nbgo-games\nplay b q16\nbgo-pattern\n",
    );
    assert_eq!(output.matches("\n\n").count(), 5, "{output}");
    output.says("\n16 . . . + . . . . . + . . . . . + . . . 16\n");
}

#[test]
fn other_engines_lend_their_names() {
    let world = two_games();
    for (engine, name, version) in [("leela-zero", "Leela Zero", "0.17"), ("katago", "KataGo", "1.15.0")] {
        let output = session(&world, ["--pose-as", engine], "name\nversion\n");
        assert_eq!(output, format!("= {name}\n\n= {version}\n\n"));
    }
}

#[test]
fn a_missing_database_is_told_before_anything_is_answered() {
    let ran = World::new().run(["gtp"]);
    assert_eq!(ran.out, "");
    ran.sentence().says("bgo import");
}
