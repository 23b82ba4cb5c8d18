use super::Wrong;
use super::answers::{Asked, check_tree};
use super::board::Turns;
use super::choose::turned;
use super::known::Known;
use super::lists::{check_places, check_replay};
use super::query::{Kind, Query, line};
use super::sift::Sieve;
use super::tally::{Passage, View, tally};
use bgo::internal::query::{Detail, QueryError, Question, search};
use bgo::internal::store::Snapshot;
use std::collections::BTreeMap;
use testkit::Rng;

const SHOWN: usize = 5;

#[derive(Default)]
pub struct Compared {
    /// The positions that agree, by kind.
    pub kinds: BTreeMap<Kind, usize>,
    /// The same positions, by symmetry group.
    pub groups: BTreeMap<Vec<usize>, usize>,
    pub nowhere: usize,
    /// The next moves; a point that both colours play counts twice.
    pub next_moves: usize,
    pub filtered: usize,
    pub exchanged: usize,
    pub turned: usize,
}

impl Compared {
    pub fn add(&mut self, other: Self) {
        for (kind, count) in other.kinds {
            *self.kinds.entry(kind).or_default() += count;
        }
        for (group, count) in other.groups {
            *self.groups.entry(group).or_default() += count;
        }
        self.nowhere += other.nowhere;
        self.next_moves += other.next_moves;
        self.filtered += other.filtered;
        self.exchanged += other.exchanged;
        self.turned += other.turned;
    }

    pub fn print(&self, what: &str) {
        let total: usize = self.kinds.values().sum();
        println!(
            "{what}: {total} positions agree, {} in no game, {} next moves; asked again: {} with a filter, {} with the \
            colours exchanged, {} turned",
            self.nowhere, self.next_moves, self.filtered, self.exchanged, self.turned
        );
        println!("  {:?}\n  symmetries: {:?}", self.kinds, self.groups);
    }
}

