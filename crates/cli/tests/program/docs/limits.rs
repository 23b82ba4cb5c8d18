//! The limits in the document are those that the program names.

use super::document;
use crate::web::Served;
use crate::world::World;
use testkit::Text;

#[test]
fn the_limits_that_errors_name_are_in_the_document() {
    let limits = document("docs/limits.md");
    let world = World::with(&["(;B[pd])"]);
    let long = "x".repeat(70_000);
    for (command, said, listed) in [
        (
            &["search", "--size", "20"][..],
            "2 to 19 lines",
            "squares of 2 to 19 lines",
        ),
        (&["tree", "--depth", "501"], "1 to 500 moves deep", "500 moves deep"),
        (
            &["shell", "-c", "marks 27"],
            "write 1 to 26",
            "| marks on the board | 26 |",
        ),
        (
            &["games", "--pattern", "..", "--at", "70000"],
            "at most 65535",
            "65,535",
        ),
        (&["sql", &long], "longer than 64 KiB", "| the query | 64 KiB;"),
        (
            &["enumerate", "legal", "--size", "6x6", "--out", "d"],
            "at most 5x5",
            "boards up to 5x5",
        ),
        (&["enumerate", "count", "--size", "10x10"], "from 1 to 9", "up to 9x9"),
    ] {
        let output = world.bgo(command).output().expect("runs");
        let message = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success(), "{command:?}");
        message.says(said);
        limits.says(listed);
    }
    let served = Served::of(&world);
    for (question, said, listed) in [
        ("games?limit=201".to_owned(), "200", "| a list | 200 entries"),
        (
            format!("position?moves={}", vec!["pd"; 1001].join(",")),
            "the maximum is 1000",
            "1,000 moves",
        ),
        (
            "games?player=a".to_owned() + &"&player=a".repeat(8),
            "the maximum is 8",
            "8 conditions on players",
        ),
        (
            format!("games?player={}", &long[..101]),
            "the maximum is 100",
            "100 characters in a value",
        ),
    ] {
        let answer = served.get(&format!("/api/v1/{question}"));
        assert!((400..500).contains(&answer.status));
        answer.text().says(said);
        limits.says(listed);
    }
}
