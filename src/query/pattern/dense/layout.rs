//! The images of small patterns, laid out to be counted.

use crate::go::Color;
use crate::query::pattern::options::Limits;
use crate::query::pattern::sought::Sought;
use crate::store::NextCode;

/// The most points of a small pattern.
const FEW_POINTS: usize = 6;

/// A small pattern, laid out to be counted.
pub struct DensePattern {
    pub(super) clusters: Vec<Cluster>,
    /// The answers to be counted, each as the pattern is or with the colours exchanged.
    pub(super) answers: Vec<(NextCode, bool)>,
}

/// The images with stones at the same distances from each other and the same areas around them.
#[derive(Default)]
pub struct Cluster {
    /// The distance of each stone from the first.
    pub stones: Vec<i16>,
    /// The areas around the stones: for each, the distances of the points that must be empty from the first stone.
    pub areas: Vec<Vec<i16>>,
    /// The same distances of all areas, each with the areas that have it.
    pub empty_points: Vec<(i16, Vec<usize>)>,
    pub colorings: Vec<Coloring>,
    /// The points on which the first stone may be, each with the areas around it.
    pub places: Vec<(u16, Vec<usize>)>,
}

/// The images of a cluster with stones of the same colours, one for each area.
#[derive(Default)]
pub struct Coloring {
    /// The colour of each stone; `None` is either.
    pub stones: Vec<Option<Color>>,
    /// The missing answer as the images show it. Of images that fit the same stones, the first counts.
    pub unanswered: Vec<Shown>,
    /// A black and a white answer on each empty point of the cluster, as the images show them.
    pub answers: Vec<[Vec<Shown>; 2]>,
    pub images: Vec<LaidOutImage>,
}

/// An image of a coloring.
pub struct LaidOutImage {
    /// The number among all images of the pattern.
    pub number: u16,
    shape: usize,
    /// The number of its area in the cluster.
    pub area: usize,
    /// The distance of the first stone from the upper left point.
    pub first: u16,
    /// All points by their distances from the first stone.
    pub points: Vec<(i16, Needed)>,
}

/// The state that a point must have.
#[derive(Clone, Copy)]
pub enum Needed {
    Empty,
    /// A stone of this colour, or of either.
    Stone(Option<Color>),
}

/// The answer as an image shows it.
#[derive(Clone, Copy)]
pub struct Shown {
    /// The number of the answer among those of the pattern.
    pub answer: usize,
    pub area: usize,
}

impl DensePattern {
    /// Lays a pattern out. Returns `None` if it is not small, if it can outlast a move inside it, or if there are
    /// limits on its occurrences.
    pub fn new(sought: &Sought) -> Option<Self> {
        if *sought.limits() != Limits::default() {
            return None;
        }
        let mut colorings: Vec<(Vec<i16>, Coloring)> = Vec::new();
        for shape in 0..sought.shapes() {
            for (number, image) in sought.of_shape(shape) {
                let (points, empty_points) = (image.probe().closed_stones()?, image.probe().empty_points());
                if points.len() + empty_points.len() > FEW_POINTS {
                    return None;
                }
                let first = points.first().map_or(0, |(first, _)| *first);
                let distances: Vec<i16> = points.iter().map(|(point, _)| distance(*point, first)).collect();
                let stones: Vec<Option<Color>> = points.iter().map(|(_, color)| *color).collect();
                // Without stones, nothing is the same.
                let same = |(at, coloring): &&mut (Vec<i16>, Coloring)| {
                    !stones.is_empty() && *at == distances && coloring.stones == stones
                };
                let with_stones = points.iter().map(|&(point, color)| (point, Needed::Stone(color)));
                let all = with_stones.chain(empty_points.iter().map(|&point| (point, Needed::Empty)));
                let image = LaidOutImage {
                    number,
                    shape,
                    area: 0,
                    first: first as u16,
                    points: all.map(|(point, needed)| (distance(point, first), needed)).collect(),
                };
                match colorings.iter_mut().find(same) {
                    Some((_, coloring)) => coloring.images.push(image),
                    None => colorings.push((
                        distances,
                        Coloring {
                            stones,
                            images: vec![image],
                            ..Coloring::default()
                        },
                    )),
                }
            }
        }
        let mut clusters: Vec<Cluster> = Vec::new();
        for (stones, coloring) in colorings {
            let same = |cluster: &&mut Cluster| {
                let shapes = |coloring: &Coloring| coloring.images.iter().map(|image| image.shape).collect::<Vec<_>>();
                !stones.is_empty() && cluster.stones == stones && shapes(&cluster.colorings[0]) == shapes(&coloring)
            };
            match clusters.iter_mut().find(same) {
                Some(cluster) => cluster.colorings.push(coloring),
                None => clusters.push(Cluster {
                    stones,
                    colorings: vec![coloring],
                    ..Cluster::default()
                }),
            }
        }
        let mut answers = Vec::new();
        for cluster in &mut clusters {
            cluster.add_areas(sought);
            cluster.add_answers(sought, &mut answers);
        }
        Some(Self { clusters, answers })
    }
}