/// Asks the database about every position and compares the answers with the games.
/// Then asks again with a random choice of a filter, exchanged colours and a turned
/// board. Panics with the first disagreements, if there are any.
pub fn compare(rng: &mut Rng, snapshot: &Snapshot, games: &[Known<'_>], queries: &[Query]) -> Compared {
    let tallies = tally(games.iter().map(|known| known.game), queries);
    let mut compared = Compared::default();
    let mut disagreements = Vec::new();
    for (query, tally) in queries.iter().zip(&tallies) {
        disagreements.extend(disagreement(
            rng,
            snapshot,
            games,
            query,
            tally,
            (&Sieve::default(), false),
        ));
        for _ in 0..2 {
            let sieve = if rng.one_in(3) {
                Sieve::default()
            } else {
                Sieve::draw(rng, games)
            };
            let swap = rng.one_in(2);
            let turn = rng.below(8);
            let there = turned(turn, query).expect("legal moves stay legal on a turned board");
            let turned_tally = turned_tally(turn, &there, tally);
            disagreements.extend(disagreement(
                rng,
                snapshot,
                games,
                &there,
                &turned_tally,
                (&sieve, swap),
            ));
            compared.filtered += usize::from(!sieve.filter.is_empty());
            compared.exchanged += usize::from(swap);
            compared.turned += usize::from(turn > 0);
        }
        *compared.kinds.entry(query.kind).or_default() += 1;
        *compared
            .groups
            .entry(Turns::of(query.board.lines).symmetries(&query.board))
            .or_default() += 1;
        compared.nowhere += usize::from(tally[0].is_empty());
        compared.next_moves += View::new(query, tally, false).next().len();
    }
    let first = &disagreements[..disagreements.len().min(SHOWN)];
    assert!(
        first.is_empty(),
        "{} disagreements; the first:\n{}",
        disagreements.len(),
        first.join("\n")
    );
    compared
}

fn turned_tally(turn: usize, there: &Query, tally: &[Vec<Passage>; 2]) -> [Vec<Passage>; 2] {
    let turns = Turns::of(there.board.lines);
    let symmetries = turns.symmetries(&there.board);
    let show = |at: usize| {
        let equal = symmetries
            .iter()
            .map(|&symmetry| turns.to(symmetry, turns.to(turn, at)));
        turns.shown(equal, symmetries.len())
    };
    let mut turned = tally.clone();
    for passage in turned.iter_mut().flatten() {
        passage.next = passage.next.map(|(at, color)| (at.and_then(show), color));
    }
    turned
}

fn disagreement(
    rng: &mut Rng,
    snapshot: &Snapshot,
    games: &[Known<'_>],
    query: &Query,
    tally: &[Vec<Passage>; 2],
    (sieve, swap): (&Sieve, bool),
) -> Option<String> {
    let mut wrong = Wrong::default();
    match check(&mut wrong, rng, snapshot, games, query, tally, (sieve, swap)) {
        Ok(()) => wrong.check("names are known", true, sieve.is_known(games)),
        Err(QueryError::Unknown { .. }) => wrong.check("names are known", false, sieve.is_known(games)),
        Err(error) => wrong.0.push(error.to_string()),
    }
    if wrong.0.is_empty() {
        return None;
    }
    let moves: Vec<String> = query.moves.iter().map(|mv| mv.target()).collect();
    let first = tally.iter().flatten().take(3);
    let members: Vec<&str> = first.map(|passage| games[passage.game].game.member.as_str()).collect();
    Some(format!(
        "{:?}, {} lines, {}, swap {swap}, after {}, in {members:?}:\n{}",
        query.kind,
        query.board.lines,
        sieve.filter,
        moves.join(" "),
        wrong.0.join("\n")
    ))
}

fn check(
    wrong: &mut Wrong,
    rng: &mut Rng,
    snapshot: &Snapshot,
    games: &[Known<'_>],
    query: &Query,
    tally: &[Vec<Passage>; 2],
    (sieve, swap): (&Sieve, bool),
) -> Result<(), QueryError> {
    let line = line(query.board.lines, &query.moves).expect("legal moves");
    let question = &Question::new(line.clone()).under(sieve.filter.clone()).swapping(swap);
    let answer = search(snapshot, question, Detail::Counts)?;
    let symmetries = Turns::of(query.board.lines).symmetries(&query.board).len();
    wrong.check("symmetries", answer.symmetries as usize, symmetries);
    wrong.check("board size", usize::from(answer.board_size.lines()), query.board.lines);
    wrong.check("to play", answer.to_play, Some(query.to_play()));
    let unsifted = View::new(query, tally, swap);
    let view = &unsifted.sift(|game| sieve.passes(&games[game]));
    let asked = &Asked {
        snapshot,
        question,
        query,
        view,
        games,
    };
    asked.check_search(wrong)?;
    asked.check_halts(wrong)?;
    // The other checks are slow if many games have the position, so they are rarer then.
    let often = |view: &View| if view.0.len() > 500 { 10 } else { 2 };
    if rng.one_in(often(view)) {
        asked.check_years(wrong)?;
    }
    if rng.one_in(often(view)) {
        asked.check_players(wrong)?;
    }
    if rng.one_in(often(view)) {
        check_places(asked, wrong, rng)?;
    }
    if rng.one_in(10 * often(view)) {
        asked.check_details(wrong)?;
    }
    if rng.one_in(4 * often(view)) {
        check_tree(wrong, snapshot, question)?;
    }
    if rng.one_in(often(view)) && !games.is_empty() {
        let passing: Vec<usize> = unsifted.0.keys().copied().collect();
        let game = if passing.is_empty() || rng.one_in(4) {
            rng.below(games.len())
        } else {
            *rng.pick(&passing)
        };
        check_replay(asked, wrong, &games[game], unsifted.0.get(&game))?;
    }
    Ok(())
}
