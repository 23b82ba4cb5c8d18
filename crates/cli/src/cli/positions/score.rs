use super::super::interrupt;
use super::super::output::{print_json, tell, wrong_usage};
use super::files::{SizeArgs, open};
use crate::args::{require_one_stdin, seconds};
use crate::render::{CountBar, counted};
use anyhow::{Result, bail};
use bgo_research::positions::scoring::{EngineOptions, ScoreOptions, ScoreProgress, ScoreReport, queue_beside, score};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

/// Score positions with a GTP engine
///
/// Each score is appended to the scored file at once; the remaining positions are in the queue,
/// a position file beside it. After an interruption, rerun the command to continue; without files,
/// it continues with the queue. An engine that crashes, hangs or answers nonsense is restarted.
/// A position that fails twice stays in the queue, and after three such positions in a row the
/// engine is given up.
#[derive(Debug, clap::Args)]
pub(super) struct ScoreArgs {
    /// Position files; - is standard input
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    /// The command that starts the engine, such as "gnugo --mode gtp --chinese-rules --level 1"
    #[arg(long, value_name = "COMMAND")]
    engine: String,
    /// The scored file, one for each program and ruleset, such as gnugo_chinese.dat
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// The file of the remaining positions [default: the scored file's name with _queue]
    #[arg(long, value_name = "FILE")]
    queue: Option<PathBuf>,
    #[command(flatten)]
    size: SizeArgs,
    /// The number of processes of the engine [default: one for each core]
    #[arg(long, value_name = "NUMBER", value_parser = from_one)]
    engines: Option<NonZeroUsize>,
    /// The seconds that the engine may take for an answer
    #[arg(long, value_name = "SECONDS", default_value = "60", value_parser = seconds)]
    timeout: Duration,
    /// Also let the engine play out each position (final_score), which takes longer and improves the confidence
    #[arg(long)]
    play_out: bool,
    /// Print the result as one JSON document
    #[arg(long)]
    json: bool,
    /// Show no progress and no summary
    #[arg(long, short)]
    quiet: bool,
}

pub(super) fn run(args: &ScoreArgs) -> Result<ExitCode> {
    let words = match shell_words::split(&args.engine) {
        Ok(words) if words.first().is_some_and(|program| !program.is_empty()) => words,
        Ok(_) => {
            return Ok(wrong_usage(
                &"--engine names no program; it is a command such as \"gnugo --mode gtp\"",
            ));
        }
        Err(error) => return Ok(wrong_usage(&format_args!("--engine {}: {error}", args.engine))),
    };
    let queue = args.queue.clone().unwrap_or_else(|| queue_beside(&args.out));
    let stop = interrupt::handled()?;
    let watch = stop.start();
    let cores = || std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    let options = ScoreOptions {
        size: args.size.size,
        out: &args.out,
        queue: &queue,
        engine: EngineOptions {
            words,
            timeout: args.timeout,
            play_out: args.play_out,
            stop: stop.clone(),
        },
        engines: args.engines.unwrap_or_else(cores),
    };
    options.check_paths(&args.files)?;
    require_one_stdin(&args.files)?;
    // Files are opened one after the other, as there may be many.
    let files = args.files.iter().map(|path| open(path));
    let bar = CountBar::new(!args.quiet, "positions");
    let report = score(files, &options, |progress| match progress {
        ScoreProgress::Done(done, all) => bar.tell(done, all),
        ScoreProgress::Cut(bytes) => tell(format_args!(
            "bgo: warning: the last {bytes} bytes of {} were not a whole score and were removed",
            args.out.display()
        )),
    });
    drop(bar);
    drop(watch);
    let report = report?;
    if args.json {
        print_json(&report)?;
    } else if !args.quiet {
        tell(summary(&report));
    }
    finish(args, &report, &queue)
}

fn from_one(text: &str) -> Result<NonZeroUsize, &'static str> {
    text.parse().map_err(|_| "expected a number from 1 on")
}

fn summary(report: &ScoreReport) -> String {
    format!(
        "{}: {} scored, {} scored before, {} left",
        counted(report.positions, "position"),
        report.scored,
        report.scored_before,
        report.left
    )
}

fn finish(args: &ScoreArgs, report: &ScoreReport, queue: &Path) -> Result<ExitCode> {
    if !args.json {
        for failure in &report.failures {
            tell(format_args!("bgo: {failure}"));
        }
    }
    let left = format!("{} left in {}", counted(report.left, "position"), queue.display());
    match &report.gave_up {
        Some(why) => bail!("{why}; {left}"),
        None if report.stopped => bail!("stopped; {left}; rerun the command to continue"),
        None if report.left > 0 => bail!("{} could not be scored; {left}", counted(report.failed, "position")),
        None => Ok(ExitCode::SUCCESS),
    }
}
