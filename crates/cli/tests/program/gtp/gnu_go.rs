//! Games with GNU Go, which has its own idea of what is legal.

use super::talk::Talk;
use crate::world::World;
use std::path::PathBuf;
use std::process::Command;
use testkit::FIXTURE;

/// Returns the program, found by its path, since the tests run programs without PATH.
fn gnu_go() -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut folders = std::env::split_paths(&path).chain(["/usr/games".into()]);
    let found = folders.find_map(|folder| Some(folder.join("gnugo")).filter(|program| program.is_file()));
    if found.is_none() {
        eprintln!("skipped: GNU Go is not installed");
    }
    found
}

fn start(program: &PathBuf, seed: &str) -> Talk {
    let mut command = Command::new(program);
    Talk::start(command.args(["--mode", "gtp", "--level", "1", "--seed", seed]))
}

fn world() -> World {
    let world = World::new();
    world.ok(["import", "--quiet", FIXTURE]);
    world
}

/// Lets two engines play, Black first. Each accepts every move of the other, and both have
/// the same stones after each move. Returns the moves, which end with two passes, a
/// resignation, or after `most` of them.
fn play(players: [&mut Talk; 2], lines: &str, most: usize) -> Vec<String> {
    let [black, white] = players;
    for player in [&mut *black, &mut *white] {
        player.ok(&format!("boardsize {lines}"));
        player.ok("clear_board");
        player.ok("komi 6.5");
    }
    let mut moves: Vec<String> = Vec::new();
    while moves.len() < most {
        let (color, mover, other) = match moves.len() % 2 {
            0 => ("black", &mut *black, &mut *white),
            _ => ("white", &mut *white, &mut *black),
        };
        let mv = mover.ok(&format!("genmove {color}"));
        if mv == "resign" {
            break;
        }
        other.ok(&format!("play {color} {mv}"));
        assert_eq!(mover.stones(), other.stones(), "{moves:?} {mv}");
        let is_over = mv == "pass" && moves.last().is_some_and(|last| last == "pass");
        moves.push(mv.to_lowercase());
        if is_over {
            break;
        }
    }
    moves
}

#[test]
fn games_against_gnu_go_with_both_colours() {
    let Some(program) = gnu_go() else { return };
    let world = world();
    for (lines, least) in [("19", 60), ("9", 10)] {
        let mut bgo = Talk::bgo(&world, ["--by", "random", "--seed", "3"]);
        let mut gnu_go = start(&program, "1");
        for bgo_is_black in [true, false] {
            let players = match bgo_is_black {
                true => [&mut bgo, &mut gnu_go],
                false => [&mut gnu_go, &mut bgo],
            };
            let moves = play(players, lines, 80);
            assert!(moves.len() >= least, "{moves:?}");
            let mine = moves.iter().skip(usize::from(!bgo_is_black)).step_by(2);
            assert!(mine.take_while(|mv| *mv != "pass").count() > 0, "{moves:?}");
        }
    }
}

/// Both players follow the games to their ends, with captures and kos; GNU Go watches.
#[test]
fn gnu_go_accepts_games_from_the_database_to_their_ends() {
    let Some(program) = gnu_go() else { return };
    let world = world();
    let mut longest = 0;
    for (lines, seed) in [("19", "1"), ("19", "2"), ("13", "3"), ("9", "4"), ("9", "5")] {
        let mut bgo = Talk::bgo(&world, ["--by", "random", "--seed", seed]);
        let mut gnu_go = start(&program, "1");
        for engine in [&mut bgo, &mut gnu_go] {
            engine.ok(&format!("boardsize {lines}"));
            engine.ok("clear_board");
        }
        let mut number = 0;
        loop {
            let color = ["black", "white"][number % 2];
            let mv = bgo.ok(&format!("genmove {color}"));
            if mv == "pass" {
                break;
            }
            gnu_go.ok(&format!("play {color} {mv}"));
            assert_eq!(bgo.stones(), gnu_go.stones(), "{lines} {seed} {number}");
            number += 1;
        }
        longest = longest.max(number);
    }
    assert!(longest >= 60, "{longest}");
}
