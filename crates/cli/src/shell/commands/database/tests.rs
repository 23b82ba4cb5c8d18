use crate::shell::Session;
use crate::shell::testing::{failure, record, session, shown, shown_by, talk};
use testkit::{Text, tar};

fn games(session: &Session) -> u64 {
    let state = session.snapshot().and_then(|snapshot| snapshot.state());
    state.expect("a state").games
}

#[test]
fn it_imports_from_the_working_directory_and_the_marks_follow() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("my game.sgf"), record("pd dp", "9")).expect("a file");
    let mut session = session(&["pd dd"]);
    session.set_directory(folder.path().to_owned());
    talk(
        &mut session,
        "search => ...\nimport 'my game.sgf' => ...\nboard => ...Total count: 2...\n",
    );
}

#[test]
fn another_database_is_imported_like_an_archive_and_the_own_one_is_refused() {
    let other = session(&["pd dd"]);
    let other = other.database.path().to_owned();
    let mut session = session(&["qc"]);
    shown(&mut session, &format!("import '{}'", other.display())).begins("1 game in 1 file: 1 added");
    let own = session.database.path().display().to_string();
    failure(&mut session, &format!("import '{own}'")).says("is the database itself");
}

#[test]
fn a_dataset_is_of_the_whole_database_and_conditions_choose_games_of_it() {
    let mut from = session(&["pd dd", "qc"]);
    let folder = tempfile::tempdir().expect("a folder");
    let dataset = folder.path().join("dataset");
    let export = format!("export --dataset '{}'", dataset.display());
    failure(&mut from, &format!("{export} year=1990")).says("whole database");
    failure(&mut from, &format!("{export} pd")).says("whole database");
    failure(&mut from, "export --dataset -").says("a folder cannot go to");
    failure(&mut from, "export --dataset").says("--dataset needs a value");
    shown(&mut from, "where year=1990");
    failure(&mut from, &export).says("whole database");
    assert!(!dataset.exists());
    shown(&mut from, "where clear");
    shown(&mut from, &export).begins("2 games and ");
    let import = format!("import --dataset '{}'", dataset.display());
    let mut session = session(&[]);
    failure(&mut session, &format!("{import} year=1800")).says("no game of ");
    failure(&mut session, "import games.tgz --year 1990").says("name one with --dataset");
    shown(&mut session, &format!("{import} size=19")).begins("2 games in 2 files: 2 added");
}

#[test]
fn a_no_leaves_the_database_as_it_is() {
    let mut session = session(&["pd dd"]);
    let folder = tempfile::tempdir().expect("a folder");
    for name in ["a.sgf", "b.sgf"] {
        std::fs::write(folder.path().join(name), record("pd dp", name)).expect("a file");
    }
    session.set_directory(folder.path().to_owned());
    session.set_confirm(|question| {
        question.begins("Add 2 sources to ");
        false
    });
    assert_eq!(shown(&mut session, "import a.sgf b.sgf"), "Nothing was imported.\n");
    assert_eq!(games(&session), 1);
}

#[test]
fn what_can_be_read_is_imported_and_the_rest_is_named() {
    let folder = tempfile::tempdir().expect("a folder");
    let whole = tar(&["a.sgf", "b.sgf"].map(|name| (name, record("pd dp", name))));
    // A member takes two blocks, so this cuts the text of the second.
    std::fs::write(folder.path().join("cut.tar"), &whole[..3 * 512 + 10]).expect("a file");
    let mut session = session(&[]);
    session.set_directory(folder.path().to_owned());
    let error = session.eval("import cut.tar").expect_err("cut");
    error.to_string().says("cut.tar");
    shown_by(&error).says(" 1 added");
    let sentence = failure(&mut session, "import nowhere.tgz");
    sentence.says("nowhere.tgz: ");
    sentence.ends("; nothing was imported");
}

