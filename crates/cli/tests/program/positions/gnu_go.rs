//! Scores of GNU Go, compared with its own answers.

use super::boards::run;
use super::scoring::{positions, score, scored};
use crate::world::World;
use bgo::internal::position_file::{PositionId, PositionRecord};
use bgo_research::formats::gtp::read_score;
use bgo_research::formats::positions::{Score, ScoredPosition};
use bgo_research::positions::scoring::confidence;
use std::io::Write;
use std::process::{Command, Stdio};

/// Scores equal those computed from GNU Go's own answers to the same commands.
#[test]
fn gnu_go_scores_positions() {
    // Found by its path, since the tests run programs without PATH.
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
    let score_all = |arguments: &str| {
        let ran = score(&world, &command, arguments);
        assert_eq!(ran.status, 0, "{ran:?}");
    };
    score_all("p.dat --out gnugo_chinese.dat");
    let found = |id: PositionId| {
        let scores = scored(&world, "gnugo_chinese.dat");
        scores.into_iter().find(|scored| scored.id == id).expect("has a score")
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
        let (lead, bounds) = read_score(answers[1]).unwrap_or_else(|| panic!("{said}"));
        let (played_out, _) = read_score(answers[4]).unwrap_or_else(|| panic!("{said}"));
        assert!(bounds.is_some(), "{said}");
        let expected = |played_out| ScoredPosition {
            id: record.id(),
            score: Score::of_lead(lead),
            confidence: confidence(lead, bounds, played_out),
        };
        let found = found(record.id());
        let by_hand = expected(None);
        assert_eq!(found.score, by_hand.score, "{said}");
        // Earlier positions can move a bound by a tenth of a point.
        assert!(found.confidence.abs_diff(by_hand.confidence) <= 1, "{found:?} {said}");
        // A new process, since playing one position out changes how GNU Go sees the next.
        world.write("one.dat", record.as_bytes());
        let out = format!("out{n}.dat");
        score_all(&format!("one.dat --out {out} --play-out"));
        assert_eq!(scored(&world, &out), [expected(Some(played_out))], "{said}");
    }
    let lookup = run(
        &world,
        &["scores", "lookup", "gnugo_chinese.dat", &records[2].id().to_string()],
    );
    let third = found(records[2].id());
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
    use bgo::internal::go::Color::{Black, White};
    format!("(;SZ[9]KM[0]AB{}AW{}PL[W])", stones(Black), stones(White))
}
