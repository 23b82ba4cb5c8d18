use super::super::tests::{any_pattern, pattern, size};
use super::*;
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

const FREE: Placement = Placement {
    fixed_colors: false,
    touching: false,
    in_place: None,
};
const FIXED: Placement = Placement {
    fixed_colors: true,
    ..FREE
};
const TOUCHING: Placement = Placement { touching: true, ..FREE };

fn images(text: &str, lines: u8, placement: Placement) -> Vec<Image> {
    pattern(text).images(size(lines), &placement).expect(text)
}

fn counts(text: &str, lines: u8, placement: Placement) -> (usize, usize) {
    let images = images(text, lines, placement);
    (images.len(), images.iter().map(|image| image.places.len()).sum())
}

/// Names what is asked of which points.
fn key(place: Point, width: u8, height: u8, conditions: &[Condition]) -> String {
    format!("{place} {width}x{height} {conditions:?}")
}

fn asked(images: &[Image]) -> BTreeMap<String, Vec<(Transform, bool)>> {
    let mut asked = BTreeMap::new();
    for image in images {
        for &place in &image.places {
            let key = key(place, image.width, image.height, &image.conditions);
            let mut names = vec![(image.transform, image.swapped)];
            names.extend(&image.equals);
            assert_eq!(asked.insert(key, names), None, "asked twice at {place}");
        }
    }
    asked
}

fn asked_slowly(pattern: &Pattern, size: BoardSize, placement: &Placement) -> BTreeMap<String, Vec<(Transform, bool)>> {
    let edges = pattern.edges_on(size);
    let mut asked: BTreeMap<String, Vec<(Transform, bool)>> = BTreeMap::new();
    for swapped in [false, true] {
        for t in Transform::ALL {
            if swapped && placement.fixed_colors || placement.in_place.is_some() && t != Transform::IDENTITY {
                continue;
            }
            // The pattern slides over the turned board.
            for start in size.points() {
                let area = area_at(start, pattern.width(), pattern.height());
                if !area.is_on(size) || placement.in_place.is_some_and(|only| only != start) {
                    continue;
                }
                let touched = area.edges(size);
                if touched != edges && !(placement.touching && touched.contain(edges)) {
                    continue;
                }
                let mut board = BTreeMap::new();
                for point in area.points() {
                    let own = pattern.at(point.x - start.x, point.y - start.y).expect("a condition");
                    let own = if swapped { own.swapped() } else { own };
                    let game = t.inverse().apply(point, size);
                    board.insert((game.y, game.x), own);
                }
                let first = |v: fn(&(u8, u8)) -> u8| board.keys().map(v).min().expect("a point");
                let last = |v: fn(&(u8, u8)) -> u8| board.keys().map(v).max().expect("a point");
                let (left, top) = (first(|p| p.1), first(|p| p.0));
                let (width, height) = (last(|p| p.1) - left + 1, last(|p| p.0) - top + 1);
                let conditions: Vec<Condition> = board.into_values().collect();
                let key = key(Point::new(left, top), width, height, &conditions);
                asked.entry(key).or_default().push((t, swapped));
            }
        }
    }
    asked
}

#[test]
fn a_pattern_slides_over_all_places_that_its_edges_permit() {
    let fixed_touching = Placement {
        touching: true,
        ..FIXED
    };
    for (text, lines, placement, images, places) in [
        // Along a side, 19 - 3 lines are free, less one at either end.
        ("---/X../.O./...", 19, FIXED, 8, 8 * 15),
        ("---/.X./.O./...", 19, FIXED, 4, 4 * 15),
        ("---/.X./.O./...", 19, FREE, 8, 8 * 15),
        ("---/.X./.O./...", 19, fixed_touching, 4, 4 * 17),
        // In the middle it touches no edge unless it may.
        ("X.O/.../...", 19, FIXED, 8, 8 * 15 * 15),
        ("X.O/.../...", 19, fixed_touching, 8, 8 * 17 * 17),
        ("X", 19, FREE, 2, 2 * 17 * 17),
        ("#", 2, TOUCHING, 1, 4),
        // Rows and columns differ.
        ("X./O.", 9, FIXED, 8, 8 * 6 * 6),
        ("XO.", 9, FIXED, 4, 2 * 2 * 5 * 7),
        // From edge to edge it slides between the other two.
        ("|X..O.|", 5, FIXED, 4, 4 * 3),
        ("X..O.#", 6, FIXED, 4, 4 * 4),
        ("|X..O.|", 5, TOUCHING, 8, 8 * 5),
        // A whole board has one place.
        ("+---+/|X..|/|.O.|/|...|/+---+", 3, FREE, 8, 8),
        ("X../.O./...", 3, FREE, 8, 8),
        ("#../.../...", 3, FREE, 4, 4),
    ] {
        assert_eq!(counts(text, lines, placement), (images, places), "{text}");
    }
}

