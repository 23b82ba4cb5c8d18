//! The program on a terminal: the interactive shell; and control characters in records, names,
//! arguments and queries, which never reach a terminal while pipes get every byte.
//!
//! The program `script` (util-linux) provides the terminals. Without it, the tests
//! print that they are skipped.

use crate::world::{Ran, World, game, long_line};
use bgo::internal::files::canonical;
use std::fs;
use std::io::Write;
use std::process::Stdio;
use testkit::Text;

/// Text that sets the title, clears the screen, reverses the direction of text,
/// hides characters and sets a colour.
const HOSTILE: &str = "A\u{1b}]0;t\u{7}\u{1b}[2J\u{9b}31m\u{202e}\u{2066}\u{200b}\u{2028}\u{feff}\u{e0041}\u{1b}[31mZ";

/// Characters that must not reach a terminal, besides escape sequences.
const STEERING: &str = "\u{7}\u{9b}\u{202e}\u{2066}\u{200b}\u{2028}\u{feff}\u{e0041}\u{7f}";

/// Makes a database, files and a folder with hostile texts everywhere.
fn world() -> World {
    let world = World::new();
    let fields = [
        "PB", "PW", "BT", "WT", "EV", "RO", "PC", "RU", "GN", "SO", "DT", "RE", "BR", "WR", "C",
    ];
    let value = HOSTILE.replace(']', "\\]");
    let root: String = fields.iter().map(|field| format!("{field}[{value}]")).collect();
    for (name, moves) in [("a", ";B[pd]"), ("b", ";B[pd];W[dp]")] {
        world.write(
            &format!("games/{HOSTILE}{name}.sgf"),
            format!("(;GM[1]FF[4]CA[UTF-8]{root}{moves}C[{value}])"),
        );
    }
    world.ok(["import", "--quiet", "games"]);
    fs::create_dir(world.path(HOSTILE)).expect("a folder");
    world
}

/// Returns the output and messages of a shell command on a terminal; prints that
/// the test is skipped where `script` is missing.
fn on_terminal(world: &World, command: &str) -> Option<String> {
    typed(world, command, "")
}

