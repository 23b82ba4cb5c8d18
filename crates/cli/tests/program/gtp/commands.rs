//! Every command and every failure of the specification, and the form of responses.

use super::talk::{Talk, session};
use crate::world::{World, game};
use std::collections::BTreeSet;

/// Two games, of which one begins with two handicap stones.
fn world() -> World {
    World::with(&[&game("", "pd dp pp dd"), "(;GM[1]FF[4]HA[2]AB[dp][pd];W[dd])"])
}

/// Asks each command of a table and compares the responses.
fn assert_session(talk: &mut Talk, table: &[(&str, Result<&str, &str>)]) {
    for (line, expected) in table {
        let found = talk.ask(line);
        let found = found.as_deref().map_err(String::as_str);
        assert_eq!(found, *expected, "{line}");
    }
}

#[test]
fn every_command_does_what_the_specification_says() {
    let world = world();
    let mut talk = Talk::bgo(&world, []);
    world.write("game.sgf", "(;SZ[9]KM[6.5];B[ee];W[cc];B[gg])");
    world.write("two words.sgf", "(;SZ[13];B[gg])");
    let table: [(&str, Result<&str, &str>); 61] = [
        ("protocol_version", Ok("2")),
        ("name", Ok("bgo")),
        ("version", Ok(env!("CARGO_PKG_VERSION"))),
        ("known_command genmove", Ok("true")),
        ("known_command Genmove", Ok("false")),
        ("known_command", Ok("false")),
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
        ("time_settings 1800 30 5", Ok("")),
        ("time_left b 1790 0", Ok("")),
        ("kgs-time_settings none", Ok("")),
        ("kgs-time_settings absolute 300", Ok("")),
        ("kgs-time_settings byoyomi 300 30 5", Ok("")),
        ("kgs-time_settings canadian 300 300 25", Ok("")),
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
        ("known_command quit", Ok("true")),
    ];
    assert_session(&mut talk, &table);
    // The other commands have long responses, which other tests look at.
    let long = [
        "list_commands",
        "showboard",
        "gogui-analyze_commands",
        "bgo-search",
        "bgo-pattern",
        "bgo-games",
    ];
    for line in long {
        assert!(talk.ok(line).lines().count() > 1, "{line}");
    }
    let live = ["lz-analyze", "kata-analyze"];
    for line in live {
        talk.send(line);
        talk.send("name");
        assert!(
            talk.receive().result.expect("a report").starts_with("info move Q4 "),
            "{line}"
        );
        assert_eq!(talk.receive().result.as_deref(), Ok("bgo"));
    }
    let listed = talk.ok("list_commands");
    let tried = table.iter().map(|(line, _)| line.split(' ').next().unwrap_or_default());
    let tried: BTreeSet<&str> = tried.chain(long).chain(live).chain(["quit"]).collect();
    assert_eq!(listed.lines().collect::<BTreeSet<_>>(), tried);
    assert_eq!(talk.ask("quit").as_deref(), Ok(""));
    assert!(talk.engine.wait().expect("ends").success());
}

