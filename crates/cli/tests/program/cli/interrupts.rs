//! Ctrl-C: the shell goes on, and other commands end with a sentence. Other keys in the pager.
//!
//! The program `script` (util-linux) provides the terminal. Without it, these tests print
//! that they are skipped.

use crate::world::{World, game};
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::thread::{sleep, spawn};
use std::time::Duration;
use testkit::{FIXTURE, Text, sentence};

/// A query that never ends, and has no row before.
const ENDLESS: &str = "with recursive n(i) as (select 1 union all select i+1 from n) select count(*) from n";

fn wait_until(what: &str, mut done: impl FnMut() -> bool) {
    for _ in 0..30_000 {
        if done() {
            return;
        }
        sleep(Duration::from_millis(10));
    }
    panic!("waited five minutes for {what}");
}

/// Starts the program without input.
fn start(world: &World, arguments: &[&str]) -> Child {
    let mut command = world.command(env!("CARGO_BIN_EXE_bgo"));
    let command = command.args(arguments).stdin(Stdio::null());
    let started = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
    started.expect("starts")
}

fn interrupt(process: u32) {
    let status = Command::new("kill").args(["-INT", &process.to_string()]).status();
    assert!(status.expect("runs").success());
}

/// Returns the time that a process has computed, in hundredths of a second.
fn computed(process: u32) -> u64 {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).expect("it runs");
    let after_name = stat.rsplit(')').next().unwrap_or_default();
    let user = after_name.split_whitespace().nth(11);
    user.and_then(|ticks| ticks.parse().ok()).expect("a number")
}

/// Waits until a process has computed for half a second more. The start of the program and
/// of a command takes a tenth of that.
fn wait_for_work(process: u32) {
    let before = computed(process);
    wait_until("the work", || computed(process) > before + 50);
}

/// The shell on a terminal.
struct Terminal {
    script: Child,
    keys: ChildStdin,
    shown: Arc<Mutex<Vec<u8>>>,
}

impl Terminal {
    /// Starts the shell. Returns `None` if there is no `script`.
    fn start(world: &World) -> Option<Self> {
        Self::start_with(world, "stty rows 60")
    }

    /// Starts the shell after a command of `sh`.
    fn start_with(world: &World, first: &str) -> Option<Self> {
        let run = format!(r#"stty cols 80; {first}; echo $$ > process; exec "$BGO" --quiet"#);
        let mut command = world.command("script");
        command
            .args(["-q", "-c", &run, "/dev/null"])
            .env("TERM", "xterm-256color")
            .env("SHELL", "/bin/sh")
            .env("NO_COLOR", "1")
            .env("BGO", env!("CARGO_BIN_EXE_bgo"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped());
        let Ok(mut script) = command.spawn() else {
            eprintln!("skipped: `script` is not installed");
            return None;
        };
        let keys = script.stdin.take().expect("a pipe");
        let mut output = script.stdout.take().expect("a pipe");
        let shown = Arc::<Mutex<Vec<u8>>>::default();
        let seen = Arc::clone(&shown);
        spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(length @ 1..) = output.read(&mut bytes) {
                seen.lock().expect("no panic").extend(&bytes[..length]);
            }
        });
        Some(Self { script, keys, shown })
    }

    fn type_keys(&mut self, keys: &str) {
        self.keys.write_all(keys.as_bytes()).expect("is typed");
    }

    /// Waits for a text and returns all that was shown before it. What comes after it is
    /// shown the next time.
    fn until(&mut self, text: &str) -> String {
        let mut before = String::new();
        wait_until(text, || {
            let mut shown = self.shown.lock().expect("no panic");
            let seen = String::from_utf8_lossy(&shown).into_owned();
            match seen.split_once(text) {
                None => false,
                Some((first, rest)) => {
                    before = first.to_owned();
                    *shown = rest.as_bytes().to_vec();
                    true
                }
            }
        });
        before
    }
}

/// Makes a database with more games than a screen has lines.
fn long_list() -> World {
    let games: Vec<String> = ["p", "q"]
        .iter()
        .flat_map(|x| ('a'..='s').map(move |y| game(&format!("PB[{x}{y}]"), &format!("{x}{y} dp"))))
        .collect();
    World::with(&games)
}

#[test]
fn a_key_that_ends_a_list_begins_a_command_which_has_the_next_keys_too() {
    let world = long_list();
    let Some(mut terminal) = Terminal::start_with(&world, "stty rows 24; export PAGER=") else {
        return;
    };
    terminal.type_keys("games limit=60; games limit=60; games limit=60\r");
    terminal.until("ends --");
    terminal.type_keys("sql select 6 * 7\rexit\r");
    terminal.until("42\r");
    assert!(terminal.script.wait().expect("ends").success());
}

#[test]
fn ctrl_c_in_the_pager_is_not_for_the_shell() {
    let world = long_list();
    world.write(
        "pager",
        "trap '' INT\ncat\ntouch paging\nwhile [ ! -e leave ]; do sleep 0.1; done\n",
    );
    let Some(mut terminal) = Terminal::start_with(&world, "stty rows 24; export PAGER='sh pager'") else {
        return;
    };
    terminal.type_keys("games limit=60\r");
    wait_until("the pager", || world.path("paging").exists());
    let process = std::fs::read_to_string(world.path("process")).expect("its number");
    interrupt(process.trim().parse().expect("a number"));
    world.write("leave", "");
    terminal.type_keys("marks\r");
    let shown = terminal.until("marks: 12");
    assert!(!shown.contains("stopped"), "{shown}");
    terminal.type_keys("exit\r");
}

