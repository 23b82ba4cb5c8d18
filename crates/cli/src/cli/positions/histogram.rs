use super::super::position::give;
use super::files::{STDIN, SizeArgs, Watch, open, require_one_stdin};
use crate::args::FormArgs;
use crate::render::{histogram_svg, histogram_text};
use anyhow::Result;
use bgo_research::positions::histogram;
use std::path::PathBuf;
use std::process::ExitCode;

/// Count positions by their number of stones
#[derive(Debug, clap::Args)]
pub(super) struct HistogramArgs {
    /// Position files; - is standard input
    #[arg(value_name = "FILE", default_value = STDIN)]
    files: Vec<PathBuf>,
    #[command(flatten)]
    size: SizeArgs,
    /// Print a chart as an SVG document
    #[arg(long, conflicts_with = "json")]
    svg: bool,
    #[command(flatten)]
    form: FormArgs,
    /// Show no progress
    #[arg(long, short)]
    quiet: bool,
}

pub(super) fn run(args: &HistogramArgs) -> Result<ExitCode> {
    let watch = Watch::new(!args.quiet, &args.files);
    require_one_stdin(&args.files)?;
    let opened = |path: &PathBuf| open(path).map(|(source, name)| (watch.read(source), name));
    let histogram = histogram(args.files.iter().map(opened), args.size.size)?;
    drop(watch);
    let text = if args.form.json {
        serde_json::to_string(&histogram)? + "\n"
    } else if args.svg {
        histogram_svg(&histogram)
    } else {
        histogram_text(&histogram)
    };
    give(text.into(), &args.form)
}
