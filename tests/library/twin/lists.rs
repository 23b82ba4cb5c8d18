//! Lists of games, where each game has the position, and replays.

use super::Wrong;
use super::answers::Asked;
use super::board::Board;
use super::games::index;
use super::known::Known;
use super::query::Query;
use super::tally::{Passage, exchanged_if};
use bgo::internal::query::{Choice, ListedGame, OpenGame, Page, Place, QueryError, Sort};
use bgo::internal::store::Snapshot;
use std::cmp::Ordering;
use testkit::Rng;

/// The length of the longest list of which all pages are checked; of a longer list,
/// only some are.
const SHORT: usize = 30;

/// Returns the games in the order of the list. Games that lack the sort key come last;
/// these, and games with equal keys, are in the order of their numbers.
fn ordered(chosen: &[usize], games: &[Known<'_>], sort: Sort, reverse: bool) -> Vec<usize> {
    let order = |a: &Known<'_>, b: &Known<'_>| -> Ordering {
        let ranks = |game: &Known<'_>| game.ranks[0].zip(game.ranks[1]).map(|(a, b)| a.value() + b.value());
        match sort {
            Sort::Date => by(b.date.as_ref(), a.date.as_ref(), reverse),
            Sort::Rank => by(ranks(b), ranks(a), reverse),
            Sort::Players => by(
                a.black.as_ref().zip(a.white.as_ref()),
                b.black.as_ref().zip(b.white.as_ref()),
                reverse,
            ),
            Sort::Length => by(b.game.played_moves(), a.game.played_moves(), reverse),
            Sort::Result => by(lead(b), lead(a), reverse),
            Sort::Number => by(Some(a.number), Some(b.number), reverse),
        }
    };
    let is_about = |game: &Known<'_>| match sort {
        Sort::Date => game.date.is_some(),
        Sort::Rank => game.ranks.iter().all(Option::is_some),
        Sort::Players => game.black.is_some() && game.white.is_some(),
        Sort::Result => lead(game).is_some(),
        Sort::Length | Sort::Number => true,
    };
    let (mut with, without): (Vec<usize>, Vec<usize>) = chosen.iter().partition(|&&game| is_about(&games[game]));
    with.sort_by(|&a, &b| order(&games[a], &games[b]));
    [with, without].concat()
}

/// Returns by how many half points Black won, from the text of the result.
fn lead(game: &Known<'_>) -> Option<i32> {
    let (winner, by) = match game.result.as_deref()? {
        "0" => return Some(0),
        result => result.split_once('+')?,
    };
    let half_points = by.parse::<f64>().map_or(i32::MAX, |points| (2.0 * points) as i32);
    Some(if winner == "B" { half_points } else { -half_points })
}

fn by<T: Ord>(a: T, b: T, reverse: bool) -> Ordering {
    if reverse { b.cmp(&a) } else { a.cmp(&b) }
}

