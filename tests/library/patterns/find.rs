use super::image::Image;
use super::timeline::{Timeline, kind};
use bgo::internal::go::{Color, Point, Transform};
use bgo::internal::pattern::Condition;
use bgo::internal::query::Limits;
use std::collections::BTreeMap;

#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Found {
    pub game: i64,
    pub from: usize,
    pub until: usize,
    pub image: usize,
    /// The answer as the pattern shows it, the number of the move in the game, and of those played elsewhere
    /// before it.
    pub answer: Option<([u8; 3], usize, usize)>,
    /// True if the move after the pattern, or after its last step, is outside the area.
    pub is_elsewhere: bool,
}

/// Returns the occurrences of the images in a game. Where images ask for the same stones, those
/// from the same ply on are one: that with the first answer, and of these the one that shows it
/// first.
pub fn find(number: i64, game: &Timeline, images: &[Image], limits: &Limits) -> Vec<Found> {
    let mut ranked: BTreeMap<_, Vec<_>> = BTreeMap::new();
    for (image_number, image) in images.iter().enumerate() {
        for (from, until, after, begun_by) in runs(game, image, limits.strict) {
            let (first, last) = limits.at;
            let is_wanted =
                (usize::from(first)..=usize::from(last)).contains(&from) && until - from >= usize::from(limits.stood);
            if is_wanted {
                let found = Found {
                    game: number,
                    from,
                    until,
                    image: image_number,
                    answer: answer(game, image, limits, (after, until), begun_by),
                    is_elsewhere: game.mv(after + 1).is_some_and(|mv| !image.has(mv)),
                };
                let (transform, swapped) = image.ways[0];
                let answered = found.answer.as_ref().map_or(usize::MAX, |answer| answer.1);
                let has_both = image.ways.iter().any(|way| way.1 != swapped);
                let white_begins = begun_by.map(|color| color == Color::White);
                let rank = (
                    (answered, found.is_elsewhere),
                    !has_both && white_begins.is_some_and(|white| white != swapped),
                    found.answer.as_ref().map(|answer| answer.0),
                    (swapped, transform, image.area.top, image.area.left),
                );
                // Without stones, each image is one of its own.
                let of = image.stones.is_empty().then_some(image_number);
                ranked.entry((from, &image.stones, of)).or_default().push((rank, found));
            }
        }
    }
    let one = |equal: Vec<(_, Found)>| {
        let until = equal.iter().map(|(_, found)| found.until).max()?;
        let (_, found) = equal.into_iter().min()?;
        Some(Found { until, ..found })
    };
    let mut found: Vec<Found> = ranked.into_values().filter_map(one).collect();
    found.sort();
    found
}

/// Returns the longest runs of plies at which an image stands; if it has steps, those in
/// which they are played: the first ply and the one after the last, the number of moves after which an
/// answer counts, and the colour that begins the sequence.
fn runs(game: &Timeline, image: &Image, strict: bool) -> Vec<(usize, usize, usize, Option<Color>)> {
    let rest = game.meeting(&image.demands);
    if image.steps.is_empty() {
        let runs = rest.runs().into_iter();
        return runs.map(|(from, until)| (from, until, from, None)).collect();
    }
    let is_empty = kind(Condition::Empty).expect("a demand");
    let mut demands = image.demands.clone();
    demands.extend(image.steps.iter().map(|step| (is_empty, step.index(game.size))));
    let whole = game.meeting(&demands);
    let mut runs = Vec::new();
    for (from, until) in whole.runs() {
        // The first step is played on a position of the run. It may be suicide that leaves
        // the run as it is, and the sequence begins with a later move.
        let sequence = (from + 1..=until).find_map(|first| Some((first, sequence(game, image, first)?)));
        let Some((first, last)) = sequence else { continue };
        let is_strict = last - first + 1 == image.steps.len();
        if (from..=last).all(|ply| rest.contains(ply)) && (is_strict || !strict) {
            let begun_by = game.mv(first).map(|mv| mv.color);
            runs.push((from, rest.first_without(last), last, begun_by));
        }
    }
    runs
}

fn sequence(game: &Timeline, image: &Image, first: usize) -> Option<usize> {
    let mut number = first;
    let mut color: Option<Color> = None;
    for &step in &image.steps {
        if color.is_some() {
            number += 1;
            while !image.has(game.mv(number)?) {
                number += 1;
            }
        }
        let mv = game.mv(number)?;
        if mv.point != Some::<Point>(step) || color.is_some_and(|color| mv.color != color.opponent()) {
            return None;
        }
        color = Some(mv.color);
    }
    Some(number)
}

fn answer(
    game: &Timeline,
    image: &Image,
    limits: &Limits,
    (after, until): (usize, usize),
    begun_by: Option<Color>,
) -> Option<([u8; 3], usize, usize)> {
    // A move is played on the position before it, at which the pattern must stand.
    let inside = |number: &usize| game.mv(*number).is_some_and(|mv| image.has(mv));
    let number = (after + 1..=until).find(inside)?;
    let mv = game.mv(number)?;
    let elsewhere = number - 1 - after;
    if limits.direct && elsewhere > 0 {
        return None;
    }
    let color = |swapped: bool| if swapped { mv.color.opponent() } else { mv.color };
    let counts = |&&(_, swapped): &&(Transform, bool)| limits.next.is_none_or(|next| next == color(swapped));
    // Where both colours can be seen, Black begins a sequence.
    let has_both = image.ways.iter().any(|&(_, swapped)| swapped != image.ways[0].1);
    let begins = |&&(_, swapped): &&(Transform, bool)| match begun_by {
        Some(color) if has_both => swapped == (color == Color::White),
        _ => true,
    };
    let ways = image.ways.iter().filter(begins).filter(counts);
    let seen = ways.map(|&way| image.seen(way, mv)).min()?;
    Some((seen, number, elsewhere))
}
