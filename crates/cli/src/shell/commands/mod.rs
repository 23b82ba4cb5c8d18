//! The list of the commands, in files by theme, and the meaning of the first word of a statement.

mod board;
mod conditions;
mod database;
mod games;
mod help;
mod leave;
mod names;
mod pattern;
mod play;
mod search;
mod session;
mod words;

use super::command::{
    self, AnswerCommand, BoardCommand, DatabaseCommand, FilterCommand, GameCommand, NameCommand, PatternCommand,
    ScreenCommand, SessionCommand, ShellCommand,
};
use super::{Session, ShellError, split};
use crate::args::{Change, FilterArgs, info_text, optimize};
use crate::render::Text;
use bgo::internal::query::QueryError;
use clap::Command;

pub(super) use help::{MAX_BESIDE, TOPIC, help_text};
pub(super) use leave::{Copied, Page};
pub use words::named;
pub(super) use words::{called, is_move, is_position, is_short};
use words::{mark_named, other_word, played_although_begun};

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

impl ShellCommand {
    fn run(self, session: &mut Session) -> Result<Text, ShellError> {
        match self {
            Self::Board(command) => command.run(session),
            Self::Answers(command) => command.run(session),
            Self::Screen(command) => command.run(session),
            Self::Patterns(command) => command.run(session),
            Self::Names(command) => command.run(session),
            Self::Filters(command) => command.run(session),
            Self::Games(command) => command.run(session),
            Self::Database(command) => command.run(session),
            Self::Session(command) => command.run(session),
        }
    }
}

impl BoardCommand {
    fn run(self, session: &mut Session) -> Result<Text, ShellError> {
        match self {
            Self::Play { moves } => play::play(session, &moves),
            Self::Undo { count } => play::undo(session, count),
            Self::Setup { sign, points } => play::set_up(session, sign, &points),
            Self::Handicap { stones } => play::handicap(session, stones),
            Self::Clear | Self::Board { reset: Some(_) } => board::clear(session),
            Self::Size { size } => {
                session.chosen_size = size;
                board::clear(session)
            }
            Self::Board { reset: None } => Ok(session.show()),
            Self::Rotations { with_marks } => board::rotations(session, with_marks.is_some()),
            Self::Load { file, moves } => board::load(session, &file, moves),
            Self::Save { file, overwrite } => board::save(session, &file, overwrite),
            Self::Copy { copied } => leave::copy(session, copied),
            Self::Web => leave::web(session),
            Self::Position { id } => board::position(session, id),
        }
    }
}

impl AnswerCommand {
    fn run(self, session: &mut Session) -> Result<Text, ShellError> {
        match self {
            Self::Search { given, args, filter } => search::search(session, &given, args, &filter),
            Self::Tree { args, filter } => search::ask(session, &args, &filter),
            Self::Games { args, filter } => search::ask(session, &args, &filter),
            Self::Players { args, filter } => search::ask(session, &args, &filter),
            Self::Years { args, filter } => search::ask(session, &args, &filter),
            Self::Compare(args) => search::ask(session, &*args, &FilterArgs::default()),
            Self::Openings { args, filter } => search::ask(session, &args, &filter),
        }
    }
}

impl ScreenCommand {
    fn run(self, session: &mut Session) -> Result<Text, ShellError> {
        match self {
            Self::Full { wanted } => search::full(session, wanted),
            Self::Follow { wanted } => search::follow(session, wanted),
            Self::Marks { wanted } => search::marks(session, wanted),
            Self::Coordinates { coordinates } => search::coordinates(session, coordinates),
            Self::Stones { stones } => search::stones(session, stones),
            Self::Swap { wanted } => search::swap(session, wanted),
        }
    }
}

impl PatternCommand {
    fn run(self, session: &mut Session) -> Result<Text, ShellError> {
        match self {
            Self::Area { words, options } => pattern::area(session, &words, options),
            Self::Pattern { diagram, options } => pattern::pattern(session, diagram.as_deref(), options),
            Self::Opening { name, filter } => pattern::opening(session, &name.join(" "), &filter),
        }
    }
}

