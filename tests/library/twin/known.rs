use super::games::Game;
use bgo::internal::go::Color;
use bgo::internal::record::{GameResult, Komi, Rank, fold};
use unicode_normalization::char::is_combining_mark;

pub struct Known<'a> {
    pub number: i64,
    pub game: &'a Game,
    /// Names in folded form and as written. They are sorted by these, in this order.
    pub black: Option<(String, &'a str)>,
    pub white: Option<(String, &'a str)>,
    pub event: Option<String>,
    pub place: Option<String>,
    pub rules: Option<String>,
    /// The first date, as the known part of `2005-11-03`.
    pub date: Option<String>,
    pub last_date: Option<String>,
    pub result: Option<String>,
    pub winner: Option<Color>,
    pub ranks: [Option<Rank>; 2],
    pub komi: Option<Komi>,
    pub handicap: Option<u8>,
    /// Whether the record has faults, which only the import knows.
    pub repaired: bool,
    texts: Vec<Vec<String>>,
}

impl<'a> Known<'a> {
    pub fn new(number: i64, game: &'a Game, repaired: bool) -> Self {
        let info = &game.info;
        let folded = |text: &str| (!text.is_empty()).then(|| fold(text));
        let name = |written: &'a str| folded(written).map(|folded| (folded, written));
        let said = [
            &info.black,
            &info.white,
            &info.event,
            &info.place,
            &info.round,
            &info.name,
            &info.publication,
        ];
        Self {
            number,
            game,
            black: name(&info.black),
            white: name(&info.white),
            event: folded(&info.event),
            place: folded(&info.place),
            rules: folded(&info.rules),
            date: info.game_date().map(|date| date.first().to_string()),
            last_date: info.game_date().map(|date| date.last().to_string()),
            result: info.game_result().map(|result| result.to_string()),
            winner: info.game_result().and_then(GameResult::winner),
            ranks: info.ranks(),
            komi: info.komi_value(),
            handicap: info.handicap_stones,
            repaired,
            texts: said.into_iter().chain(&game.comments).map(|text| words(text)).collect(),
        }
    }

    pub fn player(&self, color: Color) -> Option<&(String, &'a str)> {
        match color {
            Color::Black => self.black.as_ref(),
            Color::White => self.white.as_ref(),
        }
    }

    pub fn players(&self) -> impl Iterator<Item = &(String, &'a str)> {
        [&self.black, &self.white].into_iter().flatten()
    }

    pub fn labels(&self) -> impl Iterator<Item = &String> {
        [&self.event, &self.place, &self.rules].into_iter().flatten()
    }

    pub fn year(&self) -> Option<u16> {
        self.date.as_ref().map(|date| date[..4].parse().expect("a year"))
    }

    pub fn is_draw(&self) -> bool {
        self.result.as_deref() == Some("0")
    }

    pub fn texts(&self) -> &[Vec<String>] {
        &self.texts
    }

    pub fn says(&self, words: &[String]) -> bool {
        self.texts
            .iter()
            .any(|text| text.windows(words.len()).any(|part| part == words))
    }
}

/// Splits a text into words: runs of letters and digits, and single characters of
/// scripts without blanks between words.
pub fn words(text: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut goes_on = false;
    for c in fold(text).chars() {
        let alone = matches!(u32::from(c),
            0x3005..=0x3007 | 0x3040..=0x30ff | 0x3400..=0x4dbf | 0x4e00..=0x9fff | 0xac00..=0xd7af | 0xf900..=0xfaff | 0x20000..=0x3ffff);
        if !c.is_alphanumeric() && !is_combining_mark(c) {
            goes_on = false;
            continue;
        }
        match words.last_mut() {
            Some(word) if goes_on && !alone => word.push(c),
            _ => words.push(c.to_string()),
        }
        goes_on = !alone;
    }
    words
}
