//! Sorting by keys that are distributed evenly, as hashes are.

/// The number of items that share a slot on average.
const ITEMS_PER_SLOT: usize = 8;

/// Returns the items sorted by key, those with equal keys in any order. All keys must share their first `shared_bits`
/// bits. Takes linear time if the remaining bits are evenly distributed: they select a slot, and only items of a slot
/// are compared.
pub fn sorted_by_even_key<T: Copy>(items: &[T], shared_bits: u32, key: impl Fn(&T) -> u64) -> Vec<T> {
    let slot_bits = (items.len() / ITEMS_PER_SLOT).checked_ilog2().unwrap_or(0);
    // Two shifts, because a single shift by all 64 bits would overflow.
    let slot_of = |item: &T| (key(item) << shared_bits >> 1 >> (u64::BITS - 1 - slot_bits)) as usize;
    // Where the next item of each slot goes; in the end, where the slot ends.
    let mut next = vec![0_usize; (1 << slot_bits) + 1];
    for item in items {
        next[slot_of(item) + 1] += 1;
    }
    for slot in 1..next.len() {
        next[slot] += next[slot - 1];
    }
    let mut sorted = items.to_vec();
    for item in items {
        let place = &mut next[slot_of(item)];
        sorted[*place] = *item;
        *place += 1;
    }
    let mut start = 0;
    for &end in &next[..1 << slot_bits] {
        sorted[start..end].sort_unstable_by_key(&key);
        start = end;
    }
    sorted
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn any_keys_are_sorted(keys in prop::collection::vec(any::<u64>().prop_map(|key| key >> (key % 64)), 0..300), shared in 0_u32..8) {
            let keys: Vec<u64> = keys.into_iter().map(|key| key >> shared).collect();
            let mut expected = keys.clone();
            expected.sort_unstable();
            prop_assert_eq!(sorted_by_even_key(&keys, shared, |key| *key), expected);
        }
    }
}
