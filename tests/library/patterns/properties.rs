//! Relations between the answers of different patterns.

use super::compare::{seen, visited};
use super::draw::Drawn;
use super::image::images;
use super::question_about;
use super::timeline::Timeline;
use crate::twin::board::Board;
use crate::twin::games::index;
use crate::twin::query::{Kind, Query, line};
use bgo::internal::go::{BoardSize, Color, Move, Point, Transform};
use bgo::internal::pattern::{Area, Pattern};
use bgo::internal::query::{
    Answer, Detail, Filter, Limits, PatternOccurrence, PatternOptions, PatternSearch, QueryError, Question, search,
};
use bgo::internal::store::Snapshot;
use std::collections::{BTreeMap, BTreeSet};
use testkit::Rng;

fn has_certain_places(pattern: &Pattern, size: BoardSize, options: &PatternOptions) -> bool {
    let images = images(pattern, size, options, None);
    let stones = || {
        images
            .iter()
            .map(|image| &image.stones)
            .filter(|stones| !stones.is_empty())
    };
    stones().collect::<BTreeSet<_>>().len() == stones().count()
}

fn place(occurrence: &PatternOccurrence) -> (u8, u8) {
    (occurrence.place.x, occurrence.place.y)
}

fn in_game(occurrence: &PatternOccurrence) -> (i64, u16, u32, Option<(u16, u16)>) {
    let PatternOccurrence { game, ply, until, .. } = *occurrence;
    let answer = occurrence.answer.map(|answer| (answer.ply, answer.elsewhere));
    (game, ply, until, answer)
}

/// Checks that a pattern turned, and with its colours exchanged, is found as often, and at the
/// same places if those are certain.
pub fn check_turned(
    rng: &mut Rng,
    snapshot: &Snapshot,
    drawn: &Drawn,
    found: &[PatternOccurrence],
) -> Result<(), String> {
    let transform = *rng.pick(&Transform::ALL);
    let swaps = !drawn.options.fixed_colors && rng.one_in(2);
    let mut options = drawn.options;
    let mut pattern = drawn.pattern.turned(transform);
    if swaps {
        // Of a pattern that looks the same with its colours exchanged, Black begins the
        // sequence, and `next` is seen so.
        let swapped = drawn.pattern.swapped();
        let is_own_swap = Transform::ALL.iter().any(|&turn| swapped.turned(turn) == drawn.pattern);
        pattern = pattern.swapped();
        if !(is_own_swap && pattern.steps() > 0) {
            options.limits.next = options.limits.next.map(|color| color.opponent());
        }
    }
    if options.in_place {
        return Ok(());
    }
    let is_certain = has_certain_places(&pattern, drawn.size, &options);
    let seen = |occurrence: &PatternOccurrence| (in_game(occurrence), is_certain.then(|| place(occurrence)));
    let search = PatternSearch::of_diagram(pattern, drawn.size, options).map_err(|error| error.to_string())?;
    let mut says: Vec<_> = visited(&search, snapshot, &Filter::default())
        .iter()
        .map(seen)
        .collect();
    let mut right: Vec<_> = found.iter().map(seen).collect();
    says.sort_unstable();
    right.sort_unstable();
    if says == right {
        return Ok(());
    }
    Err(format!(
        "turned by {transform:?}, exchanged {swaps}: {} occurrences, not {}",
        says.len(),
        right.len()
    ))
}

