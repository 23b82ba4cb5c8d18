//! Checks that any bytes can be read as a record, and that the stored record reads
//! the same.

use super::prepare::GameIndexer;
use crate::archive::Member;
use crate::go::{HashTable, KeyTables, Transform};
use crate::record::{
    Action, CanonicalMoves, Decoded, Extent, Format, GameInfo, GameLines, GamePosition, GameRecord, GameTree, Komi,
    PartialDate, Rank, Replayed, Scanner, SgfToken, Variation, as_sgf, comment_text, decoded_trees, game_lines,
    game_trees, parts, portable, replay, without_utf_32,
};
use crate::store::{NewGame, NextCode, RecordCompressor};
use std::cell::RefCell;
use std::ops::ControlFlow;
use std::sync::LazyLock;

static KEYS: LazyLock<KeyTables> = LazyLock::new(|| KeyTables::new(HashTable::built_in()));

thread_local! {
    static INDEXING: RefCell<GameIndexer<'static>> = RefCell::new(GameIndexer {
        keys: &KEYS,
        compressor: RecordCompressor::new(&[]).expect("a compressor"),
    });
}

/// Checks `data` as the bytes of a file.
pub fn check(data: &[u8]) {
    let bytes = without_utf_32(data.to_vec());
    let mut trees = Vec::new();
    let mut end = 0;
    for part in parts(&bytes) {
        assert_eq!(part.start, end);
        end += part.bytes.len();
        assert_eq!(part.decoded.encoding.decode(part.bytes), part.decoded.text);
        let is_cut = |at: &usize| part.decoded.text[*at..].starts_with("\u{FFFD}]");
        assert!(part.decoded.cuts.iter().all(is_cut), "{:?}", part.decoded);
        trees.extend(check_text(&part.decoded));
    }
    assert_eq!(end, bytes.len());
    check_stored(data, &trees);
}

fn check_text(decoded: &Decoded<'_>) -> Vec<GameTree> {
    let text = &*decoded.text;
    let trees: Vec<GameTree> = decoded_trees(decoded).collect();
    let mut end = 0;
    for tree in &trees {
        assert!(end <= tree.span.start && tree.span.start < tree.span.end, "{trees:?}");
        end = tree.span.end;
        let own = text.get(tree.span.clone()).expect("a part of the text");
        let again = game_trees(own).next().expect("the game").game;
        check_lines(own);
        match (&tree.game, again) {
            (Ok(record), Ok(again)) => {
                let inside = |offset: usize| tree.span.start <= offset && offset <= tree.span.end;
                assert!(record.steps.iter().all(|step| inside(step.offset)), "{record:?}");
                assert!(record.repairs.iter().all(|repair| inside(repair.offset)), "{record:?}");
                assert_eq!(positions(record), positions(&again));
                assert_eq!(record.info, again.info);
                check_info(&record.info);
                check_turned(record);
            }
            (game, again) => assert_eq!(game, &again),
        }
    }
    if Format::of(text.as_bytes()) == Format::Sgf {
        check_fast_path(text, &trees);
    }
    let _ = comment_text(text);
    trees
}

/// Puts a line feed before each node, which keeps the reader from its fast path for nodes of one move. Returns
/// `None` if that changes where a value ends, because several brackets may end it.
fn on_slow_path(text: &str) -> Option<String> {
    let slow = text.replace("];", "]\n;");
    (values(&slow) == values(text)).then_some(slow)
}

/// Returns the values of all games without the line feeds of [`on_slow_path`].
fn values(text: &str) -> Vec<String> {
    let mut scanner = Scanner::new(text);
    let mut values = Vec::new();
    while scanner.next_game().is_some() {
        loop {
            while let Some(token) = scanner.next_token() {
                if let SgfToken::Value { raw, .. } = token {
                    values.push(raw.replace("]\n;", "];"));
                }
            }
            if !scanner.close() {
                break;
            }
        }
        scanner.end_game();
    }
    values
}

/// Checks that records read the same on the slow path.
fn check_fast_path(text: &str, trees: &[GameTree]) {
    let line = |tree: &GameTree| {
        let game = tree.game.as_ref().ok()?;
        let actions: Vec<Action> = game.steps.iter().map(|step| step.action.clone()).collect();
        Some((game.size, game.setup.clone(), actions))
    };
    if let Some(slow) = on_slow_path(text) {
        let slow: Vec<_> = game_trees(&slow).map(|tree| line(&tree)).collect();
        assert_eq!(trees.iter().map(line).collect::<Vec<_>>(), slow);
    }
}

