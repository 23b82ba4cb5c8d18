use crate::render::{Coordinates, MoveForm, OutputStream};
use crate::shell::Session;
use crate::shell::testing::{failure, on_a_screen, session, session_with_demo, shown, talk};
use serde_json::Value;
use testkit::Text;

#[test]
fn the_four_corners_are_one_move() {
    let mut session = session(&["pd dp", "dp pd", "dd", "qc"]);
    let text = shown(&mut session, "search");
    text.says("\na - 3  b - 1\nTotal count: 4\n");
    text.says("\nD . . . + . . . . . + . . . . . a . . . D\n");
    shown(&mut session, "play aa bb").ends("\nTotal count: 0\n");
    failure(&mut session, "search pd").ends("usage: search [OPTIONS] [here|full]...");
}

#[test]
fn moves_are_sorted_by_the_lower_end_of_what_who_plays_them_wins() {
    let mut session = session_with_demo();
    for line in ["play pd", "area corner 9"] {
        shown(&mut session, line);
        let by_wins = shown(&mut session, "search --sort wins --json");
        let by_games = shown(&mut session, "search --sort games --json");
        assert_eq!(by_games, shown(&mut session, "search --json"));
        let moves = |text: &str| {
            let answer: Value = serde_json::from_str(text).expect("JSON");
            answer["next_moves"].as_array().expect("a list").clone()
        };
        let mut expected = moves(&by_games);
        // Wilson's interval of White's wins is that of Black's, mirrored.
        expected.sort_by_key(|next| {
            let end = |name: &str| next[name].as_f64();
            let low = if next["color"] == "B" {
                end("black_win_rate_low")
            } else {
                end("black_win_rate_high").map(|high| 1.0 - high)
            };
            -low.map_or(-1, |low| (1e9 * low).round() as i64)
        });
        assert_ne!(moves(&by_wins), moves(&by_games));
        assert_eq!(moves(&by_wins), expected);
        let first = expected[0]["move"].as_str().expect("a move").to_owned();
        shown(&mut session, "search --sort wins");
        assert_eq!(session.marks()[0].mv.target(), first);
    }
    failure(&mut session, "search --sort luck").says("--sort is games or wins, not \"luck\"");
}

#[test]
fn points_are_named_as_on_most_boards_on_a_terminal_and_as_in_records_in_files() {
    let mut session = session(&["pd dp"]);
    assert_eq!(session.coordinates(), Coordinates::Sgf);
    session.set_confirm(|_| true);
    assert_eq!(session.coordinates(), Coordinates::Western);
    shown(&mut session, "play pd").says("pd is Q16 here");
    shown(&mut session, "search --out sgf.txt");
    shown(&mut session, "coordinates western");
    shown(&mut session, "search --out western.txt");
    let written = |name: &str| std::fs::read_to_string(session.directory().join(name)).expect("a file");
    written("sgf.txt").says("\nD . . . + . . . . . + . . . . . X . . . D\n");
    written("sgf.txt").ends("\na - 1\nTotal count: 1\n");
    written("western.txt").says("\n16 . . . + . . . . . + . . . . . X . . . 16\n");
}

#[test]
fn circles_are_on_a_terminal_alone_and_read_as_stones() {
    let mut session = session(&["pd dp"]);
    assert_eq!(shown(&mut session, "stones"), "stones: automatic\n");
    shown(&mut session, "play pd dp");
    let text = session.eval("stones circles").expect("succeeds");
    assert!(!text.without_styles().contains('●'));
    let game = session.eval("open 1").expect("is open");
    game.without_styles().says("(X)");
    let drawn = |text: &crate::render::Text, form, styles, to_terminal| {
        let mut out = OutputStream::with(Vec::new(), styles, to_terminal);
        out.set_look(Coordinates::Western, form, session.settings().stones);
        out.rendered(text)
    };
    for (form, styles, to_terminal) in [
        (MoveForm::Plain, true, true),
        (MoveForm::Table, false, true),
        (MoveForm::Table, true, false),
    ] {
        assert!(!drawn(&text, form, styles, to_terminal).contains('●'));
    }
    drawn(&game, MoveForm::Table, true, true).says("0 (●) - ? (○)");
    let drawn = anstream::adapter::strip_str(&drawn(&text, MoveForm::Table, true, true)).to_string();
    let reading = crate::reading::read(drawn.as_bytes(), session.board().size()).expect("a board");
    assert!(
        reading
            .board
            .position()
            .stones()
            .eq(session.board().position().stones())
    );
}

