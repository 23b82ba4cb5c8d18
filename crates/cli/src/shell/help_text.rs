//! Help texts as wide as a terminal.

use crate::render::filled;

/// The most columns of a help text. A terminal has 80 at least.
pub(super) const WIDTH: usize = 79;

/// The longest words that have their description beside them.
pub(super) const MAX_BESIDE: usize = WIDTH / 2;

/// Breaks long lines between words. A line goes on below the start of its description, which
/// comes after two blanks or more.
pub(super) fn wrapped(text: &str) -> String {
    text.lines().map(|line| broken(line) + "\n").collect()
}

fn broken(line: &str) -> String {
    let description = line.rfind("  ").map_or(0, |at| at + 2);
    let (head, rest) = line.split_at(description);
    filled(head, rest.split(' '), head.chars().count(), WIDTH).join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_go_on_below_their_description() {
        let long = ["word"; 20].join(" ");
        assert_eq!(
            wrapped(&format!("  --all  {long}\n\n{long}\nshort")),
            format!(
                "  --all  {}\n         {}\n\n{}\n{}\nshort\n",
                ["word"; 14].join(" "),
                ["word"; 6].join(" "),
                ["word"; 16].join(" "),
                ["word"; 4].join(" ")
            )
        );
    }

    #[test]
    fn a_word_that_is_too_long_has_a_line_of_its_own() {
        let long = "x".repeat(100);
        assert_eq!(wrapped(&format!("a  b {long} c")), format!("a  b\n   {long}\n   c\n"));
    }
}
