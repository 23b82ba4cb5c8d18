//! The files that commands name, and answers in files.

use super::Session;
use crate::args::{FormArgs, Out, OutArgs, Used, is_standard, with_archives};
use crate::render::Text;
use crate::shell::{Output, ShellError, split};
use bgo::query::Filter;
use bgo::store::StoreError;
use std::path::{Path, PathBuf};

impl Session {
    /// Returns the folder that relative paths start from. The folder of the process never
    /// changes.
    pub(crate) fn directory(&self) -> &Path {
        &self.directory
    }

    /// Sets the folder that relative paths start from.
    pub(crate) fn set_directory(&mut self, directory: PathBuf) {
        self.directory = directory;
    }

    /// Returns the path that a word of a command names.
    pub(crate) fn path(&self, word: &Path) -> PathBuf {
        split::path(word, &self.directory)
    }

    /// Returns the path that a word of a command names, or `-`, which is standard input or
    /// output.
    pub(crate) fn path_or_standard(&self, word: &Path) -> PathBuf {
        match is_standard(word) {
            true => word.to_owned(),
            false => self.path(word),
        }
    }

    /// Returns a filter with archives named as questions find them.
    pub(crate) fn with_archives(&self, filter: Filter) -> Result<Filter, StoreError> {
        with_archives(filter, &self.snapshot()?, |path| self.path(path))
    }

    /// Shows an answer, or writes it to the file that is asked for.
    pub(crate) fn give(&self, answer: Text, form: &FormArgs) -> Result<Output, ShellError> {
        if form.out.file().is_none() {
            return Ok(answer.into());
        }
        let text = answer.in_file(self.settings.coordinates);
        self.begin(&form.out)?.write(text.as_bytes())?;
        Ok(Output::default())
    }

    /// Begins an output, which must not replace the database.
    pub(crate) fn begin(&self, out: &OutArgs) -> Result<Out, ShellError> {
        Ok(out.begin(|path| self.path(path), &self.used())?)
    }

    /// Returns the files that no output may replace.
    pub(crate) fn used(&self) -> Used {
        Used::database(self.database.path())
    }

    /// Lets commands read standard input, which must not be where they come from.
    pub(crate) const fn allow_standard_input(&mut self) {
        self.has_standard_input = true;
    }

    /// Returns whether commands may read standard input.
    pub(crate) const fn has_standard_input(&self) -> bool {
        self.has_standard_input
    }
}
