//! What must hold between the answers of different patterns.

use super::compare::visited;
use super::draw::Drawn;
use super::image::Image;
use bgo::go::Transform;
use bgo::pattern::Pattern;
use bgo::query::{Filter, Limits, PatternOccurrence, PatternOptions, PatternSearch, QueryError};
use bgo::store::Snapshot;
use std::collections::BTreeMap;
use testkit::Rng;

/// Returns what an occurrence is in the game, however the pattern is seen.
fn in_game(occurrence: &PatternOccurrence) -> (i64, u16, u32, u8, u8, Option<(u16, u16)>) {
    let PatternOccurrence {
        game,
        ply,
        until,
        place,
        ..
    } = *occurrence;
    let answer = occurrence.answer.map(|answer| (answer.ply, answer.elsewhere));
    (game, ply, until, place.x, place.y, answer)
}

/// Checks that a pattern turned, and with its colours exchanged, is found in the same
/// places.
pub fn check_turned(
    rng: &mut Rng,
    snapshot: &Snapshot,
    drawn: &Drawn,
    images: &[Image],
    found: &[PatternOccurrence],
) -> Result<(), String> {
    let transform = *rng.pick(&Transform::ALL);
    let swaps = !drawn.options.fixed_colors && rng.one_in(2);
    let mut options = drawn.options;
    let mut pattern = drawn.pattern.turned(transform);
    if swaps {
        pattern = pattern.swapped();
        options.limits.next = options.limits.next.map(|color| color.opponent());
    }
    // If an image can be seen in both colours, exchanging them changes whose answer counts.
    let is_either = |image: &Image| image.ways.iter().any(|&(_, swapped)| swapped != image.ways[0].1);
    if options.in_place || swaps && options.limits.next.is_some() && images.iter().any(is_either) {
        return Ok(());
    }
    let search = PatternSearch::of_diagram(pattern, drawn.size, options).map_err(|error| error.to_string())?;
    let mut says: Vec<_> = visited(&search, snapshot, &Filter::default())
        .iter()
        .map(in_game)
        .collect();
    let mut right: Vec<_> = found.iter().map(in_game).collect();
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

/// Checks that a pattern that asks less stands wherever it stood, and as long.
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
        let place = (occurrence.game, occurrence.place.x, occurrence.place.y);
        stands
            .entry(place)
            .or_default()
            .push((occurrence.ply, occurrence.until));
    }
    for old in &before {
        let runs = stands.get(&(old.game, old.place.x, old.place.y));
        let lies_within = |&(from, until): &(u16, u32)| from <= old.ply && until >= old.until;
        if !runs.is_some_and(|runs| runs.iter().any(lies_within)) {
            return Err(format!("{looser} is not found where {text} is: {old:?}"));
        }
    }
    Ok(())
}
