//! Engines of every kind: GNU Go as it is, and one of a few lines of shell that
//! does what engines should not.

use super::boards::{BOARD, run, size};
use crate::world::{Ran, World};
use bgo::position_file::PositionRecord;
use bgo_research::formats::gtp::read_score;
use bgo_research::formats::positions::{PositionReader, Score, ScoredPosition, ScoredReader};
use bgo_research::positions::scoring::confidence;
use serde_json::Value;
use std::collections::HashSet;
use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

/// Estimates every position at 5 points, but does as its first argument says with
/// those whose record has the text of the second in it. It notes its process in the
/// file `engines` for every position. Engines that are `together` wait until there are
/// four.
const ENGINE: &str = r#"
while read -r id command rest; do
  case "$command" in
    list_commands) printf "=$id loadsgf\nestimate_score\nfinal_score\n\n" ;;
    loadsgf)
      echo $$ >> engines
      if grep -q -F "$2" "$rest"; then
        case "$1" in
          crash) echo "assertion failed" >&2; exit 3 ;;
          hang) cat > /dev/null ;;
          babble) printf 'I think that Black is ahead\n' ;;
          refuse) printf "?$id cannot load\n\n" ;;
          together)
            touch "together.$$"
            until [ "$(ls together.* | wc -l)" -ge 4 ]; do sleep 0.05; done
            printf "=$id\n\n" ;;
          *) printf "=$id\n\n" ;;
        esac
      else
        printf "=$id\n\n"
      fi ;;
    estimate_score)
      if [ "$1" = nonsense ]; then printf "=$id about even\n\n"
      elif [ "$1" = huge ]; then printf "=$id B+999\n\n"
      else printf "=$id B+5.0 (upper bound: -4.0, lower: -6.0)\n\n"; fi ;;
    final_score) printf "=$id B+5.0\n\n" ;;
    *) printf "?$id unknown command\n\n" ;;
  esac
done
"#;

/// As many positions, each with one more white stone in the first row.
pub fn positions(world: &World, count: usize) -> Vec<PositionRecord> {
    let boards: String = (0..count)
        .map(|n| format!("{}\n", BOARD.replacen('.', "O", n)))
        .collect();
    world.write("b.txt", boards);
    run(world, &["parse", "b.txt", "--out", "p.dat", "--overwrite"]);
    world.write("engine.sh", ENGINE);
    let bytes = fs::read(world.path("p.dat")).expect("reads");
    let records = PositionReader::new(&bytes[..], "p.dat", size(9));
    records.collect::<Result<_, _>>().expect("sound")
}

pub fn engine(does: &str, with: &str) -> String {
    format!("sh engine.sh {does} {with}")
}

pub fn scored(path: &Path) -> Vec<ScoredPosition> {
    let bytes = fs::read(path).unwrap_or_default();
    ScoredReader::new(&bytes[..], "s.dat")
        .collect::<Result<_, _>>()
        .expect("sound")
}

pub fn queue(path: &Path) -> Vec<PositionRecord> {
    let bytes = fs::read(path).unwrap_or_default();
    PositionReader::new(&bytes[..], "q.dat", size(9))
        .collect::<Result<_, _>>()
        .expect("sound")
}

#[test]
fn every_position_gets_one_score_and_none_a_second_time() {
    let world = World::new();
    let records = positions(&world, 9);
    let good = engine("good", "x");
    let document = world.json([
        "positions",
        "score",
        "p.dat",
        "--engine",
        &good,
        "--out",
        "s.dat",
        "--json",
        "--quiet",
    ]);
    assert_eq!(
        (&document["scored"], &document["left"]),
        (&Value::from(9), &Value::from(0))
    );
    let found = scored(&world.path("s.dat"));
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
    let again = world.json([
        "positions",
        "score",
        "p.dat",
        "p.dat",
        "--engine",
        &good,
        "--out",
        "s.dat",
        "--json",
        "--quiet",
    ]);
    assert_eq!(
        (&again["scored_before"], &again["scored"]),
        (&Value::from(9), &Value::from(0))
    );
    assert_eq!(fs::read(world.path("s.dat")).expect("reads"), before);
    // Played out it is surer.
    run(
        &world,
        &[
            "score",
            "p.dat",
            "--engine",
            &good,
            "--out",
            "o.dat",
            "--play-out",
            "--engines",
            "3",
        ],
    );
    assert!(
        scored(&world.path("o.dat"))
            .iter()
            .all(|scored| scored.confidence == 67)
    );
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
        // The position with four white stones in the first row and no more.
        let bad = engine(does, "AW[aa][ba][ca][gc]");
        let ran = Ran::new(&mut world.bgo([
            "positions",
            "score",
            "p.dat",
            "--engine",
            &bad,
            "--out",
            "s.dat",
            "--timeout",
            // The other positions must be answered in time, on a busy machine too.
            if does == "hang" { "10" } else { "600" },
            "--engines",
            "2",
        ]));
        assert_eq!(ran.status, 1, "{ran:?}");
        assert!(ran.err.contains(said), "{does}: {}", ran.err);
        assert!(
            ran.err
                .contains("1 position could not be scored; 1 position left in s_queue.dat"),
            "{}",
            ran.err
        );
        if does == "crash" {
            assert!(ran.err.contains("it said: assertion failed"), "{}", ran.err);
        }
        let found = scored(&world.path("s.dat"));
        assert_eq!(found.len(), 6, "{does}");
        assert_eq!(queue(&world.path("s_queue.dat")), [records[3].clone()]);
        // Without files it goes on with the queue.
        run(&world, &["score", "--engine", &engine("good", "x"), "--out", "s.dat"]);
        assert_eq!(scored(&world.path("s.dat"))[..6], found);
        assert_eq!(scored(&world.path("s.dat"))[6].id, records[3].id());
        assert!(!world.path("s_queue.dat").exists());
    }
}

