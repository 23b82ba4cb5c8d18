//! Patterns: areas of the search board, and diagrams.

use crate::args::{PatternOptionArgs, diagram_text, looks_like_name};
use crate::render::{Text, options_text};
use crate::shell::command::{Command, Completion, Run};
use crate::shell::{Output, Scope, Session, ShellError};
use bgo::archive::Fault;
use bgo::go::{BoardSize, Color, Move, ParseMoveError, Point};
use bgo::pattern::{Area, Pattern};
use bgo::query::PatternOptions;
use clap::Args;
use std::fs::File;
use std::io::ErrorKind;
use std::path::Path;

#[derive(Args, Debug)]
struct AreaArgs {
    /// Two opposite points; corner and width (and height); off
    #[arg(value_name = "POINT|corner|off")]
    words: Vec<String>,
    #[command(flatten)]
    options: PatternOptionArgs,
}

pub(super) static AREA: Command = Command {
    name: "Area",
    keywords: &["area"],
    summary: "Searches a part of the board, wherever games have it",
    examples: &[
        ("area pd rj", "the rectangle between these points"),
        ("area corner 9", "the upper right corner, 9x9 points"),
        ("area corner 9 7", "9 wide and 7 high"),
        (
            "area corner 9 --next X --at ..60",
            "only Black's answers, only in the opening",
        ),
        ("area --direct", "the same area with other options"),
        ("area", "what is set"),
        ("area off", "the whole board again"),
    ],
    completion: Completion::Areas,
    action: &Run(area),
};

fn area(AreaArgs { words, options }: AreaArgs, session: &mut Session) -> Result<Output, ShellError> {
    let size = session.board().size();
    // The command line has commas between points.
    let words = words.iter().flat_map(|word| word.split([',', ' ']));
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    let area = match words[..] {
        [] if options.given().is_some() => return with_options(session, options.options()),
        [] => return Ok(area_text(session).into()),
        ["off"] => return end(options, session),
        ["corner", width] => corner(width, width, size)?,
        ["corner", width, height] => corner(width, height, size)?,
        [a, b] => Area::between(point(a, size)?, point(b, size)?),
        _ => {
            return Err(ShellError::usage(
                "an area is two opposite points (area pd rj), or a corner (area corner 9)",
            ));
        }
    };
    session.set_scope(Scope::Area(area, options.options()))?;
    Ok(session.search()?.into())
}

fn corner(width: &str, height: &str, size: BoardSize) -> Result<Area, ShellError> {
    let lines = |word: &str| word.parse().ok();
    let area = lines(width).zip(lines(height));
    let area = area.and_then(|(width, height)| Area::corner(width, height, size));
    area.ok_or_else(|| {
        ShellError::usage(format!(
            "a corner of this board is 1 to {} lines wide and high",
            size.lines()
        ))
    })
}

pub(super) fn point(word: &str, size: BoardSize) -> Result<Point, ShellError> {
    match Move::parse(word, Color::Black, size) {
        Ok(Move { point: Some(point), .. }) => Ok(point),
        Err(error @ ParseMoveError::OffBoard { .. }) => Err(error.into()),
        Ok(_) | Err(ParseMoveError::Unreadable(_)) => Err(ShellError::usage(format!(
            "\"{word}\" is not a point: write SGF letters (pd), or a letter without I and a number (Q16)"
        ))),
    }
}

/// Searches the same area or diagram with other options.
fn with_options(session: &mut Session, options: PatternOptions) -> Result<Output, ShellError> {
    let scope = match session.scope() {
        Scope::Board => return Err(ShellError::NoPattern),
        Scope::Area(area, _) => Scope::Area(*area, options),
        Scope::Diagram(pattern, _) => Scope::Diagram(pattern.clone(), options),
    };
    session.set_scope(scope)?;
    Ok(session.search()?.into())
}

/// Ends the area or the diagram.
fn end(options: PatternOptionArgs, session: &mut Session) -> Result<Output, ShellError> {
    if let Some(option) = options.given() {
        return Err(ShellError::usage(format!("off and {option} do not go together")));
    }
    session.set_scope(Scope::Board)?;
    Ok(session.search()?.into())
}

fn area_text(session: &Session) -> String {
    match session.scope() {
        Scope::Board => "no area is set\n".to_owned(),
        Scope::Area(area, options) => {
            let (a, b) = (area.upper_left(), area.lower_right());
            format!("area {a} {b} {}", options_text(options)).trim_end().to_owned() + "\n"
        }
        Scope::Diagram(..) => "no area is set; a diagram is searched (\"pattern\" shows it)\n".to_owned(),
    }
}

