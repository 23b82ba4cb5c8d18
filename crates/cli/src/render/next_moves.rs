use super::board::{pattern_board, search_board};
use super::filter::{COUNTED, filter_text, options_text};
use super::statistics::full_table;
use super::text::Look;
use super::text::{MARK, paint};
use super::width::{visible_width, wrapped};
use super::{Coordinates, MoveMark, Text, counted};
use bgo::Evaluation;
use bgo::internal::go::{BoardSize, HashTable};
use bgo::internal::query::{Answer, PatternOptions, Question, Scope};

const GAP: &str = "  ";

/// Returns the board, or where the pattern lies, with the marks, the table of next moves and
/// the lines of `remarks`.
pub fn answered(
    marks: &[MoveMark],
    answer: &Answer,
    question: &Question,
    hash_table: &HashTable,
    remarks: &[String],
) -> Text {
    let is_full = is_full(answer);
    let (board, beside_in_file) = match question.pattern() {
        Ok(Some(pattern)) => (pattern_board(pattern, marks), !is_full),
        _ => (search_board(question.board(), marks, hash_table), false),
    };
    let about = about(answer, question);
    let (marks, answer, remarks) = (marks.to_vec(), answer.clone(), remarks.to_vec());
    board.with(
        move |room| table(&marks, &answer, &about, &remarks, room),
        beside_in_file,
    )
}

/// Returns the lines of the next moves, those about the position, and the remarks. Where there
/// is no room for all, the last remarks are left out, and then the last moves.
fn table(marks: &[MoveMark], answer: &Answer, about: &[String], remarks: &[String], room: Look) -> Vec<String> {
    let opening = room.screen.and_then(|_| opening_line(answer));
    let engine = engine_lines(answer, room.coordinates);
    let about = opening.iter().chain(&engine).chain(about);
    let about: Vec<String> = about.flat_map(|line| wrapped(line, room.columns())).collect();
    let moves = if is_full(answer) {
        full_table(marks, answer, room.coordinates, room.columns()).lines(room.columns())
    } else {
        short_table(marks, answer.board_size, room)
    };
    let mut lines = [first_lines(moves, room.lines().saturating_sub(about.len())), about].concat();
    for remark in remarks {
        let remark = wrapped(remark, room.columns());
        if lines.len() + remark.len() > room.lines() {
            break;
        }
        lines.extend(remark);
    }
    lines
}

/// Returns the first `most` lines, the last of them an ellipsis if there are more.
fn first_lines(mut lines: Vec<String>, most: usize) -> Vec<String> {
    if lines.len() > most {
        lines.truncate(most.saturating_sub(1));
        lines.push("…".to_owned());
    }
    lines
}

fn is_full(answer: &Answer) -> bool {
    answer.next_moves.iter().any(|next| next.details.is_some())
}

/// Returns the lines below the next moves: the number of games with the position and the
/// conditions on them. A pattern has a line more, about moves elsewhere.
fn about(answer: &Answer, question: &Question) -> Vec<String> {
    let mut lines = Vec::new();
    let halts = answer.halts.unwrap_or_default();
    for (name, games) in [("Stones are set up", halts.set_up), ("The game ends", halts.ended)] {
        if games > 0 {
            lines.push(format!("{name}: {}", counted(games, "game")));
        }
    }
    match &answer.pattern {
        None => lines.push(format!("Total count: {}", answer.totals.games)),
        Some(counts) => {
            let occurrences = counted(counts.occurrences, "occurrence");
            let games = counted(answer.totals.games, "game");
            lines.push(format!("Elsewhere: {} of {occurrences}", counts.elsewhere));
            lines.push(format!("Total count: {games}, {occurrences}"));
            if counts.occurrences > answer.totals.games {
                lines.push(COUNTED.to_owned());
            }
        }
    }
    lines.extend(filter_text(question.filter()).lines().map(str::to_owned));
    match question.scope() {
        Scope::Board if question.swap() => lines.push("Colours: both ways".to_owned()),
        Scope::Board => {}
        Scope::Area(_, options) | Scope::Diagram(_, options) => {
            if *options != PatternOptions::default() {
                lines.push(format!("Options: {}", options_text(options)));
            }
        }
    }
    lines
}

/// Returns the line that names the openings on the board, if there are any. The form of pipes and files is
/// older than such names.
fn opening_line(answer: &Answer) -> Option<String> {
    let names: Vec<&str> = answer.openings.iter().map(|names| names.en).collect();
    (!names.is_empty()).then(|| format!("Opening: {}", names.join("; ")))
}

/// Returns the evaluations of the position and of moves that no counted game has.
fn engine_lines(answer: &Answer, coordinates: Coordinates) -> Vec<String> {
    let mut lines = Vec::new();
    match answer.engine {
        Some(found) => {
            let lead = found.score_lead.map(|lead| format!(", {lead:+.1} points"));
            let visits = found.visits.map(|visits| format!(", {}", counted(visits, "visit")));
            let [lead, visits] = [lead, visits].map(Option::unwrap_or_default);
            lines.push(format!("Engine: black wins {}{lead}{visits}", percent(found)));
        }
        None if answer.next_moves.iter().any(|next| next.engine.is_some()) => {
            lines.push("Engine: black's win rate after each move".to_owned());
        }
        None => {}
    }
    let also = answer.engine_moves.iter().map(|found| {
        let mv = coordinates.target(found.mv, answer.board_size);
        format!("{mv} ({})", percent(found.evaluation))
    });
    let also: Vec<String> = also.collect();
    if !also.is_empty() {
        lines.push(format!("Not played, but searched: {}", also.join(", ")));
    }
    lines
}