pub fn check_list(
    wrong: &mut Wrong,
    rng: &mut Rng,
    snapshot: &Snapshot,
    choice: &Choice<'_>,
    chosen: &[usize],
    games: &[Known<'_>],
) -> Result<Vec<(usize, ListedGame)>, QueryError> {
    let sort = *rng.pick(&Sort::ALL);
    let reverse = rng.one_in(2);
    let right = ordered(chosen, games, sort, reverse);
    let numbers: Vec<i64> = right.iter().map(|&game| games[game].number).collect();
    let name = format!("{sort:?}{}", if reverse { " reversed" } else { "" });
    let all = choice.games(snapshot, sort, reverse)?;
    let says: Vec<i64> = all.iter().map(|chosen| chosen.game).collect();
    wrong.check(&format!("games by {name}"), says, numbers.clone());
    let limit = 1 + rng.below(12);
    let offsets: Vec<usize> = if right.len() <= SHORT {
        (0..=right.len()).step_by(limit).collect()
    } else {
        (0..3).map(|_| rng.below(right.len() + 2)).collect()
    };
    let mut listed = Vec::new();
    for offset in offsets {
        let page = choice.list(
            snapshot,
            Page {
                sort,
                reverse,
                offset,
                limit,
            },
        )?;
        wrong.check("games of the list", page.games, right.len() as u64);
        wrong.check("offset of the page", page.offset, offset as u64);
        let shown = right.iter().skip(offset).take(limit);
        let says: Vec<i64> = page.list.iter().map(|game| game.game).collect();
        let numbers: Vec<i64> = shown.clone().map(|&game| games[game].number).collect();
        wrong.check(&format!("page of games by {name}"), says, numbers);
        listed.extend(shown.copied().zip(page.list));
    }
    for (game, listed) in &listed {
        let info = &games[*game].game.info;
        let or_none = |text: &String| (!text.is_empty()).then(|| text.clone());
        let says = [
            &listed.black,
            &listed.white,
            &listed.event,
            &listed.black_rank,
            &listed.white_rank,
        ];
        let right = [
            &info.black,
            &info.white,
            &info.event,
            &info.black_rank,
            &info.white_rank,
        ]
        .map(or_none);
        wrong.check("description of a listed game", says.map(Clone::clone), right);
        let known = &games[*game];
        let right = [
            known.date.clone().or(or_none(&info.date)),
            known.result.clone().or(or_none(&info.result)),
        ];
        wrong.check(
            "date and result of a game",
            [listed.date.clone(), listed.result.clone()],
            right,
        );
    }
    Ok(listed)
}

pub fn check_places(asked: &Asked<'_>, wrong: &mut Wrong, rng: &mut Rng) -> Result<(), QueryError> {
    let chosen: Vec<usize> = asked.view.0.keys().copied().collect();
    let choice = Choice::Position(asked.question);
    let listed = check_list(wrong, rng, asked.snapshot, &choice, &chosen, asked.games)?;
    for (game, listed) in &listed {
        let place = listed.place.expect("a place");
        let passages = &asked.view.0[game];
        let game = &asked.games[*game];
        let what = format!("{place:?} of game {}, which passes {passages:?}", game.number);
        wrong.check(&what, leads_there(&place, game, asked.query, passages), true);
    }
    Ok(())
}

/// Returns true if the place is that of the first passage, and its transform takes the
/// board of the game to the board of the query and the next move to the point where
/// the query shows it.
fn leads_there(place: &Place, game: &Known<'_>, query: &Query, passages: &[Passage]) -> bool {
    let first: Vec<&Passage> = passages
        .iter()
        .filter(|passage| passage.ply == passages[0].ply)
        .collect();
    if usize::from(place.move_number) != passages[0].ply {
        return false;
    }
    let lines = game.game.lines;
    let to = |at: usize| transformed(place.transform.number(), at, lines);
    let mut found = false;
    game.game.replay(|seen| {
        if seen.ply != passages[0].ply {
            return;
        }
        let board = if place.swapped {
            seen.board.exchanged()
        } else {
            seen.board.clone()
        };
        let mut shown = Board::new(lines);
        for (at, color) in board.stones() {
            shown.set(to(at), Some(color));
        }
        let next = seen.next.map(|mv| {
            (
                mv.point.map(|point| to(index(point, lines))),
                exchanged_if(place.swapped, mv.color),
            )
        });
        let is_first = |passage: &&Passage| passage.exchanged == place.swapped && passage.next == next;
        found |= shown == query.board && first.iter().any(is_first);
    });
    found
}

pub fn transformed(number: usize, at: usize, lines: usize) -> usize {
    let (x, y, m) = (at % lines, at / lines, lines - 1);
    let (x, y) = [
        (x, y),
        (m - x, y),
        (x, m - y),
        (y, m - x),
        (m - x, m - y),
        (m - y, x),
        (y, x),
        (m - y, m - x),
    ][number];
    y * lines + x
}

/// Checks the replay of a game, which ignores the filter of the question: it opens at
/// the first occurrence of the position, or else at the start of the game.
pub fn check_replay(
    asked: &Asked<'_>,
    wrong: &mut Wrong,
    game: &Known<'_>,
    passages: Option<&Vec<Passage>>,
) -> Result<(), QueryError> {
    let replay = OpenGame::open(asked.snapshot, game.number, asked.question)?;
    let scene = replay.scene().expect("a scene");
    let mut shown = Board::new(scene.board.size().lines().into());
    for point in scene.board.size().points() {
        shown.set(index(point, shown.lines), scene.board.get(point));
    }
    let what = format!("replay of game {}", game.number);
    let right = game.game.start();
    let (board, ply) = passages.map_or((&right, 0), |passages| (&asked.query.board, passages[0].ply));
    wrong.check(&format!("{what}: move"), usize::from(scene.move_number), ply);
    wrong.check(&format!("{what}: board"), &shown, board);
    if let Some(passages) = passages {
        let mut first = passages.iter().filter(|passage| passage.ply == ply);
        let is_so = first.any(|passage| passage.exchanged == replay.swapped);
        wrong.check(&format!("{what}: colours"), is_so, true);
    }
    Ok(())
}
