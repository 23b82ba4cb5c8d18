//! The words that the Tab key offers.

mod candidates;

use super::Session;
use super::command::{all, argument_after, keywords as keywords_of, option_with_value, usage};
use super::commands;
use super::split::{self, UnfinishedWord, is_special};
use crate::args::takes_conditions;
use bgo::internal::go::Board;
use bgo::internal::query::{Condition, NamedQuestion};
use bgo::internal::store::{Database, GameNames};
use clap::{Arg, Command, ValueHint};
use rustyline::completion::Pair;
use std::path::{Path, PathBuf, is_separator};
use std::sync::Arc;

/// The part of a session that completion reads.
pub(super) struct CompletionContext {
    board: Board,
    marks: Vec<char>,
    /// `None` while its file is missing.
    database: Option<Database>,
    directory: PathBuf,
}

impl CompletionContext {
    pub(super) fn of(session: &Session) -> Self {
        Self {
            board: session.board().position().clone(),
            marks: session.marks().iter().map(|mark| mark.letter).collect(),
            database: session.database.existing().ok().cloned(),
            directory: session.directory().to_owned(),
        }
    }

    /// Returns the names in the database, unless they cannot be read.
    fn names(&self) -> Option<Arc<GameNames>> {
        let snapshot = self.database.as_ref()?.snapshot().ok()?;
        snapshot.game_names().ok()
    }

    /// Returns the named questions, or none if they cannot be read.
    fn named_questions(&self) -> Vec<NamedQuestion> {
        let snapshot = self.database.as_ref().and_then(|database| database.snapshot().ok());
        let names = snapshot.and_then(|snapshot| NamedQuestion::all(&snapshot).ok());
        names.unwrap_or_default()
    }
}

/// Returns where the word at the end of `typed` begins (in bytes), and the words that it
/// can become.
pub(super) fn complete(typed: &str, context: &CompletionContext) -> (usize, Vec<Pair>) {
    let Some(last) = split::unfinished_word(typed) else {
        return (typed.len(), Vec::new());
    };
    let candidates = match last.before.first().map(|keyword| commands::called(keyword)) {
        None => finished(keywords(&last.text)),
        Some(Err(_)) => Vec::new(),
        Some(Ok(command)) => arguments(command, &last, context),
    };
    (last.start, candidates)
}

/// Adds a blank to a word that is the only one.
fn finished(mut pairs: Vec<Pair>) -> Vec<Pair> {
    if let [only] = &mut pairs[..] {
        only.replacement.push(' ');
    }
    pairs
}

/// Returns the arguments that may follow a line that ends in a keyword.
pub(super) fn hint(line: &str) -> Option<String> {
    let last = split::unfinished_word(line).filter(|last| last.quote.is_none())?;
    let (keyword, blank) = match (&last.before[..], last.text.as_str()) {
        // A short name or a beginning may go on.
        ([], word) if all().any(|command| command.get_name().eq_ignore_ascii_case(word)) => (word, " "),
        ([keyword], "") => (keyword.as_str(), ""),
        _ => return None,
    };
    let command = commands::named(keyword).ok()?;
    let usage = usage(command);
    let arguments = usage.strip_prefix(command.get_name())?.trim();
    (!arguments.is_empty()).then(|| format!("{blank}{arguments}"))
}

