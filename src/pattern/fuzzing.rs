//! Checks that any text can be read as a diagram, and that what is read is written so
//! that it reads the same and has well-defined images.

use super::{Pattern, Placement};
use crate::go::{BoardSize, ParseError, Point};
use std::collections::HashSet;

/// Checks what must hold of the diagram of any bytes.
pub fn check(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let pattern = match Pattern::parse(&text) {
        Ok(pattern) => pattern,
        Err(ParseError::AtPlace { line, column, .. }) => {
            let line = text.split('\n').nth(line - 1).expect("a line of the text");
            // The place may be behind the last character, where something is missing.
            assert!((1..=line.chars().count() + 1).contains(&column), "{text:?}: {column}");
            return;
        }
        Err(error) => panic!("{error} has no place"),
    };
    for written in [pattern.to_string(), format!("{pattern:#}")] {
        assert_eq!(Pattern::parse(&written).as_ref(), Ok(&pattern), "{written}");
    }
    for size in [2, 3, 5, 9, 13, 19].into_iter().filter_map(BoardSize::new) {
        for bits in 0..8 {
            let placement = Placement {
                fixed_colors: bits & 1 != 0,
                touching: bits & 2 != 0,
                in_place: pattern.only_place(size).filter(|_| bits & 4 != 0),
            };
            check_images(&pattern, size, &placement);
        }
    }
}

fn check_images(pattern: &Pattern, size: BoardSize, placement: &Placement) {
    let images = match pattern.images(size, placement) {
        Ok(images) => images,
        Err(error) => {
            assert!(
                !error.to_string().starts_with("the pattern "),
                "{pattern} has a place: {error}"
            );
            return;
        }
    };
    assert!(!images.is_empty());
    let mut seen = HashSet::new();
    for image in &images {
        assert!(!image.places.is_empty());
        for &place in &image.places {
            assert!(image.area(place).is_on(size), "{image:?}");
            let asked = (image.width, image.height, &image.conditions, place);
            assert!(seen.insert(asked), "{pattern} asks the same twice at {place}");
        }
        for (index, condition) in image.conditions.iter().enumerate() {
            let width = usize::from(image.width);
            let point = Point::new((index % width) as u8, (index / width) as u8);
            let own = image.to_pattern(point);
            let condition = if image.swapped { condition.swapped() } else { *condition };
            assert_eq!(pattern.at(own.x, own.y), Some(condition), "{image:?}");
        }
    }
}
