//! The ending of `--out`, which selects the form of an answer or is refused, and the part of a list
//! that is exported.

use crate::world::{Ran, World, document, game};
use std::fs;
use testkit::{Text, cases};

fn world() -> World {
    World::with(&[
        &game("PB[a]DT[2001]", "pd dp"),
        &game("PB[b]DT[2002]", "pd dd"),
        &game("PB[c]DT[2003]", "dd pp"),
    ])
}

/// Runs a command, and the shell's command of the same words.
fn both(world: &World, line: &str, mut check: impl FnMut(Ran)) {
    check(world.run(line.split(' ')));
    check(world.run(["shell", "-c", line]));
}

#[test]
fn the_ending_selects_the_form_of_an_answer() {
    let world = world();
    for (line, begins) in [
        ("games --out a.json", "{\"games\":3,"),
        ("find --out a.JSON", "{\"games\":3,"),
        ("search --out a.json", "{\"board_hash\":0,"),
        ("show 1 --out a.json", "{\"game\":1,"),
        ("tree --out a.json", "{\"games\":3,"),
        ("tree --out a.sgf", "(;GM[1]"),
        ("years --out a.svg", "<svg"),
        ("sql --out a.csv select.game.from.games", "game\r\n"),
        ("sql --out a.json select.game.from.games", "{\"columns\":"),
        ("sgf 1 --out a.sgf", "(;"),
        ("games --out a.csv", "game,date,black,"),
        ("games --out a.txt", "game  date"),
        ("games --out a", "game  date"),
        ("games --out a.log", "game  date"),
    ] {
        let file = line.split(' ').find(|word| word.starts_with("a")).expect("a file");
        let words: Vec<String> = line.split(' ').map(|word| word.replace('.', " ")).collect();
        let words = words
            .iter()
            .zip(line.split(' '))
            .map(|(query, word)| match word.starts_with("select") {
                true => query.as_str(),
                false => word,
            });
        let ran = world.run(words);
        let size = fs::metadata(world.path(file)).expect("a file").len();
        let is_named = ran.err.starts_with(&format!("{file}: "));
        assert!(ran.status == 0 && is_named && size > 0, "{line}: {ran:?}");
        fs::read_to_string(world.path(file)).expect("a file").begins(begins);
        fs::remove_file(world.path(file)).expect("is removed");
    }
}

#[test]
fn an_ending_of_another_form_is_refused_and_names_who_writes_it() {
    let world = world();
    for (line, said) in cases(
        r#"
            games --limit 2 --out top.sgf => top.sgf: the answer is text (.txt) or .json, .csv; "export" writes games as .sgf
            show 1 --out q.csv => q.csv: the answer is text (.txt) or .json; "export" writes games as .csv
            find --out q.tgz => "export" writes games
            search --out b.png => b.png: the answer is text (.txt) or .json; "years" draws a chart
            tree --out b.svg => b.svg: the answer is text (.txt) or .json, .sgf; "years"
            players --out p.PARQUET => p.PARQUET: the answer is text
            sql select --out q.sgf => q.sgf: the answer is text (.txt) or .csv, .json;
            duplicates --out d.csv => d.csv: the answer is
        "#,
    ) {
        both(&world, line, |ran| {
            assert_eq!((ran.status, ran.out.as_str()), (2, ""), "{line}: {ran:?}");
            ran.err.says(said);
        });
        let file = line.rsplit(' ').next().expect("a file");
        assert!(!world.path(file).exists(), "{line}");
    }
}

#[test]
fn a_part_of_a_list_is_exported_in_its_order() {
    let world = world();
    for (line, games) in [
        ("export all.jsonl --limit 2", vec![3, 2]),
        ("export all.jsonl --limit 2 --sort number", vec![1, 2]),
        ("export all.jsonl --offset 1", vec![2, 1]),
        ("export all.jsonl --game 1,3..9", vec![3, 1]),
        ("export all.jsonl --game 1..2 --limit 1", vec![2]),
        ("export all.jsonl --limit 0", vec![]),
    ] {
        both(&world, line, |ran| {
            assert_eq!((ran.status, ran.err.as_str()), (0, ""), "{line}");
            let text = fs::read_to_string(world.path("all.jsonl")).expect("a file");
            let found: Vec<_> = text.lines().map(|line| document(line)["game"].as_i64()).collect();
            assert_eq!(
                found,
                games.iter().map(|&game| Some(game)).collect::<Vec<_>>(),
                "{line}"
            );
            fs::remove_file(world.path("all.jsonl")).expect("is removed");
        });
    }
    world
        .sentence(["export", "a.sgf", "--offset", "3"])
        .says("only 3 games meet the conditions, and the offset skips them all");
    let dataset = world.run(["export", "--dataset", "set", "--limit", "1"]);
    dataset.err.says("do not go together");
}
