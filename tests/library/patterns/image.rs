use super::timeline::kind;
use bgo::internal::go::{BoardSize, Color, Move, Point, Transform};
use bgo::internal::pattern::{Area, Condition, Pattern};
use bgo::internal::query::PatternOptions;
use std::collections::BTreeMap;

pub struct Image {
    pub area: Area,
    /// The ways to see the pattern there: the transform from the game's board to the orientation of
    /// the pattern, and whether the colours are exchanged. Those without exchanged colours come first, then
    /// they are in the order of the transforms.
    pub ways: Vec<(Transform, bool)>,
    /// The kinds of demands on points, and the indexes of these, without those of steps.
    pub demands: Vec<(usize, usize)>,
    /// The points of the steps in their order.
    pub steps: Vec<Point>,
    /// The points with stones, those of steps among them.
    pub stones: Vec<(usize, Condition)>,
    size: BoardSize,
}

impl Image {
    /// Returns a move in the pattern, in the order in which equal moves are preferred: 0 for black or 1
    /// for white, row and column.
    pub fn seen(&self, way: (Transform, bool), mv: Move) -> [u8; 3] {
        let (transform, swapped) = way;
        let point = transform.apply(mv.point.expect("a stone"), self.size);
        let area = turned(self.area, transform, self.size);
        let color = u8::from((mv.color == Color::White) != swapped);
        [color, point.y - area.top, point.x - area.left]
    }

    pub fn has(&self, mv: Move) -> bool {
        mv.point.is_some_and(|point| is_in(self.area, point))
    }

    pub fn is_shown_by(
        &self,
        pattern: &Pattern,
        way: (Transform, bool),
        stone: impl Fn(Point) -> Option<Color>,
    ) -> bool {
        points(self.area).all(|point| {
            let condition = demand(pattern, self.area, way, point, self.size);
            match condition {
                Condition::Anything => true,
                Condition::Empty | Condition::Step(_) => stone(point).is_none(),
                Condition::Stone(color) => stone(point) == Some(color),
                Condition::EmptyOr(color) => stone(point) != Some(color.opponent()),
                Condition::AnyStone => stone(point).is_some(),
            }
        })
    }
}

pub fn images(pattern: &Pattern, size: BoardSize, options: &PatternOptions, only: Option<Point>) -> Vec<Image> {
    let mut ways: BTreeMap<_, Vec<(Transform, bool)>> = BTreeMap::new();
    for swapped in [false, true] {
        for transform in Transform::ALL {
            if swapped && options.fixed_colors || options.in_place && transform != Transform::IDENTITY {
                continue;
            }
            for area in areas(pattern, transform, size) {
                let upper_left = Point::new(area.left, area.top);
                if !may_lie(pattern, turned(area, transform, size), size, options.touching)
                    || options.in_place && only != Some(upper_left)
                {
                    continue;
                }
                let way = (transform, swapped);
                let conditions: Vec<_> = points(area)
                    .map(|point| demand(pattern, area, way, point, size))
                    .collect();
                ways.entry((area, conditions)).or_default().push(way);
            }
        }
    }
    ways.into_iter()
        .map(|((area, conditions), ways)| {
            let mut demands = Vec::new();
            let (mut steps, mut stones) = (Vec::new(), Vec::new());
            for (point, condition) in points(area).zip(conditions) {
                if let Condition::Stone(_) | Condition::AnyStone | Condition::Step(_) = condition {
                    stones.push((point.index(size), condition));
                }
                if let Condition::Step(number) = condition {
                    steps.push((number, point));
                } else if let Some(kind) = kind(condition) {
                    demands.push((kind, point.index(size)));
                }
            }
            // The rarest first, for speed.
            demands.sort_unstable();
            steps.sort_unstable_by_key(|&(number, _)| number);
            Image {
                area,
                ways,
                demands,
                steps: steps.into_iter().map(|(_, point)| point).collect(),
                stones,
                size,
            }
        })
        .collect()
}

pub fn only_place(pattern: &Pattern, size: BoardSize) -> Option<Point> {
    let areas = areas(pattern, Transform::IDENTITY, size);
    let areas: Vec<Area> = areas.filter(|&area| may_lie(pattern, area, size, false)).collect();
    match areas[..] {
        [area] => Some(Point::new(area.left, area.top)),
        _ => None,
    }
}

fn areas(pattern: &Pattern, transform: Transform, size: BoardSize) -> impl Iterator<Item = Area> {
    let origin = transform.apply(Point::new(0, 0), size);
    let beside = transform.apply(Point::new(size.lines().min(2) - 1, 0), size);
    let (width, height) = if origin.y == beside.y {
        (pattern.width(), pattern.height())
    } else {
        (pattern.height(), pattern.width())
    };
    let free = move |length: u8| 0..(size.lines() + 1).saturating_sub(length);
    free(height).flat_map(move |top| {
        free(width).map(move |left| Area {
            left,
            top,
            width,
            height,
        })
    })
}

fn demand(pattern: &Pattern, area: Area, way: (Transform, bool), point: Point, size: BoardSize) -> Condition {
    let (transform, swapped) = way;
    let to = transform.apply(point, size);
    let area = turned(area, transform, size);
    match pattern
        .at(to.x - area.left, to.y - area.top)
        .expect("a point of the pattern")
    {
        Condition::Stone(color) if swapped => Condition::Stone(color.opponent()),
        Condition::EmptyOr(color) if swapped => Condition::EmptyOr(color.opponent()),
        condition => condition,
    }
}

/// Returns whether a pattern may lie on an area of a board in its own orientation.
fn may_lie(pattern: &Pattern, area: Area, size: BoardSize, touching: bool) -> bool {
    let lines = size.lines();
    let drawn = pattern.edges();
    [
        (area.left == 0, drawn.left, pattern.width()),
        (area.left + area.width == lines, drawn.right, pattern.width()),
        (area.top == 0, drawn.top, pattern.height()),
        (area.top + area.height == lines, drawn.bottom, pattern.height()),
    ]
    .into_iter()
    .all(|(touches, is_drawn, length)| {
        let must = is_drawn || length == lines;
        touches == must || touching && touches
    })
}

fn turned(area: Area, transform: Transform, size: BoardSize) -> Area {
    let a = transform.apply(Point::new(area.left, area.top), size);
    let b = transform.apply(Point::new(area.left + area.width - 1, area.top + area.height - 1), size);
    Area {
        left: a.x.min(b.x),
        top: a.y.min(b.y),
        width: a.x.abs_diff(b.x) + 1,
        height: a.y.abs_diff(b.y) + 1,
    }
}

fn is_in(area: Area, point: Point) -> bool {
    point.x >= area.left && point.x < area.left + area.width && point.y >= area.top && point.y < area.top + area.height
}

fn points(area: Area) -> impl Iterator<Item = Point> {
    (area.top..area.top + area.height)
        .flat_map(move |y| (area.left..area.left + area.width).map(move |x| Point::new(x, y)))
}