#[test]
fn it_says_how_many_and_asks() {
    let mut session = session(&["1990 pd dp", "1995 pd dd", "2001 dd pp"]);
    shown(&mut session, "search");
    session.set_confirm(|question| {
        assert_eq!(
            question,
            "  1  1990        0 - ?\n  2  1995        1 - ?\nRemove 2 games?"
        );
        false
    });
    assert_eq!(shown(&mut session, "remove year=..1999"), "Nothing was removed.\n");
    session.set_confirm(|_| true);
    talk(
        &mut session,
        r"
        remove year=..1999 => 2 games removed, with 6 positions and 2 sources
        board => ...Total count: 1
        remove year=1800 => Nothing was removed.
        ",
    );
    session.set_confirm(|question| {
        assert_eq!(question, "  3  2001        2 - ?\nRemove 1 game?");
        false
    });
    assert_eq!(shown(&mut session, "remove --game 2..3"), "Nothing was removed.\n");
    let archive = session.directory().join("records");
    let line = format!("remove --archive '{}'", archive.display());
    assert_eq!(shown(&mut session, &line), "Nothing was removed.\n");
    session.set_confirm(|_| panic!("a confirmation was requested"));
    shown(&mut session, "remove year=2001 --yes").begins("1 game removed");
}

#[test]
fn a_removal_succeeds_though_the_filter_names_nobody_any_more() {
    talk(
        &mut session(&["pd dp", "pd dd"]),
        r"
        where player=1 => ...
        remove player=1 --yes => 1 game removed...
        where clear => ...
        search => ...Total count: 1
        ",
    );
}

#[test]
fn a_removal_forgets_the_board_from_before_the_open_game() {
    let mut session = session(&["pd dp", "pd dd", "qd dd"]);
    for line in ["play aa", "open 1", "search here", "remove --game 3 --yes", "clear"] {
        shown(&mut session, line);
    }
    let board = shown(&mut session, "play ss");
    shown(&mut session, "open 2");
    shown(&mut session, "search here");
    assert_eq!(shown(&mut session, "back"), board);
}

#[test]
fn a_report_says_why_also_of_records_that_were_rejected_before() {
    let folder = tempfile::tempdir().expect("a folder");
    let archive = tar(&[("a.sgf", record("pd dp", "1")), ("b.sgf", "no game".to_owned())]);
    std::fs::write(folder.path().join("games.tar"), archive).expect("a file");
    let mut session = session(&[]);
    session.set_directory(folder.path().to_owned());
    talk(
        &mut session,
        r"
        import games.tar => ...1 holds no game (b.sgf)\nTo see why, run: import … --report FILE
        import games.tar --report r.jsonl => ...1 rejected...
        import games.tar --report r.jsonl => ...r.jsonl already exists; --overwrite replaces it
        import games.tar --report r.jsonl --overwrite => ...\nr.jsonl says why
        import games.tar --report - => --report - would mix with the output of the shell; name a file...
        ",
    );
    let report = std::fs::read_to_string(folder.path().join("r.jsonl")).expect("a report");
    assert_eq!(report.lines().count(), 2, "{report}");
    report.says("\"member\":\"b.sgf\"");
}

#[test]
fn conditions_and_an_archive_must_both_hold() {
    let mut session = session(&["1990 pd dp", "1995 pd dd", "2001 dd pp"]);
    let archive = session.directory().join("records");
    let other = tempfile::tempdir().expect("a folder");
    std::fs::write(other.path().join("a.sgf"), record("1990 qd qq", "9")).expect("a file");
    shown(&mut session, &format!("import '{}'", other.path().display()));
    let line = format!("remove year=1990 --archive '{}' --yes", archive.display());
    shown(&mut session, &line).begins("1 game removed");
    shown(&mut session, "find year=1990").says("\n1 game\n");
}