/// As [`on_terminal`], with what the user types.
fn typed(world: &World, command: &str, keys: &str) -> Option<String> {
    let script = world
        .command("script")
        .args(["-q", "-c", command, "/dev/null"])
        .env("XDG_STATE_HOME", world.path("state"))
        .env("TERM", "xterm-256color")
        .env("SHELL", "/bin/sh")
        .env("H", HOSTILE)
        .env("BGO", env!("CARGO_BIN_EXE_bgo"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn();
    let Ok(mut script) = script else {
        eprintln!("skipped: `script` is not installed");
        return None;
    };
    let mut stdin = script.stdin.take().expect("a pipe");
    stdin.write_all(keys.as_bytes()).expect("room in the pipe");
    drop(stdin);
    let ended = script.wait_with_output().expect("ends");
    Some(String::from_utf8(ended.stdout).expect("UTF-8"))
}

/// Removes escape sequences that set a style.
fn without_styles(text: &str) -> String {
    let mut parts = text.split('\u{1b}');
    let mut rest = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let codes = part.strip_prefix('[').and_then(|part| part.split_once('m'));
        match codes.filter(|(codes, _)| codes.chars().all(|c| c.is_ascii_digit() || c == ';')) {
            Some((_, after)) => rest.push_str(after),
            None => {
                rest.push('\u{1b}');
                rest.push_str(part);
            }
        }
    }
    rest
}

#[test]
fn nothing_steers_a_terminal() {
    let world = world();
    let shell = |commands: &str| format!(r#"printf '%s\n' {commands} | "$BGO" shell"#);
    let commands = r#"
        search pd
        search pd --full
        search --player "$H" pd
        search --player "nobody$H" pd
        games pd
        players pd
        years
        tree
        find A
        show 1
        show 1 --json
        sgf 1
        duplicates
        info
        check
        sql "select * from games"
        sql --csv "select * from sources"
        sql "select 1 as [$H]"
        sql "select $H"
        sgf "$H"
        "$H"
        search --nonsense"$H"
        search "$H"
        import "$H"
        import "no$H"
        export "$H/x.csv" --overwrite; cat < /dev/null
        export "$H"
        positions view "$H"
        dataset info "$H"
        --db "$H" info
        --db "$H/x" info
        info --color always
        --help
    "#;
    let commands = commands.trim().lines().map(|line| format!(r#""$BGO" {}"#, line.trim()));
    let mut commands: Vec<String> = commands.collect();
    for line in [
        r#"'ls games'"#,
        r#"'ls'"#,
        r#""cd '$H'" cwd ls"#,
        r#""cd 'no$H'""#,
        r#""$H""#,
        r#""play $H""#,
        r#""where 'player=$H'" where search"#,
        r#"'games' 'open 1' 'next' 'next'"#,
        r#"'show 1' 'sgf 1' 'players' 'find A'"#,
        r#"'sql --csv select * from games' 'sql --json select * from games' 'sql select * from games'"#,
        r#""sql \"select '$H' as a\"""#,
        r#""load '$H'" "load 'games/${H}a.sgf'" "save '$H/a.sgf'""#,
        r#"'rotations' 'tree' 'duplicates' 'years'"#,
    ] {
        commands.push(shell(line));
    }
    let mut shown = 0;
    for command in &commands {
        for streams in ["", " 2>/dev/null", " >/dev/null"] {
            let Some(text) = on_terminal(&world, &format!("{command}{streams}")) else {
                return;
            };
            // A progress bar returns to the start of its line.
            let rest = without_styles(&text.replace("\r\u{1b}[2K", "\n"))
                .replace("\r\r\n", "\n")
                .replace("\r\n", "\n");
            let steers = |c: char| STEERING.contains(c) || (c.is_control() && !matches!(c, '\n' | '\t'));
            assert!(!rest.contains(steers), "{command}{streams}: {text:?}");
            // The escape character of the hostile colour is replaced.
            assert!(!text.contains("\u{1b}[31mZ"), "{command}{streams}: {text:?}");
            shown += usize::from(rest.contains('Z'));
        }
    }
    assert!(shown > commands.len() / 2, "{shown} of {}", commands.len());
}

/// Returns what the interactive shell shows of these commands, without colours.
fn session(world: &World, commands: &[&str]) -> Option<String> {
    let lines: String = commands.iter().map(|command| format!("{command}\n")).collect();
    typed(world, r#"NO_COLOR=1 "$BGO" --quiet"#, &format!("{lines}exit\n"))
}

#[test]
fn settings_stay_on_between_sessions_and_a_question_does_not() {
    let world = World::with(&[&game("PB[Cho]", "pd dp"), &game("", "dd")]);
    let set = [
        "full on; marks 3; marks plain; follow on",
        "coordinates western; stones letters",
        "swap on",
        "where player=cho",
        "area corner 5",
    ];
    if session(&world, &set).is_none() {
        return;
    }
    let file = world.path("state/bgo/settings.json");
    let kept = || fs::read_to_string(&file).expect("settings");
    let all = "{\"full\":true,\"marks\":3,\"form\":\"plain\",\"coordinates\":\"western\",\"stones\":\"letters\",\"follow\":true}\n";
    assert_eq!(kept(), all);
    let shown = session(&world, &["full", "marks", "coordinates", "swap", "where", "area"]).expect("a terminal");
    for text in [
        "full: on",
        "marks: 3",
        "coordinates: western",
        "swap: off",
        "all games count",
        "no area is set",
    ] {
        shown.says(text);
    }
    // Scripts neither read nor write them.
    let script = |commands: &str| {
        let mut command = world.bgo(["-c", commands]);
        Ran::new(command.env("XDG_STATE_HOME", world.path("state"))).out
    };
    assert_eq!(
        script("full; marks; coordinates"),
        "full: off\nmarks: 12\ncoordinates: sgf\n"
    );
    script("marks 7");
    assert_eq!(kept(), all);
}

#[test]
fn damaged_and_unwritable_settings_are_named_and_the_shell_goes_on() {
    let world = World::with(&[&game("", "pd")]);
    world.write("state/bgo/settings.json", "{\"full\":");
    let Some(shown) = session(&world, &["full", "full on"]) else {
        return;
    };
    assert_eq!(shown.matches("settings.json cannot be read").count(), 1, "{shown}");
    shown.says("full: off");
    fs::read_to_string(world.path("state/bgo/settings.json"))
        .expect("settings")
        .says("\"full\":true");
    fs::remove_dir_all(world.path("state")).expect("a folder");
    world.write("state", "a file");
    let shown = session(&world, &["marks 3", "marks 4", "marks"]).expect("a terminal");
    assert_eq!(shown.matches("settings.json cannot be").count(), 1, "{shown}");
    shown.says("marks: 4");
}

#[test]
fn tab_completes_the_value_of_an_option() {
    let world = World::with(&[&game("", "pd")]);
    let Some(shown) = session(&world, &["full off; games --so\tnum\t --limit 0; marks"]) else {
        return;
    };
    shown.says("no games listed; there is 1");
    shown.says("marks: 12");
}

#[test]
fn a_terminal_has_the_styles_of_the_program() {
    let world = world();
    for (command, style, is_expected) in [
        (r#""$BGO" search pd"#, "\u{1b}[1mX\u{1b}[0m", true),
        (r#""$BGO" --help"#, "\u{1b}[", true),
        (r#""$BGO" --help"$H""#, "\u{1b}", false),
        (r#"NO_COLOR=1 "$BGO" search pd"#, "\u{1b}", false),
    ] {
        let Some(text) = on_terminal(&world, command) else {
            return;
        };
        assert_eq!(text.contains(style), is_expected, "{command}: {text:?}");
    }
}

#[test]
fn a_pipe_gets_every_byte() {
    let world = world();
    let value = format!("select '{HOSTILE}' as a");
    assert_eq!(world.ok(["sql", "--csv", &value]), format!("a\r\n{HOSTILE}\r\n"));
    let json = world.json(["sql", "--json", &value]);
    assert_eq!(json["rows"][0][0], HOSTILE);
    let command = format!("sql --csv \"{value}\"");
    assert_eq!(world.ok(["shell", "-c", &command]), format!("a\r\n{HOSTILE}\r\n"));
    let record = fs::read_to_string(world.path(&format!("games/{HOSTILE}a.sgf"))).expect("reads");
    assert_eq!(world.ok(["sgf", "1"]), record);
    assert_eq!(world.ok(["shell", "-c", "sgf 1"]), record + "\n");
    let folder = canonical(&world.path(HOSTILE)).expect("a folder");
    let cd = format!("cd '{HOSTILE}'");
    assert_eq!(world.ok(["shell", "-c", &cd]), format!("{}\n", folder.display()));
    // Tables replace control characters.
    let table = world.ok(["sql", &value]);
    assert_eq!(table.lines().count(), 2, "{table:?}");
    assert!(!table.contains('\u{1b}'), "{table:?}");
}

#[test]
fn a_removal_says_how_many_games_and_which_before_it_asks() {
    let world = World::with(&[
        &game("PB[Cho]PW[Go]DT[2001-02-03]", "pd dp"),
        &game("PB[Li]", "dd"),
        &game("PB[Ma]", "qd"),
    ]);
    for (options, count) in [("--game 1..2", 2), ("--archive games.tar", 3), ("--size 19", 3)] {
        let command = format!("\"$BGO\" remove {options}");
        let Some(shown) = on_terminal(&world, &command) else {
            return;
        };
        let asked = format!("Remove {count} games? [y/N]");
        shown.says("1  2001-02-03  Cho - Go\r\n");
        assert!(shown.contains("  Li - ?\r\n") && shown.contains(&asked), "{shown}");
        shown.says("nothing was removed");
    }
    assert_eq!(world.games(), 3);
    let moves = long_line(60, 3);
    let world = World::with(&[game("DT[2005]", &moves), game("DT[2006]", &moves)]);
    let shown = on_terminal(&world, "\"$BGO\" duplicates --remove").expect("a terminal");
    shown.says("        ? - ?\r\nRemove 1 duplicate? [y/N]");
    assert_eq!(world.games(), 2);
}

/// Returns what a shell command shows on a terminal of a size, without styles and without
/// what the line editor writes; each line once, without its end.
fn on_screen(world: &World, columns: u16, rows: u16, command: &str, keys: &str) -> Option<Vec<String>> {
    let sized = format!("stty cols {columns} rows {rows}; {command}");
    let text = typed(world, &sized, keys)?;
    let text = without_styles(&text).replace("\r\r\n", "\n").replace("\r\n", "\n");
    Some(text.lines().map(str::to_owned).collect())
}

#[test]
fn answers_fit_every_screen() {
    let names = "PB[A player with a long name, also in 漢字]PW[Another one, whose name does not end]";
    let games: Vec<String> = ('a'..='s')
        .map(|row| {
            game(
                &format!("{names}EV[{row} and so on, until the line is full]DT[1990]"),
                &format!("p{row} dp"),
            )
        })
        .collect();
    let world = World::with(&games);
    for (columns, rows) in [(60, 20), (80, 24), (120, 40), (200, 50)] {
        for command in [
            "search",
            "search --full",
            "games",
            "players",
            "years",
            "tree --min-games 1",
            "duplicates",
            "show 1",
            "sql 'select * from games'",
        ] {
            let run = format!(r#"NO_COLOR=1 PAGER=cat "$BGO" {command}"#);
            let Some(lines) = on_screen(&world, columns, rows, &run, "") else {
                return;
            };
            // Columns of the terminal, of which 漢字 take two each.
            let width = |line: &String| line.chars().count() + line.matches(['漢', '字']).count();
            let widest = lines.iter().map(width).max();
            assert!(
                widest.is_some_and(|widest| widest <= columns.into()),
                "{columns} {command}: {lines:#?}"
            );
            if command.starts_with("search") {
                assert!(lines.len() < rows.into(), "{columns}x{rows} {command}: {lines:#?}");
                let board = lines.iter().filter(|line| line.contains(" . . . . . ")).count();
                assert_eq!(board, 19, "{lines:#?}");
                for letter in ["a", "b", "c", "d", "e"] {
                    let is_row = |line: &&String| {
                        let beginnings = [
                            format!("{letter} - "),
                            format!("{letter}  "),
                            // Where columns are close together, the move follows.
                            format!(" {letter} p"),
                        ];
                        beginnings.iter().any(|beginning| line.contains(beginning))
                    };
                    assert!(lines.iter().any(|line| is_row(&line)), "{letter}: {lines:#?}");
                }
            }
        }
    }
}

#[test]
fn long_answers_wait_for_their_reader_on_a_terminal_only() {
    let moves: Vec<String> = ('a'..='s')
        .flat_map(|x| ('a'..='s').map(move |y| format!("{x}{y}")))
        .collect();
    let games: Vec<String> = moves.chunks(8).map(|chunk| game("", &chunk.join(" "))).collect();
    let world = World::with(&games);
    let list = "games --limit 100";
    let number = world.ok(["games", "--limit", "100"]).lines().count();
    assert!(number > 40, "{number}");
    // Below a line of headings.
    let last = format!("{} games", number - 2);
    let Some(lines) = on_screen(&world, 80, 24, &format!(r#"PAGER= "$BGO" {list}"#), "   ") else {
        return;
    };
    let stops: Vec<&String> = lines
        .iter()
        .filter(|line| line.contains(" lines; Enter shows more, q ends --"))
        .collect();
    stops[0].says("-- 23 of ");
    assert!(lines.iter().any(|line| line.contains(&last)), "{lines:#?}");
    let quit = on_screen(&world, 80, 24, &format!(r#"PAGER= "$BGO" {list}"#), "q").expect("a terminal");
    assert!(!quit.iter().any(|line| line.contains(&last)), "{quit:#?}");
    let pager = r#"PAGER='sed s/^/paged:/'"#;
    let paged = on_screen(&world, 80, 24, &format!(r#"{pager} "$BGO" {list}"#), "").expect("a terminal");
    assert_eq!(
        paged.iter().filter(|line| line.starts_with("paged:")).count(),
        number,
        "{paged:#?}"
    );
    let short = on_screen(&world, 80, 24, &format!(r#"{pager} "$BGO" games --limit 3"#), "").expect("a terminal");
    assert!(!short.iter().any(|line| line.starts_with("paged:")), "{short:#?}");
    let piped = on_screen(&world, 80, 24, &format!(r#"{pager} "$BGO" {list} | cat"#), "").expect("a terminal");
    assert!(!piped.iter().any(|line| line.starts_with("paged:")), "{piped:#?}");
    let missing = r#"PAGER='env no-such-pager'"#;
    let shown = on_screen(&world, 80, 24, &format!(r#"{missing} "$BGO" {list}"#), "q").expect("a terminal");
    assert!(shown.iter().any(|line| line.contains("Enter shows more")), "{shown:#?}");
    // In the shell, too.
    let shell = on_screen(
        &world,
        80,
        24,
        &format!(r#"{pager} "$BGO" --quiet"#),
        &format!("{list}\nexit\n"),
    );
    let shell = shell.expect("a terminal");
    assert!(
        shell.iter().filter(|line| line.starts_with("paged:")).count() >= number,
        "{shell:#?}"
    );
}
