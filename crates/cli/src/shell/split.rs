use super::ShellError;
use std::ops::Range;
use std::path::{Path, PathBuf};

/// Returns the statements of a line, which `;` separates. Quotes, `\` and `#` (a comment
/// up to the end of the line) mean what they mean in a POSIX shell. On Windows, a `\` before a
/// character that needs none separates folders.
pub fn statements(line: &str) -> Vec<&str> {
    parts(line).0
}

/// Returns whether a quote that a line opens goes on after it.
pub fn has_open_quote(line: &str) -> bool {
    matches!(parts(line).1, Some((_, Some(_))))
}

pub fn words(statement: &str) -> Result<Vec<String>, ShellError> {
    posix_words(statement).map_err(|_| {
        let message = "a quote is not closed; for a quote within a name write \\\" or \\'";
        ShellError::WrongUsage(message.to_owned())
    })
}

fn posix_words(text: &str) -> Result<Vec<String>, shell_words::ParseError> {
    if cfg!(windows) {
        shell_words::split(&separators_escaped(text))
    } else {
        shell_words::split(text)
    }
}

/// Returns whether a character loses its meaning after a `\`.
pub const fn is_special(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\n' | '"' | '\'' | '\\' | ';' | '#')
}

/// Returns a text in which a second `\` follows those that separate folders.
fn separators_escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    let mut quote = None;
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        escaped.push(c);
        match (quote, c) {
            (None, '\\') => escaped.push(chars.next_if(|&next| is_special(next)).unwrap_or('\\')),
            (Some('"'), '\\') => escaped.extend(chars.next()),
            (None, '"' | '\'') => quote = Some(c),
            (Some(open), _) if c == open => quote = None,
            _ => {}
        }
    }
    escaped
}

/// Returns the words of arguments that are a text with options before and after it. The text
/// is one word and keeps its quotes, unless quotes enclose all of it. `takes_value` says of the
/// name of an option whether it takes a value, or `None` if there is no such option.
pub fn text_and_options(
    arguments: &str,
    takes_value: impl Fn(&str) -> Option<bool>,
) -> Result<Vec<String>, ShellError> {
    // The number of words of the option that begins with a word, if one does.
    let option = |word: &str| {
        let name = word.strip_prefix("--")?;
        match name.split_once('=') {
            Some((name, _)) => takes_value(name).map(|_| 1),
            None => takes_value(name).map(|takes| 1 + usize::from(takes)),
        }
    };
    let mut after = 0;
    let place = |word: &str| {
        let at = after + arguments[after..].find(word).unwrap_or_default();
        after = at + word.len();
        at..after
    };
    let all: Vec<&str> = arguments.split_whitespace().collect();
    let places: Vec<Range<usize>> = all.iter().copied().map(place).collect();
    let mut begin = 0;
    while let Some(count) = all.get(begin).copied().and_then(option) {
        begin = (begin + count).min(all.len());
    }
    let mut end = all.len();
    let ends = |end: usize, count: usize| end >= begin + count && option(all[end - count]) == Some(count);
    while let Some(count) = [1, 2].into_iter().find(|&count| ends(end, count)) {
        end -= count;
    }
    let mut found: Vec<String> = [&all[..begin], &all[end..]]
        .concat()
        .into_iter()
        .map(str::to_owned)
        .collect();
    if begin < end {
        let text = &arguments[places[begin].start..places[end - 1].end];
        let quoted = text.starts_with(['"', '\'']).then(|| words(text)).transpose()?;
        found.push(match quoted.as_deref() {
            Some([only]) => only.clone(),
            _ => text.to_owned(),
        });
    }
    Ok(found)
}

/// Returns the path that `word` names: relative paths start in `directory`, and `~` is
/// the home folder.
pub fn path(word: &Path, directory: &Path) -> PathBuf {
    match (word.strip_prefix("~"), etcetera::home_dir()) {
        (Ok(rest), Ok(home)) => home.join(rest),
        _ => directory.join(word),
    }
}

/// The word that is being typed at the end of a line.
pub struct UnfinishedWord {
    /// The words before it in its statement.
    pub before: Vec<String>,
    /// The word so far, without quotes.
    pub text: String,
    /// The start of the word, in bytes from the start of the line.
    pub start: usize,
    /// The quote at its start, if there is one.
    pub quote: Option<char>,
}

pub fn unfinished_word(line: &str) -> Option<UnfinishedWord> {
    let (statements, end) = parts(line);
    let (start, quote) = end?;
    let begin = line.len() - statements.last()?.len();
    let mut closed = line.get(start..)?.to_owned();
    closed.extend(quote);
    let mut texts = posix_words(&closed).ok()?;
    Some(UnfinishedWord {
        before: posix_words(line.get(begin..start)?).ok()?,
        text: texts.pop().unwrap_or_default(),
        start,
        quote: closed.chars().next().filter(|c| matches!(c, '"' | '\'')),
    })
}

