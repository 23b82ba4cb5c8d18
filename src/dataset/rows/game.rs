use crate::facts::{Described, Description};
use crate::record::{GameRecord, Replayed, fold, words};
use crate::store::{BOUNDARY, StoredRecord, encoding_name, game_words};

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
