use super::rows::{CourseRow, GameRow, PositionRow, ReportRow, SourceRow};
use crate::facts::Get::{self, Bytes, Int, Long, Text};
use crate::facts::{Column, facts};
use std::sync::LazyLock;

const fn required<R>(name: &'static str, get: Get<R>, meaning: &'static str) -> Column<R> {
    Column::required(name, get, meaning)
}

const fn optional<R>(name: &'static str, get: Get<R>, meaning: &'static str) -> Column<R> {
    Column::optional(name, get, meaning)
}

/// The columns of the table `games`: the facts of a game, and what questions and imports need besides.
pub static GAMES: LazyLock<Vec<Column<GameRow>>> = LazyLock::new(|| {
    let mut columns = facts();
    columns.extend(GAMES_BESIDES);
    columns
});

/// The columns of the table `games` besides the facts.
pub const GAMES_BESIDES: [Column<GameRow>; 10] = [
    optional(
        "black_folded",
        Text(|row| row.black_folded.as_deref()),
        "Black's name as names are [compared](format.md#columns)",
    ),
    optional(
        "white_folded",
        Text(|row| row.white_folded.as_deref()),
        "White's name, likewise",
    ),
    optional(
        "event_folded",
        Text(|row| row.event_folded.as_deref()),
        "the event, likewise",
    ),
    optional(
        "rules_folded",
        Text(|row| row.rules_folded.as_deref()),
        "the rules, likewise",
    ),
    optional(
        "overtime_folded",
        Text(|row| row.overtime_folded.as_deref()),
        "the overtime, likewise",
    ),
    optional(
        "program_folded",
        Text(|row| row.program_folded.as_deref()),
        "the program, likewise",
    ),
    optional(
        "words",
        Text(|row| row.words.as_deref()),
        "the words of players, event, place, round, name, publication and comments, each folded, with one blank \
         before and after; the character U+E000 stands between two texts. `instr(words, ' cho chikun ') > 0` finds \
         a phrase",
    ),
    required(
        "content",
        Long(|row| Some(row.content as i64)),
        "a hash that duplicates share",
    ),
    optional(
        "encoding",
        Text(|row| row.encoding),
        "the encoding of the record's text; null is UTF-8",
    ),
    required("record", Bytes(|row| Some(&row.record)), "the record, byte for byte"),
];

/// The columns of the table `sources`.
pub const SOURCES: &[Column<SourceRow>] = &[
    required("game", Long(|row| Some(row.game)), "the game"),
    required(
        "number",
        Long(|row| Some(row.number)),
        "the place in the order of the imports",
    ),
    required("archive", Text(|row| Some(&row.archive)), "the path of the archive"),
    required("member", Text(|row| Some(&row.member)), "the file within the archive"),
    required(
        "member_game",
        Int(|row| Some(row.member_game)),
        "the index of the game in that file, from 0",
    ),
    optional(
        "encoding",
        Text(|row| row.encoding()),
        "the encoding of `record`; null is UTF-8",
    ),
    optional(
        "record",
        Bytes(|row| row.record.as_ref().map(|record| &record.bytes[..])),
        "the record in this place; null if bytes and encoding are those of the game",
    ),
    required(
        "joined",
        Int(|row| Some(row.joined.into())),
        "1 if the user joined the record to the game, else 0",
    ),
];

/// The columns of the table `courses`.
pub const COURSES: &[Column<CourseRow>] = &[
    required("game", Long(|row| Some(row.game)), "the game"),
    required(
        "board_size",
        Int(|row| Some(row.board_size.into())),
        "lines of the board",
    ),
    optional("year", Int(|row| row.year.map(i32::from)), "that of the game"),
    required(
        "outcome",
        Int(|row| Some(row.outcome.code().into())),
        "that of the game: see below",
    ),
    required(
        "course",
        Bytes(|row| Some(&row.course)),
        "the moves and what else changes the board, as in [format.md](format.md#courses)",
    ),
];

/// The columns of the table `positions`.
pub const POSITIONS: &[Column<PositionRow>] = &[
    required(
        "key",
        Long(|row| Some(row.key.0 as i64)),
        "the [key](format.md#positions-and-keys), the same in all eight orientations, as a signed number with the same bits",
    ),
    required("game", Long(|row| Some(row.game)), "the game"),
    required(
        "ply",
        Int(|row| Some(row.ply.into())),
        "moves before the position, including passes",
    ),
    required(
        "next",
        Int(|row| Some(row.next.into())),
        "the move that follows: a [code](format.md#postings), or -1 if the game ends here, or -2 if setup follows",
    ),
    required(
        "again",
        Int(|row| Some(row.again.into())),
        "bits: 1 if the game had the position before, 2 if also with this `next`",
    ),
    optional("year", Int(|row| row.year.map(i32::from)), "that of the game"),
    required(
        "outcome",
        Int(|row| Some(row.outcome.code().into())),
        "1 if Black won, 2 if White won, 3 for a draw, otherwise 0",
    ),
];

/// The columns of the table `report`.
pub const REPORT: &[Column<ReportRow>] = &[
    required("archive", Text(|row| Some(&row.archive)), "the archive"),
    optional(
        "member",
        Text(|row| row.member.as_deref()),
        "the file within it; null if the archive itself is concerned",
    ),
    optional(
        "member_game",
        Int(|row| row.member_game),
        "the index of the game in that file, from 0",
    ),
    required(
        "verdict",
        Text(|row| Some(row.verdict.name())),
        "`rejected`, `repaired`, `duplicate`, or `failed` for what could not be read",
    ),
    optional(
        "game",
        Long(|row| row.game),
        "the game that was added, or that the record duplicates",
    ),
    optional(
        "kind",
        Text(|row| row.kind.as_deref()),
        "the [kind of the reason](guide.md#importing), or several with commas between; null for duplicates and failures",
    ),
    required("reason", Text(|row| Some(&row.reason)), "the reason"),
    optional(
        "offset",
        Long(|row| row.offset),
        "the place of the fault in the file, in bytes",
    ),
];
