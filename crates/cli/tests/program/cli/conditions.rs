//! Conditions on games: archives, both spellings, and what is said of mistakes in them.

use crate::world::{Ran, World, document, game};
use bgo::internal::files::canonical;
use testkit::{Text, cases, made_up_archive};

/// Archives of games that overlap; two of them have the same name.
fn archives() -> World {
    let world = World::new();
    for (name, games) in [("a.tar", 0..25), ("b/c.tar", 20..40), ("d/c.tar", 10..22)] {
        world.write(name, made_up_archive(games));
        world.ok(["import", "-q", name]);
    }
    world
}

#[test]
fn the_games_of_an_archive_are_those_of_its_sources() {
    let world = archives();
    // `_` is the separator of either system.
    for (words, condition) in [
        ("archive=a.tar", "path LIKE '%_a.tar'"),
        (
            "--archive d/c.tar archive=a.tar",
            "path LIKE '%_d_c.tar' OR path LIKE '%_a.tar'",
        ),
        ("archive=b/c.tar year=..1990", "path LIKE '%_b_c.tar' AND year <= 1990"),
    ] {
        let games = world.number(&format!(
            "SELECT count(DISTINCT game.id) FROM game JOIN source ON source.game = game.id
             JOIN archive ON archive.id = source.archive WHERE {condition}"
        ));
        for command in ["find", "export games.csv --all --overwrite"] {
            let line = format!("{command} --json {words}");
            assert_eq!(world.answer(line.split(' '))["games"], games, "{line}");
        }
    }
}

#[test]
fn both_spellings_arrive_on_the_command_line_and_in_the_shell() {
    let world = names();
    for conditions in [
        "player=joonki year=2010",
        "--player joonki --year 2010",
        "--player=joonki --year=2010",
    ] {
        for question in ["search", "years", "players", "tree", "games", "find"] {
            let line = format!("{question} --json {conditions}");
            let said = world.ok(line.split(' '));
            assert_eq!(document(&said)["games"], 2, "{line}");
            assert_eq!(world.shell(&line), said, "{line}");
        }
        let line = format!("export --all a.csv --overwrite {conditions}");
        for said in [world.run(line.split(' ')).out, world.shell(&line)] {
            said.begins("2 games exported to a.csv");
        }
        let where_it_is = world.shell(&format!("where {conditions}; where"));
        where_it_is.ends("player=joonki year=2010\n");
        let line = format!("remove {conditions}");
        world.sentence(line.split(' ')).begins("2 games would be removed");
    }
}

#[test]
fn repaired_games_are_told_with_the_reason() {
    let world = World::with(&[game("PB[a]", "pd dp"), game("PB[repaired]", "pd dp zz")]);
    for words in ["repaired", "repaired=yes", "--repaired yes"] {
        let found = world.ok(["find"].into_iter().chain(words.split(' ')));
        assert!(
            found.contains("[zz]") && found.contains("repaired") && !found.contains("a - ?"),
            "{found}"
        );
    }
    assert_eq!(world.json(["find", "--json", "words=repaired"])["games"], 1);
    for said in [world.ok(["show", "2"]), world.shell("where repaired; open 2")] {
        said.says("[zz]");
    }
    assert!(
        !world.ok(["find"]).contains("[zz]"),
        "a list of other games, too, has no room for it"
    );
}

#[test]
fn an_archive_is_named_as_remove_names_it() {
    let world = archives();
    for command in ["find", "search", "games", "remove"] {
        let several = world.sentence([command, "--archive", "c.tar"]);
        several.begins("several archives are named c.tar; give the whole path: ");
        world
            .sentence([command, "archive=x.tar"])
            .begins("no archive x.tar was imported; there are ");
    }
    let both = world.ok(["remove", "--yes", "archive=a.tar", "year=1801"]);
    both.begins("0 games removed");
    // The shell's folder is where relative paths start.
    let script = "cd d; find archive=./c.tar --limit 0; where archive=./c.tar; where";
    let said = world.shell(script);
    let there = canonical(&world.path("d/c.tar")).expect("a path").display().to_string();
    // With quotes if it has backslashes.
    let there = shell_words::quote(&there);
    said.says(format!("no games listed; there are 12\nFilter: archive={there}\n"));
    said.ends(format!("archive={there}\n"));
}

fn names() -> World {
    World::with(&[
        &game("PB[joonki]PW[Cho Chikun]DT[2009]SZ[9]", "ee gc"),
        &game("PB[joonkim]PW[Cho U]DT[2010]EV[Title match]", "pd dp"),
        &game("PB[Other]PW[JOONKI]DT[2010-05]BR[9d]WR[9p]", "dd pp"),
    ])
}

