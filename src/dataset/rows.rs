use crate::go::{Color, KeyTables, PositionKey};
use crate::record::{GamePosition, GameRecord, GameResult, Margin, Rejection, Replayed, fold, game_trees, words};
use crate::store::{BOUNDARY, NextCode, StoredRecord, encoding_name, game_words, write_course};
use std::collections::HashMap;

/// A row of the table `games`. The columns have the names of the fields.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "docs/dataset.md describes each")]
pub struct GameRow {
    pub game: i64,
    pub board_size: u8,
    pub moves: u16,
    pub black: Option<String>,
    pub black_folded: Option<String>,
    pub black_rank: Option<String>,
    pub black_rank_value: Option<i16>,
    pub white: Option<String>,
    pub white_folded: Option<String>,
    pub white_rank: Option<String>,
    pub white_rank_value: Option<i16>,
    pub black_team: Option<String>,
    pub white_team: Option<String>,
    pub date: Option<String>,
    pub first_date: Option<String>,
    pub last_date: Option<String>,
    pub year: Option<u16>,
    pub result: Option<String>,
    pub result_value: Option<String>,
    pub winner: Option<&'static str>,
    pub margin_half_points: Option<u16>,
    pub komi: Option<String>,
    pub komi_half_points: Option<i16>,
    pub handicap: Option<String>,
    pub handicap_stones: Option<u8>,
    pub rules: Option<String>,
    pub rules_folded: Option<String>,
    pub event: Option<String>,
    pub event_folded: Option<String>,
    pub round: Option<String>,
    pub place: Option<String>,
    pub name: Option<String>,
    pub publication: Option<String>,
    pub words: Option<String>,
    pub repair: Option<String>,
    pub content: u64,
    pub encoding: Option<&'static str>,
    pub record: Vec<u8>,
}

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

/// A row of the table `positions`: a position of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PositionRow {
    /// The key of the position.
    pub key: PositionKey,
    /// The number of the game.
    pub game: i64,
    /// The number of moves before the position.
    pub ply: u16,
    /// The [`NextCode`] of the next move, or [`PositionRow::END`] or [`PositionRow::SETUP`].
    pub next: i16,
    /// [`PositionRow::AGAIN`] and [`PositionRow::AGAIN_WITH_NEXT`], as far as they are true.
    pub again: u8,
    /// The year of the game.
    pub year: Option<u16>,
    /// The outcome of the game.
    pub outcome: Outcome,
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
    /// What became of the record.
    pub verdict: Verdict,
    /// The game that is stored, or that the record duplicates.
    pub game: Option<i64>,
    /// The reason.
    pub reason: String,
    /// The place of the reason, in bytes of the file.
    pub offset: Option<i64>,
}

/// What became of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    /// It is not stored, because it cannot be read as a game.
    Rejected,
    /// It is stored without a part.
    Repaired,
    /// It is another record of a stored game.
    Duplicate,
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
            Self::Failed => "failed",
        }
    }
}

/// The outcome of a game as questions count it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Outcome {
    /// Nobody won, or it is unknown who did.
    #[default]
    Unknown,
    /// Black won.
    Black,
    /// White won.
    White,
    /// The game is a draw.
    Draw,
}

impl Outcome {
    /// Returns the outcome of a result.
    #[must_use]
    pub fn of(result: Option<GameResult>) -> Self {
        match result {
            Some(GameResult::Win { winner, .. }) => match winner {
                Color::Black => Self::Black,
                Color::White => Self::White,
            },
            Some(GameResult::Draw) => Self::Draw,
            Some(GameResult::Void) | None => Self::Unknown,
        }
    }

    /// Returns the number in the tables, 0 to 3.
    #[must_use]
    pub const fn code(self) -> i32 {
        self as i32
    }
}

