//! A foreign record as SGF, and the writer that makes it.

use crate::go::{Move, Point};
use crate::record::repairs::Repairs;
use std::fmt::Write as _;

/// A foreign record as SGF.
pub struct Translated {
    /// The SGF: one game tree, in UTF-8.
    pub sgf: String,
    /// The offsets of values in the SGF, each with that of their origin in the record; in
    /// order.
    places: Vec<(usize, usize)>,
    /// The faults of the record.
    pub(super) repairs: Repairs,
}

impl Translated {
    /// Returns the offset in the record that corresponds to an offset in the SGF.
    pub(super) fn origin(&self, offset: usize) -> usize {
        let after = self.places.partition_point(|(start, _)| *start <= offset);
        after.checked_sub(1).map_or(0, |index| self.places[index].1)
    }
}

/// A writer of one game tree, which notes where its values came from.
pub(super) struct SgfWriter {
    text: String,
    places: Vec<(usize, usize)>,
}

impl SgfWriter {
    /// Begins the root.
    pub fn begin() -> Self {
        Self {
            text: "(;GM[1]FF[4]CA[UTF-8]".to_owned(),
            places: Vec::new(),
        }
    }

    /// Writes a property with a value, which came from this place.
    pub fn value(&mut self, property: &str, value: &str, origin: usize) {
        self.text.push_str(property);
        self.text.push('[');
        self.places.push((self.text.len(), origin));
        for c in value.chars() {
            if matches!(c, ']' | '\\') {
                self.text.push('\\');
            }
            self.text.push(c);
        }
        self.text.push(']');
    }

    /// Writes a property with a list of points, unless there are none.
    pub fn points(&mut self, property: &str, points: impl Iterator<Item = Point>) {
        let points: String = points.map(|point| format!("[{point}]")).collect();
        if !points.is_empty() {
            self.text.push_str(property);
            self.text.push_str(&points);
        }
    }

    /// Begins a node with a move, which came from this place.
    pub fn play(&mut self, mv: &Move, origin: usize) {
        // Writing to a text cannot fail.
        let _ = write!(self.text, ";{}[", mv.color.letter());
        self.places.push((self.text.len(), origin));
        if let Some(point) = mv.point {
            let _ = write!(self.text, "{point}");
        }
        self.text.push(']');
    }

    /// Ends the tree; with the faults of the record.
    pub fn finish(mut self, repairs: Repairs) -> Translated {
        self.text.push(')');
        Translated {
            sgf: self.text,
            places: self.places,
            repairs,
        }
    }
}
