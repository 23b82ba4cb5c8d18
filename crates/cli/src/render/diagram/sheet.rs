//! Diagrams in rows and columns, with a heading and captions.

use super::{Diagram, Language};
use crate::render::Coordinates;
use crate::render::clean::one_line;
use crate::render::width::{filled, visible_width};
use bgo::internal::facts::Description;
use bgo::internal::go::Color;
use std::ops::RangeInclusive;
use unicode_width::UnicodeWidthChar;

/// The room between two diagrams.
const GAP: f64 = 24.0;

/// The least width of a sheet, so that names have room above a small board.
const MIN_WIDTH: f64 = 260.0;

/// The mean width of a column of text, as a part of the size of its font.
const COLUMN: f64 = 0.56;

const FONTS: &str = "Arial, Helvetica, 'Liberation Sans', sans-serif";

/// The contents and the look of a sheet.
#[derive(Clone, Debug)]
pub(crate) struct Sheet<'a> {
    /// A text of the user above everything else.
    pub title: Option<&'a str>,
    /// The game whose names are above the diagrams.
    pub game: Option<&'a Description>,
    /// True if the colours are exchanged.
    pub is_swapped: bool,
    pub coordinates: Option<Coordinates>,
    pub language: Language,
    pub columns: usize,
}

/// A part of a sheet from top to bottom.
struct Column {
    svg: String,
    y: f64,
}

impl Column {
    fn line(&mut self, x: f64, size: f64, weight: &str, text: &str) {
        self.y += 1.35 * size;
        let (y, text) = (self.y - 0.3 * size, escaped(text));
        self.svg.push_str(&format!(
            "<text x=\"{x:.1}\" y=\"{y:.1}\" font-size=\"{size}\"{weight}>{text}</text>\n"
        ));
    }
}

impl Sheet<'_> {
    /// Returns the number of columns for so many diagrams on a sheet.
    pub const fn usual_columns(diagrams: usize) -> usize {
        if diagrams > 2 { 2 } else { 1 }
    }

    /// Returns what the sheet is about, in a line.
    pub fn name(&self) -> String {
        match (self.title, self.game) {
            (Some(title), _) => title.to_owned(),
            (None, Some(game)) => {
                let [black, white] = [&game.black, &game.white].map(|name| name.as_deref().unwrap_or("–"));
                format!("{black} – {white}")
            }
            (None, None) => "bgo".to_owned(),
        }
    }

    /// Draws a sheet of a series as an SVG document: of the diagrams with these `numbers`, counted from 1, the first
    /// ones. All sheets after the first one have room for as many as are `together`, so that they are printed in one
    /// size.
    pub fn draw(&self, diagrams: &[Diagram], numbers: RangeInclusive<usize>, together: usize) -> String {
        let (first, last) = numbers.into_inner();
        let Some([board_width, board_height]) = diagrams.first().map(|diagram| diagram.extent(self.coordinates)) else {
            return String::new();
        };
        let columns = self.columns.max(1);
        let boards_width = columns as f64 * (board_width + GAP) - GAP;
        let width = boards_width.max(MIN_WIDTH);
        let mut sheet = self.heading(width);
        let numbered: Vec<_> = (first..).zip(diagrams).collect();
        for row in numbered.chunks(columns) {
            let mut bottom = sheet.y;
            for (column, (number, diagram)) in row.iter().enumerate() {
                let x = (width - boards_width) / 2.0 + column as f64 * (board_width + GAP);
                let board = diagram.board(self.coordinates);
                sheet.svg.push_str(&format!(
                    "<g transform=\"translate({x:.1} {:.1})\">\n{board}</g>\n",
                    sheet.y
                ));
                let mut below = Column {
                    svg: String::new(),
                    y: sheet.y + board_height,
                };
                self.text_below(diagram, *number, last, x, board_width, &mut below);
                sheet.svg.push_str(&below.svg);
                bottom = below.y.max(bottom);
            }
            sheet.y = bottom + GAP / 2.0;
        }
        let rows = if first > 1 { together.div_ceil(columns) } else { 0 };
        let missing = rows.saturating_sub(numbered.len().div_ceil(columns));
        let height = sheet.y + missing as f64 * (board_height + GAP);
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.1} {height:.1}\" width=\"{width:.1}\" \
             height=\"{height:.1}\" xml:lang=\"{}\" font-family=\"{FONTS}\">\n\
             <rect width=\"{width:.1}\" height=\"{height:.1}\" fill=\"#fff\"/>\n{}</svg>\n",
            self.language.code(),
            sheet.svg
        )
    }

    fn heading(&self, width: f64) -> Column {
        let mut heading = Column {
            svg: String::new(),
            y: 2.0,
        };
        if let Some(title) = self.title {
            let lines = fitted(title.split_whitespace(), width, 17.0);
            lines
                .iter()
                .for_each(|line| heading.line(2.0, 17.0, " font-weight=\"bold\"", line));
        }
        if let Some(game) = self.game {
            self.players(game, width, &mut heading);
        }
        if heading.y > 2.0 {
            heading.y += 8.0;
        }
        heading
    }

    fn players(&self, game: &Description, width: f64, heading: &mut Column) {
        let players = [
            (Color::Black, &game.black, &game.black_rank),
            (Color::White, &game.white, &game.white_rank),
        ];
        for (color, name, rank) in players {
            let shown = if self.is_swapped { color.opponent() } else { color };
            let fill = if shown == Color::Black { "#000" } else { "#fff" };
            let y = heading.y + 9.6;
            heading.svg.push_str(&format!(
                "<circle cx=\"8\" cy=\"{y:.1}\" r=\"5\" fill=\"{fill}\" stroke=\"#000\"/>\n"
            ));
            let name = [name.as_deref().unwrap_or("–"), rank.as_deref().unwrap_or_default()].join(" ");
            heading.line(18.0, 14.0, "", &cut(name.trim(), columns_in(width - 18.0, 14.0)));
        }
        let komi = game.komi.map(|komi| format!("{} {komi}", self.language.komi()));
        // With exchanged colours, the result would name the wrong player.
        let result = game.result.clone().filter(|_| !self.is_swapped);
        let facts = [game.event.clone(), game.date_text.clone(), komi, result];
        let facts: Vec<String> = facts.into_iter().flatten().collect();
        let facts = facts.join(", ");
        let lines = fitted(facts.split_whitespace(), width, 12.0);
        lines.iter().for_each(|line| heading.line(2.0, 12.0, "", line));
    }

    fn text_below(&self, diagram: &Diagram, number: usize, total: usize, x: f64, width: f64, below: &mut Column) {
        let caption = self.language.caption(number, total == 1, diagram.moves);
        if !caption.is_empty() {
            below.line(x + 2.0, 13.0, " font-weight=\"bold\"", &caption);
        }
        let told = diagram.below.iter();
        let told: Vec<String> = told
            .map(|(place, numbers)| self.language.below(place.as_deref(), numbers))
            .collect();
        let told = told.join("; ");
        let lines = fitted(told.split(' ').filter(|word| !word.is_empty()), width, 12.0);
        lines.iter().for_each(|line| below.line(x + 2.0, 12.0, "", line));
    }
}

