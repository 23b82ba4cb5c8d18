use bgo::query::{Limits, PatternOptionError, PatternOptions};
use clap::Args;
use std::io::{self, ErrorKind, Read};

/// The heading of the options in a help text. That of a whole struct would go on for
/// the arguments after it.
const HEADING: &str = "Options of patterns";

/// The options of a search for a pattern.
#[derive(Args, Clone, Copy, Debug, Default)]
pub struct PatternOptionArgs {
    /// Only in its own colours, not with the colours exchanged
    #[arg(long, help_heading = HEADING)]
    fixed_colors: bool,
    /// Only at its own place, neither slid nor turned
    #[arg(long, help_heading = HEADING)]
    in_place: bool,
    /// Also against edges that the pattern does not touch
    #[arg(long, help_heading = HEADING)]
    touching: bool,
    /// Only answers of this colour: X (black), O (white) or any
    #[arg(long, help_heading = HEADING, value_name = "X|O|any", value_parser = next)]
    next: Option<Limits>,
    /// Only patterns that begin to stand after this many moves
    #[arg(long, help_heading = HEADING, value_name = "RANGE", value_parser = at)]
    at: Option<Limits>,
    /// Only patterns that stand for at least this many moves
    #[arg(long, help_heading = HEADING, value_name = "MOVES", value_parser = stood)]
    stood: Option<Limits>,
    /// Only answers without a move elsewhere before them
    #[arg(long, help_heading = HEADING)]
    direct: bool,
    /// Nothing is played elsewhere during the sequence
    #[arg(long, help_heading = HEADING)]
    strict: bool,
}

impl PatternOptionArgs {
    /// Returns the options as the library takes them.
    #[must_use]
    pub fn options(&self) -> PatternOptions {
        let read = |limits: Option<Limits>| limits.unwrap_or_default();
        PatternOptions {
            fixed_colors: self.fixed_colors,
            in_place: self.in_place,
            touching: self.touching,
            limits: Limits {
                next: read(self.next).next,
                at: read(self.at).at,
                stood: read(self.stood).stood,
                direct: self.direct,
                strict: self.strict,
            },
        }
    }

    /// Returns the first option that was given, to name it where there is no pattern.
    #[must_use]
    pub fn given(&self) -> Option<&'static str> {
        let options = [
            ("--fixed-colors", self.fixed_colors),
            ("--in-place", self.in_place),
            ("--touching", self.touching),
            ("--next", self.next.is_some()),
            ("--at", self.at.is_some()),
            ("--stood", self.stood.is_some()),
            ("--direct", self.direct),
            ("--strict", self.strict),
        ];
        options
            .into_iter()
            .find(|(_, is_given)| *is_given)
            .map(|(name, _)| name)
    }
}

fn next(text: &str) -> Result<Limits, PatternOptionError> {
    let mut limits = Limits::default();
    limits.set_next(text).map(|()| limits)
}

fn at(text: &str) -> Result<Limits, PatternOptionError> {
    let mut limits = Limits::default();
    limits.set_at(text).map(|()| limits)
}

fn stood(text: &str) -> Result<Limits, PatternOptionError> {
    let mut limits = Limits::default();
    limits.set_stood(text).map(|()| limits)
}

/// The maximum number of bytes of a diagram. The largest one with blanks has fewer than a
/// thousand.
const MAX_DIAGRAM: u64 = 64 << 10;

/// Reads the text of a diagram. Fails with [`ErrorKind::InvalidData`] if it is not text in
/// UTF-8 or too long for a diagram.
pub fn diagram_text(file: impl Read) -> io::Result<String> {
    let mut bytes = Vec::new();
    file.take(MAX_DIAGRAM + 1).read_to_end(&mut bytes)?;
    let invalid = |reason| io::Error::new(ErrorKind::InvalidData, reason);
    if bytes.len() as u64 > MAX_DIAGRAM {
        return Err(invalid("it is longer than any diagram"));
    }
    String::from_utf8(bytes).map_err(|_| invalid("it is not text in UTF-8"))
}

