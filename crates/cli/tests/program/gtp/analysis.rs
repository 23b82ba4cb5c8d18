//! The reports of next moves that Sabaki, Lizzie and other programs draw.

use super::talk::{Talk, session};
use crate::world::{World, document, game};
use bgo::internal::go::{BoardSize, Color, Move};
use std::collections::HashMap;
use testkit::{FIXTURE, Text};

/// A reported move.
struct Info {
    values: HashMap<String, String>,
    line: Vec<String>,
}

impl Info {
    fn number(&self, key: &str) -> f64 {
        self.values[key].parse().expect("a number")
    }
}

/// Reads a report as Sabaki and Lizzie do: the moves are separated by `info`, and each is a
/// list of keys and values that ends with `pv` and a sequence of moves.
fn read(report: &str) -> Vec<Info> {
    let infos = report
        .trim()
        .strip_prefix("info ")
        .unwrap_or_else(|| panic!("{report}"));
    infos
        .split(" info ")
        .map(|info| {
            let (values, line) = info.split_once(" pv ").expect("a main line");
            let words: Vec<&str> = values.split(' ').collect();
            let pairs = words.chunks(2).map(|pair| (pair[0].to_owned(), pair[1].to_owned()));
            Info {
                values: pairs.collect(),
                line: line.split(' ').map(str::to_owned).collect(),
            }
        })
        .collect()
}

fn fixture() -> World {
    let world = World::new();
    world.ok(["import", "--quiet", FIXTURE]);
    world
}

#[test]
fn a_report_has_the_numbers_of_a_search() {
    let world = fixture();
    let mut talk = Talk::bgo(&world, []);
    for (color, moves) in [
        (Color::Black, &[][..]),
        (Color::White, &["Q16"]),
        (Color::Black, &["Q16", "D4"]),
    ] {
        talk.ok("clear_board");
        for (number, point) in moves.iter().enumerate() {
            talk.ok(&format!("play {} {point}", ["b", "w"][number % 2]));
        }
        let mut command = world.bgo(["search", "--json"]);
        let found = command.args(moves).output().expect("runs");
        let answer = document(&String::from_utf8_lossy(&found.stdout));
        let expected: Vec<_> = answer["next_moves"]
            .as_array()
            .expect("a list")
            .iter()
            .filter(|next| next["color"] == color.letter().to_string())
            .collect();
        let games: f64 = expected.iter().filter_map(|next| next["games"].as_f64()).sum();
        for (command, scale, rounding) in [("lz-analyze", 10_000.0, 0.5), ("kata-analyze", 1.0, 1e-6)] {
            talk.send(command);
            talk.send("");
            let reported = read(&talk.receive().expect("a report"));
            assert_eq!(reported.len(), expected.len());
            for (order, (info, next)) in reported.iter().zip(&expected).enumerate() {
                let point = next["move"].as_str().expect("a move");
                let mv = Move::parse(&info.values["move"], color, BoardSize::MAX).expect("a move");
                assert_eq!(mv.target(), point);
                assert_eq!(info.line[0], info.values["move"]);
                assert_eq!(info.number("visits"), next["games"].as_f64().expect("a number"));
                assert_eq!(info.number("order"), order as f64);
                let is_near = |key: &str, expected: f64| (info.number(key) - expected * scale).abs() <= rounding;
                assert!(is_near("prior", next["games"].as_f64().expect("a number") / games));
                let [black, white] = ["black_wins", "white_wins"].map(|key| next[key].as_f64().expect("a number"));
                let wins = if color == Color::Black { black } else { white };
                let rate = if black + white > 0.0 {
                    wins / (black + white)
                } else {
                    0.5
                };
                assert!(is_near("winrate", rate), "{next}");
                assert!(info.number("lcb") <= info.number("winrate"));
            }
        }
    }
}