#[test]
fn an_engine_that_always_fails_is_given_up() {
    let world = World::new();
    positions(&world, 8);
    for (command, said) in [
        (
            "nosuchengine --mode gtp".to_owned(),
            "the engine nosuchengine cannot be started",
        ),
        (
            "false".to_owned(),
            "the engine ended (exit status: 1) instead of answering to \"list_commands\"",
        ),
        ("cat".to_owned(), "it wrote \"1 list_commands\", which is not an answer"),
        ("yes".to_owned(), "it wrote \"y\", which is not an answer"),
        (
            "sh -c 'sleep 61; true'".to_owned(),
            "did not answer to \"list_commands\" within 1 s",
        ),
        (
            "sh -c 'read x; echo =1 name; echo; cat'".to_owned(),
            "knows neither of the commands loadsgf and play",
        ),
        (engine("nonsense", "x"), "answered \"about even\", which is not a score"),
        (
            engine("huge", "x"),
            "answered \"B+999\", which is not a score of this board",
        ),
        (engine("crash", "SZ"), "it said: assertion failed"),
        // It floods us with answers that nobody asked for.
        (
            "sh -c 'echo =1 play; echo final_score; echo; exec yes \"= B+5\n\"'".to_owned(),
            "the engine gave an answer without the number of the command",
        ),
    ] {
        let ran = Ran::new(&mut world.bgo([
            "positions",
            "score",
            "p.dat",
            "--engine",
            &command,
            "--out",
            "s.dat",
            "--timeout",
            if command.contains("sleep") { "1" } else { "600" },
            "--engines",
            "2",
        ]));
        assert_eq!(ran.status, 1, "{command}: {ran:?}");
        let last = ran.err.lines().last().unwrap_or_default();
        assert!(last.contains(said), "{command}: {}", ran.err);
        assert!(
            last.contains("8 positions left in s_queue.dat"),
            "{command}: {}",
            ran.err
        );
        assert_eq!(queue(&world.path("s_queue.dat")).len(), 8, "{command}");
        assert!(!world.path("s.dat").exists(), "{command}");
    }
}

#[test]
fn an_engine_without_loadsgf_gets_the_stones_one_by_one() {
    let world = World::new();
    positions(&world, 2);
    // It tells the number of stones that it was given as the score.
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
    run(
        &world,
        &[
            "score",
            "p.dat",
            "--engine",
            "sh plain.sh",
            "--out",
            "s.dat",
            "--engines",
            "1",
        ],
    );
    let points: Vec<u8> = scored(&world.path("s.dat"))
        .iter()
        .map(|scored| scored.score.points())
        .collect();
    assert_eq!(points, [3, 4]);
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
    let ran = Ran::new(&mut world.bgo([
        "positions",
        "score",
        "bad.dat",
        "p.dat",
        "--engine",
        &engine("good", "x"),
        "--out",
        "s.dat",
    ]));
    assert!(ran.err.contains("the chain at aa has no liberty"), "{}", ran.err);
    assert_eq!((ran.status, scored(&world.path("s.dat")).len()), (1, 1));
    assert_eq!(queue(&world.path("s_queue.dat")).len(), 1);
}

