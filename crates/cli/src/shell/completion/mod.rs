//! The words that the Tab key offers.

mod candidates;

use super::Session;
use super::command::{Completion, ShellCommand};
use super::commands;
use super::split::{self, UnfinishedWord, is_special};
use bgo::go::Board;
use bgo::query::Condition;
use bgo::store::{Database, GameNames};
use clap::ValueHint;
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
            database: session.database().existing().ok().cloned(),
            directory: session.directory().to_owned(),
        }
    }

    /// Returns the names in the database, unless they cannot be read.
    fn names(&self) -> Option<Arc<GameNames>> {
        let snapshot = self.database.as_ref()?.snapshot().ok()?;
        snapshot.game_names().ok()
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
        ([], word) if commands::all().any(|command| command.keyword().eq_ignore_ascii_case(word)) => (word, " "),
        ([keyword], "") => (keyword.as_str(), ""),
        _ => return None,
    };
    let command = commands::named(keyword).ok()?;
    let usage = command.usage();
    let arguments = usage.strip_prefix(command.keyword())?.trim();
    (!arguments.is_empty()).then(|| format!("{blank}{arguments}"))
}

fn arguments(command: &ShellCommand, last: &UnfinishedWord, context: &CompletionContext) -> Vec<Pair> {
    let is_option = last.text.starts_with('-') && last.quote.is_none();
    if is_option && let Some((name, _)) = last.text.split_once('=') {
        return match command.option_with_value(name) {
            Some(option) => values(&option, last, name.len() + 1, context),
            None => Vec::new(),
        };
    }
    if let Some(option) = last.before.last().and_then(|word| command.option_with_value(word)) {
        return values(&option, last, 0, context);
    }
    if is_option {
        let options = command.options();
        return finished(starting_with(&last.text, options.iter().map(String::as_str)));
    }
    // Of moves alone, the first word is one.
    let is_first = last.before.len() == 1 && commands::named(&last.before[0]).is_ok();
    match command.completion {
        Completion::Arguments => positional(command, last, context),
        Completion::Moves => candidates::moves(&last.text, is_first, context),
        Completion::Commands => {
            let mut topics = keywords(&last.text);
            topics.extend(starting_with(&last.text, [commands::TOPIC]));
            topics
        }
        Completion::Conditions if last.text.contains('=') => candidates::conditions(last, context),
        Completion::Conditions => {
            let mut pairs = positional(command, last, context);
            pairs.extend(candidates::conditions(last, context));
            pairs
        }
        Completion::Words(words) => starting_with(&last.text, words.iter().copied()),
        Completion::Areas if is_first => candidates::areas(&last.text, &["corner", "off"], context),
        Completion::Areas => candidates::areas(&last.text, &[], context),
        Completion::Setup if is_first => starting_with(&last.text, ["*", ".", "O", "X"]),
        Completion::Setup => candidates::areas(&last.text, &[], context),
        Completion::Patterns => {
            let mut pairs = candidates::paths(last, 0, &context.directory, |_| true);
            if is_first && last.quote.is_none() {
                pairs.extend(starting_with(&last.text, ["off"]));
            }
            pairs
        }
    }
}

/// Returns the values of the argument that comes next.
fn positional(command: &ShellCommand, last: &UnfinishedWord, context: &CompletionContext) -> Vec<Pair> {
    let argument = command.argument_after(&last.before);
    argument.map_or_else(Vec::new, |argument| values(&argument, last, 0, context))
}

