//! The board of a diagram as a part of an SVG document.

use super::Diagram;
use crate::render::Coordinates;
use bgo::internal::go::{Color, Point};
use bgo::internal::pattern::Area;

/// The distance between two lines.
const LINE: f64 = 20.0;

/// From the outermost points to the edge of the drawing, without coordinates.
const MARGIN: f64 = 11.0;

/// The room for coordinates at each side.
const COORDINATES: f64 = 16.0;

const STONE: f64 = 9.6;

/// The radius of the blank disc under a sign on an empty point.
const BLANK: f64 = 7.5;

/// The text of a label that is wider than a stone is pressed into it.
const LABEL_WIDTH: f64 = 15.5;

impl Diagram {
    fn shown(&self) -> Area {
        self.area.unwrap_or(Area {
            left: 0,
            top: 0,
            width: self.size.lines(),
            height: self.size.lines(),
        })
    }

    /// Returns the width and the height of the board.
    pub(super) fn extent(&self, coordinates: Option<Coordinates>) -> [f64; 2] {
        let shown = self.shown();
        let margin = margin(coordinates);
        [shown.width, shown.height].map(|lines| f64::from(lines - 1) * LINE + 2.0 * margin)
    }

    /// Draws the board with its upper left corner at the origin.
    pub(super) fn board(&self, coordinates: Option<Coordinates>) -> String {
        let shown = self.shown();
        let margin = margin(coordinates);
        let place = |point: Point| {
            [(point.x, shown.left), (point.y, shown.top)].map(|(at, first)| margin + f64::from(at - first) * LINE)
        };
        let mut svg = self.lines(shown, margin);
        for star in shown.points().filter(|point| self.size.is_star(*point)) {
            let [x, y] = place(star);
            svg.push_str(&format!("<circle cx=\"{x}\" cy=\"{y}\" r=\"2.2\"/>\n"));
        }
        for &(point, color) in self.stones.iter().filter(|(point, _)| shown.contains(*point)) {
            let [x, y] = place(point);
            svg.push_str(&match color {
                Color::Black => format!("<circle cx=\"{x}\" cy=\"{y}\" r=\"{STONE}\"/>\n"),
                Color::White => format!("<circle cx=\"{x}\" cy=\"{y}\" r=\"9.2\" fill=\"#fff\" stroke=\"#000\"/>\n"),
            });
        }
        for (point, label) in self.labels.iter().filter(|(point, _)| shown.contains(*point)) {
            let stone = self.stone(*point);
            let [x, y] = place(*point);
            if stone.is_none() {
                svg.push_str(&format!(
                    "<circle cx=\"{x}\" cy=\"{y}\" r=\"{BLANK}\" fill=\"#fff\"/>\n"
                ));
            }
            let color = if stone == Some(Color::Black) { "#fff" } else { "#000" };
            svg.push_str(&sign(label, x, y, color));
        }
        if let Some(names) = coordinates {
            svg.push_str(&self.names(shown, margin, names));
        }
        svg
    }

    /// Draws the lines; where the area ends inside the board, they go on for half a line.
    fn lines(&self, shown: Area, margin: f64) -> String {
        let last = self.size.lines() - 1;
        let ends = |first: u8, count: u8| {
            let beyond = |is_edge: bool| if is_edge { 0.0 } else { LINE / 2.0 };
            let from = margin - beyond(first == 0);
            let to = margin + f64::from(count - 1) * LINE + beyond(first + count - 1 == last);
            [from, to]
        };
        let [left, right] = ends(shown.left, shown.width);
        let [top, bottom] = ends(shown.top, shown.height);
        let (mut inner, mut edges) = (String::new(), String::new());
        let mut add = |at: u8, path: String| {
            if at == 0 || at == last {
                edges.push_str(&path)
            } else {
                inner.push_str(&path)
            }
        };
        for column in 0..shown.width {
            let x = margin + f64::from(column) * LINE;
            add(shown.left + column, format!("M{x} {top}V{bottom}"));
        }
        for row in 0..shown.height {
            let y = margin + f64::from(row) * LINE;
            add(shown.top + row, format!("M{left} {y}H{right}"));
        }
        format!(
            "<path d=\"{inner}\" stroke=\"#000\" stroke-width=\"0.7\"/>\n\
             <path d=\"{edges}\" stroke=\"#000\" stroke-width=\"1.6\" stroke-linecap=\"square\"/>\n"
        )
    }

    /// Draws the names of the lines at all four sides.
    fn names(&self, shown: Area, margin: f64, names: Coordinates) -> String {
        let [width, height] = self.extent(Some(names));
        let mut svg = "<g font-size=\"9\" text-anchor=\"middle\">\n".to_owned();
        let mut add = |x: f64, y: f64, name: &str| {
            svg.push_str(&format!("<text x=\"{x}\" y=\"{}\">{name}</text>\n", y + 3.2));
        };
        for column in 0..shown.width {
            let name = names.column(shown.left + column).to_string();
            let x = margin + f64::from(column) * LINE;
            add(x, COORDINATES / 2.0, &name);
            add(x, height - COORDINATES / 2.0, &name);
        }
        for row in 0..shown.height {
            let name = names.row(shown.top + row, self.size);
            let y = margin + f64::from(row) * LINE;
            add(COORDINATES / 2.0, y, &name);
            add(width - COORDINATES / 2.0, y, &name);
        }
        svg + "</g>\n"
    }
}

fn margin(coordinates: Option<Coordinates>) -> f64 {
    MARGIN + coordinates.map_or(0.0, |_| COORDINATES)
}

/// Draws a label: a number, a letter or a shape.
fn sign(label: &str, x: f64, y: f64, color: &str) -> String {
    let shape = |path: String| format!("<path d=\"{path}\" fill=\"none\" stroke=\"{color}\" stroke-width=\"1.5\"/>\n");
    match label {
        "△" => shape(format!("M{x} {}l5.2 9h-10.4z", y - 6.0)),
        "□" => shape(format!("M{} {}h8.4v8.4h-8.4z", x - 4.2, y - 4.2)),
        "○" => {
            format!("<circle cx=\"{x}\" cy=\"{y}\" r=\"4.8\" fill=\"none\" stroke=\"{color}\" stroke-width=\"1.5\"/>\n")
        }
        "×" => shape(format!("M{} {}l8.4 8.4m0 -8.4l-8.4 8.4", x - 4.2, y - 4.2)),
        text => {
            let (size, pressed) = match text.chars().count() {
                0 | 1 => (13.0, String::new()),
                2 => (12.0, String::new()),
                count => {
                    let size = (33.0 / count as f64).clamp(5.0, 11.0);
                    (
                        size,
                        format!(" textLength=\"{LABEL_WIDTH}\" lengthAdjust=\"spacingAndGlyphs\""),
                    )
                }
            };
            let text = super::sheet::escaped(text);
            format!(
                "<text x=\"{x}\" y=\"{:.1}\" font-size=\"{size}\" text-anchor=\"middle\" fill=\"{color}\"{pressed}>{text}</text>\n",
                y + 0.36 * size
            )
        }
    }
}
