//! Input that no program sends, and ends of sessions.

use super::talk::{Talk, session};
use crate::world::{World, game};
use testkit::Rng;
#[cfg(target_os = "linux")]
use testkit::Text;

const WORDS: &str = "\
    play genmove boardsize undo clear_board komi fixed_handicap set_free_handicap place_free_handicap \
    lz-analyze kata-analyze lz-genmove_analyze bgo-pattern bgo-games bgo-search bgo-heat_map loadsgf \
    time_left list_stones showboard known_command b w black D4 q16 E5 c3 pass 9 19 5 0 -1 \
    99999999999999999999 1e308 nan interval avoid \t";

/// Returns a line of words and bytes, neither of which begins a comment or ends the session.
fn line(rng: &mut Rng) -> Vec<u8> {
    let words: Vec<&str> = WORDS.split(' ').collect();
    let mut line = Vec::new();
    for _ in 0..rng.below(6) {
        match rng.one_in(5) {
            true => line.extend((0..rng.below(12)).map(|_| rng.below(256) as u8)),
            false => line.extend(rng.pick(&words).bytes()),
        }
        line.push(b' ');
    }
    line.retain(|byte| !b"\n#".contains(byte));
    line
}

#[test]
fn every_line_is_answered_once_whatever_is_in_it() {
    let world = World::with(&[&game("SZ[9]", "ee gc cg"), &game("", "pd dp pp dd")]);
    let mut rng = Rng::new(7);
    const LINES: usize = 4000;
    let mut input = Vec::new();
    for number in 0..LINES {
        input.extend(number.to_string().bytes());
        input.push(b' ');
        input.extend(line(&mut rng));
        input.push(b'\n');
    }
    let output = session(&world, [], input);
    let heads: Vec<&str> = output
        .split("\n\n")
        .filter(|response| !response.is_empty())
        .map(|response| response.split(['\n', ' ']).next().unwrap_or_default())
        .collect();
    assert_eq!(heads.len(), LINES);
    for (number, head) in heads.iter().enumerate() {
        assert_eq!(head[1..], number.to_string(), "{head}");
    }
    assert!(heads.iter().filter(|head| head.starts_with('=')).count() > LINES / 20);
    assert!(output.chars().all(|c| c == '\n' || !c.is_control()));
}

/// A program may close the pipe at any time, also in the middle of an analysis.
#[test]
fn a_broken_pipe_is_success() {
    for line in ["showboard", "lz-analyze 1"] {
        let world = World::with(&[&game("", "pd dp")]);
        let Talk {
            mut engine,
            mut input,
            output,
        } = Talk::bgo(&world, []);
        drop(output);
        // The engine may end before it has read all.
        let _ = std::io::Write::write_all(&mut input, format!("{line}\n").as_bytes());
        let status = engine.wait().expect("ends");
        assert!(status.success(), "{status}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn ctrl_c_ends_it() {
    use std::io::Read;
    use std::os::unix::process::ExitStatusExt;
    for line in ["name", "lz-analyze 6000"] {
        let world = World::with(&[&game("", "pd dp")]);
        // A background job of a shell ignores Ctrl-C, and so would the engine that it starts.
        let mut command = world.command("/usr/bin/env");
        let mut talk = Talk::start(command.args(["--default-signal=INT", env!("CARGO_BIN_EXE_bgo"), "gtp"]));
        talk.send(line);
        talk.line().begins('=');
        let kill = std::process::Command::new("kill")
            .args(["-INT", &talk.engine.id().to_string()])
            .status();
        assert!(kill.expect("runs").success());
        let mut rest = String::new();
        talk.output.read_to_string(&mut rest).expect("ends");
        let status = talk.engine.wait().expect("ends");
        assert!(status.signal() == Some(2) || status.code() == Some(130), "{status}");
    }
}
