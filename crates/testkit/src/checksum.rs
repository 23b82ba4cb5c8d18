use rusqlite::Connection;
use rusqlite::functions::{Context, FunctionFlags};
use rusqlite::types::ValueRef;

/// Adds the function that computes the checksum of a row, as specified in
/// docs/format.md.
pub fn add_row_checksum(database: &Connection) {
    let flags = FunctionFlags::SQLITE_UTF8 | FunctionFlags::SQLITE_DETERMINISTIC;
    let checksum = |values: &Context<'_>| {
        let mut bytes = Vec::new();
        for i in 0..values.len() {
            let (kind, number, more): (u8, u64, &[u8]) = match values.get_raw(i) {
                ValueRef::Null => {
                    bytes.push(0);
                    continue;
                }
                ValueRef::Integer(number) => (1, number as u64, &[]),
                ValueRef::Real(number) => (2, number.to_bits(), &[]),
                ValueRef::Text(text) => (3, text.len() as u64, text),
                ValueRef::Blob(blob) => (4, blob.len() as u64, blob),
            };
            bytes.push(kind);
            bytes.extend(number.to_le_bytes());
            bytes.extend(more);
        }
        Ok(crc(&bytes))
    };
    database
        .create_scalar_function("row_checksum", -1, flags, checksum)
        .expect("is added");
}

/// Returns the CRC-32 of bytes.
pub fn crc(bytes: &[u8]) -> u32 {
    let step = |crc: u32, _| if crc & 1 == 1 { crc >> 1 ^ 0xedb8_8320 } else { crc >> 1 };
    !bytes
        .iter()
        .fold(!0, |crc, &byte| (0..8).fold(crc ^ u32::from(byte), step))
}
