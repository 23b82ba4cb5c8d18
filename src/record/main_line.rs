use super::game::GameTree;
use super::line_reader::LineReader;
use super::text::Scanner;

/// Reads every game tree of a text. Syntax errors are tolerated: a record is
/// rejected only if it has no usable main line. Variations and everything after an
/// unreadable move are skipped.
pub fn game_trees(text: &str) -> impl Iterator<Item = GameTree> {
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
