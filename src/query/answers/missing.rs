use super::count::Halts;
use super::list::Find;
use crate::query::QueryError;
use crate::query::ask::{Question, Scope};
use crate::query::filter::{CONDITIONS, Condition, Filter};
use crate::store::Snapshot;

/// The most conditions that are named in place of a word.
const MOST: usize = 3;

/// Conditions that a word is not tried as, because others of the same kind find more.
const NARROWER: [&str; 6] = ["black", "white", "won", "lost", "from", "to"];

/// A word that no game has, and what finds games in its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MissingWord {
    /// The word, or the words, as typed.
    pub word: String,
    /// Conditions in its place as they are typed, such as `size=9`, and the number of games that the search
    /// then finds; those that find the most games first.
    pub instead: Vec<(String, u64)>,
}

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
        let mut found = Vec::new();
        for (word, next) in missing {
            found.push(MissingWord {
                word: word.clone(),
                instead: known.instead(snapshot, word, next)?,
            });
        }
        Ok(found)
    }

    /// Returns the conditions that find games in place of a word, and in place of it and the
    /// next one, besides the words and conditions of this search.
    fn instead(
        &self,
        snapshot: &Snapshot,
        word: &str,
        next: Option<&String>,
    ) -> Result<Vec<(String, u64)>, QueryError> {
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
        found.sort_by_key(|&(_, games)| std::cmp::Reverse(games));
        found.truncate(MOST);
        Ok(found)
    }

    /// Returns conditions with their values if the search finds games with them, too.
    fn with(
        &self,
        snapshot: &Snapshot,
        conditions: &[(&Condition, &str)],
    ) -> Result<Option<(String, u64)>, QueryError> {
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
        Ok((games > 0).then(|| (alone.to_string(), games)))
    }
}

fn count(snapshot: &Snapshot, filter: &Filter, words: &[String]) -> Result<u64, QueryError> {
    let mut games = 0;
    Find { filter, words }.visit(snapshot, |_, _| games += 1)?;
    Ok(games)
}

/// Returns the number of handicap stones that a user may be looking for: on an empty board, if
/// stones are set up there, or if the filter wants games that may begin with them.
#[must_use]
pub fn missing_handicap(halts: Option<Halts>, question: &Question) -> Option<u8> {
    if *question.scope() != Scope::Board {
        return None;
    }
    let board = question.board();
    let (least, most) = question.filter().handicap.ends();
    let is_wanted = least.is_some_and(|least| least >= 2);
    let is_empty = board.position().stones().next().is_none();
    let has_setup = halts.is_some_and(|halts| halts.set_up > 0);
    if !is_empty || !(is_wanted || has_setup && most.is_none_or(|most| most >= 2)) {
        return None;
    }
    let usual = least.filter(|_| is_wanted).unwrap_or(2);
    Some(usual.min(board.size().most_handicap_stones())).filter(|&stones| stones >= 2)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::{BoardSize, Move};
    use crate::query::answers::{Detail, Halts, search};
    use crate::query::ask::SearchBoard;
    use crate::query::filter::Filter;
    use crate::testing::{TestDatabase, sgf};

    #[test]
    fn a_handicap_is_missing_on_the_empty_board_only() {
        let db = TestDatabase::with(&[sgf("", "pd")]);
        let snapshot = db.snapshot();
        let question = Question::new(SearchBoard::new(BoardSize::MAX));
        let answer = search(&snapshot, &question, Detail::Counts).expect("an answer");
        let missing = |lines, moves: &str, set_up, handicap: &str| {
            let mut board = SearchBoard::new(BoardSize::new(lines).expect("a size"));
            for word in moves.split_whitespace() {
                let mv = Move::parse(word, board.to_play(), board.size()).expect("a move");
                board.play(mv).expect("legal");
            }
            let mut answer = answer.clone();
            answer.halts = Some(Halts { set_up, ended: 0 });
            let mut filter = Filter::default();
            if !handicap.is_empty() {
                filter.handicap = handicap.parse().expect("a range");
            }
            missing_handicap(answer.halts, &Question::new(board).under(filter))
        };
        assert_eq!(missing(19, "", 0, ""), None);
        assert_eq!(missing(19, "", 9, ""), Some(2));
        assert_eq!(missing(19, "pass", 9, ""), Some(2));
        assert_eq!(missing(19, "pd", 9, ""), None);
        assert_eq!(missing(19, "", 0, "4"), Some(4));
        assert_eq!(missing(19, "", 0, "3..6"), Some(3));
        assert_eq!(missing(19, "", 0, "12"), Some(9));
        assert_eq!(missing(8, "", 0, "6"), Some(4));
        assert_eq!(missing(5, "", 9, "2"), None);
        assert_eq!(missing(19, "", 9, "..1"), None);
        assert_eq!(missing(19, "", 9, "..3"), Some(2));
    }
}
