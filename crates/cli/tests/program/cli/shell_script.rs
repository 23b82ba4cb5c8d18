//! The shell without a terminal: `-c` and input from a pipe.

use crate::world::{Ran, World, game};
use testkit::Text;

fn world() -> World {
    World::with(&[
        &game("PB[1]", "pd dp pp dd fc"),
        &game("PB[2]", "pd dp pp dd fq"),
        &game("PB[3]", "qd"),
    ])
}

fn piped(world: &World, input: &str) -> Ran {
    Ran::new(world.bgo([""; 0]).write_stdin(input))
}

#[test]
fn commands_from_an_argument_and_from_a_pipe_show_the_same() {
    let world = world();
    let shown = world.ok(["shell", "-c", "play pd dp pp; play dd; play a"]);
    let hashes: Vec<_> = shown
        .lines()
        .filter_map(|line| line.trim().parse::<i64>().ok())
        .collect();
    assert_eq!(hashes, [959_678_554, 731_239_216, 473_219_409]);
    for input in [
        "play pd dp pp\nplay dd\nplay a\n",
        "play pd dp pp; play dd\r\n\n  play a",
        "play pd dp pp;play dd;play a;exit\nnonsense",
    ] {
        let ran = piped(&world, input);
        assert_eq!(
            (ran.status, ran.out.as_str(), ran.err.as_str()),
            (0, shown.as_str(), ""),
            "{input}"
        );
    }
    let named = Ran::new(
        world
            .bgo(["shell", "--quiet"])
            .write_stdin("play pd dp pp; play dd; play a"),
    );
    assert_eq!(named.out, shown);
    assert_eq!(world.ok(["-q", "-c", "play pd dp pp; play dd; play a"]), shown);
}

#[test]
fn there_is_no_prompt_and_no_first_screen() {
    let world = world();
    assert_eq!(world.ok(["shell", "-c", ""]), "");
    let ran = piped(&world, "search\n");
    ran.out.begins("  A B C");
    for text in ["Registered", "Using database", "> "] {
        assert!(!ran.out.contains(text) && !ran.err.contains(text), "{text}");
    }
}

#[test]
fn what_search_shows_is_what_the_shell_shows() {
    let world = world();
    assert_eq!(
        world.ok(["search", "pd", "dp"]),
        world.ok(["shell", "-c", "play pd dp"])
    );
    assert_eq!(world.ok(["search", "--size", "9"]), world.ok(["shell", "-c", "size 9"]));
}

#[test]
fn scripts_that_keep_going_number_their_errors_and_the_worst_decides_the_status() {
    let world = world();
    for (input, status, errors) in [
        (
            "search\n\nplay pd pd\nsearch\n",
            1,
            &["line 3: white cannot play pd"][..],
        ),
        (
            "serch\nplay pd pd\n",
            2,
            &[
                "line 1: there is no command \"serch\"; the nearest is \"search\"",
                "line 2: white",
            ],
        ),
        ("undo; search", 1, &["line 1: there is no move to take back"]),
        (
            "search\nplay 'pd\n",
            2,
            &["line 2: a quote is not closed; for a quote within a name write \\\" or \\'"],
        ),
        ("import nowhere.tgz\n", 1, &["line 1: "]),
    ] {
        let ran = Ran::new(world.bgo(["--keep-going"]).write_stdin(input));
        assert_eq!(ran.status, status, "{input}");
        for error in errors {
            assert!(
                ran.err.lines().any(|line| line.starts_with(error)),
                "{error}: {}",
                ran.err
            );
        }
        let as_argument = world.run(["shell", "--keep-going", "-c", input]);
        assert_eq!((as_argument.status, as_argument.err), (status, ran.err), "{input}");
    }
}

#[test]
fn no_answer_follows_a_filter_that_failed() {
    let world = world();
    for (input, status, error) in [
        ("where player=nobody\nsearch\n", 1, "line 1: no player "),
        ("where player=nobody; search; nonsense", 1, "line 1: no player "),
        ("cwd; nonsense\nundo", 2, "line 1: there is no command \"nonsense\""),
    ] {
        for ran in [piped(&world, input), world.run(["-c", input])] {
            assert_eq!(ran.status, status, "{input}");
            ran.err.begins(error);
            assert_eq!(ran.err.lines().count(), 1, "{input}: {}", ran.err);
            assert!(!ran.out.contains("Total"), "{input}: {}", ran.out);
        }
    }
    let ran = world.run(["--keep-going", "-c", "nonsense; search"]);
    assert_eq!(ran.status, 2);
    ran.out.ends("Total count: 3\n");
}