impl Cluster {
    /// Makes an area for each image of the first colouring; those of the others have the same areas in this order.
    fn add_areas(&mut self, sought: &Sought) {
        for (area, LaidOutImage { number, first, .. }) in self.colorings[0].images.iter().enumerate() {
            let image = sought.image(*number);
            let empty_points = image.probe().empty_points();
            let empty_points = empty_points.iter().map(|&point| distance(point, (*first).into()));
            self.areas.push(empty_points.collect());
            for place in image.places() {
                let first = place + first;
                match self.places.iter_mut().find(|(known, _)| *known == first) {
                    Some((_, areas)) => areas.push(area),
                    None => self.places.push((first, vec![area])),
                }
            }
        }
        for coloring in &mut self.colorings {
            let images = coloring.images.iter_mut().enumerate();
            images.for_each(|(area, image)| image.area = area);
        }
    }

    fn add_answers(&mut self, sought: &Sought, answers: &mut Vec<(NextCode, bool)>) {
        let mut distances: Vec<i16> = self.areas.iter().flatten().copied().collect();
        distances.sort_unstable();
        distances.dedup();
        for &distance in &distances {
            let with_point = (0..self.areas.len()).filter(|&area| self.areas[area].contains(&distance));
            self.empty_points.push((distance, with_point.collect()));
        }
        for coloring in &mut self.colorings {
            let mut shown = |answer: Option<(i16, Color)>| {
                let images = coloring
                    .images
                    .iter()
                    .filter(|image| answer.is_none_or(|(distance, _)| self.areas[image.area].contains(&distance)));
                let shown = images.map(|laid_out| {
                    let (image, first) = (sought.image(laid_out.number), laid_out.first);
                    let answer = answer.map(|(distance, color)| (first.wrapping_add_signed(distance).into(), color));
                    let (code, view) = image.seen(answer, None);
                    (code.0, laid_out.number, image.view(view).1, laid_out.area)
                });
                // Of images that fit the same stones, the first counts.
                let mut shown: Vec<_> = shown.collect();
                shown.sort_unstable();
                let shown = shown.into_iter().map(|(code, _, swapped, area)| {
                    let number = answers.iter().position(|answer| *answer == (NextCode(code), swapped));
                    let answer = number.unwrap_or_else(|| {
                        answers.push((NextCode(code), swapped));
                        answers.len() - 1
                    });
                    Shown { answer, area }
                });
                shown.collect::<Vec<_>>()
            };
            coloring.unanswered = shown(None);
            let points = distances.iter();
            coloring.answers = points
                .map(|&distance| [Color::Black, Color::White].map(|color| shown(Some((distance, color)))))
                .collect();
        }
    }
}

fn distance(point: usize, first: usize) -> i16 {
    point as i16 - first as i16
}
