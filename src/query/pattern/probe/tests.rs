use super::*;
use crate::go::{Board, Move, Point};
use crate::pattern::{Area, Pattern, Placement};
use crate::record::{Course, Mark, MarkKind};
use testkit::Rng;

/// Returns the course of a game of random moves, with captures on so small a board.
fn course(rng: &mut Rng, size: BoardSize) -> Course {
    let mut board = Board::new(size);
    let mut course = Course::new(size);
    let mut color = if rng.one_in(4) { Color::White } else { Color::Black };
    course.first = color;
    for point in size.points() {
        if rng.one_in(40) {
            board.set(point, Some(color));
            let kind = MarkKind::Set(Some(color));
            let point = point.index(size) as u16;
            course.marks.push(Mark { ply: 0, point, kind });
        }
    }
    for ply in 1..=rng.below(120) as u16 {
        let point = Point::from_index(rng.below(size.area() + 1), size);
        let point = point.filter(|&point| board.get(point).is_none());
        let removed = board.replay(Move { color, point }).expect("an empty point").to_vec();
        course
            .moves
            .push(point.map_or(Course::PASS, |point| point.index(size) as u16));
        course.marks.extend(removed.iter().map(|point| Mark {
            ply,
            point: point.index(size) as u16,
            kind: MarkKind::Removed,
        }));
        color = color.opponent();
    }
    course
}

/// Returns the occurrences of an image in a game.
fn found(probe: &Probe, batch: &Batch, at: usize) -> Vec<Match> {
    let mut found = Vec::new();
    let games = probe.candidates(batch, batch.lanes(), at).0[0];
    let narrowed = probe.narrow(batch.moments(0, at), games);
    probe.occurrences(batch, 0, at, &narrowed, &mut Scratch::default(), |_, one| {
        found.push(one)
    });
    found
}

#[test]
fn a_byte_for_each_point_says_as_much_as_lists() {
    let mut rng = Rng::new(1);
    let mut occurrences = 0;
    for _ in 0..2000 {
        let size = BoardSize::new(3 + rng.below(5) as u8).expect("a size");
        let course = course(&mut rng, size);
        let [mut regular, mut listed] = [(); 2].map(|()| Batch::new(size));
        regular.push(1, &course);
        listed.push_irregular_for_test(1, &course);
        regular.finish();
        listed.finish();
        let area = Area {
            left: 0,
            top: 0,
            width: 1 + rng.below(3) as u8,
            height: 1 + rng.below(3) as u8,
        };
        let signs: Vec<char> = ".......*XOXOxo#".chars().collect();
        let mut drawn: Vec<Condition> = area
            .points()
            .filter_map(|_| Condition::from_sign(signs[rng.below(signs.len())]))
            .collect();
        if rng.one_in(3) {
            drawn[0] = Condition::Step(0);
        }
        let at = |point: Point| drawn[usize::from(point.y * area.width + point.x)];
        let pattern = Pattern::in_area(area, size, at).expect("a pattern");
        let touching = Placement {
            touching: true,
            ..Placement::default()
        };
        for (number, image) in pattern.images(size, &touching).expect("images").iter().enumerate() {
            let probe = Probe::new(number, image, size);
            for place in &image.places {
                let at = place.index(size);
                let (a, b) = (found(&probe, &regular, at), found(&probe, &listed, at));
                assert_eq!(a, b, "{pattern} at {place}: {course:?}");
                occurrences += a.len();
            }
        }
    }
    assert!(occurrences > 5000, "{occurrences}");
}
