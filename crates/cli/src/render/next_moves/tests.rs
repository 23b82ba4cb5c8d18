use super::*;
use crate::render::marks;
use crate::render::marks::tests::answer;
use crate::render::text::{Look, Screen};
use bgo::internal::pattern::Pattern;
use bgo::internal::query::{Filter, Halts, MoveDetails, NamePattern, PatternCounts, SearchBoard};

fn question(size: BoardSize) -> Question {
    Question::new(SearchBoard::new(size))
}

fn shown(answer: &Answer, question: &Question, remarks: &[String]) -> Text {
    let marks = marks(answer, 12);
    answered(&marks, answer, question, &HashTable::built_in(), remarks)
}

fn on_screen(text: &Text, columns: usize, rows: usize, coordinates: Coordinates) -> String {
    text.plain(Look {
        screen: Some(Screen { columns, rows }),
        coordinates,
        form: MoveForm::Plain,
        ..Look::default()
    })
}

fn below(answer: &Answer, question: &Question) -> String {
    let room = Look {
        form: MoveForm::Plain,
        ..Look::default()
    };
    let lines = AnsweredLines::new(&marks(answer, 12), answer, question).lines(&[], room);
    let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
    anstream::adapter::strip_str(&text).to_string()
}

/// Returns an answer with a next move in each row down to this one.
fn in_rows(last: char) -> Answer {
    let played: Vec<String> = ('a'..=last).map(|y| format!("B p{y} 102164")).collect();
    answer(&played.iter().map(String::as_str).collect::<Vec<_>>())
}

#[test]
fn at_every_size_of_the_screen_the_board_and_five_moves_are_visible() {
    let filter = Filter {
        years: "1990..2000".parse().expect("a range"),
        ..Filter::default()
    };
    let question = question(BoardSize::MAX).under(filter).swapping(true);
    let mut answers = [in_rows('s'), in_rows('s')];
    for next in &mut answers[1].next_moves {
        next.details = Some(MoveDetails::default());
    }
    for (answer, count) in answers.iter().zip([12, 26]) {
        let marks = marks(answer, count);
        let text = answered(&marks, answer, &question, &HashTable::built_in(), &[]);
        let sizes = (60..=200).step_by(7);
        for (columns, rows) in sizes.flat_map(|columns| (20..=44).map(move |rows| (columns, rows))) {
            let named = [Coordinates::Sgf, Coordinates::Western].map(|names| (names, MoveForm::Table));
            for (coordinates, form) in named.into_iter().chain([(Coordinates::Western, MoveForm::Plain)]) {
                let shown = text.plain(Look {
                    screen: Some(Screen { columns, rows }),
                    coordinates,
                    form,
                    ..Look::default()
                });
                let fits = shown.lines().all(|line| visible_width(line) <= columns);
                assert!(fits && shown.lines().count() < rows, "{columns}x{rows}\n{shown}");
                let is_visible = |mark: &MoveMark| {
                    let (letter, name) = (mark.letter, coordinates.target(mark.mv, BoardSize::MAX));
                    let lines = [
                        format!("{letter} - "),
                        format!("{letter} {name} "),
                        format!("{letter}  {name} "),
                    ];
                    lines.iter().any(|line| shown.contains(line))
                };
                assert!(marks[..5].iter().all(is_visible), "{columns}x{rows}\n{shown}");
                // The hint takes no line of a move.
                let has_hint = shown.contains("Widen the window");
                assert!(!has_hint || marks.iter().all(is_visible), "{columns}x{rows}\n{shown}");
                let rows_of_board = shown.lines().filter(|line| line.contains(" . . ")).count();
                assert_eq!(rows_of_board, 19, "{shown}");
            }
        }
    }
}

fn counts_of_a_stone() -> PatternCounts {
    PatternCounts {
        pattern: "X".to_owned(),
        anchor: "middle",
        images: 1,
        occurrences: 40,
        unanswered: 3,
        elsewhere: 11,
    }
}

#[test]
fn where_lines_are_short_the_rule_of_counting_goes_before_remarks_do() {
    let mut answer = answer(&["W qf 20"]);
    answer.totals.games = 20;
    answer.pattern = Some(counts_of_a_stone());
    let answered = AnsweredLines::new(&marks(&answer, 12), &answer, &question(BoardSize::MAX));
    let remarks = ["A remark".to_owned()];
    let shown = (1..20).map(|rows| {
        let room = Look {
            screen: Some(Screen { columns: 80, rows }),
            form: MoveForm::Table,
            ..Look::default()
        };
        let lines = answered.lines(&remarks, room);
        [&remarks[0], COUNTED].map(|text| lines.iter().any(|line| line == text))
    });
    let mut shown: Vec<[bool; 2]> = shown.collect();
    shown.dedup();
    assert_eq!(shown, [[false, false], [true, false], [true, true]]);
}

#[test]
fn where_lines_are_short_remarks_go_before_moves_do() {
    let remarks = ["first", "second"].map(|remark| [remark; 12].join(" "));
    let text = shown(&in_rows('l'), &question(BoardSize::MAX), &remarks);
    for (columns, rows, first, second) in [(60, 20, false, false), (60, 24, true, false), (80, 24, true, true)] {
        let shown = on_screen(&text, columns, rows, Coordinates::Sgf);
        let mut letters = 'a'..='l';
        assert!(
            letters.all(|letter| shown.contains(&format!("{letter} - 102164"))),
            "{shown}"
        );
        let has = ["first", "second"].map(|remark| shown.matches(remark).count() == 12);
        assert_eq!(has, [first, second], "{shown}");
        assert!(shown.contains("Total") && shown.lines().count() < rows, "{shown}");
    }
    assert!(text.without_styles().ends_with(&format!("{}\n", remarks[1])));
}

