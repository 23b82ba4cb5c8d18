//! The terms of games, which are in the index of positions: their words, and some of their values.

use super::columns::{GAMES_PER_RUN, GameView};
use super::texts::{RowSet, Texts};
use crate::go::{PositionKey, mix};
use crate::record::{GameRecord, PartialDate, words};
use crate::store::StoreError;
use crate::store::codec::{Column, IndexEntry};
use crate::store::snapshot::Snapshot;
use std::collections::{BTreeMap, BTreeSet, HashSet};

/// A separator between texts that keeps phrases from matching across them. It has no letter, so it is
/// in no word.
pub const BOUNDARY: &str = " \u{e000} ";

/// Returns the words of a game besides those of its labels: its name, round, source and
/// comments.
pub fn game_words(record: &GameRecord) -> String {
    let info = &record.info;
    let comments = record.comments.iter().map(|comment| &comment.text);
    let mut all = String::new();
    for text in info.own_texts().into_iter().chain(comments) {
        let words = words(text);
        if !words.is_empty() {
            if !all.is_empty() {
                all.push_str(BOUNDARY);
            }
            all.push_str(&words);
        }
    }
    all
}

/// The matches of a search for words.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FoundWords {
    pub labels: RowSet,
    pub players: RowSet,
    pub games: HashSet<i64>,
}

impl FoundWords {
    pub fn are_in(&self, game: i64, columns: &GameView<'_>) -> bool {
        self.games.contains(&game)
            || self.labels.contains(columns.event())
            || self.labels.contains(columns.place())
            || self.players.contains(columns.black())
            || self.players.contains(columns.white())
    }
}

/// Returns the entries of the terms of a game in the index, each once and in the order of their keys: its words,
/// the names of its players, its event, its place, and the month of its first date with the day in place of
/// the ply. They are entries of game 0.
pub fn game_terms(record: &GameRecord) -> Vec<IndexEntry> {
    let info = &record.info;
    let mut terms: BTreeMap<PositionKey, u16> =
        word_keys(&game_words(record)).into_iter().map(|key| (key, 0)).collect();
    let texts = [&info.black, &info.white, &info.event, &info.place];
    for (column, text) in LISTED.into_iter().zip(texts) {
        if !text.is_empty() {
            terms.extend(text_key(column, text).map(|key| (key, 0)));
        }
    }
    if let Some(date) = info.game_date() {
        let date = date.first();
        terms.insert(month_key(month_of(date)), day_of(date));
    }
    terms
        .into_iter()
        .map(|(key, ply)| IndexEntry::of_term(key, ply))
        .collect()
}

/// The columns of texts by which the index lists games.
const LISTED: [Column; 4] = [Column::Black, Column::White, Column::Event, Column::Place];

/// Returns the key of the games with a text in a column, or `None` if the index does not list them.
fn text_key(column: Column, text: &str) -> Option<PositionKey> {
    let name = match column {
        Column::Black => "black",
        Column::White => "white",
        Column::Event => "event",
        Column::Place => "place",
        _ => return None,
    };
    Some(term_key(&format!("{name}={text}")))
}

/// Returns the number of a month, by which months are in order: 13 a year, because a date may have none.
fn month_of(date: PartialDate) -> u32 {
    date.ordinal() / 32
}

fn day_of(date: PartialDate) -> u16 {
    (date.ordinal() % 32) as u16
}

fn month_key(month: u32) -> PositionKey {
    term_key(&format!("month={:04}-{:02}", month / 13, month % 13))
}

/// Returns the keys of words, each once and in order.
fn word_keys(words: &str) -> Vec<PositionKey> {
    let keys: BTreeSet<PositionKey> = words
        .split(' ')
        .filter(|word| !word.is_empty() && *word != BOUNDARY.trim_ascii())
        .map(term_key)
        .collect();
    keys.into_iter().collect()
}

/// Returns the key by which the games with a term are in the index: the mixed FNV-1a hash of its text. That of
/// a word has no `=`.
fn term_key(text: &str) -> PositionKey {
    let hash = text.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    PositionKey(mix(hash))
}

impl Snapshot {
    /// Searches for a word, or for consecutive words of one text. Returns `None` if
    /// `text` contains no word.
    pub(crate) fn find_words(&self, text: &str) -> Result<Option<FoundWords>, StoreError> {
        let phrase = words(text);
        let keys = word_keys(&phrase);
        let [first, others @ ..] = &keys[..] else {
            return Ok(None);
        };
        let mut games = self.games_with_term(*first)?;
        for key in others {
            let more = self.games_with_term(*key)?;
            games.retain(|game, ply| {
                let known = more.get(game);
                *ply = ply.and(known.copied().flatten());
                known.is_some()
            });
        }
        let is_one_word = !phrase.contains(' ');
        let mut found = FoundWords {
            labels: self.labels()?.with_words(&phrase),
            players: self.players()?.with_words(&phrase),
            games: HashSet::new(),
        };
        let phrase = format!(" {phrase} ");
        for (game, ply) in games {
            self.check_stop()?;
            // The index tells neither the order of words nor, of some games, more than a part of the key.
            if ply.is_some() && is_one_word || format!(" {} ", self.words_of_game(game)?).contains(&phrase) {
                found.games.insert(game);
            }
        }
        Ok(Some(found))
    }

