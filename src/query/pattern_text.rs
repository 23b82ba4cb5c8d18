use super::{PatternOptions, PatternSearch, QueryError, SearchBoard};
use crate::go::{BoardSize, Color, Move, ParseError, Point};
use crate::pattern::{Area, Pattern, PatternError};
use thiserror::Error;

/// A pattern as parameters of a question say it: an area of the board or a diagram, with options.
#[derive(Debug, Default)]
pub struct PatternText {
    /// The parameter `area`.
    pub area: Option<String>,
    /// The parameter `pattern`.
    pub diagram: Option<String>,
    /// The points of the area where anything may stand.
    pub wildcards: Vec<String>,
    /// The options.
    pub options: PatternOptions,
    /// The name of an option that was given.
    pub given: Option<&'static str>,
}

/// The error for parameters that describe no pattern.
#[derive(Debug, Error)]
pub enum PatternTextError {
    /// An option of patterns without a pattern.
    #[error("{0} is about a part of the board: give area or pattern too")]
    NoPattern(&'static str),
    /// Both an area and a diagram.
    #[error("a diagram has its own area: give area or pattern")]
    TwoPatterns,
    /// Exchanged colours, which are for questions about the whole board.
    #[error("swap is about whole boards: patterns count with exchanged colours unless fixed_colors is true")]
    Swap,
    /// A diagram with wildcards.
    #[error("wildcards are points of an area: write * in the diagram")]
    Wildcards,
    /// A diagram comes with the named parameter of the board.
    #[error("{0} are about the board, and a diagram has its own stones")]
    Stones(&'static str),
    /// The area cannot be read.
    #[error(transparent)]
    Area(ParseError),
    /// The diagram cannot be read.
    #[error(transparent)]
    Diagram(ParseError),
    /// A wildcard cannot be read.
    #[error(transparent)]
    Wildcard(ParseError),
    /// A wildcard is outside the area.
    #[error("{text} is not a point of the area {area}")]
    Outside {
        /// The wildcard.
        text: String,
        /// The area.
        area: Area,
    },
    /// The area is no pattern.
    #[error(transparent)]
    NoSearchOfArea(QueryError),
    /// The diagram has no place on the board.
    #[error(transparent)]
    NoSearchOfDiagram(QueryError),
}

impl PatternTextError {
    /// Returns the name of the parameter that is wrong.
    #[must_use]
    pub const fn parameter(&self) -> &'static str {
        match self {
            Self::NoPattern(name) | Self::Stones(name) => name,
            Self::TwoPatterns | Self::Area(_) => "area",
            Self::Swap => "swap",
            Self::Wildcards | Self::Wildcard(_) | Self::Outside { .. } => "wildcards",
            Self::Diagram(_) => "pattern",
            Self::NoSearchOfArea(error) | Self::NoSearchOfDiagram(error) => match error {
                QueryError::StrictWithoutSequence => "strict",
                QueryError::Pattern(PatternError::Slides(_)) => "in_place",
                _ if matches!(self, Self::NoSearchOfArea(_)) => "area",
                _ => "pattern",
            },
        }
    }

    /// Returns whether the parameter cannot be read at all.
    #[must_use]
    pub const fn is_unreadable(&self) -> bool {
        matches!(self, Self::Area(_) | Self::Diagram(_) | Self::Wildcard(_))
    }
}

impl PatternText {
    /// Returns the search for the pattern, or `None` if none is given. `swap` is whether the
    /// colours are to be exchanged.
    pub fn search(&self, board: &SearchBoard, swap: bool) -> Result<Option<PatternSearch>, PatternTextError> {
        match (&self.area, &self.diagram) {
            (None, None) => {
                let given = self.given.or((!self.wildcards.is_empty()).then_some("wildcards"));
                given.map_or(Ok(None), |name| Err(PatternTextError::NoPattern(name)))
            }
            (Some(_), Some(_)) => Err(PatternTextError::TwoPatterns),
            _ if swap => Err(PatternTextError::Swap),
            (Some(area), None) => self.of_area(area, board).map(Some),
            (None, Some(diagram)) => self.of_diagram(diagram, board).map(Some),
        }
    }

    fn of_area(&self, area: &str, board: &SearchBoard) -> Result<PatternSearch, PatternTextError> {
        let area = Area::parse(area, board.size()).map_err(PatternTextError::Area)?;
        let wildcard = |text: &String| wildcard(text, area, board.size());
        let wildcards = self.wildcards.iter().map(wildcard).collect::<Result<Vec<_>, _>>()?;
        PatternSearch::of_area(board.position().board(), &wildcards, area, self.options)
            .map_err(PatternTextError::NoSearchOfArea)
    }

    fn of_diagram(&self, diagram: &str, board: &SearchBoard) -> Result<PatternSearch, PatternTextError> {
        let pattern = Pattern::parse(diagram).map_err(PatternTextError::Diagram)?;
        if !self.wildcards.is_empty() {
            return Err(PatternTextError::Wildcards);
        }
        if board.start().board().stones().next().is_some() {
            return Err(PatternTextError::Stones("stones"));
        }
        if !board.moves().is_empty() {
            return Err(PatternTextError::Stones("moves"));
        }
        PatternSearch::of_diagram(pattern, board.size(), self.options).map_err(PatternTextError::NoSearchOfDiagram)
    }
}

fn wildcard(text: &str, area: Area, size: BoardSize) -> Result<Point, PatternTextError> {
    let read = Move::parse(text, Color::Black, size).map_err(PatternTextError::Wildcard)?;
    read.point
        .filter(|point| area.contains(*point))
        .ok_or_else(|| PatternTextError::Outside {
            text: text.to_owned(),
            area,
        })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::{HashTable, KeyTables};

    #[test]
    fn the_parameter_that_is_wrong_is_named() {
        let keys = KeyTables::new(HashTable::built_in());
        let board = SearchBoard::from_stones(&keys, BoardSize::MAX, Vec::new(), Color::Black);
        let text = |area: Option<&str>, diagram: Option<&str>, wildcards: &[&str], given| PatternText {
            area: area.map(str::to_owned),
            diagram: diagram.map(str::to_owned),
            wildcards: wildcards.iter().map(|&point| point.to_owned()).collect(),
            given,
            ..PatternText::default()
        };
        let wrong = |text: PatternText, swap| text.search(&board, swap).err().map(|error| error.parameter());
        let area = Some("pa,sd");
        assert_eq!(wrong(text(None, None, &[], None), true), None);
        assert_eq!(wrong(text(area, None, &["pa"], Some("next")), false), None);
        assert_eq!(wrong(text(None, None, &[], Some("next")), false), Some("next"));
        assert_eq!(wrong(text(None, None, &["pa"], None), false), Some("wildcards"));
        assert_eq!(wrong(text(area, None, &["aa"], None), false), Some("wildcards"));
        assert_eq!(wrong(text(area, Some("X"), &[], None), false), Some("area"));
        assert_eq!(wrong(text(area, None, &[], None), true), Some("swap"));
        assert_eq!(wrong(text(None, Some("X"), &["pa"], None), false), Some("wildcards"));
        assert_eq!(wrong(text(None, Some("?!"), &[], None), false), Some("pattern"));
    }
}
