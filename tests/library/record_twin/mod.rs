//! The reading of records, written a second time: slow, and as the rules say it. Both readers
//! must find the same games in small records, random ones and real ones.

mod beginning;
mod compare;
mod facts;
mod line;
mod made_up;
mod syntax;
pub mod table;

pub use facts::{Facts, begins_as_written, by_library, slowly};

pub fn written(games: &[Option<Facts>]) -> Vec<String> {
    let game = |facts: &Option<Facts>| facts.as_ref().map_or_else(|| "-".to_owned(), Facts::to_string);
    games.iter().map(game).collect()
}

/// Returns a record with forty more moves, White's first: the points of whole rows, on which no
/// record of the table has a stone.
pub fn played_on(record: &str) -> String {
    let lines = slowly(record)[0].as_ref().expect("a game").lines;
    let letter = |line: usize| char::from(b'a' + line as u8);
    let moves = (0..40).map(|number| {
        let player = ["W", "B"][number % 2];
        format!(";{player}[{}{}]", letter(number % lines), letter(4 + number / lines))
    });
    let end = record.trim_end_matches(')').len();
    let (start, parentheses) = record.split_at(end);
    format!("{start}{}{parentheses}", moves.collect::<String>())
}

#[test]
fn the_twin_knows_one_game_in_all_its_spellings() {
    let game = |text: &str| {
        let facts = slowly(&played_on(text))[0].clone().expect("a game");
        (facts.setup, facts.steps, facts.handicap, facts.last)
    };
    for group in table::SAME {
        let games: Vec<_> = group.split_whitespace().map(game).collect();
        assert!(games.iter().all(|other| *other == games[0]), "{group}: {games:?}");
    }
    for [one, other] in table::DIFFERENT {
        assert_ne!(game(one), game(other), "{one} {other}");
    }
}

#[test]
fn the_twin_reads_what_the_makers_meant() {
    for (games, texts) in table::RECORDS {
        for text in *texts {
            assert_eq!(written(&slowly(text)), *games, "{text}");
        }
    }
}
