//! Conditions on games: as options, and among the words of a command.

use bgo::internal::go::{BoardSize, Color, Move};
use bgo::internal::query::{CONDITIONS, Condition, ConditionError, Conditions, Filter};
use bgo::internal::store::{Snapshot, StoreError};
use clap::error::ErrorKind;
use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

/// Options for the conditions that games must meet. The board's size is one of
/// them only where no board says it (`SIZE`).
#[derive(Clone, Debug, Default)]
pub struct FilterArgs<const SIZE: bool = false>(Conditions);

impl<const SIZE: bool> FilterArgs<SIZE> {
    pub fn over(&self, base: &Filter) -> Filter {
        self.0.over(base)
    }

    pub fn filter(&self) -> Filter {
        self.over(&Filter::default())
    }

    fn conditions() -> impl Iterator<Item = &'static Condition> {
        CONDITIONS.iter().filter(|condition| SIZE || condition.name != "size")
    }
}

impl<const SIZE: bool> Args for FilterArgs<SIZE> {
    fn augment_args(command: Command) -> Command {
        command.args(Self::conditions().map(option))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl<const SIZE: bool> FromArgMatches for FilterArgs<SIZE> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let given = Self::conditions().flat_map(|condition| {
            let values = matches.get_many::<String>(condition.name).into_iter().flatten();
            values.map(|value| (condition.name, value.as_str()))
        });
        let conditions = Conditions::read(given);
        Ok(Self(conditions.map_err(|error| {
            clap::Error::raw(ErrorKind::ValueValidation, error)
        })?))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

fn option(condition: &'static Condition) -> Arg {
    Arg::new(condition.name)
        .long(condition.name)
        .value_name(condition.value)
        .help(condition.help)
        .help_heading("Filters")
        .action(if condition.repeats() {
            ArgAction::Append
        } else {
            ArgAction::Set
        })
        // A range may begin with a negative komi.
        .allow_hyphen_values(condition.value == "RANGE")
        .value_parser(|value: &str| condition.check(value).map(|()| value.to_owned()))
}

/// Returns the filter with archives named as questions find them. They are found as `remove`
/// finds them: by a path, which `path` makes of what was typed, or else by a name.
pub fn with_archives(
    mut filter: Filter,
    snapshot: &Snapshot,
    path: impl Fn(&Path) -> PathBuf,
) -> Result<Filter, StoreError> {
    for archive in &mut filter.archives {
        let row = find_archive(snapshot, Path::new(archive), &path)?;
        // What was typed stays, unless only the files of this computer tell what it means.
        if snapshot.find_stored_archive(Path::new(archive)).ok() != Some(row) {
            *archive = snapshot.archive_path(row)?;
        }
    }
    Ok(filter)
}

/// Finds an archive by what was typed, or by the path that `path` makes of it.
pub fn find_archive(snapshot: &Snapshot, archive: &Path, path: impl Fn(&Path) -> PathBuf) -> Result<i64, StoreError> {
    // A name is not a path from here, so the error is that of what was typed.
    snapshot
        .find_archive(archive)
        .or_else(|error| snapshot.find_archive(&path(archive)).map_err(|_| error))
}

pub fn takes_conditions(command: &Command) -> bool {
    option_named(command, CONDITIONS[0].name).is_some()
}

fn option_named<'a>(command: &'a Command, name: &str) -> Option<&'a Arg> {
    command.get_arguments().find(|option| option.get_long() == Some(name))
}

/// Returns whether the words of an import are paths, which may have `=` in them: conditions are for
/// datasets.
fn are_paths<W: AsRef<OsStr>>(words: &[W], command: &Command) -> bool {
    let takes_paths = command.get_positionals().any(|words| words.get_id() == "paths");
    let is_of_dataset = words.iter().any(|word| {
        let word = word.as_ref().to_string_lossy();
        word == "--dataset" || word.starts_with("--dataset=")
    });
    takes_paths && option_named(command, "dataset").is_some() && !is_of_dataset
}

/// Returns whether the value of an option is the word after it.
fn is_before_value(command: &Command, word: &str) -> bool {
    let found = match (word.strip_prefix("--"), word.strip_prefix('-')) {
        (Some(name), _) => option_named(command, name),
        (None, Some(letter)) => command
            .get_arguments()
            .find(|option| option.get_short().is_some_and(|short| letter.chars().eq([short]))),
        (None, None) => None,
    };
    found.is_some_and(|option| option.get_action().takes_values())
}

/// Returns the option that a word alone is where words are looked for, such as `find repaired`.
fn alone(word: &str, command: &Command) -> Option<String> {
    let value = Condition::named(word)?.value_alone()?;
    let looks_for_words = command.get_positionals().any(|words| words.get_id() == "sought");
    looks_for_words.then(|| format!("--{word}={value}"))
}