#[derive(Args, Debug)]
struct PatternArgs {
    /// A file with a diagram; its rows, with / between them; off
    #[arg(value_name = "FILE|ROWS|off", allow_hyphen_values = true)]
    diagram: Option<String>,
    #[command(flatten)]
    options: PatternOptionArgs,
}

pub(super) static PATTERN: Command = Command {
    name: "Pattern",
    keywords: &["pattern"],
    summary: "Searches a diagram, or shows the pattern that is searched",
    examples: &[
        ("pattern side.txt", "the diagram in a file"),
        (
            "pattern '|...../|..X../|...1.'",
            "on the left edge: a stone, then a move",
        ),
        (
            "pattern '.XO./.OX.' --fixed-colors",
            ". empty, X black, O white, * anything",
        ),
        ("pattern", "the area or the diagram, as a diagram"),
        ("pattern off", "the search board again"),
    ],
    completion: Completion::Patterns,
    action: &Run(pattern),
};

fn pattern(PatternArgs { diagram, options }: PatternArgs, session: &mut Session) -> Result<Output, ShellError> {
    let word = match diagram.as_deref() {
        None if options.given().is_some() => return with_options(session, options.options()),
        None => return Ok(pattern_text(session)?.into()),
        Some("off") => return end(options, session),
        // The upper edge of a diagram is a row of "-".
        Some(word) if word.starts_with('-') && word.trim_start_matches('-').starts_with(char::is_alphabetic) => {
            return Err(ShellError::usage(format!("there is no option {word:?}")));
        }
        Some(word) => word,
    };
    let pattern = read_diagram(word, session)?;
    session.set_scope(Scope::Diagram(pattern, options.options()))?;
    Ok(session.search()?.into())
}

fn pattern_text(session: &Session) -> Result<String, ShellError> {
    let Some(search) = session.pattern()? else {
        return Ok("no pattern is set; \"area\" and \"pattern\" set one\n".to_owned());
    };
    let options = match options_text(search.options()).as_str() {
        "" => String::new(),
        options => format!("Options: {options}\n"),
    };
    Ok(format!("{:#}\n{options}", search.pattern()))
}

/// Searches after a change of the board at these points. Adds a line if the area has none of
/// them, because the board does not show them.
pub(super) fn search_after(session: &mut Session, points: &[Point]) -> Result<Text, ShellError> {
    if let (Scope::Area(area, _), [.., last]) = (session.scope(), points)
        && !points.iter().any(|&point| area.contains(point))
    {
        let name = |point| session.coordinates().point(point, session.board().size());
        let corners = [area.upper_left(), area.lower_right()].map(name);
        let line = format!(
            "{} is outside the area {}, where nothing counts",
            name(*last),
            corners.join(",")
        );
        session.remark(line);
    }
    session.search()
}

/// Reads the diagram in the file that `word` names, or else in the word itself.
fn read_diagram(word: &str, session: &Session) -> Result<Pattern, ShellError> {
    let path = session.path(Path::new(word));
    let failed = |error| ShellError::path(word.into(), error);
    if path.is_file() {
        let text = File::open(&path)
            .and_then(diagram_text)
            .map_err(|error| match error.kind() {
                ErrorKind::InvalidData => ShellError::UnreadableDiagram {
                    path: word.into(),
                    error,
                },
                _ => failed(error),
            })?;
        return Pattern::parse(&text).map_err(|error| ShellError::Diagram {
            file: Some(word.into()),
            error,
        });
    }
    if path.is_dir() {
        return Err(failed(ErrorKind::IsADirectory.into()));
    }
    if path.exists() {
        let (path, fault) = (word.into(), Fault::NotAFile);
        return Err(ShellError::Path { path, fault });
    }
    Pattern::parse(word).map_err(|error| {
        if looks_like_name(word) {
            failed(ErrorKind::NotFound.into())
        } else if word.contains(['|', '\n']) {
            ShellError::Diagram { file: None, error }
        } else {
            ShellError::NoDiagram {
                word: word.to_owned(),
                error,
            }
        }
    })
}

#[cfg(test)]
mod tests {
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
            "3 games with the pattern: at most 4 moves, each in 3 games or more\nmove, games that play it there, black wins; a position is reached in any order of moves\n\
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
            failure(&mut session, "pattern nosuch")
                .starts_with("nosuch is neither a file nor a diagram: line 1, column ")
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
        assert!(
            failure(&mut session, "area pd rj --strict").starts_with("\"strict\" is about the moves of a sequence")
        );
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
}
