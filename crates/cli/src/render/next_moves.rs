use super::clean::printable;
use super::pattern::options_text;
use super::statistics::full_table;
use super::style::{MARK, paint};
use super::{Mark, Text, board, counted, pattern_board, visible_width};
use bgo::go::HashTable;
use bgo::query::{Answer, Filter, Question, Subject};

/// The gap between the two columns, and between a board and what stands beside it.
const GAP: &str = "  ";

/// The columns of a terminal.
const COLUMNS: usize = 80;

/// Returns the board, or where the pattern lies, with the marks and the table of next
/// moves: below a whole board, beside a pattern, so that both fit on a screen.
#[must_use]
pub fn answered(marks: &[Mark], answer: &Answer, question: &Question<'_>, hash_table: &HashTable) -> Text {
    let pattern = match question.subject {
        Subject::Position { board: line, .. } => {
            return board(line, marks, hash_table) + table(marks, answer, question);
        }
        Subject::Pattern(pattern) => pattern,
    };
    let drawn = pattern_board(pattern, marks);
    if is_full(answer) {
        return drawn + table(marks, answer, question);
    }
    // Letters and blanks at both ends.
    let board_columns = 2 * usize::from(pattern.size().lines()) + 3;
    let columns = COLUMNS - board_columns - GAP.len();
    let mut lines = short_table(marks, columns);
    for line in below(answer, question).lines() {
        lines.extend(wrapped(line, columns));
    }
    drawn.beside(board_columns + GAP.len(), &lines)
}

/// Breaks a line where it is too long: after commas, or else between words.
fn wrapped(line: &str, columns: usize) -> Vec<String> {
    let mut parts: Vec<&str> = line.split_inclusive(", ").map(str::trim_end).collect();
    if parts.iter().any(|part| GAP.len() + visible_width(part) > columns) {
        parts = line.split(' ').collect();
    }
    let mut lines: Vec<String> = Vec::new();
    for part in parts {
        match lines.last_mut() {
            Some(last) if visible_width(last) + 1 + visible_width(part) <= columns => {
                last.push(' ');
                last.push_str(part);
            }
            Some(_) => lines.push(format!("{GAP}{part}")),
            None => lines.push(part.to_owned()),
        }
    }
    lines
}

/// Returns the next moves with their game counts in two columns, the left one filled
/// first, then the number of games with the position and the conditions on them. Passes
/// and moves of the colour whose turn it is not are followed by colour and move, as in
/// `c - 12 W pass`. A pattern has a line more, about moves elsewhere.
fn table(marks: &[Mark], answer: &Answer, question: &Question<'_>) -> Text {
    let next_moves = if is_full(answer) {
        full_table(marks, answer)
    } else {
        let lines = short_table(marks, usize::MAX);
        lines.iter().map(|line| format!("{line}\n")).collect()
    };
    Text::painted(next_moves + &below(answer, question))
}

/// Returns whether all is known of each next move.
fn is_full(answer: &Answer) -> bool {
    answer.next_moves.iter().any(|next| next.details.is_some())
}

/// Returns the lines below the next moves.
fn below(answer: &Answer, question: &Question<'_>) -> String {
    let filter = question.filter;
    let mut text = String::new();
    match &answer.pattern {
        None => text.push_str(&format!("Total count: {}\n", answer.totals.games)),
        Some(counts) => {
            let occurrences = counted(counts.occurrences, "occurrence");
            let games = counted(answer.totals.games, "game");
            text.push_str(&format!("Elsewhere: {} of {occurrences}\n", counts.elsewhere));
            text.push_str(&format!("Total count: {games}, {occurrences}\n"));
        }
    }
    text.push_str(&filter_text(filter));
    match question.subject {
        Subject::Position { swap: true, .. } => text.push_str("Colours: both ways\n"),
        Subject::Position { .. } => {}
        Subject::Pattern(pattern) => match options_text(pattern.options()).as_str() {
            "" => {}
            options => text.push_str(&format!("Options: {options}\n")),
        },
    }
    text
}

/// Returns the line about the conditions on games; nothing without conditions.
#[must_use]
pub fn filter_text(filter: &Filter) -> String {
    if filter.is_empty() {
        String::new()
    } else if filter.has_only_years() {
        format!("Years: {}\n", filter.years.in_words())
    } else {
        format!("Filter: {}\n", printable(&filter.to_string()))
    }
}

/// Returns the lines of the next moves, in two columns if there is room for them.
fn short_table(marks: &[Mark], columns: usize) -> Vec<String> {
    let two = in_two_columns(marks);
    if two.iter().all(|line| visible_width(line) <= columns) {
        return two;
    }
    marks.iter().map(styled).collect()
}

fn in_two_columns(marks: &[Mark]) -> Vec<String> {
    let (left, right) = marks.split_at(marks.len().div_ceil(2));
    let width = left.iter().map(|m| plain(m).len()).max().unwrap_or(0);
    let line = |(i, mark): (usize, &Mark)| match right.get(i) {
        None => styled(mark),
        Some(second) => {
            let padding = " ".repeat(width - plain(mark).len());
            format!("{}{padding}{GAP}{}", styled(mark), styled(second))
        }
    };
    left.iter().enumerate().map(line).collect()
}

