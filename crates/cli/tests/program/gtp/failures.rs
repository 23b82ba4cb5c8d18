//! Every failure of the protocol.

use super::talk::{Table, Talk, two_games};

const SYNTAX: Result<&str, &str> = Err("syntax error");

/// Failures about the board and moves.
const BOARD: Table = &[
    ("frobnicate", Err("unknown command")),
    ("PLAY b d4", Err("unknown command")),
    ("boardsize", SYNTAX),
    ("boardsize nine", SYNTAX),
    ("boardsize 20", Err("unacceptable size")),
    ("boardsize 1", Err("unacceptable size")),
    ("boardsize -9", Err("unacceptable size")),
    ("boardsize 9 13", Err("unacceptable size")),
    ("komi", SYNTAX),
    ("komi half", SYNTAX),
    ("komi nan", SYNTAX),
    ("play", SYNTAX),
    ("play b", SYNTAX),
    ("play green d4", SYNTAX),
    ("play b i4", SYNTAX),
    ("play b ee", SYNTAX),
    ("play b e5", Err("illegal move")),
    ("play w e5", Err("illegal move")),
    ("play b k1", Err("illegal move")),
    ("play b a10", Err("illegal move")),
    ("genmove", SYNTAX),
    ("genmove green", SYNTAX),
    ("reg_genmove", SYNTAX),
];

/// Failures of handicaps on a board with stones.
const HANDICAP: Table = &[
    ("fixed_handicap", SYNTAX),
    ("fixed_handicap two", SYNTAX),
    ("fixed_handicap 2", Err("board not empty")),
    ("place_free_handicap 2", Err("board not empty")),
    ("set_free_handicap a1 a2", Err("board not empty")),
];

/// Failures about time, rules and records.
const TIME_AND_RECORDS: Table = &[
    ("time_settings 1 2", SYNTAX),
    ("time_settings a b c", SYNTAX),
    ("time_left b 1", SYNTAX),
    ("time_left 1 1", SYNTAX),
    ("kgs-time_settings", SYNTAX),
    ("kgs-time_settings sudden 5", SYNTAX),
    ("kgs-time_settings byoyomi 5", SYNTAX),
    ("list_stones", SYNTAX),
    ("loadsgf", SYNTAX),
    ("loadsgf none.sgf 0", SYNTAX),
    (
        "loadsgf none.sgf",
        Err(
            "cannot load file: none.sgf: it holds no game: SGF begins with \"(;\", GIB with \"\\HS\", UGF with \"[Header]\", and NGF has the board size in its second line",
        ),
    ),
    ("loadsgf .", Err("cannot load file: .: it is not a file")),
    ("loadsgf \"none.sgf\" x", SYNTAX),
    (
        "kata-set-rules martian",
        Err(
            "unknown rules: there are tromp-taylor, chinese, chinese-ogs, chinese-kgs, japanese, korean, stone-scoring, ancient-area, ancient-territory, aga, bga, french, aga-button, new-zealand, nz, ing, goe, and JSON objects",
        ),
    ),
    (
        "kata-set-rules {\"ko\":7}",
        Err("unreadable rules: expected value at line 1 column 7; kata-get-rules shows their form"),
    ),
    ("kata-set-rule ko", SYNTAX),
    ("kgs-rules", SYNTAX),
];

/// Failures of questions about the database.
const DATABASE: Table = &[
    (
        "lz-analyze b 10 rootPolicyTemperature 1",
        Err(
            "unknown option rootPolicyTemperature: there are interval, maxmoves, avoid and allow; without effect are minmoves, ownership, ownershipStdev, movesOwnership, movesOwnershipStdev, pvVisits, pvEdgeVisits, rootInfo, noResultValue",
        ),
    ),
    ("kata-analyze interval", SYNTAX),
    ("bgo-pattern 0", Err("an area has at least one line")),
    ("bgo-games x", SYNTAX),
    ("bgo-games -1", SYNTAX),
];

/// Failures on an empty board of 9 lines.
const EMPTY_BOARD: Table = &[
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
];

#[test]
fn every_failure_is_that_of_the_specification_and_changes_nothing() {
    let world = two_games();
    world.write("none.sgf", "no record");
    let mut talk = Talk::bgo(&world, []);
    for line in ["boardsize 9", "play b e5", "play w c3"] {
        talk.ok(line);
    }
    let before = talk.stones();
    let rules = talk.ok("kata-get-rules");
    for table in [BOARD, HANDICAP, TIME_AND_RECORDS, DATABASE] {
        talk.assert(table);
    }
    assert_eq!(talk.stones(), before);
    assert_eq!(talk.ok("kata-get-rules"), rules);
    for line in ["undo", "undo"] {
        talk.ok(line);
    }
    talk.assert(EMPTY_BOARD);
}
