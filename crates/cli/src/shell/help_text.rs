//! Help texts as wide as a terminal.

use crate::render::{Text, filled};

/// The most columns of a help text, on a terminal and in a file.
const WIDTH: usize = 79;

/// The longest words that have their description beside them.
pub(super) const MAX_BESIDE: usize = WIDTH / 2;

/// Returns a help text whose long lines are broken between words. A line goes on below the start
/// of its description, which comes after two blanks or more.
pub(super) fn help_text(text: String) -> Text {
    fitted(move |columns| wrapped(&text, columns))
}

/// Returns a help text that `lay_out` makes of the number of columns that it has.
pub(super) fn fitted(lay_out: impl Fn(usize) -> String + Send + Sync + 'static) -> Text {
    Text::fitted(move |look| lay_out(look.columns().min(WIDTH)))
}

fn wrapped(text: &str, columns: usize) -> String {
    text.lines().map(|line| broken(line, columns) + "\n").collect()
}

fn broken(line: &str, columns: usize) -> String {
    let description = line.rfind("  ").map_or(0, |at| at + 2);
    let (head, rest) = line.split_at(description);
    filled(head, rest.split(' '), head.chars().count(), columns).join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_go_on_below_their_description() {
        let long = ["word"; 20].join(" ");
        assert_eq!(
            wrapped(&format!("  --all  {long}\n\n{long}\nshort"), WIDTH),
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
        assert_eq!(
            wrapped(&format!("a  b {long} c"), WIDTH),
            format!("a  b\n   {long}\n   c\n")
        );
    }
}
