//! Stopping an import, by the library's flag and by signals.

use crate::place::Place;
use bgo::internal::import::{ImportError, ImportOptions, ImportProgress, ImportSummary, Note, Reporter, import_with};
use bgo::internal::interrupt::Interrupt;
use bgo::internal::store::Access;
use std::num::NonZeroU64;
use std::path::PathBuf;
use testkit::FIXTURE;

/// The number of games between two commits.
const EVERY: u64 = 20;

/// A reporter that sets the flag when `commits` commits have begun. The import stops
/// after the last of them.
struct StopAfter {
    commits: u32,
    stop: Interrupt,
}

impl Reporter for StopAfter {
    fn note(&mut self, _: &Note) -> std::io::Result<()> {
        Ok(())
    }

    fn commit(&mut self) -> std::io::Result<()> {
        self.commits = self.commits.saturating_sub(1);
        if self.commits == 0 {
            self.stop.set();
        }
        Ok(())
    }

    fn progress(&mut self, _: ImportProgress) {}
}

/// Imports the fixture and stops it at a commit; the first is number 1.
fn import_until(place: &Place, commits: u32) -> Result<ImportSummary, ImportError> {
    let options = ImportOptions {
        commit_every: NonZeroU64::new(EVERY),
        ..ImportOptions::default()
    };
    let mut reporter = StopAfter {
        commits,
        stop: options.stop.clone(),
    };
    let database = place.open(Access::Write);
    import_with(&database, &[PathBuf::from(FIXTURE)], &options, &mut reporter).map(|outcome| outcome.summary)
}

/// Returns the summary of a stopped import.
fn kept(result: Result<ImportSummary, ImportError>) -> ImportSummary {
    match result {
        Err(ImportError::Stopped(kept)) => *kept,
        other => panic!("{other:?}"),
    }
}

#[test]
fn what_was_committed_is_kept_and_the_rest_can_be_added() {
    let place = Place::new();
    let first = kept(import_until(&place, 3));
    assert_eq!((first.games, first.added, first.stopped), (3 * EVERY, 3 * EVERY, true));
    assert_eq!(place.games(), 3 * EVERY);
    // The games that are already there are read again and count as well.
    let second = kept(import_until(&place, 5));
    assert_eq!(
        (second.games, second.added, second.duplicates),
        (5 * EVERY, 2 * EVERY, 3 * EVERY)
    );
    let all = import_until(&place, u32::MAX).expect("runs to its end");
    let whole = Place::new();
    let at_once = import_until(&whole, u32::MAX).expect("runs to its end");
    assert!(!at_once.stopped);
    assert_eq!(all.added, at_once.added - 5 * EVERY);
    assert_eq!(place.games(), whole.games());
}

#[test]
fn an_import_that_is_stopped_before_it_begins_adds_nothing() {
    let place = Place::new();
    let options = ImportOptions::default();
    options.stop.set();
    let mut reporter = StopAfter {
        commits: u32::MAX,
        stop: Interrupt::default(),
    };
    let database = place.open(Access::Write);
    let error = import_with(&database, &[PathBuf::from(FIXTURE)], &options, &mut reporter).expect_err("stopped");
    assert_eq!(
        error.to_string(),
        "stopped; 0 games were added and 0 were there already; run the same command again to add the rest"
    );
    assert_eq!(
        database.snapshot().expect("a snapshot").state().expect("a state").games,
        0
    );
}

/// Reading the huge member to its end would take minutes.
#[test]
fn neither_a_huge_member_nor_a_huge_archive_delays_a_stop() {
    let place = Place::new();
    let path = place.path("huge.tar");
    let mut header = tar::Header::new_gnu();
    header.set_path("huge.bin").expect("a name");
    header.set_size(1 << 40);
    header.set_cksum();
    std::fs::write(&path, header.as_bytes()).expect("is written");
    let file = std::fs::OpenOptions::new().write(true).open(&path).expect("opens");
    // The file is sparse: the zeros take no space.
    file.set_len(2 << 40).expect("is lengthened");
    let options = ImportOptions::default();
    let stop = options.stop.clone();
    let mut reporter = StopAfter {
        commits: u32::MAX,
        stop: Interrupt::default(),
    };
    let database = place.open(Access::Write);
    let import = std::thread::spawn(move || import_with(&database, &[path], &options, &mut reporter));
    // Let it reach the huge member.
    std::thread::sleep(std::time::Duration::from_millis(50));
    stop.set();
    let stopped = std::time::Instant::now();
    kept(import.join().expect("no panic").map(|outcome| outcome.summary));
    assert!(stopped.elapsed().as_secs() < 120, "{:?}", stopped.elapsed());
}

/// Uses `/proc` to see which signals the program handles.
#[cfg(target_os = "linux")]
mod signals {
    use super::*;
    use crate::place::sentence;
    use rusqlite::Connection;
    use std::os::unix::process::ExitStatusExt;
    use std::process::{Child, Command};
    use std::time::Duration;
    use testkit::{Text, nodes, point, tar};

    const SIGINT: i32 = 2;
    const SIGTERM: i32 = 15;

