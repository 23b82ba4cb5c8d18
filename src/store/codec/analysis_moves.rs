//! The moves of an analysis as they are stored: a JSON array with an array of four for each
//! move: its place, which is the index of its point or 361 for a pass, Black's win rate,
//! Black's lead in points, and the visits. Unknown numbers are null.

use super::bytes::Malformed;
use crate::evaluation::Evaluation;
use crate::go::{BoardSize, Point};

const PASS: u16 = 361;

type Stored = (u16, f64, Option<f64>, Option<u64>);

/// Writes the moves of an analysis on a board of this size.
pub fn write_moves(moves: &[(Option<Point>, Evaluation)], size: BoardSize) -> String {
    let stored = moves.iter().map(|(point, evaluation)| -> Stored {
        let place = point.map_or(PASS, |point| point.index(size) as u16);
        let Evaluation {
            win_rate,
            score_lead,
            visits,
        } = *evaluation;
        (place, win_rate, score_lead, visits)
    });
    // Numbers that are finite always serialise.
    serde_json::to_string(&stored.collect::<Vec<_>>()).unwrap_or_else(|_| "[]".to_owned())
}

/// Reads the format of [`write_moves`].
pub fn read_moves(text: &str, size: BoardSize) -> Result<Vec<(Option<Point>, Evaluation)>, Malformed> {
    let stored: Vec<Stored> = serde_json::from_str(text).map_err(|_| Malformed)?;
    let read = |(place, win_rate, score_lead, visits): Stored| {
        let point = match place {
            PASS => None,
            index => Some(Point::from_index(usize::from(index), size).ok_or(Malformed)?),
        };
        let evaluation = Evaluation {
            win_rate,
            score_lead,
            visits,
        };
        Ok((point, evaluation))
    };
    stored.into_iter().map(read).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::Color;

    #[test]
    fn moves_are_read_as_they_were_written() {
        let size = BoardSize::new(9).expect("a size");
        let of = |lead, visits| Evaluation::of(Color::Black, 0.5, lead, visits).expect("an evaluation");
        let moves = [
            (Some(Point::new(8, 8)), of(Some(-1.5), Some(12))),
            (None, of(None, None)),
        ];
        let text = write_moves(&moves, size);
        assert_eq!(text, "[[80,0.5,-1.5,12],[361,0.5,null,null]]");
        assert_eq!(read_moves(&text, size).expect("is read"), moves);
    }

    #[test]
    fn anything_else_is_malformed() {
        let size = BoardSize::new(9).expect("a size");
        for text in [
            "",
            "[",
            "[[81,0.5,null,null]]",
            "[[0,0.5]]",
            "{}",
            "[[0,\"a\",null,null]]",
        ] {
            assert!(read_moves(text, size).is_err(), "{text}");
        }
    }
}