impl GameRow {
    /// Creates the row of a game from its record and the replay of it.
    #[must_use]
    pub fn new(game: i64, stored: &StoredRecord, replayed: &Replayed) -> Self {
        let record = &replayed.record;
        let info = &record.info;
        let date = info.game_date();
        let result = info.game_result();
        let [black_rank_value, white_rank_value] = info.ranks().map(|rank| rank.map(|rank| rank.value()));
        let margin_half_points = match result {
            Some(GameResult::Win {
                by: Margin::HalfPoints(margin),
                ..
            }) => Some(margin.get()),
            _ => None,
        };
        Self {
            game,
            board_size: record.size.lines(),
            moves: replayed.outcome.moves,
            black: written(&info.black),
            black_folded: folded(&info.black),
            black_rank: written(&info.black_rank),
            black_rank_value,
            white: written(&info.white),
            white_folded: folded(&info.white),
            white_rank: written(&info.white_rank),
            white_rank_value,
            black_team: written(&info.black_team),
            white_team: written(&info.white_team),
            date: written(&info.date),
            first_date: date.map(|date| date.first().to_string()),
            last_date: date.map(|date| date.last().to_string()),
            year: date.map(|date| date.year()),
            result: written(&info.result),
            result_value: result.map(|result| result.to_string()),
            winner: result.and_then(GameResult::winner).map(|winner| match winner {
                Color::Black => "B",
                Color::White => "W",
            }),
            margin_half_points,
            komi: written(&info.komi),
            komi_half_points: info.komi_value().map(|komi| komi.half_points()),
            handicap: written(&info.handicap),
            handicap_stones: info.handicap_stones(),
            rules: written(&info.rules),
            rules_folded: folded(&info.rules),
            event: written(&info.event),
            event_folded: folded(&info.event),
            round: written(&info.round),
            place: written(&info.place),
            name: written(&info.name),
            publication: written(&info.publication),
            words: all_words(record),
            repair: replayed.outcome.repair.as_ref().map(|repair| repair.reason.clone()),
            content: replayed.content.hash(info),
            encoding: encoding_name(stored.encoding),
            record: stored.bytes.clone(),
        }
    }
}

/// Returns the text, or `None` if it is empty.
fn written(text: &str) -> Option<String> {
    (!text.is_empty()).then(|| text.to_owned())
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

impl PositionRow {
    /// The `next` of a position at which the game ends.
    pub const END: i16 = -1;
    /// The `next` of a position that setup follows.
    pub const SETUP: i16 = -2;
    /// The bit of `again` that is set if the game had the position before.
    pub const AGAIN: u8 = 1;
    /// The bit of `again` that is set if the game had the position before, with the same `next`.
    pub const AGAIN_WITH_NEXT: u8 = 2;

    /// Creates the rows of a game from all of its positions, in the order of the game.
    #[must_use]
    pub fn of_game(game: i64, positions: &[GamePosition], year: Option<u16>, outcome: Outcome) -> Vec<Self> {
        let mut before: HashMap<PositionKey, Vec<i16>> = HashMap::with_capacity(positions.len());
        let last = positions.len().saturating_sub(1);
        let row = |(at, position): (usize, &GamePosition)| {
            let key = position.canonical.key;
            let next = match NextCode::new(position.next, &position.canonical).number() {
                Some(code) => code as i16,
                None if at == last => Self::END,
                None => Self::SETUP,
            };
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
        };
        positions.iter().enumerate().map(row).collect()
    }
}

/// The rows of a game in three tables. The numbers of the game in them are equal.
#[derive(Clone, Debug, PartialEq, Eq)]
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
    ///
    /// # Errors
    /// Says why the record contains no game.
    pub fn new(game: i64, stored: &StoredRecord, keys: &KeyTables) -> Result<Self, Rejection> {
        let text = stored.text();
        let tree = game_trees(&text).next().ok_or(Rejection::NoGame)?;
        let mut positions = Vec::new();
        let replayed = Replayed::new(tree.game?, &text[tree.span], keys, |position| positions.push(position));
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

    /// Changes the number of the game.
    pub fn set_number(&mut self, game: i64) {
        self.game.game = game;
        self.course.game = game;
        for position in &mut self.positions {
            position.game = game;
        }
    }
}