/// Turns `player=cho` among the words of a command with conditions into `--player=cho`, and
/// so for each option that takes a value.
pub fn as_options<W: AsRef<OsStr> + Clone + From<String>>(
    words: &[W],
    command: &Command,
) -> Result<Vec<W>, ConditionError> {
    if !takes_conditions(command) || are_paths(words, command) {
        return Ok(words.to_vec());
    }
    let mut options = Vec::with_capacity(words.len());
    let mut is_value = false;
    let mut words = words.iter();
    for given in words.by_ref() {
        let word = given.as_ref().to_str().unwrap_or_default();
        let condition = word.split_once('=');
        options.push(
            match condition.filter(|_| !is_value && word.starts_with(|c: char| c.is_ascii_lowercase())) {
                Some((name, _)) if option_named(command, name).is_some() => W::from(format!("--{word}")),
                Some((name, value)) if let Some(condition) = Condition::with_synonym(name) => {
                    W::from(format!("--{}={value}", condition.name))
                }
                Some((name, _)) if name.bytes().all(|b| b.is_ascii_lowercase()) => {
                    return Err(ConditionError::Unknown(name.to_owned()));
                }
                None if !is_value => alone(word, command).map_or_else(|| given.clone(), W::from),
                _ => given.clone(),
            },
        );
        if word == "--" && !is_value {
            break;
        }
        is_value = !is_value && is_before_value(command, word);
    }
    options.extend(words.cloned());
    Ok(options)
}

/// Returns the words of a command line, program first, with conditions as options.
pub fn command_line_as_options<W: AsRef<OsStr> + Clone + From<String>>(
    words: &[W],
    program: &Command,
) -> Result<Vec<W>, ConditionError> {
    let mut command = program;
    let mut read = words.len().min(1);
    let mut is_value = false;
    for word in &words[read..] {
        let word = word.as_ref().to_str().unwrap_or_default();
        if !is_value && word == "--" {
            break;
        }
        if !is_value && !word.starts_with('-') {
            match command.find_subcommand(word) {
                Some(found) => command = found,
                None => break,
            }
        }
        is_value = !is_value && is_before_value(command, word);
        read += 1;
    }
    let mut all = words[..read].to_vec();
    all.extend(as_options(&words[read..], command)?);
    Ok(all)
}

/// Returns what to write instead of conditions that were written without `=` or without
/// quotes, if `unexpected` is a word of such a condition.
pub fn advice(words: &[String], unexpected: &str) -> Option<String> {
    // Of `-20`, the parser refuses `-2`.
    let at = words
        .iter()
        .position(|word| word == unexpected || unexpected.len() == 2 && is_short_of(word, unexpected))?;
    if let Some(condition) = Condition::named(&words[at]) {
        let value = match (condition.value_alone(), words.get(at + 1)) {
            (Some(value), _) => value.into(),
            (None, Some(value)) => shell_words::quote(value),
            (None, None) => condition.value.into(),
        };
        return Some(format!("write \"{}={value}\"", condition.name));
    }
    let start = words[..at].iter().rposition(|word| begins_condition(word))?;
    let begun = words[start].trim_start_matches("--");
    let (name, value) = begun.split_once('=').unwrap_or((begun, ""));
    let condition = Condition::named(name)?;
    let rest = words.iter().enumerate().skip(start + 1);
    let rest = rest.take_while(|(place, word)| {
        *place <= at || !begins_condition(word) && Move::parse(word, Color::Black, BoardSize::MAX).is_err()
    });
    let rest = rest.map(|(_, word)| word);
    let parts: Vec<&str> = [value]
        .into_iter()
        .filter(|value| !value.is_empty())
        .chain(rest.map(String::as_str))
        .collect();
    if !condition.is_name() {
        let value = parts.join(",");
        let is_list = condition.check(&value).is_ok();
        return is_list.then(|| format!("write \"{name}={value}\""));
    }
    let value = parts.join(" ");
    Some(format!(
        "a name with blanks needs quotes: {name}={}",
        shell_words::quote(&value)
    ))
}

fn begins_condition(word: &str) -> bool {
    word.contains('=') || word.starts_with("--")
}

