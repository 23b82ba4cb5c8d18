//! Numbers in byte strings: LEB128, and Rice codes in bits.

/// The error for data that end early or that no writer produces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Malformed;

/// Appends `value` in LEB128: seven bits per byte, lowest first, with the high bit
/// set on all bytes but the last.
pub fn push_leb(out: &mut Vec<u8>, mut value: u64) {
    while value >= 0x80 {
        out.push(value as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}

/// A reader of a byte string.
#[derive(Clone, Debug)]
pub struct Bytes<'a> {
    data: &'a [u8],
}

impl<'a> Bytes<'a> {
    pub const fn new(data: &'a [u8]) -> Self {
        Self { data }
    }

    pub const fn is_empty(&self) -> bool {
        self.data.is_empty()
    }

    pub const fn rest(&self) -> &'a [u8] {
        self.data
    }

    pub fn take(&mut self, count: usize) -> Result<&'a [u8], Malformed> {
        let (head, tail) = self.data.split_at_checked(count).ok_or(Malformed)?;
        self.data = tail;
        Ok(head)
    }

    pub fn leb(&mut self) -> Result<u64, Malformed> {
        let mut value = 0;
        for shift in (0..64).step_by(7) {
            let (&byte, tail) = self.data.split_first().ok_or(Malformed)?;
            self.data = tail;
            value |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return Ok(value);
            }
        }
        Err(Malformed)
    }

    pub fn leb_u32(&mut self) -> Result<u32, Malformed> {
        u32::try_from(self.leb()?).map_err(|_| Malformed)
    }

    /// Reads two bytes, little-endian.
    pub fn u16(&mut self) -> Result<u16, Malformed> {
        let bytes = self.take(2)?;
        Ok(u16::from_le_bytes([bytes[0], bytes[1]]))
    }

    /// Reads eight bytes, little-endian.
    pub fn u64(&mut self) -> Result<u64, Malformed> {
        let bytes = self.take(8)?.try_into().map_err(|_| Malformed)?;
        Ok(u64::from_le_bytes(bytes))
    }
}

/// A writer of bits, lowest bit of each byte first.
#[derive(Debug, Default)]
pub struct BitWriter {
    bytes: Vec<u8>,
    /// The bits that have not been written yet, fewer than eight.
    pending: u64,
    count: u32,
}

impl BitWriter {
    /// Appends the lowest `count` bits of `value`, at most 56.
    pub fn push(&mut self, value: u64, count: u32) {
        debug_assert!(count <= 56 && (value >> count == 0));
        self.pending |= value << self.count;
        self.count += count;
        while self.count >= 8 {
            self.bytes.push(self.pending as u8);
            self.pending >>= 8;
            self.count -= 8;
        }
    }

    /// Appends `value` in a Rice code: the part above the lowest `k` bits in unary,
    /// as ones followed by a zero, then those `k` bits.
    pub fn push_rice(&mut self, value: u64, k: u32) {
        let mut ones = value >> k;
        while ones >= 32 {
            self.push(u64::from(u32::MAX), 32);
            ones -= 32;
        }
        self.push((1 << ones) - 1, ones as u32 + 1);
        self.push(value & ((1 << k) - 1), k);
    }

    /// Returns the bytes. Zeros fill the last one.
    pub fn finish(mut self) -> Vec<u8> {
        if self.count > 0 {
            self.bytes.push(self.pending as u8);
        }
        self.bytes
    }
}

#[derive(Debug)]
pub struct BitReader<'a> {
    bytes: &'a [u8],
    pending: u64,
    count: u32,
}

impl<'a> BitReader<'a> {
    pub const fn new(bytes: &'a [u8]) -> Self {
        Self {
            bytes,
            pending: 0,
            count: 0,
        }
    }

    fn fill(&mut self) {
        while self.count <= 56 {
            let Some((&byte, tail)) = self.bytes.split_first() else {
                return;
            };
            self.pending |= u64::from(byte) << self.count;
            self.count += 8;
            self.bytes = tail;
        }
    }

    pub fn bits(&mut self, count: u32) -> Result<u64, Malformed> {
        if self.count < count {
            self.fill();
        }
        if self.count < count {
            return Err(Malformed);
        }
        let value = self.pending & ((1 << count) - 1);
        self.pending >>= count;
        self.count -= count;
        Ok(value)
    }

