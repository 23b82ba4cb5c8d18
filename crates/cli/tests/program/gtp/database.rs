//! The next moves, games and areas as text, and as GoGui draws them.

use super::talk::{Talk, session};
use crate::world::{World, game};
use testkit::Text;

fn world() -> World {
    World::with(&[
        &game("RE[B+R]PB[Cho]", "pd dp qf nc"),
        &game("RE[W+R]PB[Cho]", "pd dp qf nc pp"),
        &game("RE[W+R]PB[Go]", "pd dp nc qf"),
        &game("RE[B+R]PB[Go]", "dd pp dq"),
    ])
}

/// Returns the words of the table of moves: its letters, numbers of games, and moves.
fn moves(text: &str) -> Vec<String> {
    let table = text
        .lines()
        .filter_map(|line| line.find(" - ").map(|at| &line[at - 1..]));
    table.flat_map(str::split_whitespace).map(str::to_owned).collect()
}

#[test]
fn a_search_shows_what_the_command_line_shows() {
    let world = world();
    let mut talk = Talk::bgo(&world, []);
    for line in ["play b q16", "play w d4"] {
        talk.ok(line);
    }
    let shown = talk.ok("bgo-search");
    let expected = world.ok(["search", "--coordinates", "western", "Q16", "D4"]);
    assert_eq!(moves(&shown).join(" "), "a - 3 b - 1");
    assert_eq!(moves(&shown), moves(&expected));
    shown.says("Total count: 4");
}

#[test]
fn the_pattern_around_the_last_move_is_that_of_its_area() {
    let world = world();
    let mut talk = Talk::bgo(&world, []);
    for line in ["play b q16", "play w d4", "play b r14"] {
        talk.ok(line);
    }
    // Three lines around R14, as far as the board goes.
    let area = "--area=O17,T11";
    for (command, area) in [
        ("bgo-pattern", area),
        ("bgo-pattern 7", area),
        ("bgo-pattern 19", "--area=J19,T5"),
        ("bgo-pattern 1", "--area=R14,R14"),
        ("bgo-pattern P17 T12", "--area=P17,T12"),
        ("bgo-pattern corner 9", "--area=corner,9"),
    ] {
        let expected = world.ok(["search", "--coordinates", "western", area, "Q16", "D4", "R14"]);
        let shown = talk.ok(command);
        assert_eq!(moves(&shown), moves(&expected), "{command}");
        let total = |text: &str| {
            text.lines()
                .find_map(|line| Some(line.split_once("Total count: ")?.1.to_owned()))
        };
        assert!(total(&expected).is_some());
        assert_eq!(total(&shown), total(&expected), "{command}");
    }
    assert!(talk.ask("bgo-pattern Q16 Z99").is_err());
    // The last move is the one that is left.
    talk.ok("undo");
    talk.ok("bgo-pattern 3").says("Total count");
}

#[test]
fn games_are_listed_and_conditions_apply() {
    let world = world();
    let listed = |options: [&str; 2]| session(&world, options, "play b q16\nbgo-games\nbgo-games 1\n");
    listed(["--min-games", "1"]).says("games 1 to 1 of 4");
    let some = listed(["--black", "Cho"]);
    assert!(
        some.contains("games 1 to 1 of 2") && some.contains("black=Cho"),
        "{some}"
    );
    assert!(!some.contains("Go "), "{some}");
}

#[test]
fn gogui_is_offered_commands_that_exist_and_draws_the_next_moves() {
    let world = world();
    let mut talk = Talk::bgo(&world, []);
    for line in ["play b q16", "play w d4"] {
        talk.ok(line);
    }
    let offered = talk.ok("gogui-analyze_commands");
    for line in offered.lines() {
        let parts: Vec<&str> = line.split('/').collect();
        let [form, _, command] = parts[..] else {
            panic!("{line}")
        };
        let response = talk.ok(&command.replace("%c", "b"));
        let is_drawing = response.lines().all(|line| {
            let word = line.split(' ').next().unwrap_or_default();
            ["COLOR", "LABEL", "TEXT"].contains(&word)
        });
        assert_eq!(is_drawing, form == "gfx", "{line}: {response}");
    }
    assert_eq!(offered.lines().count(), 4);
    let drawn = talk.ok("bgo-heat_map b");
    let expected = "COLOR #22ff22 R14\nLABEL R14 75\nCOLOR #7fff7f Q3\nLABEL Q3 25\nTEXT 4 games, black wins 50.0%";
    assert_eq!(drawn, expected);
    assert_eq!(talk.ok("bgo-heat_map w"), "TEXT 0 games");
}
