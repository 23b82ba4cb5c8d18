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

/// Returns the numbers of the transforms that are equal to the image's own, with a
/// minus for exchanged colours.
fn equals(image: &Image) -> String {
    let names = image.equals.iter().map(|(t, swapped)| {
        let sign = if *swapped { "-" } else { "" };
        format!("{sign}{}", t.number())
    });
    names.collect::<Vec<_>>().join(" ")
}

/// What is asked of which points: the upper left one, width, height, conditions.
type Asked = (Point, u8, u8, Vec<Condition>);

/// Returns what the images ask, with the transforms and exchanges that ask it.
fn asked(images: &[Image]) -> BTreeMap<Asked, Vec<(Transform, bool)>> {
    let mut asked = BTreeMap::new();
    for image in images {
        for &place in &image.places {
            let key = (place, image.width, image.height, image.conditions.clone());
            let mut names = vec![(image.transform, image.swapped)];
            names.extend(&image.equals);
            assert_eq!(asked.insert(key, names), None, "asked twice at {place}");
        }
    }
    asked
}

/// Returns the same by looking at every point of the board under every transform.
fn asked_slowly(pattern: &Pattern, size: BoardSize, placement: &Placement) -> BTreeMap<Asked, Vec<(Transform, bool)>> {
    let edges = pattern.edges_on(size);
    let mut asked: BTreeMap<Asked, Vec<(Transform, bool)>> = BTreeMap::new();
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
                let key = (Point::new(left, top), width, height, board.into_values().collect());
                asked.entry(key).or_default().push((t, swapped));
            }
        }
    }
    asked
}

#[test]
fn a_corner_has_eight_images_in_two_colours_with_a_place_each() {
    let corner = "+---/|.X./|..O/|...";
    assert_eq!(counts(corner, 19, FREE), (16, 16));
    assert_eq!(counts(corner, 19, FIXED), (8, 8));
    assert_eq!(counts(corner, 19, TOUCHING), (16, 16));
    let images = images(corner, 19, FIXED);
    assert!(images.iter().all(|image| image.equals.is_empty()));
    let places: BTreeSet<String> = images.iter().map(|image| image.places[0].to_string()).collect();
    assert_eq!(places.into_iter().collect::<Vec<_>>(), ["aa", "aq", "qa", "qq"]);
    let numbers: Vec<usize> = images.iter().map(|image| image.transform.number()).collect();
    assert_eq!(numbers, [0, 1, 2, 3, 4, 5, 6, 7]);
}

#[test]
fn a_symmetric_corner_has_half_the_images() {
    let images = images("+---/|.X./|X../|...", 9, FIXED);
    let list: Vec<(usize, String)> = images.iter().map(|i| (i.transform.number(), equals(i))).collect();
    // The mirror on the diagonal comes after the turn.
    let expected = [(0, "6"), (1, "3"), (2, "5"), (4, "7")];
    assert_eq!(list, expected.map(|(number, equals)| (number, equals.to_owned())));
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
fn a_crosscut_is_its_own_image_in_exchanged_colours() {
    let images = images("..../.XO./.OX./....", 19, FREE);
    assert_eq!(images.len(), 2);
    // Each diagonal keeps the colours; a quarter turn or a reflection exchanges them.
    for (image, (number, others)) in images.iter().zip([(0, "4 6 7 -1 -2 -3 -5"), (1, "2 3 5 -0 -4 -6 -7")]) {
        assert_eq!((image.transform.number(), equals(image).as_str()), (number, others));
        assert!(!image.swapped && image.places.len() == 14 * 14);
    }
}

#[test]
fn against_two_edges_the_images_of_both_are_one() {
    let images = images(
        "---/.X./.../.X.",
        9,
        Placement {
            touching: true,
            ..FIXED
        },
    );
    let list: Vec<String> = images
        .iter()
        .map(|i| format!("{} = {} at {}", i.transform.number(), equals(i), i.places.len()))
        .collect();
    // At the upper edge it asks the same as at the lower one, as it is symmetric; but
    // no place touches both.
    assert_eq!(list, ["0 = 1 at 7", "2 = 4 at 7", "3 = 7 at 7", "5 = 6 at 7"]);

    // This one is the same on all four sides, so that corners are shared by two.
    let images = pattern("---/.X./X.X/.X.").images(size(5), &TOUCHING).expect("images");
    let list: Vec<String> = images
        .iter()
        .filter(|i| !i.swapped)
        .map(|i| {
            let places: Vec<String> = i.places.iter().map(Point::to_string).collect();
            format!("{} = {} at {}", i.transform.number(), equals(i), places.join(" "))
        })
        .collect();
    let expected = "0 = 1 5 6 at aa|0 = 1 at ba|0 = 1 3 7 at ca|2 = 4 5 6 at ac|2 = 4 at bc|2 = 3 4 7 at cc|\
                    3 = 7 at cb|5 = 6 at ab";
    assert_eq!(list, expected.split('|').collect::<Vec<_>>());
}

#[test]
fn an_empty_board_is_one_image() {
    let empty = Pattern::in_area(Area::between(Point::new(0, 0), Point::new(18, 18)), size(19), |_| {
        Condition::Empty
    });
    let images = empty.expect("a pattern").images(size(19), &FREE).expect("images");
    assert_eq!(images.len(), 1);
    assert_eq!(images[0].equals.len(), 15);
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

#[test]
fn points_of_an_image_are_points_of_the_pattern() {
    let corner = pattern("+---/|X.1/|.O.");
    for image in corner.images(size(19), &FREE).expect("images") {
        for (index, point) in image.area(Point::new(0, 0)).points().enumerate() {
            let own = image.to_pattern(point);
            let condition = corner.at(own.x, own.y).expect("a condition");
            let condition = if image.swapped { condition.swapped() } else { condition };
            assert_eq!(image.conditions[index], condition);
        }
    }
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
            Some(asked(&images).into_keys().collect::<BTreeSet<Asked>>())
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

#[test]
fn every_area_of_every_board_has_images() {
    for lines in 2..=19 {
        let size = size(lines);
        for (width, height) in [
            (1, 1),
            (1, lines),
            (lines, 1),
            (lines - 1, lines),
            (2, 2),
            (lines, lines),
        ] {
            for top in [0, (lines - height) / 2, lines - height] {
                let area = Area {
                    left: (lines - width) / 2,
                    top,
                    width,
                    height,
                };
                let pattern = Pattern::in_area(area, size, |point| {
                    if point == area.upper_left() {
                        Condition::Stone(crate::go::Color::Black)
                    } else {
                        Condition::Empty
                    }
                });
                let pattern = pattern.expect("a pattern");
                let here = Placement {
                    in_place: Some(area.upper_left()),
                    ..FIXED
                };
                assert_eq!(pattern.images(size, &here).map(|images| images.len()), Ok(1));
                let images = pattern.images(size, &FREE).expect("images");
                assert_eq!(images[0].transform, Transform::IDENTITY);
                assert!(images[0].places.contains(&area.upper_left()));
            }
        }
    }
}
