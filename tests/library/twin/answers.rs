//! Next moves, years and players, as the twin counts them.

use super::games::index;
use super::known::Known;
use super::tally::{Chosen, Counts, Next, winner};
use super::view::{Passage, View};
use super::wrong::Wrong;
use bgo::go::{Color, Move};
use bgo::query::{Period, PlayerCount, QueryError, Question, players, search, years};
use bgo::store::{Snapshot, Totals, YearCount, YearTotals};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

/// A move, as the twin names it.
fn next_of(mv: Move, lines: usize) -> Next {
    (mv.point.map(|point| index(point, lines)), mv.color)
}

fn lines(question: &Question<'_>) -> usize {
    question.board.size().lines().into()
}

pub fn counts(totals: Totals) -> Counts {
    let Totals {
        games,
        black_wins,
        white_wins,
        first_year,
        last_year,
    } = totals;
    Counts {
        games,
        black_wins,
        white_wins,
        first_year,
        last_year,
    }
}

pub fn check_search(
    wrong: &mut Wrong,
    snapshot: &Snapshot,
    question: &Question<'_>,
    view: &View,
    games: &[Known<'_>],
) -> Result<(), QueryError> {
    let answer = search(snapshot, question, false)?;
    wrong.check("games", counts(answer.totals), Counts::of(&view.games(), games));
    let lines = lines(question);
    let says: BTreeMap<Next, Counts> = answer
        .next_moves
        .iter()
        .map(|next| (next_of(next.mv, lines), counts(next.totals)))
        .collect();
    wrong.check("next moves in all", answer.next_moves.len(), says.len());
    let ordered = answer.next_moves.is_sorted_by_key(|next| Reverse(next.totals.games));
    wrong.check("the most popular first", ordered, true);
    let next = view.next();
    let right: BTreeMap<Next, Counts> = next
        .iter()
        .map(|(&next, chosen)| (next, Counts::of(chosen, games)))
        .collect();
    for next in says.keys().chain(right.keys()).collect::<BTreeSet<_>>() {
        wrong.check(&format!("{next:?}"), says.get(next), right.get(next));
    }
    Ok(())
}

/// The years of each next move, and that those named for it have the most
/// games in the database of those who played it.
pub fn check_details(
    wrong: &mut Wrong,
    snapshot: &Snapshot,
    question: &Question<'_>,
    view: &View,
    games: &[Known<'_>],
) -> Result<(), QueryError> {
    let mut played: BTreeMap<&str, usize> = BTreeMap::new();
    for game in games {
        for name in game.players().map(|name| name.written).collect::<BTreeSet<_>>() {
            *played.entry(name).or_default() += 1;
        }
    }
    let mut who: BTreeMap<Next, BTreeSet<&str>> = BTreeMap::new();
    for (&game, passages) in &view.0 {
        for Passage { exchanged, next, .. } in passages {
            let Some(next) = *next else { continue };
            let color = if *exchanged { next.1.opponent() } else { next.1 };
            who.entry(next)
                .or_default()
                .extend(games[game].player(color).map(|name| name.written));
        }
    }
    let moves = view.next();
    for next in search(snapshot, question, true)?.next_moves {
        let details = next.details.expect("details");
        let mv = next_of(next.mv, lines(question));
        let by_year = moves.get(&mv).map(|chosen| by_period(chosen, games, 1));
        wrong.check(&format!("years of {mv:?}"), Some(plain(&details.years)), by_year);
        let mut right: Vec<usize> = who.entry(mv).or_default().iter().map(|name| played[name]).collect();
        right.sort_by_key(|&games| Reverse(games));
        right.truncate(3);
        let says: Vec<usize> = details.players.iter().map(|name| played[name.as_str()]).collect();
        wrong.check(
            &format!("games of {:?}, who played {mv:?}", details.players),
            says,
            right,
        );
        let all = details.players.iter().all(|name| who[&mv].contains(name.as_str()));
        wrong.check(&format!("{:?} played {mv:?}", details.players), all, true);
    }
    Ok(())
}

/// Year, games, wins of Black and of White.
type OfYear = (Option<u16>, u64, u64, u64);

fn plain(years: &YearTotals) -> Vec<OfYear> {
    let plain = |count: &YearCount| (count.year, count.games, count.black_wins, count.white_wins);
    years.iter().map(plain).collect()
}

/// By so many years each.
fn by_period(chosen: &Chosen, games: &[Known<'_>], length: u16) -> Vec<OfYear> {
    let mut periods: BTreeMap<Option<u16>, Chosen> = BTreeMap::new();
    for (&game, &exchanged) in chosen {
        let year = games[game].year().map(|year| year - year % length);
        periods.entry(year).or_default().insert(game, exchanged);
    }
    let of_year = |(&year, chosen): (&Option<u16>, &Chosen)| {
        let counts = Counts::of(chosen, games);
        (year, counts.games, counts.black_wins, counts.white_wins)
    };
    periods.iter().map(of_year).collect()
}

pub fn check_years(
    wrong: &mut Wrong,
    snapshot: &Snapshot,
    question: &Question<'_>,
    view: &View,
    games: &[Known<'_>],
) -> Result<(), QueryError> {
    for (by, length) in [(Period::Year, 1), (Period::Decade, 10)] {
        let answer = years(snapshot, question, by)?;
        wrong.check("games by year", answer.games, view.0.len() as u64);
        wrong.check("years", plain(&answer.years), by_period(&view.games(), games, length));
        let says: BTreeMap<Next, _> = answer
            .next_moves
            .iter()
            .map(|next| (next_of(next.mv, lines(question)), (next.games, plain(&next.years))))
            .collect();
        let right = view.next();
        let right = right
            .iter()
            .map(|(&next, chosen)| (next, (chosen.len() as u64, by_period(chosen, games, length))));
        wrong.check("years of the next moves", says, right.collect());
    }
    Ok(())
}

pub fn check_players(
    wrong: &mut Wrong,
    snapshot: &Snapshot,
    question: &Question<'_>,
    view: &View,
    games: &[Known<'_>],
) -> Result<(), QueryError> {
    let mut right: BTreeMap<&str, PlayerCount> = BTreeMap::new();
    for (game, exchanged) in view.games() {
        let game = &games[game];
        let winner = winner(game, exchanged);
        let names: Vec<&str> = game.players().map(|name| name.written).collect();
        for color in [Color::Black, Color::White] {
            let in_game = if exchanged { color.opponent() } else { color };
            let Some(name) = game.player(in_game) else { continue };
            let count = right.entry(name.written).or_default();
            let (won, lost) = (winner == Some(color), winner == Some(color.opponent()));
            if color == Color::Black {
                count.black_games += 1;
                count.black_wins += u64::from(won);
                count.black_losses += u64::from(lost);
            } else {
                count.white_games += 1;
                count.white_wins += u64::from(won);
                count.white_losses += u64::from(lost);
            }
            let against_himself = names.len() == 2 && names[0] == names[1];
            count.games += u64::from(!against_himself || color == Color::Black);
            let years = [count.first_year, count.last_year, game.year()];
            count.first_year = years.iter().flatten().min().copied();
            count.last_year = years.iter().flatten().max().copied();
        }
    }
    let mut right: Vec<PlayerCount> = right
        .into_iter()
        .map(|(name, count)| PlayerCount {
            player: name.to_owned(),
            ..count
        })
        .collect();
    right.sort_by_key(|count| Reverse(count.games));
    for limit in [0, 3, usize::MAX] {
        let answer = players(snapshot, question, limit)?;
        wrong.check("games of players", answer.games, view.0.len() as u64);
        wrong.check("number of players", answer.count, right.len() as u64);
        let shown = &right[..right.len().min(limit)];
        wrong.check("players", answer.players.as_slice(), shown);
    }
    Ok(())
}
