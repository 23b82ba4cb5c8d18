//! Evaluations of positions by engines. An analysis holds the evaluation of a position and of the
//! moves that the same search examined. The sources are files of KataGo's analysis engine and
//! game records.

pub mod katago;
mod notes;

pub use notes::ReadNotes;
pub(crate) use notes::read_notes;

use crate::go::{BoardSize, CanonicalPosition, Color, Move, Point};
use crate::record::Komi;
use serde::Serialize;
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// The most moves of an analysis that are kept: those with the most visits.
pub(crate) const MAX_MOVES: usize = 40;

/// The largest score lead in points that counts: more than all points of the largest board
/// and the largest komi.
const MAX_LEAD: f64 = 1000.0;

/// An engine's estimate of who wins a game that goes on from a position.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Evaluation {
    /// The probability that Black wins, 0 to 1, to four decimals.
    #[serde(rename = "black_win_rate")]
    #[cfg_attr(feature = "schema", schemars(range(min = 0, max = 1)))]
    pub win_rate: f64,
    /// The points by which Black leads, negative if White leads, to two decimals; `None` if
    /// the engine does not say.
    #[serde(rename = "black_score_lead", skip_serializing_if = "Option::is_none")]
    pub score_lead: Option<f64>,
    /// The size of the engine's search in visits or playouts; `None` if unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub visits: Option<u64>,
}

impl Evaluation {
    /// Returns the evaluation whose win rate (0 to 1) and lead (in points) are those of `side`,
    /// or `None` if they are out of range.
    #[must_use]
    pub fn of(side: Color, win_rate: f64, score_lead: Option<f64>, visits: Option<u64>) -> Option<Self> {
        // Averages of a search may leave the range by the error of their floating point.
        let is_lead = score_lead.is_none_or(|lead| lead.is_finite() && lead.abs() <= MAX_LEAD);
        if !(-0.001..=1.001).contains(&win_rate) || !is_lead {
            return None;
        }
        let win_rate = win_rate.clamp(0.0, 1.0);
        let (win_rate, score_lead) = match side {
            Color::Black => (win_rate, score_lead),
            Color::White => (1.0 - win_rate, score_lead.map(|lead| -lead)),
        };
        Some(Self {
            win_rate: rounded(win_rate, 1e4),
            score_lead: score_lead.map(|lead| rounded(lead, 1e2)),
            visits: visits.filter(|&visits| i64::try_from(visits).is_ok()),
        })
    }
}

/// Rounds a number to the next fraction of `steps`. Never returns a negative zero.
fn rounded(number: f64, steps: f64) -> f64 {
    (number * steps).round() / steps + 0.0
}

/// The evaluations of a position and of moves from it, by one search of an engine.
#[derive(Clone, Debug, PartialEq)]
pub struct Analysis {
    /// The position.
    pub position: CanonicalPosition,
    /// The colour to play.
    pub to_play: Color,
    /// The komi that the engine assumed, if known.
    pub komi: Option<Komi>,
    /// The evaluation of the position.
    pub evaluation: Evaluation,
    /// The evaluations of moves by the colour to play, ordered by visits, the most first. Points
    /// are in the stored orientation (`CanonicalPosition::stored_point`); `None` is a pass.
    pub moves: Vec<(Option<Point>, Evaluation)>,
}

impl Analysis {
    /// Creates an analysis from moves in the orientation of the board. Among moves that symmetry
    /// makes equal, the one with the most visits stays.
    pub fn new(
        position: CanonicalPosition,
        to_play: Color,
        komi: Option<Komi>,
        evaluation: Evaluation,
        moves: impl IntoIterator<Item = (Option<Point>, Evaluation)>,
    ) -> Self {
        let mut best: BTreeMap<Option<Point>, Evaluation> = BTreeMap::new();
        for (point, evaluation) in moves {
            let stored = point.map(|point| position.stored_point(point));
            let known = best.entry(stored).or_insert(evaluation);
            if known.visits < evaluation.visits {
                *known = evaluation;
            }
        }
        let mut moves: Vec<_> = best.into_iter().collect();
        moves.sort_by_key(|(_, evaluation)| Reverse(evaluation.visits));
        moves.truncate(MAX_MOVES);
        Self {
            position,
            to_play,
            komi,
            evaluation,
            moves,
        }
    }