    /// Returns the games with a term by their numbers, each with the ply of its entry, or `None` if only a
    /// part of the key is known.
    fn games_with_term(&self, key: PositionKey) -> Result<BTreeMap<i64, Option<u16>>, StoreError> {
        let mut games = BTreeMap::new();
        self.visit_term(key, |game, ply| {
            let known = games.entry(game).or_insert(ply);
            *known = known.or(ply);
        })?;
        Ok(games)
    }

    /// Returns the words of a game, computed from its record.
    fn words_of_game(&self, game: i64) -> Result<String, StoreError> {
        Ok(game_words(&self.game_record(game)?))
    }

    /// Returns the entries of the terms of a game, computed from its record.
    pub(crate) fn terms_of_game(&self, game: i64) -> Result<Vec<IndexEntry>, StoreError> {
        Ok(game_terms(&self.game_record(game)?))
    }

    fn game_record(&self, game: i64) -> Result<GameRecord, StoreError> {
        let record = self.record(game)?.read();
        record.ok_or_else(|| self.holds_no_game(game))
    }

    /// Returns, in order, the only games that may have one of these texts in one of the columns, or `None` if
    /// reading the columns of all games is faster than reading the lists of the texts, or there are none.
    pub(crate) fn games_with_texts(
        &self,
        texts: &Texts,
        rows: &RowSet,
        columns: &[Column],
    ) -> Result<Option<Vec<i64>>, StoreError> {
        let state = self.state()?;
        // Reading the block of a term takes about as long as reading the columns of a run.
        let blocks = (rows.count() * columns.len()) as u64 * state.segments;
        if blocks > FEW_BLOCKS + state.last_game as u64 / GAMES_PER_RUN as u64 {
            return Ok(None);
        }
        let mut games = Vec::new();
        for text in rows.iter().filter_map(|row| texts.written(row)) {
            for &column in columns {
                let Some(key) = text_key(column, text) else {
                    return Ok(None);
                };
                self.visit_term(key, |game, _| games.push(game))?;
            }
        }
        games.sort_unstable();
        games.dedup();
        Ok(Some(games))
    }

    /// Returns, in order, the only games in which words may be, or `None` if reading the columns of all games
    /// is faster than finding these.
    pub(crate) fn games_with_words(&self, found: &FoundWords) -> Result<Option<Vec<i64>>, StoreError> {
        let of_players = self.games_with_texts(&*self.players()?, &found.players, &[Column::Black, Column::White])?;
        let of_labels = self.games_with_texts(&*self.labels()?, &found.labels, &[Column::Event, Column::Place])?;
        let (Some(mut games), Some(of_labels)) = (of_players, of_labels) else {
            return Ok(None);
        };
        games.extend(of_labels.iter().chain(&found.games));
        games.sort_unstable();
        games.dedup();
        Ok(Some(games))
    }
}

/// The number of blocks that are read in no time.
const FEW_BLOCKS: u64 = 16;

/// The most games of a month whose order is computed. The first ones of so many are enough for any page.
const MOST_OF_MONTH: usize = if cfg!(test) { 4 } else { 1 << 16 };

/// Dated games in the order of their first dates, and of their numbers if they have the same one. A date without
/// a month or a day comes before those that have it.
pub struct GamesByDate<'a> {
    snapshot: &'a Snapshot,
    latest_first: bool,
    /// The months of years that have games, the next one last.
    months: Vec<u32>,
    /// The games of a month, the next one last.
    games: Vec<(u16, i64)>,
    /// True if games of the last month were left out.
    is_cut: bool,
}

impl<'a> GamesByDate<'a> {
    /// Creates a reader of the latest games first, or of the earliest.
    pub fn new(snapshot: &'a Snapshot, latest_first: bool) -> Result<Self, StoreError> {
        let years: BTreeSet<u16> = snapshot
            .game_counts()?
            .into_keys()
            .filter_map(|(_, year)| year)
            .collect();
        let mut months: Vec<u32> = years
            .into_iter()
            .flat_map(|year| (0..13).map(move |month| u32::from(year) * 13 + month))
            .collect();
        if !latest_first {
            months.reverse();
        }
        Ok(Self {
            snapshot,
            latest_first,
            months,
            games: Vec::new(),
            is_cut: false,
        })
    }

