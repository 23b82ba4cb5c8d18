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
/// up, or [`NEVER`], or [`LISTED`]. A processor reads them at once. [`Moments::of`] knows their order.
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

    /// Returns the games in which a relation holds between the byte and that of another point.
    #[inline(always)]
    pub fn compare(&self, other: &Self, with: impl Fn(u8, u8) -> bool) -> u64 {
        let mut compared = *self;
        compared.combine(other, |moment, other| u8::from(with(moment, other)));
        compared.bits()
    }

    /// Returns a bit for each game, whose byte is 0 or 1.
    #[inline(always)]
    pub fn bits(&self) -> u64 {
        let words = self.0.as_chunks::<8>().0.iter().enumerate();
        words.fold(0, |bits, (number, word)| bits | u64::from_le_bytes(*word) << number)
    }

    /// Returns the byte of a game.
    #[inline(always)]
    pub const fn of(&self, game: usize) -> u8 {
        self.0[at(game)]
    }

    /// Returns the byte of a game, to change it.
    #[inline(always)]
    pub const fn of_mut(&mut self, game: usize) -> &mut u8 {
        &mut self.0[at(game)]
    }
}

/// Returns the place of the byte of a game. Eight neighbouring games lie eight bytes apart, so that shifting
/// eight words by 0 to 7 puts the lowest bits of all bytes in the order of the games.
#[inline(always)]
const fn at(game: usize) -> usize {
    game % 8 * 8 + game / 8
}

/// The moment of a point on which no stone ever stood.
pub const NEVER: u8 = 255;

/// The moment of a point from which a stone was removed: its lives are in the list.
pub const LISTED: u8 = 254;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_game_has_a_byte_and_a_bit() {
        for game in 0..STRIP {
            let mut moments = Moments::all(0);
            *moments.of_mut(game) = 1;
            assert_eq!((moments.of(game), moments.bits()), (1, 1 << game));
            assert_eq!(
                moments.compare(&Moments::all(0), |one, other| one == other),
                !(1 << game)
            );
        }
    }
}