    /// Returns the approximate number of bytes in memory.
    #[must_use]
    pub fn bytes(&self) -> usize {
        size_of::<Self>() + self.moves.capacity() * size_of::<(Option<Point>, Evaluation)>()
    }
}

/// Reads a point as engines write it: `Q16` (a letter without I, and the row counted from the
/// bottom), or `(15,3)` (column and row counted from 0 and from the top), or `pass`, which is
/// `Some(None)`. Returns `None` for anything else.
pub fn vertex(text: &str, size: BoardSize) -> Option<Option<Point>> {
    let inner = text.strip_prefix('(').and_then(|rest| rest.strip_suffix(')'));
    let Some(pair) = inner else {
        // Letters of SGF are no vertices.
        let has_row = text.ends_with(|c: char| c.is_ascii_digit());
        let mv = Move::parse(text, Color::Black, size).ok()?;
        return (has_row || mv.point.is_none()).then_some(mv.point);
    };
    let (x, y) = pair.split_once(',')?;
    let point = Point::new(x.trim().parse().ok()?, y.trim().parse().ok()?);
    point.is_on(size).then_some(Some(point))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::{HashTable, KeyTable, Position};

    fn of(side: Color, win_rate: f64, lead: f64) -> Option<(f64, Option<f64>)> {
        Evaluation::of(side, win_rate, Some(lead), Some(1)).map(|found| (found.win_rate, found.score_lead))
    }

    #[test]
    fn evaluations_are_blacks_and_rounded() {
        assert_eq!(of(Color::Black, 0.512_345, 1.255_1), Some((0.5123, Some(1.26))));
        assert_eq!(of(Color::White, 0.75, 0.0), Some((0.25, Some(0.0))));
        assert_eq!(of(Color::White, 1.000_01, -3.5), Some((0.0, Some(3.5))));
        for (win_rate, lead) in [(1.5, 0.0), (-0.5, 0.0), (f64::NAN, 0.0), (0.5, f64::NAN), (0.5, 1e9)] {
            assert_eq!(of(Color::Black, win_rate, lead), None, "{win_rate} {lead}");
        }
    }

    #[test]
    fn moves_that_symmetry_makes_equal_are_one_and_the_least_searched_are_left_out() {
        let size = BoardSize::new(9).expect("a size");
        let empty = Position::new(size);
        let visited = |visits| Evaluation::of(Color::Black, 0.5, None, Some(visits)).expect("an evaluation");
        let corner = [(2, 2, 5), (6, 6, 50), (2, 6, 7)].map(|(x, y, visits)| (Some(Point::new(x, y)), visited(visits)));
        let all = size.points().map(|point| (Some(point), visited(1)));
        let moves = all.chain(corner).chain([(None, visited(9))]);
        let analysis = Analysis::new(empty.canonical(), Color::Black, None, visited(100), moves);
        // The empty board has 15 points and a pass.
        assert_eq!(analysis.moves.len(), 16);
        assert_eq!(analysis.moves[0], (Some(Point::new(2, 2)), visited(50)));
        assert_eq!(analysis.moves[1], (None, visited(9)));
        let keys = KeyTable::new(&HashTable::built_in(), size);
        let mut one = empty;
        one.set(&keys, Point::new(1, 3), Some(Color::Black));
        let all = size
            .points()
            .zip(1..)
            .map(|(point, visits)| (Some(point), visited(visits)));
        let analysis = Analysis::new(one.canonical(), Color::White, None, visited(100), all);
        let visits: Vec<_> = analysis.moves.iter().filter_map(|(_, found)| found.visits).collect();
        assert_eq!(visits, (82 - MAX_MOVES as u64..82).rev().collect::<Vec<_>>());
    }

    #[test]
    fn points_are_read_as_engines_write_them() {
        let read = |text| vertex(text, BoardSize::MAX).map(|point| point.map(|point| point.to_string()));
        for (text, point) in [
            ("Q16", "pd"),
            ("q16", "pd"),
            ("A19", "aa"),
            ("T1", "ss"),
            ("(15,3)", "pd"),
        ] {
            assert_eq!(read(text), Some(Some(point.to_owned())), "{text}");
        }
        assert_eq!(read("Pass"), Some(None));
        for text in [
            "", "I5", "Q", "Q0", "Q016", "Q+1", "Q20", "U1", "pd", "(19,0)", "(1)", "(1,2", "é5", "5é", "resign",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