    /// Returns the next game. Returns `None` after the last game, or if there are so many games of a month
    /// that others may be next.
    pub fn next(&mut self) -> Result<Option<i64>, StoreError> {
        loop {
            if let Some((_, game)) = self.games.pop() {
                return Ok(Some(game));
            }
            match self.months.pop() {
                Some(month) if !self.is_cut => self.enter(month)?,
                _ => return Ok(None),
            }
        }
    }

    fn enter(&mut self, month: u32) -> Result<(), StoreError> {
        self.snapshot.check_stop()?;
        let (mut games, mut uncertain) = (Vec::new(), Vec::new());
        let order = |&(day, game): &(u16, i64)| (if self.latest_first { u16::MAX - day } else { day }, game);
        let mut is_cut = false;
        self.snapshot.visit_term(month_key(month), |game, day| match day {
            None => uncertain.push(game),
            Some(day) => {
                games.push((day, game));
                if games.len() == 2 * MOST_OF_MONTH {
                    games.select_nth_unstable_by_key(MOST_OF_MONTH, order);
                    games.truncate(MOST_OF_MONTH);
                    is_cut = true;
                }
            }
        })?;
        let mut columns = self.snapshot.columns();
        for game in uncertain {
            let date = columns.read(game, |columns| columns.date())?.map(|date| date.first());
            if let Some(date) = date.filter(|date| month_of(*date) == month) {
                games.push((day_of(date), game));
            }
        }
        games.sort_unstable_by_key(order);
        games.dedup();
        if is_cut {
            // Of the games after these, some were left out.
            games.truncate(MOST_OF_MONTH);
        }
        games.reverse();
        (self.games, self.is_cut) = (games, is_cut);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::codec::ShortKey;
    use crate::testing::{TestDatabase, line, sgf};

    #[test]
    fn games_by_date_are_those_of_the_columns_in_order() {
        let dates = [
            "2005-11-03",
            "2004-12-31",
            "",
            "2005",
            "2005-11",
            "2005-11-04",
            "1999-01-01",
        ];
        let mut records: Vec<String> = Vec::new();
        for (number, date) in dates.into_iter().cycle().take(20).enumerate() {
            records.push(sgf(&format!("PB[{number}]DT[{date}]"), &line(2, number)));
        }
        let db = TestDatabase::with(&records);
        let snapshot = db.snapshot();
        for latest_first in [false, true] {
            let mut expected = Vec::new();
            snapshot
                .visit_columns(|game, columns| expected.push((columns.first_date_number(), game)))
                .expect("columns");
            expected.retain(|(date, _)| *date > 0);
            expected.sort_by_key(|&(date, game)| (if latest_first { u32::MAX - date } else { date }, game));
            let mut found = Vec::new();
            let mut by_date = GamesByDate::new(&snapshot, latest_first).expect("years");
            while let Some(game) = by_date.next().expect("games") {
                found.push(game);
            }
            let expected: Vec<i64> = expected.into_iter().map(|(_, game)| game).collect();
            // A month has more games than are put in order.
            assert!(
                expected.starts_with(&found) && found.len() < expected.len(),
                "{found:?} {expected:?}"
            );
            assert!(found.len() >= MOST_OF_MONTH);
        }
    }

    #[test]
    fn a_word_with_the_short_key_of_a_position_is_no_game_of_it() {
        let moves = line(100, 3);
        let plain = TestDatabase::with(&[sgf("", &moves)]);
        let positions = plain.snapshot().positions_of(1).expect("positions");
        let short = |key: PositionKey| ShortKey::from(key);
        let keys: BTreeSet<ShortKey> = positions.iter().map(|(key, _)| short(*key)).collect();
        let word = (0_u64..)
            .map(|number| format!("w{number}"))
            .find(|word| keys.contains(&short(term_key(word))));
        let word = word.expect("a word");
        let of_word = short(term_key(&word));
        let ply = positions
            .iter()
            .position(|(key, _)| short(*key) == of_word)
            .expect("a position");
        // Enough games for totals, all with the beginning that the position is in.
        let records: Vec<String> = (0..40)
            .map(|number| {
                let comment = if number == 17 {
                    format!("C[{word}]")
                } else {
                    String::new()
                };
                sgf(&format!("DT[{}]{comment}", 1900 + number), &moves)
            })
            .collect();
        let db = TestDatabase::with(&records);
        let snapshot = db.snapshot();
        let totals = snapshot.position_totals(positions[ply].0).expect("totals");
        assert_eq!(totals.all.total().games, 40);
        assert_eq!(
            snapshot.find_words(&word).expect("is read").expect("a word").games,
            HashSet::from([18])
        );
    }
}
