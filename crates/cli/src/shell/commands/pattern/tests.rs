use crate::shell::testing::{failure, session, shown};

/// Games with pd, qf, nc in a corner: as they are, turned, and with the colours exchanged.
const JOSEKI: [&str; 4] = ["pd qf nc rd qi", "dd cf fc bd", "aa pd qf nc rd", "pd dp qq nn"];

fn rows(text: &str, rows: std::ops::RangeInclusive<usize>) -> String {
    text.lines()
        .skip(*rows.start())
        .take(rows.count())
        .map(|row| format!("{row}\n"))
        .collect()
}

#[test]
fn an_area_shows_its_answers_and_nothing_else() {
    let mut session = session(&JOSEKI);
    shown(&mut session, "area corner 7");
    let text = shown(&mut session, "play pd qf nc");
    insta::assert_snapshot!(text, @"
      A B C D E F G H I J K L M N O P Q R S
    A                         . . . . . . . A  a - 3 W rd
    B                         . . . . . . . B  Elsewhere: 0 of 3 occurrences
    C                         . X . . . . . C  Total count: 3 games, 3 occurrences
    D                         . . . X . a . D
    E                         . . . . . . . E
    F                         . . . . O . . F
    G                         . . . . . . . G
    H                                       H
    I                                       I
    J                                       J
    K                                       K
    L                                       L
    M                                       M
    N                                       N
    O                                       O
    P                                       P
    Q                                       Q
    R                                       R
    S                                       S
      A B C D E F G H I J K L M N O P Q R S
    ");
    assert_eq!(text.lines().filter(|line| line.len() > 80).count(), 0);
    assert!(text.lines().count() <= 24, "{text}");
    assert_eq!(shown(&mut session, "board"), text);
    assert_eq!(shown(&mut session, "search"), text);
    // The colours of the third game are exchanged.
    let fixed = shown(&mut session, "area --fixed-colors");
    assert!(
        fixed.contains("  Total count: 2 games, 2 occurrences\n") && fixed.contains("  Options: --fixed-colors\n"),
        "{fixed}"
    );
    let again = shown(&mut session, "area ma,sg");
    assert_eq!(shown(&mut session, "area corner,7"), again);
    let moved = shown(&mut session, "area corner 7 8");
    assert!(moved.contains("Total count: 3 games"), "{moved}");
    assert!(shown(&mut session, "area off").contains("Total count: 2\n"));
}

#[test]
fn a_walk_through_a_joseki() {
    let mut session = session(&JOSEKI);
    shown(&mut session, "area corner 9");
    let text = shown(&mut session, "play pd");
    assert!(text.contains("a - 3 W nc\n"), "{text}");
    shown(&mut session, "play a");
    let text = shown(&mut session, "play a");
    assert!(text.contains("a - 3 W pb\n"), "{text}");
    let text = shown(&mut session, "undo");
    assert!(text.contains("a - 3 B qf\n"), "{text}");
    // A move elsewhere changes the turn and nothing in the area.
    let text = shown(&mut session, "play dp");
    assert!(text.contains("a - 3 B qf\n"), "{text}");
    assert_eq!(
        shown(&mut session, "tree --min-games 3"),
        "3 games with the pattern: at most 4 moves, each in 3 games or more\nmove, games that play it there, black wins\n\
         B qf 3\n  W pb 3\nTotal count: 3\n"
    );
}

#[test]
fn every_question_is_about_the_area() {
    let mut session = session(&JOSEKI);
    shown(&mut session, "area corner 9");
    shown(&mut session, "play pd qf");
    assert!(shown(&mut session, "games").ends_with("\n3 games\n"));
    assert!(shown(&mut session, "players").ends_with("\nTotal count: 3\n"));
    assert!(shown(&mut session, "years").ends_with("\nTotal count: 3\n"));
    let full = shown(&mut session, "search full");
    assert!(full.contains("a  B nc") && full.contains("100.0%"), "{full}");
    let filtered = shown(&mut session, "where player=2");
    assert!(
        filtered.contains("  Total count: 1 game, 1 occurrence\n") && filtered.contains("  Filter: player=2\n"),
        "{filtered}"
    );
    shown(&mut session, "where clear");
    let exported = shown(&mut session, "export games.csv");
    assert!(exported.starts_with("3 games exported"), "{exported}");
    let sgf = shown(&mut session, "tree --sgf --depth 1 --min-games 1");
    assert!(
        sgf.starts_with("(;GM[1]FF[4]CA[UTF-8]AP[bgo]SZ[19]AB[pd]AW[qf]C[---------+/"),
        "{sgf}"
    );
    assert!(sgf.contains("]LB[nc:A]\n;B[nc]C[100.0% of 3: 3 games]"), "{sgf}");
}

#[test]
fn the_tree_of_a_sequence_begins_with_its_moves() {
    let mut session = session(&JOSEKI);
    shown(
        &mut session,
        "pattern '----+/......|/......|/..2.O.|/.1...x|/*.....|/...3..|' --strict",
    );
    let sgf = shown(&mut session, "tree --sgf");
    assert!(sgf.contains("AW[rc]\n;B[od]\n;W[pc]\n;B[qf]C["), "{sgf}");
}

#[test]
fn what_is_set_is_shown_as_it_is_typed() {
    let mut session = session(&[]);
    assert_eq!(shown(&mut session, "area"), "no area is set\n");
    let none = "no pattern is set; \"area\" and \"pattern\" set one\n";
    assert_eq!(shown(&mut session, "pattern"), none);
    for line in ["area --direct", "pattern --next X"] {
        assert_eq!(failure(&mut session, line) + "\n", none);
    }
    shown(&mut session, "play pd");
    shown(&mut session, "setup * qb");
    shown(&mut session, "area S19 od --in-place --at 10..60");
    assert_eq!(shown(&mut session, "area"), "area oa rd --in-place --at 10..60\n");
    insta::assert_snapshot!(shown(&mut session, "pattern"), @"
    -------
    . . . .
    . . * .
    . . . .
    . X . .
    Options: --in-place --at 10..60
    ");
    shown(&mut session, "pattern '|#./|.x'");
    insta::assert_snapshot!(shown(&mut session, "pattern"), @"
    |# .
    |. x
    ");
    assert!(shown(&mut session, "area").starts_with("no area is set; a diagram is searched"));
    assert!(shown(&mut session, "pattern --touching").contains("  Options: --touching\n"));
    shown(&mut session, "pattern off");
    assert_eq!(shown(&mut session, "pattern"), none);
}

#[test]
fn a_diagram_is_read_from_a_file_or_from_the_line() {
    let mut session = session(&JOSEKI);
    let file = session.directory().join("my corner.txt");
    std::fs::write(
        &file,
        "------+\n. . . . . . |\n. . . . . . |\nX . . . . . |\n. . X . . . |\n",
    )
    .expect("a file");
    let from_file = shown(&mut session, "pattern 'my corner.txt'");
    assert!(from_file.contains("a - 3 W rd\n"), "{from_file}");
    let line = "pattern '------+/......|/......|/X.....|/..X...|'";
    assert_eq!(shown(&mut session, line), from_file);
    std::fs::write(&file, "X X\nX ! X\n").expect("a file");
    assert!(
        failure(&mut session, "pattern 'my corner.txt'")
            .starts_with("my corner.txt: line 2, column 3: \"!\" is not a sign")
    );
    for (bytes, fault) in [
        (vec![b'X'; 100_000], "it is longer than any diagram"),
        (vec![b'X', 255], "it is not text in UTF-8"),
    ] {
        std::fs::write(&file, bytes).expect("a file");
        assert_eq!(
            failure(&mut session, "pattern 'my corner.txt'"),
            format!("my corner.txt is not a diagram: {fault}")
        );
    }
    // A refused diagram leaves the one before.
    assert_eq!(shown(&mut session, "board"), from_file);
    assert!(failure(&mut session, "pattern '|X./|X'").contains("this row has 1 point, the first one 2"));
    assert!(
        failure(&mut session, "pattern nosuch").starts_with("nosuch is neither a file nor a diagram: line 1, column ")
    );
    assert_eq!(
        failure(&mut session, "pattern nosuch.txt"),
        "nosuch.txt: there is no such file or folder"
    );
    assert!(failure(&mut session, "pattern .").starts_with(".: it cannot be read: "));
    assert!(failure(&mut session, "pattern '|X' --in-place").starts_with("the pattern has more than one place"));
}

#[test]
fn playing_puts_the_diagram_on_the_board() {
    let mut session = session(&JOSEKI);
    shown(&mut session, "play aa");
    shown(
        &mut session,
        "pattern '------+/......|/......|/......|/..X...|/......|/*..O..|'",
    );
    let text = shown(&mut session, "play nc");
    assert!(text.contains("a - 3 B nc") || text.contains("a - 3 W rd"), "{text}");
    assert_eq!(shown(&mut session, "area"), "area na sf\n");
    for (line, last) in [("setup X aa bb", "bb"), ("play dd", "dd")] {
        let remark = format!("  {last} is outside the area na,sf,\n");
        assert!(shown(&mut session, line).contains(&remark), "{line}");
        assert!(!shown(&mut session, "search").contains("outside"));
        shown(&mut session, "undo");
    }
    assert!(!shown(&mut session, "play dd qc").contains("outside"));
    shown(&mut session, "undo 2");
    assert!(shown(&mut session, "pattern").ends_with("* . . O . .|\n"));
    assert!(shown(&mut session, "undo").contains("B nc"));
    assert_eq!(failure(&mut session, "undo"), "there is no move to take back");
    assert_eq!(
        failure(&mut session, "pattern --fix"),
        "there is no option \"--fix\"\nusage: pattern [OPTIONS] [FILE|ROWS|off]"
    );
    for (diagram, what) in [
        ("|..1/|.X.", "a sequence (\"tree\" shows the moves after it)"),
        ("|..x/|.X.", "x, o or #"),
    ] {
        shown(&mut session, &format!("pattern '{diagram}'"));
        assert_eq!(
            failure(&mut session, "play aa"),
            format!("moves need a board, and a board cannot show this diagram: it has {what}")
        );
    }
    assert!(failure(&mut session, "undo").starts_with("a diagram has no moves to take back"));
    assert!(shown(&mut session, "board reset").contains("J . . . + . . . . . + "));
}

#[test]
fn wrong_areas_have_their_sentences() {
    let mut session = session(&[]);
    let points = "an area is two opposite points (area pd rj), or a corner (area corner 9)";
    let corner = "a corner of this board is 1 to 19 lines wide and high";
    for (line, said) in [
        ("area corner 20", corner),
        ("area corner 0", corner),
        ("area corner 9 99999999999", corner),
        ("area corner -1", "there is no option \"-1\""),
        ("area corner x", corner),
        ("area corner", points),
        ("area corner 9 9 9", points),
        ("area pd", points),
        ("area pd qq rr", points),
        (
            "area pd 99",
            "\"99\" is not a point: write SGF letters (pd), or a letter without I and a number (Q16)",
        ),
        (
            "area pd rj --next green",
            "\"green\" is not a colour: write X (black), O (white) or any",
        ),
        ("area off --direct", "off and --direct do not go together"),
        (
            "area pd rj --stood 0",
            "\"0\" is not a number of moves from 1: write 4.. or 4 for four moves or more",
        ),
    ] {
        let usage = "\nusage: area [OPTIONS] [POINT|corner|off]...";
        assert_eq!(failure(&mut session, line), format!("{said}{usage}"), "{line}");
    }
    assert_eq!(failure(&mut session, "area pd zz"), "zz is not on the 19x19 board");
    assert!(failure(&mut session, "area pd rj --strict").starts_with("\"strict\" is about the moves of a sequence"));
    assert_eq!(shown(&mut session, "area"), "no area is set\n");
}

#[test]
fn a_board_of_another_size_ends_the_area() {
    let mut session = session(&[]);
    shown(&mut session, "area corner 9");
    shown(&mut session, "board reset");
    assert_eq!(shown(&mut session, "area"), "area ka si\n");
    shown(&mut session, "size 9");
    assert_eq!(shown(&mut session, "area"), "no area is set\n");
    assert!(failure(&mut session, "area corner 10").starts_with("a corner of this board is 1 to 9 lines"));
    shown(&mut session, "pattern '.X/..'");
    shown(&mut session, "size 13");
    assert!(shown(&mut session, "pattern").starts_with("no pattern"));
}

#[test]
fn swap_is_about_the_whole_board() {
    let mut session = session(&JOSEKI);
    shown(&mut session, "area corner 9");
    for line in ["swap", "swap on"] {
        assert!(failure(&mut session, line).ends_with("unless it is set with --fixed-colors"));
    }
    shown(&mut session, "area off");
    assert!(shown(&mut session, "swap on").ends_with("Colours: both ways\n"));
}

#[test]
fn a_game_opens_with_the_area_framed_and_is_searched_at_any_move() {
    let mut session = session(&JOSEKI);
    shown(&mut session, "area corner 7");
    shown(&mut session, "play pd qf");
    let text = shown(&mut session, "open 3");
    insta::assert_snapshot!(rows(&text, 1..=8), @"
    A O . . . . . . . . . . .[. . . . . . .]A
    B . . . . . . . . . . . .[. . . . . . .]B
    C . . . . . . . . . . . .[. . . . . . .]C
    D . . . + . . . . . + . .[. . . X . . .]D
    E . . . . . . . . . . . .[. . . . . . .]E
    F . . . . . . . . . . . .[. . . . o . .]F
    G . . . . . . . . . . . .[. . . . . . .]G
    H . . . . . . . . . . . . . . . . . . . H
    ");
    assert!(text.contains("colours exchanged\nMove 3 of 5: "), "{text}");
    shown(&mut session, "next");
    let text = shown(&mut session, "search");
    assert!(text.contains("a - 3 W rd\n"), "{text}");
    // The board is what the user sees now, and the game is still open.
    let text = shown(&mut session, "play a");
    assert_eq!(shown(&mut session, "search"), text);
    assert!(shown(&mut session, "next").contains("Move 5 of 5"));
    shown(&mut session, "area off");
    shown(&mut session, "open 2");
    shown(&mut session, "goto 1");
    let text = shown(&mut session, "search");
    assert!(text.contains("\nTotal count: 3\nGame 2 plays "), "{text}");
    assert_eq!(session.board().moves().len(), 1);
    shown(&mut session, "pattern 'XXXXXXX'");
    assert!(shown(&mut session, "open 1").ends_with("\nThe pattern does not stand in this game\n"));
}