/// Returns a page whose sheets a browser prints on A4.
pub(crate) fn html(title: &str, language: Language, sheets: &[String]) -> String {
    let sheets: Vec<String> = sheets
        .iter()
        .map(|sheet| format!("<section>\n{sheet}</section>\n"))
        .collect();
    format!(
        "<!doctype html>\n<html lang=\"{}\">\n<meta charset=\"utf-8\">\n<title>{}</title>\n<style>\n\
         @page {{ size: A4; margin: 10mm; }}\n\
         body {{ margin: 0; }}\n\
         section {{ break-after: page; }}\n\
         section:last-child {{ break-after: auto; }}\n\
         svg {{ display: block; width: 190mm; height: 276mm; max-width: 100%; }}\n\
         </style>\n{}</html>\n",
        language.code(),
        escaped(title),
        sheets.concat()
    )
}

/// Returns how many columns of text have room.
fn columns_in(width: f64, size: f64) -> usize {
    (width / (COLUMN * size)) as usize
}

/// Returns words in lines that have room in a width.
fn fitted<'a>(words: impl Iterator<Item = &'a str>, width: f64, size: f64) -> Vec<String> {
    let columns = columns_in(width, size);
    let lines = filled("", words, 0, columns);
    lines.iter().map(|line| cut(line, columns)).collect()
}

/// Cuts a text that is wider than its room.
fn cut(text: &str, columns: usize) -> String {
    if visible_width(text) <= columns {
        return text.to_owned();
    }
    let mut used = 1;
    let letters = text.chars().take_while(|letter| {
        used += letter.width().unwrap_or(0);
        used <= columns
    });
    letters.chain(['…']).collect()
}

/// Returns a text as XML has it, without the characters that XML cannot have.
pub(super) fn escaped(text: &str) -> String {
    let text = one_line(text).replace(['\u{FFFE}', '\u{FFFF}'], "?");
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}
