use super::{PositionSizeArgs, ZobristArgs, folders, open};
use crate::args::{FormArgs, inputs, require_one_stdin, seconds};
use crate::cli::interrupt;
use crate::cli::output::{JsonList, give, print, print_json, tell, wrong_usage};
use crate::render::{CountBar, Text, counted, scores_diff_text, scores_text};
use anyhow::{Result, bail, ensure};
use bgo::internal::position_file::PositionId;
use bgo_research::formats::positions::read_boards;
use bgo_research::positions::scoring::{ScoreOptions, ScoreReport, queue_beside, score};
use bgo_research::positions::{LookedUp, Scores};
use clap::Subcommand;
use serde::Serialize;
use std::io::BufReader;
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
pub(in crate::cli) struct ScoreArgs {
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
    size: PositionSizeArgs,
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

pub(super) fn score_files(args: &ScoreArgs) -> Result<ExitCode> {
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
    let options = ScoreOptions {
        size: args.size.size,
        out: &args.out,
        queue: &queue,
        engine: words,
        engines: args
            .engines
            .unwrap_or_else(|| std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN)),
        timeout: args.timeout,
        play_out: args.play_out,
        stop: stop.clone(),
    };
    options.check_paths(&args.files)?;
    require_one_stdin(&args.files)?;
    // Files are opened one after the other, as there may be many.
    let files = args.files.iter().map(|path| open(path));
    let bar = CountBar::new(!args.quiet, "positions");
    let report = score(
        files,
        &options,
        |bytes| {
            tell(format_args!(
                "bgo: warning: the last {bytes} bytes of {} were not a whole score and were removed",
                args.out.display()
            ));
        },
        |done, all| bar.tell(done, all),
    );
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

/// Read files of scored positions
#[derive(Debug, Subcommand)]
pub(in crate::cli) enum ScoresCommand {
    /// Count the positions of a scored file by score and by confidence
    Summary {
        /// The scored file; - is standard input
        #[arg(value_name = "FILE")]
        file: PathBuf,
        #[command(flatten)]
        form: FormArgs,
    },
    /// Look up the scores of positions, by id or as boards
    ///
    /// Prints a line for each: id, score and confidence, or "-" if the file has no score. Boards
    /// are read as by parse.
    Lookup {
        /// The scored file
        #[arg(value_name = "FILE")]
        file: PathBuf,
        /// The ids, 20 hex digits each
        #[arg(value_name = "ID", required_unless_present = "board")]
        ids: Vec<PositionId>,
        /// A file of boards; - is standard input
        #[arg(long, value_name = "FILE")]
        board: Option<PathBuf>,
        #[command(flatten)]
        size: PositionSizeArgs,
        #[command(flatten)]
        table: ZobristArgs,
        /// Print one JSON document
        #[arg(long)]
        json: bool,
    },
    /// Compare two scored files: their agreement by confidence
    ///
    /// The confidence is the lower one of the two.
    Diff {
        /// The first scored file
        #[arg(value_name = "FIRST")]
        first: PathBuf,
        /// The second scored file
        #[arg(value_name = "SECOND")]
        second: PathBuf,
        /// The number of positions with different scores to list, the most confident first
        #[arg(long, value_name = "NUMBER", default_value_t = 0)]
        list: usize,
        #[command(flatten)]
        form: FormArgs,
    },
}

pub(super) fn show_scores(command: &ScoresCommand) -> Result<ExitCode> {
    match command {
        ScoresCommand::Summary { file, form } => give(&form.out, &inputs([file]), || {
            in_form(form.json(), &read(file)?.summary(), scores_text)
        }),
        ScoresCommand::Lookup {
            file,
            ids,
            board,
            size,
            table,
            json,
        } => {
            let scores = read(file)?;
            let mut found: Vec<LookedUp> = ids.iter().map(|&id| scores.look_up(id)).collect();
            if let Some(path) = board {
                let size = size.size;
                let zobrist = table.require(&folders(&[path.clone(), file.clone()]), size)?;
                let (source, name) = open(path)?;
                for text in read_boards(BufReader::new(source), name, size) {
                    found.push(scores.find(&text?, &zobrist));
                }
            }
            tell_found(&found, *json)?;
            let missing = found.iter().filter(|found| found.score.is_none()).count();
            ensure!(
                missing == 0,
                "{} has no score of {missing} of the {} positions",
                file.display(),
                found.len()
            );
            Ok(ExitCode::SUCCESS)
        }
        ScoresCommand::Diff {
            first,
            second,
            list,
            form,
        } => give(&form.out, &inputs([first, second]), || {
            let diff = read(first)?.diff(&read(second)?, *list);
            in_form(form.json(), &diff, scores_diff_text)
        }),
    }
}

fn in_form<T: Serialize>(is_json: bool, answer: &T, text: fn(&T) -> String) -> Result<Text> {
    Ok(Text::from(if is_json {
        serde_json::to_string(answer)? + "\n"
    } else {
        text(answer)
    }))
}

fn read(path: &Path) -> Result<Scores> {
    let (source, name) = open(path)?;
    Ok(Scores::read(source, &name)?)
}

fn tell_found(found: &[LookedUp], json: bool) -> Result<()> {
    if json {
        let mut list = JsonList::begin("{\"positions\":[")?;
        found.iter().try_for_each(|position| list.add(position))?;
        return list.end();
    }
    for position in found {
        let id = position.id;
        match position.score.zip(position.confidence) {
            Some((score, confidence)) => print(format!("{id} {} {confidence}\n", score.points()))?,
            None => print(format!("{id} - -\n"))?,
        }
    }
    Ok(())
}