#[test]
fn every_failure_is_that_of_the_specification_and_changes_nothing() {
    let world = world();
    world.write("none.sgf", "no record");
    let mut talk = Talk::bgo(&world, []);
    for line in ["boardsize 9", "play b e5", "play w c3"] {
        talk.ok(line);
    }
    let before = talk.stones();
    let syntax = Err("syntax error");
    let table: [(&str, Result<&str, &str>); 45] = [
        ("frobnicate", Err("unknown command")),
        ("PLAY b d4", Err("unknown command")),
        ("boardsize", syntax),
        ("boardsize nine", syntax),
        ("boardsize 20", Err("unacceptable size")),
        ("boardsize 1", Err("unacceptable size")),
        ("boardsize -9", Err("unacceptable size")),
        ("boardsize 9 13", Err("unacceptable size")),
        ("komi", syntax),
        ("komi half", syntax),
        ("komi nan", syntax),
        ("play", syntax),
        ("play b", syntax),
        ("play green d4", syntax),
        ("play b i4", syntax),
        ("play b ee", syntax),
        ("play b e5", Err("illegal move")),
        ("play w e5", Err("illegal move")),
        ("play b k1", Err("illegal move")),
        ("play b a10", Err("illegal move")),
        ("genmove", syntax),
        ("genmove green", syntax),
        ("reg_genmove", syntax),
        ("fixed_handicap", syntax),
        ("fixed_handicap two", syntax),
        ("fixed_handicap 2", Err("board not empty")),
        ("place_free_handicap 2", Err("board not empty")),
        ("set_free_handicap a1 a2", Err("board not empty")),
        ("time_settings 1 2", syntax),
        ("time_settings a b c", syntax),
        ("time_left b 1", syntax),
        ("time_left 1 1", syntax),
        ("kgs-time_settings", syntax),
        ("kgs-time_settings sudden 5", syntax),
        ("kgs-time_settings byoyomi 5", syntax),
        ("list_stones", syntax),
        ("loadsgf", syntax),
        ("loadsgf none.sgf 0", syntax),
        (
            "loadsgf none.sgf",
            Err(
                "cannot load file: none.sgf: it holds no game: SGF begins with \"(;\", GIB with \"\\HS\", UGF with \"[Header]\", and NGF has the board size in its second line",
            ),
        ),
        ("loadsgf .", Err("cannot load file: .: it is not a file")),
        (
            "lz-analyze b 10 rootPolicyTemperature 1",
            Err(
                "unknown option rootPolicyTemperature: there are interval, maxmoves, avoid and allow; without effect are minmoves, ownership, ownershipStdev, movesOwnership, movesOwnershipStdev, pvVisits, pvEdgeVisits, rootInfo, noResultValue",
            ),
        ),
        ("kata-analyze interval", syntax),
        ("bgo-pattern 0", Err("an area has at least one line")),
        ("bgo-games x", syntax),
        ("bgo-games -1", syntax),
    ];
    assert_session(&mut talk, &table);
    assert_eq!(talk.stones(), before);
    for line in ["undo", "undo"] {
        talk.ok(line);
    }
    assert_session(
        &mut talk,
        &[
            ("undo", Err("cannot undo")),
            (
                "bgo-pattern",
                Err("there is no last move; name the area: bgo-pattern Q16 S10"),
            ),
            ("fixed_handicap 1", Err("invalid number of stones")),
            ("fixed_handicap 10", Err("invalid number of stones")),
            ("place_free_handicap 1", Err("invalid number of stones")),
            ("place_free_handicap 81", Err("invalid number of stones")),
            ("set_free_handicap", Err("bad vertex list")),
            ("set_free_handicap a1", Err("bad vertex list")),
            ("set_free_handicap a1 a1", Err("bad vertex list")),
            ("set_free_handicap a1 pass", Err("bad vertex list")),
            ("set_free_handicap a1 k1", Err("bad vertex list")),
            ("set_free_handicap a1 i1", Err("bad vertex list")),
            ("boardsize 5", Ok("")),
            ("fixed_handicap 2", Err("invalid number of stones")),
            ("list_stones b", Ok("")),
        ],
    );
}

#[test]
fn a_suicide_and_a_ko_are_illegal() {
    let world = world();
    let mut talk = Talk::bgo(&world, []);
    talk.ok("boardsize 5");
    for line in [
        "play b a2",
        "play b b1",
        "play b b5",
        "play b a4",
        "play b b3",
        "play w c5",
        "play w d4",
        "play w c3",
        "play w b4",
    ] {
        talk.ok(line);
    }
    assert_eq!(talk.ask("play w a1"), Err("illegal move".to_owned()));
    talk.ok("play b c4");
    assert_eq!(talk.ask("play w b4"), Err("illegal move".to_owned()));
    talk.ok("play w e1");
    talk.ok("play b e2");
    assert_eq!(talk.ask("play w b4").as_deref(), Ok(""));
}

#[test]
fn responses_have_the_form_of_the_protocol() {
    let world = world();
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
    let world = world();
    let output = session(
        &world,
        [],
        "showboard\nbgo-search\nbgo-games\nplay b q16\nbgo-pattern\n",
    );
    assert_eq!(output.matches("\n\n").count(), 5, "{output}");
    assert!(
        output.contains("\n16 . . . + . . . . . + . . . . . + . . . 16\n"),
        "{output}"
    );
}

#[test]
fn other_engines_lend_their_names() {
    let world = world();
    for (engine, name, version) in [("leela-zero", "Leela Zero", "0.17"), ("katago", "KataGo", "1.15.0")] {
        let output = session(&world, ["--pose-as", engine], "name\nversion\n");
        assert_eq!(output, format!("= {name}\n\n= {version}\n\n"));
    }
}

#[test]
fn a_missing_database_is_told_before_anything_is_answered() {
    let ran = World::new().run(["gtp"]);
    assert_eq!(ran.out, "");
    assert!(ran.sentence().contains("bgo import"));
}
