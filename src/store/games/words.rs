//! The words of games, which are in the index of positions.

use super::columns::GameView;
use super::texts::RowSet;
use crate::go::{PositionKey, mix};
use crate::record::{GameRecord, words};
use crate::store::StoreError;
use crate::store::snapshot::Snapshot;
use std::collections::{BTreeSet, HashSet};

/// A separator between texts that keeps phrases from matching across them. The index
/// treats a private-use character as a letter, and [`words`] does not.
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

/// Returns the keys of the words of a game, which `game_words` returns, each once and in order.
pub fn word_keys(words: &str) -> Vec<PositionKey> {
    let keys: BTreeSet<PositionKey> = words
        .split(' ')
        .filter(|word| !word.is_empty() && *word != BOUNDARY.trim_ascii())
        .map(word_key)
        .collect();
    keys.into_iter().collect()
}

/// Returns the key by which the games with a word are in the index: the mixed FNV-1a hash of the word.
fn word_key(word: &str) -> PositionKey {
    let hash = word.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
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
        let mut games = self.games_with_key(*first)?;
        for key in others {
            let more = self.games_with_key(*key)?;
            games.retain(|game, is_certain| {
                let known = more.get(game);
                *is_certain &= known.is_some_and(|is_certain| *is_certain);
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
        for (game, is_certain) in games {
            self.check_stop()?;
            // The index tells neither the order of words nor, of some games, more than a part of the key.
            if is_certain && is_one_word || format!(" {} ", self.words_of_game(game)?).contains(&phrase) {
                found.games.insert(game);
            }
        }
        Ok(Some(found))
    }

    /// Returns the words of a game, computed from its record.
    pub(crate) fn words_of_game(&self, game: i64) -> Result<String, StoreError> {
        let record = self.record(game)?.read();
        let record = record.ok_or_else(|| self.holds_no_game(game))?;
        Ok(game_words(&record))
    }
}
