//! Diagrams for paper: positions and numbered moves in black and white, as SVG, and sheets of them.

mod draw;
mod ranges;
mod sheet;
#[cfg(test)]
mod tests;
mod words;

pub(crate) use ranges::{MoveRange, ranges};
pub(crate) use sheet::{Sheet, html};
pub(crate) use words::Language;

use bgo::internal::go::{BoardSize, Color, Point};
use bgo::internal::pattern::Area;
use bgo::internal::query::{Scene, SearchBoard};

/// A board with numbered moves, as books show it: what is captured stays, and a move on a point that is
/// taken is told below.
#[derive(Clone, Debug)]
pub(crate) struct Diagram {
    size: BoardSize,
    /// The part of the board that is drawn.
    area: Option<Area>,
    stones: Vec<(Point, Color)>,
    /// The numbers of moves, and letters.
    labels: Vec<(Point, String)>,
    /// The moves that are told below, each with the label of the point on which it was played; `None` for
    /// passes.
    below: Vec<(Option<String>, Vec<u16>)>,
    /// The moves of the diagram, for its caption.
    moves: MoveRange,
    /// The index of the last scene that is shown.
    shown: usize,
}

impl Diagram {
    /// Returns the diagram of the moves in a range, or of the position after the last of them if it
    /// `is_plain`. The scenes must have these moves.
    pub fn new(scenes: &[Scene], moves: MoveRange, is_plain: bool) -> Self {
        let after = |number: u16| {
            scenes
                .iter()
                .rposition(|scene| scene.move_number <= number)
                .unwrap_or(0)
        };
        let start = after(if is_plain {
            moves.last
        } else {
            moves.first.saturating_sub(1)
        });
        // Setup after the last move is no part of the diagram.
        let end = scenes
            .iter()
            .position(|scene| scene.move_number == moves.last)
            .unwrap_or(0)
            .max(start);
        let board = &scenes[start].board;
        let mut diagram = Self {
            size: board.size(),
            area: None,
            stones: board.stones().collect(),
            labels: Vec::new(),
            below: Vec::new(),
            moves: MoveRange {
                first: if is_plain { moves.last } else { moves.first },
                ..moves
            },
            shown: end,
        };
        for scenes in scenes[start..=end].windows(2) {
            match scenes[1].last {
                Some(mv) => diagram.add_move(mv.point, mv.color, scenes[1].move_number),
                None => diagram.set_up(&scenes[0], &scenes[1]),
            }
        }
        diagram
    }

    /// Draws only an area of the board, if there is one.
    pub fn within(self, area: Option<Area>) -> Self {
        Self { area, ..self }
    }

    fn add_move(&mut self, point: Option<Point>, color: Color, number: u16) {
        let place = match point {
            Some(point) if self.stone(point).is_none() => {
                self.stones.push((point, color));
                self.labels.push((point, number.to_string()));
                return;
            }
            point => point.map(|point| self.label(point)),
        };
        match self.below.iter_mut().find(|(known, _)| *known == place) {
            Some((_, numbers)) => numbers.push(number),
            None => self.below.push((place, vec![number])),
        }
    }

    fn set_up(&mut self, before: &Scene, after: &Scene) {
        for point in self.size.points() {
            let (old, new) = (before.board.get(point), after.board.get(point));
            if old == new || self.labels.iter().any(|(labelled, _)| *labelled == point) {
                continue;
            }
            self.stones.retain(|(known, _)| *known != point);
            self.stones.extend(new.map(|color| (point, color)));
        }
    }

    fn stone(&self, point: Point) -> Option<Color> {
        let found = self.stones.iter().find(|(known, _)| *known == point);
        found.map(|(_, color)| *color)
    }

    /// Returns the label of a point, which gets the next letter if it has none.
    fn label(&mut self, point: Point) -> String {
        if let Some((_, label)) = self.labels.iter().find(|(known, _)| *known == point) {
            return label.clone();
        }
        let is_letter = |label: &&String| label.starts_with(|letter: char| letter.is_ascii_lowercase());
        let letters = self.labels.iter().map(|(_, label)| label).filter(is_letter).count();
        let label = letter(letters);
        self.labels.push((point, label.clone()));
        label
    }

    /// Adds the marks that the record has after the last move.
    pub fn with_marks(mut self, scenes: &[Scene]) -> Self {
        let last = self.moves.last;
        let here = scenes[..=self.shown].iter().filter(|scene| scene.move_number == last);
        self.mark(here.flat_map(|scene| scene.markup.clone()));
        self
    }

    /// Puts letters and the signs △, □, ○ and × on points that have no label.
    pub fn mark(&mut self, marks: impl IntoIterator<Item = (Point, String)>) {
        let is_free = |(point, _): &(Point, String)| self.labels.iter().all(|(known, _)| known != point);
        let marks: Vec<_> = marks.into_iter().filter(is_free).collect();
        // The diagram's own letters give way.
        for (_, taken) in &marks {
            if self.labels.iter().any(|(_, label)| label == taken) {
                let used = |name: &String| self.labels.iter().chain(&marks).any(|(_, label)| label == name);
                let name = (0..).map(letter).find(|name| !used(name)).unwrap_or_default();
                let places = self.below.iter_mut().filter_map(|(place, _)| place.as_mut());
                let labels = self.labels.iter_mut().map(|(_, label)| label);
                let own = labels.chain(places).filter(|label| *label == taken);
                own.for_each(|label| label.clone_from(&name));
            }
        }
        self.labels.extend(marks);
    }
}

/// Returns `a` to `z`, then `aa` and so on.
fn letter(number: usize) -> String {
    let last = char::from(b'a' + (number % 26) as u8);
    match number / 26 {
        0 => last.to_string(),
        more => letter(more - 1) + &last.to_string(),
    }
}

/// Returns the positions of a line on the search board.
pub(crate) fn line_scenes(line: &SearchBoard) -> Vec<Scene> {
    let mut scenes = vec![Scene {
        board: line.start().clone(),
        move_number: 0,
        last: None,
        comments: Vec::new(),
        markup: Vec::new(),
    }];
    for (mv, move_number) in line.moves().iter().zip(1..) {
        let mut board = scenes[scenes.len() - 1].board.clone();
        // The move was played in the same position before.
        let _ = board.replay(*mv);
        scenes.push(Scene {
            board,
            move_number,
            last: Some(*mv),
            comments: Vec::new(),
            markup: Vec::new(),
        });
    }
    scenes
}
