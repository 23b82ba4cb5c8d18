//! Help: about the list of the commands, and the recipes as the document has them.

use super::{called, is_short, named};
use crate::render::{Text, filled};
use crate::shell::ShellError;
use crate::shell::command::{THEMES, all, help, keywords};
use bgo::internal::bundled::RECIPES;

const INTRODUCTION: &str = "\
play pd Q16       plays moves, as \"pd Q16\" alone does, and shows the next ones
a                 plays the move marked a; u takes it back, G is games
where player=cho  filters the games
games; open 17    lists the games that have the position, and opens one

\"help play\" explains a command, \"help recipes\" says how to do common things, \
\"commands\" has a line for each. Commands may be shortened while unambiguous \
(rot = rotations). Diagrams, records and moves can be pasted. Tab completes, ; separates commands, # begins a comment, ~ is \
the home folder, \"a b\" is one word.
";

const JSON: &str = "\
Most commands take --json (games --json), and --out FILE.json writes it to a file. \
\"bgo --json -c 'pd; games'\" prints each answer as a line of JSON.
";

pub(super) fn explain(topic: Option<&str>) -> Result<Text, ShellError> {
    Ok(match topic {
        Some(TOPIC | "recipe") => help_text(recipes()),
        Some("json") => help_text(JSON.to_owned()),
        Some("filter" | "filters" | "condition" | "conditions") => help(named("where")?),
        Some("joseki" | "josekis" | "corner") => help(named("area")?),
        Some(keyword) => help(called(keyword)?),
        None => fitted(themes) + help_text(format!("\n{INTRODUCTION}")),
    })
}

/// Returns the keywords and the summary of each command, a line each, in alphabetical order.
pub(super) fn list() -> Text {
    let commands = all().map(|command| {
        let keywords: Vec<&str> = keywords(command).collect();
        let summary = command.get_about().map(ToString::to_string).unwrap_or_default();
        (keywords.join(", "), summary)
    });
    let commands: Vec<(String, String)> = commands.collect();
    let width = commands.iter().map(|(keywords, _)| keywords.len()).max().unwrap_or(0);
    let mut lines: Vec<String> = commands
        .iter()
        .map(|(keywords, summary)| format!("{keywords:width$}  {summary}\n"))
        .collect();
    lines.sort_unstable();
    help_text(lines.concat())
}

/// Returns the keywords of each theme, with the short names, in lines of so many columns.
fn themes(columns: usize) -> String {
    let indent = 2 + THEMES.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
    let themes = THEMES.iter().map(|(name, commands)| {
        let items = commands
            .iter()
            .map(|command| match keywords(command).find(|keyword| is_short(keyword)) {
                Some(short) => format!("{} ({short})", command.get_name()),
                None => command.get_name().to_owned(),
            });
        let items = items.collect::<Vec<_>>().join(",\n");
        filled(&format!("{name:indent$}"), items.lines(), indent, columns).join("\n") + "\n"
    });
    themes.collect()
}

const WIDTH: usize = 79;

/// The longest words that have their description beside them.
pub(in crate::shell) const MAX_BESIDE: usize = WIDTH / 2;

/// Returns a help text whose long lines are broken between words. A line goes on below the start
/// of its description, which comes after two blanks or more.
pub(in crate::shell) fn help_text(text: String) -> Text {
    fitted(move |columns| wrapped(&text, columns))
}

/// Returns a help text that `lay_out` makes of the number of columns that it has.
fn fitted(lay_out: impl Fn(usize) -> String + Send + Sync + 'static) -> Text {
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

pub(in crate::shell) const TOPIC: &str = "recipes";

fn recipes() -> String {
    let recipes: Vec<String> = RECIPES.split("\n## ").skip(1).map(recipe).collect();
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
        let mut commands: Vec<_> = all().collect();
        commands.sort_unstable_by_key(|command| command.get_name());
        let texts: Vec<String> = commands
            .into_iter()
            .map(|command| help(command).without_styles())
            .collect();
        let texts = texts.join("\n");
        assert!(texts.lines().all(|line| line.chars().count() < 80), "{texts}");
        insta::assert_snapshot!(texts);
    }

    #[test]
    fn one_command_with_usage_and_examples() {
        let mut session = session(&[]);
        let text = shown(&mut session, "help play");
        insta::assert_snapshot!(text, @r#"
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
          play dp        in an open game, from the position shown; "back" returns
        "#);
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
          year all         all games, undated ones too; so does year alone
        ");
    }

    #[test]
    fn all_commands_on_one_screen() {
        let text = shown(&mut session(&[]), "help");
        // The prompt takes one line more.
        assert!(text.lines().count() < 24, "{text}");
        assert!(text.lines().all(|line| line.len() < 80), "{text}");
        for command in all() {
            assert!(text.contains(command.get_name()), "{}", command.get_name());
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
            let text = session.eval(line).expect("succeeds");
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
