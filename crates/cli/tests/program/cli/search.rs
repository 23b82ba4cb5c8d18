//! `bgo search`: its JSON document and its board.

use crate::world::{Ran, World, document, game};
use serde_json::{Value, json};
use std::fs::OpenOptions;
use std::io;
use std::path::Path;
use testkit::{Text, cases};

fn answer(world: &World, arguments: &str) -> Value {
    let mut command = world.bgo(["search", "--json"]);
    let ran = Ran::new(command.args(arguments.split_whitespace()));
    assert_eq!((ran.status, ran.err.as_str()), (0, ""), "{arguments}");
    document(&ran.out)
}

/// Makes a database of games with results and dates; four have the position after
/// pd dp.
fn world() -> World {
    World::with(&[
        &game("PB[1]RE[B+R]DT[1990]", "pd dp pp"),
        &game("PB[2]RE[W+2.5]DT[1995-03-01]", "dd pp dp"),
        &game("PB[3]RE[黑中盘胜]DT[2000]", "dp pd dd"),
        &game("PB[4]RE[0]", "pd dp tt"),
        &game("PB[5]RE[Void]DT[2010]", "pd dd"),
    ])
}

#[test]
fn the_document_has_the_documented_fields() {
    let expected = json!({
        "board_hash": -69_487_331, "key": "", "board_size": 19, "to_play": "B", "symmetries": 2, "games": 4,
        "black_wins": 2, "white_wins": 1, "draws": 1, "first_year": 1990, "last_year": 2000, "black_win_rate": 0.67,
        "black_win_rate_low": 0.21, "black_win_rate_high": 0.94, "set_up": 0, "ended": 1,
        "next_moves": [
            {"move": "pp", "color": "B", "games": 3, "black_wins": 2, "white_wins": 1, "draws": 0, "first_year": 1990, "last_year": 2000,
             "share": 0.75, "black_win_rate": 0.67, "black_win_rate_low": 0.21, "black_win_rate_high": 0.94},
            {"move": "pass", "color": "B", "games": 1, "black_wins": 0, "white_wins": 0, "draws": 1, "first_year": null, "last_year": null,
             "share": 0.25, "black_win_rate": null, "black_win_rate_low": null, "black_win_rate_high": null},
        ],
        "openings": [{"en": "Star point", "ja": "星", "ko": "화점", "zh": "星位", "zh-Hant": "星位"}],
    });
    let mut found = answer(&world(), "pd dp");
    let key = found["key"].take();
    let key = key.as_str().expect("a text");
    assert!(
        key.len() == 16 && key.bytes().all(|b| b.is_ascii_digit() || (b'a'..=b'f').contains(&b)),
        "{key}"
    );
    found["key"] = json!("");
    round(&mut found);
    assert_eq!(found, expected);
}

/// Rounds shares to hundredths.
fn round(value: &mut Value) {
    match value {
        Value::Number(number) if number.is_f64() => {
            *value = json!((number.as_f64().unwrap_or_default() * 100.0).round() / 100.0);
        }
        Value::Array(values) => values.iter_mut().for_each(round),
        Value::Object(fields) => fields.values_mut().for_each(round),
        _ => {}
    }
}

#[test]
fn the_answer_is_about_the_position_in_all_orientations() {
    let world = world();
    for (moves, hash) in [("", 0), ("pd dp pp", 959_678_554), ("Q16 d4 Q4", 959_678_554)] {
        assert_eq!(answer(&world, moves)["board_hash"], hash, "{moves}");
    }
    for (moves, symmetries, to_play) in [
        ("", 8, "B"),
        ("pd dp", 2, "B"),
        ("pd", 2, "W"),
        ("pd dd dp pp", 4, "B"),
        ("pd pass", 2, "B"),
    ] {
        let found = answer(&world, moves);
        assert_eq!(
            (&found["symmetries"], &found["to_play"]),
            (&json!(symmetries), &json!(to_play)),
            "{moves}"
        );
    }
    let turned = ["pd dp pp", "dd pp dp", "pp dd pd", "dp pd dd"].map(|moves| answer(&world, moves)["key"].clone());
    assert!(turned.iter().all(|key| *key == turned[0]), "{turned:?}");
    assert_ne!(answer(&world, "pd dp pp --size 17")["key"], turned[0]);
}