    pub fn rice(&mut self, k: u32) -> Result<u64, Malformed> {
        let mut high = 0_u64;
        loop {
            if self.count == 0 {
                self.fill();
            }
            // The bits above `count` are zero, so the ones never run past it.
            let ones = self.pending.trailing_ones();
            high += u64::from(ones);
            if ones < self.count {
                self.pending = self.pending.checked_shr(ones + 1).unwrap_or(0);
                self.count -= ones + 1;
                break;
            }
            if self.count == 0 {
                return Err(Malformed);
            }
            self.pending = 0;
            self.count = 0;
        }
        let low = self.bits(k)?;
        high.checked_mul(1 << k).map(|high| high | low).ok_or(Malformed)
    }
}

/// Appends the checksum that guards a row: the CRC-32 of the row's identity and
/// data, four bytes, little-endian. The identity in it reveals a row that has taken
/// the place of another.
pub fn seal(mut data: Vec<u8>, identity: &[i64]) -> Vec<u8> {
    let checksum = checksum(&data, identity);
    data.extend(checksum.to_le_bytes());
    data
}

/// Returns the data without the checksum, or `None` if the checksum does not match.
pub fn unseal(mut sealed: Vec<u8>, identity: &[i64]) -> Option<Vec<u8>> {
    has_seal(&sealed, identity).then(|| {
        sealed.truncate(sealed.len() - SEAL_BYTES);
        sealed
    })
}

/// Returns whether the checksum of a row matches.
pub fn has_seal(sealed: &[u8], identity: &[i64]) -> bool {
    let parts = sealed.split_last_chunk::<SEAL_BYTES>();
    parts.is_some_and(|(data, stored)| checksum(data, identity) == u32::from_le_bytes(*stored))
}

const SEAL_BYTES: usize = 4;

fn checksum(data: &[u8], identity: &[i64]) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    for number in identity {
        hasher.update(&number.to_le_bytes());
    }
    hasher.update(data);
    hasher.finalize()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn leb_numbers_come_back(values in prop::collection::vec(any::<u64>().prop_map(|v| v >> (v % 64)), 0..50)) {
            let mut out = Vec::new();
            values.iter().for_each(|&v| push_leb(&mut out, v));
            let mut bytes = Bytes::new(&out);
            for v in values {
                prop_assert_eq!(bytes.leb(), Ok(v));
            }
            prop_assert!(bytes.is_empty());
            prop_assert_eq!(bytes.leb(), Err(Malformed));
        }

        #[test]
        fn rice_codes_come_back(values in prop::collection::vec((0_u64..1 << 40, 0_u32..18), 0..80), k in 28_u32..40) {
            let mut writer = BitWriter::default();
            for &(value, width) in &values {
                writer.push_rice(value, k);
                writer.push(value & ((1 << width) - 1), width);
            }
            let bytes = writer.finish();
            let mut reader = BitReader::new(&bytes);
            for (value, width) in values {
                prop_assert_eq!(reader.rice(k), Ok(value));
                prop_assert_eq!(reader.bits(width), Ok(value & ((1 << width) - 1)));
            }
        }

        #[test]
        fn long_runs_of_ones_come_back(value in 0_u64..5000, k in 0_u32..3) {
            let mut writer = BitWriter::default();
            writer.push_rice(value, k);
            let bytes = writer.finish();
            prop_assert_eq!(BitReader::new(&bytes).rice(k), Ok(value));
        }

        #[test]
        fn any_bytes_are_read_without_end_or_panic(bytes in prop::collection::vec(any::<u8>(), 0..60), k in 0_u32..56) {
            let mut reader = BitReader::new(&bytes);
            let mut read = 0;
            while reader.rice(k).is_ok() { read += 1; }
            prop_assert!(read <= bytes.len() * 8);
            let mut reader = Bytes::new(&bytes);
            while reader.leb().is_ok() {}
        }
    }

    #[test]
    fn bits_past_the_end_are_malformed() {
        let mut reader = BitReader::new(&[0xff]);
        assert_eq!(reader.rice(0), Err(Malformed));
        assert_eq!(BitReader::new(&[0x01]).bits(9), Err(Malformed));
    }

    #[test]
    fn every_flipped_bit_and_another_row_are_noticed() {
        let sealed = seal(b"data".to_vec(), &[3, -1]);
        assert_eq!(unseal(sealed.clone(), &[3, -1]), Some(b"data".to_vec()));
        assert_eq!(unseal(sealed.clone(), &[4, -1]), None);
        assert_eq!(unseal(sealed[..3].to_vec(), &[3, -1]), None);
        for bit in 0..sealed.len() * 8 {
            let mut damaged = sealed.clone();
            damaged[bit / 8] ^= 1 << (bit % 8);
            assert_eq!(unseal(damaged, &[3, -1]), None);
        }
    }
}
