use super::clean::printable;
use super::pattern::options_text;
use super::statistics::full_table;
use super::style::{MARK, paint};
use super::{Mark, Text, counted};
use bgo::query::{Answer, Question, Subject};

/// The gap between the two columns.
const GAP: &str = "  ";

/// Returns the next moves with their game counts in two columns, the left one filled
/// first, then the number of games with the position and the conditions on them. Passes
/// and moves of the colour whose turn it is not are followed by colour and move, as in
/// `c - 12 W pass`. A pattern has a line more, about moves elsewhere.
#[must_use]
pub fn table(marks: &[Mark], answer: &Answer, question: &Question<'_>) -> Text {
    let filter = question.filter;
    let mut text = if answer.next_moves.iter().any(|next| next.details.is_some()) {
        full_table(marks, answer)
    } else {
        short_table(marks)
    };
    match &answer.pattern {
        None => text.push_str(&format!("Total count: {}\n", answer.totals.games)),
        Some(counts) => {
            let occurrences = counted(counts.occurrences, "occurrence");
            let games = counted(answer.totals.games, "game");
            text.push_str(&format!("Elsewhere: {} of {occurrences}\n", counts.elsewhere));
            text.push_str(&format!("Total count: {games}, {occurrences}\n"));
        }
    }
    if filter.has_only_years() && !filter.is_empty() {
        text.push_str(&format!("Years: {}\n", filter.years.in_words()));
    } else if !filter.is_empty() {
        text.push_str(&format!("Filter: {}\n", printable(&filter.to_string())));
    }
    match question.subject {
        Subject::Position { swap: true, .. } => text.push_str("Colours: both ways\n"),
        Subject::Position { .. } => {}
        Subject::Pattern(pattern) => match options_text(pattern.options()).as_str() {
            "" => {}
            options => text.push_str(&format!("Options: {options}\n")),
        },
    }
    Text::painted(text)
}

fn short_table(marks: &[Mark]) -> String {
    let (left, right) = marks.split_at(marks.len().div_ceil(2));
    let width = left.iter().map(|m| plain(m).len()).max().unwrap_or(0);
    let mut text = String::new();
    for (i, mark) in left.iter().enumerate() {
        text.push_str(&styled(mark));
        if let Some(second) = right.get(i) {
            let padding = width - plain(mark).len();
            text.push_str(&" ".repeat(padding));
            text.push_str(GAP);
            text.push_str(&styled(second));
        }
        text.push('\n');
    }
    text
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
    use bgo::query::{Filter, PatternCounts, PatternOptions, PatternSearch, SearchBoard};

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
        filter.black = Some("Cho U".to_owned());
        let text = asked(&none, &filter, false);
        assert_eq!(text, "Total count: 102164\nFilter: black='Cho U' year=1990..2000\n");
    }
}