#[test]
fn stones_are_those_of_a_handicap_or_named() {
    let world = handicaps();
    for (question, games) in [
        ("games --stones 4", 4),
        ("years --stones 4 nc", 3),
        ("search --stones Bpd,Bdp,BQ4,BD16 --handicap 4", 4),
        ("tree --stones Bpd,Bdp --swap", 1),
        ("export four.csv --stones 4", 4),
    ] {
        let arguments = question.split(' ').chain(["--json"]);
        assert_eq!(world.json(arguments)["games"], games, "{question}");
    }
    for (question, said) in cases(
        "
        search --stones 10 => bgo: --stones: a handicap on the 19x19 board is 2 to 9 stones, not 10
        search --size 5 --stones 2 => bgo: --stones: handicap stones have no usual points on the 5x5 board
        games --stones pd => bgo: --stones: \"pd\" is not a stone on this board: write Bpd or Wdp
        search --size 9 --stones Bpd => bgo: --stones: \"Bpd\" is not a stone on this board
        search --stones 4 --pattern X. => bgo: a diagram has its own stones, so moves and --stones do not go with --pattern
        export x.csv --stones 4 --word a => bgo: --word finds games by their words alone: leave it out, or the moves
        ",
    ) {
        world.fails(question.split(' '), 2, said);
    }
}

#[test]
fn next_moves_are_complete_and_the_board_shows_twelve() {
    let points = (0..40).map(|i| format!("{}{}", char::from(b'a' + i % 10), char::from(b'f' + i / 10)));
    let records: Vec<String> = points.map(|point| game("", &format!("pd dp pp {point}"))).collect();
    let world = World::with(&records);
    let found = answer(&world, "pd dp pp");
    let next = found["next_moves"].as_array().expect("a list");
    assert_eq!((next.len(), &found["games"]), (40, &json!(40)));
    assert!(next.iter().all(|next| next["games"] == 1 && next["color"] == "W"));
    let shown = world.ok(["search", "pd", "dp", "pp"]);
    assert!(
        shown.contains("959678554\n") && shown.ends_with("Total count: 40\n"),
        "{shown}"
    );
    assert!(shown.contains("l - 1\n") && !shown.contains("m - 1"), "{shown}");
}

#[test]
fn illegal_moves_fail_with_the_reason() {
    let world = world();
    for (moves, said) in cases(
        "
        pd pd => white cannot play pd: the point is occupied
        qq ba rr ab aa => it would be suicide
        ba ca ab db bc cc qq bb cb bb => it would take back the ko at once
        ",
    ) {
        world
            .sentence(["search"].into_iter().chain(moves.split(' ')))
            .ends(said);
    }
}

#[test]
fn moves_are_read_in_one_word_or_several() {
    let world = world();
    let expected = world.run(["search", "pd", "dp", "--json"]);
    assert_eq!(expected.status, 0);
    for word in ["pd dp", "pd,dp", "Q16,D4", "q16d4"] {
        assert_eq!(world.run(["search", word, "--json"]).out, expected.out, "{word}");
    }
}

#[test]
fn wrong_usage_has_status_2_and_shows_nothing() {
    let world = world();
    for (arguments, reason) in [
        (["search", "xyz", "pd"], "bgo: \"xyz\" is not a move: "),
        (["search", "pd", "zz"], "bgo: zz is not on the 19x19 board\n"),
        (["search", "--size=9", "pd"], "bgo: pd is not on the 9x9 board\n"),
        (["search", "pd", "Q20"], "bgo: Q20 is not on the 19x19 board\n"),
        (["search", "--size", "1"], "bgo: only square boards of 2 to 19 lines"),
        (["search", "--size", "20"], "bgo: only square boards of 2 to 19 lines"),
        (["search", "--year", "2000..1990"], "bgo: 2000 is after 1990"),
        (["search", "--year", "soon"], "bgo: \"soon\" is not a range of years"),
        (["search", "--year", "-5"], "bgo: "),
        (["search", "--color", "pink"], "bgo: --color is "),
        (
            ["fnd", "pd", "dp"],
            "bgo: there is no command \"fnd\"; the nearest is \"find\"\n",
        ),
        (
            ["serch", "pd", "dp"],
            "bgo: there is no command \"serch\"; the nearest is \"search\"\n",
        ),
        (
            ["update", "pd", "dp"],
            "bgo: there is no command \"update\"; \"bgo --help\" lists them\n",
        ),
        (["-q", "search", "pd"], "bgo: --quiet, "),
    ] {
        let ran = world.run(arguments);
        assert_eq!((ran.status, ran.out.as_str()), (2, ""), "{arguments:?}");
        ran.err.begins(reason);
    }
}