fn arguments(command: &Command, last: &UnfinishedWord, context: &CompletionContext) -> Vec<Pair> {
    let is_option = last.text.starts_with('-') && last.quote.is_none();
    if is_option && let Some((name, _)) = last.text.split_once('=') {
        return match option_with_value(command, name) {
            Some(option) => values(option, last, name.len() + 1, context),
            None => Vec::new(),
        };
    }
    if let Some(option) = last.before.last().and_then(|word| option_with_value(command, word)) {
        return values(option, last, 0, context);
    }
    if is_option {
        let options = command.get_arguments().filter_map(Arg::get_long);
        let options: Vec<String> = options.map(|name| format!("--{name}")).collect();
        return finished(starting_with(&last.text, options.iter().map(String::as_str)));
    }
    // Of moves alone, the first word is one.
    let is_first = last.before.len() == 1 && commands::named(&last.before[0]).is_ok();
    match command.get_name() {
        "opening" => candidates::openings(last, 0),
        "go" | "name" => candidates::names(last, context),
        "play" => candidates::moves(&last.text, is_first, context),
        "help" => {
            let mut topics = keywords(&last.text);
            topics.extend(starting_with(&last.text, [commands::TOPIC]));
            topics
        }
        "goto" => starting_with(&last.text, ["start", "end"]),
        "sql" => starting_with(&last.text, SQL_WORDS),
        "area" if is_first => candidates::areas(&last.text, &["corner", "off"], context),
        "setup" if is_first => starting_with(&last.text, ["*", ".", "O", "X"]),
        "area" | "setup" => candidates::areas(&last.text, &[], context),
        "pattern" => {
            let mut pairs = candidates::paths(last, 0, &context.directory, |_| true);
            if is_first && last.quote.is_none() {
                pairs.extend(starting_with(&last.text, ["off"]));
            }
            pairs
        }
        name if name == "where" || name != "import" && takes_conditions(command) => {
            let mut pairs = Vec::new();
            if !last.text.contains('=') {
                pairs = positional(command, last, context);
            }
            pairs.extend(candidates::conditions(last, context));
            pairs
        }
        _ => positional(command, last, context),
    }
}

/// The words that are offered for a query.
const SQL_WORDS: [&str; 13] = [
    "select",
    "games",
    "players",
    "archives",
    "sources",
    "positions",
    "--csv",
    "--json",
    "--out",
    "--overwrite",
    "--spreadsheet",
    "--timeout",
    "--unverified",
];

/// Returns the values of the argument that comes next.
fn positional(command: &Command, last: &UnfinishedWord, context: &CompletionContext) -> Vec<Pair> {
    let argument = argument_after(command, &last.before);
    argument.map_or_else(Vec::new, |argument| values(argument, last, 0, context))
}

/// Returns the values of an argument that the word from `value` on begins, as far as the
/// argument says what they are.
fn values(argument: &Arg, last: &UnfinishedWord, value: usize, context: &CompletionContext) -> Vec<Pair> {
    if let Some(condition) = argument.get_long().and_then(Condition::named) {
        return candidates::values(condition, last, value, context);
    }
    match argument.get_value_hint() {
        ValueHint::AnyPath | ValueHint::FilePath => candidates::paths(last, value, &context.directory, |_| true),
        ValueHint::DirPath => candidates::paths(last, value, &context.directory, Path::is_dir),
        _ => {
            let (before, typed) = last.text.split_at(value);
            let words = fixed_values(argument);
            let words = words.iter().filter(|word| begins(word, typed));
            words
                .map(|word| Pair {
                    display: word.clone(),
                    replacement: format!("{before}{word}"),
                })
                .collect()
        }
    }
}

/// Returns the words that an argument can be: those it is restricted to, or else those that stand
/// for its value in help texts, such as `X|O|any`.
fn fixed_values(argument: &Arg) -> Vec<String> {
    let possible = argument.get_possible_values();
    if !possible.is_empty() {
        return possible.iter().map(|value| value.get_name().to_owned()).collect();
    }
    let names = argument.get_value_names().into_iter().flatten();
    let choices = names.filter(|name| name.contains('|'));
    choices.flat_map(|name| name.split('|').map(str::to_owned)).collect()
}

fn keywords(prefix: &str) -> Vec<Pair> {
    let all = all().flat_map(keywords_of);
    let mut all: Vec<&str> = all.filter(|keyword| !commands::is_short(keyword)).collect();
    all.sort_unstable();
    starting_with(prefix, all)
}

