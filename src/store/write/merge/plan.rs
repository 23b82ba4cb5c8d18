//! The choice of the segments to merge.

use std::ops::Range;

/// The most segments that are left unmerged.
pub const MAX_SEGMENTS: usize = 7;

/// Returns the segments to merge, given the number of positions of each in the order of
/// their games, or `None` if there are few segments.
///
/// Merges the last segments: as few as make a segment that is no larger than the one
/// before it. A few thousand new games are thus merged with others like them and not
/// with a million. Of n equal segments, each is rewritten about once up to n = 36 and
/// twice up to n = 120. No schedule with so few segments at a time rewrites less (C.
/// Mathieu, C. Staelin, N. Young, A. Yousefi: Bigtable merge compaction, 2014).
#[must_use]
pub fn to_merge(positions: &[u64]) -> Option<Range<usize>> {
    if positions.len() <= MAX_SEGMENTS {
        return None;
    }
    let (mut start, mut merged) = (positions.len() - 1, positions[positions.len() - 1]);
    while start > 0 && (start + 1 == positions.len() || positions[start - 1] < merged) {
        start -= 1;
        merged += positions[start];
    }
    Some(start..positions.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Adds segments one by one. Returns the number of rewritten positions and the
    /// remaining segments.
    fn grow(sizes: impl Iterator<Item = u64>) -> (u64, Vec<u64>) {
        let mut segments = Vec::new();
        let mut rewritten = 0;
        for size in sizes {
            segments.push(size);
            while let Some(run) = to_merge(&segments) {
                let sum = segments[run.clone()].iter().sum();
                rewritten += sum;
                segments.splice(run, [sum]);
            }
            assert!(segments.len() <= MAX_SEGMENTS);
        }
        (rewritten, segments)
    }

    #[test]
    fn equal_segments_are_rewritten_a_few_times_however_many_there_are() {
        assert_eq!(grow((0..7).map(|_| 10)), (0, vec![10; 7]));
        assert_eq!(grow((0..8).map(|_| 10)), (80, vec![80]));
        for (segments, times) in [(36, 1.1), (120, 2.0), (1000, 5.0)] {
            let (rewritten, left) = grow((0..segments).map(|_| 10));
            assert!(
                rewritten as f64 <= segments as f64 * 10.0 * times,
                "{rewritten} {left:?}"
            );
        }
    }

    #[test]
    fn a_large_segment_is_left_alone_while_small_ones_are_added() {
        let (rewritten, segments) = grow([1_000_000].into_iter().chain((0..100).map(|_| 10)));
        assert_eq!(segments[0], 1_000_000);
        assert!(rewritten <= 100 * 10 * 3 + 100, "{rewritten}");
    }

    #[test]
    fn a_large_segment_after_small_ones_is_merged_with_them_at_last() {
        assert_eq!(to_merge(&[10, 10, 10, 10, 10, 10, 10, 1000]), Some(0..8));
        assert_eq!(to_merge(&[5000, 10, 10, 10, 10, 10, 10, 1000]), Some(1..8));
        assert_eq!(to_merge(&[90, 80, 70, 60, 50, 40, 8, 7]), Some(6..8));
    }
}