#[test]
fn words_are_those_of_players_too_and_an_empty_answer_names_what_finds_games() {
    let world = names();
    assert_eq!(world.json(["find", "--json", "joonki"])["games"], 2);
    assert_eq!(world.json(["find", "--json", "cho chikun"])["games"], 1);
    for (words, said) in [
        (&["9x9"][..], "no games have the word \"9x9\"; size=9 has 1 game\n"),
        (&["joon"], "no games have the word \"joon\"; player=joon has 3 games\n"),
        (
            &["2010-05"],
            "no games have the word \"2010-05\"; from=2010-05 to=2010-05 has 2 games\n",
        ),
        (&["2008-05-05"], "no games have the word \"2008-05-05\"\n"),
        (&["nonesuch"], "no games have the word \"nonesuch\"\n"),
        (&["joonki", "9p"], "no games have the word \"9p\"\n"),
        (
            &["year", "2010"],
            "no games have the word \"year\"; year=2010 has 2 games\nno games have the word \"2010\"; year=2010 has 2 games\n",
        ),
        (
            &["player=cho", "Chikn", "2009"],
            "no games have the word \"Chikn\"\nno games have the word \"2009\"; year=2009 has 1 game\nFilter: player=cho\n",
        ),
        (
            &["title", "joonki"],
            "no games\nWithout title: 2 games\nWithout joonki: 1 game\n",
        ),
    ] {
        let ran = Ran::new(world.bgo(["find"]).args(words));
        assert_eq!((ran.status, ran.out.as_str()), (0, said), "{words:?}");
        // What is named really finds that many.
        for part in said
            .split(['\n', ';', ','])
            .filter_map(|part| part.trim().split_once(" has "))
        {
            let (condition, games) = part;
            let conditions = words.iter().filter(|word| word.contains('=')).copied();
            let mut find = world.bgo(["find", "--json"]);
            let find = find.args(condition.split(' ')).args(conditions);
            let found = document(&Ran::new(find).out);
            assert_eq!(
                games.split(' ').next(),
                Some(found["games"].to_string().as_str()),
                "{condition}"
            );
        }
    }
}

#[test]
fn the_answer_says_which_years_count() {
    let world = names();
    for question in ["search", "years", "players", "tree", "games", "find"] {
        for (year, said) in [("2009", "Years: 2009\n"), ("2009..", "Years: from 2009 on\n")] {
            world.ok([question, "--year", year]).says(said);
        }
        world
            .shell(&format!("year 2009; {question}"))
            .says("Years: from 2009 on\n");
        world
            .shell(&format!("where year=2009; {question}"))
            .says("Years: 2009\n");
    }
}

#[test]
fn wrong_conditions_are_wrong_usage_and_unknown_names_are_failures() {
    let world = names();
    for (line, said) in cases(
        r#"
        2 find plyer=cho => there is no condition "plyer"; there are player, 
        2 games plyer=cho => there is no condition "plyer"; there are player, 
        2 games year=2010+ => is not a range of years
        2 find rank=9d+ => "9d+" is not a range of ranks: write 5d..9p, 5d.., ..9p or 5d
        2 find --rank 9d+ => "9d+" is not a range of ranks
        2 find from=2010-05 to=2009 => 2010-05 is after 2009
        2 find ... => there is no word in "..."
        2 games year 2010 => write "year=2010"
        2 games player=level -20 => a name with blanks needs quotes: player='level -20'
        2 games --player level -20 => a name with blanks needs quotes: player='level -20'
        2 games player=Cho Chikun => a name with blanks needs quotes: player='Cho Chikun'
        2 find player= => at least one character
        1 find player=nobody => no player in the database has "nobody" in its name
        1 find archive=x => no archive x was imported
        2 find --sort x => x
        "#,
    ) {
        let (status, line) = line.split_once(' ').expect("a status");
        let status: i32 = status.parse().expect("a number");
        world.fails(line.split(' '), status, said);
        world.fails(["shell", "-q", "-c", line], status, said);
    }
    for (line, said) in cases(
        r#"
        2 where white=cho year 2010 => the condition year needs a value: write "year=2010"
        2 where player=level -20 => "-20" is not a condition; a name with blanks needs quotes: player='level -20'
        2 where --player level -20 => a name with blanks needs quotes: player='level -20'
        2 where cho => there is no condition "cho"
        2 where --year => --year needs a value
        2 where from=2010-05; where to=2009 => 2010-05 is after 2009
        1 where player=nobody => no player in the database has
        2 games size=9 => the games have the size of the board, which "size 9" sets
        "#,
    ) {
        let (status, line) = line.split_once(' ').expect("a status");
        let status: i32 = status.parse().expect("a number");
        let ran = world.run(["shell", "-q", "-c", line]);
        assert_eq!(ran.status, status, "{line}");
        ran.err.says(said);
    }
}
