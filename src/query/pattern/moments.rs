/// The number of games in a strip.
pub const STRIP: usize = 64;

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

/// The moment of a point in each game of a strip: the ply of its only stone, halved and rounded
/// up, or [`NEVER`], or [`LISTED`]. A processor reads them at once.
#[derive(Clone, Copy)]
#[repr(align(64))]
pub struct Moments(pub [u8; STRIP]);

impl Default for Moments {
    fn default() -> Self {
        Self([NEVER; STRIP])
    }
}

impl Moments {
    /// Combines each byte with that of another point. If `with` has no branches, the compiler
    /// makes a few instructions of the loop; of zipped iterators it does not.
    #[inline(always)]
    pub fn combine(&mut self, other: &Self, with: impl Fn(u8, u8) -> u8) {
        for game in 0..STRIP {
            self.0[game] = with(self.0[game], other.0[game]);
        }
    }

    /// Returns the games in which a relation holds between the byte and that of another point.
    #[inline(always)]
    pub fn compare(&self, other: &Self, with: impl Fn(u8, u8) -> bool) -> u64 {
        let mut compared = *self;
        compared.combine(other, |moment, other| u8::from(with(moment, other)));
        compared.bits()
    }

    /// Returns a bit for each byte, which is 0 or 1.
    #[inline(always)]
    pub fn bits(&self) -> u64 {
        let mut bits = 0;
        for (number, eight) in self.0.as_chunks::<8>().0.iter().enumerate() {
            // The product moves the lowest bit of each byte to the highest byte.
            let gathered = u64::from_le_bytes(*eight).wrapping_mul(0x0102_0408_1020_4080) >> 56;
            bits |= gathered << (8 * number);
        }
        bits
    }
}

/// The moment of a point on which no stone ever stood.
pub const NEVER: u8 = 255;

/// The moment of a point from which a stone was removed: its lives are in the list.
pub const LISTED: u8 = 254;
