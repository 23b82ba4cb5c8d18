//! Memory limits for reading a record, whatever its content. Needs Linux, which reports
//! the peak memory of a process.

#![cfg(target_os = "linux")]

use bgo::internal::record::{CanonicalMoves, Content, Extent, game_lines, game_trees, portable};
use bgo::internal::store::game_words;
use std::fs;
use std::sync::{Mutex, PoisonError};

/// The length of each record in bytes.
const LENGTH: usize = 32 << 20;

/// The bytes allowed in addition to a text of any length: for comments, names and the
/// overhead of the allocator.
const BESIDE: usize = 8 << 20;

/// Serializes the tests, because the peak is that of the whole process.
static ALONE: Mutex<()> = Mutex::new(());

/// Returns a value of `/proc/self/status` in bytes.
fn memory(line: &str) -> usize {
    let status = fs::read_to_string("/proc/self/status").expect("is there");
    let line = status.lines().find(|text| text.starts_with(line)).expect("a line");
    let kibibytes = line.split_whitespace().nth(1).expect("a number");
    kibibytes.parse::<usize>().expect("a number") << 10
}

/// Returns the peak memory of a function beyond that in use before, or `None` if the
/// peak cannot be reset.
fn peak(run: impl FnOnce()) -> Option<usize> {
    fs::write("/proc/self/clear_refs", "5").ok()?;
    let before = memory("VmRSS:");
    run();
    Some(memory("VmHWM:").saturating_sub(before))
}

/// Returns a record of about [`LENGTH`] bytes: `head`, `part` repeated, and `tail`.
fn record(head: &str, part: &str, tail: &str) -> String {
    let mut text = String::with_capacity(LENGTH);
    text.push_str(head);
    while text.len() + part.len() + tail.len() <= LENGTH {
        text.push_str(part);
    }
    text + tail
}

#[test]
#[ignore = "takes long"]
fn reading_a_record_takes_little_more_than_its_text() {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let records = [
        ("a variation", "(;B[aa](;W[bb])(", ";B[cc]", "))"),
        ("a name", "(;PB[", "x", "])"),
        ("a name of escapes", "(;PB[", "\\x", "])"),
        ("an event of accents", "(;EV[", "É ", "])"),
        ("a comment", "(;C[", "going ", "];B[aa])"),
        ("a comment of accents", "(;C[", "\u{fdfa} ", "];B[aa])"),
        ("comments", "(;C", "[a]", ";B[aa])"),
        ("comments of many nodes", "(", ";C[a]", ")"),
        ("empty setup", "(;AB", "[]", ";B[aa])"),
        ("setup", "(;AB", "[aa][bb]", ";B[aa])"),
        ("setup of the whole board", "(;SZ[19]", ";AB[aa:ss]", ")"),
        ("moves of one node", "(;B[aa];W", "[]", ")"),
        ("moves", "(", ";B[]", ")"),
        ("an identifier", "(;", "A", "[a])"),
        ("nodes", "(", ";", ")"),
        ("parentheses", "(;", "(", ""),
        ("variations", "(;B[aa]", "(;W[bb])", ")"),
        ("variations in variations", "(;B[aa]", "(;W[]", ")"),
        ("variations of setup", "(;SZ[19];B[aa]", "(;AW[aa:ss])", ")"),
        ("variations of comments", "(;B[aa]", "(;C[a])", ")"),
        ("empty variations", "(;B[aa]", "(;)", ")"),
        ("ended variations", "(;B[aa]", "(;W[zz])", ")"),
    ];
    for (name, head, part, tail) in records {
        let text = &record(head, part, tail);
        let mut counted = 0;
        let reading = peak(|| {
            for tree in game_trees(text) {
                let record = tree.game.expect("a game");
                counted += game_lines(text).map_or(0, |lines| lines.expect("a game").variations.len());
                counted += record.steps.len() + game_words(&record).len();
                counted += CanonicalMoves::new(&record, record.steps.len()).count();
            }
        });
        let Some(reading) = reading else {
            println!("skipped: the peak cannot be reset");
            return;
        };
        println!(
            "{name}: {:.2} times its text ({counted})",
            reading as f64 / LENGTH as f64
        );
        assert!(reading < LENGTH, "{name}: {reading} bytes");
    }
}

#[test]
#[ignore = "takes long"]
fn the_portable_text_of_a_record_takes_no_more_than_itself() {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let records = [
        ("no moves", "(;C[", "x", "])"),
        ("encodings", "(;", "CA[]", ")"),
        ("values of nothing", "(;", "[]", ")"),
        ("open parentheses", "(;", "(", ""),
    ];
    for (name, head, part, tail) in records {
        let text = &record(head, part, tail);
        let mut length = 0;
        let taken = peak(|| {
            let record = game_trees(text).next().expect("a tree").game.expect("a game");
            let outcome = Extent {
                moves: 0,
                steps: 0,
                repairs: bgo::internal::record::Repairs::default(),
            };
            length = portable(text).len();
            let _ = Content::new(&record, &outcome, text).hash(&record.info);
        });
        let Some(taken) = taken else {
            println!("skipped: the peak cannot be reset");
            return;
        };
        println!("{name}: {:.2} times {length} bytes", taken as f64 / length as f64);
        assert!(taken < length + BESIDE, "{name}: {taken} of {length} bytes");
    }
}
