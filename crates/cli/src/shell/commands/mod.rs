//! The list of the commands, in files by theme, and the meaning of the first word of a statement.

mod board;
mod conditions;
mod database;
mod games;
mod help;
mod names;
mod pattern;
mod play;
mod search;
mod session;

use super::command::{self, ALL, ShellCommand, keywords};
use super::error::listed;
use super::{Session, ShellError, split};
use crate::args::{Change, info_text, optimize};
use crate::render::Text;
use bgo::internal::go::{BoardSize, Color, Move, ParseError};
use bgo::internal::query::QueryError;
use clap::Command;
use strsim::osa_distance;

pub(super) use help::{MAX_BESIDE, TOPIC, help_text};

/// Returns whether the user consents to a change, by --yes or an answer. Fails if nobody can be asked.
fn is_allowed(
    session: &Session,
    yes: bool,
    change: Change,
    question: impl FnOnce() -> Result<String, QueryError>,
) -> Result<bool, ShellError> {
    if yes {
        Ok(true)
    } else if session.can_ask() {
        Ok(session.confirm(&question()?))
    } else {
        Err(ShellError::usage(change.refusal()))
    }
}

/// The commands by subject, in the order in which help lists them.
const THEMES: [(&str, &[&str]); 8] = [
    (
        "Board",
        &[
            "play",
            "undo",
            "setup",
            "handicap",
            "clear",
            "size",
            "board",
            "rotations",
            "load",
            "save",
            "position",
        ],
    ),
    (
        "Answers",
        &[
            "search",
            "tree",
            "games",
            "players",
            "years",
            "openings",
            "full",
            "marks",
            "coordinates",
            "swap",
        ],
    ),
    ("Patterns", &["area", "pattern", "opening"]),
    ("Names", &["name", "go", "names"]),
    ("Conditions", &["where", "year", "alias"]),
    (
        "Games",
        &[
            "find",
            "show",
            "open",
            "next",
            "prev",
            "goto",
            "to",
            "novelty",
            "back",
            "sgf",
            "duplicates",
        ],
    ),
    (
        "Database",
        &["import", "export", "remove", "sql", "info", "check", "optimize"],
    ),
    ("Session", &["help", "commands", "cd", "cwd", "ls", "exit"]),
];

