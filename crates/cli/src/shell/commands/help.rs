//! Help: about the list of the commands, and the recipes as the document has them.

use super::{THEMES, Theme, all, called, is_short};
use crate::render::{Text, filled};
use crate::shell::command::{Completion, NoArguments, RunWith, ShellCommand};
use crate::shell::{CommandOutput, Session, ShellError};
use bgo::bundled::RECIPES;
use clap::Args;

/// Notes on all commands, below their list.
const INTRODUCTION: &str = "\
play pd Q16       plays moves, as \"pd Q16\" alone does, and shows the next ones
play a            plays the move marked a; u takes it back
where player=cho  sets a condition that games must meet to count
games; open 17    lists the games that have the position, and opens one

\"help play\" explains a command, \"help recipes\" says how to do common things, \
\"commands\" has a line for each. The beginning of a name will do where it fits \
no other (rot). Tab completes, ; separates commands, # begins a comment, ~ is \
the home folder, \"a b\" is one word.
";

#[derive(Args, Debug)]
struct HelpArgs {
    /// The command to explain, or recipes
    #[arg(value_name = "COMMAND")]
    command: Option<String>,
}

pub(super) static HELP: ShellCommand = ShellCommand {
    name: "Help",
    keywords: &["help", "h", "?"],
    summary: "Explains a command, with usage and examples",
    examples: &[
        ("help", "all commands"),
        ("help play", "usage and examples of play"),
        ("help recipes", "how to do what people ask first"),
    ],
    completion: Completion::Commands,
    action: &RunWith::words(help),
};

fn help(HelpArgs { command }: HelpArgs, _: &mut Session) -> Result<CommandOutput, ShellError> {
    let text = match command {
        Some(topic) if topic == TOPIC => help_text(recipes()),
        Some(keyword) => called(&keyword)?.help(),
        None => fitted(themes) + help_text(format!("\n{INTRODUCTION}")),
    };
    Ok(text.into())
}

pub(super) static LIST_COMMANDS: ShellCommand = ShellCommand {
    name: "ListCommands",
    keywords: &["commands"],
    summary: "Lists the commands",
    examples: &[("commands", "one line for each command")],
    completion: Completion::Arguments,
    action: &RunWith::words(commands),
};

fn commands(_: NoArguments, _: &mut Session) -> Result<CommandOutput, ShellError> {
    Ok(help_text(list()).into())
}

/// Returns the keywords and the summary of each command, a line each, in alphabetical order.
fn list() -> String {
    let commands: Vec<(String, &str)> = all()
        .map(|command| (command.keywords.join(", "), command.summary))
        .collect();
    let width = commands.iter().map(|(keywords, _)| keywords.len()).max().unwrap_or(0);
    let mut lines: Vec<String> = commands
        .iter()
        .map(|(keywords, summary)| format!("{keywords:width$}  {summary}\n"))
        .collect();
    lines.sort_unstable();
    lines.concat()
}

/// Returns the keywords of each theme, with the short names, in lines of so many columns.
fn themes(columns: usize) -> String {
    let indent = 2 + THEMES.iter().map(|theme| theme.name.len()).max().unwrap_or(0);
    THEMES.iter().map(|theme| lines(theme, indent, columns)).collect()
}

fn lines(theme: &Theme, indent: usize, columns: usize) -> String {
    let items = theme.commands.iter();
    let items = items.map(
        |command| match command.keywords.iter().find(|keyword| is_short(keyword)) {
            Some(short) => format!("{} ({short})", command.keyword()),
            None => command.keyword().to_owned(),
        },
    );
    let items = items.collect::<Vec<_>>().join(",\n");
    filled(&format!("{:indent$}", theme.name), items.lines(), indent, columns).join("\n") + "\n"
}

/// The most columns of a help text, on a terminal and in a file.
const WIDTH: usize = 79;

/// The longest words that have their description beside them.
pub(in crate::shell) const MAX_BESIDE: usize = WIDTH / 2;

