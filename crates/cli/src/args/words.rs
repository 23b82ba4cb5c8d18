//! Conditions among the words of a command, in the shell and on the command line.

use bgo::go::{BoardSize, Color, Move};
use bgo::query::{CONDITIONS, Condition, ConditionError};
use clap::{Arg, Command};
use std::ffi::OsStr;

/// Returns whether a command takes conditions.
fn takes_conditions(command: &Command) -> bool {
    option(command, CONDITIONS[0].name).is_some()
}

fn option<'a>(command: &'a Command, name: &str) -> Option<&'a Arg> {
    command.get_arguments().find(|option| option.get_long() == Some(name))
}

/// Returns whether the words of an import are paths, which may have `=` in them: conditions are for
/// datasets.
fn are_paths<W: AsRef<OsStr>>(words: &[W], command: &Command) -> bool {
    let takes_paths = command.get_positionals().any(|words| words.get_id() == "paths");
    let is_dataset = |word: &W| {
        let word = word.as_ref().to_string_lossy();
        word == "--dataset" || word.starts_with("--dataset=")
    };
    takes_paths && option(command, "dataset").is_some() && !words.iter().any(is_dataset)
}

/// Returns whether the value of an option is the word after it.
fn is_before_value(command: &Command, word: &str) -> bool {
    let found = match (word.strip_prefix("--"), word.strip_prefix('-')) {
        (Some(name), _) => option(command, name),
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
        let is_name = |name: &str| name.starts_with(|c: char| c.is_ascii_lowercase());
        options.push(
            match word.split_once('=').filter(|(name, _)| !is_value && is_name(name)) {
                Some((name, _)) if option(command, name).is_some() => W::from(format!("--{word}")),
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
    let is_meant = |word: &&String| *word == unexpected || unexpected.len() == 2 && is_short_of(word, unexpected);
    let at = words.iter().position(|word| is_meant(&word))?;
    if let Some(condition) = Condition::named(&words[at]) {
        let value = match (condition.value_alone(), words.get(at + 1)) {
            (Some(value), _) => value.into(),
            (None, Some(value)) => shell_words::quote(value),
            (None, None) => condition.value.into(),
        };
        return Some(format!("write \"{}={value}\"", condition.name));
    }
    let begins = |word: &String| word.contains('=') || word.starts_with("--");
    let start = words[..at].iter().rposition(begins)?;
    let begun = words[start].trim_start_matches("--");
    let (name, value) = begun.split_once('=').unwrap_or((begun, ""));
    Condition::named(name).filter(|condition| condition.is_name())?;
    let is_move = |word: &str| Move::parse(word, Color::Black, BoardSize::MAX).is_ok();
    let rest = words.iter().enumerate().skip(start + 1);
    let rest = rest.take_while(|(place, word)| *place <= at || !begins(word) && !is_move(word));
    let rest = rest.map(|(_, word)| word);
    let parts: Vec<&str> = [value]
        .into_iter()
        .filter(|value| !value.is_empty())
        .chain(rest.map(String::as_str))
        .collect();
    let value = parts.join(" ");
    Some(format!(
        "a name with blanks needs quotes: {name}={}",
        shell_words::quote(&value)
    ))
}

fn is_short_of(word: &str, option: &str) -> bool {
    option.starts_with('-') && word.starts_with(option) && !word.starts_with("--")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args::FilterArgs;
    use clap::Args;

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
            ("year=1990 x", "x", None),
            ("x", "x", None),
        ] {
            assert_eq!(advice(&split(line), unexpected).as_deref(), said, "{line}");
        }
    }
}
