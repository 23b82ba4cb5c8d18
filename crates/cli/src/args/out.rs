//! Where answers go and in which form, and parsers of values.

use crate::render::{Text, csv, json, size_text, stdout};
use bgo::internal::files::{FileError, NewFile, NewFileError};
use clap::Args;
use clap::builder::{PathBufValueParser, PossibleValue, PossibleValuesParser, TypedValueParser};
use serde::Serialize;
use std::fs::{self, OpenOptions};
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The name that stands for standard input or output.
pub const STANDARD: &str = "-";

pub fn is_standard(path: &Path) -> bool {
    path == Path::new(STANDARD)
}

/// The endings of names that stand for a form which some command writes, with that command, or
/// which none writes.
const ENDINGS: [(&[&str], &str); 4] = [
    (&["json"], ""),
    (
        &["csv", "jsonl", "parquet", "tgz", "gz", "tar", "zip"],
        "; \"export\" writes games as .csv, .jsonl, .parquet, .tgz and .sgf",
    ),
    (
        &["sgf"],
        "; \"export\" writes games as .sgf, and \"tree\" what was played from a position",
    ),
    (
        &["svg", "png", "jpg", "jpeg", "gif", "pdf", "html", "xlsx"],
        "; \"years\" draws a chart as .svg, and \"print\" games and positions as .svg and .html",
    ),
];

/// Returns a parser for the file of an answer, whose ending selects one of these forms; without
/// an ending, or with another one that stands for no form, the answer is text. Refuses the endings
/// of other forms.
pub fn file_in(forms: &'static [&'static str]) -> impl TypedValueParser<Value = PathBuf> {
    PathBufValueParser::new().try_map(
        move |path| match ENDINGS.iter().find(|(endings, _)| ends_in(&path, endings)) {
            Some((_, advice)) if !ends_in(&path, forms) => {
                let forms = forms.join(", .");
                Err(format!(
                    "{}: the answer is text (.txt) or .{forms}{advice}",
                    path.display()
                ))
            }
            _ => Ok(path),
        },
    )
}

fn ends_in(path: &Path, endings: &[&str]) -> bool {
    let own = path.extension().unwrap_or_default();
    endings.iter().any(|ending| own.eq_ignore_ascii_case(ending))
}

/// The destination of an answer.
#[derive(Args, Clone, Debug, Default)]
pub struct OutArgs {
    /// Write it to a file, in the form that the ending names; - is standard output
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Replace an existing file
    #[arg(long, requires = "out")]
    overwrite: bool,
}

impl OutArgs {
    /// Returns the file as it was typed, or `None` for standard output.
    pub fn file(&self) -> Option<&Path> {
        self.out.as_deref().filter(|path| !is_standard(path))
    }

    pub fn ends_in(&self, ending: &str) -> bool {
        self.file().is_some_and(|file| ends_in(file, &[ending]))
    }