impl ShellCommand {
    fn run(self, session: &mut Session) -> Result<Text, ShellError> {
        match self {
            Self::Play { moves } => play::play(session, &moves),
            Self::Undo { count } => play::undo(session, count),
            Self::Setup { sign, points } => play::set_up(session, sign, &points),
            Self::Handicap { stones } => play::handicap(session, stones),
            Self::Clear | Self::Board { reset: Some(_) } => Ok(board::reset(session, session.board().size())),
            Self::Size { size } => Ok(board::reset(session, size)),
            Self::Board { reset: None } => Ok(session.show()),
            Self::Rotations { with_marks } => board::rotations(session, with_marks.is_some()),
            Self::Load { file, moves } => board::load(session, &file, moves),
            Self::Save { file, overwrite } => board::save(session, &file, overwrite),
            Self::Position { id } => board::position(session, id),
            Self::Search { given, args, filter } => search::search(session, &given, args, &filter),
            Self::Tree { args, filter } => search::ask(session, &args, &filter),
            Self::Games { args, filter } => search::ask(session, &args, &filter),
            Self::Players { args, filter } => search::ask(session, &args, &filter),
            Self::Years { args, filter } => search::ask(session, &args, &filter),
            Self::Openings { args, filter } => search::ask(session, &args, &filter),
            Self::Full { wanted } => search::full(session, wanted),
            Self::Marks { count } => Ok(search::marks(session, count)),
            Self::Coordinates { coordinates } => Ok(search::coordinates(session, coordinates)),
            Self::Swap { wanted } => search::swap(session, wanted),
            Self::Area { words, options } => pattern::area(session, &words, options),
            Self::Pattern { diagram, options } => pattern::pattern(session, diagram.as_deref(), options),
            Self::Opening { name } => pattern::opening(session, &name.join(" ")),
            Self::Name {
                name,
                overwrite: _,
                remove: true,
            } => names::remove(session, &name.join(" ")),
            Self::Name { name, overwrite, .. } => names::name(session, &name.join(" "), overwrite),
            Self::Go { name } => names::go(session, &name),
            Self::Names { form } => names::list(session, &form),
            Self::Where { conditions } => conditions::set(session, &conditions),
            Self::Year { min, max } => conditions::limit_years(session, min, max),
            Self::Find(args) => games::find(session, &args),
            Self::Show { game, form } => games::show(session, game, &form),
            Self::Open { game } => games::open(session, game),
            Self::Next { count } => session.step_game(count),
            Self::Prev { count } => session.step_game(-count),
            Self::Goto { place } | Self::To { place } => session.go_to(place),
            Self::Novelty => session.go_to_last_common(),
            Self::Back => games::back(session),
            Self::Sgf(args) => games::sgf(session, &args),
            Self::Duplicates(args) => games::duplicates(session, &args),
            Self::Alias(args) => games::alias(session, &args),
            Self::Import(args) => database::import(session, &args),
            Self::Export { args, filter } => database::export(session, &args, &filter),
            Self::Remove { filter, yes } => database::remove(session, &filter, yes),
            Self::Sql(args) => database::sql(session, &args),
            Self::Info(args) => Ok(info_text(session.database.existing()?, args)?),
            Self::Check { json, quiet } => database::check(session, json, quiet),
            Self::Optimize { json, quiet } => Ok(optimize(session.database.existing()?, json, quiet)?),
            Self::Help { command } => help::explain(command.as_deref()),
            Self::Commands => Ok(help::list()),
            Self::Cd { folder } => session::change_folder(session, folder),
            Self::Cwd => Ok(format!("{}\n", session.directory().display()).into()),
            Self::Ls { path } => session::list(session, path),
            Self::Exit => {
                session.is_over = true;
                Ok(Text::default())
            }
        }
    }
}

impl Session {
    /// Runs one command, such as `play pd dp`. Moves alone are played. A blank line does
    /// nothing.
    pub fn eval(&mut self, statement: &str) -> Result<Text, ShellError> {
        let statement = statement.trim_start();
        let (keyword, arguments) = statement.split_once(char::is_whitespace).unwrap_or((statement, ""));
        if let Ok(command) = named(keyword) {
            return self.run(command, &command::words(command, arguments)?);
        }
        let all = split::words(statement)?;
        let [keyword, words @ ..] = &all[..] else {
            return Ok(Text::default());
        };
        if let Ok(command) = named(keyword) {
            return self.run(command, words);
        }
        let command = called(keyword)?;
        if let Some(remark) = played_although_begun(keyword).filter(|_| words.is_empty()) {
            self.remark(remark);
        }
        // A remark on what was not played is about no board to come.
        self.run(command, &all).inspect_err(|_| self.forget_remarks())
    }

    fn run(&mut self, command: &Command, words: &[String]) -> Result<Text, ShellError> {
        if matches!(words, [only] if only == "--help" || only == "-h") {
            return Ok(command::help(command));
        }
        command::read(command, words)
            .and_then(|command| command.run(self))
            .map_err(|error| error.with_usage(|| command::usage(command)))
    }
}

/// Returns the command that `word` calls, in upper or lower case: as one of its keywords, or as
/// the beginning of the keywords of no other command. A single letter is no beginning, because it
/// may be meant as a mark, and neither is a move.
pub fn named(word: &str) -> Result<&'static Command, ShellError> {
    let lower = word.to_ascii_lowercase();
    if let Some(command) = ALL
        .iter()
        .find(|command| keywords(command).any(|keyword| keyword == lower))
    {
        return Ok(command);
    }
    let mut begun: Vec<(&str, &Command)> = ALL.iter().filter_map(|c| Some((begins(&lower, c)?, c))).collect();
    begun.sort_unstable_by_key(|(keyword, _)| *keyword);
    match begun[..] {
        [(_, only)] if !is_short(word) && !is_move(word) => Ok(only),
        [] => Err(ShellError::WrongUsage(match (nearest(&lower), mark_hint(word)) {
            (Some(nearest), _) => format!("there is no command {word:?}; the nearest is \"{nearest}\""),
            (None, Some(hint)) => format!("there is no command {word:?}; {hint}"),
            (None, None) => format!("there is no command {word:?}; \"help\" lists them"),
        })),
        _ => {
            let keywords: Vec<&str> = begun.iter().map(|(keyword, _)| *keyword).collect();
            let hint = mark_hint(word).map(|hint| format!("; {hint}")).unwrap_or_default();
            Err(ShellError::WrongUsage(format!(
                "{word:?} could be {}{hint}",
                listed(&keywords)
            )))
        }
    }
}

