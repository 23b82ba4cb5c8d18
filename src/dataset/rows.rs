use crate::facts::{Described, Description};
use crate::go::{KeyTables, PositionKey};
use crate::record::{GamePosition, GameRecord, Outcome, Rejection, Replayed, decoded_trees, fold, words};
use crate::store::{BOUNDARY, NextCode, StoredRecord, encoding_name, game_words, write_course};
use serde::Serialize;
use std::collections::HashMap;

/// A row of the table `sources`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceRow {
    /// The number of the game.
    pub game: i64,
    /// The number of the source in the order of the imports.
    pub number: i64,
    /// The path of the archive.
    pub archive: String,
    /// The file within the archive.
    pub member: String,
    /// The game's index in that file, from 0.
    pub member_game: i32,
    /// The record as it was found there, if its bytes or encoding differ from the game's.
    pub record: Option<StoredRecord>,
    /// True if the user joined the record to the game.
    pub joined: bool,
}

/// A row of the table `courses`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CourseRow {
    /// The number of the game.
    pub game: i64,
    /// The lines of the board.
    pub board_size: u8,
    /// The year of the game.
    pub year: Option<u16>,
    /// The outcome of the game.
    pub outcome: Outcome,
    /// The course as [`write_course`] writes it.
    pub course: Vec<u8>,
}

/// A row of the table `report`: something that an import did not store as it was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReportRow {
    /// The path of the archive.
    pub archive: String,
    /// The file within the archive, or `None` if the archive itself is concerned.
    pub member: Option<String>,
    /// The game's index in that file, from 0.
    pub member_game: Option<i32>,
    /// The verdict on the record.
    pub verdict: Verdict,
    /// The game that is stored, or that the record duplicates.
    pub game: Option<i64>,
    /// The kind of the reason; null for duplicates and failures.
    pub kind: Option<String>,
    /// The reason.
    pub reason: String,
    /// The place of the reason, in bytes of the file.
    pub offset: Option<i64>,
}

/// The verdict of an import on a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// It is not stored, because it cannot be read as a game.
    Rejected,
    /// It is stored without a part.
    Repaired,
    /// It is another record of a stored game.
    Duplicate,
    /// It is not stored, because the user removed the game.
    Removed,
    /// The archive or the file could not be read.
    Failed,
}

impl Verdict {
    /// Returns the text in the table.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Rejected => "rejected",
            Self::Repaired => "repaired",
            Self::Duplicate => "duplicate",
            Self::Removed => "removed",
            Self::Failed => "failed",
        }
    }
}

impl SourceRow {
    /// Returns the name of the encoding of a record that differs from the game's, or `None`
    /// for UTF-8.
    #[must_use]
    pub fn encoding(&self) -> Option<&'static str> {
        encoding_name(self.record.as_ref()?.encoding)
    }
}

impl CourseRow {
    /// Creates the row of a replayed game.
    #[must_use]
    pub fn new(game: i64, replayed: &Replayed) -> Self {
        let record = &replayed.record;
        let mut course = Vec::new();
        write_course(&mut course, &replayed.course);
        Self {
            game,
            board_size: record.size.lines(),
            year: record.info.game_date().map(|date| date.year()),
            outcome: Outcome::of(record.info.game_result()),
            course,
        }
    }
}

/// The rows of a game in three tables. The numbers of the game in them are equal.
#[derive(Clone, Debug, PartialEq)]
pub struct GameRows {
    /// The row in `games`.
    pub game: GameRow,
    /// The row in `courses`.
    pub course: CourseRow,
    /// The rows in `positions`, in the order of the game.
    pub positions: Vec<PositionRow>,
}

