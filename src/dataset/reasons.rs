use crate::archive::SkipReason;
use crate::record::{Rejection, RepairKind};
use serde::{Deserialize, Serialize};

/// The kind of a reason to reject a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum RejectionKind {
    /// The file holds no game.
    NoGame,
    /// The game is not Go.
    OtherGame,
    /// The board is not a square.
    RectangularBoard,
    /// The board has fewer than 2 lines.
    SmallBoard,
    /// The board has more than 19 lines.
    LargeBoard,
    /// The member is a link, a device or the like.
    SpecialFile,
    /// The member is too large.
    TooLarge,
    /// The path of the member is too long.
    NameTooLong,
    /// The member needs a password.
    Encrypted,
    /// The member is damaged, or the system refuses to read it.
    Unreadable,
}

impl RejectionKind {
    /// Returns the name in documents and tables.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::NoGame => "no_game",
            Self::OtherGame => "other_game",
            Self::RectangularBoard => "rectangular_board",
            Self::SmallBoard => "small_board",
            Self::LargeBoard => "large_board",
            Self::SpecialFile => "special_file",
            Self::TooLarge => "too_large",
            Self::NameTooLong => "name_too_long",
            Self::Encrypted => "encrypted",
            Self::Unreadable => "unreadable",
        }
    }

    /// Returns the kind of a reason to skip a member, or `None` if no record is lost by it.
    #[must_use]
    pub const fn of_lost(reason: &SkipReason) -> Option<Self> {
        Some(match reason {
            SkipReason::OtherFile | SkipReason::Archive(_) => return None,
            SkipReason::Special(_) => Self::SpecialFile,
            SkipReason::TooLarge => Self::TooLarge,
            SkipReason::NameTooLong => Self::NameTooLong,
            SkipReason::Encrypted => Self::Encrypted,
            SkipReason::Unreadable(_) => Self::Unreadable,
        })
    }
}

impl From<&Rejection> for RejectionKind {
    fn from(rejection: &Rejection) -> Self {
        match rejection {
            Rejection::NoGame => Self::NoGame,
            Rejection::OtherGame(_) => Self::OtherGame,
            Rejection::Rectangle(_) => Self::RectangularBoard,
            // Numbers that do not fit are shortened.
            Rejection::Size(lines) if lines.parse::<i64>().is_ok_and(|lines| lines < 2) => Self::SmallBoard,
            Rejection::Size(_) => Self::LargeBoard,
        }
    }
}

/// The most files that are named for a kind: one more than summaries show, which says that there
/// are more.
pub const NAMED_FILES: usize = 4;

/// The games that were rejected for reasons of one kind.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RejectedGames {
    /// The kind.
    pub kind: RejectionKind,
    /// The number of games.
    pub games: u64,
    /// The first files with such games, at most [`NAMED_FILES`].
    pub members: Vec<String>,
}

/// The added games with repairs of one kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RepairedGames {
    /// The kind.
    pub kind: RepairKind,
    /// The number of games. A game with repairs of two kinds counts for both.
    pub games: u64,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_are_small_or_large() {
        for (lines, kind) in [
            ("1", RejectionKind::SmallBoard),
            ("-5", RejectionKind::SmallBoard),
            ("20", RejectionKind::LargeBoard),
            ("99999999999999999999…", RejectionKind::LargeBoard),
        ] {
            assert_eq!(RejectionKind::from(&Rejection::Size(lines.to_owned())), kind, "{lines}");
        }
    }

    #[test]
    fn a_kind_has_one_name() {
        use RejectionKind as Kind;
        for kind in [
            Kind::NoGame,
            Kind::OtherGame,
            Kind::RectangularBoard,
            Kind::SmallBoard,
            Kind::LargeBoard,
            Kind::SpecialFile,
            Kind::TooLarge,
            Kind::NameTooLong,
            Kind::Encrypted,
            Kind::Unreadable,
        ] {
            assert_eq!(serde_json::json!(kind), kind.name());
        }
        for kind in [
            RepairKind::CutShort,
            RepairKind::HandicapPlaced,
            RepairKind::OccupiedPoint,
            RepairKind::Bracket,
            RepairKind::Value,
            RepairKind::Encoding,
        ] {
            assert_eq!(serde_json::json!(kind), kind.name());
        }
    }
}