#[test]
fn info_check_and_optimize_say_what_the_command_line_says() {
    let world = world();
    for command in ["info", "info --json", "check", "check --json"] {
        let words: Vec<&str> = command.split(' ').collect();
        let said = world.run(words);
        assert_eq!((said.status, said.err.as_str()), (0, ""), "{command}");
        assert_eq!(world.ok(["-c", command]), said.out);
    }
    world.ok(["-c", "optimize"]).begins("1 segment became 1, ");
    let database = rusqlite::Connection::open(world.database_path()).expect("opens");
    database.pragma_update(None, "foreign_keys", false).expect("is set");
    database.execute("DELETE FROM game WHERE id = 1", []).expect("deletes");
    drop(database);
    let said = world.run(["check"]);
    said.out.says("game 1 is missing");
    let ran = world.run(["-c", "check"]);
    // Threads find the problems, so their order varies.
    let sorted = |text: &str| {
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        lines.sort_unstable();
        lines
    };
    assert_eq!((ran.status, sorted(&ran.out)), (1, sorted(&said.out)));
    assert_eq!(ran.err, said.err.replacen("bgo: ", "line 1: ", 1));
}

#[test]
fn nothing_in_the_input_ends_the_program_early() {
    let world = world();
    let mut bytes = b"\0\xff\xfe;;;\nplay \xe9\n\"\n;\n\"\nplay ".to_vec();
    bytes.extend([b'x'; 100_000]);
    bytes.extend(b"\nplay pd\x1b[A\nmarks 99999999999999999999\nundo -1\nyear 5 1\nsize 0\nrotations x\nhelp no\ncd /nowhere\nls /nowhere\nboard reset\nsearch");
    let ran = Ran::new(world.bgo(["--keep-going"]).write_stdin(bytes));
    assert_eq!(ran.status, 2);
    ran.out.ends("Total count: 3\n");
    assert!(!ran.err.contains("panicked"), "{}", ran.err);
}

#[test]
fn colour_is_only_where_it_is_wanted() {
    let world = world();
    let has_colour = |arguments: [&str; 4], no_color: Option<&str>| {
        let mut command = world.bgo(arguments);
        if let Some(value) = no_color {
            command.env("NO_COLOR", value);
        }
        Ran::new(&mut command).out.contains('\u{1b}')
    };
    for command in ["search", "rotations marks", "play pd"] {
        assert!(!has_colour(["--color", "auto", "-c", command], None), "{command}");
        assert!(has_colour(["--color", "always", "-c", command], None), "{command}");
        assert!(!has_colour(["--color", "never", "-c", command], None), "{command}");
        assert!(!has_colour(["--color", "auto", "-c", command], Some("1")), "{command}");
    }
    assert!(!world.ok(["search"]).contains('\u{1b}'));
    world.ok(["search", "--color", "always"]).says('\u{1b}');
}

#[test]
fn paths_start_from_the_working_directory_of_the_session() {
    let world = world();
    world.write("sub/x y.sgf", game("PB[4]", "pp dd"));
    let ran = piped(&world, "cd sub\nls\nimport 'x y.sgf'\nsearch\n");
    assert_eq!(ran.status, 0, "{}", ran.err);
    assert!(
        ran.out.contains("x y.sgf") && ran.out.contains("1 added") && ran.out.ends_with("Total count: 4\n"),
        "{}",
        ran.out
    );
    let home = piped(&world, "import '~/sub/x y.sgf'\n");
    home.out.says("1 duplicate,");
}

#[test]
fn options_of_the_shell_before_another_subcommand_are_refused() {
    let world = World::with(&[&game("", "pd")]);
    for option in ["-q", "--verbose", "--keep-going", "-cboard"] {
        let ran = world.run([option, "search"]);
        assert_eq!(ran.status, 2, "{option}");
        let said = "--quiet, --verbose, --keep-going and -c are options of the shell: \"bgo shell -c ...\"";
        ran.err.says(said);
    }
}