fn plain(mark: &Mark) -> String {
    format!("{}{}", mark.letter, after_letter(mark))
}

fn styled(mark: &Mark) -> String {
    paint(MARK, mark.letter) + &after_letter(mark)
}

fn after_letter(mark: &Mark) -> String {
    if mark.in_turn && mark.mv.point.is_some() {
        format!(" - {}", mark.games)
    } else {
        format!(" - {} {}", mark.games, mark.mv)
    }
}

#[cfg(test)]
mod tests {
    use super::super::marks;
    use super::super::marks::tests::answer;
    use super::*;
    use bgo::go::{BoardSize, HashTable, KeyTables};
    use bgo::pattern::Pattern;
    use bgo::query::{NamePattern, PatternCounts, PatternOptions, PatternSearch, SearchBoard};

    fn asked(answer: &Answer, filter: &Filter, swap: bool) -> String {
        let board = SearchBoard::new(&KeyTables::new(HashTable::built_in()), BoardSize::MAX);
        let question = Question::of_position(&board, filter, swap);
        let text = table(&marks(answer, 12), answer, &question);
        text.without_styles().into_owned()
    }

    fn plain_table(next_moves: &[&str]) -> String {
        asked(&answer(next_moves), &Filter::default(), false)
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
        let filter = Filter::default();
        let mut options = PatternOptions {
            fixed_colors: true,
            ..PatternOptions::default()
        };
        options.limits.stood = 4;
        let pattern = Pattern::parse("X").expect("a diagram");
        let search = PatternSearch::of_diagram(pattern, BoardSize::MAX, options).expect("a pattern");
        let question = Question::of_pattern(&search, &filter);
        let text = table(&marks(&answer, 12), &answer, &question);
        insta::assert_snapshot!(text.without_styles(), @"
        a - 20 W qf  b - 9 B qf
        Elsewhere: 11 of 40 occurrences
        Total count: 102164 games, 40 occurrences
        Options: --fixed-colors --stood 4..
        ");
        let all = "X XX XXX XXXX".split(' ').map(|diagram| {
            let pattern = Pattern::parse(diagram).expect("a diagram");
            let size = BoardSize::new(3 + 4 * diagram.len() as u8).expect("a size");
            let search = PatternSearch::of_diagram(pattern, size, options).expect("a pattern");
            answered(
                &marks(&answer, 12),
                &answer,
                &Question::of_pattern(&search, &filter),
                &HashTable::built_in(),
            )
        });
        for (text, number) in all.zip(1..) {
            // Styles have no width.
            let painted = anstream::adapter::strip_str(text.as_str()).to_string();
            let [beside, below] = [painted.as_str(), &text.without_styles()].map(|text| {
                assert!(
                    text.lines().all(|line| line.len() <= 80 && line.trim_end() == line),
                    "{text}"
                );
                let column = 2 * (3 + 4 * number) + 5;
                text.lines()
                    .filter_map(|line| line.get(column..))
                    .collect::<Vec<_>>()
                    .join("\n")
            });
            assert_eq!(beside, below);
            assert!(beside.contains("Options: --fixed-colors --stood 4.."), "{beside}");
            assert!(beside.starts_with("a - 20 W qf"), "{beside}");
        }
    }

    #[test]
    fn a_long_line_beside_the_board_is_broken() {
        let lines = |line: &str| wrapped(line, 20);
        assert_eq!(lines("Total count: 3 games"), ["Total count: 3 games"]);
        assert_eq!(
            lines("Total: 33 games, 3 occurrences"),
            ["Total: 33 games,", "  3 occurrences"]
        );
        assert_eq!(
            lines("Options: --fixed-colors --at 3.."),
            ["Options:", "  --fixed-colors", "  --at 3.."]
        );
    }

    #[test]
    fn the_left_column_is_filled_first() {
        insta::assert_snapshot!(plain_table(&["B pd 57346", "B qd 41874", "B qc 1153", "B pe 1004", "B oo 7"]), @"
        a - 57346  d - 1004
        b - 41874  e - 7
        c - 1153
        Total count: 102164
        ");
    }

    #[test]
    fn passes_and_the_other_colour_say_so() {
        insta::assert_snapshot!(plain_table(&["B pd 20", "W pd 9", "B pass 3", "W pass 1"]), @"
        a - 20      c - 3 B pass
        b - 9 W pd  d - 1 W pass
        Total count: 102164
        ");
        assert_eq!(plain_table(&[]), "Total count: 102164\n");
        let years = "1990..2000".parse().expect("a range");
        let mut filter = Filter {
            years,
            ..Filter::default()
        };
        let none = answer(&[]);
        let text = asked(&none, &filter, true);
        assert_eq!(text, "Total count: 102164\nYears: 1990 to 2000\nColours: both ways\n");
        filter.black = Some(NamePattern::Part("Cho U".to_owned()));
        let text = asked(&none, &filter, false);
        assert_eq!(text, "Total count: 102164\nFilter: black='Cho U' year=1990..2000\n");
    }
}