    /// Begins the output. `path` resolves a name. Files in use are never replaced.
    pub fn begin(
        &self,
        path: impl FnOnce(&Path) -> PathBuf,
        used: &[(PathBuf, &'static str)],
    ) -> Result<Out, NewFileError> {
        match self.file() {
            None => Ok(Out::Stream(STANDARD.into())),
            Some(file) => Out::begin(&path(file), self.overwrite, used).map_err(|error| error.naming(file)),
        }
    }
}

/// Returns the line about a file that was written, named as it was typed; `None` for a device.
pub fn written_text(file: &Path, path: &Path) -> Option<String> {
    let size = fs::metadata(path).ok().filter(fs::Metadata::is_file)?.len();
    Some(format!("{}: {}\n", file.display(), size_text(size)))
}

/// Returns the files of a database, which an output must not replace, and what they are.
pub fn database_files(path: &Path) -> Vec<(PathBuf, &'static str)> {
    let journals = ["-wal", "-shm", "-journal"].map(|suffix| {
        let mut journal = path.as_os_str().to_owned();
        journal.push(suffix);
        (PathBuf::from(journal), "journal of the database")
    });
    [(path.to_owned(), "database")].into_iter().chain(journals).collect()
}

/// Returns files to read, which an output must not replace, and what they are.
pub fn inputs<'a>(paths: impl IntoIterator<Item = &'a PathBuf>) -> Vec<(PathBuf, &'static str)> {
    paths.into_iter().map(|path| (path.clone(), "input")).collect()
}

/// An output that was begun.
pub enum Out {
    /// A file that gets its name when it is complete.
    File(NewFile),
    /// Standard output, a pipe or a device, which gets all bytes at once.
    Stream(PathBuf),
}

impl Out {
    /// Begins an output. Files in use are never replaced.
    pub fn begin(path: &Path, overwrite: bool, used: &[(PathBuf, &'static str)]) -> Result<Self, NewFileError> {
        if is_stream(path) {
            return Ok(Self::Stream(path.to_owned()));
        }
        let used: Vec<_> = used.iter().map(|(path, what)| (path.as_path(), *what)).collect();
        Ok(Self::File(NewFile::new(path, overwrite, &used)?))
    }

    pub fn folder(&self) -> Option<PathBuf> {
        match self {
            Self::File(file) => Some(file.folder().to_owned()),
            Self::Stream(_) => None,
        }
    }

    pub fn writer(&self) -> Result<Box<dyn Write + Send>, NewFileError> {
        Ok(match self {
            Self::File(file) => Box::new(BufWriter::new(file.file()?)),
            Self::Stream(path) => stream(path).map_err(FileError::writing(path))?,
        })
    }

    pub fn failed(&self, source: io::Error) -> NewFileError {
        match self {
            Self::File(file) => file.failed(source),
            Self::Stream(path) => FileError::writing(path)(source).into(),
        }
    }

    /// Returns whether a file has any bytes, of those that were flushed.
    pub fn has_content(&self) -> bool {
        match self {
            Self::File(file) => file.length().is_ok_and(|length| length > 0),
            Self::Stream(_) => false,
        }
    }

    pub fn complete(self) -> Result<(), NewFileError> {
        match self {
            Self::File(file) => file.complete().map(drop),
            Self::Stream(_) => Ok(()),
        }
    }

    /// Writes everything at once, and completes the output.
    pub fn write(self, bytes: &[u8]) -> Result<(), NewFileError> {
        let mut writer = self.writer()?;
        let written = writer.write_all(bytes).and_then(|()| writer.flush());
        drop(writer);
        written.map_err(|error| self.failed(error))?;
        self.complete()
    }
}

/// Returns whether a path is standard output, a pipe or a device.
pub fn is_stream(path: &Path) -> bool {
    is_standard(path) || fs::metadata(path).is_ok_and(|metadata| !metadata.is_file() && !metadata.is_dir())
}

pub fn stream(path: &Path) -> io::Result<Box<dyn Write + Send>> {
    Ok(if is_standard(path) {
        Box::new(BufWriter::new(stdout()))
    } else {
        Box::new(BufWriter::new(OpenOptions::new().write(true).open(path)?))
    })
}

pub fn is_terminal(path: &Path) -> bool {
    is_standard(path) && io::stdout().is_terminal()
}

/// The form of an answer and its destination.
#[derive(Args, Clone, Debug, Default)]
#[command(mut_arg("out", |out| out.value_parser(file_in(&["json"]))))]
pub struct FormArgs {
    /// Print one JSON document
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    pub out: OutArgs,
}

impl FormArgs {
    pub fn json(&self) -> bool {
        self.json || self.out.ends_in("json")
    }
}

/// The form of a table and its destination.
#[derive(Args, Clone, Debug, Default)]
#[command(mut_arg("out", |out| out.value_parser(file_in(&["json", "csv"]))))]
pub struct TableArgs {
    /// Print comma-separated values (CSV)
    #[arg(long, conflicts_with = "json")]
    csv: bool,
    #[command(flatten)]
    pub form: FormArgs,
}

impl TableArgs {
    /// Returns whether CSV or a file is asked for.
    pub fn is_other_form(&self) -> bool {
        self.csv || self.form.out.file().is_some()
    }

    /// Returns the document that is asked for: JSON, or a table of these columns of a list in it.
    pub fn document(&self, answer: &impl Serialize, list: &str, columns: &[&str]) -> Option<Text> {
        if self.form.json() {
            Some(json(answer).into())
        } else if self.csv || self.form.out.ends_in("csv") {
            Some(csv(answer, list, columns).into())
        } else {
            None
        }
    }
}

pub fn one_of<T: Copy + Send + Sync + 'static>(
    values: &'static [T],
    name: fn(T) -> &'static str,
) -> impl TypedValueParser<Value = T> {
    PossibleValuesParser::new(values.iter().map(move |value| name(*value))).try_map(move |given| {
        let mut values = values.iter().copied();
        values
            .find(|value| name(*value) == given)
            .ok_or("there is no such word")
    })
}

/// Returns a parser of words, each with its help and its value.
pub fn explained<T: Copy + Send + Sync + 'static>(
    words: &'static [(&'static str, &'static str, T)],
) -> impl TypedValueParser<Value = T> {
    let names = words
        .iter()
        .map(|(name, help, _)| PossibleValue::new(*name).help(*help));
    PossibleValuesParser::new(names).try_map(move |given| {
        let word = words.iter().find(|(name, ..)| *name == given);
        word.map(|(_, _, value)| *value).ok_or("there is no such word")
    })
}

pub fn seconds(text: &str) -> Result<Duration, &'static str> {
    match text.parse() {
        Ok(seconds @ 1..) => Ok(Duration::from_secs(seconds)),
        _ => Err("the time is a number of seconds, 1 or more"),
    }
}

pub fn is_yes(answer: &str) -> bool {
    matches!(answer.trim(), "y" | "Y" | "yes" | "Yes")
}
