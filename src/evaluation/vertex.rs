use crate::go::{BoardSize, Color, Move, Point};

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
