use crate::store::Occurrence;

/// Returns the occurrence that decides how a game is shown: with the colours
/// exchanged only if all its occurrences are.
pub(super) fn as_seen(occurrences: &[Occurrence]) -> Occurrence {
    let as_it_is = occurrences.iter().find(|occurrence| !occurrence.swapped);
    *as_it_is.unwrap_or(&occurrences[0])
}
