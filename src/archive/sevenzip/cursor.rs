//! Numbers, bits and words in the header.

use super::{Damage, OUT_OF_ORDER};

/// A place in the header, from which values are read.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Cursor(usize);

impl Cursor {
    pub fn byte(&mut self, header: &[u8]) -> Result<u8, Damage> {
        let byte = header.get(self.0).ok_or(ENDS)?;
        self.0 += 1;
        Ok(*byte)
    }

    pub fn bytes<'h>(&mut self, header: &'h [u8], len: u64) -> Result<&'h [u8], Damage> {
        let rest = header.get(self.0..).ok_or(ENDS)?;
        let bytes = usize::try_from(len).ok().and_then(|len| rest.get(..len)).ok_or(ENDS)?;
        self.0 += bytes.len();
        Ok(bytes)
    }

    /// Reads a number. The upper bits of the first byte that are set count the bytes that follow.
    pub fn number(&mut self, header: &[u8]) -> Result<u64, Damage> {
        let first = self.byte(header)?;
        let more = first.leading_ones();
        let mut value = 0;
        for at in 0..more {
            value |= u64::from(self.byte(header)?) << (8 * at);
        }
        let high = match more {
            0..=6 => u64::from(first & (0x7F >> more)) << (8 * more),
            _ => 0,
        };
        Ok(value | high)
    }

    /// Skips so many numbers.
    pub fn skip_numbers(&mut self, header: &[u8], count: u64) -> Result<(), Damage> {
        (0..count).try_for_each(|_| self.number(header).map(drop))
    }

    pub fn expect(&mut self, header: &[u8], id: u8) -> Result<(), Damage> {
        match self.byte(header)? == id {
            true => Ok(()),
            false => Err(OUT_OF_ORDER),
        }
    }
}

pub(super) const ENDS: Damage = Damage("it ends early");

/// A bit for each of several items, or all of them set.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Bits {
    /// The place of the bits; none if all are set.
    at: Option<usize>,
    count: u64,
}

impl Bits {
    pub fn read(cursor: &mut Cursor, header: &[u8], count: u64) -> Result<Self, Damage> {
        let at = cursor.0;
        cursor.bytes(header, count.div_ceil(8))?;
        Ok(Self { at: Some(at), count })
    }

    /// Reads bits that follow a byte, which tells whether all are set.
    pub fn read_or_all(cursor: &mut Cursor, header: &[u8], count: u64) -> Result<Self, Damage> {
        match cursor.byte(header)? {
            0 => Self::read(cursor, header, count),
            _ => Ok(Self { at: None, count }),
        }
    }

    pub fn get(&self, header: &[u8], index: u64) -> bool {
        let bit = |at: usize| {
            header
                .get(at + (index / 8) as usize)
                .map(|byte| byte & (0x80 >> (index % 8)) != 0)
        };
        index < self.count && self.at.is_none_or(|at| bit(at).unwrap_or(false))
    }

    pub fn set(&self, header: &[u8]) -> u64 {
        (0..self.count).filter(|&index| self.get(header, index)).count() as u64
    }
}

/// Numbers of four bytes for some of several items, which are read in order.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Words {
    defined: Bits,
    next: u64,
    cursor: Cursor,
}

impl Words {
    /// Reads the numbers at `cursor`, behind their bits, and moves it behind them.
    pub fn read(cursor: &mut Cursor, header: &[u8], defined: Bits) -> Result<Self, Damage> {
        // Each takes four bytes, so there are no more than the header has.
        if defined.count > header.len() as u64 * 8 {
            return Err(ENDS);
        }
        let words = Self {
            defined,
            next: 0,
            cursor: *cursor,
        };
        let count = match defined.at {
            None => defined.count,
            Some(_) => defined.set(header),
        };
        cursor.bytes(header, 4 * count)?;
        Ok(words)
    }

    pub fn next(&mut self, header: &[u8]) -> Result<Option<u32>, Damage> {
        let index = self.next;
        self.next += 1;
        if !self.defined.get(header, index) {
            return Ok(None);
        }
        let bytes = self.cursor.bytes(header, 4)?;
        let word = bytes.first_chunk().ok_or(ENDS)?;
        Ok(Some(u32::from_le_bytes(*word)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_as_many_bytes_as_their_first_one_says() {
        for (bytes, number) in [
            (&[0x7F][..], 0x7F),
            (&[0x81, 0x02], 0x102),
            (&[0xC1, 0x02, 0x03], 0x1_0302),
            (&[0xFE, 1, 2, 3, 4, 5, 6, 7], 0x07_0605_0403_0201),
            (&[0xFF, 1, 2, 3, 4, 5, 6, 7, 8], 0x0807_0605_0403_0201),
        ] {
            assert_eq!(Cursor::default().number(bytes).unwrap(), number, "{bytes:?}");
        }
        assert!(Cursor::default().number(&[0xFF, 1]).is_err());
    }
}
