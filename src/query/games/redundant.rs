//! Games that another game of the database makes redundant.

use super::duplicates::{find_cut_short, find_kept_apart};
use crate::facts::Description;
use crate::query::QueryError;
use crate::record::TELLING_MOVES;
use crate::store::{Join, Snapshot};
use std::collections::{BTreeMap, BTreeSet};

/// Returns the games that other games make redundant, each with the game to keep, in the
/// order of the games to remove. These are games of at least 30 moves with the same moves
/// as another one; with `cut_short` also games that another one continues, unless the
/// games that continue it differ among themselves.
///
/// The game with the most moves is kept; of several, the one with the most facts
/// (players, ranks, date, result and so on); then the one with the lowest number. Games
/// that were both found at one place of an archive are not compared, because that place
/// can have one record of a game only.
///
/// While looking for games that were cut short, calls `progress` with the number of games
/// read and the number of all games.
pub fn redundant(
    snapshot: &Snapshot,
    cut_short: bool,
    progress: impl FnMut(u64, u64),
) -> Result<Vec<Join>, QueryError> {
    let mut kept: BTreeMap<i64, i64> = BTreeMap::new();
    for group in find_kept_apart(snapshot)? {
        let (best, moves) = best_of(snapshot, &group)?;
        if moves >= TELLING_MOVES {
            let others = group.into_iter().filter(|&game| game != best);
            kept.extend(others.map(|game| (game, best)));
        }
    }
    if cut_short {
        let groups = find_cut_short(snapshot, progress)?;
        let longer: BTreeMap<i64, BTreeSet<i64>> = groups
            .iter()
            .filter_map(|group| Some((*group.first()?, group[1..].iter().copied().collect())))
            .collect();
        for (&game, others) in &longer {
            let candidates: Vec<i64> = others.iter().copied().collect();
            let (best, _) = best_of(snapshot, &candidates)?;
            let all_lead_to_best = others.iter().all(|other| {
                *other == best
                    || kept.get(other) == Some(&best)
                    || longer.get(other).is_some_and(|longer| longer.contains(&best))
            });
            if all_lead_to_best {
                kept.insert(game, best);
            }
        }
    }
    let mut places = BTreeMap::new();
    let mut joins = Vec::new();
    for &game in kept.keys() {
        let mut into = game;
        while let Some(&next) = kept.get(&into) {
            into = next;
        }
        if join_places(snapshot, &mut places, game, into)? {
            joins.push(Join { game, into });
        }
    }
    Ok(joins)
}

/// Returns the game with the best record of a group, which is in the order of the numbers, and its moves.
fn best_of(snapshot: &Snapshot, games: &[i64]) -> Result<(i64, u16), QueryError> {
    let mut best = (0, 0);
    let mut most = None;
    for &game in games {
        let description = snapshot.description(game)?;
        let moves = description.moves;
        let merit = Some((moves, stated(&description)));
        if merit > most {
            most = merit;
            best = (game, moves);
        }
    }
    Ok(best)
}

fn stated(game: &Description) -> usize {
    // Those that cannot be understood state nothing.
    let understood = [
        ("result", game.result.is_some()),
        ("komi", game.komi.is_some()),
        ("handicap", game.handicap.is_some()),
    ];
    let texts = game.texts().into_iter();
    let texts = texts.filter(|(name, text)| text.is_some() && understood.iter().all(|(typed, _)| typed != name));
    let players = [&game.black, &game.white].into_iter().flatten();
    players.count() + texts.count() + understood.iter().filter(|(_, is_stated)| *is_stated).count()
}

/// Adds the places of a game to those of the one that it joins, unless they have one in common.
/// Returns whether it did. `places` has those of the games to keep, with those of the games that
/// join them.
fn join_places(
    snapshot: &Snapshot,
    places: &mut BTreeMap<i64, BTreeSet<(String, String, u64)>>,
    game: i64,
    into: i64,
) -> Result<bool, QueryError> {
    let own = places_of(snapshot, game)?;
    let mut known = match places.remove(&into) {
        Some(known) => known,
        None => places_of(snapshot, into)?,
    };
    let is_apart = known.is_disjoint(&own);
    if is_apart {
        known.extend(own);
    }
    places.insert(into, known);
    Ok(is_apart)
}

fn places_of(snapshot: &Snapshot, game: i64) -> Result<BTreeSet<(String, String, u64)>, QueryError> {
    let places = snapshot.source_places(game)?.into_iter();
    Ok(places.map(|p| (p.archive, p.member, p.member_game)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{TestDatabase, line, sgf};
    use testkit::turned;

    fn joins(records: &[String], cut_short: bool) -> Vec<(i64, i64)> {
        let db = TestDatabase::with(records);
        let found = redundant(&db.snapshot(), cut_short, |_, _| {}).expect("an answer");
        found.iter().map(|join| (join.game, join.into)).collect()
    }

    fn first(moves: &str, count: usize) -> String {
        moves.split(' ').take(count).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn of_the_same_moves_the_record_with_the_most_facts_stays_then_the_lowest_number() {
        let moves = line(40, 3);
        let records = [
            sgf("DT[2005]", &moves),
            sgf("DT[2006]RE[B+R]", &turned(&moves)),
            sgf("DT[2007]PB[A]", &moves),
            // What cannot be understood is no fact.
            sgf("DT[2008]RE[x]KM[y]", &moves),
        ];
        assert_eq!(joins(&records, false), [(1, 2), (3, 2), (4, 2)]);
    }

    #[test]
    fn short_games_of_different_players_stay() {
        let records = ["A", "B"].map(|player| sgf(&format!("PB[{player}]"), &line(29, 3)));
        assert_eq!(joins(&records, true), []);
    }

    #[test]
    fn a_record_that_was_cut_short_joins_the_longest() {
        let moves = line(60, 3);
        let records = [
            sgf("PB[cut]RE[B+R]KM[6.5]", &first(&moves, 40)),
            sgf("PB[whole]DT[2001]", &moves),
            sgf("", &turned(&first(&moves, 50))),
            sgf("PB[whole]RE[W+R]DT[2002]", &moves),
        ];
        assert_eq!(joins(&records, false), [(2, 4)]);
        assert_eq!(joins(&records, true), [(1, 4), (2, 4), (3, 4)]);
    }

    #[test]
    fn the_beginning_of_games_that_differ_stays() {
        let moves = line(60, 3);
        // Two passes follow.
        let other = format!("{}  ", first(&moves, 45));
        let records = [sgf("", &first(&moves, 40)), sgf("", &moves), sgf("", &other)];
        assert_eq!(joins(&records, true), []);
    }
}
