use super::options::Limits;
use super::probe::Probe;
use crate::go::{BoardSize, Color, Move, Point, Transform};
use crate::pattern::{Condition, Image};
use crate::store::NextCode;

/// The answer of an occurrence that has none: the code of no move.
pub const NO_ANSWER: NextCode = NextCode::END;

/// The images of a pattern, ready for the search.
pub struct Sought {
    limits: Limits,
    images: Vec<SoughtImage>,
    /// The numbers of the images by shape: their places and the kinds of their conditions,
    /// without colours. [`Probe::narrow`] tests a shape once for all its images.
    shapes: Vec<Vec<usize>>,
    /// For each image whose stones another one may have at the same points, because they are symmetric while
    /// its area is not: the number of the first image with these stones, and the index of the first stone,
    /// counted from the upper left point of the area.
    shared: Vec<Option<(u16, u16)>>,
}

impl Sought {
    pub fn new(images: &[Image], size: BoardSize, limits: Limits) -> Self {
        let shared = shared_stones(images, size);
        let images = images.iter().enumerate();
        let images: Vec<SoughtImage> = images
            .map(|(number, image)| SoughtImage::new(number, image, size, limits.next))
            .collect();
        let mut shapes: Vec<Vec<usize>> = Vec::new();
        for (number, image) in images.iter().enumerate() {
            let same = shapes.iter_mut().find(|shape| {
                let first = &images[shape[0]];
                first.places == image.places && first.probe.has_same_shape(&image.probe)
            });
            match same {
                Some(shape) => shape.push(number),
                None => shapes.push(vec![number]),
            }
        }
        Self {
            limits,
            images,
            shapes,
            shared,
        }
    }

    /// Returns what names the stones of an image at a place if another image may fit them, too:
    /// the number of an image, and the index of a stone.
    pub fn shared_stones(&self, image: u16, place: u16) -> Option<(u16, u16)> {
        self.shared[usize::from(image)].map(|(of, first)| (of, place + first))
    }

    /// Returns the occurrences and answers that count.
    pub const fn limits(&self) -> &Limits {
        &self.limits
    }

    pub fn image(&self, number: u16) -> &SoughtImage {
        &self.images[usize::from(number)]
    }

    pub fn shapes(&self) -> usize {
        self.shapes.len()
    }

    pub fn of_shape(&self, shape: usize) -> impl Iterator<Item = (u16, &SoughtImage)> {
        let numbers = self.shapes[shape].iter();
        numbers.map(|&number| (number as u16, &self.images[number]))
    }

    /// Returns an image of a shape, which has the places and the shape of all of them.
    pub fn any_of_shape(&self, shape: usize) -> &SoughtImage {
        &self.images[self.shapes[shape][0]]
    }
}

fn shared_stones(images: &[Image], size: BoardSize) -> Vec<Option<(u16, u16)>> {
    let lines = i16::from(size.lines());
    let stones: Vec<_> = images.iter().map(|image| stones(image, lines)).collect();
    let mut shared = Vec::with_capacity(images.len());
    for (number, own) in stones.iter().enumerate() {
        shared.push(own.as_ref().and_then(|(first, own)| {
            let mut with_same = (0..stones.len()).filter(|&at| stones[at].as_ref().is_some_and(|(_, s)| s == own));
            let of = with_same.next()?;
            (of != number || with_same.next().is_some()).then_some((of as u16, *first as u16))
        }));
    }
    shared
}

/// Returns the index of the first stone of an image, and all stones by their distance from it.
fn stones(image: &Image, lines: i16) -> Option<(i16, Vec<(i16, Condition)>)> {
    let width = i16::from(image.width);
    let mut stones = (0..).zip(&image.conditions).filter_map(|(at, &condition)| {
        let is_stone = !matches!(
            condition,
            Condition::Anything | Condition::Empty | Condition::EmptyOr(_)
        );
        is_stone.then_some((at % width + at / width * lines, condition))
    });
    let (first, condition) = stones.next()?;
    let rest = stones.map(|(at, condition)| (at - first, condition));
    Some((first, [(0, condition)].into_iter().chain(rest).collect()))
}

/// An image, ready for the search.
pub struct SoughtImage {
    probe: Probe,
    /// The index of the upper left point of the area at each place.
    places: Vec<u16>,
    /// The views of the pattern in the image: each transform from the game's board that
    /// shows the pattern, and whether the colours are exchanged. A symmetric pattern has
    /// several.
    views: Vec<(Transform, bool)>,
    /// For each view and each offset from the upper left point of an area, the codes of a black and
    /// of a white stone of the game.
    codes: Vec<Vec<[NextCode; 2]>>,
    /// The views of occurrences without a sequence, of those whose sequence Black begins, and of those
    /// whose sequence White begins: the number of the view of one without an answer; and for each
    /// offset from the upper left point of the area, the codes of a black and of a white stone of the
    /// game as answers, and the numbers of the views that show them so.
    #[expect(clippy::type_complexity, reason = "a table of codes and views")]
    seen: [(u8, Vec<[(NextCode, u8); 2]>); 3],
}

