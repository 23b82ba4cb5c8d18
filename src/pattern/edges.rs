use crate::go::{BoardSize, Point, Transform};

/// A set of edges of the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Edges {
    /// True if the set has the upper edge.
    pub top: bool,
    /// True if the set has the right edge.
    pub right: bool,
    /// True if the set has the lower edge.
    pub bottom: bool,
    /// True if the set has the left edge.
    pub left: bool,
}

/// The places where a pattern may lie, by the edges that it touches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Anchor {
    /// No edge: the pattern slides over the middle.
    Middle,
    /// One edge: the pattern slides along the sides.
    Side,
    /// Two edges that meet.
    Corner,
    /// Two opposite edges, or three.
    Fixed,
    /// All four edges: the pattern is the whole board.
    Board,
}

/// A board on which every edge has a point of its own.
const SMALL: BoardSize = match BoardSize::new(3) {
    Some(size) => size,
    None => BoardSize::MAX,
};

impl Edges {
    /// Returns the number of edges.
    pub const fn count(self) -> u8 {
        self.top as u8 + self.right as u8 + self.bottom as u8 + self.left as u8
    }

    /// Returns where the edges go under `transform`.
    #[must_use]
    pub fn transformed(self, transform: Transform) -> Self {
        let middles = [
            (self.top, Point::new(1, 0)),
            (self.right, Point::new(2, 1)),
            (self.bottom, Point::new(1, 2)),
            (self.left, Point::new(0, 1)),
        ];
        let mut edges = Self::default();
        for (_, middle) in middles.into_iter().filter(|&(is_in, _)| is_in) {
            let to = transform.apply(middle, SMALL);
            edges.top |= to.y == 0;
            edges.right |= to.x == 2;
            edges.bottom |= to.y == 2;
            edges.left |= to.x == 0;
        }
        edges
    }

    /// Returns whether all of `others` are in the set.
    pub const fn contain(self, others: Self) -> bool {
        (self.top || !others.top)
            && (self.right || !others.right)
            && (self.bottom || !others.bottom)
            && (self.left || !others.left)
    }

    /// Returns where a pattern may lie that touches exactly these edges.
    pub const fn anchor(self) -> Anchor {
        match self.count() {
            0 => Anchor::Middle,
            1 => Anchor::Side,
            2 if self.top != self.bottom => Anchor::Corner,
            2 | 3 => Anchor::Fixed,
            _ => Anchor::Board,
        }
    }
}

impl Anchor {
    /// Returns the name: `middle`, `side`, `corner`, `fixed` or `board`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Middle => "middle",
            Self::Side => "side",
            Self::Corner => "corner",
            Self::Fixed => "fixed",
            Self::Board => "board",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pattern::Area;

    /// Returns all 16 sets.
    fn sets() -> impl Iterator<Item = Edges> {
        (0..16_u8).map(|bits| Edges {
            top: bits & 1 != 0,
            right: bits & 2 != 0,
            bottom: bits & 4 != 0,
            left: bits & 8 != 0,
        })
    }

    #[test]
    fn edges_turn_with_the_areas_that_touch_them() {
        let size = BoardSize::new(5).expect("a size");
        for t in Transform::ALL {
            for (a, b) in size.points().flat_map(|a| size.points().map(move |b| (a, b))) {
                let turned = Area::between(t.apply(a, size), t.apply(b, size));
                assert_eq!(Area::between(a, b).edges(size).transformed(t), turned.edges(size));
            }
        }
    }

    #[test]
    fn the_anchor_of_every_set_of_edges() {
        let count = |anchor| sets().filter(|edges| edges.anchor() == anchor).count();
        let anchors = [
            Anchor::Middle,
            Anchor::Side,
            Anchor::Corner,
            Anchor::Fixed,
            Anchor::Board,
        ];
        assert_eq!(anchors.map(count), [1, 4, 4, 2 + 4, 1]);
        assert_eq!(
            anchors.map(Anchor::name),
            ["middle", "side", "corner", "fixed", "board"]
        );
        let opposite = Edges {
            left: true,
            right: true,
            ..Edges::default()
        };
        assert_eq!(opposite.anchor(), Anchor::Fixed);
    }

    #[test]
    fn a_set_contains_its_subsets_only() {
        let list = |edges: Edges| [edges.top, edges.right, edges.bottom, edges.left];
        for (a, b) in sets().flat_map(|a| sets().map(move |b| (a, b))) {
            let missing = list(b).iter().zip(list(a)).any(|(&of_b, of_a)| of_b && !of_a);
            assert_eq!(a.contain(b), !missing);
        }
    }
}
