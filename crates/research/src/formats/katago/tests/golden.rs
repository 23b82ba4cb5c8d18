//! Rows against those of KataGo's own encoder, which stand beside the checkout.

use super::super::row::{KatagoRow, PLANES};
use super::super::{KatagoGame, RuleSet};
use super::rows_where;
use bgo::internal::archive::{ArchiveItem, open};
use bgo::internal::go::Color;
use bgo::internal::record::{Action, decode, game_trees};
use flate2::read::GzDecoder;
use serde::Deserialize;
use sha2::{Digest, Sha256};
use std::collections::HashMap;
use std::fs::File;
use std::io::{BufRead, BufReader};

const SIDE: usize = 19;

/// A row of KataGo's encoder.
#[derive(Deserialize)]
struct Expected {
    archive: String,
    member: String,
    ply: usize,
    /// The komi and the stones of setup that the encoder was given.
    komi: f32,
    setup: f32,
    #[serde(rename = "global")]
    globals: Vec<f32>,
    /// For each plane, the first digits of a hash of its packed bytes.
    planes: Vec<String>,
}

/// Returns the first digits of the hash of each plane.
fn hashes(row: &KatagoRow) -> Vec<String> {
    let hash = |plane: usize| {
        let mut bytes = [0_u8; (SIDE * SIDE).div_ceil(8)];
        for point in row.planes[plane].iter() {
            bytes[point / 8] |= 0x80 >> (point % 8);
        }
        let digest = Sha256::digest(bytes);
        digest[..4].iter().map(|byte| format!("{byte:02x}")).collect()
    };
    (0..PLANES).map(hash).collect()
}

/// Checks the rows of a game. Returns the planes of ladders that differ.
fn compare(name: &str, bytes: &[u8], expected: &Expected) -> Vec<usize> {
    let text = decode(bytes).text;
    let mut record = game_trees(&text).next().expect("a tree").game.expect("a game");
    // The encoder was given the stones and the komi that are written.
    if expected.setup == 0.0 {
        record.setup.clear();
    }
    let mut game = KatagoGame::new(record, RuleSet::Japanese, SIDE).expect("a game to use");
    game.komi = expected.komi;
    let found = rows_where(&game, |ply| ply == expected.ply);
    let [row] = &found[..] else { panic!("{name}") };
    let to_move = game.actions.iter().filter_map(Action::played).nth(expected.ply);
    let for_player = match to_move.expect("a move").color {
        Color::White => expected.setup,
        Color::Black => -expected.setup,
    };
    for (number, (is, &should)) in row.globals.iter().zip(&expected.globals).enumerate() {
        let should = match number {
            // The Python code counts stones of setup among the moves, and was given a komi with them:
            // twice what `cpp/game/boardhistory.cpp` counts.
            5 => should - for_player / 20.0,
            // It is told whether a pass would end the game.
            14 => continue,
            _ => should,
        };
        assert!(
            (is - should).abs() < 1e-5,
            "{name}: number {number} is {is}, not {should}"
        );
    }
    let hashes = hashes(row);
    let different = (0..PLANES).filter(|&plane| hashes[plane] != expected.planes[plane]);
    let (ladders, others): (Vec<usize>, Vec<usize>) = different.partition(|plane| (14..18).contains(plane));
    assert!(others.is_empty(), "{name}: planes {others:?}");
    ladders
}

#[test]
fn rows_are_those_of_katago() {
    let Some(path) = testkit::golden("katago/rows.jsonl.gz") else {
        return;
    };
    let lines = BufReader::new(GzDecoder::new(File::open(path).expect("a file"))).lines();
    let mut expected: HashMap<String, HashMap<String, Vec<Expected>>> = HashMap::new();
    for line in lines {
        let row: Expected = serde_json::from_str(&line.expect("text")).expect("a row");
        let archive = expected.entry(row.archive.clone()).or_default();
        archive.entry(row.member.clone()).or_default().push(row);
    }
    let (mut compared, mut ladders) = (0, Vec::new());
    for (archive, mut members) in expected {
        let Some(path) = testkit::corpus(&archive) else { return };
        for item in open(&path).expect("an archive") {
            let ArchiveItem::Record(member) = item.expect("a whole archive") else {
                continue;
            };
            for expected in members.remove(&member.path).unwrap_or_default() {
                let name = format!("{} {}", member.path, expected.ply);
                for plane in compare(&name, &member.bytes, &expected) {
                    ladders.push(format!("{name}: {plane}"));
                }
                compared += 1;
            }
        }
        assert!(members.is_empty(), "{:?}", members.keys());
    }
    assert_eq!(compared, 835);
    // Black can take a ko in this one. KataGo's engine (v1.17.2, `iterLadders` in
    // `cpp/neuralnet/nninputs.cpp`) gives the row of this crate; the Python code differs.
    assert_eq!(ladders, ["tygem/2011-09/465314488.sgf 120: 14"]);
}