impl NameCommand {
    fn run(self, session: &mut Session) -> Result<Text, ShellError> {
        match self {
            Self::Name {
                name,
                overwrite: _,
                remove: true,
                filter,
            } => names::remove(session, &name.join(" "), &filter),
            Self::Name {
                name,
                overwrite,
                filter,
                ..
            } => names::name(session, &name.join(" "), overwrite, &filter),
            Self::Go { name, filter } => names::go(session, &name.join(" "), &filter),
            Self::Names { form } => names::list(session, &form),
        }
    }
}

impl FilterCommand {
    fn run(self, session: &mut Session) -> Result<Text, ShellError> {
        match self {
            Self::Where { conditions } => conditions::set(session, &conditions),
            Self::Year { min, max } => conditions::limit_years(session, min, max),
            Self::Alias(args) => games::alias(session, &args),
        }
    }
}

impl GameCommand {
    fn run(self, session: &mut Session) -> Result<Text, ShellError> {
        match self {
            Self::Find(args) => games::find(session, &args),
            Self::Show { game, form } => games::show(session, game, &form),
            Self::Open { game, with: None } => games::open(session, game),
            Self::Open {
                game,
                with: Some(program),
            } => leave::open_with(session, game, &program),
            Self::Next { count } => {
                session.last_step = Some(format!("next {count}"));
                session.step_game(count)
            }
            Self::Prev { count } => {
                session.last_step = Some(format!("prev {count}"));
                session.step_game(-count)
            }
            Self::Goto { place } => {
                session.last_step = Some("next".to_owned());
                session.go_to(place)
            }
            Self::Player(args) => games::player(session, &args),
            Self::Novelty(args) => games::novelty(session, &args),
            Self::Back => games::back(session),
            Self::Sgf(args) => games::sgf(session, &args),
            Self::Duplicates(args) => games::duplicates(session, &args),
        }
    }
}

impl DatabaseCommand {
    fn run(self, session: &mut Session) -> Result<Text, ShellError> {
        match self {
            Self::Demo => database::demo(session),
            Self::Import(args) => database::import(session, &args),
            Self::Export { args, filter } => database::export(session, &args, &filter),
            Self::Remove { filter, yes } => database::remove(session, &filter, yes),
            Self::Sql(args) => database::sql(session, &args),
            Self::Info(args) => Ok(info_text(session.database.existing()?, args)?),
            Self::Check { json, quiet } => database::check(session, json, quiet),
            Self::Optimize { json, quiet } => Ok(optimize(&session.database.to_change()?, json, quiet)?),
        }
    }
}

