use crate::shell::testing::{failure, session, shown, talk};
use testkit::Text;

/// Games with pd, qf, nc in a corner: as they are, turned, and with the colours exchanged.
const JOSEKI: [&str; 4] = ["pd qf nc rd qi", "dd cf fc bd", "aa pd qf nc rd", "pd dp qq nn"];

#[test]
fn a_pattern_that_no_game_has_is_described() {
    talk(
        &mut session(&["pd dp"]),
        r"
        pattern '|X.X/|.O1' => ...Looked for 3x2 points, along one...
        pattern '|X.X/|.O1' => ...edge: 2 black and 1 white stones,...
        pattern '|X.X/|.O1' => ...then 1 move by either colour...
        pattern '+---/|XX./|XX.' => ...Looked for 3x2 points, in a corner:...
        ",
    );
}

#[test]
fn an_area_shows_its_answers_and_nothing_else() {
    let mut session = session(&JOSEKI);
    shown(&mut session, "area corner 7");
    let text = shown(&mut session, "play pd qf nc");
    insta::assert_snapshot!(text, @"
      A B C D E F G H I J K L M N O P Q R S
    A                         . . . . . . . A  a - 3 W rd
    B                         . . . . . . . B  Next move outside the area: 0 of 3
    C                         . X . . . . . C    times
    D                         . . . X . a . D  Total count: 3 games, 3 occurrences
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
    fixed.says("  Total count: 2 games, 2 occurrences\n");
    fixed.says("  Options: --fixed-colors\n");
    let again = shown(&mut session, "area ma,sg");
    assert_eq!(shown(&mut session, "area corner,7"), again);
    shown(&mut session, "area corner 7 8").says("Total count: 3 games");
    shown(&mut session, "area off").says("Total count: 2\n");
}

#[test]
fn a_walk_through_a_joseki() {
    // A move elsewhere changes the turn and nothing in the area.
    talk(
        &mut session(&JOSEKI),
        r"
        area corner 9 => ...
        play pd => ...a - 3 W nc\n...
        play a => ...
        play a => ...a - 3 W pb\n...
        undo => ...a - 3 B qf\n...
        play dp => ...a - 3 B qf\n...
        tree --min-games 3 => 3 games with the pattern. Shown: 4 moves deep, moves of 3 or more games.\nEach line: move, games, Black's win rate\nB qf 3\n  W pb 3\nTotal count: 3
        ",
    );
}

#[test]
fn every_question_is_about_the_area() {
    talk(
        &mut session(&JOSEKI),
        r"
        area corner 9 => ...
        play pd qf => ...
        games => ...\n3 games
        players => ...\nTotal count: 3\nColours: both ways; black and white are those of the pattern
        area --fixed-colors => ...
        players => ...\nTotal count: 2
        area corner 9 => ...
        years => ...\nTotal count: 3
        search full => ...a  B nc...
        search full => ...100%...
        where player=2 => ...  Total count: 1 game, 1 occurrence\n...
        search => ...  Filter: player=2\n...
        where clear => ...
        export games.csv => 3 games exported...
        tree --sgf --depth 1 --min-games 1 => (;GM[1]FF[4]CA[UTF-8]AP[bgo]SZ[19]AB[pd]AW[qf]C[---------+/...
        tree --sgf --depth 1 --min-games 1 => ...]LB[nc:A]\n;B[nc]C[100.0% of 3: 3 games]...
        pattern '----+/......|/......|/..2.O.|/.1...x|/*.....|/...3..|' --strict => ...
        tree --sgf => ...AW[rc]\n;B[od]\n;W[pc]\n;B[qf]C[...
        ",
    );
}

#[test]
fn what_is_set_is_shown_as_it_is_typed() {
    talk(
        &mut session(&[]),
        r#"
        area => no area is set
        pattern => no pattern is set; "area" and "pattern" set one
        area --direct => no pattern is set; "area" and "pattern" set one
        pattern --next X => no pattern is set; "area" and "pattern" set one
        play pd => ...
        setup * qb => ...
        area S19 od --in-place --at 10..60 => ...
        area => area oa rd --in-place --at 10..60
        pattern => -------\n. . . .\n. . * .\n. . . .\n. X . .\nOptions: --in-place --at 10..60
        pattern '|#./|.x' => ...
        pattern => |# .\n|. x
        area => no area is set; a diagram is searched...
        pattern --touching => ...  Options: --touching\n...
        pattern off => ...
        pattern => no pattern is set; "area" and "pattern" set one
        "#,
    );
}

#[test]
fn a_diagram_is_read_from_a_file_or_from_the_line() {
    let mut session = session(&JOSEKI);
    let file = session.directory().join("my corner.txt");
    let rows = "------+\n. . . . . . |\n. . . . . . |\nX . . . . . |\n. . X . . . |\n";
    std::fs::write(&file, rows).expect("a file");
    let from_file = shown(&mut session, "pattern 'my corner.txt'");
    from_file.says("a - 3 W rd\n");
    let line = "pattern '------+/......|/......|/X.....|/..X...|'";
    assert_eq!(shown(&mut session, line), from_file);
    for (bytes, fault) in [
        (
            b"X X\nX ! X\n".to_vec(),
            "my corner.txt: line 2, column 3: \"!\" is not a sign",
        ),
        (
            vec![b'X'; 100_000],
            "my corner.txt is not a diagram: it is longer than any diagram",
        ),
        (
            vec![b'X', 255],
            "my corner.txt is not a diagram: it is not text in UTF-8",
        ),
    ] {
        std::fs::write(&file, bytes).expect("a file");
        failure(&mut session, "pattern 'my corner.txt'").begins(fault);
    }
    // A refused diagram leaves the one before.
    assert_eq!(shown(&mut session, "board"), from_file);
    talk(
        &mut session,
        r"
        pattern '|X./|X' => ...this row has 1 point, the first one 2...
        pattern nosuch => nosuch is neither a file nor a diagram: line 1, column ...
        pattern nosuch.txt => nosuch.txt: there is no such file or folder
        pattern . => .: it cannot be read: ...
        pattern '|X' --in-place => the pattern has more than one place...
        ",
    );
}

#[test]
fn playing_puts_the_diagram_on_the_board() {
    let mut session = session(&JOSEKI);
    shown(&mut session, "play aa");
    let line = "pattern '------+/......|/......|/......|/..X...|/......|/*..O..|'";
    shown(&mut session, line);
    let text = shown(&mut session, "play nc");
    assert!(text.contains("a - 3 B nc") || text.contains("a - 3 W rd"), "{text}");
    assert_eq!(shown(&mut session, "area"), "area na sf\n");
    for (line, last) in [("setup X aa bb", "bb"), ("play dd", "dd")] {
        shown(&mut session, line).says(format!("  {last} is outside the area na,sf,\n"));
        assert!(!shown(&mut session, "search").contains("is outside"));
        shown(&mut session, "undo");
    }
    assert!(!shown(&mut session, "play dd qc").contains("is outside"));
    talk(
        &mut session,
        r#"
        undo 2 => ...
        pattern => ...* . . O . .|
        undo => ...B nc...
        undo => there is no move to take back
        pattern --fix => there is no option "--fix"\nusage: pattern [OPTIONS] [FILE|ROWS|off]
        pattern '|..1/|.X.' => ...
        play aa => moves need a board, and a board cannot show this diagram: it has a sequence ("tree" shows the moves after it)
        pattern '|..x/|.X.' => ...
        play aa => moves need a board, and a board cannot show this diagram: it has x, o or #
        undo => a diagram has no moves to take back...
        board reset => ...J . . . + . . . . . + ...
        "#,
    );
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
        ("area off --direct", "off and --direct do not go together"),
        (
            "area pd 99",
            "\"99\" is not a point: write SGF letters (pd), or a letter without I and a number (Q16)",
        ),
        (
            "area pd rj --next green",
            "\"green\" is not a colour: write X (black), O (white) or any",
        ),
    ] {
        let usage = "\nusage: area [OPTIONS] [POINT|corner|off]...";
        assert_eq!(failure(&mut session, line), format!("{said}{usage}"), "{line}");
    }
    talk(
        &mut session,
        r#"
        area pd zz => zz is not on the 19x19 board
        area pd rj --strict => "strict" is about the moves of a sequence...
        area => no area is set
        area corner 9 => ...
        clear => ...
        area => no area is set
        area corner 9 => ...
        size 9 => ...
        area => no area is set
        area corner 10 => a corner of this board is 1 to 9 lines...
        pattern '.X/..' => ...
        size 13 => ...
        pattern => no pattern...
        "#,
    );
}

#[test]
fn swap_is_about_the_whole_board() {
    talk(
        &mut session(&JOSEKI),
        r"
        area corner 9 => ...
        swap => ...unless it is set with --fixed-colors
        swap on => ...unless it is set with --fixed-colors
        area off => ...
        swap on => ...Colours: both ways
        players => ...\nColours: both ways; black and white are those of the board
        swap off => ...
        players => ...\nTotal count: 4
        ",
    );
}

#[test]
fn a_game_opens_with_the_area_framed_and_is_searched_at_any_move() {
    let mut session = session(&JOSEKI);
    shown(&mut session, "area corner 7");
    shown(&mut session, "play pd qf");
    let text = shown(&mut session, "open 3");
    let rows: Vec<&str> = text.lines().skip(1).take(8).collect();
    insta::assert_snapshot!(rows.join("\n"), @"
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

#[test]
fn conditions_follow_the_name_of_an_opening_for_this_search_alone() {
    talk(
        &mut session(&["1990 pd dd pp dp pj", "2001 pd dc pp dq pj"]),
        r#"
        opening sanrensei year=1990 => ...  Years: 1990\n...
        search => ...  Total count: 2 games, 2 occurrences\n...
        size 19 => ...
        play qd => ...
        opening sanrensei player=zzzz => no player in the database has "zzzz"...
        undo => ...Total count: 2\n...
        "#,
    );
}

#[test]
fn a_pattern_without_colours_says_whose_they_are() {
    // White plays first in the corner, so Black of the game is white.
    talk(
        &mut session(&["pass bb pd cc"]),
        r"
        pattern '+---/|.../|.1./|...' => ...
        players => ...\n0           1                  1  ...
        players => ...\nColours: both ways; black is whoever moves there first, if anyone does
        area aa cc --in-place => ...
        players => ...\n0           1                  1  ...
        players => ...\nColours: both ways; black is whoever moves there first, if anyone does
        area --in-place --next O => ...
        players => ...\n0           1      1  ...
        players => ...\nColours: both ways; white is whoever answers, if anyone does
        ",
    );
}
