/// Appends the checksum that guards a row: the CRC-32 of the row's identity and
/// data, four bytes, little-endian. The identity in it reveals a row that has taken
/// the place of another.
#[must_use]
pub fn seal(mut data: Vec<u8>, identity: &[i64]) -> Vec<u8> {
    let checksum = checksum(&data, identity);
    data.extend(checksum.to_le_bytes());
    data
}

/// Returns the data without the checksum, or `None` if the checksum does not match.
#[must_use]
pub fn unseal(mut sealed: Vec<u8>, identity: &[i64]) -> Option<Vec<u8>> {
    let (data, stored) = sealed.split_last_chunk()?;
    let (length, stored) = (data.len(), u32::from_le_bytes(*stored));
    (checksum(data, identity) == stored).then(|| {
        sealed.truncate(length);
        sealed
    })
}

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