fn is_short_of(word: &str, option: &str) -> bool {
    option.starts_with('-') && word.starts_with(option) && !word.starts_with("--")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conditions_are_words_or_options_and_wrong_ones_are_refused() {
        let read = |line: &str| {
            let command = FilterArgs::<true>::augment_args(Command::new("bgo").no_binary_name(true));
            let words = as_options(&split(line), &command).expect("conditions");
            let matches = command.try_get_matches_from(words).map_err(|error| error.to_string())?;
            let filter = FilterArgs::<true>::from_arg_matches(&matches).map_err(|error| error.to_string())?;
            Ok::<_, String>(filter.filter().to_string())
        };
        assert_eq!(read("player=cho player=李"), Ok("player=cho player=李".to_owned()));
        assert_eq!(
            read("--komi -5.5..6.5 --size 9"),
            Ok("komi=-5.5..6.5 size=9".to_owned())
        );
        let error = read("size=20").expect_err("too large");
        assert!(
            error.contains("\"20\" is not a range of board sizes: write 9..13"),
            "{error}"
        );
    }

    #[test]
    fn each_condition_is_an_option() {
        let named = |command: Command| {
            let options = command.get_arguments().filter_map(|option| option.get_long());
            options.map(str::to_owned).collect::<Vec<_>>()
        };
        let mut all = CONDITIONS.each_ref().map(|condition| condition.name).to_vec();
        assert_eq!(named(FilterArgs::<true>::augment_args(Command::new("bgo"))), all);
        all.retain(|name| *name != "size");
        assert_eq!(named(FilterArgs::<false>::augment_args(Command::new("bgo"))), all);
    }

    fn command() -> Command {
        let command = FilterArgs::<true>::augment_args(Command::new("find"));
        command.args([
            Arg::new("out").long("out").value_name("FILE"),
            Arg::new("reverse").long("reverse").action(clap::ArgAction::SetTrue),
            Arg::new("sought").num_args(0..),
        ])
    }

    fn split(line: &str) -> Vec<String> {
        line.split(' ')
            .filter(|word| !word.is_empty())
            .map(str::to_owned)
            .collect()
    }

    #[test]
    fn a_word_with_the_name_of_an_option_is_the_option() {
        for (line, read) in [
            ("a player=x=y out=f.txt b", "a --player=x=y --out=f.txt b"),
            ("player==x", "--player==x"),
            ("--out year=2010 year=2010", "--out year=2010 --year=2010"),
            ("--reverse year=2010", "--reverse --year=2010"),
            ("--out=x year=2010", "--out=x --year=2010"),
            ("-- year=2010", "-- year=2010"),
            ("moves=100..", "--length=100.."),
            ("--out -- year=2010", "--out -- --year=2010"),
            ("./a=b =x", "./a=b =x"),
            ("repaired cup", "--repaired=yes cup"),
            (
                "--out repaired words=repaired -- repaired",
                "--out repaired --words=repaired -- repaired",
            ),
        ] {
            assert_eq!(as_options(&split(line), &command()), Ok(split(read)), "{line}");
        }
        for wrong in ["plyer=cho", "reverses=1"] {
            let error = ConditionError::Unknown(wrong.split('=').next().unwrap_or_default().to_owned());
            assert_eq!(as_options(&split(wrong), &command()), Err(error));
        }
        assert_eq!(as_options(&split("x=1"), &Command::new("cd")), Ok(split("x=1")));
    }

    #[test]
    fn conditions_belong_to_the_subcommand() {
        let program = Command::new("bgo").arg(Arg::new("db").long("db")).subcommand(command());
        let read = |line: &str| command_line_as_options(&split(line), &program);
        assert_eq!(
            read("bgo --db find find year=2010"),
            Ok(split("bgo --db find find --year=2010"))
        );
        assert_eq!(read("bgo year=2010"), Ok(split("bgo year=2010")));
        let after_options = "bgo find --reverse -- year=2010 repaired";
        assert_eq!(read(after_options), Ok(split(after_options)));
        assert_eq!(read("bgo"), Ok(split("bgo")));
    }

    #[test]
    fn a_condition_in_several_words_gets_advice() {
        for (line, unexpected, said) in [
            ("player=x year 2010", "year", Some("write \"year=2010\"")),
            ("year", "year", Some("write \"year=RANGE\"")),
            ("repaired dd", "repaired", Some("write \"repaired=yes\"")),
            (
                "player=level -20",
                "-2",
                Some("a name with blanks needs quotes: player='level -20'"),
            ),
            (
                "--player Cho Chikun pd year=1990",
                "Chikun",
                Some("a name with blanks needs quotes: player='Cho Chikun'"),
            ),
            ("--game 1 2 5..7", "2", Some("write \"game=1,2,5..7\"")),
            ("game=1 x", "x", None),
            ("year=1990 x", "x", None),
            ("x", "x", None),
        ] {
            assert_eq!(advice(&split(line), unexpected).as_deref(), said, "{line}");
        }
    }
}