/// What an engine has started ends with it.
#[cfg(target_os = "linux")]
#[test]
fn no_child_of_an_engine_stays() {
    let world = World::new();
    positions(&world, 1);
    // One of its group, one of a session of its own, and a child of that one; none
    // keeps the pipes open.
    let parent = r#"
sleep 62 > /dev/null 2>&1 &
echo $! > child
setsid sh -c 'sleep 63 & echo $! > grandchild; echo $$ > daemon; wait' > /dev/null 2>&1 < /dev/null &
until [ -s daemon ]; do sleep 0.05; done
"#;
    world.write("parent.sh", parent);
    let ran = Ran::new(&mut world.bgo([
        "positions",
        "score",
        "p.dat",
        "--engine",
        "sh parent.sh",
        "--out",
        "s.dat",
        "--engines",
        "1",
    ]));
    assert_eq!(ran.status, 1);
    for name in ["child", "daemon", "grandchild"] {
        let child = fs::read_to_string(world.path(name)).expect("reads");
        let state = fs::read_to_string(format!("/proc/{}/stat", child.trim())).unwrap_or_default();
        assert!(state.is_empty() || state.contains(") Z "), "{name}: {state}");
    }
}

/// Which colour is next makes a difference to who plays out.
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
    run(
        &world,
        &["score", "p.dat", "b.dat", "--engine", "sh turn.sh", "--out", "s.dat"],
    );
    let mut points: Vec<u8> = scored(&world.path("s.dat"))
        .iter()
        .map(|scored| scored.score.points())
        .collect();
    points.sort_unstable();
    assert_eq!(points, [4, 7]);
}

/// The real engine gives what it gives when it is asked by hand.
#[test]
fn gnu_go_scores_positions() {
    // By its path, as the programs of these tests have no PATH.
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::env::split_paths(&path).chain(["/usr/games".into()]);
    let Some(program) = folders
        .map(|folder| folder.join("gnugo"))
        .find(|program| program.is_file())
    else {
        eprintln!("skipped: GNU Go is not installed");
        return;
    };
    let program = program.to_str().expect("a path");
    let world = World::new();
    let records = positions(&world, 5);
    let command = format!("{program} --mode gtp --chinese-rules --level 1");
    run(
        &world,
        &["score", "p.dat", "--engine", &command, "--out", "gnugo_chinese.dat"],
    );
    let sorted = |name: &str| {
        let mut found = scored(&world.path(name));
        found.sort_by_key(|scored| scored.id);
        found
    };
    for (record, n) in records.iter().zip(0..) {
        let sgf = world.write(&format!("{n}.sgf"), record_text(record));
        let mut gnugo = Command::new(program)
            .args(["--mode", "gtp", "--chinese-rules", "--level", "1"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("starts");
        let asked = format!(
            "loadsgf {}\nestimate_score\nplay black pass\nset_random_seed 1\nfinal_score\nquit\n",
            sgf.display()
        );
        gnugo
            .stdin
            .take()
            .expect("a pipe")
            .write_all(asked.as_bytes())
            .expect("writes");
        let said = String::from_utf8(gnugo.wait_with_output().expect("ends").stdout).expect("UTF-8");
        let answers: Vec<&str> = said
            .split("\n\n")
            .map(|answer| answer.trim_start_matches(['=', ' ']))
            .collect();
        let estimate = read_score(answers[1]).unwrap_or_else(|| panic!("{said}"));
        let played_out = read_score(answers[4]).unwrap_or_else(|| panic!("{said}"));
        assert!(estimate.bounds.is_some(), "{said}");
        let expected = |played_out| ScoredPosition {
            id: record.id(),
            score: Score::of_lead(estimate.lead),
            confidence: confidence(&estimate, played_out),
        };
        let found = sorted("gnugo_chinese.dat")
            .into_iter()
            .find(|scored| scored.id == record.id());
        let found = found.expect("has a score");
        let by_hand = expected(None);
        assert_eq!(found.score, by_hand.score, "{said}");
        // What it looked at before can move a bound by a tenth of a point.
        assert!(found.confidence.abs_diff(by_hand.confidence) <= 1, "{found:?} {said}");
        // In a process of its own, as playing one out changes how GNU Go sees the next.
        world.write("one.dat", record.as_bytes());
        let out = format!("out{n}.dat");
        run(
            &world,
            &["score", "one.dat", "--engine", &command, "--out", &out, "--play-out"],
        );
        assert_eq!(sorted(&out), [expected(Some(&played_out))], "{said}");
    }
    let lookup = run(
        &world,
        &["scores", "lookup", "gnugo_chinese.dat", &records[2].id().to_string()],
    );
    let third = sorted("gnugo_chinese.dat")
        .into_iter()
        .find(|scored| scored.id == records[2].id())
        .expect("has it");
    assert_eq!(
        lookup,
        format!("{} {} {}\n", third.id, third.score.points(), third.confidence)
    );
}

fn record_text(record: &PositionRecord) -> String {
    let stones = |color| {
        let of_color = record.stones().filter(move |stone| stone.1 == color);
        of_color.map(|(point, _)| format!("[{point}]")).collect::<String>()
    };
    use bgo::go::Color::{Black, White};
    format!("(;SZ[9]KM[0]AB{}AW{}PL[W])", stones(Black), stones(White))
}
