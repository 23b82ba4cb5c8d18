use super::foreign::translated;
use super::game::{Comment, GameRecord, Rejection, Step, turn_steps};
use super::line_reader::{LineLimits, LineReader};
use super::main_line::{note_left_out, read_game};
use super::text::Scanner;
use crate::go::Transform;

const ALLOWANCE: LineLimits = LineLimits {
    steps: 20_000,
    placed: 1 << 18,
    comments: 20_000,
    comment_bytes: 1 << 20,
};

/// A record with its variations: the whole game tree, as lines of which each leaves an
/// earlier one. Steps are as written; a replay tells how far each line can be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameLines {
    /// The main line and the information about the game, exactly as
    /// [`game_trees`](super::game_trees) reads them.
    pub main: GameRecord,
    /// The variations, in the order of the text. The lines that they leave come before them.
    pub variations: Vec<Variation>,
    /// True if variations were left out because the record has more than 20,000 steps outside
    /// the main line, setup there of more than 262,144 points, or more than 1 MiB or 20,000
    /// of comments there.
    pub truncated: bool,
}

/// A line of a record other than the main line: a sequence of steps instead of those of an
/// earlier line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variation {
    /// The line that the variation leaves: 0 is the main line, 1 the first variation, and so
    /// on.
    pub line: usize,
    /// The number of steps of that line before the variation.
    pub after: usize,
    /// The steps, as far as they can be read.
    pub steps: Vec<Step>,
    /// The comments, in order. Those before the first step are about no other line.
    pub comments: Vec<Comment>,
}

/// Adds the place at which lines begin that have not ended, and the number of these lines. Thousands that
/// begin at one place take one entry. A place is the number of a line and that of the steps before it.
fn push_fork(open: &mut Vec<((usize, usize), usize)>, place: (usize, usize), lines: usize) {
    match open.last_mut() {
        _ if lines == 0 => {}
        Some((last, open)) if *last == place => *open += lines,
        _ => open.push((place, lines)),
    }
}

/// Adds the places at which variations leave a line that begins at `begin`.
fn push_forks_of(open: &mut Vec<((usize, usize), usize)>, line: &LineReader<'_>, number: usize, begin: (usize, usize)) {
    push_fork(open, begin, line.forks_before);
    for &(steps, variations) in &line.forks {
        push_fork(open, (number, steps), variations);
    }
}

/// Leaves the innermost place: one of its lines has ended.
fn leave_fork(open: &mut Vec<((usize, usize), usize)>) -> Option<(usize, usize)> {
    let (place, lines) = open.last_mut()?;
    let place = *place;
    *lines -= 1;
    if *lines == 0 {
        open.pop();
    }
    Some(place)
}

/// Reads the first game tree of a text with all its variations. Returns `None` if there is
/// no game tree.
///
/// A line ends at a move that is no point of the board, and so do the variations that leave
/// it after this move. Property values other than moves, setup and comments count on the
/// main line only.
pub fn game_lines(text: &str) -> Option<Result<GameLines, Rejection>> {
    let foreign = translated(text);
    let sgf = foreign.as_ref().map_or(text, |translated| &translated.sgf);
    let mut scanner = Scanner::new(sgf);
    let start = scanner.next_game()?;
    let (mut lines, _) = read_game(&mut scanner, start, read_lines);
    if let Ok(lines) = &mut lines {
        note_left_out(&mut lines.main, &scanner);
    }
    // A foreign record has no variations.
    if let (Some(translated), Ok(lines)) = (&foreign, &mut lines) {
        translated.settle(&mut lines.main);
    }
    Some(lines)
}

fn read_lines(scanner: &mut Scanner<'_>) -> Result<GameLines, Rejection> {
    let reader = LineReader::of_main_line().read(scanner)?;
    let mut open = Vec::new();
    push_forks_of(&mut open, &reader, 0, (0, 0));
    reader.skip_rest(scanner);
    let (main, mut beginning) = reader.into_record();
    let mut lines = GameLines {
        main,
        variations: Vec::new(),
        truncated: false,
    };
    let mut left = ALLOWANCE;
    while !lines.truncated
        && scanner.close()
        && let Some((line, after)) = leave_fork(&mut open)
    {
        let reader = LineReader::of_variation(lines.main.size, left).read(scanner)?;
        push_forks_of(&mut open, &reader, lines.variations.len() + 1, (line, after));
        reader.skip_rest(scanner);
        lines.truncated = reader.is_cut;
        if !reader.is_empty() {
            left = reader.allowance_left();
            let mut variation = Variation {
                line,
                after,
                steps: reader.steps,
                comments: reader.comments,
            };
            if line == 0 {
                let placed = beginning.move_variation(&lines.main, &mut variation);
                lines.truncated |= placed > left.placed;
                left.placed = left.placed.saturating_sub(placed);
            }
            lines.variations.push(variation);
        }
    }
    Ok(lines)
}