impl SoughtImage {
    fn new(number: usize, image: &Image, size: BoardSize, next: Option<Color>) -> Self {
        let own = (image.transform, image.swapped);
        let views: Vec<(Transform, bool)> = std::iter::once(own).chain(image.equals.iter().copied()).collect();
        let codes: Vec<_> = views.iter().map(|&view| codes(image, size, view)).collect();
        let seen = [None, Some(Color::Black), Some(Color::White)].map(|begun_by| {
            let answers = (0..codes[0].len()).map(|offset| {
                [Color::Black, Color::White].map(|color| see(&views, &codes, (offset, color), begun_by, next))
            });
            (first_view(&views, begun_by), answers.collect())
        });
        Self {
            probe: Probe::new(number, image, size),
            places: image.places.iter().map(|place| place.index(size) as u16).collect(),
            views,
            codes,
            seen,
        }
    }

    pub const fn probe(&self) -> &Probe {
        &self.probe
    }

    /// Returns the index of the upper left point of the area at each place.
    pub fn places(&self) -> &[u16] {
        &self.places
    }

    pub fn view(&self, number: u8) -> (Transform, bool) {
        self.views[usize::from(number)]
    }

    /// Returns the numbers of the views that count for an occurrence.
    pub fn view_numbers(&self, begun_by: Option<Color>) -> impl Iterator<Item = u8> {
        view_numbers(&self.views, begun_by)
    }

    /// Returns the code of a move inside the area, as a view shows it. `offset` is the index
    /// of its point, counted from the upper left point of the area.
    pub fn code(&self, view: u8, offset: usize, color: Color) -> NextCode {
        self.codes[usize::from(view)][offset][color as usize]
    }

    /// Returns the code of an answer in the view that makes it the first of all that are
    /// equal, and the number of that view. The code is [`NO_ANSWER`] if there is no
    /// answer, or if no view shows it as a move of the colour that counts. `answer` has the
    /// index of its point, counted from the upper left point of the area.
    #[inline]
    pub fn seen(&self, answer: Option<(usize, Color)>, begun_by: Option<Color>) -> (NextCode, u8) {
        let (view, answers) = &self.seen[begun_by.map_or(0, |color| 1 + color as usize)];
        answer.map_or((NO_ANSWER, *view), |(offset, color)| answers[offset][color as usize])
    }
}

/// Returns the numbers of the views that count for an occurrence. If the pattern looks the
/// same with its colours exchanged, Black is who begins its sequence.
fn view_numbers(views: &[(Transform, bool)], begun_by: Option<Color>) -> impl Iterator<Item = u8> {
    let has_both = views.iter().any(|view| view.1 != views[0].1);
    let swapped = begun_by.filter(|_| has_both).map(|color| color == Color::White);
    (0..)
        .zip(views)
        .filter(move |(_, view)| swapped.is_none_or(|swapped| view.1 == swapped))
        .map(|(number, _)| number)
}

fn first_view(views: &[(Transform, bool)], begun_by: Option<Color>) -> u8 {
    view_numbers(views, begun_by).next().unwrap_or_default()
}

/// Returns the code of an answer and the view that shows it so, chosen among all views that
/// count.
fn see(
    views: &[(Transform, bool)],
    codes: &[Vec<[NextCode; 2]>],
    (offset, color): (usize, Color),
    begun_by: Option<Color>,
    next: Option<Color>,
) -> (NextCode, u8) {
    let seen = view_numbers(views, begun_by).map(|view| (codes[usize::from(view)][offset][color as usize], view));
    let best = seen
        .filter(|(code, _)| next.is_none_or(|next| code.color() == Some(next)))
        .min_by_key(|&(code, view)| (code.0, view));
    best.unwrap_or((NO_ANSWER, first_view(views, begun_by)))
}

/// Returns the codes of all moves inside the area, as a view shows them.
fn codes(image: &Image, size: BoardSize, (transform, swapped): (Transform, bool)) -> Vec<[NextCode; 2]> {
    let view = Image {
        transform,
        swapped,
        ..image.clone()
    };
    let last = Point::new(image.width - 1, image.height - 1).index(size);
    let points = (0..=last).filter_map(|offset| Point::from_index(offset, size));
    points
        .map(|point| {
            if point.x >= image.width {
                return [NO_ANSWER; 2];
            }
            let shown = view.to_pattern(point);
            [Color::Black, Color::White].map(|color| {
                let color = if swapped { color.opponent() } else { color };
                NextCode::of(Move::at(color, shown), BoardSize::MAX)
            })
        })
        .collect()
}