#[test]
fn the_form_of_next_moves_is_kept() {
    let mut session = session(&["pd dp"]);
    assert_eq!(session.settings().form, MoveForm::Table);
    let text = shown(&mut session, "marks plain");
    assert_eq!(session.settings().form, MoveForm::Plain);
    assert_eq!(shown(&mut session, "marks table"), text);
    assert_eq!(session.settings().form, MoveForm::Table);
}

#[test]
fn a_page_without_games_says_how_many_there_are() {
    talk(
        &mut session(&["1990 pd", "2001 pd"]),
        r"
        games --limit 0 => no games listed; there are 2
        games --offset 2 => no games from --offset 2 on; there are 2
        year 2001 => ...
        games --offset 5 => no games from --offset 5 on; there is 1\nYears: from 2001 on
        ",
    );
}

#[test]
fn conditions_of_a_question_count_once() {
    let mut session = session(&["1990 pd", "2001 pd", "2001 dd"]);
    shown(&mut session, "where year=2001");
    let text = shown(&mut session, "search player=1");
    text.ends("Total count: 1\nFilter: player=1 year=2001\n");
    assert_eq!(shown(&mut session, "board"), text);
    talk(
        &mut session,
        r#"
        search --year 1990 => ...Total count: 1\nYears: 1990
        search => ...Total count: 2\nYears: 2001
        search --json year=.. => ..."games":3,...
        search --full => ...games...
        games player=x => no player...
        "#,
    );
    for command in ["games", "years", "players", "tree"] {
        shown(&mut session, &format!("{command} --json player=1")).says("\"games\":1");
        assert_eq!(shown(&mut session, "where"), "year=2001\n");
    }
}