#[test]
fn in_place_it_neither_slides_nor_turns() {
    let here = Placement {
        in_place: Some(Point::new(3, 4)),
        ..FREE
    };
    let images = images("X../..O", 9, here);
    assert_eq!(images.len(), 2);
    for (image, swapped) in images.iter().zip([false, true]) {
        assert_eq!((image.transform, image.swapped), (Transform::IDENTITY, swapped));
        assert_eq!(image.places, [Point::new(3, 4)]);
    }
    assert_eq!(counts("#../...", 9, here), (1, 1));
    assert_eq!(
        counts(
            "X../..O",
            9,
            Placement {
                fixed_colors: true,
                ..here
            }
        ),
        (1, 1)
    );
    let corner = pattern("X.|/..|/--+");
    let place = corner.place_as_drawn(size(9)).expect("a place");
    assert_eq!(place, Point::new(7, 7));
    let drawn = Placement {
        in_place: Some(place),
        ..FREE
    };
    assert_eq!(corner.images(size(9), &drawn).map(|images| images.len()), Ok(2));
}

#[test]
fn what_has_no_place_is_refused_with_the_reason() {
    fn error(text: &str, lines: u8, placement: Placement) -> String {
        let error = pattern(text).images(size(lines), &placement).expect_err(text);
        error.to_string()
    }
    assert_eq!(
        error("X.........", 9, FREE),
        "a pattern of 10x1 points is larger than the 9x9 board"
    );
    assert!(error("X/./.", 2, TOUCHING).contains("1x3 points is larger than the 2x2 board"));
    assert!(error("|X..|", 9, FREE).contains("left and right edges are drawn, so the pattern needs 9 lines"));
    assert!(error("-/X/-", 9, TOUCHING).contains("top and bottom edges are drawn"));
    assert!(error("X.......", 9, FREE).contains("touches an edge that is not drawn"));
    assert_eq!(counts("X.......", 9, TOUCHING).1, 2 * 4 * 2 * 9);
    for (x, y) in [(0, 3), (7, 3), (8, 8), (200, 200)] {
        let in_place = Some(Point::new(x, y));
        let said = error("X..", 9, Placement { in_place, ..FREE });
        assert!(said.contains("cannot lie on the 9x9 board"), "{said}");
    }
    let touching = Placement {
        touching: true,
        in_place: Some(Point::new(0, 3)),
        ..FREE
    };
    assert_eq!(counts("X..", 9, touching), (2, 2));
    let slides = pattern("X..").place_as_drawn(size(9)).expect_err("it slides");
    assert!(slides.to_string().contains("more than one place"), "{slides}");
    let large = pattern("X..").place_as_drawn(size(2)).expect_err("it is too large");
    assert!(large.to_string().contains("larger"), "{large}");
}

fn any_placement() -> impl Strategy<Value = Placement> {
    let point = prop::option::weighted(0.3, (0..6_u8, 0..6_u8).prop_map(|(x, y)| Point::new(x, y)));
    (any::<bool>(), any::<bool>(), point).prop_map(|(fixed_colors, touching, in_place)| Placement {
        fixed_colors,
        touching,
        in_place,
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    #[test]
    fn images_ask_what_the_pattern_asks_of_the_turned_board(
        pattern in any_pattern(7),
        lines in 2..=9_u8,
        placement in any_placement(),
    ) {
        let slowly = asked_slowly(&pattern, size(lines), &placement);
        match pattern.images(size(lines), &placement) {
            Ok(images) => {
                prop_assert_eq!(asked(&images), slowly);
                for image in &images {
                    prop_assert!(!image.places.is_empty());
                    prop_assert!(image.places.is_sorted_by_key(|p| (p.y, p.x)));
                }
                let order = |i: &Image| (i.swapped, i.transform, i.places[0].y, i.places[0].x);
                prop_assert!(images.is_sorted_by_key(order));
            }
            Err(_) => prop_assert!(slowly.is_empty()),
        }
    }

    #[test]
    fn a_turned_or_exchanged_pattern_asks_the_same(
        pattern in any_pattern(6),
        lines in 2..=8_u8,
        number in 0..8_usize,
        touching in any::<bool>(),
    ) {
        let placement = Placement { touching, ..FREE };
        let all = |pattern: &Pattern, placement| {
            let images = pattern.images(size(lines), placement).ok()?;
            Some(asked(&images).into_keys().collect::<BTreeSet<String>>())
        };
        let expected = all(&pattern, &placement);
        let turned = pattern.turned(Transform::ALL[number]);
        prop_assert_eq!(&all(&turned, &placement), &expected);
        prop_assert_eq!(&all(&turned.swapped(), &placement), &expected);
        let fixed = Placement { touching, ..FIXED };
        prop_assert_eq!(all(&turned, &fixed), all(&pattern, &fixed));
    }

    #[test]
    fn a_pattern_that_cannot_slide_lies_where_it_is_drawn(pattern in any_pattern(7), lines in 2..=9_u8) {
        let own: Option<Vec<Point>> = pattern.images(size(lines), &FIXED).ok().map(|images| {
            let names = |i: &&Image| i.transform == Transform::IDENTITY;
            images.iter().filter(names).flat_map(|i| i.places.clone()).collect()
        });
        let only = own.filter(|places| places.len() == 1).map(|places| places[0]);
        prop_assert_eq!(pattern.only_place(size(lines)), only);
        let drawn = pattern.place_as_drawn(size(lines)).ok();
        prop_assert_eq!(drawn, only);
    }
}
