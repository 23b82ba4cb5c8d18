/// The number of points of a row that are tested at once.
pub const PIECE: usize = 16;

/// The bytes of a piece. A set of points has 255 for each of its points and 0 for the
/// others.
///
/// The loops have no branches, so that the compiler makes one instruction of each.
#[derive(Clone, Copy)]
pub struct Bytes(pub [u8; PIECE]);

impl Bytes {
    pub const NONE: Self = Self([0; PIECE]);
    pub const ALL: Self = Self([255; PIECE]);

    #[inline(always)]
    pub fn at(moments: &[u8], offset: usize) -> Self {
        moments[offset..].first_chunk().map_or(Self::NONE, |piece| Self(*piece))
    }

    #[inline(always)]
    #[expect(
        clippy::needless_range_loop,
        reason = "zipped iterators do not become one instruction"
    )]
    fn each(self, other: Self, of: impl Fn(u8, u8) -> u8) -> Self {
        let mut bytes = [0; PIECE];
        for x in 0..PIECE {
            bytes[x] = of(self.0[x], other.0[x]);
        }
        Self(bytes)
    }

    /// Returns the bytes less than a limit, as a set.
    #[inline(always)]
    pub fn below(self, limit: u8) -> Self {
        self.each(Self([limit; PIECE]), |byte, limit| {
            u8::from(byte < limit).wrapping_neg()
        })
    }

    /// Returns the bytes equal to a value, as a set.
    #[inline(always)]
    pub fn equal(self, value: u8) -> Self {
        self.each(Self([value; PIECE]), |byte, value| {
            u8::from(byte == value).wrapping_neg()
        })
    }

    #[inline(always)]
    pub fn min(self, other: Self) -> Self {
        self.each(other, u8::min)
    }

    #[inline(always)]
    pub fn and(self, other: Self) -> Self {
        self.each(other, |a, b| a & b)
    }

    #[inline(always)]
    pub fn or(self, other: Self) -> Self {
        self.each(other, |a, b| a | b)
    }

    #[inline(always)]
    pub fn not(self) -> Self {
        self.each(self, |a, _| !a)
    }

    #[inline(always)]
    pub fn is_empty(self) -> bool {
        u128::from_ne_bytes(self.0) == 0
    }

    #[inline(always)]
    pub fn smallest(self) -> u8 {
        self.0.into_iter().fold(255, u8::min)
    }
}
