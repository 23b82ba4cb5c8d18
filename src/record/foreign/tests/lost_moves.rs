//! No move of a foreign record is lost without a word.

use crate::record::foreign::Translated;

/// Returns the moves of a record as SGF, and what is reported of it.
fn read(text: &str) -> (String, String) {
    let Translated { sgf, repairs, .. } = Translated::of(text).expect("foreign");
    let moves = sgf.split_once(';').and_then(|(_, rest)| rest.split_once(';'));
    let moves = moves.map_or(String::new(), |(_, moves)| moves.trim_end_matches(')').to_owned());
    (moves, repairs.reason().unwrap_or_default())
}

fn ngf(moves: &str) -> String {
    let count = moves.lines().count();
    format!("match\r\n9\r\na\r\nb\r\nsite\r\n0\r\n0\r\n6\r\n20110812\r\n10\r\nBlack wins\r\n{count}\r\n{moves}")
}

#[test]
fn blank_lines_may_stand_before_ngf() {
    let text = ngf("PMABBEEEE\nPMACWDDDD\n");
    let expected = read(&text);
    assert_eq!(expected, ("B[dd];W[cc]".to_owned(), String::new()));
    for before in ["\n", "\r\n\r\n", " \n\t\n\n", &"\n".repeat(100)] {
        let text = format!("{before}{text}");
        assert_eq!(read(&text), expected, "{before:?}");
        assert!(Translated::of(&text).expect("foreign").sgf.contains("EV[match]"));
    }
    // The event is blank, too.
    let nameless = format!("\n\n{}", text.replace("match", ""));
    assert_eq!(read(&nameless), expected);
    assert!(!Translated::of(&nameless).expect("foreign").sgf.contains("EV["));
}

#[test]
fn an_event_that_begins_like_a_move_is_an_event() {
    let text = ngf("PMABBEEEE\n").replace("match", "PM Cup");
    assert_eq!(read(&text), ("B[dd]".to_owned(), String::new()));
    assert!(Translated::of(&text).expect("foreign").sgf.contains("EV[PM Cup]"));
}

#[test]
fn small_letters_are_read() {
    let expected = ("B[dd];W[cc];B[]".to_owned(), String::new());
    assert_eq!(read(&ngf("pmabbeeee\nPMacwDDDD\nPmAdbaaaa\n")), expected);
    let gib = |moves: &str| format!("\\HS\n\\[LINE=9\\]\n\\HE\n\\GS\nini 0 1 0\n{moves}\\GE\n");
    assert_eq!(
        read(&gib("sto 0 2 1 3 3\nSto 0 3 2 2 2\nski 0 4\n")),
        ("B[dd];W[cc];B[]".to_owned(), String::new())
    );
    let ugf = "[header]\nsize=9\n[data]\ndd,b1,1,0\ncc,w1,2,0\nya,b1,3,0\n";
    assert_eq!(read(ugf), expected);
}

#[test]
fn a_line_that_took_the_number_of_a_move_ends_the_game_before_it() {
    let ends = |text: &str, kept: &str, reason: &str| {
        let (moves, said) = read(text);
        assert_eq!(moves, kept, "{text}");
        assert!(said.contains(reason), "{text}: {said}");
    };
    let between = "\"QMACWDDDD\" stands between move 1 and move 3 and is no readable move; the game ends before it";
    ends(&ngf("PMABBEEEE\nQMACWDDDD\nPMADBFFFF\n"), "B[dd]", between);
    // The last line, which no move follows.
    ends(
        &ngf("PMABBEEEE\nPMACWDDDD\nXX\n"),
        "B[dd];W[cc]",
        "announces 3 moves and has 2",
    );
    ends(&ngf("PMABBEEEE\nPM\n"), "B[dd]", "\"PM\" is no move");
    let gib = |moves: &str| format!("\\HS\n\\[LINE=9\\]\n\\HE\n\\GS\nINI 0 1 0\n{moves}\\GE\n");
    ends(
        &gib("STO 0 2 1 3 3\nST0 0 3 2 2 2\nSTO 0 4 1 5 5\n"),
        "B[dd]",
        "\"ST0 0 3 2 2 2\" is no move",
    );
    ends(
        &gib("STO 0 2 1 3 3\nST0 0 3 2 2 2\n"),
        "B[dd]",
        "\"ST0 0 3 2 2 2\" is no move",
    );
    ends(
        &gib("STO 0 2 1 3 3\nSTO0 3 2 2 2\nSTO 0 4 1 5 5\n"),
        "B[dd]",
        "\"STO0 3 2 2 2\" stands between move 2 and move 4",
    );
    ends(&ngf("XX\nPMACWDDDD\n"), "", "\"XX\" stands between move 0 and move 2");
    let ugf = |moves: &str| format!("[Header]\nSize=9\n[Data]\n{moves}");
    for line in ["CC;W1,2,0", "C,W1,2,0", "CC,X1,2,0", "CC", "#"] {
        let reason = format!("\"{line}\" is no move");
        ends(&ugf(&format!("DD,B1,1,0\n{line}\nEE,B1,3,0\n")), "B[dd]", &reason);
    }
}

#[test]
fn lines_of_unknown_kinds_that_take_no_number_are_passed_over() {
    let gib = "\\HS\n\\[LINE=9\\]\n\\HE\n\\GS\n2 1 0\n4 0 &4\nINI 0 1 0\nSTO 0 2 1 3 3\nXYZ 1 2\nSTO 0 3 2 2 2\nSUR 0 4 1\n\\GE\n";
    assert_eq!(read(gib), ("B[dd];W[cc]".to_owned(), String::new()));
    // Moves without INI.
    assert_eq!(
        read(&gib.replace("INI 0 1 0\n", "")),
        ("B[dd];W[cc]".to_owned(), String::new())
    );
    let text = ngf("PMABBEEEE\nPMACWDDDD\n").replace("PMAC", "time 10\n\nPMAC");
    assert_eq!(read(&text), ("B[dd];W[cc]".to_owned(), String::new()));
    let ugf = "[Header]\nSize=9\n[Data]\nDD,B1,1,0\n.a remark\n\nCC,W1,2,0\n";
    assert_eq!(read(ugf), ("B[dd];W[cc]".to_owned(), String::new()));
}