fn starting_with<'a>(prefix: &str, words: impl IntoIterator<Item = &'a str>) -> Vec<Pair> {
    let words = words.into_iter().filter(|word| begins(word, prefix));
    words
        .map(|word| Pair {
            display: word.to_owned(),
            replacement: word.to_owned(),
        })
        .collect()
}

/// Returns whether `word` begins with `prefix`, in upper or lower case.
fn begins(word: &str, prefix: &str) -> bool {
    word.get(..prefix.len())
        .is_some_and(|start| start.eq_ignore_ascii_case(prefix))
}

/// Returns `path` as it must be typed: in the open quotes, which a folder leaves open, or
/// with a backslash before special characters.
fn quoted(path: &str, quote: Option<char>) -> String {
    match quote {
        Some(quote) if !path.contains(['"', '\'', '\\']) => {
            let end = if path.ends_with(is_separator) {
                String::new()
            } else {
                quote.to_string()
            };
            format!("{quote}{path}{end}")
        }
        _ => {
            let escaped = path
                .chars()
                .flat_map(|c| is_special(c).then_some('\\').into_iter().chain([c]));
            escaped.collect()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shell::testing::session;
    use std::fs;

    fn offered(session: &Session, typed: &str) -> Vec<String> {
        let (start, pairs) = complete(typed, &CompletionContext::of(session));
        let lines = pairs
            .iter()
            .map(|pair| format!("{}{}", &typed[..start], pair.replacement));
        lines.collect()
    }

    /// Compares what is offered after each beginning of a line with the lines after it.
    #[track_caller]
    fn offers(session: &Session, table: &str) {
        for (typed, expected) in testkit::cases(table) {
            assert_eq!(offered(session, typed).join(" | "), expected, "{typed}");
        }
    }

    #[test]
    fn commands_are_completed_anywhere_in_a_line() {
        let session = session(&[]);
        assert_eq!(offered(&session, "sea"), ["search "]);
        assert_eq!(offered(&session, "board; rot"), ["board; rotations "]);
        assert_eq!(offered(&session, "UN"), ["undo "]);
        assert_eq!(offered(&session, "q"), ["quit "]);
        offers(
            &session,
            "
            S => save | search | setup | sgf | show | size | sql | stones | swap
            help rot => help rotations
            help rec => help recipes
            board R => board reset
            ",
        );
        assert!(offered(&session, "nonsense p").is_empty());
        assert!(offered(&session, "").len() > 15);
    }

    #[test]
    fn moves_are_empty_points_marks_and_the_pass() {
        let mut session = session(&["pd dp", "pd dd"]);
        session.eval("play pd").expect("plays");
        offers(
            &session,
            "
            play  => play a | play b | play pass
            play dd  => play dd pass
            play PA => play pa | play pass
            ",
        );
        let p = offered(&session, "play p");
        assert_eq!(p.len(), 19, "18 points and the pass: {p:?}");
        assert!(!p.contains(&"play pd".to_owned()));
        assert_eq!(offered(&session, "play A").len(), 20, "A1 to A19 and the mark a");
    }

    #[test]
    fn points_are_offered_in_the_notation_that_was_begun() {
        let mut session = session(&[]);
        session.eval("play Q16").expect("plays");
        let q1 = ["1", "10", "11", "12", "13", "14", "15", "17", "18", "19"].map(|row| format!("play Q{row}"));
        assert_eq!(offered(&session, "play Q1"), q1);
        assert_eq!(offered(&session, "play q1"), q1);
        assert_eq!(offered(&session, "play Q").len(), 18);
        assert_eq!(offered(&session, "play PC"), ["play pc"]);
        for none in ["play I", "play U", "play Q16", "play pd", "play é", "play qé"] {
            assert!(offered(&session, none).is_empty(), "{none}");
        }
    }

    #[test]
    fn names_come_in_the_order_of_their_games() {
        let folder = tempfile::tempdir().expect("a folder");
        let mut session = session(&[]);
        session.set_directory(folder.path().to_owned());
        for (file, record) in [
            ("a.sgf", "PB[Cho U]PW[Cho Hunhyun]EV[Oza]RU[Japanese];B[pd]"),
            ("b.sgf", "PB[Cho Chikun]PW[Cho U]EV[Meijin]RU[Chinese];B[dd]"),
            ("c.sgf", "PB[Cho Chikun]PW[Cho U]EV[Oza];B[qd]"),
            // A game of a player against himself counts once.
            ("d.sgf", "PB[Abe]PW[Abe]RU[Chinese];B[qe]"),
        ] {
            fs::write(folder.path().join(file), format!("(;{record})")).expect("a file");
        }
        session.eval("import .").expect("imports");
        let players = [r"Cho\ U", r"Cho\ Chikun", "Abe", r"Cho\ Hunhyun"];
        let players = players.map(|name| format!("where player={name}"));
        assert_eq!(offered(&session, "where player="), players);
        assert_eq!(offered(&session, "find --black CH").len(), 3);
        offers(
            &session,
            r"
            where pl => where player=
            find ye => find year=
            find --white=chi => find --white=Cho\ Chikun
            where event= => where event=Oza | where event=Meijin
            where 'rules=c => where 'rules=Chinese'
            ",
        );
        assert!(offered(&session, "where event=x").is_empty());
        // The names are counted and sorted once.
        let names = || CompletionContext::of(&session).names().expect("names");
        assert!(Arc::ptr_eq(&names(), &names()));
    }

    #[test]
    fn archives_are_those_of_the_database() {
        let mut session = session(&[]);
        let folder = tempfile::tempdir().expect("a folder");
        fs::write(folder.path().join("not imported.sgf"), "").expect("a file");
        for (number, name) in ["old games.sgf", "a/x.sgf", "b/x.sgf"].iter().enumerate() {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            fs::write(path, format!("(;PB[{number}];B[pd])")).expect("a file");
        }
        session.set_directory(folder.path().to_owned());
        session.eval("import 'old games.sgf' a/x.sgf b/x.sgf").expect("imports");
        offers(
            &session,
            r#"
            where archive=o => where archive=old\ games.sgf
            remove --archive "o => remove --archive "old games.sgf"
            "#,
        );
        assert!(offered(&session, "where archive=n").is_empty());
        let is_at = |offered: &str, end: &str| offered.replace(r"\\", "/").ends_with(end);
        let twice = offered(&session, "find archive=x");
        assert!(
            matches!(&twice[..], [a, b] if is_at(a, "a/x.sgf") && is_at(b, "b/x.sgf")),
            "{twice:?}"
        );
        assert_eq!(offered(&session, "find archive=").len(), 3);
        assert_eq!(offered(&session, twice[1].trim_end_matches("x.sgf")), twice[1..]);
        for line in [&twice[0], r"find archive=old\ games.sgf"] {
            session.eval(line).expect("finds the archive");
        }
    }

    #[test]
    fn many_names_are_cut_without_saying_more_than_is_typed() {
        let folder = tempfile::tempdir().expect("a folder");
        let mut session = session(&[]);
        for i in 0..40 {
            let name = if i < 35 {
                format!("Kim {i:02}")
            } else {
                format!("Ki {i}")
            };
            let record = format!("(;PB[{name}];B[{}d])", char::from(b'a' + i % 19));
            fs::write(folder.path().join(format!("{i}.sgf")), record).expect("a file");
        }
        session.set_directory(folder.path().to_owned());
        session.eval("import .").expect("imports");
        let (_, pairs) = complete("where player=k", &CompletionContext::of(&session));
        assert_eq!(pairs.len(), 31);
        assert_eq!(pairs[30].display, "... and 10 more");
        assert_eq!(pairs[30].replacement, "player=k");
    }

    #[test]
    fn options_and_their_values_are_completed() {
        let mut session = session(&["pd dp"]);
        let folder = tempfile::tempdir().expect("a folder");
        fs::write(folder.path().join("old games.tgz"), "").expect("a file");
        session.set_directory(folder.path().to_owned());
        assert_eq!(offered(&session, "games --so"), ["games --sort "]);
        offers(
            &session,
            r"
            games --sort r => games --sort rank | games --sort result
            g --sort=ra => g --sort=rank
            games --sort  => games --sort date | games --sort rank | games --sort players | games --sort length | games --sort result | games --sort number
            export x --as cs => export x --as csv
            area --next  => area --next X | area --next O | area --next any
            games --out o => games --out old\ games.tgz
            games --out='old => games --out=old\ games.tgz
            games --out=o => games --out=old\ games.tgz
            find result=W+ => find result=W+ | find result=W+R | find result=W+T | find result=W+F
            find --result d => find --result draw
            full o => full on | full off
            swap of => swap off
            to  => to start | to end
            goto e => goto end
            search he => search here
            rot  => rot marks
            load o => load old\ games.tgz
            import a.tgz o => import a.tgz old\ games.tgz
            save --help o => save --help old\ games.tgz
            pd PAS => pd pass
            h sea => h search
            ",
        );
        for typed in ["games --limit ", "games --nonsense=", "load x.sgf o"] {
            assert!(offered(&session, typed).is_empty(), "{typed}");
        }
        let condition = Condition::named("result").expect("a condition");
        assert!(candidates::RESULTS.iter().all(|result| condition.check(result).is_ok()));
    }

    #[test]
    fn paths_start_in_the_folder_of_the_session() {
        let mut session = session(&[]);
        let folder = tempfile::tempdir().expect("a folder");
        fs::create_dir(folder.path().join("my games")).expect("a folder");
        fs::write(folder.path().join("my games/a;b.tgz"), "").expect("a file");
        fs::write(folder.path().join(".hidden"), "").expect("a file");
        session.set_directory(folder.path().to_owned());
        offers(
            &session,
            r#"
            import  => import my\ games/
            import "my => import "my games/
            import my\ games/ => import my\ games/a\;b.tgz
            ls 'my games/a => ls 'my games/a;b.tgz'
            ls .h => ls .hidden
            "#,
        );
        for typed in ["cd 'my games/a", "ls nowhere/"] {
            assert!(offered(&session, typed).is_empty(), "{typed}");
        }
    }

    #[test]
    fn areas_setup_and_diagrams_are_completed() {
        let mut session = session(&["pd dp"]);
        session.eval("play pd").expect("plays");
        let p = offered(&session, "area p");
        assert!(p.contains(&"area pd".to_owned()), "also points with stones");
        assert!(!offered(&session, "area pd c").contains(&"area pd corner".to_owned()));
        assert_eq!(offered(&session, "area pd rj --fi"), ["area pd rj --fixed-colors "]);
        let folder = tempfile::tempdir().expect("a folder");
        fs::write(folder.path().join("side.txt"), "X").expect("a file");
        session.set_directory(folder.path().to_owned());
        offers(
            &session,
            "
            area co => area co | area corner
            setup  => setup * | setup . | setup O | setup X
            setup . PD => setup . pd
            pattern  => pattern side.txt | pattern off
            pattern side.txt --st => pattern side.txt --stood | pattern side.txt --strict
            ",
        );
    }

    #[test]
    fn the_hint_is_the_usage_and_ends_with_the_first_word() {
        assert_eq!(hint("undo").as_deref(), Some(" [COUNT]"));
        assert_eq!(hint("board; undo ").as_deref(), Some("[COUNT]"));
        for line in ["", "undo 1", "undo 1 ", "und", "back", "undo '"] {
            assert_eq!(hint(line), None, "{line}");
        }
    }
}