#[test]
fn an_export_of_the_open_game_is_of_its_position() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut session = session(&["pd dp pp", "pd dp dd"]);
    session.set_directory(folder.path().to_owned());
    talk(
        &mut session,
        r#"
        open 1 => ...
        goto 2 => ...
        save line.sgf => ...2 moves, 50 bytes\nThe moves before the position shown; "sgf 1 --out FILE" writes the whole game
        export a.sgf => ...\nThese games have the position of game 1; "sgf 1 --out FILE" writes that game
        export b.sgf --json => {"games":2,...
        export c.sgf --all => 2 games exported to c.sgf, ...
        back => ...
        export d.sgf => 2 games exported to d.sgf, ...
        "#,
    );
    let text = shown(&mut session, "export e.sgf");
    assert!(!text.contains("These games"), "{text}");
}

#[test]
fn it_must_be_said_which() {
    let mut session = session(&["1990 pd dp"]);
    talk(
        &mut session,
        r"
        remove => say which games: ...
        remove --game 1 year=1991 => Nothing was removed.
        remove --game 7 --yes => there is no game 7...
        remove --game 1 => 1 game would be removed; --yes removes it...
        remove player=nobody => no player in the database has...
        remove --archive x => no archive x was imported...
        ",
    );
    assert_eq!(games(&session), 1);
}

#[test]
fn the_games_of_the_position_or_all() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut session = session(&["1990 pd dp", "1995 pd dd", "qc"]);
    session.set_directory(folder.path().to_owned());
    talk(
        &mut session,
        r#"
        play pd => ...
        export a.csv => 2 games exported to a.csv, ...
        export all/ --all => 3 games exported to all/, ...
        where year=1995 => ...
        export b.jsonl --all => 1 game exported...
        export a.csv => ...already exists...
        export none.sgf --word unheard => ...no game meets the conditions; nothing was written...
        export x => ...x has no known ending: end it in /, .tgz...
        export => ...missing argument: TARGET...
        export b.csv --word ... => ...there is no word in "..."...
        export a.csv --overwrite => 1 game exported...
        "#,
    );
    assert_eq!(folder.path().join("all").read_dir().expect("a folder").count(), 3);
}

#[test]
fn the_file_is_described_verified_and_merged() {
    let mut session = session(&["1990 pd dp", "1995 dd"]);
    assert_eq!(shown(&mut session, "check --quiet"), "");
    talk(
        &mut session,
        r#"
        info => ...\ngames       2\n...
        info => ...\n1990        1 game\n...
        info --json => ..."games":2...
        check => no problems: 2 games, ...
        optimize => 1 segment became 1, ...
        optimize --json => ..."segments":1...
        check --repair => there is no option "--repair"...
        "#,
    );
}

#[test]
fn a_query_is_asked_with_quotes_and_without() {
    talk(
        &mut session(&["1990 pd dp", "1995 dd pp", "qc"]),
        r#"
        sql select count(*) from games => count(*)\n       3
        sql "select year from positions join games using (game) where key = position_key('Q16 d4')" --csv => year\r\n1990\r\n1995\r
        sql --timeout 60 select year from positions join games using (game) where key = position_key('Q16 d4') --csv => year\r\n1990\r\n1995\r
        sql --csv select 'it''s', "a b" from (select 2 as "a b") => ...it's,2...
        sql --csv select '--csv', '; #' as x => ...\n--csv,; #...
        sql --csv select 1 -- a comment => ...\n1...
        sql --csv select 'a  b' --unverified => ...\na  b...
        sql --json select year, black from games => {"columns":["year","black"],"rows":[[1990,"0"],[1995,"1"],[null,"2"]]}
        sql => games          game, board_size, ...
        "#,
    );
}

#[test]
fn what_is_no_question_is_refused() {
    talk(
        &mut session(&["pd"]),
        r#"
        sql delete from game => queries only read, and nothing was changed; a query begins with SELECT, WITH, VALUES or EXPLAIN; "import" adds games, and "remove" removes them
        sql alter table games rename to x => ...; "import" adds games, and "remove" removes them
        sql select from games => near "from": syntax error; sql without a query lists the tables and their columns
        sql "" => there is no query; sql without one lists the tables and their columns
        sql select 1 --csv --json => ...usage: sql...
        "#,
    );
}