/// Returns whether a text that is no diagram was meant as the name of a file: it has an
/// ending such as `.txt`, or a letter that is no sign, and nothing that names seldom have.
#[must_use]
pub fn looks_like_name(text: &str) -> bool {
    let name = text.trim_start_matches("../");
    if name.contains("..") || name.contains(['|', '*', '#', '?', '\n']) {
        return false;
    }
    let has_ending = name.rsplit_once('.').is_some_and(|(_, ending)| {
        ending.len() > 1
            && ending.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit())
            && ending.contains(|c: char| c.is_alphabetic() && !matches!(c, 'x' | 'o'))
    });
    let is_sign = |c: char| c.is_ascii_lowercase() || matches!(c, 'X' | 'O');
    has_ending || name.contains(|c: char| c.is_alphabetic() && !is_sign(c))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::options_text;
    use clap::Parser;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        options: PatternOptionArgs,
    }

    fn read(line: &str) -> Result<PatternOptions, String> {
        let words = ["bgo"].into_iter().chain(line.split_whitespace());
        let line = Line::try_parse_from(words).map_err(|error| error.to_string())?;
        Ok(line.options.options())
    }

    #[test]
    fn without_options_nothing_special_is_asked() {
        assert_eq!(read(""), Ok(PatternOptions::default()));
        assert_eq!(read("--next any --at .. --stood 1"), Ok(PatternOptions::default()));
        assert_eq!(options_text(&PatternOptions::default()), "");
    }

    #[test]
    fn options_are_shown_as_they_were_typed() {
        for line in [
            "--fixed-colors --in-place --touching --next X --at 10..60 --stood 4.. --direct --strict",
            "--next O --at ..60",
            "--at 7..7",
        ] {
            let options = read(line).expect(line);
            assert_eq!(options_text(&options), line);
        }
        for (typed, shown) in [
            ("--next black", "--next X"),
            ("--next W", "--next O"),
            ("--stood 4", "--stood 4.."),
            ("--at 7", "--at 7..7"),
            ("--at 3..99999999", "--at 3.."),
        ] {
            let options = read(typed).expect(typed);
            assert_eq!(options_text(&options), shown);
        }
    }

    #[test]
    fn wrong_values_are_refused_in_a_sentence() {
        for (line, said) in [
            (
                "--next green",
                "\"green\" is not a colour: write X (black), O (white) or any",
            ),
            ("--at x", "\"x\" is not a range of numbers: write 10..20"),
            ("--at 9..3", "9 is above 3; the smaller comes first"),
            (
                "--at 99999999..",
                "no game has 99999999 moves: a game has at most 65535",
            ),
            ("--stood 0", "\"0\" is not a number of moves from 1"),
            ("--stood ..4", "\"..4\" is not a number of moves from 1"),
            ("--stood 4..8", "write 4.. or 4 for four moves or more"),
            ("--stood 99999", "\"99999\" is not a number of moves"),
        ] {
            let error = read(line).expect_err(line);
            assert!(error.contains(said), "{line}: {error}");
        }
    }

    #[test]
    fn names_of_files_are_told_from_diagrams() {
        for name in [
            "nosuch.txt",
            "../a/side.sgf",
            "/tmp/X.TXT",
            "Joseki",
            "my corner.txt",
            "定石",
        ] {
            assert!(looks_like_name(name), "{name}");
        }
        for text in [
            "X../.Q.", "|X./|X", ".XO/.OXx", ".XO/.a", "tmp", "X.O", "|..Q", "a.xo", "",
        ] {
            assert!(!looks_like_name(text), "{text}");
        }
    }

    #[test]
    fn the_first_option_that_was_given() {
        let given = |line: &[&str]| {
            let words = ["bgo"].iter().chain(line);
            Line::try_parse_from(words).expect("options").options.given()
        };
        assert_eq!(given(&[]), None);
        assert_eq!(given(&["--next", "any"]), Some("--next"));
        assert_eq!(given(&["--strict", "--in-place"]), Some("--in-place"));
    }
}