#[test]
fn ctrl_c_in_the_shell_stops_the_question_and_keeps_the_board() {
    let world = World::with(&[&game("DT[1990]", "pd dp pp"), &game("DT[1995]", "pd dd")]);
    let Some(mut terminal) = Terminal::start(&world) else {
        return;
    };
    const PROMPT: &str = "[game 1] [year=1990] > ";
    terminal.type_keys("play pd dp\rwhere year=1990\ropen 1\r");
    terminal.until(PROMPT);
    let board = |terminal: &mut Terminal| {
        terminal.type_keys("board\r");
        terminal.until("\n 1 . . .")
    };
    let before = board(&mut terminal);
    before.says(" X ");
    let process = std::fs::read_to_string(world.path("process")).expect("its number");
    let process: u32 = process.trim().parse().expect("a number");
    for command in [format!("sql {ENDLESS}"), format!("sql --json {ENDLESS}; undo")] {
        terminal.until(PROMPT);
        terminal.type_keys(&format!("{command}\r"));
        wait_for_work(process);
        terminal.type_keys("\x03");
        terminal.until("stopped");
        terminal.until(PROMPT);
        let after = board(&mut terminal);
        assert_eq!(
            after.lines().skip(1).collect::<Vec<_>>(),
            before.lines().skip(1).collect::<Vec<_>>()
        );
    }
    terminal.until(PROMPT);
    // At the prompt, it clears the line.
    terminal.type_keys("exit\x03");
    terminal.until(PROMPT);
    terminal.type_keys("exit\r");
    assert!(terminal.script.wait().expect("ends").success());
}

#[test]
fn ctrl_c_ends_a_query_with_a_sentence() {
    let world = World::with(&[&game("", "pd")]);
    let rows = "with recursive n(i) as (select 1 union all select i+1 from n) select i from n";
    let mut sql = start(&world, &["sql", "--csv", rows]);
    let mut output = BufReader::new(sql.stdout.take().expect("a pipe"));
    let mut line = String::new();
    output.read_line(&mut line).expect("the head");
    assert_eq!(line, "i\r\n");
    // The query would wait for somebody who reads.
    let reader = spawn(move || output.bytes().count());
    interrupt(sql.id());
    let ended = sql.wait_with_output().expect("ends");
    let said = sentence(ended.status.code(), &String::from_utf8_lossy(&ended.stderr));
    assert_eq!(said, "stopped");
    reader.join().expect("no panic");
}

#[test]
fn ctrl_c_in_a_script_ends_it_there() {
    let world = World::with(&[&game("", "pd")]);
    let script = format!("sql {ENDLESS}; board");
    let script = start(&world, &["shell", "-c", &script]);
    wait_for_work(script.id());
    interrupt(script.id());
    let ended = script.wait_with_output().expect("ends");
    assert_eq!(String::from_utf8_lossy(&ended.stderr), "line 1: stopped\n");
    assert_eq!((ended.status.code(), ended.stdout.as_slice()), (Some(1), &b""[..]));
}

#[test]
fn an_export_that_is_stopped_leaves_nothing() {
    let world = World::new();
    world.ok(["import", "--quiet", FIXTURE]);
    let folder = world.path("out");
    std::fs::create_dir(&folder).expect("a folder");
    let files = || std::fs::read_dir(&folder).expect("a folder").count();
    for arguments in [&["export", "out/games.tgz"][..], &["export", "--dataset", "out/set"]] {
        // On a busy machine, the export may be complete before the signal arrives.
        let is_stopped = (0..100).any(|_| {
            let mut command = world.command(env!("CARGO_BIN_EXE_bgo"));
            command.args(arguments);
            command
                .stdin(Stdio::null())
                .stdout(Stdio::null())
                .stderr(Stdio::piped());
            let export = command.spawn().expect("starts");
            wait_until("what it makes", || files() > 0);
            interrupt(export.id());
            let ended = export.wait_with_output().expect("ends");
            if ended.status.success() {
                std::fs::remove_dir_all(&folder).expect("is removed");
                std::fs::create_dir(&folder).expect("a folder");
                return false;
            }
            let said = sentence(ended.status.code(), &String::from_utf8_lossy(&ended.stderr));
            assert_eq!((said.as_str(), files()), ("stopped; nothing was written", 0));
            true
        });
        assert!(is_stopped, "no signal stopped {arguments:?}");
    }
}

#[test]
fn ctrl_c_while_standard_input_is_copied_ends_the_import() {
    for (arguments, said) in [
        (&["import", "-"][..], "bgo: stopped; nothing was imported\n"),
        (&["shell", "-c", "import -"], "line 1: stopped; nothing was imported\n"),
    ] {
        let world = World::with(&[&game("", "pd")]);
        let mut command = world.command(env!("CARGO_BIN_EXE_bgo"));
        command.args(arguments).stdin(Stdio::piped()).stderr(Stdio::piped());
        let mut import = command.stdout(Stdio::null()).spawn().expect("starts");
        let mut input = import.stdin.take().expect("a pipe");
        // More than a pipe holds, so that the copying has begun.
        input.write_all(&vec![b' '; 1 << 20]).expect("is read");
        interrupt(import.id());
        // It ends at the next bytes.
        let writer = spawn(move || while input.write_all(b" ").is_ok() {});
        let ended = import.wait_with_output().expect("ends");
        assert_eq!(String::from_utf8_lossy(&ended.stderr), said);
        assert_eq!(ended.status.code(), Some(1));
        writer.join().expect("no panic");
    }
}