#[test]
fn nobody_reading_is_no_error() {
    let world = world();
    for arguments in [
        &["search", "--json"][..],
        &["search", "pd"],
        &["shell", "-c", "search"],
        &["sql", "select * from positions", "--csv"],
        &["sql", "select * from positions", "--json"],
        &["sql", "select * from positions"],
        &["info"],
        &["hash-table"],
    ] {
        let (reader, writer) = io::pipe().expect("a pipe");
        drop(reader);
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_bgo"));
        command
            .args(arguments)
            .env("BGO_DB", world.database_path())
            .stdout(writer);
        let ran = Ran::from(command.output().expect("runs"));
        assert_eq!((ran.status, ran.err.as_str()), (0, ""), "{arguments:?}");
    }
}

#[test]
fn output_that_cannot_be_written_is_a_failure_and_no_panic() {
    if !Path::new("/dev/full").exists() {
        println!("skipped: /dev/full is missing");
        return;
    }
    let world = world();
    let full = || OpenOptions::new().write(true).open("/dev/full").expect("opens");
    let bgo = || {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_bgo"));
        command.env("BGO_DB", world.database_path());
        command
    };
    for arguments in [
        &["search"][..],
        &["search", "--json"],
        &["sql", "select 1"],
        &["info"],
        &["hash-table"],
    ] {
        let output = bgo().args(arguments).stdout(full()).output().expect("runs");
        Ran::from(output).sentence().begins("standard output cannot be written");
    }
    let output = bgo()
        .args(["search", "pd", "pd"])
        .stderr(full())
        .output()
        .expect("runs");
    assert_eq!(output.status.code(), Some(1));
}

/// Games that begin with stones after the root or in it, with moves, and not at all.
fn handicaps() -> World {
    let stones = "AB[pd][dp][pp][dd]";
    let later = |player, moves| format!("(;SZ[19]PB[{player}]HA[4];{stones}{moves})");
    World::with(&[
        &later("1", ";W[nc];B[qf]"),
        &later("2", ";W[cn]"),
        &later("3", ""),
        &format!("(;SZ[19]PB[4]HA[4]{stones};W[nc])"),
        &game("PB[5]HA[2]", "pd dp"),
        &game("PB[6]", "pd"),
        &game("PB[7]", ""),
        // A board that is set up as it is, and one whose stones come after all moves.
        "(;SZ[19]PB[8];AE[aa];B[pd])",
        "(;SZ[19]PB[9];B[pd];AB[dp])",
        "(;SZ[19]PB[10];AE[aa])",
    ])
}

#[test]
fn the_empty_board_of_a_handicap_says_where_its_games_are() {
    let world = handicaps();
    let below = |arguments: &[&str]| {
        let ran = Ran::new(world.bgo(["search"]).args(arguments));
        assert_eq!((ran.status, ran.err.as_str()), (0, ""), "{arguments:?}");
        let lines = ran.out.lines().skip_while(|line| line.trim().parse::<i64>().is_err());
        lines.skip(1).collect::<Vec<_>>().join("\n")
    };
    assert_eq!(
        below(&["--handicap", "4"]),
        "Total count: 0\nFilter: handicap=4\nHandicap games begin with stones: --stones 4 \
         puts them on the board"
    );
    let full = below(&["--full"]);
    full.says("\n1 game continues with handicap or setup stones\n2 games end here\nTotal count: 6\n");
    assert_eq!(
        below(&["--stones", "4", "--handicap", "4", "--full"])
            .lines()
            .rev()
            .take(3)
            .collect::<Vec<_>>(),
        ["Filter: handicap=4", "Total count: 4", "1 game ends here"]
    );
    let said = world.ok(["shell", "-c", "where handicap=4; search; handicap 4; play a"]);
    said.says(
        "\nTotal count: 0\nFilter: handicap=4\nHandicap games begin with stones: \
             \"handicap 4\" puts them on the board\n",
    );
    said.says("\n1 game ends here\nTotal count: 4\nFilter: handicap=4\n");
    said.ends("\nTotal count: 3\nFilter: handicap=4\n");
    // Where no stones are missing, nothing is said.
    assert!(!below(&["--handicap", "..1"]).contains("begin with"));
    assert!(!below(&["pd"]).contains("begin with"));
}
