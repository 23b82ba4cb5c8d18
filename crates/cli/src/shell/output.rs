use crate::render::Text;

/// The result of a command.
#[derive(Clone, Debug, Default)]
pub struct Output {
    /// Whole lines to show.
    pub text: Text,
    /// True if the session ends.
    pub leave: bool,
}

impl<T: Into<Text>> From<T> for Output {
    fn from(text: T) -> Self {
        Self {
            text: text.into(),
            leave: false,
        }
    }
}
