/// The number of games in a batch.
pub const LANES: usize = 512;

/// The number of games in a strip.
pub const STRIP: usize = 64;

/// The number of strips in a batch.
pub const STRIPS: usize = LANES / STRIP;

/// A set of the games of a batch: for each strip, a bit for each game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Lanes(pub [u64; STRIPS]);

impl Lanes {
    /// Returns the set of one game.
    pub fn only(lane: usize) -> Self {
        let mut lanes = Self::default();
        lanes.insert(lane);
        lanes
    }

    #[inline]
    pub const fn insert(&mut self, lane: usize) {
        self.0[lane / STRIP] |= 1 << (lane % STRIP);
    }

    pub const fn remove(&mut self, lane: usize) {
        self.0[lane / STRIP] &= !(1 << (lane % STRIP));
    }

    #[inline]
    pub const fn has(&self, lane: usize) -> bool {
        self.0[lane / STRIP] >> (lane % STRIP) & 1 == 1
    }
}

/// Returns the numbers of the bits that are set.
#[inline]
pub fn bits(mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let number = word.trailing_zeros() as usize;
        (word != 0).then(|| {
            word &= word - 1;
            number
        })
    })
}