impl SessionCommand {
    fn run(self, session: &mut Session) -> Result<Text, ShellError> {
        match self {
            Self::Help { command } => Ok(session.in_words(help::explain(command.as_deref())?)),
            Self::Commands => Ok(session.in_words(help::list())),
            Self::Cd { folder } => session::change_folder(session, folder),
            Self::Cwd => Ok(session::folder_text(session)),
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
        self.all_or_nothing(|session| session.evaluate(statement))
    }

    fn evaluate(&mut self, statement: &str) -> Result<Text, ShellError> {
        let statement = statement.trim_start();
        let (keyword, arguments) = statement.split_once(char::is_whitespace).unwrap_or((statement, ""));
        let is_mark = self.is_mark(keyword, arguments);
        if !is_mark && let Ok(command) = named(keyword) {
            if is_short(keyword) && is_position(statement) {
                return self.take_text(statement);
            }
            return self.run(command, &command::words(command, arguments)?);
        }
        if !is_mark && is_position(statement) {
            return self.take_text(statement);
        }
        let all = split::words(statement)?;
        let [keyword, words @ ..] = &all[..] else {
            return Ok(Text::default());
        };
        if is_mark {
            return self.run(named("play")?, &all);
        }
        if let Ok(command) = named(keyword) {
            return self.run(command, words);
        }
        if other_word(keyword).is_some() && !words.iter().all(|word| is_move(word)) {
            // A word of another program, such as `rm`, is a move only among moves.
            named(keyword)?;
        }
        let command = called(keyword)?;
        if let Some(remark) = played_although_begun(keyword).filter(|_| words.is_empty()) {
            self.remark(remark);
        }
        self.run(command, &all)
    }

    /// Returns whether a word alone is a mark on the board, or its number. One that calls no command
    /// may have moves after it.
    fn is_mark(&self, word: &str, rest: &str) -> bool {
        let is_alone = rest.trim().is_empty() || named(word).is_err() && rest.split_whitespace().all(is_move);
        is_alone
            && matches!(word.as_bytes(), [b'a'..=b'z' | b'1'..=b'9'])
            && mark_named(&self.shown_marks(), word).is_some()
    }

    fn run(&mut self, command: &Command, words: &[String]) -> Result<Text, ShellError> {
        let is_form = |word: &String| {
            ["--csv", "--svg", "--sgf", "--out"]
                .iter()
                .any(|form| word.starts_with(form))
        };
        let takes_json = command
            .get_arguments()
            .any(|argument| argument.get_long() == Some("json"));
        let json = "--json".to_owned();
        if self.is_json && takes_json && !words.contains(&json) && !words.iter().any(is_form) {
            return self.run(command, &[&[json], words].concat());
        }
        if matches!(words, [only] if only == "--help" || only == "-h") {
            return Ok(self.in_words(command::help(command)));
        }
        command::read(command, words)
            .and_then(|command| command.run(self))
            .map_err(|error| error.with_usage(|| command::usage(command)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shell::command::{all, keywords};
    use crate::shell::testing::{failure, session, shown};
    use std::collections::HashSet;

    #[test]
    fn names_and_keywords_are_unique_and_everything_is_described() {
        let words: Vec<&str> = all().flat_map(keywords).collect();
        assert_eq!(words.iter().collect::<HashSet<_>>().len(), words.len());
        for command in all() {
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
            text.ends_with("\nco is played; \"commands\", \"compare\", \"coordinates\", \"copy\" need more letters\n"),
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
    fn a_mark_is_played_by_its_letter_or_its_number() {
        let mut session = session(&["pd aa", "pd bb", "pd cc", "pd dd", "pd ee", "pd ff", "pd gg"]);
        let marked = |session: &mut Session, line: &str| {
            shown(session, "clear");
            shown(session, "search");
            shown(session, "a");
            shown(session, line)
        };
        let seventh = marked(&mut session, "play g");
        for line in ["g", "7", "play 7"] {
            assert_eq!(marked(&mut session, line), seventh, "{line}");
            assert_eq!(session.board().moves().len(), 2, "{line}");
        }
        // Commands keep capital letters, and words after a letter.
        for line in ["G", "g --limit 1", "games"] {
            let listed = marked(&mut session, line);
            assert!(!listed.contains('X') && listed.contains("games"), "{line}: {listed}");
        }
        assert_eq!(marked(&mut session, "a ss").matches('X').count(), 2);
        assert!(failure(&mut session, "a").contains("no move on the board is marked a"));
        // The open game has no marks.
        marked(&mut session, "board");
        shown(&mut session, "open 1");
        assert!(shown(&mut session, "b").contains("Total count"));
        assert!(failure(&mut session, "9").contains("there is no command \"9\""));
        // With `follow`, it has.
        shown(&mut session, "follow on");
        shown(&mut session, "open 1");
        let moves = session.board().moves().len();
        shown(&mut session, "a");
        assert_eq!(session.board().moves().len(), moves + 1);
    }

    #[test]
    fn positions_in_every_writing_are_taken() {
        let mut session = session(&["pd dp pp", "pd dd"]);
        for line in [
            "Q16,D4",
            "q16d4",
            "pd,dp",
            "play q16,d4",
            "1. Q16 2. D4",
            "B Q16, W D4",
            "b Q16 w D4",
        ] {
            assert!(shown(&mut session, line).contains("Total count: 1\n"), "{line}");
            assert_eq!(session.board().moves().len(), 2, "{line}");
            shown(&mut session, "clear");
        }
        assert!(shown(&mut session, "...|/.X.|/...|").contains("occurrence"));
        assert!(failure(&mut session, "foo bar").contains("there is no command"));
        assert!(failure(&mut session, "tt").contains("write pass for a pass"));
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
        for line in ["rm my", "rm --game 1"] {
            let error = failure(&mut session, line);
            assert_eq!(error, "there is no command \"rm\"; \"remove\" removes games", "{line}");
        }
        assert!(session.board().moves().is_empty());
        shown(&mut session, "pass");
        shown(&mut session, "rm");
        assert_eq!(session.board().moves().len(), 2);
    }
}
