use super::*;
use crate::go::{Move, Transform};
use crate::record::fold;
use std::collections::HashSet;

fn board(stones: &str) -> Board {
    let mut board = Board::new(BoardSize::MAX);
    for text in stones.split_whitespace() {
        let (point, color) = stone(text).expect("a stone");
        board.set(point, Some(color));
    }
    board
}

fn names(board: &Board) -> Vec<&'static str> {
    let openings = NamedOpening::on(board).into_iter();
    openings.map(|opening| opening.names().en).collect()
}

#[test]
fn every_entry_is_a_legal_position_with_names_of_its_own_and_a_source() {
    let entries: Vec<OpeningEntry> = serde_json::from_str(include_str!("openings.json")).expect("the file");
    assert!(entries.len() == NamedOpening::all().len() && entries.len() > 60);
    for language in 0..5 {
        let names: HashSet<String> = NamedOpening::all()
            .iter()
            .map(|opening| fold(opening.names().all()[language]))
            .collect();
        assert!(names.len() == entries.len() && !names.contains(""), "{language}");
    }
    for opening in NamedOpening::all() {
        let name = opening.names().en;
        assert!(opening.source().starts_with("https://"), "{name}");
        let stones = opening.stones();
        let mut position = Board::new(BoardSize::MAX);
        for &(point, color) in stones {
            let played = position.play(Move::at(color, point));
            assert!(played.is_ok() && opening.area.contains(point), "{name}");
        }
        assert_eq!(position.stones().count(), stones.len(), "{name}");
    }
}

#[test]
fn a_board_that_shows_an_opening_is_named_after_it_first() {
    for opening in NamedOpening::all() {
        for transform in Transform::ALL {
            for is_swapped in [false, true] {
                let mut position = Board::new(BoardSize::MAX);
                for &(point, color) in opening.stones() {
                    let color = if is_swapped { color.opponent() } else { color };
                    position.set(transform.apply(point, BoardSize::MAX), Some(color));
                }
                let expected = !(is_swapped && opening.has_fixed_colors());
                let is_first = names(&position).first() == Some(&opening.names().en);
                assert_eq!(is_first, expected, "{} {transform:?}", opening.names().en);
            }
        }
    }
}

#[test]
fn few_openings_are_named_those_with_the_most_stones_first() {
    assert!(names(&board("")).is_empty());
    assert_eq!(names(&board("Bpd")), ["Star point"]);
    assert_eq!(names(&board("Bpd Wdp")), ["Star point"]);
    assert_eq!(names(&board("Bpd Wdp Bqp")), ["Star point", "3-4 point"]);
    let chinese = board("Bpd Wdd Bpq Wdp Bqk");
    assert_eq!(names(&chinese), ["Low Chinese opening against nirensei"]);
    assert_eq!(
        names(&board("Bpd Wnc Bqf Wcc")),
        ["Star point, low approach, small knight answer", "3-3 point"]
    );
    let mut late = board("Bpd Bpp");
    for point in BoardSize::MAX.points().filter(|point| point.x < 3).take(18) {
        late.set(point, Some(Color::White));
    }
    assert!(names(&late).contains(&"Nirensei"));
    late.set(Point::new(5, 18), Some(Color::White));
    assert!(!names(&late).contains(&"Nirensei"));
    let small = Board::new(BoardSize::new(9).expect("a size"));
    assert!(NamedOpening::on(&small).is_empty());
}
