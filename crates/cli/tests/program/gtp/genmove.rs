//! The moves that `genmove` chooses.

use super::talk::{Talk, session};
use crate::world::{World, game};
use std::collections::BTreeMap;
use testkit::Text;

fn games(black_wins: usize, white_wins: usize, moves: &str) -> Vec<String> {
    let game = |result: &str, number: usize| {
        // Games with equal moves would be one game.
        let round = format!("RE[{result}+R]PB[b{result}{number}{}]PW[w]", moves.len());
        game(&round, &format!("{moves} {}", end(number)))
    };
    (0..black_wins)
        .map(|number| game("B", number))
        .chain((0..white_wins).map(|number| game("W", 100 + number)))
        .collect()
}

/// Returns one of many moves in the middle of the board.
fn end(number: usize) -> String {
    let letter = |n: usize| char::from(b'f' + n as u8);
    format!("{}{}", letter(number % 8), letter(number / 8 % 8))
}

fn world(parts: &[Vec<String>]) -> World {
    let records = parts.concat();
    World::with(&records)
}

fn first(world: &World, by: &str) -> String {
    session(world, ["--by", by], "genmove b\n")
}

#[test]
fn the_most_popular_move_or_the_one_that_wins_most_surely() {
    // 3-4 was played most and loses, 4-4 wins two in three, 5-4 won its only game.
    let world = world(&[games(2, 18, "pc"), games(10, 5, "pd"), games(1, 0, "oc")]);
    assert_eq!(first(&world, "popularity"), "= R16\n\n");
    assert_eq!(first(&world, "wins"), "= Q16\n\n");
}

#[test]
fn wins_are_those_of_the_player_of_the_move() {
    let world = world(&[games(9, 1, "pd dp"), games(1, 8, "pd cq")]);
    let answer = |by| session(&world, ["--by", by], "play b q16\ngenmove w\n");
    assert_eq!(answer("wins"), "=\n\n= C3\n\n");
    assert_eq!(answer("popularity"), "=\n\n= D4\n\n");
}

#[test]
fn random_moves_are_drawn_by_their_games_and_again_with_their_seed() {
    let world = world(&[games(30, 0, "pd"), games(10, 0, "pc"), games(1, 0, "oc")]);
    let input = "reg_genmove b\n".repeat(400);
    let seeded = |seed| session(&world, ["--by", "random", "--seed", seed], input.as_str());
    let drawn = seeded("1");
    assert_eq!(drawn, seeded("1"));
    assert_ne!(drawn, seeded("2"));
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for answer in drawn.split("\n\n").filter(|answer| !answer.is_empty()) {
        *counts.entry(answer.trim_start_matches("= ")).or_default() += 1;
    }
    // The expected numbers are 293, 98 and 10; the bounds are more than four standard
    // deviations away, and a seed always draws the same.
    assert!((250..340).contains(&counts["Q16"]));
    assert!((60..140).contains(&counts["R16"]));
    assert!((1..30).contains(&counts["R15"]));
}

#[test]
fn where_no_game_has_a_move_the_engine_passes_or_resigns() {
    let world = world(&[games(3, 0, "pd")]);
    let input = "boardsize 9\ngenmove b\nlist_stones b\n";
    assert_eq!(session(&world, [], input), "=\n\n= pass\n\n=\n\n");
    assert_eq!(
        session(&world, ["--otherwise", "resign"], input),
        "=\n\n= resign\n\n=\n\n"
    );
    let few = session(&world, ["--min-games", "4"], "genmove b\n");
    assert_eq!(few, "= pass\n\n");
    assert_eq!(session(&world, ["--min-games", "3"], "genmove b\n"), "= Q16\n\n");
}