/// Returns the values of an argument that the word from `value` on begins, as far as the
/// argument says what they are.
fn values(argument: &clap::Arg, last: &UnfinishedWord, value: usize, context: &CompletionContext) -> Vec<Pair> {
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
fn fixed_values(argument: &clap::Arg) -> Vec<String> {
    let possible = argument.get_possible_values();
    if !possible.is_empty() {
        return possible.iter().map(|value| value.get_name().to_owned()).collect();
    }
    let names = argument.get_value_names().into_iter().flatten();
    let choices = names.filter(|name| name.contains('|'));
    choices.flat_map(|name| name.split('|').map(str::to_owned)).collect()
}

fn keywords(prefix: &str) -> Vec<Pair> {
    let all = commands::all().flat_map(|command| command.keywords).copied();
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

    fn offered(session: &Session, typed: &str) -> Vec<String> {
        let (start, pairs) = complete(typed, &CompletionContext::of(session));
        pairs
            .iter()
            .map(|pair| format!("{}{}", &typed[..start], pair.replacement))
            .collect()
    }

    #[test]
    fn commands_are_completed_anywhere_in_a_line() {
        let session = session(&[]);
        assert_eq!(offered(&session, "sea"), ["search "]);
        assert_eq!(offered(&session, "board; rot"), ["board; rotations "]);
        assert_eq!(offered(&session, "UN"), ["undo "]);
        assert_eq!(
            offered(&session, "S"),
            ["save", "search", "setup", "sgf", "show", "size", "sql", "swap"]
        );
        assert_eq!(offered(&session, "q"), ["quit "]);
        assert_eq!(offered(&session, "help rot"), ["help rotations"]);
        assert_eq!(offered(&session, "help rec"), ["help recipes"]);
        assert_eq!(offered(&session, "board R"), ["board reset"]);
        assert!(offered(&session, "nonsense p").is_empty());
        assert!(offered(&session, "").len() > 15);
    }

    #[test]
    fn moves_are_empty_points_marks_and_the_pass() {
        let mut session = session(&["pd dp", "pd dd"]);
        session.eval("play pd").expect("plays");
        assert_eq!(offered(&session, "play "), ["play a", "play b", "play pass"]);
        assert_eq!(offered(&session, "play dd "), ["play dd pass"]);
        let p = offered(&session, "play p");
        assert_eq!(p.len(), 19, "18 points and the pass: {p:?}");
        assert!(!p.contains(&"play pd".to_owned()));
        assert_eq!(offered(&session, "play PA"), ["play pa", "play pass"]);
        assert_eq!(offered(&session, "play A").len(), 20, "A1 to A19 and the mark a");
    }

    #[test]
    fn points_are_offered_in_the_notation_that_was_begun() {
        let mut session = session(&[]);
        session.eval("play Q16").expect("plays");
        let q1: Vec<String> = ["1", "10", "11", "12", "13", "14", "15", "17", "18", "19"]
            .map(|row| format!("play Q{row}"))
            .into();
        assert_eq!(offered(&session, "play Q1"), q1);
        assert_eq!(offered(&session, "play q1"), q1);
        assert_eq!(offered(&session, "play Q").len(), 18);
        assert_eq!(offered(&session, "play PC"), ["play pc"]);
        for none in ["play I", "play U", "play Q16", "play pd", "play é", "play qé"] {
            assert!(offered(&session, none).is_empty(), "{none}");
        }
    }

    #[test]
    fn conditions_and_names_of_players_are_completed() {
        let session = session(&["pd dp", "pd dd"]);
        assert_eq!(offered(&session, "where pl"), ["where player="]);
        assert_eq!(offered(&session, "find ye"), ["find year="]);
        assert_eq!(offered(&session, "where player=1"), ["where player=1"]);
        assert!(offered(&session, "where event=x").is_empty());
    }

    #[test]
    fn names_come_in_the_order_of_their_games() {
        let folder = tempfile::tempdir().expect("a folder");
        let mut session = session(&[]);
        session.set_directory(folder.path().to_owned());
        let record = |file: &str, root: &str, moves: &str| {
            std::fs::write(folder.path().join(file), format!("(;{root}{moves})")).expect("a file");
        };
        record("a.sgf", "PB[Cho U]PW[Cho Hunhyun]EV[Oza]RU[Japanese]", ";B[pd]");
        record("b.sgf", "PB[Cho Chikun]PW[Cho U]EV[Meijin]RU[Chinese]", ";B[dd]");
        record("c.sgf", "PB[Cho Chikun]PW[Cho U]EV[Oza]", ";B[qd]");
        // A game of a player against himself counts once.
        record("d.sgf", "PB[Abe]PW[Abe]RU[Chinese]", ";B[qe]");
        session.eval("import .").expect("imports");
        let players = [r"Cho\ U", r"Cho\ Chikun", "Abe", r"Cho\ Hunhyun"];
        assert_eq!(
            offered(&session, "where player="),
            players.map(|name| format!("where player={name}"))
        );
        assert_eq!(offered(&session, "find --black CH").len(), 3);
        assert_eq!(offered(&session, "find --white=chi"), [r"find --white=Cho\ Chikun"]);
        assert_eq!(
            offered(&session, "where event="),
            ["where event=Oza", "where event=Meijin"]
        );
        assert_eq!(offered(&session, "where 'rules=c"), ["where 'rules=Chinese'"]);
        // The names are counted and sorted once.
        let names = || CompletionContext::of(&session).names().expect("names");
        assert!(Arc::ptr_eq(&names(), &names()));
    }

    #[test]
    fn archives_are_those_of_the_database() {
        let mut session = session(&[]);
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::write(folder.path().join("not imported.sgf"), "").expect("a file");
        for (number, name) in ["old games.sgf", "a/x.sgf", "b/x.sgf"].iter().enumerate() {
            let path = folder.path().join(name);
            std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            std::fs::write(path, format!("(;PB[{number}];B[pd])")).expect("a file");
        }
        session.set_directory(folder.path().to_owned());
        session.eval("import 'old games.sgf' a/x.sgf b/x.sgf").expect("imports");
        assert_eq!(offered(&session, "where archive=o"), [r"where archive=old\ games.sgf"]);
        assert_eq!(
            offered(&session, "remove --archive \"o"),
            ["remove --archive \"old games.sgf\""]
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
            std::fs::write(folder.path().join(format!("{i}.sgf")), record).expect("a file");
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
        std::fs::write(folder.path().join("old games.tgz"), "").expect("a file");
        session.set_directory(folder.path().to_owned());
        for (typed, expected) in [
            ("games --so", &["games --sort "][..]),
            ("games --sort r", &["games --sort rank"]),
            ("g --sort=r", &["g --sort=rank"]),
            (
                "games --sort ",
                &[
                    "games --sort date",
                    "games --sort rank",
                    "games --sort players",
                    "games --sort number",
                ],
            ),
            ("export x --as cs", &["export x --as csv"]),
            ("area --next ", &["area --next X", "area --next O", "area --next any"]),
            ("games --out o", &[r"games --out old\ games.tgz"]),
            ("games --out='old", &[r"games --out=old\ games.tgz"]),
            ("games --out=o", &[r"games --out=old\ games.tgz"]),
            (
                "find result=W+",
                &[
                    "find result=W+",
                    "find result=W+R",
                    "find result=W+T",
                    "find result=W+F",
                ],
            ),
            ("find --result d", &["find --result draw"]),
            ("games --limit ", &[]),
            ("games --nonsense=", &[]),
            ("full o", &["full on", "full off"]),
            ("swap of", &["swap off"]),
            ("to ", &["to start", "to end"]),
            ("search he", &["search here"]),
            ("rot ", &["rot marks"]),
            ("load o", &[r"load old\ games.tgz"]),
            ("load x.sgf o", &[]),
            ("import a.tgz o", &[r"import a.tgz old\ games.tgz"]),
            ("save --help o", &[r"save --help old\ games.tgz"]),
            ("pd PAS", &["pd pass"]),
            ("h sea", &["h search"]),
        ] {
            assert_eq!(offered(&session, typed), expected, "{typed}");
        }
    }

    #[test]
    fn the_results_that_are_offered_are_results() {
        let session = session(&[]);
        let condition = Condition::named("result").expect("a condition");
        let results = offered(&session, "find result=");
        assert!(!results.is_empty());
        for line in results {
            let (_, result) = line.split_once('=').expect("a value");
            assert_eq!(condition.check(result), Ok(()), "{result}");
        }
    }

    #[test]
    fn paths_start_in_the_folder_of_the_session() {
        let mut session = session(&[]);
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::create_dir(folder.path().join("my games")).expect("a folder");
        std::fs::write(folder.path().join("my games/a;b.tgz"), "").expect("a file");
        std::fs::write(folder.path().join(".hidden"), "").expect("a file");
        session.set_directory(folder.path().to_owned());
        assert_eq!(offered(&session, "import "), [r"import my\ games/"]);
        assert_eq!(offered(&session, "import \"my"), ["import \"my games/"]);
        assert_eq!(offered(&session, r"import my\ games/"), [r"import my\ games/a\;b.tgz"]);
        assert_eq!(offered(&session, "ls 'my games/a"), ["ls 'my games/a;b.tgz'"]);
        assert!(offered(&session, "cd 'my games/a").is_empty());
        assert_eq!(offered(&session, "ls .h"), ["ls .hidden"]);
        assert!(offered(&session, "ls nowhere/").is_empty());
    }

    #[test]
    fn areas_setup_and_diagrams_are_completed() {
        let mut session = session(&["pd dp"]);
        session.eval("play pd").expect("plays");
        assert_eq!(offered(&session, "area co"), ["area co", "area corner"]);
        assert!(
            offered(&session, "area p").contains(&"area pd".to_owned()),
            "also points with stones"
        );
        assert!(!offered(&session, "area pd c").contains(&"area pd corner".to_owned()));
        assert_eq!(offered(&session, "area pd rj --fi"), ["area pd rj --fixed-colors "]);
        assert_eq!(offered(&session, "games --so"), ["games --sort "]);
        assert_eq!(
            offered(&session, "setup "),
            ["*", ".", "O", "X"].map(|sign| format!("setup {sign}"))
        );
        assert_eq!(offered(&session, "setup . PD"), ["setup . pd"]);
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::write(folder.path().join("side.txt"), "X").expect("a file");
        session.set_directory(folder.path().to_owned());
        assert_eq!(offered(&session, "pattern "), ["pattern side.txt", "pattern off"]);
        assert_eq!(
            offered(&session, "pattern side.txt --st"),
            ["pattern side.txt --stood", "pattern side.txt --strict"]
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
