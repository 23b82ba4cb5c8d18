use super::super::output::{print, print_json};
use anyhow::{Result, ensure};
use bgo_research::enumerate::{EnumerateError, Grid, KoRule, SmallPosition, ko_points};
use serde::Serialize;

/// Show a position: its liberties, rotations, reflections, and points that a ko may forbid
#[derive(Debug, clap::Args)]
pub(super) struct ViewArgs {
    /// The serial of the position
    #[arg(value_name = "SERIAL")]
    serial: u64,
    /// The board: rows and columns, such as 3x4
    #[arg(long, value_name = "RxC")]
    size: Grid,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

/// A position with its properties.
#[derive(Serialize)]
struct View {
    board: Grid,
    serial: u64,
    /// The rows from the top, as X, O and dots.
    rows: Vec<String>,
    legal: bool,
    reduced: bool,
    /// The serials of its different rotations and reflections, the reduced one first.
    orbit: Vec<u64>,
    /// The number of liberties of the string on each point, row by row; null without a stone.
    liberties: Vec<Option<u32>>,
    /// The points that a ko may forbid to Black.
    ko: Vec<usize>,
    strict_ko: Vec<usize>,
}

pub(super) fn run(args: &ViewArgs) -> Result<()> {
    let (grid, serial) = (args.size, args.serial);
    if !grid.is_small() {
        return Err(EnumerateError::TooLarge(grid).into());
    }
    ensure!(
        serial < grid.serials(),
        "{grid} has no serial {serial}; they are below {}",
        grid.serials()
    );
    let view = View::new(grid, serial);
    match args.json {
        true => print_json(&view),
        false => print(view.text()),
    }
}

impl View {
    fn new(grid: Grid, serial: u64) -> Self {
        let position = SmallPosition::new(grid, serial);
        let mark = |point: usize| ['.', 'X', 'O'][usize::from(position.digit(point))];
        let columns = grid.columns();
        let mut orbit: Vec<u64> = grid
            .symmetries()
            .iter()
            .map(|symmetry| position.transformed(symmetry).serial(grid))
            .collect();
        orbit.sort_unstable();
        orbit.dedup();
        let points = 0..grid.points();
        let liberties = |point: usize| {
            let string = position.string(grid, point);
            (string != 0).then(|| position.liberties(grid, string).count_ones())
        };
        let is_legal = position.is_legal(grid);
        let ko = |rule| match is_legal {
            true => ko_points(grid, position, rule),
            false => 0,
        };
        let listed = |set: u32| (0..grid.points()).filter(|point| set >> point & 1 == 1).collect();
        Self {
            board: grid,
            serial,
            rows: (0..grid.rows())
                .map(|row| (0..columns).map(|column| mark(row * columns + column)).collect())
                .collect(),
            legal: is_legal,
            reduced: position.is_reduced(grid),
            orbit,
            liberties: points.map(liberties).collect(),
            ko: listed(ko(KoRule::Compat)),
            strict_ko: listed(ko(KoRule::Strict)),
        }
    }

    fn text(&self) -> String {
        let is = |known: bool, name: &str| if known { name.to_owned() } else { format!("not {name}") };
        let mut text = format!(
            "serial {} of {}: {}, {}\n",
            self.serial,
            self.board,
            is(self.legal, "legal"),
            is(self.reduced, "reduced")
        );
        for (row, marks) in self.rows.iter().enumerate() {
            let mut line = String::new();
            for (column, mark) in marks.chars().enumerate() {
                let point = row * self.board.columns() + column;
                let mark = if self.ko.contains(&point) { 'k' } else { mark };
                line.push_str(&format!(" {mark}"));
            }
            line.push_str("   ");
            for column in 0..self.board.columns() {
                let point = row * self.board.columns() + column;
                match self.liberties[point] {
                    Some(liberties) => line.push_str(&format!(" {liberties}")),
                    None => line.push_str(" ."),
                }
            }
            text.push_str(&line);
            text.push('\n');
        }
        let list = |numbers: &[usize]| match numbers.is_empty() {
            true => "none".to_owned(),
            false => numbers.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "),
        };
        let orbit: Vec<String> = self.orbit.iter().map(ToString::to_string).collect();
        text.push_str(&format!(
            "orbit     {}\nko        {}\nstrict ko {}\n",
            orbit.join(", "),
            list(&self.ko),
            list(&self.strict_ko)
        ));
        text
    }
}