    /// The number of games in `many.tar`.
    const GAMES: usize = 5000;

    fn send(signal: i32, to: &Child) {
        let mut kill = Command::new("kill");
        let status = kill.args([format!("-{signal}"), to.id().to_string()]).status();
        assert!(status.expect("runs").success());
    }

    fn wait_until(what: &str, mut done: impl FnMut() -> bool) {
        for _ in 0..30_000 {
            if done() {
                return;
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        panic!("waited five minutes for {what}");
    }

    /// Waits until the program has installed a handler for a signal.
    fn wait_for_handler(child: &Child, signal: i32) {
        wait_until("a handler", || {
            let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).expect("it runs");
            let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:"));
            let caught = u64::from_str_radix(caught.expect("a line").trim(), 16).expect("a number");
            caught >> (signal - 1) & 1 == 1
        });
    }

    fn connect(place: &Place) -> Connection {
        let connection = Connection::open(place.database_path()).expect("opens");
        connection.busy_timeout(Duration::ZERO).expect("is set");
        connection
    }

    /// Returns a place with an empty database and an archive large enough that its
    /// import takes a while.
    fn place_with_many_games() -> Place {
        let place = Place::new();
        drop(place.open(Access::Write));
        let game = |number| {
            // No step is a multiple of 19, so no point repeats.
            let (start, step) = (number % 361, 1 + number / 361);
            let moves = nodes((0..60).map(|i| point(start + i * step)));
            (format!("{number:04}.sgf"), format!("(;C[{number}]{moves})"))
        };
        let games: Vec<_> = (0..GAMES).map(game).collect();
        place.write("many.tar", tar(&games));
        place
    }

    #[test]
    fn both_signals_stop_an_import() {
        for signal in [SIGINT, SIGTERM] {
            let place = place_with_many_games();
            let every = EVERY.to_string();
            let import = place.start(&["import", "--json", "many.tar", "--commit-every", &every]);
            wait_until("a commit", || place.games() > 0);
            send(signal, &import);
            let output = import.wait_with_output().expect("ends");
            let games = place.games();
            assert!(games < GAMES as u64, "{games}");
            assert_eq!(
                sentence(&output),
                format!(
                    "stopped; {games} games were added and 0 were there already; run the same command again to add the rest"
                )
            );
            let kept: serde_json::Value = serde_json::from_slice(&output.stdout).expect("a document");
            assert_eq!((&kept["added"], &kept["stopped"]), (&games.into(), &true.into()));
        }
    }

    #[test]
    fn a_script_that_is_stopped_in_an_import_ends_there() {
        let place = place_with_many_games();
        let script = place.start(&["shell", "-c", "import many.tar; board"]);
        let connection = connect(&place);
        wait_until("the import", || {
            connection.execute_batch("BEGIN IMMEDIATE; ROLLBACK").is_err()
        });
        send(SIGINT, &script);
        let output = script.wait_with_output().expect("ends");
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{said}");
        let games = place.games();
        assert!(games < GAMES as u64, "{games}");
        let expected = format!("line 1: stopped; {games} games were added");
        said.begins(&expected);
        assert_eq!(output.stdout, b"", "the board is not shown");
    }

    #[test]
    fn an_import_that_waits_for_another_one_stops_too() {
        let place = place_with_many_games();
        let connection = connect(&place);
        let wait = "PRAGMA journal_mode = WAL; BEGIN IMMEDIATE";
        connection.execute_batch(wait).expect("begins");
        // On a busy machine the import may have given up before the signal arrives.
        for _ in 0..20 {
            let import = place.start(&["import", FIXTURE]);
            wait_for_handler(&import, SIGTERM);
            send(SIGINT, &import);
            let output = import.wait_with_output().expect("ends");
            if output.status.signal() == Some(SIGINT) || sentence(&output).starts_with("stopped") {
                return;
            }
        }
        panic!("no signal stopped the waiting import");
    }

    #[test]
    fn a_second_signal_ends_an_import_at_once() {
        let place = place_with_many_games();
        let connection = connect(&place);
        // The import waits for this transaction and polls for the first signal.
        let wait = "PRAGMA journal_mode = WAL; BEGIN IMMEDIATE";
        connection.execute_batch(wait).expect("begins");
        for _ in 0..20 {
            let mut import = place.start(&["import", FIXTURE]);
            wait_for_handler(&import, SIGTERM);
            send(SIGINT, &import);
            send(SIGTERM, &import);
            let status = import.wait().expect("ends");
            if status.signal().is_some() {
                return;
            }
            // The first signal had already stopped the import.
            assert_eq!(status.code(), Some(1));
        }
        panic!("no second signal arrived in time");
    }

    #[test]
    fn where_nothing_is_to_be_stopped_a_signal_ends_the_program() {
        for signal in [SIGINT, SIGTERM] {
            let place = Place::new();
            let mut shell = place.start(&["shell"]);
            wait_for_handler(&shell, signal);
            send(signal, &shell);
            assert_eq!(shell.wait().expect("ends").signal(), Some(signal));
        }
    }
}
