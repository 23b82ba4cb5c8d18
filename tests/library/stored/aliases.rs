//! Aliases: several spellings are one player in conditions and statistics, as if all records had one of them.

use super::contents::assert_sound;
use super::{World, game, long_line};
use bgo::BoardSize;
use bgo::internal::query::{
    Choice, Detail, Filter, Find, Page, Question, SearchBoard, Sort, add_aliases, player_record, players,
    proposed_aliases, search,
};
use serde_json::{Value, json};
use testkit::{Text, made_up};

const SPELLINGS: [&str; 3] = ["Ke Jie", "\u{67ef}\u{6d01}", "\u{67ef}\u{6f54}"];

/// Makes a database of made-up games, in which player 3 has these spellings in turn. Short games are left out, which are
/// the same only if the names are.
fn world(spellings: [&str; 3]) -> World {
    let numbers = (0..150).filter(|&number| made_up(number).matches(';').count() > 12);
    let record = |number: usize| made_up(number).replace("player 3", spellings[number % 3]);
    World::with(&numbers.map(record).collect::<Vec<_>>())
}

fn alias(world: &World, names: &[&str]) -> Result<Value, String> {
    let db = world.open().expect("opens");
    let others: Vec<String> = names[1..].iter().map(|&name| name.to_owned()).collect();
    let added = add_aliases(&db, names[0], &others);
    added.map(|one| json!(one)).map_err(|error| error.to_string())
}

fn listed(world: &World) -> Value {
    json!(world.snapshot().aliases().expect("aliases"))
}

/// Returns the games that meet a condition on names, by the list and by the statistics, and what the list says of
/// several players.
fn answers(world: &World, conditions: [&str; 3]) -> Value {
    let snapshot = world.snapshot();
    let [players_of, black, white] = conditions;
    let name = |text: &str| Some(text.parse().expect("a name"));
    let filters = [
        Filter {
            players: name(players_of).into_iter().collect(),
            ..Filter::default()
        },
        Filter {
            black: name(black),
            ..Filter::default()
        },
        Filter {
            white: name(white),
            ..Filter::default()
        },
    ];
    let page = Page {
        sort: Sort::Number,
        reverse: false,
        offset: 0,
        limit: 100,
    };
    let board = |size| SearchBoard::new(BoardSize::new(size).expect("a size"));
    let found = filters.map(|filter| {
        let list = Choice::Find(Find {
            filter: &filter,
            words: &[],
        })
        .list(&snapshot, page)
        .expect("a list");
        let question = Question::new(board(19)).under(filter);
        let counted = players(&snapshot, &question, 100).expect("players");
        let numbers: Vec<i64> = list.list.iter().map(|one| one.game).collect();
        json!([list.games, numbers, list.several_players, counted])
    });
    let full = [9, 19].map(|size| search(&snapshot, &Question::new(board(size)), Detail::Full).expect("an answer"));
    let records = ["ke jie", "player 5"].map(|name| player_record(&snapshot, name, None, 10).expect("a record"));
    let names = snapshot.game_names().expect("names");
    json!([
        found,
        full,
        records,
        names.players.beginning("ke"),
        names.players.with_word("player", 20)
    ])
}

#[test]
fn aliases_are_as_if_all_records_had_one_spelling() {
    let (world, twin) = (world(SPELLINGS), world([SPELLINGS[0]; 3]));
    assert_ne!(
        answers(&world, ["jie", "=Ke Jie", "ke"])[0],
        answers(&twin, ["jie", "=Ke Jie", "ke"])[0]
    );
    let records: Vec<Vec<u8>> = (1..=9).map(|number| world.record(number)).collect();
    alias(&world, &SPELLINGS).expect("is added");
    let expected = answers(&twin, ["jie", "=Ke Jie", "ke"]);
    assert_eq!(answers(&world, ["jie", "=Ke Jie", "ke"]), expected);
    // Any spelling finds them all, in any case.
    let mut found = answers(&world, [SPELLINGS[1], "=KE JIE", SPELLINGS[2]]);
    assert_eq!(found[0][0][0], expected[0][0][0]);
    assert_eq!(found[0].take()[2][1], expected[0][2][1]);
    assert!((1..=9).map(|number| world.record(number)).eq(records));
    assert_sound(&world);
    // Importing and removing games leaves them.
    world.write("more.sgf", game(&format!("PB[{}]", SPELLINGS[2]), &long_line(40, 3)));
    let games = |world: &World| {
        player_record(&world.snapshot(), "Ke Jie", None, 1)
            .expect("a record")
            .games
    };
    let before = games(&world);
    world.import(["more.sgf"]);
    assert_eq!(games(&world), before + 1);
    world.remove(&["more.sgf"], &[]);
    assert_eq!(games(&world), before);
    assert_sound(&world);
}