impl GameLines {
    /// Returns the lines as transformed by `transform`, with the colours exchanged if
    /// `swapped`. Information and comments do not change.
    #[must_use]
    pub fn transformed(mut self, transform: Transform, swapped: bool) -> Self {
        for variation in &mut self.variations {
            turn_steps(&mut variation.steps, transform, swapped, self.main.size);
        }
        self.main = self.main.transformed(transform, swapped);
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::{Action, game_trees};

    fn lines(text: &str) -> GameLines {
        let lines = game_lines(text).expect("a tree").expect("a game");
        let main = game_trees(text).next().expect("a tree").game;
        assert_eq!(Ok(&lines.main), main.as_ref(), "{text}");
        lines
    }

    fn steps(steps: &[Step]) -> String {
        let steps = steps.iter().map(|step| match &step.action {
            Action::Setup(changes) => format!("+{}", changes.len()),
            Action::Move(mv) => mv.target(),
        });
        steps.collect::<Vec<_>>().join(" ")
    }

    fn variations(text: &str) -> Vec<String> {
        let variation = |variation: &Variation| {
            let Variation { line, after, .. } = variation;
            let comments = variation.comments.iter();
            let comments: String = comments
                .map(|comment| format!(" {}:{}", comment.steps, comment.text))
                .collect();
            format!("{line}/{after} {}{comments}", steps(&variation.steps))
        };
        lines(text).variations.iter().map(variation).collect()
    }

    #[test]
    fn variations_leave_the_lines_before_them() {
        for (text, expected) in [
            (
                "(;SZ[9];B[aa](;W[bb](;B[cc])(;B[dd];AB[ee][ff]C[x]))(;W[gg](;B[hh])(;B[ii])))",
                &["0/2 dd +2 2:x", "0/1 gg hh", "2/1 ii"][..],
            ),
            ("(;SZ[9](;B[aa])(;B[bb])(;B[cc]))", &["0/0 bb", "0/0 cc"]),
            ("(;SZ[9];B[aa];W[bb])(;B[cc])", &[]),
            // Those that leave the setup begin with what they change.
            (
                "(;SZ[9]AB[aa](;AB[bb]AE[aa](;AW[cc](;B[dd];W[ee])(;W[ff]))(;W[gg]C[x]))(;W[hh]))",
                &["0/0 ff", "0/0 +1 gg 2:x", "0/0 +3 hh"],
            ),
            // Nodes without steps begin no line.
            (
                "(;SZ[9];B[aa](;W[bb])(;)()(;(;;(;W[cc])(;W[dd]))(;W[ee])))",
                &["0/1 cc", "0/1 dd", "0/1 ee"],
            ),
            (
                "(;SZ[9];B[aa](;W[bb])(;C[x](;W[cc])(;W[dd])))",
                &["0/1 cc 0:x", "1/0 dd"],
            ),
            // The comment is about one of two variations.
            (
                "(;SZ[9];B[aa](;W[bb])(;(;C[x];W[cc])(;W[dd])))",
                &["0/1 cc 0:x", "0/1 dd"],
            ),
            // What follows an unreadable move is left out.
            (
                "(;SZ[9];B[aa](;W[zz];B[bb](;W[cc])(;W[dd]))(;W[ee](;B[zz](;W[ff])(;W[gg]))(;B[hh])))",
                &["0/1 ee", "1/1 hh"],
            ),
            ("(;SZ[9];B[aa](;W[bb];B[zz]()(;W[cc]))(;W[dd]))", &["0/1 dd"]),
            // Broken trees are read as far as they go.
            ("(;SZ[9];B[aa](;W[bb])(;W[cc", &["0/1 cc"]),
            ("(;SZ[9];B[aa](;W[bb]);W[cc];B[dd])", &["0/1 cc dd"]),
            (";SZ[9];B[aa](;W[bb])(;W[cc])", &["0/1 cc"]),
            ("(;SZ[9];B[aa](W[bb])(W[cc];B[dd]))", &["0/2 cc dd"]),
            // A value that the last byte opens is no move.
            ("(;SZ[9]C[x]C[x](;B[bb]);B[aa][", &["0/0 aa"]),
        ] {
            assert_eq!(variations(text), expected, "{text}");
        }
        assert_eq!(game_lines("no game"), None);
        assert!(matches!(game_lines("(;SZ[21])"), Some(Err(Rejection::Size(_)))));
    }

    #[test]
    fn what_variations_change_of_the_setup_is_a_part_of_the_limit() {
        let moves = "(;W[qq])".repeat(2000);
        let lines = lines(&format!("(;SZ[19](;AB[aa:ss];AE[jj];W[jj]){moves})"));
        let placed = lines.variations.iter().flat_map(|variation| &variation.steps);
        let placed: usize = placed
            .map(|step| match &step.action {
                Action::Setup(changes) => changes.len(),
                Action::Move(_) => 0,
            })
            .sum();
        assert!(lines.truncated && placed < (1 << 18) + 400, "{placed}");
    }

    #[test]
    fn values_of_variations_say_nothing_about_the_game() {
        let lines = lines("(;SZ[9]PB[a];B[aa](;W[bb])(;W[cc]SZ[21]GM[2]PB[b]PW[c]))");
        assert_eq!(
            (lines.main.info.black.as_str(), lines.main.info.white.as_str()),
            ("a", "")
        );
        assert_eq!(lines.variations.len(), 1);
    }

    #[test]
    fn turned_lines_turn_all_their_steps() {
        let turned = lines("(;SZ[9];B[ba](;W[cc])(;W[dc];AB[ec]))").transformed(Transform::ALL[1], true);
        assert_eq!(steps(&turned.main.steps), "ha gc");
        let Action::Setup(changes) = &turned.variations[0].steps[1].action else {
            panic!("is setup");
        };
        assert_eq!(changes[0].1.map(|color| color.letter()), Some('W'));
        assert_eq!(steps(&turned.variations[0].steps), "fc +1");
    }

    #[test]
    fn trees_without_end_are_cut() {
        let many = |variation: &str, times: usize| format!("(;SZ[19];B[aa]{})", variation.repeat(times));
        for (text, read) in [
            (many("(;W[])", ALLOWANCE.steps + 2), ALLOWANCE.steps),
            (
                many(&format!("(;W[]{})", ";B[]".repeat(ALLOWANCE.steps)), 2),
                ALLOWANCE.steps,
            ),
            (many("(;AB[aa:ss])", 1000), ALLOWANCE.placed / 361),
        ] {
            let lines = lines(&text);
            let steps: usize = lines.variations.iter().map(|variation| variation.steps.len()).sum();
            assert!(lines.truncated);
            assert_eq!(steps, read);
        }
        let comment = format!("(;W[]C[{}])", "x".repeat(1 << 18));
        let cut = lines(&many(&comment, 10));
        let comments = cut.variations.iter().flat_map(|variation| &variation.comments);
        let bytes: usize = comments.map(|comment| comment.text.len()).sum();
        assert_eq!((cut.truncated, bytes), (true, ALLOWANCE.comment_bytes));
        assert!(!lines(&many("(;W[])", ALLOWANCE.steps + 1)).truncated);
    }

    #[test]
    fn depth_and_emptiness_take_no_room() {
        let deep = format!("(;SZ[9];B[aa]{}W[bb]{}", "(;".repeat(1 << 20), ")(;W[cc])".repeat(3));
        assert_eq!(variations(&deep), ["0/1 cc"; 3]);
        let mut open = Vec::new();
        (0..1 << 20).for_each(|_| push_fork(&mut open, (0, 0), 1));
        assert_eq!(open.len(), 1);
        let empty = format!("(;SZ[9];B[aa]{}(;W[cc]))", "(;)(;;()) ".repeat(1 << 18));
        let empty = lines(&empty);
        assert_eq!(
            (steps(&empty.main.steps), empty.variations.len()),
            ("aa cc".to_owned(), 0)
        );
    }
}
