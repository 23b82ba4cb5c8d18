use super::rows::{CourseRow, GameRow, PositionRow, ReportRow, SourceRow};
use Get::{Bytes, Int, Long, Text};

/// The kind of a column, with the function that reads its value from a row.
pub enum Get<R> {
    /// A whole number of 64 bits.
    Long(fn(&R) -> Option<i64>),
    /// A whole number of 32 bits.
    Int(fn(&R) -> Option<i32>),
    /// Text in UTF-8.
    Text(fn(&R) -> Option<&str>),
    /// Any bytes.
    Bytes(fn(&R) -> Option<&[u8]>),
}

/// The kind of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A whole number of 64 bits.
    Long,
    /// A whole number of 32 bits.
    Int,
    /// Text in UTF-8.
    Text,
    /// Any bytes.
    Bytes,
}

/// A column of a table whose rows are `R`.
pub struct Column<R> {
    /// The name.
    pub name: &'static str,
    /// True if every row has a value.
    pub is_required: bool,
    /// The kind and source of values.
    pub get: Get<R>,
}

impl<R> Column<R> {
    /// Returns the kind of the column.
    #[must_use]
    pub const fn kind(&self) -> Kind {
        match self.get {
            Long(_) => Kind::Long,
            Int(_) => Kind::Int,
            Text(_) => Kind::Text,
            Bytes(_) => Kind::Bytes,
        }
    }
}

/// Creates a column that has a value in every row.
pub(crate) const fn required<R>(name: &'static str, get: Get<R>) -> Column<R> {
    Column {
        name,
        is_required: true,
        get,
    }
}

/// Creates a column that may have no value in a row.
pub(crate) const fn optional<R>(name: &'static str, get: Get<R>) -> Column<R> {
    Column {
        name,
        is_required: false,
        get,
    }
}

/// The columns of the table `games`.
pub const GAMES: &[Column<GameRow>] = &[
    required("game", Long(|row| Some(row.game))),
    required("board_size", Int(|row| Some(row.board_size.into()))),
    required("moves", Int(|row| Some(row.moves.into()))),
    optional("black", Text(|row| row.black.as_deref())),
    optional("black_folded", Text(|row| row.black_folded.as_deref())),
    optional("black_rank", Text(|row| row.black_rank.as_deref())),
    optional("black_rank_value", Int(|row| row.black_rank_value.map(i32::from))),
    optional("white", Text(|row| row.white.as_deref())),
    optional("white_folded", Text(|row| row.white_folded.as_deref())),
    optional("white_rank", Text(|row| row.white_rank.as_deref())),
    optional("white_rank_value", Int(|row| row.white_rank_value.map(i32::from))),
    optional("black_team", Text(|row| row.black_team.as_deref())),
    optional("white_team", Text(|row| row.white_team.as_deref())),
    optional("date", Text(|row| row.date.as_deref())),
    optional("first_date", Text(|row| row.first_date.as_deref())),
    optional("last_date", Text(|row| row.last_date.as_deref())),
    optional("year", Int(|row| row.year.map(i32::from))),
    optional("result", Text(|row| row.result.as_deref())),
    optional("result_value", Text(|row| row.result_value.as_deref())),
    optional("winner", Text(|row| row.winner)),
    optional("margin_half_points", Int(|row| row.margin_half_points.map(i32::from))),
    optional("komi", Text(|row| row.komi.as_deref())),
    optional("komi_half_points", Int(|row| row.komi_half_points.map(i32::from))),
    optional("handicap", Text(|row| row.handicap.as_deref())),
    optional("handicap_stones", Int(|row| row.handicap_stones.map(i32::from))),
    optional("rules", Text(|row| row.rules.as_deref())),
    optional("rules_folded", Text(|row| row.rules_folded.as_deref())),
    optional("event", Text(|row| row.event.as_deref())),
    optional("event_folded", Text(|row| row.event_folded.as_deref())),
    optional("round", Text(|row| row.round.as_deref())),
    optional("place", Text(|row| row.place.as_deref())),
    optional("name", Text(|row| row.name.as_deref())),
    optional("publication", Text(|row| row.publication.as_deref())),
    optional("words", Text(|row| row.words.as_deref())),
    optional("repair", Text(|row| row.repair.as_deref())),
    required("content", Long(|row| Some(row.content as i64))),
    optional("encoding", Text(|row| row.encoding)),
    required("record", Bytes(|row| Some(&row.record))),
];

/// The columns of the table `sources`.
pub const SOURCES: &[Column<SourceRow>] = &[
    required("game", Long(|row| Some(row.game))),
    required("number", Long(|row| Some(row.number))),
    required("archive", Text(|row| Some(&row.archive))),
    required("member", Text(|row| Some(&row.member))),
    required("member_game", Int(|row| Some(row.member_game))),
    optional("encoding", Text(|row| row.encoding())),
    optional(
        "record",
        Bytes(|row| row.record.as_ref().map(|record| &record.bytes[..])),
    ),
    required("joined", Int(|row| Some(row.joined.into()))),
];

/// The columns of the table `courses`.
pub const COURSES: &[Column<CourseRow>] = &[
    required("game", Long(|row| Some(row.game))),
    required("board_size", Int(|row| Some(row.board_size.into()))),
    optional("year", Int(|row| row.year.map(i32::from))),
    required("outcome", Int(|row| Some(row.outcome.code()))),
    required("course", Bytes(|row| Some(&row.course))),
];

/// The columns of the table `positions`.
pub const POSITIONS: &[Column<PositionRow>] = &[
    required("key", Long(|row| Some(row.key.0 as i64))),
    required("game", Long(|row| Some(row.game))),
    required("ply", Int(|row| Some(row.ply.into()))),
    required("next", Int(|row| Some(row.next.into()))),
    required("again", Int(|row| Some(row.again.into()))),
    optional("year", Int(|row| row.year.map(i32::from))),
    required("outcome", Int(|row| Some(row.outcome.code()))),
];

/// The columns of the table `report`.
pub const REPORT: &[Column<ReportRow>] = &[
    required("archive", Text(|row| Some(&row.archive))),
    optional("member", Text(|row| row.member.as_deref())),
    optional("member_game", Int(|row| row.member_game)),
    required("verdict", Text(|row| Some(row.verdict.name()))),
    optional("game", Long(|row| row.game)),
    optional("kind", Text(|row| row.kind.as_deref())),
    required("reason", Text(|row| Some(&row.reason))),
    optional("offset", Long(|row| row.offset)),
];
