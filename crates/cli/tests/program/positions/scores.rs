//! `bgo positions scores`: summaries, lookups and comparisons.

use super::boards::{BOARD, run, size, try_run};
use crate::world::{World, document};
use bgo::internal::go::{Board, Color, Point};
use bgo::internal::position_file::PositionId;
use bgo_research::formats::positions::{Score, ScoredPosition, Zobrist};
use serde_json::Value;
use testkit::Text;

fn id(color: Color) -> PositionId {
    let zobrist = Zobrist::generate(size(9));
    let mut board = Board::new(size(9));
    board.set(Point::new(6, 2), Some(Color::White));
    board.set(Point::new(3, 3), Some(Color::Black));
    board.set(Point::new(5, 5), Some(Color::Black));
    PositionId::new(zobrist.hash_of(&board), color)
}

fn scores(entries: &[(PositionId, u8, u8)]) -> Vec<u8> {
    let scored = |&(id, points, confidence): &(PositionId, u8, u8)| ScoredPosition {
        id,
        score: Score::new(points).expect("a score"),
        confidence,
    };
    entries.iter().flat_map(|entry| scored(entry).to_bytes()).collect()
}

fn other(hash: u64) -> PositionId {
    PositionId::new(hash, Color::Black)
}

#[test]
fn scores_are_found_by_id_and_by_board() {
    let world = World::new();
    world.write("b.txt", BOARD);
    run(&world, &["parse", "b.txt", "--out", "p.dat"]);
    let white = id(Color::White);
    world.write("s.dat", scores(&[(other(1), 3, 9), (white, 4, 10), (white, 6, 77)]));
    let line = format!("{white} 6 77\n");
    assert_eq!(
        world.ok(["positions", "scores", "lookup", "s.dat", &white.to_string()]),
        line
    );
    assert_eq!(
        world.ok(["positions", "scores", "lookup", "s.dat", "--board", "b.txt"]),
        line
    );
    // Mirrored, and without the side to play.
    let turned: String = BOARD
        .lines()
        .skip(1)
        .map(|row| row.chars().rev().collect::<String>() + "\n")
        .collect();
    world.write("t.txt", turned);
    assert_eq!(
        world.ok(["positions", "scores", "lookup", "s.dat", "--board", "t.txt"]),
        line
    );
    let black = id(Color::Black).to_string();
    let lookup = ["scores", "lookup", "s.dat", &white.to_string(), &black, "--json"];
    let ran = try_run(&world, &lookup);
    assert_eq!(ran.status, 1);
    assert_eq!(ran.err, "bgo: s.dat has no score of 1 of the 2 positions\n");
    let document = document(&ran.out);
    assert_eq!(document["positions"][0]["confidence"], 77);
    assert_eq!(document["positions"][1]["score"], Value::Null);
}

#[test]
fn summary_and_difference() {
    let world = World::new();
    world.write(
        "a.dat",
        scores(&[(other(1), 3, 90), (other(2), 8, 50), (other(3), 5, 5)]),
    );
    world.write(
        "b.dat",
        scores(&[(other(1), 3, 80), (other(2), 6, 55), (other(4), 5, 5)]),
    );
    let summary = world.json(["positions", "scores", "summary", "a.dat", "--json"]);
    assert_eq!(
        (&summary["positions"], &summary["scores"][5]["positions"]),
        (&3.into(), &1.into())
    );
    world
        .ok(["positions", "scores", "summary", "a.dat"])
        .says("3 positions in 3 records, 3 with black to play, mean confidence 48.3");
    let diff = world.json(["positions", "scores", "diff", "a.dat", "b.dat", "--json", "--list", "5"]);
    assert_eq!((&diff["both"], &diff["agreeing"]), (&2.into(), &1.into()));
    assert_eq!(diff["confidences"][8]["agreeing"], 1);
    assert_eq!(diff["confidences"][5]["mean_difference"], 2.0);
    assert_eq!(diff["differing"][0]["id"], other(2).to_string());
    world
        .ok(["positions", "scores", "diff", "a.dat", "b.dat"])
        .says("80-89               1           1  100.0%           0.0");
    let cut = &scores(&[(other(1), 3, 90)])[..7];
    world.write("cut.dat", cut);
    let said = world.sentence(["positions", "scores", "summary", "cut.dat"]);
    assert_eq!(
        said,
        "cut.dat: byte 0: the last record is cut off: 7 of its 12 bytes are there; is it a scored file?"
    );
}