impl GameRows {
    /// Replays a record that is stored as the game with this number.
    pub fn new(game: i64, stored: &StoredRecord, keys: &KeyTables) -> Result<Self, Rejection> {
        let decoded = stored.decoded();
        let tree = decoded_trees(&decoded).next().ok_or(Rejection::NoGame)?;
        let mut positions = Vec::new();
        let replayed = Replayed::new(tree.game?, &decoded.text[tree.span], keys, |position| {
            positions.push(position)
        });
        Ok(Self::of_replayed(game, stored, &replayed, &positions))
    }

    /// Creates the rows from the replay of a record and the positions that it visited.
    #[must_use]
    pub fn of_replayed(game: i64, stored: &StoredRecord, replayed: &Replayed, positions: &[GamePosition]) -> Self {
        let course = CourseRow::new(game, replayed);
        Self {
            positions: PositionRow::of_game(game, positions, course.year, course.outcome),
            game: GameRow::new(game, stored, replayed),
            course,
        }
    }
}

/// A row of the table `games`: the [facts](crate::facts::facts) of a game, and what questions and
/// imports need besides.
#[derive(Clone, Debug, PartialEq)]
#[expect(missing_docs, reason = "the columns describe each")]
pub struct GameRow {
    pub description: Description,
    pub black_folded: Option<String>,
    pub white_folded: Option<String>,
    pub event_folded: Option<String>,
    pub rules_folded: Option<String>,
    pub overtime_folded: Option<String>,
    pub program_folded: Option<String>,
    pub words: Option<String>,
    pub content: u64,
    pub encoding: Option<&'static str>,
    pub record: Vec<u8>,
}

impl Described for GameRow {
    fn description(&self) -> Option<&Description> {
        Some(&self.description)
    }
}

impl GameRow {
    /// Creates the row of a game from its record and the replay of it.
    #[must_use]
    pub fn new(game: i64, stored: &StoredRecord, replayed: &Replayed) -> Self {
        let Replayed { record, outcome, .. } = replayed;
        let info = &record.info;
        Self {
            description: Description::new(game, record, outcome.moves, outcome.repairs.reason()),
            black_folded: folded(&info.black),
            white_folded: folded(&info.white),
            event_folded: folded(&info.event),
            rules_folded: folded(&info.rules),
            overtime_folded: folded(&info.overtime),
            program_folded: folded(&info.program),
            words: all_words(record),
            content: replayed.content.hash(info),
            encoding: encoding_name(stored.encoding),
            record: stored.bytes.clone(),
        }
    }
}

/// Returns the text as it is compared, or `None` if it is empty.
fn folded(text: &str) -> Option<String> {
    (!text.is_empty()).then(|| fold(text))
}

/// Returns the words of all texts of a game, with a blank before and after each word and a
/// boundary between two texts, or `None` if there are no words.
fn all_words(record: &GameRecord) -> Option<String> {
    let info = &record.info;
    let texts = [&info.black, &info.white, &info.event, &info.place].map(|text| words(text));
    let own = game_words(record);
    let texts: Vec<&str> = texts.iter().chain([&own]).map(String::as_str).collect();
    let texts: Vec<&str> = texts.into_iter().filter(|text| !text.is_empty()).collect();
    (!texts.is_empty()).then(|| format!(" {} ", texts.join(BOUNDARY)))
}

/// A row of the table `positions`: a position of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PositionRow {
    /// The key of the position.
    pub key: PositionKey,
    /// The number of the game.
    pub game: i64,
    /// The number of moves before the position.
    pub ply: u16,
    /// The [`NextCode`] of what follows, as a signed number.
    pub next: i16,
    /// [`PositionRow::AGAIN`] and [`PositionRow::AGAIN_WITH_NEXT`], as far as they are true.
    pub again: u8,
    /// The year of the game.
    pub year: Option<u16>,
    /// The outcome of the game.
    pub outcome: Outcome,
}