/// Checks that the variations of a game tree leave its main line, or lines before them.
fn check_lines(text: &str) {
    let tree = game_trees(text).next().expect("the game");
    let lines = match (game_lines(text).expect("the game"), tree.game) {
        (Ok(lines), Ok(record)) => {
            assert_eq!(lines.main, record);
            lines
        }
        (lines, record) => {
            assert_eq!(lines.err(), record.err());
            return;
        }
    };
    let mut lengths = vec![lines.main.steps.len()];
    for variation in &lines.variations {
        let Variation {
            line,
            after,
            steps,
            comments,
        } = variation;
        assert!(*after <= lengths[*line], "{lines:?}");
        assert!(!steps.is_empty() || !comments.is_empty(), "{lines:?}");
        assert!(comments.is_sorted_by_key(|comment| comment.steps), "{lines:?}");
        assert!(comments.iter().all(|comment| comment.steps <= steps.len()), "{lines:?}");
        // A value that is opened by the last byte begins at the end.
        let inside = tree.span.start..=tree.span.end;
        assert!(steps.iter().all(|step| inside.contains(&step.offset)), "{lines:?}");
        lengths.push(steps.len());
    }
    for transform in Transform::ALL {
        let turned = lines.clone().transformed(transform, true);
        let back = turned.transformed(transform.inverse(), true);
        assert!(back == lines, "{transform:?} of {lines:?}");
    }
    if Format::of(text.as_bytes()) != Format::Sgf {
        check_translation(text, &lines);
        return;
    }
    let shape = |lines: GameLines| {
        let variations = lines.variations.into_iter().map(|variation| {
            let actions: Vec<Action> = variation.steps.into_iter().map(|step| step.action).collect();
            (variation.line, variation.after, actions)
        });
        variations.collect::<Vec<_>>()
    };
    if let Some(slow) = on_slow_path(text) {
        let slow = game_lines(&slow).expect("the game").expect("a game");
        assert_eq!(shape(slow), shape(lines));
    }
}

/// Checks that the SGF of a foreign record is one game tree, which says the same.
fn check_translation(text: &str, lines: &GameLines) {
    let sgf = as_sgf(text.into());
    assert_eq!(Format::of(sgf.as_bytes()), Format::Sgf);
    for sgf in [&*sgf, &portable(text), &portable(&sgf)] {
        let mut trees = game_trees(sgf);
        let translated = trees.next().expect("the game").game.expect("a game");
        assert!(trees.next().is_none(), "{sgf}");
        let said = |record: &GameRecord| {
            let actions: Vec<Action> = record.steps.iter().map(|step| step.action.clone()).collect();
            (
                record.size,
                record.setup.clone(),
                actions,
                record.info.clone(),
                record.comments.clone(),
            )
        };
        assert_eq!(said(&translated), said(&lines.main), "{sgf}");
    }
    assert!(lines.variations.is_empty(), "{sgf}");
}

/// Returns the key, ply and next move of every position as in the index, and the
/// outcome.
fn positions(record: &GameRecord) -> (Vec<(u64, u16, NextCode)>, u16, usize) {
    let mut positions = Vec::new();
    let outcome = replay(record, KEYS.get(record.size), |visit: GamePosition| {
        let next = NextCode::new(visit.next, &visit.canonical);
        assert_eq!(
            next.decode(&visit.canonical).expect("a move").mv().map(|mv| mv.color),
            visit.next.mv().map(|mv| mv.color)
        );
        positions.push((visit.canonical.key.0, visit.ply, next));
    });
    let Extent { moves, steps, .. } = outcome;
    assert_eq!(positions.len(), steps + 1);
    assert!(steps <= record.steps.len());
    let played = record.steps[..steps].iter();
    let played = played.filter(|step| matches!(step.action, Action::Move(_))).count();
    assert_eq!(usize::from(moves), played);
    assert_eq!(positions.last().map(|last| last.1), Some(moves));
    (positions, moves, steps)
}

/// Checks that typed values are in range and read back as they are displayed.
fn check_info(info: &GameInfo) {
    if let Some(date) = info.game_date() {
        assert!(date.first() <= date.last(), "{date:?}");
        for date in [date.first(), date.last()] {
            assert_eq!(date.to_string().parse::<PartialDate>(), Ok(date));
        }
    }
    if let Some(result) = info.game_result() {
        assert_eq!(crate::record::GameResult::parse(&result.to_string()), Some(result));
    }
    if let Some(komi) = info.komi_value() {
        assert_eq!(Komi::from_half_points(komi.half_points()), Some(komi));
        assert_eq!(Komi::parse(&komi.to_string()), Some(komi));
    }
    for rank in info.ranks().into_iter().flatten() {
        assert_eq!(Rank::from_value(rank.value()), Some(rank));
        assert_eq!(Rank::parse(&rank.to_string()), Some(rank));
    }
}

