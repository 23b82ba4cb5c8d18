use super::draw::Drawn;
use super::find::{Found, FoundAnswer, find};
use super::image::{Image, images};
use super::timeline::Timeline;
use bgo::go::{Board, BoardSize, Color};
use bgo::query::{Filter, PatternOccurrence, PatternSearch, QueryError};
use bgo::store::Snapshot;

/// A stored game: its number and its course.
pub type Played = (i64, Timeline);

/// Creates the search that a drawn pattern stands for.
pub fn search_of(drawn: &Drawn) -> Result<PatternSearch, QueryError> {
    match &drawn.cut {
        None => PatternSearch::of_diagram(drawn.pattern.clone(), drawn.size, drawn.options),
        Some((area, wildcards, stones)) => {
            let mut board = Board::new(drawn.size);
            for &(point, color) in stones {
                board.set(point, Some(color));
            }
            PatternSearch::of_area(&board, wildcards, *area, drawn.options)
        }
    }
}

/// What the twin finds.
pub struct Answered {
    pub images: Vec<Image>,
    pub found: Vec<Found>,
}

/// Finds a pattern in all games.
pub fn answered(drawn: &Drawn, games: &[Played]) -> Answered {
    let images = images(&drawn.pattern, drawn.size, &drawn.options, drawn.only);
    let of_size = |(_, game): &&Played| game.size == drawn.size;
    let found = games
        .iter()
        .filter(of_size)
        .flat_map(|(number, game)| find(*number, game, &images, &drawn.options.limits))
        .collect();
    Answered { images, found }
}

/// Returns all occurrences that the search finds.
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
    games: &[Played],
) -> Option<String> {
    let mut says = Vec::new();
    for occurrence in occurrences {
        let (_, game) = games.iter().find(|(number, _)| *number == occurrence.game)?;
        match translated(search, occurrence, &twin.images, game) {
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
    let invented = says.iter().find(|found| !right.contains(found)).map(show);
    let missed = right.iter().find(|found| !says.contains(found)).map(show);
    Some(format!(
        "{} occurrences, the games have {}\n  only in the search: {invented:?}\n  only in the games: {missed:?}",
        says.len(),
        right.len()
    ))
}

/// Returns an occurrence of the search in the form of the twin.
fn translated(
    search: &PatternSearch,
    occurrence: &PatternOccurrence,
    images: &[Image],
    game: &Timeline,
) -> Result<Found, &'static str> {
    let PatternOccurrence { ply, until, place, .. } = *occurrence;
    let way = (occurrence.transform, occurrence.swapped);
    let is_it = |image: &Image| image.area.upper_left() == place && image.ways.contains(&way);
    let image = images.iter().position(is_it).ok_or("no such image")?;
    let shown = search.shown();
    let stone = |point| game.stone(usize::from(ply), point);
    if !images[image].is_shown_by(search.pattern(), way, stone) {
        return Err("the pattern does not stand");
    }
    let answer = occurrence.answer.map(|answer| {
        let point = answer.mv.point.ok_or("the answer is a pass")?;
        let seen = (
            u8::from(answer.mv.color == Color::White),
            point.y.checked_sub(shown.top).ok_or("the answer is outside")?,
            point.x.checked_sub(shown.left).ok_or("the answer is outside")?,
        );
        let played = game.mv(usize::from(answer.ply)).ok_or("the answer is after the game")?;
        if !images[image].has(played) || images[image].seen(way, played) != seen {
            return Err("the answer is not as the transform shows it");
        }
        Ok(FoundAnswer {
            seen,
            number: usize::from(answer.ply),
            elsewhere: usize::from(answer.elsewhere),
        })
    });
    Ok(Found {
        game: occurrence.game,
        from: usize::from(ply),
        until: until as usize,
        image,
        answer: answer.transpose()?,
        is_elsewhere: false,
    })
}

/// Returns whether the shown area is where the pattern may be drawn.
pub fn is_shown_in_place(search: &PatternSearch, size: BoardSize) -> bool {
    let (shown, pattern) = (search.shown(), search.pattern());
    (shown.width, shown.height) == (pattern.width(), pattern.height()) && shown.is_on(size)
}
