//! The images of a pattern: the conditions on a game's board under each transform and
//! exchange of colours, and their places.

use super::{Area, Condition, Edges, Pattern, PatternError, turned_point};
use crate::go::{BoardSize, Point, Transform};

/// The freedom of a pattern's place and colours beyond what its edges say.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Placement {
    /// True if exchanged colours do not count.
    pub fixed_colors: bool,
    /// True if the pattern may lie against other edges than its own.
    pub touching: bool,
    /// The upper left point of the only place, if the pattern may neither slide nor turn.
    pub in_place: Option<Point>,
}

/// The conditions of a pattern on a game's board, in the game's orientation and colours, at
/// all places where the same transforms give them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Image {
    /// The transform that takes the game's board to the pattern's orientation.
    pub transform: Transform,
    /// True if black stones of the game are white ones of the pattern.
    pub swapped: bool,
    /// The number of columns, in the game's orientation.
    pub width: u8,
    /// The number of rows, in the game's orientation.
    pub height: u8,
    /// The conditions row by row, in the game's orientation and colours.
    pub conditions: Vec<Condition>,
    /// The upper left points on the game's board, row by row.
    pub places: Vec<Point>,
    /// The other transforms and exchanges that give the same conditions at all these
    /// places. They show the symmetries of the pattern.
    pub equals: Vec<(Transform, bool)>,
}

impl Image {
    /// Returns the point of the pattern that lies on `point`, which must be in the
    /// area. Both are counted from the upper left point of the area.
    pub(crate) fn to_pattern(&self, point: Point) -> Point {
        turned_point(self.transform, point, self.width, self.height)
    }

    /// Returns the area of the game's board that the image covers at `place`.
    pub const fn area(&self, place: Point) -> Area {
        area_at(place, self.width, self.height)
    }
}

const fn area_at(place: Point, width: u8, height: u8) -> Area {
    Area {
        left: place.x,
        top: place.y,
        width,
        height,
    }
}

impl Pattern {
    /// Returns the upper left point of the only place where the pattern lies as it is
    /// drawn, or `None` if the pattern can slide or has no place on a board of this size.
    pub fn only_place(&self, size: BoardSize) -> Option<Point> {
        let edges = self.edges_on(size);
        let (width, height) = (self.width, self.height);
        let mut fitting =
            places(width, height, size).filter(|&place| area_at(place, width, height).edges(size) == edges);
        fitting.next().filter(|_| fitting.next().is_none())
    }

    /// Returns the only place of the pattern as it is drawn. Fails if the pattern can slide or
    /// has no place.
    pub(crate) fn place_as_drawn(&self, size: BoardSize) -> Result<Point, PatternError> {
        check_size(self, size, false)?;
        self.only_place(size).ok_or(PatternError::Slides(size))
    }

    /// Returns the area where the pattern is drawn on a board: against the edges that it
    /// touches, and in the middle of the others.
    pub(crate) fn drawn_area(&self, size: BoardSize) -> Area {
        let edges = self.edges_on(size);
        let [left, top] = [
            (edges.left, edges.right, self.width),
            (edges.top, edges.bottom, self.height),
        ]
        .map(|(at_start, at_end, length)| match size.lines().saturating_sub(length) {
            _ if at_start => 0,
            room if at_end => room,
            room => room / 2,
        });
        area_at(Point::new(left, top), self.width, self.height)
    }

    /// Returns the images of the pattern on a board of this size, with all their
    /// places. No two images have the same conditions at the same place. They are ordered by
    /// exchange of colours, transform and first place.
    pub fn images(&self, size: BoardSize, placement: &Placement) -> Result<Vec<Image>, PatternError> {
        check_size(self, size, placement.touching)?;
        let mut images = Vec::new();
        for (image, members) in alike(self, size, placement) {
            images.extend(split(&image, &members, size, placement));
        }
        if let (Some(point), true) = (placement.in_place, images.is_empty()) {
            let [column, row] = [point.x, point.y].map(|v| u16::from(v) + 1);
            return Err(PatternError::Impossible(format!(
                "the pattern cannot lie on the {size} board with its upper left point in column {column} and row {row}: it \
                 would touch other edges than its own, or reach over them"
            )));
        }
        images.sort_by_key(|image: &Image| (image.swapped, image.transform, image.places.first().map(|p| (p.y, p.x))));
        Ok(images)
    }
}

