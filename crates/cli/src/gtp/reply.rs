use super::failure::Failure;
use super::reports::Reports;

/// The response to a command that succeeded.
#[derive(Clone, Debug, PartialEq)]
pub enum Reply {
    /// A text, possibly empty or of several lines.
    Text(String),
    /// Reports until the next line of input.
    Reports(Reports),
    /// The end of the session.
    End,
}

/// Returns the reply of a command that has nothing to say.
pub fn done() -> Result<Reply, Failure> {
    text("")
}

/// Returns a text as the reply.
pub fn text(text: impl Into<String>) -> Result<Reply, Failure> {
    Ok(Reply::Text(text.into()))
}