#[test]
fn conditions_choose_the_games() {
    let world = world(&[games(3, 0, "pd"), games(0, 2, "pc")]);
    assert_eq!(session(&world, ["--result", "W+"], "genmove b\n"), "= R16\n\n");
    let ran = world.run(["gtp", "--player", "nobody at all"]);
    assert_eq!(ran.out, "");
    ran.sentence().says("\"nobody at all\"");
    let ran = world.run(["gtp", "--result", "perhaps"]);
    assert_eq!((ran.status, ran.out.as_str()), (2, ""));
}

#[test]
fn exchanged_colours_count_if_asked() {
    // White plays first in the game.
    let world = World::with(&["(;GM[1]FF[4];W[pd];B[dp])"]);
    assert_eq!(session(&world, [], "genmove b\n"), "= pass\n\n");
    assert_eq!(
        session(&world, ["--swap"], "genmove b\ngenmove w\n"),
        "= Q16\n\n= D4\n\n"
    );
}

#[test]
fn a_colour_that_plays_twice_gets_its_own_moves() {
    let world = World::with(&[&game("", "pd dp pp"), "(;GM[1]FF[4];B[pd];B[dd];W[];B[dp])"]);
    assert_eq!(
        session(&world, [], "play b q16\nreg_genmove w\nreg_genmove b\n"),
        "=\n\n= D4\n\n= Q4\n\n"
    );
}

#[test]
fn handicap_and_setup_are_found_by_position() {
    let world = World::with(&[
        "(;GM[1]FF[4]HA[2]AB[dp][pd];W[dd];B[pp])",
        "(;GM[1]FF[4]AB[cc][dd]AW[qq];W[cd])",
    ]);
    assert_eq!(
        session(&world, [], "fixed_handicap 2\ngenmove w\ngenmove b\n"),
        "= D4 Q16\n\n= Q4\n\n= D16\n\n"
    );
    // Some programs put setup on the board by plays.
    assert_eq!(
        session(&world, [], "play b c17\nplay b d16\nplay w r3\nreg_genmove w\n"),
        "=\n\n=\n\n=\n\n= D17\n\n"
    );
}

#[test]
fn a_move_that_the_rules_forbid_is_not_chosen() {
    // White retakes the ko at once, in more games than it plays elsewhere.
    let before = "ba ca ab db bc cc aa bb cb";
    let retaken = format!("{before} bb");
    let other = format!("{before} gg");
    let world = World::with(&[
        &game("SZ[9]PB[1]", &format!("{retaken} hh")),
        &game("SZ[9]PB[2]", &format!("{retaken} gh")),
        &game("SZ[9]PB[3]", &other),
    ]);
    let moves: Vec<String> = before
        .split(' ')
        .zip(["b", "w"].into_iter().cycle())
        .map(|(point, color)| {
            let (x, y) = (point.as_bytes()[0], point.as_bytes()[1] - b'a');
            format!("play {color} {}{}\n", char::from(x), 9 - y)
        })
        .collect();
    let mut talk = Talk::bgo(&world, []);
    talk.ok("boardsize 9");
    for line in &moves {
        talk.ok(line.trim());
    }
    assert_eq!(talk.ok("reg_genmove w"), "G3");
    // A program may have retaken it; then the engine does not take it back at once.
    talk.ok("play w b8");
    assert_eq!(
        talk.ok("list_stones w")
            .split(' ')
            .filter(|point| *point == "B8")
            .count(),
        1
    );
    assert_ne!(talk.ok("reg_genmove b"), "C8");
    talk.ok("undo");
    assert_eq!(talk.ok("genmove w"), "G3");
}

#[test]
fn imports_by_other_processes_are_seen() {
    let world = World::with(&[&game("", "pd dp")]);
    world.write("more.sgf", [game("PB[1]", "pc dp"), game("PB[2]", "pc dd")].concat());
    let mut talk = Talk::bgo(&world, []);
    assert_eq!(talk.ok("reg_genmove b"), "Q16");
    world.ok(["import", "more.sgf"]);
    assert_eq!(talk.ok("reg_genmove b"), "R16");
}