#[test]
fn a_main_line_can_be_played_and_is_what_genmove_plays() {
    let world = fixture();
    for by in ["popularity", "wins"] {
        let mut talk = Talk::bgo(&world, ["--by", by]);
        talk.send("lz-analyze b 10");
        talk.send("");
        let reported = read(&talk.receive().expect("a report"));
        assert_eq!(reported[0].line.len(), 6);
        for info in &reported {
            for (number, expected) in info.line.iter().enumerate() {
                let color = ["b", "w"][number % 2];
                match number {
                    0 => assert_eq!(talk.ok(&format!("play {color} {expected}")), ""),
                    _ => assert_eq!(talk.ok(&format!("genmove {color}")), *expected),
                }
            }
            talk.ok("clear_board");
        }
        assert_eq!(talk.ok("genmove b"), reported[0].line[0]);
    }
}

#[test]
fn reports_go_on_until_a_line_arrives_and_show_imports() {
    let world = World::with(&[&game("", "pd dp")]);
    world.write("more.sgf", [game("PB[1]", "pc dp"), game("PB[2]", "pc dd")].concat());
    let mut talk = Talk::bgo(&world, []);
    talk.send("4 lz-analyze 1");
    assert_eq!(talk.line(), "=4\n");
    let first = talk.line();
    first.begins("info move Q16 visits 1 ");
    assert_eq!(talk.line(), first);
    world.ok(["import", "more.sgf"]);
    let mut report = talk.line();
    while report == first {
        report = talk.line();
    }
    report.begins("info move R16 visits 2 ");
    talk.send("5 name");
    let mut line = talk.line();
    while line == report {
        line = talk.line();
    }
    assert_eq!(
        (line.as_str(), talk.line().as_str(), talk.line().as_str()),
        ("\n", "=5 bgo\n", "\n")
    );
}

#[test]
fn main_lines_that_take_long_come_with_the_second_report() {
    let world = fixture();
    let mut talk = Talk::bgo(&world, ["--result", "B+"]);
    talk.send("lz-analyze b 1");
    assert_eq!(talk.line(), "=\n");
    let [first, second, third] = [(); 3].map(|()| talk.line());
    let lengths = |report: &str| -> Vec<usize> { read(report).iter().map(|info| info.line.len()).collect() };
    let without_lines = |report: &str| -> Vec<f64> { read(report).iter().map(|info| info.number("winrate")).collect() };
    assert!(lengths(&first).iter().all(|length| *length == 1));
    assert_eq!(lengths(&second)[0], 6);
    assert_eq!(without_lines(&first), without_lines(&second));
    assert_eq!(second, third);
}

#[test]
fn an_analysis_ends_with_an_empty_line_or_the_input() {
    let world = World::with(&[&game("", "pd dp")]);
    let report = "info move Q16 visits 1 winrate 5000 prior 10000 lcb 0 order 0 pv Q16 D4";
    let output = session(&world, [], "lz-analyze 6000\n\nname\nlz-analyze 6000\n");
    assert_eq!(output, format!("=\n{report}\n\n= bgo\n\n=\n{report}\n\n"));
    // Nothing was played here.
    let output = session(&world, [], "lz-analyze w\nboardsize 9\nkata-genmove_analyze b\n");
    assert_eq!(output, "=\n\n=\n\n=\nplay pass\n\n");
}

#[test]
fn moves_are_limited_avoided_or_allowed() {
    let world = World::with(&[
        &game("PB[1]", "pd dp"),
        &game("PB[2]", "pd dd"),
        &game("PB[3]", "pc dp"),
        &game("PB[4]", "oc dp"),
    ]);
    let mut talk = Talk::bgo(&world, []);
    let mut reported = |options: &str| {
        talk.send(&format!("kata-analyze b {options}"));
        talk.send("");
        let infos = read(&talk.receive().expect("a report"));
        infos
            .iter()
            .map(|info| info.line[0].clone())
            .collect::<Vec<_>>()
            .join(" ")
    };
    assert_eq!(reported("10"), "Q16 R16 R15");
    assert_eq!(reported("10 maxmoves 2 ownership true"), "Q16 R16");
    assert_eq!(reported("avoid b Q16,R16 1"), "R15");
    assert_eq!(reported("avoid w Q16,R16 1"), "Q16 R16 R15");
    assert_eq!(reported("allow b R15,A1 1 minmoves 5"), "R15");
}