#[test]
fn on_a_low_screen_the_table_stands_beside_the_board() {
    let size = BoardSize::new(9).expect("a size");
    let mut answer = answer(&["B gc 20", "W cc 9", "B pass 1"]);
    answer.board_size = size;
    let text = shown(&answer, &question(size), &[]);
    insta::assert_snapshot!(on_screen(&text, 60, 13, Coordinates::Western), @"
      A B C D E F G H J
    9 . . . . . . . . . 9  a - 20      c - 1 B pass
    8 . . . . . . . . . 8  b - 9 W C7
    7 . . b . . . a . . 7  Total count: 102164
    6 . . . . . . . . . 6
    5 . . . . + . . . . 5
    4 . . . . . . . . . 4
    3 . . + . . . + . . 3
    2 . . . . . . . . . 2
    1 . . . . . . . . . 1
      A B C D E F G H J
              0
    ");
    insta::assert_snapshot!(on_screen(&text, 60, 10, Coordinates::Sgf), @"
    A . . . . . . . . . A
    B . . . . . . . . . B  a - 20      c - 1 B pass
    C . . b . . . a . . C  b - 9 W cc
    D . . . . . . . . . D  Total count: 102164
    E . . . . + . . . . E
    F . . . . . . . . . F
    G . . + . . . + . . G
    H . . . . . . . . . H
    I . . . . . . . . . I
    ");
    assert_eq!(on_screen(&text, 60, 16, Coordinates::Sgf), text.without_styles());
}

#[test]
fn the_answers_to_a_pattern_have_colours_and_others_are_elsewhere() {
    let mut answer = answer(&["W qf 20", "B qf 9"]);
    answer.to_play = None;
    answer.pattern = Some(counts_of_a_stone());
    let mut options = PatternOptions {
        touching: true,
        ..PatternOptions::default()
    };
    options.limits.stood = 4;
    let pattern = Pattern::parse("X").expect("a diagram");
    let question = Question::of_diagram(pattern, BoardSize::MAX, options);
    insta::assert_snapshot!(below(&answer, &question), @"
    a - 20 W qf  b - 9 B qf
    Next move outside the area: 11 of 40 times
    Total count: 102164 games, 40 occurrences
    Options: --touching --stood 4..
    ");
    for (diagram, number) in ["X", "XX", "XXX", "XXXX"].into_iter().zip(1..) {
        let pattern = Pattern::parse(diagram).expect("a diagram");
        let size = BoardSize::new(3 + 4 * number).expect("a size");
        let text = shown(&answer, &Question::of_diagram(pattern, size, options), &[]);
        // Styles have no width.
        let [beside, below] = [true, false].map(|has_styles| {
            let text = text.plain(Look {
                has_styles,
                ..Look::default()
            });
            let mut lines = text.lines();
            assert!(lines.all(|line| line.len() <= 80 && line.trim_end() == line), "{text}");
            let column = 2 * (3 + 4 * usize::from(number)) + 5;
            let lines = text.lines().filter_map(|line| line.get(column..));
            lines.collect::<Vec<_>>().join("\n")
        });
        assert_eq!(beside, below);
        assert!(beside.contains("Options: --touching --stood 4.."), "{beside}");
        assert!(beside.starts_with("a - 20 W qf"), "{beside}");
    }
}

#[test]
fn setup_and_ends_have_lines_of_their_own() {
    let mut answer = answer(&["B pd 9"]);
    for (set_up, ended, lines) in [
        (0, 0, ""),
        (216, 0, "216 games continue with handicap or setup stones\n"),
        (
            1,
            2,
            "1 game continues with handicap or setup stones\n2 games end here\n",
        ),
        (0, 1, "1 game ends here\n"),
    ] {
        answer.halts = Some(Halts { set_up, ended });
        let text = below(&answer, &question(BoardSize::MAX));
        assert_eq!(text, format!("a - 9\n{lines}Total count: 102164\n"));
    }
}

#[test]
fn the_left_column_is_filled_first_and_passes_and_the_other_colour_say_so() {
    let plain = |next_moves: &[&str]| below(&answer(next_moves), &question(BoardSize::MAX));
    insta::assert_snapshot!(plain(&["B pd 57346", "B qd 41874", "B qc 1153", "B pe 1004", "B oo 7"]), @"
    a - 57346  d - 1004
    b - 41874  e - 7
    c - 1153
    Total count: 102164
    ");
    insta::assert_snapshot!(plain(&["B pd 20", "W pd 9", "B pass 3", "W pass 1"]), @"
    a - 20      c - 3 B pass
    b - 9 W pd  d - 1 W pass
    Total count: 102164
    ");
    assert_eq!(plain(&[]), "Total count: 102164\n");
    let mut filter = Filter {
        years: "1990..2000".parse().expect("a range"),
        ..Filter::default()
    };
    let both = question(BoardSize::MAX).under(filter.clone()).swapping(true);
    let text = below(&answer(&[]), &both);
    assert_eq!(text, "Total count: 102164\nYears: 1990 to 2000\nColours: both ways\n");
    filter.black = Some(NamePattern::Part("Cho U".to_owned()).into());
    let text = below(&answer(&[]), &question(BoardSize::MAX).under(filter));
    assert_eq!(text, "Total count: 102164\nFilter: black='Cho U' year=1990..2000\n");
}
