//! Remarks below an answer: on conditions that exclude all games, and on names of several players.

use crate::world::{World, game};
use testkit::Text;

fn world() -> World {
    World::with(&[
        &game("PB[joonki]PW[Cho]DT[2005]BR[9d]WR[8d]", "pd dp"),
        &game("PB[joonkimomo]PW[Cho]DT[2010]BR[9d]WR[9d]", "pd dd"),
        &game("PB[joonki]PW[Go]DT[2016]BR[9d]WR[9d]", "pd dp qc"),
        &game("PB[Go]PW[joonki]DT[2016]", "jj"),
    ])
}

#[test]
fn an_empty_answer_says_which_condition_excludes_the_games() {
    let world = world();
    for question in [
        "search pd",
        "games pd",
        "players pd",
        "years pd",
        "tree pd",
        "games --area ka,si pd",
    ] {
        let ask = |conditions: &str| {
            let line = format!("{question} {conditions}");
            let ran = world.run(line.split(' '));
            assert_eq!((ran.status, ran.err.as_str()), (0, ""), "{line}");
            ran.out
        };
        ask("--year 3000").says("Years: 3000\nWithout year=3000: 3 games, 2005 to 2016\n");
        ask("--white cho --year 2012..2020")
            .ends("Without year=2012..2020: 2 games, 2005 to 2010\nWithout white=cho: 1 game\n");
        ask("--rank 1p..9p").ends("Without rank=1p..9p: 3 games, ranks 8d..9d\n");
        // No condition alone excludes them.
        ask("--white cho --year 2012..2013 --rank 1p").ends("Without any condition: 3 games\n");
        assert!(!ask("--year 2005").contains("Without"), "{question}");
    }
    world
        .ok(["find", "joonki", "--result", "W+"])
        .ends("no games\nFilter: result=W+\nWithout result=W+: 3 games\n");
    world
        .ok(["find", "joonkimomo", "--year", "2005"])
        .ends("Years: 2005\nWithout year=2005: 1 game, 2010\nWithout joonkimomo: 1 game\n");
    // A position that no game has is not due to conditions.
    assert!(!world.ok(["search", "jj", "jk", "--year", "2005"]).contains("Without"));
    let shell = world.ok([
        "shell",
        "-c",
        "where year=3000; where clear; where player=joonki year=1990",
    ]);
    shell.says("Without year=3000: 4 games, 2005 to 2016\n");
    shell.ends("Without year=1990: 4 games, 2005 to 2016\n");
}

#[test]
fn conditions_that_mix_players_say_whom_with_their_games() {
    let world = world();
    let said = "2 players: joonki (2), joonkimomo (1); black==joonki for one\n";
    world
        .ok(["find", "--black", "joonki"])
        .says(format!("3 games\n{said}Filter:"));
    world.ok(["games", "pd", "--black", "joonki"]).says(said);
    let shell = world.ok([
        "shell",
        "-c",
        "where black=joonki; find black=joonki; games player=joonki",
    ]);
    assert_eq!(shell.matches(said).count(), 3, "{shell}");
    world
        .ok(["shell", "-c", "where player=joonki"])
        .says("2 players: joonki (3), joonkimomo (1); player==joonki for one");
    for alone in ["=joonki", "joonkimomo"] {
        assert!(!world.ok(["find", "--black", alone]).contains("players"), "{alone}");
    }
    world
        .ok(["find", "--player", "o"])
        .says("4 players: joonki (3), Cho (2), Go (2) and 1 more; player==joonki for one");
    let document = world.json(["find", "--player", "o", "--json", "--limit", "1"]);
    let several = &document["several_players"][0];
    assert_eq!(
        (several["condition"].as_str(), several["count"].as_u64()),
        (Some("player"), Some(4))
    );
    assert_eq!(
        several["players"][0],
        serde_json::json!({"player": "joonki", "games": 3})
    );
    assert!(world.json(["find", "--json"])["several_players"].is_null());
}
