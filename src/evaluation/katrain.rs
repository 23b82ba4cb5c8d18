//! The property `KT` of KaTrain. Source: `katrain/core/game_node.py` (`analysis_dumps`) of
//! github.com/sanderland/katrain.
//!
//! It has three values, each compressed by gzip and written in base 64. The third is a JSON
//! document: `root` has the results of the position, and `moves` those of moves by their
//! names, with the fields of KataGo's responses. All numbers are Black's.

use super::katago::Info;
use super::numbers::{Lack, Numbers};
use crate::go::{BoardSize, Color};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use flate2::bufread::GzDecoder;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::io::Read;

/// The most bytes of the documents of one record. KaTrain writes some 50,000 for a position.
const MAX_INFLATED: u64 = 128 << 20;

/// The most bytes of a document.
const MAX_DOCUMENT: u64 = 4 << 20;

/// The bytes that the documents of one record have taken so far.
#[derive(Default)]
pub(super) struct Inflation(u64);

/// The fields of a document that matter here.
#[derive(Deserialize)]
struct Document {
    root: Option<Info>,
    #[serde(default)]
    moves: BTreeMap<String, Info>,
}

/// Reads the third value.
pub(super) fn read_katrain(raw: &str, size: BoardSize, inflation: &mut Inflation) -> Result<Numbers, Lack> {
    let bytes = unpack(raw, inflation).ok_or(Lack::Unreadable)?;
    let document: Document = serde_json::from_slice(&bytes).map_err(|_| Lack::Unreadable)?;
    let root = document.root.ok_or(Lack::Nothing)?;
    let evaluation = root.evaluation(Color::Black).ok_or(Lack::Unreadable)?;
    let moves = document.moves.values();
    let moves = moves.filter_map(|info| info.evaluated_move(size, Color::Black));
    Ok((evaluation, moves.collect()))
}

fn unpack(raw: &str, inflation: &mut Inflation) -> Option<Vec<u8>> {
    let letters: String = raw.split_whitespace().collect();
    let packed = STANDARD.decode(letters).ok()?;
    let most = MAX_DOCUMENT.min(MAX_INFLATED.saturating_sub(inflation.0));
    let mut bytes = Vec::new();
    let read = GzDecoder::new(packed.as_slice()).take(most + 1).read_to_end(&mut bytes);
    inflation.0 += bytes.len() as u64;
    (read.is_ok() && bytes.len() as u64 <= most).then_some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluation::Evaluation;
    use flate2::Compression;
    use flate2::write::GzEncoder;
    use std::io::Write;

    /// Encodes a document as KaTrain does.
    fn encoded(document: &str) -> String {
        let mut packer = GzEncoder::new(Vec::new(), Compression::default());
        packer.write_all(document.as_bytes()).expect("room");
        STANDARD.encode(packer.finish().expect("room"))
    }

    fn read(document: &str) -> Result<Numbers, Lack> {
        read_katrain(&encoded(document), BoardSize::MAX, &mut Inflation::default())
    }

    #[test]
    fn all_numbers_are_blacks() {
        let document = r#"{"moves": {
            "Q16": {"move": "Q16", "order": 0, "visits": 300, "winrate": 0.55, "scoreLead": 0.75, "pv": ["Q16"]},
            "pass": {"move": "pass", "order": 999, "visits": 1, "winrate": 0.05, "scoreLead": -9.5}},
            "root": {"winrate": 0.5321, "scoreLead": 0.4, "visits": 500, "currentPlayer": "B"},
            "completed": true}"#;
        let (evaluation, moves) = read(document).expect("is read");
        let of = |rate, lead, visits| Evaluation::of(Color::Black, rate, Some(lead), Some(visits)).expect("in range");
        assert_eq!(evaluation, of(0.5321, 0.4, 500));
        let moves: Vec<_> = moves
            .iter()
            .map(|(point, found)| (point.map(|point| point.to_string()), *found))
            .collect();
        assert_eq!(moves[0], (Some("pd".to_owned()), of(0.55, 0.75, 300)));
        assert_eq!(moves[1], (None, of(0.05, -9.5, 1)));
    }

    #[test]
    fn a_position_without_results_has_nothing_and_damage_is_unreadable() {
        assert_eq!(read(r#"{"moves": {}, "root": null}"#), Err(Lack::Nothing));
        assert_eq!(read("{"), Err(Lack::Unreadable));
        assert_eq!(read(r#"{"root": {"winrate": 5}}"#), Err(Lack::Unreadable));
        let whole = encoded(r#"{"root": {"winrate": 0.5}}"#);
        for raw in ["", "?", "AAAA", &whole[..whole.len() / 2]] {
            let found = read_katrain(raw, BoardSize::MAX, &mut Inflation::default());
            assert_eq!(found, Err(Lack::Unreadable), "{raw}");
        }
    }

    #[test]
    fn documents_that_unpack_to_much_are_not_read() {
        let blanks = |bytes: u64| encoded(&(" ".repeat(bytes as usize) + r#"{"root": {"winrate": 0.5}}"#));
        let mut inflation = Inflation::default();
        let mut read = |raw: &str| read_katrain(raw, BoardSize::MAX, &mut inflation).is_ok();
        assert!(!read(&blanks(MAX_DOCUMENT)));
        let fits = blanks(MAX_DOCUMENT - 100);
        let documents = (0..64).take_while(|_| read(&fits)).count() as u64;
        assert!((MAX_INFLATED / MAX_DOCUMENT - 2..=MAX_INFLATED / MAX_DOCUMENT).contains(&documents));
    }
}
