use super::clean::printable;
use super::statistics::full_table;
use super::style::{MARK, paint};
use super::{Mark, Text};
use bgo::query::{Answer, Filter};

/// The gap between the two columns.
const GAP: &str = "  ";

/// Returns the next moves with their game counts in two columns, the left one filled
/// first, then the number of games with the position and the conditions on them. Passes
/// and moves of the colour whose turn it is not are followed by colour and move, as in
/// `c - 12 W pass`.
#[must_use]
pub fn table(marks: &[Mark], answer: &Answer, filter: &Filter, swap: bool) -> Text {
    let mut text = if answer.next_moves.iter().any(|next| next.details.is_some()) {
        full_table(marks, answer)
    } else {
        short_table(marks)
    };
    text.push_str(&format!("Total count: {}\n", answer.totals.games));
    if filter.has_only_years() && !filter.is_empty() {
        text.push_str(&format!("Years: {}\n", filter.years.in_words()));
    } else if !filter.is_empty() {
        text.push_str(&format!("Filter: {}\n", printable(&filter.to_string())));
    }
    if swap {
        text.push_str("Colours: both ways\n");
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

    fn plain_table(next_moves: &[&str]) -> String {
        let answer = answer(next_moves);
        let text = table(&marks(&answer, 12), &answer, &Filter::default(), false);
        text.without_styles().into_owned()
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
        let text = table(&[], &none, &filter, true);
        assert_eq!(
            text.as_str(),
            "Total count: 102164\nYears: 1990 to 2000\nColours: both ways\n"
        );
        filter.black = Some("Cho U".to_owned());
        let text = table(&[], &none, &filter, false);
        assert_eq!(
            text.as_str(),
            "Total count: 102164\nFilter: black='Cho U' year=1990..2000\n"
        );
    }
}
