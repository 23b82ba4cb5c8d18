//! The parts of CPython 2.7 (64 bits, without hash randomisation) that determine the games in the
//! published sets and their order: random numbers, hashes of texts and pairs, and the order of
//! sets. No library provides the hashes and the sets; the generator, MT19937, is a third of this
//! file.

/// Python's random generator: MT19937 (Matsumoto and Nishimura, 1998).
pub(super) struct Random {
    state: [u32; 624],
    next: usize,
}

impl Random {
    /// Seeds the generator like `random.seed(seed)`.
    pub fn new(seed: u32) -> Self {
        let mut state = [0_u32; 624];
        state[0] = 19_650_218;
        for i in 1..624 {
            let before = state[i - 1];
            state[i] = 1_812_433_253_u32
                .wrapping_mul(before ^ before >> 30)
                .wrapping_add(i as u32);
        }
        // This is `init_by_array` with an array of one number.
        let mut i = 1;
        for _ in 0..624 {
            let before = state[i - 1];
            state[i] = (state[i] ^ (before ^ before >> 30).wrapping_mul(1_664_525)).wrapping_add(seed);
            i += 1;
            if i == 624 {
                state[0] = state[623];
                i = 1;
            }
        }
        for _ in 0..623 {
            let before = state[i - 1];
            state[i] = (state[i] ^ (before ^ before >> 30).wrapping_mul(1_566_083_941)).wrapping_sub(i as u32);
            i += 1;
            if i == 624 {
                state[0] = state[623];
                i = 1;
            }
        }
        state[0] = 0x8000_0000;
        Self { state, next: 624 }
    }

    fn draw(&mut self) -> u32 {
        if self.next == 624 {
            for i in 0..624 {
                let y = self.state[i] & 0x8000_0000 | self.state[(i + 1) % 624] & 0x7fff_ffff;
                let odd = if y & 1 == 1 { 0x9908_b0df } else { 0 };
                self.state[i] = self.state[(i + 397) % 624] ^ y >> 1 ^ odd;
            }
            self.next = 0;
        }
        let mut y = self.state[self.next];
        self.next += 1;
        y ^= y >> 11;
        y ^= y << 7 & 0x9d2c_5680;
        y ^= y << 15 & 0xefc6_0000;
        y ^ y >> 18
    }

    /// Returns the result of `random.random()`, a number of 53 bits.
    pub fn random(&mut self) -> f64 {
        let (a, b) = (self.draw() >> 5, self.draw() >> 6);
        (f64::from(a) * 67_108_864.0 + f64::from(b)) / 9_007_199_254_740_992.0
    }

    /// Returns the index that `random.choice` chooses in a list of this length.
    pub fn choice(&mut self, length: usize) -> usize {
        (self.random() * length as f64) as usize
    }
}

/// Returns the `hash` of an ASCII text, which is the same for `str` and `unicode`.
pub(super) fn hash_text(text: &str) -> i64 {
    let Some(first) = text.bytes().next() else { return 0 };
    let mut hash = i64::from(first) << 7;
    for byte in text.bytes() {
        hash = hash.wrapping_mul(1_000_003) ^ i64::from(byte);
    }
    hash ^= text.len() as i64;
    if hash == -1 { -2 } else { hash }
}

/// Returns the `hash` of a pair.
pub(super) fn hash_pair(a: i64, b: i64) -> i64 {
    let (mut hash, mut multiplier) = (0x34_5678_i64, 1_000_003_i64);
    for (item, left) in [(a, 1), (b, 0)] {
        hash = (hash ^ item).wrapping_mul(multiplier);
        multiplier = multiplier.wrapping_add(82_520 + 2 * left);
    }
    hash = hash.wrapping_add(97_531);
    if hash == -1 { -2 } else { hash }
}

/// Returns the indexes of items in the order in which Python iterates over a set of them. The items
/// are different, have these hashes, and were added in this order.
pub(super) fn set_order(hashes: &[i64]) -> Vec<usize> {
    let mut table: Vec<Option<usize>> = vec![None; 8];
    let mut fill = 0;
    let insert = |table: &mut Vec<Option<usize>>, item: usize| {
        let mask = table.len() - 1;
        let hash = hashes[item] as u64;
        let mut at = hash as usize & mask;
        let mut perturb = hash;
        let mut i = hash as usize;
        while table[at].is_some() {
            i = (i << 2).wrapping_add(i).wrapping_add(perturb as usize).wrapping_add(1);
            perturb >>= 5;
            at = i & mask;
        }
        table[at] = Some(item);
    };
    for item in 0..hashes.len() {
        insert(&mut table, item);
        fill += 1;
        if fill * 3 >= table.len() * 2 {
            let wanted = if fill > 50_000 { fill * 2 } else { fill * 4 };
            let mut size = 8;
            while size <= wanted {
                size *= 2;
            }
            let old = std::mem::replace(&mut table, vec![None; size]);
            for item in old.into_iter().flatten() {
                insert(&mut table, item);
            }
        }
    }
    table.into_iter().flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The expected values come from CPython 2.7.
    #[test]
    fn numbers_and_hashes_are_those_of_python() {
        let mut random = Random::new(0);
        let drawn: Vec<f64> = (0..3).map(|_| random.random()).collect();
        assert_eq!(
            drawn,
            [0.844_421_851_525_048_1, 0.757_954_402_940_302_5, 0.420_571_580_830_845]
        );
        assert_eq!((hash_text(""), hash_text("a")), (0, 12_416_037_344));
        assert_eq!(set_order(&[5, 3, 8, 1]), [2, 3, 1, 0]);
    }
}