fn mark_hint(word: &str) -> Option<String> {
    let is_letter = matches!(word.as_bytes(), [letter] if letter.is_ascii_alphabetic());
    is_letter.then(|| format!("\"play {word}\" plays the move marked {word}"))
}

/// Returns the command that `word` calls, as [`named`] does, and for a move the command that
/// plays it.
pub fn called(word: &str) -> Result<&'static Command, ShellError> {
    match named(word) {
        Err(_) if is_move(word) => named("play"),
        found => found,
    }
}

/// Returns a remark on a word that is played as a move although it begins a command, too.
fn played_although_begun(word: &str) -> Option<String> {
    let lower = word.to_ascii_lowercase();
    let begun = ALL.iter().filter_map(|command| begins(&lower, command));
    let mut keywords: Vec<String> = begun.map(|keyword| format!("\"{keyword}\"")).collect();
    keywords.sort_unstable();
    let need = if keywords.len() == 1 { "needs" } else { "need" };
    let is_begun = is_move(word) && !keywords.is_empty();
    is_begun.then(|| format!("{word} is played; {} {need} more letters", keywords.join(", ")))
}

pub const fn is_short(keyword: &str) -> bool {
    keyword.len() == 1
}

fn begins<'a>(word: &str, command: &'a Command) -> Option<&'a str> {
    keywords(command).find(|keyword| !word.is_empty() && keyword.starts_with(word))
}

/// Returns whether a word is a pass or has the form of a point. The size of the board does not
/// matter, so that a word means the same on every board.
pub fn is_move(word: &str) -> bool {
    match Move::parse(word, Color::Black, BoardSize::MAX) {
        Ok(_) => true,
        Err(ParseError::OffBoard { .. }) => word.ends_with(|c: char| c.is_ascii_digit()),
        Err(_) => false,
    }
}

