use super::foreign::Translated;
use super::game::{GameRecord, GameTree, Rejection};
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
        let read = |scanner: &mut Scanner<'_>| {
            let reader = LineReader::of_main_line().read(scanner)?;
            Ok(reader.into_record().0)
        };
        let (game, end) = read_game(&mut scanner, start, read, |record, offset| record.map_offsets(offset));
        let game = game.map(|mut record| {
            note_left_out(&mut record, &scanner);
            record
        });
        Some(GameTree { span: start..end, game })
    })
}

/// Reads the game that begins at `start`, and returns it and its end. If what follows the game may
/// affect how it is read, it is read as it will be stored, without the text around it; `shift` then
/// moves its places.
pub(super) fn read_game<'a, T>(
    scanner: &mut Scanner<'a>,
    start: usize,
    read: impl Fn(&mut Scanner<'a>) -> Result<T, Rejection>,
    shift: impl FnOnce(&mut T, &dyn Fn(usize) -> usize),
) -> (Result<T, Rejection>, usize) {
    let mut game = read(scanner);
    let end = scanner.end_game();
    if scanner.is_doubtful() {
        let mut alone = scanner.of_game(start, end);
        alone.next_game();
        game = read(&mut alone);
        if let Ok(game) = &mut game {
            shift(game, &|offset| start + offset);
        }
    }
    (game, end)
}

/// Notes what a game that was read has beside its values, what follows it and belongs to none, and that
/// its end is missing.
pub(super) fn note_left_out(record: &mut GameRecord, after: &Scanner<'_>) {
    if let Some(stray) = after.stray() {
        let reason = || "a ] closes nothing, and was passed over with the words before it".to_owned();
        record.repairs.note(RepairKind::Bracket, stray, reason);
    }
    if let Some(end) = after.left_out() {
        record.repairs.note(RepairKind::CutShort, end, || {
            "nodes or values follow the last parenthesis of the game, and were left out".to_owned()
        });
    }
    if let Some(end) = after.cut() {
        let reason = || "the record ends before the last parenthesis of the game".to_owned();
        record.repairs.note(RepairKind::CutShort, end, reason);
    }
}

#[cfg(test)]
mod tests;
