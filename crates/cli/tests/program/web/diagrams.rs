//! Diagrams of games and positions.

use super::served::Served;
use crate::world::{World, game};
use testkit::Text;

fn world() -> World {
    World::with(&[
        &game("PB[A & B]RE[B+R]", "pd dp pp dd fc cf"),
        "(;SZ[9];B[aa];W[bb]LB[cc:X])",
    ])
}

#[test]
fn a_game_is_drawn_sheet_by_sheet_turned_as_the_position() {
    let world = world();
    let served = Served::of(&world);
    let drawn = |query: &str| {
        let answer = served.get(&format!("/api/v1/games/1/diagrams{query}"));
        assert_eq!(
            answer.header("content-type"),
            Some("image/svg+xml"),
            "{}",
            answer.text()
        );
        answer.text()
    };
    let first = drawn("?per=2&per_sheet=2&language=ja");
    assert!(
        first.contains("A &amp; B") && first.contains("第2譜 (3–4)") && !first.contains("第3譜"),
        "{first}"
    );
    drawn("?per=2&per_sheet=2&sheet=2").says("Diagram 3 (5–6)");
    // The first move is in the upper right corner, or where the position has it.
    drawn("?diagrams=1&title=T").says("<circle cx=\"311\" cy=\"71\" r=\"9.6\"/>");
    drawn("?diagrams=1&moves=dp").says("<circle cx=\"71\" cy=\"311\" r=\"9.6\"/>");
    let marked = served.get("/api/v1/games/2/diagrams?marks=true&plain=true");
    marked.text().says(">X</text>");
}

#[test]
fn a_position_is_drawn_with_the_letters_of_its_next_moves() {
    let world = world();
    let served = Served::of(&world);
    let drawn = |query: &str| {
        served
            .get(&format!("/api/v1/position/diagrams{query}"))
            .text()
            .to_owned()
    };
    let letters = drawn("?moves=pd&marks=true&coordinates=western");
    assert!(
        letters.contains(">a</text>") && letters.contains(">19</text>"),
        "{letters}"
    );
    assert!(!drawn("?moves=pd").contains(">a</text>"));
    assert!(!drawn("?moves=pd&marks=true&player=nobody").contains(">a</text>"));
    // Of an area, only its own stones.
    let corner = drawn("?moves=pd,dp&area=ma,sg");
    assert!(
        corner.contains(">1</text>") && !corner.contains(">2</text>"),
        "{corner}"
    );
}

#[test]
fn what_cannot_be_drawn_is_told() {
    let world = world();
    let served = Served::of(&world);
    for (address, status, said) in [
        (
            "games/1/diagrams?diagrams=5-9",
            400,
            "there is no move 9: the last one is 6",
        ),
        (
            "games/1/diagrams?sheet=2",
            400,
            "there is no sheet 2: the last one is 1",
        ),
        ("games/1/diagrams?per=0", 400, "per must be a number from 1 to 65535"),
        (
            "games/1/diagrams?language=xx",
            400,
            "language must be one of en, ja, ko, zh, zh-Hant",
        ),
        ("games/9/diagrams", 404, "no game"),
        (
            "position/diagrams?pattern=X",
            400,
            "moves, stones and areas are drawn, not patterns",
        ),
    ] {
        let answer = served.get(&format!("/api/v1/{address}"));
        assert_eq!(answer.status, status, "{address}: {}", answer.text());
        answer.text().says(said);
    }
}
