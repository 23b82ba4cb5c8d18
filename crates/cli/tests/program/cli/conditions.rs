//! Conditions on games: archives, both spellings, and what is said of mistakes in them.

use crate::world::{Ran, World, game};
use bgo::files::canonical;
use serde_json::Value;
use testkit::{Text, made_up_archive};

/// Archives of games that overlap; two of them have the same name.
fn archives() -> World {
    let world = World::new();
    for (name, games) in [("a.tar", 0..25), ("b/c.tar", 20..40), ("d/c.tar", 10..22)] {
        world.write(name, made_up_archive(games));
        world.ok(["import", "-q", name]);
    }
    world
}

/// Returns the numbers of the games of which this holds, by plain SQL.
fn by_sql(world: &World, condition: &str) -> Vec<String> {
    let sql = format!(
        "SELECT DISTINCT CAST(game.id AS TEXT) FROM game JOIN source ON source.game = game.id
         JOIN archive ON archive.id = source.archive WHERE {condition} ORDER BY game.id"
    );
    world.texts(&sql)
}

fn numbers(list: &Value) -> Vec<String> {
    let games = list["list"].as_array().expect("a list");
    games.iter().map(|game| game["game"].to_string()).collect()
}

#[test]
fn the_games_of_an_archive_are_those_of_its_sources() {
    let world = archives();
    // `_` is the separator of either system.
    for (words, condition) in [
        (vec!["archive=a.tar"], "path LIKE '%_a.tar'"),
        (vec!["--archive", "b/c.tar"], "path LIKE '%_b_c.tar'"),
        (
            vec!["archive=d/c.tar", "archive=a.tar"],
            "path LIKE '%_d_c.tar' OR path LIKE '%_a.tar'",
        ),
        (
            vec!["archive=b/c.tar", "year=..1990"],
            "path LIKE '%_b_c.tar' AND year <= 1990",
        ),
    ] {
        let expected = by_sql(&world, condition);
        assert!(!expected.is_empty(), "{words:?}");
        let mut find = world.bgo(["find", "--json", "--limit", "100", "--sort", "number"]);
        let found = crate::world::document(&Ran::new(find.args(&words)).out);
        assert_eq!(numbers(&found), expected, "{words:?}");
        for question in ["search", "years", "players", "tree", "games"] {
            let mut command = world.bgo([question, "--json"]);
            let answer = crate::world::document(&Ran::new(command.args(&words)).out);
            // The empty board of 19 lines is in the games of that size.
            let on_19 = by_sql(&world, &format!("({condition}) AND board_size = 19"));
            assert_eq!(answer["games"], on_19.len(), "{question} {words:?}");
        }
        let mut export = world.bgo(["export", "games.csv", "--all", "--overwrite", "--json"]);
        let exported = crate::world::document(&Ran::new(export.args(&words)).out);
        assert_eq!(exported["games"], expected.len(), "{words:?}");
    }
    // The filter follows the sources.
    world.ok(["remove", "-q", "--archive", "a.tar"]);
    let left = world.json(["find", "--json", "--sort", "number", "archive=d/c.tar"]);
    assert_eq!(numbers(&left), by_sql(&world, "path LIKE '%_d_c.tar'"));
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
    let both = world.run(["remove", "--yes", "archive=a.tar", "year=1990"]);
    assert_eq!(both.status, 2, "{}", both.err);
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
fn both_spellings_work_on_the_command_line_and_in_the_shell() {
    let world = names();
    for question in ["search", "years", "players", "tree", "games", "find"] {
        for conditions in [
            "player=joonki year=2010",
            "--player joonki --year 2010",
            "--player=joonki --year=2010",
        ] {
            let line = format!("{question} --json {conditions}");
            let ran = world.run(line.split(' '));
            let answer = crate::world::document(&ran.out);
            assert_eq!(answer["games"], 2, "{line}");
            assert_eq!(world.shell(&line), ran.out, "{line}");
        }
    }
    for conditions in ["player=joonki year=2010", "--player joonki --year 2010"] {
        for (name, line) in [("a.csv", "export a.csv"), ("b.csv", "export --all b.csv")] {
            let line = format!("{line} --overwrite {conditions}");
            let exported = world.run(line.split(' ')).out;
            exported.begins(format!("2 games exported to {name}"));
            world.shell(&line).begins(format!("2 games exported to {name}"));
        }
        world
            .shell(&format!("where {conditions}; where"))
            .ends("player=joonki year=2010\n");
        let line = format!("remove {conditions}");
        world.run(line.split(' ')).sentence().begins("2 games would be removed");
    }
    assert_eq!(
        world.json(["find", "--json", "limit=1"])["list"]
            .as_array()
            .map(Vec::len),
        Some(1)
    );
    let all = world.run(["export", "--all", "x.csv", "pd"]);
    assert_eq!(all.status, 2, "{}", all.err);
}

#[test]
fn a_whole_name_is_not_a_part_of_one() {
    let world = names();
    for (words, games) in [
        ("player=joonki", 3),
        ("player==joonki", 2),
        ("--player =Joonki", 2),
        ("black==joonki", 1),
        ("white==JOONKI", 1),
        ("event==title  match", 1),
    ] {
        let (name, value) = words.split_once(['=', ' ']).expect("a condition");
        let option = format!("{}={value}", name.trim_start_matches('-'));
        assert_eq!(world.json(["find", "--json", &option])["games"], games, "{words}");
    }
    assert_eq!(world.json(["find", "--json", "--player", "=joonki"])["games"], 2);
    world
        .sentence(["find", "player==joonk"])
        .begins("no player in the database has the name \"joonk\"; there is joonki");
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
            let found = crate::world::document(&Ran::new(find).out);
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
    for (line, status, said) in [
        (
            "find plyer=cho",
            2,
            "there is no condition \"plyer\"; there are player, ",
        ),
        (
            "games plyer=cho",
            2,
            "there is no condition \"plyer\"; there are player, ",
        ),
        ("games year=2010+", 2, "is not a range of years"),
        (
            "find rank=9d+",
            2,
            "\"9d+\" is not a range of ranks: write 5d..9p, 5d.., ..9p or 5d",
        ),
        ("find --rank 9d+", 2, "\"9d+\" is not a range of ranks"),
        ("find from=2010-05 to=2009", 2, "2010-05 is after 2009"),
        ("find ...", 2, "there is no word in \"...\""),
        ("games year 2010", 2, "write \"year=2010\""),
        (
            "games player=level -20",
            2,
            "a name with blanks needs quotes: player='level -20'",
        ),
        (
            "games --player level -20",
            2,
            "a name with blanks needs quotes: player='level -20'",
        ),
        (
            "games player=Cho Chikun",
            2,
            "a name with blanks needs quotes: player='Cho Chikun'",
        ),
        ("find player=", 2, "at least one character"),
        (
            "find player=nobody",
            1,
            "no player in the database has \"nobody\" in its name",
        ),
        ("find archive=x", 1, "no archive x was imported"),
        ("find --sort x", 2, "x"),
    ] {
        let ran = world.run(line.split(' '));
        assert!(
            ran.status == status && ran.err.contains(said),
            "{line}: {} {}",
            ran.status,
            ran.err
        );
        let ran = world.run(["shell", "-q", "-c", line]);
        assert!(
            ran.status == status && ran.err.contains(said),
            "in the shell, {line}: {} {}",
            ran.status,
            ran.err
        );
    }
    for (line, status, said) in [
        (
            "where white=cho year 2010",
            2,
            "the condition year needs a value: write \"year=2010\"",
        ),
        (
            "where player=level -20",
            2,
            "\"-20\" is not a condition; a name with blanks needs quotes: player='level -20'",
        ),
        (
            "where --player level -20",
            2,
            "a name with blanks needs quotes: player='level -20'",
        ),
        ("where cho", 2, "there is no condition \"cho\""),
        ("where --year", 2, "--year needs a value"),
        ("where from=2010-05; where to=2009", 2, "2010-05 is after 2009"),
        ("where player=nobody", 1, "no player in the database has"),
        (
            "games size=9",
            2,
            "the games have the size of the board, which \"size 9\" sets",
        ),
    ] {
        let ran = world.run(["shell", "-q", "-c", line]);
        assert!(
            ran.status == status && ran.err.contains(said),
            "{line}: {} {}",
            ran.status,
            ran.err
        );
    }
}

#[test]
fn repaired_games_are_found_by_a_condition_and_by_the_word_alone() {
    let world = World::with(&[
        &game("PB[a]DT[2001]", "pd dp"),
        &game("PB[repaired]DT[2002]", "dd"),
        &game("PB[c]DT[2003]", "pd dp zz"),
        &game("PB[d]DT[2004]", "qd zz"),
    ]);
    let found = |line: &str| {
        let mut command = world.bgo(["find", "--json", "--sort", "number"]);
        crate::world::document(&Ran::new(command.args(line.split(' '))).out)
    };
    for (line, expected) in [
        ("repaired", &["3", "4"][..]),
        ("repaired=yes", &["3", "4"]),
        ("--repaired yes", &["3", "4"]),
        ("repaired year=2004", &["4"]),
        ("repaired=no", &["1", "2"]),
        ("words=repaired", &["2"]),
        ("-- repaired", &["2"]),
    ] {
        assert_eq!(numbers(&found(line)), expected, "{line}");
    }
    let reason = found("repaired")["list"][0]["repair"].clone();
    let reason = reason.as_str().expect("a reason");
    reason.says("[zz]");
    assert_eq!(found("repaired=no")["list"][0]["repair"], Value::Null);
    // The reason is in the list, in the description and where the game is opened.
    for said in [
        world.ok(["find", "repaired"]),
        world.ok(["show", "3"]),
        world.shell("find repaired"),
        world.shell("where repaired; open 3"),
    ] {
        said.says(reason);
    }
    assert!(
        !world.ok(["find"]).contains(reason),
        "a list of other games, too, has no room for it"
    );
    world.shell("where repaired; where").ends("repaired=yes\n");
    assert_eq!(world.json(["search", "repaired=yes", "--json", "pd"])["games"], 1);
    world.ok(["remove", "-q", "--yes", "repaired=yes"]);
    assert_eq!(world.games(), 2);
}
