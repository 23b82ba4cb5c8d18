use super::super::output::give;
use super::files::{SizeArgs, Watch, open};
use crate::args::{FormArgs, STANDARD, Used, file_in, require_one_stdin};
use crate::render::{Text, histogram_svg, histogram_text};
use anyhow::Result;
use bgo_research::positions::histogram;
use std::path::PathBuf;
use std::process::ExitCode;

/// Count positions by their number of stones
#[derive(Debug, clap::Args)]
#[command(mut_arg("out", |out| out.value_parser(file_in(&["json", "svg"]))))]
pub(super) struct HistogramArgs {
    /// Position files; - is standard input
    #[arg(value_name = "FILE", default_value = STANDARD)]
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
    require_one_stdin(&args.files)?;
    give(&args.form.out, &Used::default().and_inputs(&args.files), || text(args))
}

fn text(args: &HistogramArgs) -> Result<Text> {
    let watch = Watch::new(!args.quiet, &args.files);
    let opened = |path: &PathBuf| open(path).map(|(source, name)| (watch.read(source), name));
    let histogram = histogram(args.files.iter().map(opened), args.size.size)?;
    drop(watch);
    Ok(Text::from(if args.form.json() {
        serde_json::to_string(&histogram)? + "\n"
    } else if args.svg || args.form.out.ends_in("svg") {
        histogram_svg(&histogram)
    } else {
        histogram_text(&histogram)
    }))
}
