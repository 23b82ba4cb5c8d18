use super::foreign::Translated;
use super::game::GameTree;
use super::line_reader::LineReader;
use super::text::Scanner;

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

fn sgf_trees(text: &str) -> impl Iterator<Item = GameTree> {
    let mut scanner = Scanner::new(text);
    std::iter::from_fn(move || {
        let start = scanner.next_game()?;
        let game = LineReader::of_main_line()
            .read(&mut scanner)
            .map(LineReader::into_record);
        let end = scanner.end_game();
        Some(GameTree { span: start..end, game })
    })
}

#[cfg(test)]
mod tests;
