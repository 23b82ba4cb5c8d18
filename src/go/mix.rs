//! SplitMix64 (Steele, Lea and Flood, 2014): a generator whose output function is a
//! bijection.

/// The increment of SplitMix64: 2^64 divided by the golden ratio.
pub(super) const GOLDEN_GAMMA: u64 = 0x9e37_79b9_7f4a_7c15;

/// The output function of SplitMix64, a bijection on 64-bit numbers.
pub const fn mix(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
