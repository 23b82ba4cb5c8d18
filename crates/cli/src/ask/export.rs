use super::OrderArgs;
use crate::render::{CountBar, counted};
use bgo::export::{ExportError, Exported, Form, Target, export};
use bgo::query::Choice;
use bgo::store::Snapshot;
use clap::{Args, ValueEnum};
use std::path::{Path, PathBuf};

/// Where games are exported to, and as what.
#[derive(Args, Clone, Debug)]
pub struct ExportArgs {
    /// The file or folder to make; its name says the form: folder/, .tgz, .sgf (one collection), .csv, .jsonl, .parquet
    #[arg(value_name = "TARGET")]
    target: PathBuf,
    /// The form, whatever the name is
    #[arg(long = "as", value_enum, value_name = "FORM")]
    form: Option<FormArg>,
    /// Games that have these words; see find. May be given several times
    #[arg(long, value_name = "WORD")]
    word: Vec<String>,
    #[command(flatten)]
    order: OrderArgs,
    /// Replace a file that is there
    #[arg(long)]
    overwrite: bool,
    /// In CSV, write ' before texts that a spreadsheet would take for formulas: those that begin with =, +, -, @
    #[arg(long)]
    spreadsheet: bool,
    /// Print what was done as one JSON document
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum FormArg {
    Folder,
    Tgz,
    Sgf,
    Csv,
    Jsonl,
    Parquet,
}

impl ExportArgs {
    /// Words to look for, if the games are chosen by words.
    #[must_use]
    pub fn words(&self) -> &[String] {
        &self.word
    }

    /// The form, if the name or an option tells it; else what is wrong.
    ///
    /// # Errors
    /// A name that tells no form.
    pub fn form(&self, path: &Path) -> Result<Form, String> {
        let given = self.form.map(|form| match form {
            FormArg::Folder => Form::Folder,
            FormArg::Tgz => Form::Tgz,
            FormArg::Sgf => Form::Collection,
            FormArg::Csv => Form::Csv,
            FormArg::Jsonl => Form::JsonLines,
            FormArg::Parquet => Form::Parquet,
        });
        let form = given.or_else(|| Form::of_path(path)).ok_or_else(|| {
            format!(
                "{} tells no form: end it in /, .tgz, .sgf, .csv, .jsonl or .parquet, or give one with --as",
                self.target.display()
            )
        })?;
        if self.spreadsheet && form != Form::Csv {
            return Err("--spreadsheet is for CSV: end the name in .csv, or add --as csv".to_owned());
        }
        Ok(form)
    }

    /// The target as it was typed.
    #[must_use]
    pub fn target(&self) -> &Path {
        &self.target
    }

    /// Writes the games to `path`, which the target means, and says what was
    /// done. A bar shows how far it is.
    ///
    /// # Errors
    /// Those of [`export`].
    pub fn export(
        &self,
        snapshot: &Snapshot,
        choice: &Choice<'_>,
        path: PathBuf,
        form: Form,
    ) -> Result<String, ExportError> {
        let target = Target {
            path,
            form,
            overwrite: self.overwrite,
            for_spreadsheet: self.spreadsheet,
        };
        let (sort, reverse) = self.order.order();
        let bar = CountBar::new(!self.json, "games");
        let exported = export(snapshot, choice, sort, reverse, &target, |done, all| {
            bar.tell(done, all)
        })?;
        drop(bar);
        if self.json {
            return Ok(super::json(&exported));
        }
        let Exported { games, bytes } = exported;
        let games = counted(games, "game");
        Ok(format!(
            "{games} exported to {}, {bytes} bytes\n",
            self.target.display()
        ))
    }
}
