use std::fmt::Display;

/// Assertions about what a program says. They panic with the whole text.
pub trait Text {
    /// Asserts that the text contains a part.
    fn says(&self, part: impl Display);

    /// Asserts that the text starts with a part.
    fn begins(&self, part: impl Display);

    /// Asserts that the text ends with a part.
    fn ends(&self, part: impl Display);
}

impl Text for str {
    #[track_caller]
    fn says(&self, part: impl Display) {
        let part = part.to_string();
        assert!(self.contains(&part), "{part:?} is missing in {self}");
    }

    #[track_caller]
    fn begins(&self, part: impl Display) {
        let part = part.to_string();
        assert!(self.starts_with(&part), "{part:?} is not the beginning of {self}");
    }

    #[track_caller]
    fn ends(&self, part: impl Display) {
        let part = part.to_string();
        assert!(self.ends_with(&part), "{part:?} is not the end of {self}");
    }
}

/// Returns the cases of a table: a line has a question, ` => `, and what is expected. A question
/// may begin on lines before; blank lines are left out.
pub fn cases(table: &str) -> impl Iterator<Item = (&str, &str)> {
    let mut rest = table;
    std::iter::from_fn(move || {
        let (question, after) = rest.split_once(" => ")?;
        let (expected, left) = after.split_once('\n').unwrap_or((after, ""));
        rest = left;
        Some((question.trim_start(), expected))
    })
}