pub(super) fn percent(evaluation: Evaluation) -> String {
    format!("{:.1}%", 100.0 * evaluation.win_rate)
}

/// Returns the next moves with their game counts in two columns, the left one filled first,
/// or in one where two have no room, and with Black's win rate by an engine in parentheses, if
/// there is one. Passes and moves of the colour whose turn it is not are
/// followed by colour and move, as in `c - 12 W pass`.
fn short_table(marks: &[MoveMark], size: BoardSize, room: Look) -> Vec<String> {
    let entries = marks
        .iter()
        .map(|mark| paint(MARK, mark.letter) + &after_letter(mark, size, room.coordinates));
    let entries: Vec<String> = entries.collect();
    let two = in_two_columns(&entries);
    if two.iter().all(|line| visible_width(line) <= room.columns()) {
        return two;
    }
    entries
}

fn in_two_columns(entries: &[String]) -> Vec<String> {
    let (left, right) = entries.split_at(entries.len().div_ceil(2));
    let width = left.iter().map(|entry| visible_width(entry)).max().unwrap_or(0);
    let lines = left.iter().enumerate().map(|(i, entry)| match right.get(i) {
        None => entry.clone(),
        Some(second) => format!("{entry}{}{GAP}{second}", " ".repeat(width - visible_width(entry))),
    });
    lines.collect()
}

fn after_letter(mark: &MoveMark, size: BoardSize, coordinates: Coordinates) -> String {
    let of_engine = mark
        .engine
        .map_or_else(String::new, |found| format!(" ({})", percent(found)));
    if mark.in_turn && mark.mv.point.is_some() {
        format!(" - {}{of_engine}", mark.games)
    } else {
        format!(" - {} {}{of_engine}", mark.games, coordinates.played(mark.mv, size))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::marks;
    use crate::render::marks::tests::answer;
    use crate::render::text::{Look, Screen};
    use bgo::internal::pattern::Pattern;
    use bgo::internal::query::{Filter, Halts, MoveDetails, NamePattern, PatternCounts, SearchBoard, WinRate};

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
            ..Look::default()
        })
    }

    fn below(answer: &Answer, question: &Question) -> String {
        let room = Look {
            coordinates: Coordinates::Sgf,
            ..Look::default()
        };
        let lines = table(&marks(answer, 12), answer, &about(answer, question), &[], room);
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
                for coordinates in [Coordinates::Sgf, Coordinates::Western] {
                    let shown = on_screen(&text, columns, rows, coordinates);
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
                    let rows_of_board = shown.lines().filter(|line| line.contains(" . . ")).count();
                    assert_eq!(rows_of_board, 19, "{shown}");
                }
            }
        }
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
    fn beside_the_board_the_details_are_few_enough_to_have_room() {
        let mut answer = answer(&["B pd 102164", "W dp 50123", "B pass 1"]);
        for (next, share) in answer.next_moves.iter_mut().zip([0.999, 0.49, 0.001]) {
            next.details = Some(MoveDetails::default());
            next.share = share;
            let (low, high) = (0.21, 1.0);
            next.win_rate = Some(WinRate { rate: 1.0, low, high });
        }
        let beside = |answer: &Answer, columns, rows| {
            let text = shown(answer, &question(BoardSize::MAX), &[]);
            let shown = on_screen(&text, columns, rows, Coordinates::Sgf);
            let lines = shown.lines().filter_map(|line| line.get(43..));
            lines.filter(|line| !line.is_empty()).collect::<Vec<_>>().join("\n")
        };
        insta::assert_snapshot!(beside(&answer, 80, 24), @"
           move     games  share  B wins …
        a  pd      102164  99.9%      100%
        b  W dp     50123  49.0%      100%
        c  B pass       1   0.1%      100%
        Total count: 102164
        ");
        answer.next_moves.truncate(1);
        insta::assert_snapshot!(beside(&answer, 60, 20), @"
              games   B+
        a pd 102164 100%
        Total count:
          102164
        ");
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
        answer.pattern = Some(PatternCounts {
            pattern: "X".to_owned(),
            anchor: "middle",
            images: 1,
            occurrences: 40,
            unanswered: 3,
            elsewhere: 11,
        });
        let mut options = PatternOptions {
            touching: true,
            ..PatternOptions::default()
        };
        options.limits.stood = 4;
        let pattern = Pattern::parse("X").expect("a diagram");
        let question = Question::of_diagram(pattern, BoardSize::MAX, options);
        insta::assert_snapshot!(below(&answer, &question), @"
        a - 20 W qf  b - 9 B qf
        Elsewhere: 11 of 40 occurrences
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
            (216, 0, "Stones are set up: 216 games\n"),
            (1, 2, "Stones are set up: 1 game\nThe game ends: 2 games\n"),
            (0, 1, "The game ends: 1 game\n"),
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
        filter.black = Some(NamePattern::Part("Cho U".to_owned()));
        let text = below(&answer(&[]), &question(BoardSize::MAX).under(filter));
        assert_eq!(text, "Total count: 102164\nFilter: black='Cho U' year=1990..2000\n");
    }
}
