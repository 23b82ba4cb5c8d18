use fearless_simd::prelude::*;
use fearless_simd::u8x64;

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
pub struct Moments([u8; STRIP]);

impl Default for Moments {
    fn default() -> Self {
        Self([NEVER; STRIP])
    }
}

impl Moments {
    /// Returns the same byte for all games.
    pub const fn all(byte: u8) -> Self {
        Self([byte; STRIP])
    }

    /// Combines each byte with that of another point. If `with` has no branches, the compiler
    /// makes a few instructions of the loop; of zipped iterators it does not.
    #[inline(always)]
    pub fn combine(&mut self, other: &Self, with: impl Fn(u8, u8) -> u8) {
        for at in 0..STRIP {
            self.0[at] = with(self.0[at], other.0[at]);
        }
    }

    #[inline(always)]
    pub fn load<S: Simd>(&self, simd: S) -> u8x64<S> {
        u8x64::from_slice(simd, &self.0)
    }

    #[inline(always)]
    pub fn store<S: Simd>(&mut self, bytes: u8x64<S>) {
        bytes.store_slice(&mut self.0);
    }

    /// Returns a bit for each game, whose byte is 0 or 1.
    #[inline(always)]
    pub fn bits(&self) -> u64 {
        // The product has the lowest bits of the eight bytes in its highest byte.
        const GATHER: u64 = 0x0102_0408_1020_4080;
        let words = self.0.as_chunks::<8>().0.iter().enumerate();
        words.fold(0, |bits, (number, word)| {
            bits | u64::from_le_bytes(*word).wrapping_mul(GATHER) >> 56 << (8 * number)
        })
    }

    /// Returns the byte of a game.
    #[inline(always)]
    pub const fn of(&self, game: usize) -> u8 {
        self.0[game]
    }

    /// Returns the byte of a game, to change it.
    #[inline(always)]
    pub const fn of_mut(&mut self, game: usize) -> &mut u8 {
        &mut self.0[game]
    }
}

/// The moment of a point on which no stone ever stood.
pub const NEVER: u8 = 255;

/// The moment of a point from which a stone was removed: its lives are in the list.
pub const LISTED: u8 = 254;

#[cfg(test)]
mod tests {
    use super::*;
    use fearless_simd::{Level, dispatch};

    #[test]
    fn each_game_has_a_byte_and_a_bit() {
        for game in 0..STRIP {
            let mut moments = Moments::all(0);
            *moments.of_mut(game) = 1;
            assert_eq!((moments.of(game), moments.bits()), (1, 1 << game));
            let same = dispatch!(Level::new(), simd => moments.load(simd).simd_eq(0).to_bitmask());
            assert_eq!(same, !(1 << game));
        }
    }
}
