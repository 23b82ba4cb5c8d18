use super::Wrong;
use super::known::{Known, words};
use super::lists::check_list;
use super::sift::{Sieve, phrase};
use bgo::internal::go::Color;
use bgo::internal::query::{Choice, Find, NamePattern, QueryError};
use bgo::internal::record::fold;
use bgo::internal::store::Snapshot;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use testkit::Rng;

/// Finds games by conditions, by words and by both. Panics unless exactly the right
/// games are found. Returns what was asked, for people.
pub fn check_finds(rng: &mut Rng, snapshot: &Snapshot, games: &[Known<'_>], count: usize) -> String {
    let (mut filters, mut with_words, mut nowhere) = (0, 0, 0);
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
            Ok(_) => {
                wrong.check("names are known", true, sieve.is_known(games));
                check_several_players(&mut wrong, snapshot, &choice, &chosen, games);
                if chosen.is_empty() {
                    check_excluded(&mut wrong, snapshot, &choice, &sieve, &asked, games);
                }
            }
            Err(QueryError::Unknown { .. }) => wrong.check("names are known", false, sieve.is_known(games)),
            Err(error) => wrong.0.push(error.to_string()),
        }
        assert!(
            wrong.0.is_empty(),
            "find {} {typed:?}:\n{}",
            sieve.filter,
            wrong.0.join("\n")
        );
        filters += usize::from(!sieve.filter.is_empty());
        with_words += usize::from(!typed.is_empty());
        nowhere += usize::from(chosen.is_empty());
    }
    format!("finds with {filters} filters, {with_words} with words, {nowhere} of no game")
}

fn check_several_players(
    wrong: &mut Wrong,
    snapshot: &Snapshot,
    choice: &Choice<'_>,
    chosen: &[usize],
    games: &[Known<'_>],
) {
    let filter = choice.filter();
    let named = filter.players.iter().map(|name| ("player", name));
    let named = named
        .chain(filter.black.iter().map(|name| ("black", name)))
        .chain(filter.white.iter().map(|name| ("white", name)))
        .chain(filter.won.iter().map(|name| ("won", name)))
        .chain(filter.lost.iter().map(|name| ("lost", name)));
    let named = named.filter(|(_, names)| !names.is_negated);
    let named = named.flat_map(|(condition, names)| names.any_of.iter().map(move |name| (condition, name)));
    let mut right = Vec::new();
    for (condition, name) in named {
        let NamePattern::Part(part) = name else { continue };
        let mut counts: BTreeMap<&str, u64> = BTreeMap::new();
        for game in chosen.iter().map(|&game| &games[game]) {
            let is_asked = |color| match condition {
                "won" => game.winner == Some(color),
                "lost" => game.winner == Some(color.opponent()),
                "black" => color == Color::Black,
                "white" => color == Color::White,
                _ => true,
            };
            let black = game.black.as_ref().filter(|_| is_asked(Color::Black));
            let white = game.white.as_ref().filter(|_| is_asked(Color::White));
            let names: BTreeSet<&str> = [black, white]
                .into_iter()
                .flatten()
                .map(|name| name.0.as_str())
                .collect();
            for name in names.into_iter().filter(|name| name.contains(&fold(part))) {
                *counts.entry(name).or_default() += 1;
            }
        }
        if counts.len() > 1 {
            let mut most: Vec<u64> = counts.values().copied().collect();
            most.sort_unstable_by_key(|&games| Reverse(games));
            most.truncate(3);
            right.push((condition, part.trim().to_owned(), counts.len() as u64, most));
        }
    }
    let says = choice
        .several_players(snapshot)
        .expect("an answer")
        .into_iter()
        .map(|several| {
            let most = several.players.iter().map(|player| player.games).collect();
            (several.condition, several.part, several.count, most)
        });
    wrong.check("players of parts of names", says.collect(), right);
}

fn check_excluded(
    wrong: &mut Wrong,
    snapshot: &Snapshot,
    choice: &Choice<'_>,
    sieve: &Sieve,
    words: &[Vec<String>],
    games: &[Known<'_>],
) {
    let mut counts: BTreeMap<(bool, usize), u64> = BTreeMap::new();
    for game in games {
        let said = (0..words.len())
            .filter(|&at| !game.says(&words[at]))
            .map(|at| (true, at));
        let failed: Vec<_> = sieve
            .failed(game)
            .into_iter()
            .map(|at| (false, at))
            .chain(said)
            .collect();
        if let [only] = failed[..] {
            *counts.entry(only).or_default() += 1;
        }
    }
    let mut right: Vec<u64> = counts.into_values().collect();
    right.sort_unstable_by_key(|&games| Reverse(games));
    let excluded = choice.excluded(snapshot).expect("an answer");
    let says = excluded.by.iter().map(|by| by.games).collect();
    wrong.check(&format!("games without a condition: {:?}", excluded.by), says, right);
    wrong.check("games without conditions", excluded.games, games.len() as u64);
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
