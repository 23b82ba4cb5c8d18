use crate::record::foreign::game::ForeignGame;

/// The text about the moves: `.Text,12` begins a comment on the position after 12 moves,
/// `.EndText` ends it. Diagrams, from `.Fig` to `.EndFig`, are skipped.
#[derive(Default)]
pub(super) struct Figure {
    /// The number of moves before the comment, if one is open.
    moves: Option<usize>,
    in_diagram: bool,
}

impl Figure {
    /// Returns whether a comment is open, in which brackets may begin a line.
    pub const fn is_in_text(&self) -> bool {
        self.moves.is_some()
    }

    /// Reads a line.
    pub fn read_line(&mut self, game: &mut ForeignGame, line: &str, offset: usize) {
        if line.starts_with(".EndFig") {
            self.in_diagram = false;
        } else if line.starts_with(".Fig") {
            self.in_diagram = true;
        } else if self.in_diagram {
        } else if line.starts_with(".EndText") {
            self.moves = None;
        } else if let Some(rest) = line.strip_prefix(".Text") {
            let number = rest.trim_start_matches(',').split(',').next().unwrap_or_default();
            self.moves = Some(number.trim().parse().unwrap_or(0));
        } else if let (Some(moves), false) = (self.moves, line.starts_with(".#")) {
            game.comment(moves, line, offset);
        }
    }
}
