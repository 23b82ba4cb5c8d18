use super::command::{Command, Completion};
use super::split::{self, UnfinishedWord};
use super::{Session, commands};
use crate::render::is_unseen;
use bgo::go::{Board, Color, Move};
use bgo::query::{CONDITIONS, Condition};
use bgo::record::fold;
use bgo::store::Texts;
use rustyline::completion::Pair;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The most names that are offered at a time.
const MAX_NAMES: usize = 200;

/// The part of a session that completion reads.
pub(super) struct CompletionContext {
    board: Board,
    marks: Vec<char>,
    /// The names of players, unless they cannot be read.
    players: Option<Arc<Texts>>,
    directory: PathBuf,
}

impl CompletionContext {
    pub(super) fn of(session: &Session) -> Self {
        Self {
            board: session.board().position().board().clone(),
            players: session.snapshot().and_then(|snapshot| snapshot.players()).ok(),
            marks: session.marks().iter().map(|mark| mark.letter).collect(),
            directory: session.directory().to_owned(),
        }
    }
}

/// Returns where the word at the end of `typed` begins (in bytes), and the words that it
/// can become.
pub(super) fn complete(typed: &str, context: &CompletionContext) -> (usize, Vec<Pair>) {
    let Some(last) = split::unfinished_word(typed) else {
        return (typed.len(), Vec::new());
    };
    let candidates = match last.before.first().map(|keyword| commands::named(keyword)) {
        None => {
            let mut pairs = keywords(&last.text);
            if let [only] = &mut pairs[..] {
                only.replacement.push(' ');
            }
            pairs
        }
        Some(Err(_)) => Vec::new(),
        Some(Ok(command)) => arguments(command, &last, context),
    };
    (last.start, candidates)
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

fn arguments(command: &Command, last: &UnfinishedWord, context: &CompletionContext) -> Vec<Pair> {
    if last.text.starts_with('-') && last.quote.is_none() {
        let options = command.options();
        return starting_with(&last.text, options.iter().map(String::as_str));
    }
    let is_first = last.before.len() == 1;
    match command.completion {
        Completion::Nothing => Vec::new(),
        Completion::Moves => moves(&last.text, is_first, context),
        Completion::Paths => paths(last, &context.directory, |_| true),
        Completion::Folders => paths(last, &context.directory, Path::is_dir),
        Completion::Commands => keywords(&last.text),
        Completion::Conditions => conditions(last, context),
        Completion::Words(words) => starting_with(&last.text, words.iter().copied()),
        Completion::Areas => {
            let mut words = if is_first {
                vec!["corner".to_owned(), "off".to_owned()]
            } else {
                Vec::new()
            };
            words.retain(|word| begins(word, &last.text));
            words.extend(points_begun(&last.text, &context.board, |_| true));
            words.sort_unstable();
            starting_with("", words.iter().map(String::as_str))
        }
        Completion::Setup if is_first => starting_with(&last.text, ["*", ".", "O", "X"]),
        Completion::Setup => {
            let mut words: Vec<String> = points_begun(&last.text, &context.board, |_| true).collect();
            words.sort_unstable();
            starting_with("", words.iter().map(String::as_str))
        }
        Completion::Patterns => {
            let mut pairs = paths(last, &context.directory, |_| true);
            if is_first && last.quote.is_none() {
                pairs.extend(starting_with(&last.text, ["off"]));
            }
            pairs
        }
    }
}

/// Names of conditions, and after the name of a condition on players the names
/// that begin with what is typed.
fn conditions(last: &UnfinishedWord, context: &CompletionContext) -> Vec<Pair> {
    let Some((condition, typed)) = last.text.split_once('=') else {
        let conditions = CONDITIONS.each_ref().map(|condition| format!("{}=", condition.name));
        return starting_with(&last.text, conditions.iter().map(String::as_str));
    };
    if typed.is_empty() || !Condition::named(condition).is_some_and(Condition::names_player) {
        return Vec::new();
    }
    let typed = fold(typed);
    let names = context.players.iter().flat_map(|players| players.iter());
    let mut names: Vec<&str> = names
        .filter(|name| fold(name).starts_with(&typed) && !name.contains(is_unseen))
        .take(MAX_NAMES)
        .collect();
    names.sort_unstable();
    let pair = |name: &str| Pair {
        display: name.to_owned(),
        replacement: quoted(&format!("{condition}={name}"), last.quote),
    };
    names.into_iter().map(pair).collect()
}

fn keywords(prefix: &str) -> Vec<Pair> {
    let all = commands::all().flat_map(|command| command.keywords).copied();
    let mut all: Vec<&str> = all.filter(|keyword| !commands::is_short(keyword)).collect();
    all.sort_unstable();
    starting_with(prefix, all)
}

/// Returns marks, the pass, and the empty points in the notation that `prefix` begins.
fn moves(prefix: &str, first: bool, context: &CompletionContext) -> Vec<Pair> {
    let marks = context.marks.iter().filter(|_| first).map(char::to_string);
    let words = marks.chain(["pass".to_owned()]);
    let mut names: Vec<String> = words.filter(|word| begins(word, prefix)).collect();
    names.extend(points_begun(prefix, &context.board, |stone| stone.is_none()));
    names.sort_unstable();
    starting_with("", names.iter().map(String::as_str))
}

/// Returns the wanted points in the notation that `prefix` begins. Without a first letter
/// there would be hundreds; a first letter alone belongs to the notation that is written in
/// its case.
fn points_begun(
    prefix: &str,
    board: &Board,
    is_wanted: impl Fn(Option<Color>) -> bool,
) -> impl Iterator<Item = String> {
    points(board, is_wanted).filter(move |point| match prefix.len() {
        0 => false,
        1 => point.starts_with(prefix),
        _ => begins(point, prefix),
    })
}

/// Returns the names of the points with a wanted stone, such as `pd` and `Q16`.
fn points(board: &Board, is_wanted: impl Fn(Option<Color>) -> bool) -> impl Iterator<Item = String> {
    let size = board.size();
    let sgf = size.points().map(|point| point.to_string());
    let human = ('A'..='Z').flat_map(move |letter| (1..=size.lines()).map(move |row| format!("{letter}{row}")));
    sgf.chain(human).filter(move |name| {
        // Parsing knows which letters and rows there are.
        let point = Move::parse(name, Color::Black, size).ok().and_then(|mv| mv.point);
        point.is_some_and(|point| is_wanted(board.get(point)))
    })
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

/// Returns the entries of the folder that the word names so far. Hidden ones are offered
/// only after a dot; names that cannot be typed are never offered.
fn paths(last: &UnfinishedWord, directory: &Path, wanted: impl Fn(&Path) -> bool) -> Vec<Pair> {
    let split = last.text.rfind('/').map_or(0, |slash| slash + 1);
    let (folder, prefix) = last.text.split_at(split);
    let Ok(entries) = split::path(Path::new(folder), directory).read_dir() else {
        return Vec::new();
    };
    let mut pairs: Vec<Pair> = entries
        .flatten()
        .filter(|entry| wanted(&entry.path()))
        .filter_map(|entry| {
            let mut name = entry.file_name().into_string().ok()?;
            let hidden = name.starts_with('.') && !prefix.starts_with('.');
            if hidden || !name.starts_with(prefix) || name.contains(is_unseen) {
                return None;
            }
            if entry.path().is_dir() {
                name.push('/');
            }
            let replacement = quoted(&format!("{folder}{name}"), last.quote);
            Some(Pair {
                display: name,
                replacement,
            })
        })
        .collect();
    pairs.sort_unstable_by(|a, b| a.display.cmp(&b.display));
    pairs
}

/// Returns `path` as it must be typed: in the open quotes, which a folder leaves open, or
/// with a backslash before special characters.
fn quoted(path: &str, quote: Option<char>) -> String {
    match quote {
        Some(quote) if !path.contains(['"', '\'', '\\']) => {
            let end = if path.ends_with('/') {
                String::new()
            } else {
                quote.to_string()
            };
            format!("{quote}{path}{end}")
        }
        _ => {
            let special = |c: char| matches!(c, ' ' | '"' | '\'' | '\\' | ';' | '#');
            let escaped = |c: char| special(c).then_some('\\').into_iter().chain([c]);
            path.chars().flat_map(escaped).collect()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::session;
    use super::*;

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
        assert_eq!(offered(&session, "help rot"), ["help rotations"]);
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
        assert_eq!(offered(&session, "area pd rj --fi"), ["area pd rj --fixed-colors"]);
        assert_eq!(offered(&session, "games --so"), ["games --sort"]);
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
