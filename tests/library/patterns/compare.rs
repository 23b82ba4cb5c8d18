use super::draw::Drawn;
use super::find::{Found, find};
use super::image::{Image, images};
use super::timeline::Timeline;
use bgo::internal::go::{BoardSize, Color, Move, Point, Transform};
use bgo::internal::query::{Filter, PatternOccurrence, PatternSearch, QueryError};
use bgo::internal::store::Snapshot;
use std::collections::{HashMap, HashSet};

pub fn search_of(drawn: &Drawn) -> Result<PatternSearch, QueryError> {
    match &drawn.cut {
        None => PatternSearch::of_diagram(drawn.pattern.clone(), drawn.size, drawn.options),
        Some((board, wildcards, area)) => PatternSearch::of_area(board, wildcards, *area, drawn.options),
    }
}

pub struct Answered {
    pub images: Vec<Image>,
    /// The number of the image at each place in each way to see it.
    numbers: HashMap<(Point, Transform, bool), usize>,
    pub found: Vec<Found>,
}

pub fn seen(search: &PatternSearch, mv: Move) -> [u8; 3] {
    let (point, shown) = (mv.point.expect("a stone"), search.shown());
    assert!(shown.contains(point), "{mv:?} is outside {shown:?}");
    let color = u8::from(mv.color == Color::White);
    [color, point.y - shown.top, point.x - shown.left]
}

pub fn answered(drawn: &Drawn, games: &[Timeline]) -> Answered {
    let images = images(&drawn.pattern, drawn.size, &drawn.options, drawn.only);
    let found = (1..)
        .zip(games)
        .filter(|(_, game)| game.size == drawn.size)
        .flat_map(|(number, game)| find(number, game, &images, &drawn.options.limits))
        .collect();
    let mut numbers = HashMap::new();
    for (number, image) in images.iter().enumerate() {
        let place = image.area.upper_left();
        numbers.extend(
            image
                .ways
                .iter()
                .map(|&(transform, swapped)| ((place, transform, swapped), number)),
        );
    }
    Answered { images, numbers, found }
}

pub fn visited(search: &PatternSearch, snapshot: &Snapshot, filter: &Filter) -> Vec<PatternOccurrence> {
    let mut all: Vec<PatternOccurrence> = Vec::new();
    search
        .visit(snapshot, filter, |occurrences| {
            let game = occurrences.first().expect("an occurrence").game;
            assert!(occurrences.iter().all(|occurrence| occurrence.game == game));
            assert!(occurrences.is_sorted_by_key(|occurrence| occurrence.ply));
            assert!(all.last().is_none_or(|last| last.game < game), "in the order of games");
            all.extend(occurrences);
            Ok(())
        })
        .expect("an answer");
    all
}

/// Compares what a search finds with what the twin finds. Returns a description of the
/// first difference.
pub fn difference(
    search: &PatternSearch,
    occurrences: &[PatternOccurrence],
    twin: &Answered,
    games: &[Timeline],
) -> Option<String> {
    let mut says = Vec::new();
    for occurrence in occurrences {
        match translated(search, occurrence, twin, &games[occurrence.game as usize - 1]) {
            Ok(found) => says.push(found),
            Err(fault) => return Some(format!("{fault}: {occurrence:?}")),
        }
    }
    // The search does not report this for each occurrence.
    let mut right = twin.found.clone();
    right.iter_mut().for_each(|found| found.is_elsewhere = false);
    says.sort();
    right.sort();
    if says == right {
        return None;
    }
    let show = |found: &Found| {
        let image = &twin.images[found.image];
        format!("{found:?} at {:?} seen {:?}", image.area, image.ways)
    };
    let (in_search, in_games): (HashSet<_>, HashSet<_>) = (says.iter().collect(), right.iter().collect());
    let invented = says.iter().find(|found| !in_games.contains(found)).map(show);
    let missed = right.iter().find(|found| !in_search.contains(found)).map(show);
    Some(format!(
        "{} occurrences, the games have {}\n  only in the search: {invented:?}\n  only in the games: {missed:?}",
        says.len(),
        right.len()
    ))
}

fn translated(
    search: &PatternSearch,
    occurrence: &PatternOccurrence,
    twin: &Answered,
    game: &Timeline,
) -> Result<Found, &'static str> {
    let PatternOccurrence { ply, until, place, .. } = *occurrence;
    let way = (occurrence.transform, occurrence.swapped);
    let number = twin.numbers.get(&(place, way.0, way.1)).ok_or("no such image")?;
    let image = &twin.images[*number];
    let stone = |point| game.stone(usize::from(ply), point);
    if !image.is_shown_by(search.pattern(), way, stone) {
        return Err("the pattern does not stand");
    }
    let answer = occurrence.answer.map(|answer| {
        let seen = seen(search, answer.mv);
        let played = game.mv(usize::from(answer.ply)).ok_or("the answer is after the game")?;
        if !image.has(played) || image.seen(way, played) != seen {
            return Err("the answer is not as the transform shows it");
        }
        Ok((seen, usize::from(answer.ply), usize::from(answer.elsewhere)))
    });
    Ok(Found {
        game: occurrence.game,
        from: usize::from(ply),
        until: until as usize,
        image: *number,
        answer: answer.transpose()?,
        is_elsewhere: false,
    })
}

/// Returns whether the shown area is where the pattern may be drawn.
pub fn is_shown_in_place(search: &PatternSearch, size: BoardSize) -> bool {
    let (shown, pattern) = (search.shown(), search.pattern());
    (shown.width, shown.height) == (pattern.width(), pattern.height()) && shown.is_on(size)
}
