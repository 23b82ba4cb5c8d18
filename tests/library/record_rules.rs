//! What the library makes of the habits of programs: a table of small records with the facts that
//! their makers meant.

use crate::record_twin::table::{DIFFERENT, RECORDS, SAME};
use crate::record_twin::{by_library, played_on, written};
use bgo::internal::go::{HashTable, KeyTables};
use bgo::internal::record::{RepairKind, Replayed, decode};

fn keys() -> KeyTables {
    KeyTables::new(HashTable::built_in())
}

#[test]
fn every_record_means_what_its_maker_meant() {
    let mut wrong = Vec::new();
    for (expected, text) in RECORDS
        .iter()
        .flat_map(|(games, texts)| texts.iter().map(move |text| (games, text)))
    {
        let mut games = by_library(text, &keys());
        for facts in games.iter_mut().flatten() {
            // The table does not say which other values are damaged.
            facts.repairs.remove(&RepairKind::Value);
        }
        let games = written(&games);
        if games != *expected {
            wrong.push(format!("{text}\n  is    {games:?}\n  means {expected:?}"));
        }
    }
    let (count, wrong) = (wrong.len(), wrong.join("\n"));
    assert_eq!(count, 0, "of {} records:\n{wrong}", RECORDS.len());
}

#[test]
fn a_game_is_one_game_whatever_its_spelling() {
    let mut wrong = Vec::new();
    for group in SAME {
        let mut contents = group.split_whitespace().map(|text| {
            let text = played_on(text);
            let game = Replayed::first_of(&decode(text.as_bytes()), &keys()).expect("a game");
            (game.content, game.record.info.handicap_stones, text)
        });
        let (content, handicap, first) = contents.next().expect("a first spelling");
        for (other, stones, text) in contents {
            if other != content || stones != handicap {
                wrong.push(format!("{first}\n  has {handicap:?} stones, {stones:?} has {text}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn neighbours_of_a_spelling_stay_other_games() {
    for pair in DIFFERENT {
        let [one, other] = pair.map(|text| {
            Replayed::first_of(&decode(played_on(text).as_bytes()), &keys())
                .expect("a game")
                .content
        });
        assert_ne!(one, other, "{pair:?}");
    }
}
