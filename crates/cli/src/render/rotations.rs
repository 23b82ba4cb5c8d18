use super::board::{Drawing, centred};
use super::{Mark, Text};
use bgo::go::{Board, HashTable, Transform};

/// The gap between two boards.
const GAP: &str = "    ";

/// The board as each of the eight transforms shows it, two abreast, with
/// number, name and hash of each.
#[must_use]
pub fn rotations(board: &Board, marks: &[Mark], table: &HashTable) -> Text {
    let drawings = Transform::ALL.map(|transform| titled(board, marks, table, transform));
    let mut text = String::new();
    for pair in drawings.chunks_exact(2) {
        for (left, right) in pair[0].iter().zip(&pair[1]) {
            let line = format!("{left}{GAP}{right}");
            text.push_str(line.trim_end());
            text.push('\n');
        }
    }
    Text::painted(text)
}

/// The lines of one board under its title. On small boards the titles are
/// wider than the board, so all lines are filled up to the widest title.
fn titled(board: &Board, marks: &[Mark], table: &HashTable, transform: Transform) -> Vec<String> {
    let title = |t: Transform| format!("{}: {}", t.number(), t.name());
    let widest = Transform::ALL.map(|t| title(t).len()).into_iter().max();
    let drawing = Drawing::new(board, marks, table, transform);
    let blanks = " ".repeat(widest.unwrap_or(0).saturating_sub(drawing.width));
    let mut lines = vec![title_line(&title(transform), &drawing, &blanks)];
    lines.extend(drawing.lines.iter().map(|line| format!("{line}{blanks}")));
    lines
}

fn title_line(title: &str, drawing: &Drawing, blanks: &str) -> String {
    let width = drawing.width + blanks.len();
    format!("{:width$}", centred(title, drawing.width))
}

#[cfg(test)]
mod tests {
    use super::super::board::tests::position;
    use super::super::marks;
    use super::super::marks::tests::answer;
    use super::*;

    fn drawn(moves: &str, lines: u8, next_moves: &[&str]) -> String {
        let table = HashTable::built_in();
        let marks = marks(&answer(next_moves), 12);
        rotations(&position(moves, lines), &marks, &table)
            .without_styles()
            .into_owned()
    }

    #[test]
    fn all_eight_of_the_transcript() {
        let next_moves = ["B fq 6", "B pj 5", "B cq 4", "B cn 3", "B jp 2", "B cj 1"];
        insta::assert_snapshot!(drawn("pd dp pp dd", 19, &next_moves));
    }

    #[test]
    fn boards_narrower_than_the_titles_stand_in_two_columns_all_the_same() {
        insta::assert_snapshot!(drawn("cc ge", 9, &["B gg 1"]));
    }
}
