//! Reading the words of a command, and what is wrong with those that it cannot take.

use super::ShellCommand;
use crate::args::{as_options, sentence, wrong_word};
use crate::render::Text;
use crate::shell::commands::{help_text, is_move};
use crate::shell::{ShellError, split};
use bgo::internal::query::ConditionError;
use clap::{Arg, ArgAction, Command, FromArgMatches};
use std::iter;

pub(in crate::shell) fn keywords(command: &Command) -> impl Iterator<Item = &str> {
    iter::once(command.get_name()).chain(command.get_visible_aliases())
}

pub(in crate::shell) fn usage(command: &Command) -> String {
    let usage = command.clone().render_usage().to_string();
    usage.trim_start_matches("Usage:").trim().to_owned()
}

pub(in crate::shell) fn help(command: &Command) -> Text {
    let others: Vec<&str> = keywords(command).skip(1).collect();
    let mut end = match &others[..] {
        [] => String::new(),
        others => format!("Also called {}.\n\n", others.join(", ")),
    };
    end.extend(command.get_after_help().map(ToString::to_string));
    let help = command.clone().after_help(end).render_help();
    help_text(help.to_string().trim_end().to_owned())
}

/// Returns the option with this name, such as `--sort`, if it takes a value.
pub(in crate::shell) fn option_with_value<'a>(command: &'a Command, name: &str) -> Option<&'a Arg> {
    let name = name.strip_prefix("--")?;
    let mut options = command.get_arguments();
    let option = options.find(|option| option.get_long() == Some(name))?;
    option.get_action().takes_values().then_some(option)
}

/// Returns the argument that is no option and comes after `words`, the first of which is the
/// keyword.
pub(in crate::shell) fn argument_after<'a>(command: &'a Command, words: &[String]) -> Option<&'a Arg> {
    let arguments = words.get(1..)?;
    let before = [String::new()];
    let given = arguments
        .iter()
        .zip(before.iter().chain(arguments))
        .filter(|(word, before)| !word.starts_with("--") && option_with_value(command, before).is_none())
        .count();
    let last = command.get_positionals().last();
    let repeated = last.filter(|last| matches!(last.get_action(), ArgAction::Append));
    command.get_positionals().nth(given).or(repeated)
}

/// Returns the words of the arguments of a command, which a statement has after its keyword. A query
/// in SQL is taken as it is, quotes included, between the options.
pub(in crate::shell) fn words(command: &Command, arguments: &str) -> Result<Vec<String>, ShellError> {
    if command.get_name() != "sql" {
        return split::words(arguments);
    }
    split::text_and_options(arguments, |name| {
        let mut options = command.get_arguments();
        let option = options.find(|option| option.get_long() == Some(name));
        option.map(|option| option.get_action().takes_values())
    })
}

/// Reads the words after the keyword of a command. Conditions may be written as `player=cho`.
pub(in crate::shell) fn read(command: &Command, words: &[String]) -> Result<ShellCommand, ShellError> {
    let keyword = command.get_name();
    let words = as_options(words, command).map_err(|error| match error {
        ConditionError::Unknown(name) if name == "size" => {
            ShellError::usage("the games have the size of the board, which \"size 9\" sets")
        }
        error => error.into(),
    })?;
    let parser = Command::new("shell")
        .no_binary_name(true)
        .disable_help_subcommand(true)
        .subcommand(command.clone());
    parser
        .try_get_matches_from(iter::once(keyword).chain(words.iter().map(String::as_str)))
        .and_then(|matches| ShellCommand::from_arg_matches(&matches))
        .map_err(|error| {
            let advice = wrong_word(&error).and_then(|word| match keyword {
                _ if is_move(word) => Some(format!("; \"play {word}\" plays it")),
                _ if word.starts_with('-') => None,
                "players" => Some(format!("; \"player {}\" shows a player", name(&words))),
                "openings" => Some(format!("; \"opening {}\" searches for one", name(&words))),
                _ => None,
            });
            ShellError::usage(sentence(keyword, &words, &error) + &advice.unwrap_or_default())
        })
}

/// Returns the words before the first option.
fn name(words: &[String]) -> String {
    let name = words.iter().take_while(|word| !word.starts_with('-'));
    name.map(String::as_str).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use crate::shell::testing::{session, talk};

    #[test]
    fn every_kind_of_mistake_has_its_sentence_and_the_usage() {
        talk(
            &mut session(&[]),
            r#"
            play => play needs at least one move\nusage: play <MOVE>...
            import => import needs at least one path\nusage: import [OPTIONS] [PATH]...
            import --dataset set games.tgz => --dataset and PATH do not go together\nusage: import [OPTIONS] [PATH]...
            size => missing argument: SIZE\nusage: size <SIZE>
            marks 27 => write 1 to 26, table or plain\nusage: marks [COUNT|table|plain]
            undo 0 => COUNT must be a whole number, 1 or more\nusage: undo [COUNT]
            undo 1 2 => unexpected "2"\nusage: undo [COUNT]
            games --limit x => --limit must be a whole number, 0 or more\nusage: games [OPTIONS]
            games --limit -5 => --limit must be a whole number, 0 or more\nusage: games [OPTIONS]
            export a.sgf --force => there is no option "--force"; --overwrite replaces a file\nusage: export [OPTIONS] [TARGET]
            games --sort x => --sort is date, rank, players, length, result or number, not "x"\nusage: games [OPTIONS]
            size 9x13 => only square boards of 2 to 19 lines, such as 9 or 9x9\nusage: size <SIZE>
            board rest => board takes reset, not "rest"\nusage: board
            board reset reset => unexpected "reset"\nusage: board
            rotations all => rotations takes marks, not "all"\nusage: rotations [marks]
            search pd => search takes here or full, not "pd"; "play pd" plays it\nusage: search [OPTIONS] [here|full]...
            cwd x => unexpected "x"\nusage: cwd
            players GNU Go => unexpected "GNU"; "player GNU Go" shows a player\nusage: players [OPTIONS]
            openings kobayashi => unexpected "kobayashi"; "opening kobayashi" searches for one\nusage: openings [OPTIONS]
            tree pd => unexpected "pd"; "play pd" plays it\nusage: tree [OPTIONS]
            games --limt 5 => there is no option "--limt"; the nearest is "--limit"\nusage: games [OPTIONS]
            ls -l => there is no option "-l"\nusage: ls [PATH]
            cd '' => "" is not a folder\nusage: cd [FOLDER]
            swap maybe => swap takes on or off, not "maybe"\nusage: swap [on|off]
            commands x => unexpected "x"\nusage: commands
            "#,
        );
    }
}