#[test]
fn two_filters_are_compared_and_differences_beyond_chance_marked() {
    let games: Vec<String> = (0..30)
        .map(|number| match number {
            0..15 => "1990 pd".to_owned(),
            _ => format!("2005 {}", if number == 15 { "pd" } else { "qc" }),
        })
        .collect();
    let games: Vec<&str> = games.iter().map(String::as_str).collect();
    let mut session = session(&games);
    let text = shown(&mut session, "compare year=..1999 'year=2000.. size=19'");
    text.begins("1  year=..1999: 15 games");
    text.says("\n2  year=2000.. size=19: 15 games");
    text.says("\nB pd       15   1   100.0%   6.7%  *");
    assert_eq!(shown(&mut session, "where"), "all games count\n");
    talk(
        &mut session,
        r#"
        compare --json year=1990 year=2005 => {"first":{"conditions":"year=1990","games":15,...
        compare --csv year=1990 year=2005 => ...,win_rates_differ\npd,B,15,1.0,,1,0.06666666666666667,,true,false\n...
        openings --csv => names.en,...
        novelty --csv => game,date,...
        compare year=1990 => ...<CONDITIONS>...
        compare year=1990 x => ...there is no condition "x"...
        compare year=1990 player=nobody => ...no player in the database...
        "#,
    );
}

#[test]
fn the_stones_of_a_handicap_are_no_opening_and_are_pointed_to() {
    let mut session = session(&["pd dp pp dd"]);
    let record = "(;GM[1]SZ[19]HA[4]AB[pd][dp][pp][dd];W[nc])";
    std::fs::write(session.directory().join("h.sgf"), record).expect("a file");
    shown(&mut session, "import h.sgf");
    shown(&mut session, "handicap 4").ends("Total count: 1\n");
    let text = shown(&mut session, "openings");
    text.says("  Star point, low approach\n1 of 1 opening\n");
    let text = session.eval("search").expect("an answer").plain(on_a_screen());
    assert!(!text.contains("Opening:"), "{text}");
    shown(&mut session, "clear");
    shown(&mut session, "openings").says(" 1 ");
    for line in ["openings", "games", "players"] {
        shown(&mut session, &format!("{line} handicap=4")).says("\"handicap 4\" in the shell");
    }
}

#[test]
fn moves_by_decade_say_which_decades() {
    talk(
        &mut session(&["1990 pd", "2013 pd"]),
        r"
        years --decades => ...\nNext moves, 1990s to 2010s:\n...
        years => ...\nNext moves, 1990 to 2013:\n...
        ",
    );
}

#[test]
fn the_board_shown_follows_and_the_total_does_not() {
    let mut session = session(&["pd dp", "pd dp", "pd dd", "pd dd", "pd dd", "pd qq"]);
    let all = shown(&mut session, "play pd");
    all.says("a - 3  c - 1\nb - 2\nTotal count: 6\n");
    talk(
        &mut session,
        r"
        marks => marks: 12
        marks 1 => ...\na - 3\nTotal count: 6
        play b => ...there is no mark b...
        marks 0 => write 1 to 26, table or plain\nusage: marks [COUNT|table|plain]
        marks 27 => write 1 to 26, table or plain\nusage: marks [COUNT|table|plain]
        marks x => write 1 to 26, table or plain\nusage: marks [COUNT|table|plain]
        marks '' => write 1 to 26, table or plain\nusage: marks [COUNT|table|plain]
        marks 99999999999999999999 => write 1 to 26, table or plain\nusage: marks [COUNT|table|plain]
        help marks => ...Number of moves, 1 to 26, or their form...
        ",
    );
    assert_eq!(shown(&mut session, "marks 26"), all);
}

#[test]
fn a_tree_is_printed_and_has_an_end() {
    talk(
        &mut session(&["pd dp", "pd dp", "dd pp", "pass pass"]),
        r"
        tree --depth 2 --min-games 2 => 4 games from the empty board. Shown: 2 moves deep, moves of 2 or more games.\nEach line: move, games, Black's win rate\nB pd 3\n  W dp 3\nTotal count: 4
        tree --sgf --min-games 2 => ...;W[dp]C[100.0% of 3: 3 games]...
        tree --depth 9 --min-games 1 => ...B pass 1 *3\n...
        play pd => ...
        where player=0 => ...
        tree --depth 2 --min-games 2 => 1 game after pd. Shown: 2 moves deep...
        tree --depth 2 --min-games 2 => ...\nFilter: player=0
        where clear => ...
        board reset => ...
        tree --depth 0 => a tree is 1 to 500 moves deep\n...
        tree --depth 4000000000 => a tree is 1 to 500 moves deep\n...
        tree --depth x => a tree is 1 to 500 moves deep\n...
        tree --depth 500 --min-games 1 => the tree would have more than 100000 moves...
        ",
    );
    // Three games reach the position of the other one by another order of moves.
    talk(
        &mut session(&["pd dp nc qq", "nc dp pd qf", "nc dp pd qf", "nc dp pd qf"]),
        r"
        tree --depth 4 --min-games 1 => ...B qf 3\n  W dp 3\n    B pd 3 *1\n      W nc 3\n      W cc 1\nB pd 1\n  W dp 1\n    B qf 1 *3\n      W nc 3\n      W cc 1\n...
        tree --depth 4 --min-games 1 => ...win rate; *: more games that reach...
        tree --depth 4 --min-games 1 --sgf => ...;B[qf]C[100.0% of 1: 1 game\n* 3 more games by other orders of moves]...
        tree --depth 4 --min-games 1 --sgf => ...;W[nc]C[75.0% of 4: 3 games]...
        ",
    );
}

fn as_named(session: &mut Session, line: &str) -> String {
    let text = session.eval(line).expect("succeeds");
    text.in_file(session.coordinates())
}

#[test]
fn points_have_the_same_names_everywhere() {
    let mut session = session(&["1990 pd dp pp", "1990 pd dp pq", "1990 pd dd"]);
    assert_eq!(shown(&mut session, "coordinates"), "coordinates: sgf\n");
    as_named(&mut session, "play pd").says("\nD . . . + . . . . . + . . . . . X . . . D\n");
    let board = as_named(&mut session, "coordinates western");
    board.begins("   A B C D E F G H J K L M N O P Q R S T\n19 . ");
    board.says("\n16 . . . + . . . . . + . . . . . X . . . 16\n");
    board.says("\n 1 . . . . . . . . . . . . . . . . . . . 1\n");
    for (line, name) in [
        ("search full", " D4 "),
        ("tree --min-games 1", "W D4"),
        ("years", "W D4"),
        ("play D4", " 4 . . . O"),
        ("open 1", "Move 2 of 3: W D4"),
        ("next", "Move 3 of 3: B Q4"),
    ] {
        as_named(&mut session, line).says(name);
    }
    talk(
        &mut session,
        r#"
        play Q16 => white cannot play Q16: the point is occupied
        coordinates xy => coordinates takes sgf or western, not "xy"...
        "#,
    );
}

#[test]
fn another_name_than_the_board_has_is_explained() {
    let mut session = session(&["pd dp pp"]);
    talk(
        &mut session,
        r#"
        play Q16 D4 => ...\nQ16 is pd here, D4 is dp here; "coordinates western" shows such names
        "#,
    );
    // Once in a session.
    for line in ["board", "setup X pp C3", "coordinates western", "play pq"] {
        assert!(!shown(&mut session, line).contains(" here"), "{line}");
    }
    session.knows_other_names = false;
    shown(&mut session, "play qr").says("qr is R2 here; \"coordinates sgf\" shows such names\n");
}
