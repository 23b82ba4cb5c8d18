use super::Evaluation;
use crate::go::Point;

/// The numbers of an engine note: the evaluation of its position, and of moves from it.
pub(super) type Numbers = (Evaluation, Vec<(Option<Point>, Evaluation)>);

/// The reason that an engine note has no numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Lack {
    /// The program says that it has no evaluation.
    Nothing,
    /// The note cannot be read.
    Unreadable,
}
