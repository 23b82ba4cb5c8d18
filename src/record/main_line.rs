use super::foreign::Translated;
use super::game::{GameRecord, GameTree};
use super::line_reader::LineReader;
use super::repairs::RepairKind;
use super::text::{Decoded, Scanner};

/// Reads every game tree of a text, or the game of a foreign record, which is the whole
/// text. Syntax errors are tolerated: a record is rejected only if it has no usable main
/// line. Variations and everything after an unreadable move are skipped.
pub fn game_trees(text: &str) -> impl Iterator<Item = GameTree> {
    let foreign = Translated::of(text);
    let sgf = if foreign.is_some() { "" } else { text };
    let foreign = foreign.and_then(|translated| {
        let tree = sgf_trees(&translated.sgf).next()?;
        let mut game = tree.game;
        if let Ok(record) = &mut game {
            translated.settle(record);
        }
        Some(GameTree {
            span: 0..text.len(),
            game,
        })
    });
    foreign.into_iter().chain(sgf_trees(sgf))
}

/// Reads every game tree of a decoded text as [`game_trees`] does, and notes the characters that
/// were cut.
pub fn decoded_trees(decoded: &Decoded<'_>) -> impl Iterator<Item = GameTree> {
    game_trees(&decoded.text).map(|mut tree| {
        let next = decoded.cuts.partition_point(|cut| *cut < tree.span.start);
        let cut = decoded.cuts.get(next).filter(|cut| tree.span.contains(cut));
        if let (Ok(record), Some(&cut)) = (&mut tree.game, cut) {
            record.repairs.note(RepairKind::Encoding, cut, || {
                "a character is cut; the bracket after it ends the text".to_owned()
            });
        }
        tree
    })
}

fn sgf_trees(text: &str) -> impl Iterator<Item = GameTree> {
    let mut scanner = Scanner::new(text);
    std::iter::from_fn(move || {
        let start = scanner.next_game()?;
        let game = LineReader::of_main_line().read(&mut scanner);
        let mut game = game.map(|reader| reader.into_record().0);
        let end = scanner.end_game();
        // The record is read as it will be stored, without the text around it.
        if let (true, Some(own)) = (scanner.is_doubtful(), text.get(start..end)) {
            let mut alone = Scanner::new(own);
            alone.next_game()?;
            game = LineReader::of_main_line().read(&mut alone).map(|reader| {
                let mut record = reader.into_record().0;
                record.shift(|offset| start + offset);
                record
            });
        }
        if let Ok(record) = &mut game {
            note_left_out(record, &scanner);
        }
        Some(GameTree { span: start..end, game })
    })
}

/// Notes that the nodes after the end of a game were left out, if there are any.
pub(super) fn note_left_out(record: &mut GameRecord, after: &Scanner<'_>) {
    if let Some(end) = after.nodes_left_out() {
        record.repairs.note(RepairKind::CutShort, end, || {
            "nodes follow the last parenthesis of the game, and were left out".to_owned()
        });
    }
}

#[cfg(test)]
mod tests;
