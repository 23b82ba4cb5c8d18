//! The values of properties: texts and point lists. Their grammar is left to
//! the `sgf-parse` library wherever a value is more than two letters.

use crate::go::Point;
use sgf_parse::go::Prop;
use sgf_parse::{SgfProp, SimpleText, Text};

/// A value of one line, as a name or a date: escapes are resolved, line
/// breaks become spaces, blanks at the ends go.
#[must_use]
pub fn simple_text(raw: &str) -> String {
    let plain = |b: u8| b != b'\\' && !b.is_ascii_control();
    if raw.bytes().all(plain) {
        return raw.trim().to_owned();
    }
    SimpleText::from(raw).to_string().trim().to_owned()
}

/// A value of several lines, as a comment: escapes are resolved.
#[must_use]
pub fn comment_text(raw: &str) -> String {
    Text::from(raw).to_string()
}

/// The points of one value of a point list: one point (`pd`) or a rectangle
/// by two corners (`aa:cc`); `None` if it is neither.
#[must_use]
pub fn points(raw: &str) -> Option<Vec<Point>> {
    let raw = raw.trim();
    if let Some(point) = Point::from_sgf(raw) {
        return Some(vec![point]);
    }
    // Any property whose values are a point list would do.
    match Prop::new("TB".to_owned(), vec![raw.to_owned()]) {
        Prop::TB(points) if !raw.is_empty() => {
            let mut points: Vec<_> = points.iter().map(|p| Point::new(p.x, p.y)).collect();
            points.sort_unstable();
            Some(points)
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_lose_their_escapes() {
        assert_eq!(simple_text(" a\\]b\\\\c "), "a]b\\c");
        assert_eq!(simple_text("two\nlines"), "two lines");
        assert_eq!(simple_text("名人"), "名人");
        assert_eq!(comment_text("a\\]b\nc\\\nd"), "a]b\ncd");
    }

    #[test]
    fn points_and_rectangles() {
        let names = |raw| points(raw).map(|ps| ps.iter().map(Point::to_string).collect::<Vec<_>>().join(" "));
        assert_eq!(names("pd").as_deref(), Some("pd"));
        assert_eq!(names(" pd\n").as_deref(), Some("pd"));
        assert_eq!(names("aa:bc").as_deref(), Some("aa ab ac ba bb bc"));
        for raw in ["", "p", "pdd", "aa:", "aa:bb:cc", "é"] {
            assert_eq!(names(raw), None, "{raw}");
        }
    }
}