/// Checks that the record turned or mirrored is the same game with the same
/// positions.
fn check_turned(record: &GameRecord) {
    let here = positions(record);
    let content = CanonicalMoves::new(record, here.2);
    assert_eq!(content.count(), usize::from(here.1));
    for t in Transform::ALL {
        let turned = record.clone().transformed(t, false);
        assert_eq!(here, positions(&turned), "{t:?} of {record:?}");
        let other = CanonicalMoves::new(&turned, here.2);
        assert_eq!(content, other, "{t:?} of {record:?}");
        assert_eq!(content.hash(&["a"]), other.hash(&["a"]));
    }
}

/// Checks that the stored games, read again as in a search, have the indexed
/// positions.
fn check_stored(data: &[u8], trees: &[GameTree]) {
    let member = Member {
        path: "a.sgf".to_owned(),
        bytes: data.to_vec(),
    };
    let mut prepared = Vec::new();
    let mut deliver = |game| {
        prepared.push(game);
        ControlFlow::Continue(())
    };
    let flow = INDEXING.with_borrow_mut(|indexer| indexer.prepare(member, &mut deliver).expect("room"));
    assert!(flow.is_continue());
    assert_eq!(prepared.len(), trees.len().max(1));
    let mut last = 0;
    for (number, game) in prepared.iter().enumerate() {
        assert_eq!(game.member_game, number);
        assert!(last <= game.offset && game.offset <= data.len(), "{}", game.offset);
        last = game.offset;
        let record = trees.get(number).map(|tree| &tree.game);
        match (&game.game, record) {
            (Ok(game), Some(Ok(record))) => check_game(game, record, data.len()),
            (Err(_), None | Some(Err(_))) => {}
            _ => panic!("game {number} is there in one of the two only"),
        }
    }
}

fn check_game(game: &NewGame, record: &GameRecord, length: usize) {
    let decoded = game.record.decoded();
    let stored = decoded_trees(&decoded)
        .next()
        .expect("a game tree")
        .game
        .expect("a game");
    assert_eq!(stored.size, game.board_size);
    assert_eq!(stored.info, record.info);
    let (positions, moves, _) = positions(&stored);
    let entries = game.entries.iter();
    let indexed: Vec<_> = entries
        .map(|entry| (entry.key.0, entry.posting.ply, entry.posting.next))
        .collect();
    assert_eq!(positions, indexed);
    assert_eq!(moves, game.moves);
    let replayed = Replayed::first_of(&decoded, &KEYS).expect("a game");
    assert_eq!(replayed.content, game.content);
    assert!(game.repairs.iter().all(|repair| repair.offset <= length));
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn any_foreign_record_is_read_as_its_translation(
            text in prop_oneof![
                r"\\HS\n(\\\[|\\\]|\n|GAMEBLACKNAME=|GAMETAG=|C2009:|,W|,G65|GRLT:3|LINE:|9|\[|\]|\\|;|\(|\\GS\n|STO 0 2 1 |[0-9] |SKI 0 1|INI 0 1 |\\GE|\\RS|REFEXPLAIN=|REFSUSUN=1|x|\x00|é){0,40}",
                r"\[Header\]\n(Size=|9|Hdcp=2,|PlayerB=|Winner=B,|Date=20|Lang=|Crypt=|CoordinateType=IGS|Moves=9|\n|,|\]|\\|;|\(|\[Data\]\n|[A-I][A-I],[BW]1,[0-9]\n|YA,B1|\[Figure\]\n|.Text,1\n|.EndText\n|.Fig|x|\x00|é){0,40}",
                r"(x|\]|\(;)?\n(9|19|77)\n(a 9P|b|\])\n(c|\\)\nd\n[0-9]\n0\n[0-9.]{1,2}\n(PMAA[BW][A-L]{2}|PM|\n|2009|x|\]|\x00|é|;){0,40}",
            ],
        ) {
            check(text.as_bytes());
        }

        #[test]
        fn any_tree_is_read_line_by_line(
            text in r"\(;SZ\[9\]([();\n]|;[BW]\[[a-j][a-j]\]|;|\(;|\)\(;|\)|C\[x\]|A[BWE]\[[a-j]b\]|[BW]?\[cc\]|\[|x){0,60}",
        ) {
            check(text.as_bytes());
        }
    }
}
