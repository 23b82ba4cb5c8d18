use super::board::{Drawing, centred};
use super::text::Look;
use super::width::visible_width;
use super::{MoveMark, Text};
use bgo::internal::go::{Board, HashTable, Transform};

const GAP: &str = "    ";

const ABREAST: [usize; 4] = [8, 4, 2, 1];

/// The board as each of the eight transforms shows it, with number, name and hash of each:
/// two abreast, or on a screen as many as it has room for.
pub fn rotations(board: &Board, marks: &[MoveMark], table: &HashTable) -> Text {
    let drawings = Transform::ALL.map(|transform| (title(transform), Drawing::new(board, marks, table, transform)));
    Text::fitted(move |look| {
        let boards = drawings.each_ref().map(|(title, drawing)| titled(title, drawing, look));
        let width = boards
            .iter()
            .flatten()
            .map(|line| visible_width(line))
            .max()
            .unwrap_or(0);
        let abreast = match look.screen {
            None => 2,
            Some(_) => ABREAST
                .into_iter()
                .find(|count| count * (width + GAP.len()) - GAP.len() <= look.columns())
                .unwrap_or(1),
        };
        boards.chunks_exact(abreast).map(side_by_side).collect()
    })
}

fn side_by_side(boards: &[Vec<String>]) -> String {
    let height = boards.iter().map(Vec::len).max().unwrap_or(0);
    let lines = (0..height).map(|number| {
        let parts: Vec<&str> = boards
            .iter()
            .filter_map(|board| Some(board.get(number)?.as_str()))
            .collect();
        format!("{}\n", parts.join(GAP).trim_end())
    });
    lines.collect()
}

fn title(transform: Transform) -> String {
    format!("{}: {}", transform.number(), transform.name())
}

/// The lines of one board under its title. On small boards the titles are
/// wider than the board, so all lines are filled up to the widest title.
fn titled(name: &str, drawing: &Drawing, look: Look) -> Vec<String> {
    let coordinates = look.coordinates;
    let widest = Transform::ALL.map(|transform| title(transform).len()).into_iter().max();
    let width = drawing.width(coordinates).max(widest.unwrap_or(0));
    let blanks = " ".repeat(width - drawing.width(coordinates));
    let mut lines = vec![format!("{:width$}", centred(name, drawing.width(coordinates)))];
    lines.extend(
        drawing
            .lines(Look {
                has_styles: true,
                ..look
            })
            .iter()
            .map(|line| format!("{line}{blanks}")),
    );
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::Coordinates;
    use crate::render::board::tests::position;
    use crate::render::marks;
    use crate::render::marks::tests::answer;
    use crate::render::text::Screen;

    fn drawn(moves: &str, lines: u8, next_moves: &[&str]) -> String {
        let table = HashTable::built_in();
        let marks = marks(&answer(next_moves), 12);
        rotations(&position(moves, lines), &marks, &table).without_styles()
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

    #[test]
    fn on_a_screen_as_many_stand_abreast_as_fit() {
        let text = rotations(&position("pd", 19), &[], &HashTable::built_in());
        for (columns, abreast) in [(60, 1), (80, 1), (86, 2), (120, 2), (200, 4), (400, 8)] {
            for coordinates in [Coordinates::Sgf, Coordinates::Western] {
                let shown = text.plain(Look {
                    screen: Some(Screen { columns, rows: 50 }),
                    coordinates,
                    ..Look::default()
                });
                assert!(shown.lines().all(|line| line.len() <= columns), "{shown}");
                let titles = shown.lines().next().map(|line| line.matches(": ").count());
                let widest = 8 * (43 + GAP.len()) > columns && columns == 86;
                if !widest || coordinates == Coordinates::Sgf {
                    assert_eq!(titles, Some(abreast), "{columns}");
                }
            }
        }
    }
}
