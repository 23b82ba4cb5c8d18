/// A generator of pseudo-random numbers that are the same in every run: the upper
/// bits of a linear congruential generator.
pub struct Rng(u64);

impl Rng {
    /// Creates a generator whose sequence depends on the seed only.
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// Returns a number below `bound`.
    pub fn below(&mut self, bound: usize) -> usize {
        // Knuth's constants (The Art of Computer Programming, volume 2).
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound
    }

    /// Returns true with a probability of one in `n`.
    pub fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    /// Returns a random element of a slice.
    pub fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len())]
    }
}