#[test]
fn aliases_are_joined_listed_and_removed() {
    let world = World::with(
        &["A", "B", "C", "D"].map(|name| game(&format!("PB[{name}]"), &format!("{name}{name} dp").to_lowercase())),
    );
    let said = alias(&world, &["Ann", "A", "Nobody"]).expect_err("nobody");
    said.says("no player in the database has the name \"Nobody\"");
    alias(&world, &["  ", "A"])
        .expect_err("no name")
        .says("there is no word in");
    assert_eq!(listed(&world), json!([]));
    alias(&world, &["Ann", "A", "a"]).expect("is added");
    alias(&world, &["C", "D"]).expect("is added");
    assert_eq!(
        listed(&world),
        json!([{"player": "Ann", "aliases": ["A"]}, {"player": "C", "aliases": ["D"]}])
    );
    // What was one before becomes one with it.
    let one = alias(&world, &["B", "A", "d"]).expect("is added");
    assert_eq!(one, json!({"player": "B", "aliases": ["A", "d", "Ann", "C"]}));
    assert_eq!(listed(&world), json!([one]));
    assert_sound(&world);
    let db = world.open().expect("opens");
    assert!(db.remove_alias("ann").expect("is removed") && !db.remove_alias("Ann").expect("is gone"));
    assert!(db.remove_alias("b").expect("is removed"));
    assert_eq!(listed(&world), json!([]));
    assert_sound(&world);
}

#[test]
fn names_are_proposed_that_records_of_one_game_have_or_that_have_the_same_letters() {
    let record = |players: &str, seed| game(players, &long_line(60, seed));
    let world = World::with(&[
        record("PB[Ke Jie]PW[Lee Sedol]DT[2001]", 1),
        record("PB[Ke Jie]PW[Lee Sedol]DT[2001]", 2),
        // The same games, found again and with another date.
        record("PB[\u{67ef}\u{6d01}]PW[Lee Se-dol]DT[2001]", 1),
        record("PB[\u{67ef}\u{6d01}]PW[Lee Sedol]DT[2002]", 2),
        record("PB[\u{67ef}\u{6d01}]PW[Lee Se-dol]", 3),
        // Who met is not one, and neither are those whose colours a record exchanges.
        record("PB[An n]PW[Ann]", 4),
        record("PB[Bob]PW[Cid]DT[2003]", 5),
        record("PB[Cid]PW[Bob]DT[2004]", 5),
        record("PB[Bob]PW[X]", 6),
        // Two games of other players and dates may have the same moves.
        record("PB[Cid]PW[X]DT[2005]", 7),
        record("PB[Lee Sedol]PW[Ann]DT[2006]", 7),
    ]);
    let proposed = || json!(proposed_aliases(&world.snapshot(), |_, _| ()).expect("names"));
    let expected = |games: [i64; 2]| {
        json!([
            {"player": "Ke Jie", "alias": "\u{67ef}\u{6d01}", "games": games[0]},
            {"player": "Lee Sedol", "alias": "Lee Se-dol", "games": games[1]},
        ])
    };
    assert_eq!(proposed(), expected([2, 1]));
    alias(&world, &["Ke Jie", "\u{67ef}\u{6d01}"]).expect("is added");
    assert_eq!(proposed()[0]["player"], "Lee Sedol");
    assert_eq!(proposed().as_array().map(Vec::len), Some(1));
}