impl PositionRow {
    /// The `next` of a position at which the game ends.
    pub const END: i16 = NextCode::END.0 as i16;
    /// The `next` of a position that setup follows.
    pub const SETUP: i16 = NextCode::SETUP.0 as i16;
    /// The bit of `again` that is set if the game had the position before.
    pub const AGAIN: u8 = 1;
    /// The bit of `again` that is set if the game had the position before, with the same `next`.
    pub const AGAIN_WITH_NEXT: u8 = 2;

    /// Creates the rows of a game from all of its positions, in the order of the game.
    #[must_use]
    pub fn of_game(game: i64, positions: &[GamePosition], year: Option<u16>, outcome: Outcome) -> Vec<Self> {
        let mut before: HashMap<PositionKey, Vec<i16>> = HashMap::with_capacity(positions.len());
        let rows = positions.iter().map(|position| {
            let key = position.canonical.key;
            let next = NextCode::new(position.next, &position.canonical).0 as i16;
            let earlier = before.entry(key).or_default();
            let mut again = 0;
            if !earlier.is_empty() {
                again |= Self::AGAIN;
            }
            if earlier.contains(&next) {
                again |= Self::AGAIN_WITH_NEXT;
            } else {
                earlier.push(next);
            }
            Self {
                key,
                game,
                ply: position.ply,
                next,
                again,
                year,
                outcome,
            }
        });
        rows.collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::{HashTable, KeyTables};
    use crate::record::TextEncoding;
    use crate::store::StoredRecord;

    fn rows(record: &str) -> Vec<(u16, i16, u8)> {
        let record = StoredRecord {
            bytes: record.as_bytes().to_vec(),
            encoding: TextEncoding::UTF_8,
        };
        let keys = KeyTables::new(HashTable::built_in());
        let rows = GameRows::new(7, &record, &keys).expect("a game").positions;
        assert!(rows.iter().all(|row| row.game == 7 && row.year == Some(1990)));
        rows.iter().map(|row| (row.ply, row.next, row.again)).collect()
    }

    /// The code of a pass by White.
    const WHITE_PASSES: i16 = 361 | 1 << 9;

    #[test]
    fn a_game_ends_once_and_setup_follows_elsewhere() {
        let rows = rows("(;SZ[9]DT[1990];B[bb];AB[cc];W[];AB[dd])");
        let next: Vec<(u16, i16)> = rows.iter().map(|(ply, next, _)| (*ply, *next)).collect();
        let expected = [
            (1, PositionRow::SETUP),
            (1, WHITE_PASSES),
            (2, PositionRow::SETUP),
            (2, PositionRow::END),
        ];
        assert_eq!(next[1..], expected);
    }

    #[test]
    fn a_move_on_a_stone_sets_the_board_up_anew() {
        let rows = rows("(;SZ[9]DT[1990];B[aa];W[aa];B[bb])");
        assert_eq!(rows[1].1, PositionRow::SETUP);
        assert_eq!(rows.len(), 4);
    }

    #[test]
    fn a_position_that_comes_again_says_so_and_whether_its_next_move_does() {
        // Passes keep the position: 361 by Black, then White, then Black, then Black at aa.
        let rows = rows("(;SZ[9]DT[1990];B[];W[];B[];B[aa])");
        let again: Vec<u8> = rows.iter().map(|row| row.2).collect();
        let both = PositionRow::AGAIN | PositionRow::AGAIN_WITH_NEXT;
        assert_eq!(again, [0, PositionRow::AGAIN, both, PositionRow::AGAIN, 0]);
    }

    #[test]
    fn setup_that_changes_nothing_comes_again_at_the_same_move() {
        let rows = rows("(;SZ[9]DT[1990]AB[cc];AB[cc];AB[cc])");
        let both = PositionRow::AGAIN | PositionRow::AGAIN_WITH_NEXT;
        let expected = [
            (0, PositionRow::SETUP, 0),
            (0, PositionRow::SETUP, both),
            (0, PositionRow::END, PositionRow::AGAIN),
        ];
        assert_eq!(rows, expected);
    }
}
