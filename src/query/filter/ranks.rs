use crate::go::ParseError;
use crate::range::Range;
use crate::record::Rank;
use std::fmt;
use std::str::FromStr;

/// A condition on the ranks of the players.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RankCondition {
    /// The ranks.
    pub range: Range<Rank>,
    /// True if one player with such a rank is enough; otherwise both must have one.
    pub is_of_any: bool,
}

/// The text before the ranks of one player.
const ANY: &str = "any:";

impl RankCondition {
    /// Returns whether the ranks of a game meet the condition.
    pub(super) fn is_met(&self, ranks: [Option<Rank>; 2]) -> bool {
        let is_met = |rank: &Option<Rank>| self.range.contains(*rank);
        match self.is_of_any {
            true => ranks.iter().any(is_met),
            false => ranks.iter().all(is_met),
        }
    }
}

impl From<Range<Rank>> for RankCondition {
    fn from(range: Range<Rank>) -> Self {
        Self {
            range,
            is_of_any: false,
        }
    }
}

impl FromStr for RankCondition {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let of_any = text.trim_start().strip_prefix(ANY);
        let range: Range<Rank> = of_any.unwrap_or(text).parse()?;
        Ok(Self {
            range,
            // Every game has any rank.
            is_of_any: of_any.is_some() && !range.is_open(),
        })
    }
}

impl fmt::Display for RankCondition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", if self.is_of_any { ANY } else { "" }, self.range)
    }
}