pub fn check_loosened(rng: &mut Rng, snapshot: &Snapshot, drawn: &Drawn) -> Result<(), String> {
    let text = drawn.pattern.to_string();
    let asking: Vec<usize> = text
        .match_indices(['.', 'X', 'O', 'x', 'o', '#'])
        .map(|(at, _)| at)
        .collect();
    if asking.is_empty() {
        return Ok(());
    }
    let at = *rng.pick(&asking);
    let mut looser = text.clone();
    looser.replace_range(at..=at, "*");
    let options = PatternOptions {
        limits: Limits::default(),
        ..drawn.options
    };
    // The last stone may be gone, or the first pattern may have none.
    let (Ok(before), Ok(after)) = (Pattern::parse(&text), Pattern::parse(&looser)) else {
        return Ok(());
    };
    let is_certain = [&before, &after]
        .iter()
        .all(|pattern| has_certain_places(pattern, drawn.size, &options));
    let at = |occurrence: &PatternOccurrence| (occurrence.game, is_certain.then(|| place(occurrence)));
    let found = |pattern: Pattern| {
        let search = PatternSearch::of_diagram(pattern, drawn.size, options)?;
        Ok::<_, QueryError>(visited(&search, snapshot, &Filter::default()))
    };
    let (Ok(before), Ok(after)) = (found(before), found(after)) else {
        // A diagram in its place may need more edges than a part of a board.
        return Ok(());
    };
    let mut stands: BTreeMap<_, Vec<(u16, u32)>> = BTreeMap::new();
    for occurrence in &after {
        let runs = stands.entry(at(occurrence)).or_default();
        runs.push((occurrence.ply, occurrence.until));
    }
    for old in &before {
        let runs = stands.get(&at(old));
        let lies_within = |&(from, until): &(u16, u32)| from <= old.ply && until >= old.until;
        if !runs.is_some_and(|runs| runs.iter().any(lies_within)) {
            return Err(format!("{looser} is not found where {text} is: {old:?}"));
        }
    }
    Ok(())
}

/// Checks that the pattern of the whole board is the question about the position: in the
/// same games, with the same next moves. No game may have setup between moves, or suicide.
/// Returns false if no legal moves lead to the position.
pub fn check_whole_board(rng: &mut Rng, snapshot: &Snapshot, game: &Timeline, ply: usize) -> Result<bool, String> {
    let lines = usize::from(game.size.lines());
    let mut stones = Board::new(lines);
    for point in game.size.points() {
        stones.set(index(point, lines), game.stone(ply, point));
    }
    let Some(query) = Query::new(Kind::Nowhere, stones.clone(), None) else {
        return Ok(false);
    };
    let board = line(lines, &query.moves).expect("legal moves");
    let swap = rng.one_in(2);
    let options = PatternOptions {
        fixed_colors: !swap,
        ..PatternOptions::default()
    };
    let last = game.size.lines() - 1;
    let whole = Area::between(Point::new(0, 0), Point::new(last, last));
    let filter = Filter::default();
    let ask = || {
        let pattern = PatternSearch::of_area(board.position(), &[], whole, options)?;
        let of_pattern = search(snapshot, &question_about(&pattern, &filter), Detail::Counts)?;
        let of_position = search(snapshot, &Question::new(board.clone()).swapping(swap), Detail::Counts)?;
        // Each may show another of several equal moves.
        let next = |answer: &Answer| -> BTreeMap<[u8; 3], u64> {
            let stones = answer.next_moves.iter().filter(|next| next.mv.point.is_some());
            let counts = stones.map(|next| {
                (
                    first_of_equal(game, ply, swap, &pattern, next.mv),
                    next.games.totals.games,
                )
            });
            counts.collect()
        };
        Ok::<_, QueryError>((
            (of_pattern.totals.games, next(&of_pattern)),
            (of_position.totals.games, next(&of_position)),
        ))
    };
    let (pattern, position) = ask().map_err(|error| error.to_string())?;
    if pattern == position {
        return Ok(true);
    }
    Err(format!(
        "swap {swap}: the pattern has {pattern:?}, the position {position:?}"
    ))
}

fn first_of_equal(game: &Timeline, ply: usize, swap: bool, pattern: &PatternSearch, mv: Move) -> [u8; 3] {
    let exchanged = |stone: Option<Color>, swapped: bool| if swapped { stone.map(Color::opponent) } else { stone };
    let ways = [false, true].into_iter().filter(|&swapped| swap || !swapped);
    let ways = ways.flat_map(|swapped| Transform::ALL.map(|transform| (transform, swapped)));
    let keep = ways.filter(|&(transform, swapped)| {
        game.size.points().all(|point| {
            let there = game.stone(ply, transform.apply(point, game.size));
            there == exchanged(game.stone(ply, point), swapped)
        })
    });
    let equal = keep.map(|(transform, swapped)| Move {
        color: if swapped { mv.color.opponent() } else { mv.color },
        point: mv.point.map(|point| transform.apply(point, game.size)),
    });
    equal.map(|mv| seen(pattern, mv)).min().expect("the identity")
}
