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
    /// Stores the bytes of all games.
    #[inline(always)]
    pub fn stored<S: Simd>(bytes: u8x64<S>) -> Self {
        let mut moments = Self::default();
        bytes.store_slice(&mut moments.0);
        moments
    }

    /// Loads the bytes of all games. Loops over them would depend on the compiler, which does not vectorise them
    /// when it optimises links for size.
    #[inline(always)]
    pub fn load<S: Simd>(&self, simd: S) -> u8x64<S> {
        u8x64::from_slice(simd, &self.0)
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
            let mut moments = Moments::default();
            *moments.of_mut(game) = 1;
            let others = dispatch!(Level::new(), simd => moments.load(simd).simd_eq(NEVER).to_bitmask());
            assert_eq!((moments.of(game), others), (1, !(1 << game)));
        }
    }
}
