use super::known::{Known, words};
use super::lists::check_list;
use super::sift::{Sieve, phrase};
use super::wrong::Wrong;
use bgo::query::{Choice, Find, QueryError};
use bgo::store::Snapshot;
use testkit::Rng;

/// The numbers of searches.
#[derive(Debug, Default)]
pub struct Found {
    pub filters: usize,
    pub words: usize,
    /// The searches that find no game.
    pub nowhere: usize,
}

/// Finds games by conditions, by words and by both. Panics unless exactly the right
/// games are found.
pub fn check_finds(rng: &mut Rng, snapshot: &Snapshot, games: &[Known<'_>], count: usize) -> Found {
    let mut found = Found::default();
    for _ in 0..if games.is_empty() { 0 } else { count } {
        let sieve = if rng.one_in(2) {
            Sieve::draw(rng, games)
        } else {
            Sieve::default()
        };
        let typed = if rng.one_in(4) {
            Vec::new()
        } else {
            draw_words(rng, games)
        };
        let asked: Vec<Vec<String>> = typed.iter().map(|text| words(text)).collect();
        let has = |game: &Known<'_>| sieve.passes(game) && asked.iter().all(|words| game.says(words));
        let chosen: Vec<usize> = (0..games.len()).filter(|&game| has(&games[game])).collect();
        let choice = Choice::Find(Find {
            filter: &sieve.filter,
            words: &typed,
        });
        let mut wrong = Wrong::default();
        match check_list(&mut wrong, rng, snapshot, &choice, &chosen, games) {
            Ok(_) => wrong.check("names are known", true, sieve.is_known(games)),
            Err(QueryError::Unknown { .. }) => wrong.check("names are known", false, sieve.is_known(games)),
            Err(error) => wrong.0.push(error.to_string()),
        }
        assert!(
            wrong.0.is_empty(),
            "find {} {typed:?}:\n{}",
            sieve.filter,
            wrong.0.join("\n")
        );
        found.filters += usize::from(!sieve.filter.is_empty());
        found.words += usize::from(!typed.is_empty());
        found.nowhere += usize::from(chosen.is_empty());
    }
    found
}

/// Returns one or two phrases of a game, as a user may type them.
fn draw_words(rng: &mut Rng, games: &[Known<'_>]) -> Vec<String> {
    let texts: Vec<&Vec<String>> = (0..100)
        .map(|_| rng.pick(games))
        .map(|game| {
            game.texts()
                .iter()
                .filter(|words| !words.is_empty())
                .collect::<Vec<_>>()
        })
        .find(|texts| !texts.is_empty())
        .unwrap_or_default();
    if texts.is_empty() || rng.one_in(12) {
        return vec!["nonesuch".to_owned()];
    }
    let mut typed = Vec::new();
    for _ in 0..1 + rng.below(2) {
        let text = rng.pick(&texts);
        typed.push(phrase(rng, text));
    }
    typed
}
