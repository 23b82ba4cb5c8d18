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

/// Returns the cases of a table: each ends with the line that has ` => ` and what is expected. Lines
/// before belong to it; blank ones are left out.
pub fn cases(table: &str) -> impl Iterator<Item = (String, &str)> {
    let mut question = String::new();
    table
        .lines()
        .filter(|line| !line.trim().is_empty())
        .filter_map(move |line| {
            let (last, expected) = line
                .split_once(" => ")
                .map_or((line, None), |(last, rest)| (last, Some(rest)));
            question.push_str(last.trim_start());
            match expected {
                None => {
                    question.push('\n');
                    None
                }
                Some(expected) => Some((std::mem::take(&mut question), expected)),
            }
        })
}
