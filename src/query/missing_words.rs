use super::conditions::{CONDITIONS, Condition};
use super::{Filter, Find, QueryError};
use crate::store::Snapshot;

/// A word that no game has, and what finds games in its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MissingWord {
    /// The word, or the words, as typed.
    pub word: String,
    /// Conditions in its place, those that find the most games first.
    pub instead: Vec<Instead>,
}

/// A condition that finds games in place of a word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Instead {
    /// The condition as it is typed, such as `size=9`.
    pub condition: String,
    /// The number of games that the search then finds, at least 1.
    pub games: u64,
}

/// The most conditions that are named in place of a word.
const MOST: usize = 3;

/// Conditions that a word is not tried as, because others of the same kind find more.
const NARROWER: [&str; 4] = ["black", "white", "from", "to"];

impl Find<'_> {
    /// Returns the words of the search that no game has.
    pub fn missing_words(&self, snapshot: &Snapshot) -> Result<Vec<MissingWord>, QueryError> {
        let (mut known, mut missing) = (Vec::new(), Vec::new());
        for (at, word) in self.words.iter().enumerate() {
            match count(snapshot, &Filter::default(), std::slice::from_ref(word))? {
                0 => missing.push((word, self.words.get(at + 1))),
                _ => known.push(word.clone()),
            }
        }
        let known = Find { words: &known, ..*self };
        let missing_word = |(word, next): (&String, Option<&String>)| {
            Ok(MissingWord {
                word: word.clone(),
                instead: known.instead(snapshot, word, next)?,
            })
        };
        missing.into_iter().map(missing_word).collect()
    }

    /// Returns the conditions that find games in place of a word, and in place of it and the
    /// next one, besides the words and conditions of this search.
    fn instead(&self, snapshot: &Snapshot, word: &str, next: Option<&String>) -> Result<Vec<Instead>, QueryError> {
        let mut found = Vec::new();
        // `year 2010` for `year=2010`
        if let (Some(condition), Some(value)) = (Condition::named(word), next) {
            found.extend(self.with(snapshot, &[(condition, value)])?);
        }
        // A date, where `year` takes a year
        if Condition::named("year").is_none_or(|year| year.check(word).is_err()) {
            let days: Vec<_> = ["from", "to"].into_iter().filter_map(Condition::named).collect();
            let days: Vec<_> = days.into_iter().map(|condition| (condition, word)).collect();
            found.extend(self.with(snapshot, &days)?);
        }
        for condition in CONDITIONS
            .iter()
            .filter(|condition| !NARROWER.contains(&condition.name))
        {
            found.extend(self.with(snapshot, &[(condition, word)])?);
        }
        // `player=Cho Chikun` for `player='Cho Chikun'`
        for condition in CONDITIONS.iter().filter(|condition| condition.is_name()) {
            for begun in condition.values(self.filter) {
                found.extend(self.with(snapshot, &[(condition, &format!("{begun} {word}"))])?);
            }
        }
        found.sort_by_key(|instead| std::cmp::Reverse(instead.games));
        found.truncate(MOST);
        Ok(found)
    }

    /// Returns conditions with their values if the search finds games with them, too.
    fn with(&self, snapshot: &Snapshot, conditions: &[(&Condition, &str)]) -> Result<Option<Instead>, QueryError> {
        let mut alone = Filter::default();
        let mut filter = self.filter.clone();
        for (condition, value) in conditions {
            if condition.read(value, &mut alone).is_err() || condition.read(value, &mut filter).is_err() {
                return Ok(None);
            }
        }
        let games = match count(snapshot, &filter, self.words) {
            Err(error) if !error.is_of_condition() => return Err(error),
            games => games.unwrap_or(0),
        };
        let condition = alone.to_string();
        Ok((games > 0).then_some(Instead { condition, games }))
    }
}

/// Counts the games that a search finds.
fn count(snapshot: &Snapshot, filter: &Filter, words: &[String]) -> Result<u64, QueryError> {
    let mut games = 0;
    Find { filter, words }.visit(snapshot, |_, _| games += 1)?;
    Ok(games)
}
