use crate::go::Color;
use crate::record::{GameRecord, GameResult, Margin, Replayed, fold, words};
use crate::store::{BOUNDARY, StoredRecord, encoding_name, game_words};

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
            handicap_stones: info.handicap_stones,
            rules: written(&info.rules),
            rules_folded: folded(&info.rules),
            event: written(&info.event),
            event_folded: folded(&info.event),
            round: written(&info.round),
            place: written(&info.place),
            name: written(&info.name),
            publication: written(&info.publication),
            words: all_words(record),
            repair: replayed.outcome.repairs.reason(),
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