/// Returns the statements of a line, and where the word at its end begins with the quote that the
/// line does not close; `None` if the line ends in a comment.
fn parts(line: &str) -> (Vec<&str>, Option<(usize, Option<char>)>) {
    let mut statements = Vec::new();
    let (mut word, mut quote) = (None, None);
    let mut begin = 0;
    let mut escaped = false;
    for (at, c) in line.char_indices() {
        match (quote, c) {
            _ if escaped => escaped = false,
            (Some('"') | None, '\\') => {
                escaped = true;
                word.get_or_insert(at);
            }
            (Some(open), _) if c == open => quote = None,
            (Some(_), _) => {}
            (None, '"' | '\'') => {
                quote = Some(c);
                word.get_or_insert(at);
            }
            (None, ';') => {
                statements.push(&line[begin..at]);
                begin = at + 1;
                word = None;
            }
            (None, ' ' | '\t') => word = None,
            (None, '#') if word.is_none() => {
                statements.push(&line[begin..at]);
                return (statements, None);
            }
            (None, _) => {
                word.get_or_insert(at);
            }
        }
    }
    statements.push(&line[begin..]);
    (statements, Some((word.unwrap_or(line.len()), quote)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_semicolon_separates_unless_it_is_quoted() {
        assert_eq!(statements("play pd; search"), ["play pd", " search"]);
        assert_eq!(statements(r#"ls "a;b" 'c;d' e\;f;"#), [r#"ls "a;b" 'c;d' e\;f"#, ""]);
        assert_eq!(statements("search # a; b"), ["search "]);
        assert_eq!(statements("ls a#b;cwd"), ["ls a#b", "cwd"]);
        assert_eq!(statements(r"ls 'it\';cwd"), [r"ls 'it\'", "cwd"]);
    }

    #[test]
    fn a_text_between_options_stays_as_it_is() {
        let takes_value = |name: &str| match name {
            "csv" => Some(false),
            "timeout" => Some(true),
            _ => None,
        };
        let read = |text| text_and_options(text, takes_value).expect("words");
        assert_eq!(read(""), [""; 0]);
        assert_eq!(read(" select 'it''s  it' "), ["select 'it''s  it'"]);
        assert_eq!(
            read("--timeout 5 --csv  select '--csv' --timeout=6"),
            ["--timeout", "5", "--csv", "--timeout=6", "select '--csv'"]
        );
        assert_eq!(
            read("select 1 --timeout 5 --csv"),
            ["--timeout", "5", "--csv", "select 1"]
        );
        assert_eq!(read("\"select 'B'\" --csv"), ["--csv", "select 'B'"]);
        assert_eq!(read("select 1 --other"), ["select 1 --other"]);
        assert_eq!(read("--timeout"), ["--timeout"]);
        assert_eq!(read("--csv"), ["--csv"]);
        assert!(text_and_options("\"select", takes_value).is_err());
    }

    #[test]
    fn words_lose_their_quotes() {
        let read = |text| words(text).expect("words");
        assert_eq!(read(r#"import "my games.tgz" b\ c"#), ["import", "my games.tgz", "b c"]);
        assert!(read("  # nothing").is_empty());
        let error = words("ls 'a").expect_err("an open quote").to_string();
        assert!(error.starts_with("a quote is not closed; "), "{error}");
    }

    #[test]
    fn a_backslash_on_windows_separates_folders() {
        let read = |text| shell_words::split(&separators_escaped(text)).expect("words");
        assert_eq!(
            read(r"import C:\games\a.tgz D:\"),
            ["import", r"C:\games\a.tgz", r"D:\"]
        );
        assert_eq!(
            read(r#""C:\my games\a" 'C:\my games\'"#),
            [r"C:\my games\a", r"C:\my games\"]
        );
        // As completion writes it.
        assert_eq!(read(r"C:\\my\ games\\a\;b\#"), [r"C:\my games\a;b#"]);
        assert_eq!(read(r#""a\"b" c\"d"#), [r#"a"b"#, r#"c"d"#]);
    }

    #[test]
    fn paths_start_from_the_folder_or_from_home() {
        let at = |word: &str| path(Path::new(word), Path::new("/games"));
        assert_eq!(at("a/b"), Path::new("/games/a/b"));
        assert_eq!(at("/a"), Path::new("/a"));
        assert_eq!(at("~x"), Path::new("/games/~x"));
        let home = etcetera::home_dir().expect("a home");
        assert_eq!(at("~"), home.join(""));
        assert_eq!(at("~/a"), home.join("a"));
    }

    #[test]
    fn the_last_word_is_what_is_being_typed() {
        let parts = |line: &str| {
            let last = unfinished_word(line).expect("a word");
            (last.before, last.text, last.start, last.quote)
        };
        let play = || vec!["play".to_owned()];
        assert_eq!(parts(""), (vec![], String::new(), 0, None));
        assert_eq!(parts("search; play p"), (play(), "p".into(), 13, None));
        assert_eq!(parts("play "), (play(), String::new(), 5, None));
        assert_eq!(parts(r#"play "a b"#), (play(), "a b".into(), 5, Some('"')));
        assert_eq!(parts(r"play a\ b"), (play(), "a b".into(), 5, None));
        assert!(unfinished_word("play # p").is_none());
    }

    proptest! {
        #[test]
        fn whatever_is_typed_is_taken_apart(line in r#"[ab ;'"\\#é~/]{0,12}"#) {
            for statement in statements(&line) {
                let _ = words(statement);
            }
            if let Some(last) = unfinished_word(&line) {
                prop_assert!(line.is_char_boundary(last.start));
            }
        }
    }
}
