//! Engines of every kind: a script of a few lines that misbehaves in all ways.

use super::boards::{BOARD, run};
use super::scoring::{engine, positions, queue, score, score_json, scored};
use crate::world::World;
use bgo::internal::position_file::PositionRecord;
use serde_json::Value;
use std::collections::HashSet;
use std::fs;
use testkit::{Text, cases};

fn points(world: &World) -> Vec<u8> {
    let scored = scored(world, "s.dat");
    scored.iter().map(|scored| scored.score.points()).collect()
}

#[test]
fn every_position_gets_one_score_and_none_a_second_time() {
    let world = World::new();
    let records = positions(&world, 9);
    let document = score_json(&world, "p.dat --out s.dat");
    assert_eq!(
        (&document["scored"], &document["left"]),
        (&Value::from(9), &Value::from(0))
    );
    let found = scored(&world, "s.dat");
    let ids: HashSet<_> = found.iter().map(|scored| scored.id).collect();
    assert_eq!(found.len(), 9);
    assert_eq!(ids, records.iter().map(PositionRecord::id).collect());
    assert!(
        found
            .iter()
            .all(|scored| scored.score.points() == 5 && scored.confidence == 33)
    );
    assert!(!world.path("s_queue.dat").exists());
    let before = fs::read(world.path("s.dat")).expect("reads");
    let again = score_json(&world, "p.dat p.dat --out s.dat");
    assert_eq!(
        (&again["scored_before"], &again["scored"]),
        (&Value::from(9), &Value::from(0))
    );
    assert_eq!(fs::read(world.path("s.dat")).expect("reads"), before);
    // Playing out adds confidence.
    let ran = score(&world, &engine("good", "x"), "p.dat --out o.dat --play-out --engines 3");
    assert_eq!(ran.status, 0, "{ran:?}");
    assert!(scored(&world, "o.dat").iter().all(|scored| scored.confidence == 67));
    let processes: HashSet<String> = fs::read_to_string(world.path("engines"))
        .expect("reads")
        .lines()
        .map(str::to_owned)
        .collect();
    assert!(processes.len() >= 4, "{processes:?}");
}

#[test]
fn an_engine_that_fails_at_one_position_scores_the_others() {
    for (does, said) in [
        (
            "crash",
            "the engine ended (exit status: 3) instead of answering to \"loadsgf ",
        ),
        ("hang", "did not answer to \"loadsgf "),
        (
            "babble",
            "it wrote \"I think that Black is ahead\", which is not an answer",
        ),
        ("refuse", "the engine answered \"? cannot load\""),
    ] {
        let world = World::new();
        let records = positions(&world, 7);
        // Matches only the position with exactly four white stones.
        let bad = engine(does, "AW[aa][ba][ca][gc]");
        // The other positions must be answered in time even on a busy machine.
        let timeout = if does == "hang" { 10 } else { 600 };
        let arguments = format!("p.dat --out s.dat --timeout {timeout} --engines 2");
        let ran = score(&world, &bad, &arguments);
        assert_eq!(ran.status, 1, "{ran:?}");
        ran.err.says(said);
        ran.err
            .says("1 position could not be scored; 1 position left in s_queue.dat");
        if does == "crash" {
            ran.err.says("it said: assertion failed");
        }
        let found = scored(&world, "s.dat");
        assert_eq!(found.len(), 6, "{does}");
        assert_eq!(queue(&world), [records[3].clone()]);
        // Without files, the command scores the queue.
        run(&world, &["score", "--engine", &engine("good", "x"), "--out", "s.dat"]);
        assert_eq!(scored(&world, "s.dat")[..6], found);
        assert_eq!(scored(&world, "s.dat")[6].id, records[3].id());
        assert!(!world.path("s_queue.dat").exists());
    }
}

#[test]
fn an_engine_that_always_fails_is_given_up() {
    let world = World::new();
    positions(&world, 8);
    // The last engine sends an endless stream of unrequested answers.
    for (command, said) in cases(
        r#"
        nosuchengine --mode gtp => the engine nosuchengine cannot be started
        false => the engine ended (exit status: 1) instead of answering to "list_commands"
        cat => it wrote "1 list_commands", which is not an answer
        yes => it wrote "y", which is not an answer
        sh -c 'sleep 61; true' => did not answer to "list_commands" within 1 s
        sh -c 'read x; echo =1 name; echo; cat' => knows neither of the commands loadsgf and play
        sh engine.sh nonsense x => answered "about even", which is not a score
        sh engine.sh huge x => answered "B+999", which is not a score of this board
        sh engine.sh crash SZ => it said: assertion failed
        sh -c 'echo =1 play; echo final_score; echo; yes "= B+5" | sed G' => the engine gave an answer without the number of the command
        "#,
    ) {
        let timeout = if command.contains("sleep") { 1 } else { 600 };
        let arguments = format!("p.dat --out s.dat --timeout {timeout} --engines 2");
        let ran = score(&world, command, &arguments);
        assert_eq!(ran.status, 1, "{command}: {ran:?}");
        let last = ran.err.lines().last().unwrap_or_default();
        last.says(said);
        last.says("8 positions left in s_queue.dat");
        assert_eq!(queue(&world).len(), 8, "{command}");
        assert!(!world.path("s.dat").exists(), "{command}");
    }
}

