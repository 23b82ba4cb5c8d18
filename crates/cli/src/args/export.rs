use super::answers::count;
use super::{OrderArgs, is_standard, is_stream, is_terminal, one_of, stream};
use crate::render::{CountBar, counted, json, size_text};
use bgo::internal::dataset::{Phase, export_dataset};
use bgo::internal::export::{ExportError, Exported, Form, Target, export, export_to};
use bgo::internal::query::{Choice, Page};
use bgo::internal::store::Snapshot;
use clap::Args;
use std::path::{Path, PathBuf};

/// The destination of an export and its form.
#[derive(Args, Clone, Debug)]
pub struct ExportArgs {
    /// The file or folder to make; its ending selects the form: folder/, .tgz, .sgf (one collection), .csv, .jsonl, .parquet. - is
    /// standard output and needs --as
    #[arg(value_name = "TARGET", required_unless_present = "dataset")]
    pub target: Option<PathBuf>,
    /// Write the whole database as a dataset, for Spark and other engines: Parquet files of games, sources,
    /// courses and positions in this folder
    #[arg(
        long,
        value_name = "FOLDER",
        conflicts_with_all = ["form", "word", "sort", "reverse", "limit", "offset", "all", "spreadsheet"],
    )]
    pub dataset: Option<PathBuf>,
    /// The form, whatever the ending is
    #[arg(long = "as", value_name = "FORM", value_parser = one_of(&Form::ALL, Form::name))]
    form: Option<Form>,
    /// Games with this word; see find. Can be repeated
    #[arg(long, value_name = "WORD")]
    pub word: Vec<String>,
    #[command(flatten)]
    order: OrderArgs,
    /// Number of games to export, from the first in this order on [default: all]
    #[arg(long, value_parser = count)]
    limit: Option<usize>,
    /// Number of games to skip first
    #[arg(long, default_value_t = 0, value_parser = count)]
    offset: usize,
    /// All games that meet the conditions, whatever their positions
    #[arg(long)]
    pub all: bool,
    /// Replace an existing file, or a dataset
    #[arg(long)]
    overwrite: bool,
    /// In CSV, write ' before text that a spreadsheet would take for a formula: that begins with =, +, -, @
    #[arg(long)]
    spreadsheet: bool,
    /// Print the result as one JSON document
    #[arg(long)]
    json: bool,
}

impl ExportArgs {
    pub fn form(&self, path: &Path) -> Result<Form, String> {
        let form = self.form.or_else(|| Form::of_path(path)).ok_or_else(|| {
            format!(
                "{} has no known ending: end it in /, .tgz, .sgf, .csv, .jsonl or .parquet, or give one with --as",
                self.target().display()
            )
        })?;
        if self.spreadsheet && form != Form::Csv {
            return Err("--spreadsheet is for CSV: end the name in .csv, or add --as csv".to_owned());
        }
        if is_stream(path) && form == Form::Folder {
            return Err(ExportError::FolderInStream.to_string());
        }
        if is_standard(path) && self.json {
            return Err("--json prints a document on standard output, where the games go: leave it out".to_owned());
        }
        if is_terminal(path) && matches!(form, Form::Tgz | Form::Parquet) {
            let name = form.name();
            return Err(format!(
                "{name} is not text for a terminal; name a file, or redirect the output"
            ));
        }
        Ok(form)
    }

    /// Returns whether the result of the export is told in words.
    pub fn is_told(&self) -> bool {
        !self.json && !is_standard(self.target())
    }

    pub fn target(&self) -> &Path {
        self.target.as_deref().unwrap_or(Path::new(""))
    }

    /// Writes the database as a dataset to `folder`, shows progress, and returns what was done.
    pub fn export_dataset(&self, snapshot: &Snapshot, folder: &Path) -> Result<String, ExportError> {
        if self.dataset.as_deref().is_some_and(is_standard) {
            return Err(ExportError::FolderInStream);
        }
        let mut bar = CountBar::new(!self.json, "games");
        let mut shown = Phase::Games;
        let exported = export_dataset(snapshot, folder, self.overwrite, |phase, done, all| {
            if shown != phase {
                shown = phase;
                let unit = match phase {
                    Phase::Games => "games",
                    Phase::Positions => "partitions",
                };
                bar = CountBar::new(!self.json, unit);
            }
            bar.tell(done, all);
        })?;
        drop(bar);
        if self.json {
            return Ok(json(&exported));
        }
        Ok(format!(
            "{} and {} exported to {}, {}\n",
            counted(exported.games, "game"),
            counted(exported.positions, "position"),
            folder.display(),
            size_text(exported.bytes)
        ))
    }

    /// Writes the games to `path`, the resolved target, shows progress, and returns what
    /// was done.
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
        let page = Page {
            sort: self.order.sort,
            reverse: self.order.reverse,
            offset: self.offset,
            limit: self.limit.unwrap_or(usize::MAX),
        };
        let bar = CountBar::new(!self.json, "games");
        let tell = |done, all| bar.tell(done, all);
        let exported = if is_stream(&target.path) {
            let out = stream(&target.path).map_err(|error| target.failed(error))?;
            export_to(snapshot, choice, page, &target, out, tell)?
        } else {
            export(snapshot, choice, page, &target, tell).map_err(|error| match error {
                ExportError::File(error) => error.naming(self.target()).into(),
                error => error,
            })?
        };
        drop(bar);
        if is_standard(&target.path) {
            return Ok(String::new());
        }
        if self.json {
            return Ok(json(&exported));
        }
        let Exported { games, bytes } = exported;
        let games = counted(games, "game");
        Ok(format!(
            "{games} exported to {}, {}\n",
            self.target().display(),
            size_text(bytes)
        ))
    }
}