fn places(width: u8, height: u8, size: BoardSize) -> impl Iterator<Item = Point> {
    let [columns, rows] = [width, height].map(|count| (size.lines() + 1).saturating_sub(count));
    area_at(Point::new(0, 0), columns, rows).points()
}

fn check_size(pattern: &Pattern, size: BoardSize, touching: bool) -> Result<(), PatternError> {
    let (width, height, lines) = (pattern.width, pattern.height, size.lines());
    if width > lines || height > lines {
        return Err(PatternError::Impossible(format!(
            "a pattern of {width}x{height} points is larger than the {size} board"
        )));
    }
    let edges = pattern.edges_on(size);
    for (name, lines, first, last) in [
        ("left and right", width, edges.left, edges.right),
        ("top and bottom", height, edges.top, edges.bottom),
    ] {
        if first && last && lines < size.lines() {
            let all = size.lines();
            return Err(PatternError::Impossible(format!(
                "the {name} edges are drawn, so the pattern needs {all} lines between them like the {size} board, not {lines}"
            )));
        }
        // One line less than the board always leaves one of the two edges touched.
        if !touching && !first && !last && lines + 1 == size.lines() {
            return Err(PatternError::Impossible(format!(
                "wherever a pattern of {width}x{height} points lies on the {size} board, it touches an edge that is not \
                 drawn"
            )));
        }
    }
    Ok(())
}

/// Groups the transforms and exchanges of a pattern by the conditions that they give. Each comes with the
/// edges that it must touch. Each group is in the order of preference.
#[expect(clippy::type_complexity, reason = "a list of groups")]
fn alike(pattern: &Pattern, size: BoardSize, placement: &Placement) -> Vec<(Pattern, Vec<(Transform, bool, Edges)>)> {
    let transforms = match placement.in_place {
        Some(_) => &Transform::ALL[..1],
        None => &Transform::ALL[..],
    };
    let colors = if placement.fixed_colors {
        &[false][..]
    } else {
        &[false, true]
    };
    let mut all: Vec<(Pattern, Vec<_>)> = Vec::new();
    for (swapped, transform) in colors.iter().flat_map(|&s| transforms.iter().map(move |&t| (s, t))) {
        // The transform takes the game's board to the pattern, so its inverse leads back.
        let turned = pattern.turned(transform.inverse());
        let image = if swapped { turned.swapped() } else { turned };
        let member = (transform, swapped, image.edges_on(size));
        let same = all.iter_mut().find(|(other, _)| {
            (other.width, other.height) == (image.width, image.height) && other.conditions == image.conditions
        });
        match same {
            Some((_, members)) => members.push(member),
            None => all.push((image, vec![member])),
        }
    }
    all
}

/// Returns an image for each set of members that share places. They differ in the edges
/// that they must touch, so a place that may touch more can suit some of them only.
fn split(image: &Pattern, members: &[(Transform, bool, Edges)], size: BoardSize, placement: &Placement) -> Vec<Image> {
    let mut images: Vec<Image> = Vec::new();
    for place in places(image.width, image.height, size) {
        if placement.in_place.is_some_and(|only| only != place) {
            continue;
        }
        let touched = area_at(place, image.width, image.height).edges(size);
        let mut members = members
            .iter()
            .filter(|(_, _, edges)| touched == *edges || placement.touching && touched.contain(*edges))
            .map(|&(transform, swapped, _)| (transform, swapped));
        let Some((transform, swapped)) = members.next() else {
            continue;
        };
        let equals: Vec<_> = members.collect();
        let same = images
            .iter_mut()
            .find(|image| (image.transform, image.swapped) == (transform, swapped) && image.equals == equals);
        match same {
            Some(image) => image.places.push(place),
            None => images.push(Image {
                transform,
                swapped,
                width: image.width,
                height: image.height,
                conditions: image.conditions.clone(),
                places: vec![place],
                equals,
            }),
        }
    }
    images
}

#[cfg(test)]
mod tests;