#[test]
fn an_engine_without_loadsgf_gets_the_stones_one_by_one() {
    let world = World::new();
    positions(&world, 2);
    // This engine gives the number of stones as the score.
    world.write(
        "plain.sh",
        r#"
stones=0
while read -r id command rest; do
  case "$command" in
    list_commands) printf "=$id play\nboardsize\nclear_board\nkomi\nfinal_score\n\n" ;;
    clear_board) stones=0; printf "=$id\n\n" ;;
    play) echo "$rest" >> played; printf "=$id\n\n"
      case "$rest" in *pass) ;; *) stones=$((stones + 1)) ;; esac ;;
    final_score) printf "=$id B+%s.0\n\n" "$stones" ;;
    *) printf "=$id\n\n" ;;
  esac
done
"#,
    );
    let ran = score(&world, "sh plain.sh", "p.dat --out s.dat --engines 1");
    assert_eq!(ran.status, 0, "{ran:?}");
    assert_eq!(points(&world), [3, 4]);
    let played = fs::read_to_string(world.path("played")).expect("reads");
    assert_eq!(
        played.lines().take(4).collect::<Vec<_>>(),
        ["white G7", "black D6", "black F4", "black pass"]
    );
}

#[test]
fn a_position_of_no_game_is_told_of_and_left() {
    let world = World::new();
    positions(&world, 1);
    world.write(
        "b.txt",
        BOARD.replacen(".........\n.........", "#O.......\nO........", 1),
    );
    run(&world, &["parse", "b.txt", "--out", "bad.dat"]);
    let ran = score(&world, &engine("good", "x"), "bad.dat p.dat --out s.dat");
    ran.err.says("the chain at aa has no liberty");
    assert_eq!((ran.status, scored(&world, "s.dat").len()), (1, 1));
    assert_eq!(queue(&world).len(), 1);
}

/// Processes that an engine starts end with it.
#[cfg(target_os = "linux")]
#[test]
fn no_child_of_an_engine_stays() {
    let world = World::new();
    positions(&world, 1);
    // A child in the engine's process group, a daemon in its own session, and
    // a child of the daemon. None of them keeps the pipes open.
    let parent = r#"
sleep 62 > /dev/null 2>&1 &
echo $! > child
setsid sh -c 'sleep 63 & echo $! > grandchild; echo $$ > daemon; wait' > /dev/null 2>&1 < /dev/null &
until [ -s daemon ]; do sleep 0.05; done
"#;
    world.write("parent.sh", parent);
    let ran = score(&world, "sh parent.sh", "p.dat --out s.dat --engines 1");
    assert_eq!(ran.status, 1);
    for name in ["child", "daemon", "grandchild"] {
        let child = fs::read_to_string(world.path(name)).expect("reads");
        let state = fs::read_to_string(format!("/proc/{}/stat", child.trim())).unwrap_or_default();
        assert!(state.is_empty() || state.contains(") Z "), "{name}: {state}");
    }
}

/// The side to play affects the result of playing out.
#[test]
fn the_engine_is_told_whose_turn_it_is() {
    let world = World::new();
    positions(&world, 1);
    world.write(
        "turn.sh",
        r#"
while read -r id command rest; do
  case "$command" in
    list_commands) printf "=$id loadsgf\nplay\nfinal_score\n\n" ;;
    play) last="$rest"; printf "=$id\n\n" ;;
    final_score) if [ "$last" = "black pass" ]; then printf "=$id B+4\n\n"; else printf "=$id B+7\n\n"; fi ;;
    *) last=; printf "=$id\n\n" ;;
  esac
done
"#,
    );
    world.write("black.txt", BOARD.replace("white to play", "black to play"));
    run(&world, &["parse", "black.txt", "--out", "b.dat"]);
    let ran = score(&world, "sh turn.sh", "p.dat b.dat --out s.dat");
    assert_eq!(ran.status, 0, "{ran:?}");
    let mut points = points(&world);
    points.sort_unstable();
    assert_eq!(points, [4, 7]);
}
