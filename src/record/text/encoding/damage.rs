//! UTF-8 that lost bytes: names cut in the middle of a character, and bytes
//! replaced by question marks.

/// The number of continuation bytes of whole UTF-8 characters that outweigh one
/// broken sequence: those of two Chinese characters, or of four Cyrillic letters.
///
/// Measured on records with only two players' names beyond ASCII, in GBK, Big5,
/// Shift_JIS, EUC-KR and EUC-JP: with 2, up to 1% of them pass for damaged UTF-8,
/// with 4 less than 0.2%. All 2,816 known records in damaged UTF-8 pass with 4.
pub(super) const WEIGHT_PER_BROKEN: usize = 4;

/// Returns true if invalid UTF-8 was UTF-8 before it was damaged: at least
/// `weight_per_broken` continuation bytes of whole characters outweigh each
/// broken sequence, which are [`WEIGHT_PER_BROKEN`] where nothing else speaks for UTF-8.
///
/// A sequence with question marks in place of continuation bytes counts neither
/// way: some servers' records went through a conversion from windows-1252, in which
/// the bytes 81, 8D, 8F, 90 and 9D are undefined.
pub(super) fn is_damaged_utf_8(bytes: &[u8], weight_per_broken: usize) -> bool {
    let mut weight = 0;
    let mut broken = 0;
    let mut rest = bytes;
    while let Some((&lead, after)) = rest.split_first() {
        rest = after;
        let continuations = match lead {
            0x00..=0x7f => continue,
            0xc2..=0xdf => 1,
            0xe0..=0xef => 2,
            0xf0..=0xf4 => 3,
            _ => 0,
        };
        let present = after
            .iter()
            .take(continuations)
            .take_while(|byte| matches!(**byte, 0x80..=0xbf | b'?'))
            .count();
        let (sequence, after) = after.split_at(present);
        rest = after;
        if continuations == 0 || present < continuations {
            broken += 1;
        } else if !sequence.contains(&b'?') {
            weight += continuations;
        }
    }
    weight > 0 && weight >= broken * weight_per_broken
}

#[cfg(test)]
mod tests {
    use super::{WEIGHT_PER_BROKEN, is_damaged_utf_8 as is_damaged};
    use encoding_rs::{BIG5, EUC_KR, GBK, SHIFT_JIS, WINDOWS_1251, WINDOWS_1252};

    fn is_damaged_utf_8(bytes: &[u8]) -> bool {
        is_damaged(bytes, WEIGHT_PER_BROKEN)
    }

    #[test]
    fn two_whole_chinese_characters_outweigh_one_cut() {
        assert!(is_damaged_utf_8("围棋".as_bytes()));
        assert!(is_damaged_utf_8(b"\xE5\x9B\xB4\xE6\xA3\x8B\xE5\x8C]"));
        assert!(!is_damaged_utf_8(b"\xE6\xA3\x8B\xE5\x8C]"));
        assert!(!is_damaged_utf_8(b"\xE5\x9B\xB4\xE6\xA3\x8B\xE5\x8C]\xFF"));
    }

    #[test]
    fn letters_of_two_bytes_weigh_half() {
        assert!(is_damaged_utf_8(b"\xD0\x98\xD0\xB2\xD0\xB0\xD0\xBD\xD0]"));
        assert!(!is_damaged_utf_8(b"\xD0\x98\xD0\xB2\xD0\xB0\xD0]"));
    }

    #[test]
    fn question_marks_for_bytes_count_neither_way() {
        assert!(is_damaged_utf_8(b"\xE5?\x87\xE7\xBB?\xE3??\xE6\xAE\xB5"));
        assert!(!is_damaged_utf_8(b"\xE5?\x87\xE7\xBB?\xE3??"));
        // With a question mark missing, the character is cut off.
        assert!(!is_damaged_utf_8(b"\xE5?]\xE6\xAE\xB5"));
    }

    #[test]
    fn other_encodings_do_not_look_like_it() {
        for (encoding, text) in [
            (GBK, "围棋是一种古老的游戏"),
            (BIG5, "圍棋是很古老的遊戲"),
            (SHIFT_JIS, "囲碁はとても古いゲームです"),
            (EUC_KR, "바둑은 아주 오래된 놀이이며"),
            (WINDOWS_1251, "очень древняя игра"),
            (WINDOWS_1252, "Größe? Été? Façade"),
        ] {
            assert!(!is_damaged_utf_8(&encoding.encode(text).0), "{text}");
        }
    }
}
