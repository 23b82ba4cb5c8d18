use super::interrupt;
use super::output::WrongUsage;
use crate::args::{PatternOptionArgs, diagram_text, looks_like_name};
use crate::render::SearchProgress;
use anyhow::{Context, Result};
use bgo::go::BoardSize;
use bgo::pattern::{Area, Pattern};
use bgo::query::{PatternOptions, PatternSearch, SearchBoard};
use clap::Args;
use std::fs::File;
use std::io::{ErrorKind, Read, stdin};
use std::path::Path;
use std::sync::Arc;

/// The most bytes of a text that may be meant as the name of a file.
const LONGEST_NAME: usize = 80;

/// A part of the board in place of the whole one.
#[derive(Args, Debug)]
pub(super) struct PatternArgs {
    /// Ask about a part of the board: the area with these opposite corners, as it is after the moves; or corner,9
    #[arg(long, value_name = "A,B")]
    area: Option<String>,
    /// Ask about a diagram: its text (/ ends a row), the name of a file, or - for standard input
    #[arg(long, value_name = "TEXT|FILE|-", allow_hyphen_values = true)]
    pattern: Option<String>,
    #[command(flatten)]
    options: PatternOptionArgs,
}

/// The part of the board that is asked about.
pub(super) enum Part {
    /// The whole board.
    Whole,
    /// An area of the board, not read yet as that depends on the size of the board.
    Area(String, PatternOptions),
    /// A diagram.
    Diagram(Box<PatternSearch>),
}

impl PatternArgs {
    /// Reads the arguments. `swap` is whether the option for exchanged colours of whole
    /// boards was given, and `has_line` whether there are moves or stones.
    pub fn read(&self, size: BoardSize, swap: bool, has_line: bool) -> Result<Part> {
        if self.pattern.is_some() && self.area.is_some() {
            return Err(WrongUsage::saying(
                "a diagram has its own area: give --area or --pattern, not both",
            ));
        }
        if self.pattern.is_some() && has_line {
            return Err(WrongUsage::saying(
                "a diagram has its own stones, so moves and --stones do not go with --pattern (a text with blanks needs quotes)",
            ));
        }
        let is_part = self.area.is_some() || self.pattern.is_some();
        if let (false, Some(option)) = (is_part, self.options.given()) {
            return Err(WrongUsage::saying(format!(
                "{option} is about a part of the board: name one with --area or --pattern"
            )));
        }
        if is_part && swap {
            return Err(WrongUsage::saying(
                "--swap is about whole boards: patterns count with exchanged colours too, unless --fixed-colors is given",
            ));
        }
        let options = self.options.options();
        if let Some(area) = &self.area {
            return Ok(Part::Area(area.clone(), options));
        }
        let Some(text) = &self.pattern else {
            return Ok(Part::Whole);
        };
        let search = PatternSearch::of_diagram(diagram(text)?, size, options).map_err(WrongUsage::saying)?;
        Ok(Part::Diagram(Box::new(search)))
    }
}

impl Part {
    /// Returns the search for the part, which shows its progress, or `None` for the whole
    /// board.
    pub fn of(self, board: &SearchBoard) -> Result<Option<PatternSearch>> {
        let search = match self {
            Self::Whole => return Ok(None),
            Self::Area(area, options) => {
                let area = Area::parse(&area, board.size()).map_err(WrongUsage::saying)?;
                PatternSearch::of_area(board.position().board(), &[], area, options).map_err(WrongUsage::saying)?
            }
            Self::Diagram(search) => *search,
        };
        Ok(Some(search.watched_by(Arc::new(SearchProgress::default()))))
    }
}

/// Reads the diagram that an argument is or names.
fn diagram(argument: &str) -> Result<Pattern> {
    let path = Path::new(argument);
    // Standard input and pipes may be silent for long.
    let _waiting = interrupt::interrupt().wait();
    if argument == "-" {
        let text = read(stdin().lock(), "standard input")?;
        return Pattern::parse(&text).map_err(|error| WrongUsage::saying(format!("standard input: {error}")));
    }
    if path.exists() && !path.is_dir() {
        let file = File::open(path).with_context(|| format!("{argument} cannot be read"))?;
        let text = read(file, argument)?;
        return Pattern::parse(&text).map_err(|error| WrongUsage::saying(format!("{argument}: {error}")));
    }
    Pattern::parse(argument).map_err(|error| {
        let may_be_name = argument.len() <= LONGEST_NAME && !argument.contains('\n');
        WrongUsage::saying(if path.is_dir() {
            format!("--pattern: {argument} is a folder; name a file with a diagram")
        } else if looks_like_name(argument) {
            format!("--pattern: there is no file {argument}")
        } else if may_be_name {
            format!("--pattern: no file has the name \"{argument}\", and as a diagram, {error}")
        } else {
            format!("--pattern: {error}")
        })
    })
}

/// Reads the text of a diagram from a file of this name.
fn read(file: impl Read, name: &str) -> Result<String> {
    diagram_text(file).map_err(|error| match error.kind() {
        ErrorKind::InvalidData => WrongUsage::saying(format!("{name} is not a diagram: {error}")),
        _ => anyhow::Error::new(error).context(format!("{name} cannot be read")),
    })
}
