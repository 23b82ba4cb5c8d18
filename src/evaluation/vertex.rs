use crate::go::{BoardSize, Point};

/// Reads a point as engines write it: `Q16` (a letter without I, and the row counted from the
/// bottom), or `(15,3)` (column and row counted from 0 and from the top), or `pass`, which is
/// `Some(None)`. Returns `None` for anything else.
pub fn vertex(text: &str, size: BoardSize) -> Option<Option<Point>> {
    if text.eq_ignore_ascii_case("pass") {
        return Some(None);
    }
    let inner = text.strip_prefix('(').and_then(|rest| rest.strip_suffix(')'));
    let point = match inner {
        Some(pair) => {
            let (x, y) = pair.split_once(',')?;
            Point::new(x.trim().parse().ok()?, y.trim().parse().ok()?)
        }
        None => {
            let letter = text.chars().next()?.to_ascii_lowercase();
            let row: u8 = text.get(1..).filter(|row| !row.starts_with(['+', '0']))?.parse().ok()?;
            let x = match letter {
                'a'..='h' => letter as u8 - b'a',
                'j'..='z' => letter as u8 - b'b',
                _ => return None,
            };
            Point::new(x, size.lines().checked_sub(row)?)
        }
    };
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
