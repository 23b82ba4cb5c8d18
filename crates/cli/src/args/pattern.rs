use bgo::internal::query::{PARAMETERS, Parameter, PatternOptions};
use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches};
use std::io::{self, ErrorKind, Read};

/// The options of a search for a pattern.
#[derive(Clone, Copy, Debug, Default)]
pub struct PatternOptionArgs {
    pub options: PatternOptions,
    given: Option<&'static Parameter>,
}

impl PatternOptionArgs {
    /// Returns the first option that was given, to name it where there is no pattern.
    pub fn given(&self) -> Option<String> {
        self.given.map(|option| format!("--{}", option.option_name()))
    }
}

pub fn pattern_options() -> impl Iterator<Item = &'static Parameter> {
    PARAMETERS.iter().filter(|parameter| parameter.option.is_some())
}

pub fn parameter_option(parameter: &'static Parameter) -> Arg {
    let option = Arg::new(parameter.name)
        .long(parameter.option_name())
        .help(parameter.help);
    let option = match parameter.value {
        Some(value) => option
            .value_name(value)
            .value_parser(|text: &str| parameter.check(text).map(|()| text.to_owned())),
        None => option.action(ArgAction::SetTrue),
    };
    match parameter.option {
        // The heading of a whole struct would go on for the arguments after it.
        Some(_) => option.help_heading("Pattern options"),
        None => option,
    }
}

pub fn given_value<'a>(matches: &'a ArgMatches, parameter: &Parameter) -> Option<&'a str> {
    match parameter.value {
        Some(_) => matches.get_one::<String>(parameter.name).map(String::as_str),
        None => matches.get_flag(parameter.name).then_some("true"),
    }
}

impl Args for PatternOptionArgs {
    fn augment_args(command: Command) -> Command {
        command.args(pattern_options().map(parameter_option))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for PatternOptionArgs {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let given = pattern_options().filter_map(|option| Some((option, given_value(matches, option)?)));
        let given: Vec<_> = given.collect();
        let options = PatternOptions::parse(given.iter().map(|&(option, value)| (option.name, value)));
        Ok(Self {
            options: options.map_err(|error| clap::Error::raw(clap::error::ErrorKind::ValueValidation, error))?,
            given: given.first().map(|&(option, _)| option),
        })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

/// The maximum number of bytes of a diagram. The largest one with blanks has fewer than a
/// thousand.
const MAX_DIAGRAM: u64 = 64 << 10;

/// Reads the text of a diagram. Fails with [`ErrorKind::InvalidData`] if it is not text in
/// UTF-8 or too long for a diagram.
pub fn diagram_text(file: impl Read) -> io::Result<String> {
    let mut bytes = Vec::new();
    file.take(MAX_DIAGRAM + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > MAX_DIAGRAM {
        return Err(io::Error::new(ErrorKind::InvalidData, "it is longer than any diagram"));
    }
    String::from_utf8(bytes).map_err(|_| io::Error::new(ErrorKind::InvalidData, "it is not text in UTF-8"))
}

/// Returns whether a text that is no diagram was meant as the name of a file: it has an
/// ending such as `.txt`, or a letter that is no sign, and nothing that names seldom have.
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
    has_ending || name.contains(|c: char| c.is_alphabetic() && !c.is_ascii_lowercase() && !matches!(c, 'X' | 'O'))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::options_text;

    fn parsed(line: &str) -> Result<PatternOptionArgs, String> {
        let command = PatternOptionArgs::augment_args(Command::new("bgo").no_binary_name(true));
        let read = command.try_get_matches_from(line.split_whitespace());
        let options = read.and_then(|matches| PatternOptionArgs::from_arg_matches(&matches));
        options.map_err(|error| error.to_string())
    }

    fn read(line: &str) -> Result<PatternOptions, String> {
        parsed(line).map(|options| options.options)
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
    fn a_wrong_value_is_refused_in_a_sentence() {
        let error = read("--stood 99999").expect_err("too many");
        assert!(error.contains("\"99999\" is not a number of moves"), "{error}");
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
        for (line, first) in [
            ("", None),
            ("--next any", Some("--next")),
            ("--strict --in-place", Some("--in-place")),
        ] {
            assert_eq!(parsed(line).expect("options").given().as_deref(), first);
        }
    }
}