/// Returns a help text whose long lines are broken between words. A line goes on below the start
/// of its description, which comes after two blanks or more.
pub(in crate::shell) fn help_text(text: String) -> Text {
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

/// The topic of `help` that lists the recipes.
pub(in crate::shell) const TOPIC: &str = "recipes";

/// Returns the questions with the commands that answer them.
pub(super) fn recipes() -> String {
    let recipes = RECIPES.split("\n## ").skip(1).map(recipe);
    let recipes: Vec<String> = recipes.collect();
    format!(
        "Put in your own names and files. After \"$\" is the command line.\n\n{}",
        recipes.join("\n")
    )
}

/// Returns a recipe: the question, which is its heading, with its lines for the shell, or for the
/// command line if it has no others.
fn recipe(section: &str) -> String {
    let question = section.lines().next().unwrap_or_default();
    let mut commands: Vec<&str> = section.lines().filter_map(|line| line.strip_prefix("> ")).collect();
    if commands.is_empty() {
        commands = section.lines().filter(|line| line.starts_with("$ bgo ")).collect();
    }
    let commands: String = commands.iter().map(|command| format!("  {command}\n")).collect();
    format!("{question}\n{commands}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::{Look, Screen};
    use crate::shell::testing::{failure, session, shown};

    #[test]
    fn the_help_of_every_command() {
        let mut commands: Vec<&ShellCommand> = all().collect();
        commands.sort_unstable_by_key(|command| command.keyword());
        let texts: Vec<String> = commands
            .into_iter()
            .map(|command| command.help().without_styles())
            .collect();
        let texts = texts.join("\n");
        assert!(texts.lines().all(|line| line.chars().count() < 80), "{texts}");
        insta::assert_snapshot!(texts);
    }

    #[test]
    fn one_command_with_usage_and_examples() {
        let mut session = session(&[]);
        let text = shown(&mut session, "help play");
        insta::assert_snapshot!(text, @"
        Plays moves and searches the position that they lead to

        Usage: play <MOVE>...

        Arguments:
          <MOVE>...  SGF letters (pd), a letter without I and a number (Q16), or pass;
                     the first may be a mark of the last search

        Also called p.

        Examples:
          play pd dp pp  three moves, black first, then in turn
          play Q16 pass  the other notation, and a pass
          play a         the move marked a, in the colour that the table gives it
        ");
        assert_eq!(shown(&mut session, "play --help"), text);
        insta::assert_snapshot!(shown(&mut session, "? year"), @"
        Sets or removes the limit on years

        Usage: year [MIN] [MAX]

        Arguments:
          [MIN]  The first year (alone: from that year on), or a range such as
                 1990..1999
          [MAX]  The last year

        Examples:
          year 1990        from 1990 on
          year 1990 1999   both years included
          year 1990..1999  the same
          year ..1999      up to 1999
          year             all games, those without a date too
        ");
    }

    #[test]
    fn all_commands_on_one_screen() {
        let text = shown(&mut session(&[]), "help");
        // The prompt takes one line more.
        assert!(text.lines().count() < 24, "{text}");
        assert!(text.lines().all(|line| line.len() < 80), "{text}");
        for command in all() {
            assert!(text.contains(command.keyword()), "{}", command.keyword());
        }
        insta::assert_snapshot!(text);
    }

    #[test]
    fn on_a_narrow_screen_every_help_is_broken_between_words() {
        let mut session = session(&[]);
        let look = Look {
            screen: Some(Screen { columns: 60, rows: 20 }),
            ..Look::default()
        };
        for line in ["help", "help games", "help recipes", "commands"] {
            let text = session.eval(line).expect("succeeds").text;
            let shown = text.plain(look);
            let is_too_long = |line: &&str| line.chars().count() > 60 && line.trim().contains(' ');
            assert_eq!(shown.lines().find(is_too_long), None, "{line}");
            let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
            assert_eq!(words(&shown), words(&text.without_styles()), "{line}");
        }
    }

    #[test]
    fn help_for_no_command_says_what_the_command_would_say() {
        let mut session = session(&[]);
        assert_eq!(failure(&mut session, "help paly"), failure(&mut session, "paly"));
        assert_eq!(failure(&mut session, "help yea"), failure(&mut session, "yea"));
        assert_eq!(shown(&mut session, "help pd"), shown(&mut session, "help play"));
    }

    #[test]
    fn every_command_has_its_line() {
        let text = shown(&mut session(&[]), "commands");
        assert!(text.lines().all(|line| line.len() < 80), "{text}");
        insta::assert_snapshot!(text);
    }

    #[test]
    fn it_takes_no_words() {
        insta::assert_snapshot!(failure(&mut session(&[]), "commands x"), @r#"
        unexpected "x"
        usage: commands
        "#);
    }

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
