//! Interrupted scoring, and the files that it continues with.

use super::scoring::{engine, positions, queue, score, score_json, scored};
#[cfg(unix)]
use crate::world::Ran;
use crate::world::World;
use std::collections::HashSet;
use std::fs;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};
use testkit::{Text, cases};

/// Starts scoring with engines that answer only for the first `scores`
/// positions.
fn begin(world: &World, engines: &str, scores: usize) -> Child {
    let stones: String = ('a'..).take(scores).map(|column| format!("[{column}a]")).collect();
    start(world, engines, &engine("hang", &format!("AW{stones}")))
}

fn start(world: &World, engines: &str, engine: &str) -> Child {
    Command::new(env!("CARGO_BIN_EXE_bgo"))
        .args(["positions", "score", "p.dat", "--out", "s.dat"])
        .args(["--engine", engine, "--engines", engines])
        .current_dir(world.folder())
        .stderr(Stdio::piped())
        .spawn()
        .expect("starts")
}

fn wait_for(mut what: impl FnMut() -> bool) {
    let started = Instant::now();
    while !what() {
        assert!(started.elapsed() < Duration::from_secs(300), "timed out");
        sleep(Duration::from_millis(20));
    }
}

/// Waits until the scored file has this many scores.
fn wait_for_scores(world: &World, scores: u64) {
    wait_for(|| fs::metadata(world.path("s.dat")).is_ok_and(|file| file.len() >= scores * 12));
}

fn kill(mut child: Child) {
    child.kill().expect("is killed");
    child.wait().expect("ends");
}

#[test]
fn a_killed_run_loses_nothing_and_is_gone_on_with() {
    let world = World::new();
    let records = positions(&world, 9);
    let child = begin(&world, "2", 4);
    wait_for_scores(&world, 3);
    kill(child);
    let before = scored(&world, "s.dat");
    assert!((3..9).contains(&before.len()));
    // Positions without a score are in the queue.
    let waiting: HashSet<_> = queue(&world).iter().map(|record| record.id()).collect();
    let done: HashSet<_> = before.iter().map(|scored| scored.id).collect();
    assert!(
        records
            .iter()
            .all(|record| done.contains(&record.id()) || waiting.contains(&record.id()))
    );
    let document = score_json(&world, "--out s.dat");
    assert_eq!(document["scored"], 9 - before.len());
    let after = scored(&world, "s.dat");
    assert_eq!(after[..before.len()], before);
    let ids: HashSet<_> = after.iter().map(|scored| scored.id).collect();
    assert_eq!((after.len(), ids.len()), (9, 9));
}

#[cfg(unix)]
#[test]
fn ctrl_c_stops_soon_and_says_what_is_left() {
    let world = World::new();
    positions(&world, 9);
    let mut child = begin(&world, "1", 2);
    wait_for_scores(&world, 2);
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(killed.is_ok_and(|status| status.success()));
    // The command does not wait for the engine, which will not answer.
    wait_for(|| child.try_wait().expect("is asked").is_some());
    let ran = Ran::from(child.wait_with_output().expect("ends"));
    let left = 9 - scored(&world, "s.dat").len();
    assert_eq!(left, 7);
    assert_eq!(ran.status, 1);
    ran.err.says(format!(
        "bgo: stopped; {left} positions left in s_queue.dat; rerun the command to continue"
    ));
    assert_eq!(queue(&world).len(), left);
    // No engine outlives the command.
    let engines = fs::read_to_string(world.path("engines")).expect("reads");
    let alive = |process: &str| {
        let status = Command::new("kill")
            .args(["-0", process])
            .stderr(Stdio::null())
            .status();
        status.is_ok_and(|status| status.success())
    };
    assert!(!engines.lines().any(alive));
}

#[test]
fn several_engines_work_at_the_same_time() {
    let world = World::new();
    positions(&world, 8);
    let mut child = start(&world, "4", &engine("together", "SZ"));
    assert!(child.wait().expect("ends").success());
    assert_eq!(scored(&world, "s.dat").len(), 8);
}

#[test]
fn half_a_score_at_the_end_is_taken_away_and_other_damage_is_an_error() {
    let world = World::new();
    positions(&world, 3);
    let good = engine("good", "x");
    score_json(&world, "p.dat --out s.dat");
    let whole = fs::read(world.path("s.dat")).expect("reads");
    world.write("s.dat", &whole[..29]);
    let ran = score(&world, &good, "p.dat --out s.dat --quiet");
    assert_eq!(ran.status, 0);
    assert_eq!(
        ran.err,
        "bgo: warning: the last 5 bytes of s.dat were not a whole score and were removed\n"
    );
    assert_eq!(scored(&world, "s.dat").len(), 3);
    let mut damaged = whole.clone();
    damaged[22] = 9;
    world.write("s.dat", &damaged);
    let said = score(&world, &good, "p.dat --out s.dat").sentence();
    assert_eq!(said, "s.dat: byte 22: the score is 9; it should be 3 to 8");
    assert_eq!(fs::read(world.path("s.dat")).expect("reads"), damaged);
}

#[test]
fn other_files_are_not_touched() {
    let world = World::new();
    positions(&world, 2);
    let good = engine("good", "x");
    let table = fs::read(world.path("zobrist_board_81.dat")).expect("reads");
    for (name, content) in [
        ("notes.txt", &b"my notes, very precious text."[..]),
        ("short.txt", b"hello"),
        ("zobrist_board_81.dat", &table),
        ("b.txt", &fs::read(world.path("b.txt")).expect("reads")),
    ] {
        world.write(name, content);
        score(&world, &good, &format!("p.dat --out {name}"))
            .sentence()
            .begins(format!("{name}: byte "));
        assert_eq!(fs::read(world.path(name)).expect("reads"), content, "{name}");
    }
}

/// Returns the error of scoring while another process scores into `s.dat`.
fn error_beside_another(arguments: &str) -> String {
    let world = World::new();
    positions(&world, 9);
    let child = begin(&world, "1", 1);
    wait_for_scores(&world, 1);
    let error = score(&world, &engine("good", "x"), arguments).sentence();
    kill(child);
    error
}

#[test]
fn a_queue_serves_one_process_at_a_time() {
    error_beside_another("p.dat --out t.dat --queue s_queue.dat")
        .says("s_queue.dat is being written to by another process");
}

#[test]
fn a_file_is_scored_by_one_process_at_a_time() {
    error_beside_another("p.dat --out s.dat").says("s.dat is being written to by another process");
}

#[test]
fn wrong_names_are_refused_before_anything_is_asked() {
    let world = World::new();
    positions(&world, 1);
    let good = engine("good", "x");
    for (arguments, said) in cases(
        "
            p.dat --out s.dat --queue p.dat => p.dat is the queue itself
            p.dat --out p.dat => p.dat is the scored file
            --out s.dat => there is nothing to score
            p.dat --out s.dat --queue ./s.dat => s.dat cannot be both the queue and the scored file
            missing.dat --out s.dat => missing.dat cannot be read
            p.dat --out no/s.dat => no/s_queue.dat cannot be written: No such file or directory (os error 2)
        ",
    ) {
        score(&world, &good, arguments).sentence().says(said);
    }
    for engine in ["'", "", "''"] {
        let ran = score(&world, engine, "p.dat --out s.dat");
        assert!(ran.status == 2 && ran.err.starts_with("bgo: --engine "), "{ran:?}");
    }
    assert!(!world.path("s.dat").exists());
}