/// Returns the keyword that begins `word`, or else the one that needs the fewest changes:
/// no more than one for every three letters of the word.
fn nearest(word: &str) -> Option<&'static str> {
    let keywords = ALL.iter().flat_map(keywords);
    keywords
        .map(|keyword| {
            if keyword.len() > 2 && word.starts_with(keyword) {
                (0, keyword)
            } else {
                (osa_distance(word, keyword), keyword)
            }
        })
        .filter(|(distance, _)| 3 * distance <= word.chars().count())
        .min()
        .map(|(_, keyword)| keyword)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shell::testing::{failure, session, shown};
    use std::collections::HashSet;

    #[test]
    fn names_and_keywords_are_unique_and_everything_is_described() {
        let all: Vec<&str> = ALL.iter().flat_map(keywords).collect();
        assert_eq!(all.iter().collect::<HashSet<_>>().len(), all.len());
        let themed = THEMES.iter().flat_map(|(_, themed)| *themed).copied();
        assert!(themed.eq(ALL.iter().map(Command::get_name)));
        for command in ALL.iter() {
            assert!(!is_short(command.get_name()) && command.get_about().is_some());
            let examples = command.get_after_help().expect("examples").to_string();
            for line in examples.lines().skip(1).filter(|line| !line.starts_with("   ")) {
                let word = line.split_whitespace().next().unwrap_or_default();
                let word = word.trim_end_matches(';');
                assert!(keywords(command).any(|keyword| keyword == word), "{line}");
            }
        }
    }

    #[test]
    fn a_move_that_begins_a_command_is_played_and_says_so() {
        let mut session = session(&["po co"]);
        let text = shown(&mut session, "po");
        assert!(
            text.ends_with("\npo is played; \"position\" needs more letters\n"),
            "{text}"
        );
        assert!(!shown(&mut session, "board").contains("is played"));
        let text = shown(&mut session, "co");
        assert!(
            text.ends_with("\nco is played; \"commands\", \"coordinates\" need more letters\n"),
            "{text}"
        );
        assert!(failure(&mut session, "po").contains("occupied"));
        assert!(!shown(&mut session, "board").contains("is played"));
        for line in ["play se", "pl ro", "dd"] {
            assert!(!shown(&mut session, line).contains("is played"), "{line}");
        }
        shown(&mut session, "size 9");
        assert!(!failure(&mut session, "po").is_empty());
        assert!(!shown(&mut session, "board").contains("is played"));
    }

    #[test]
    fn moves_alone_are_played() {
        let mut session = session(&["pd dp pp", "pd dd"]);
        let played = shown(&mut session, "play pd dp");
        shown(&mut session, "clear");
        for line in ["pd dp", "  Q16 'd4'", "PD D4"] {
            let shown_now = shown(&mut session, line);
            assert!(shown_now.starts_with(&played), "{line}: {shown_now}");
            assert_eq!(session.board().moves().len(), 2);
            shown(&mut session, "clear");
        }
        assert!(failure(&mut session, "pd x1").contains("is not"));
        assert!(session.board().moves().is_empty());
        shown(&mut session, "pass");
        assert_eq!(session.board().moves().len(), 1);
    }

    fn message(word: &str) -> String {
        match called(word) {
            Err(error) => error.to_string(),
            Ok(command) => panic!("{word} calls {}", command.get_name()),
        }
    }

    #[test]
    fn keywords_and_beginnings_of_one_call_a_command() {
        for (word, keyword) in [
            ("Play", "play"),
            ("rot", "rotations"),
            ("sea", "search"),
            ("UND", "undo"),
            ("quit", "exit"),
            ("qu", "exit"),
            ("com", "commands"),
            ("years", "years"),
            ("year", "year"),
            ("s", "search"),
            ("P", "play"),
            ("u", "undo"),
            ("n", "next"),
            ("b", "back"),
            ("g", "games"),
            ("t", "tree"),
            ("q", "exit"),
            ("?", "help"),
            ("clear", "clear"),
            ("reset", "clear"),
            ("pwd", "cwd"),
            ("un", "undo"),
            ("tr", "tree"),
        ] {
            assert_eq!(named(word).map(Command::get_name).ok(), Some(keyword), "{word}");
        }
    }

    #[test]
    fn a_point_is_a_move_unless_it_is_a_keyword() {
        for word in ["pd", "Q16", "d4", "PASS", "re", "ro", "pl", "se", "Q20"] {
            assert_eq!(called(word).map(Command::get_name).ok(), Some("play"), "{word}");
        }
        for word in ["cd", "ls"] {
            assert_eq!(called(word).map(Command::get_name).ok(), Some(word));
        }
    }

    #[test]
    fn what_begins_several_commands_says_which() {
        assert_eq!(message("yea"), "\"yea\" could be year or years");
        assert_eq!(message("ex"), "\"ex\" could be exit or export");
        assert_eq!(
            message("e"),
            "\"e\" could be exit or export; \"play e\" plays the move marked e"
        );
    }

    #[test]
    fn an_unknown_word_gets_a_near_keyword_or_none() {
        for (word, near) in [
            ("serach", Some("search")),
            ("PLAYY", Some("play")),
            ("paly", Some("play")),
            ("previous", Some("prev")),
            ("lss", Some("ls")),
            ("rotatoins", Some("rotations")),
            ("clera", Some("clear")),
            ("?!", None),
            ("foo", None),
            ("zz", None),
            ("delete", None),
            ("", None),
        ] {
            let near = near.map(|near| format!("the nearest is \"{near}\""));
            let near = near.unwrap_or("\"help\" lists them".to_owned());
            assert_eq!(message(word), format!("there is no command {word:?}; {near}"));
        }
        assert_eq!(
            message("k"),
            "there is no command \"k\"; \"play k\" plays the move marked k"
        );
    }
}
