//! The time for each response of `bgo gtp` throughout games, compared with the limit for a
//! database of 100,000 games. Most of them are measured from the command to the end of the
//! response, and analyses from the command to their first report.
//!
//!     cargo bench --bench gtp

mod common;

use bgo::internal::archive::{ArchiveItem, open};
use bgo::internal::query::SearchBoard;
use bgo::internal::record::{decode, game_trees};
use common::{Result, bgo, import, percentiles, verdict};
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{ChildStdin, ChildStdout, Stdio};
use std::time::{Duration, Instant};
use testkit::corpus;

/// The number of games to follow, evenly spread.
const FOLLOWED: usize = 40;

/// The number of games in the archive.
const GAMES: usize = 100_000;

/// The number of moves between two questions in a game.
const EVERY: usize = 7;

/// The limit of a response, in milliseconds.
const LIMIT: f64 = 20.0;

/// The commands, and whether the limit is theirs: patterns are looked for in all games.
const COMMANDS: [(&str, bool); 6] = [
    ("reg_genmove", true),
    ("lz-analyze", true),
    ("kata-analyze", true),
    ("bgo-heat_map", true),
    ("bgo-search", true),
    ("bgo-pattern", false),
];

fn main() -> Result<()> {
    let Some(archive) = corpus("tygem-100k.tgz") else {
        return Ok(());
    };
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("bench.bgo");
    import(&path, &archive, &[])?;
    let lines = lines(&archive)?;
    println!(
        "{:<40} {:>9} {:>9} {:>9}",
        "responses, in ms", "median", "99%", "slowest"
    );
    for options in [&[][..], &["--by", "wins"], &["--result", "B+R"], &["--player", "a"]] {
        let mut engine = Engine::start(&path, options)?;
        for (command, has_limit) in COMMANDS {
            let times = throughout(&mut engine, command, &lines)?;
            let [median, most, slowest] = percentiles(times);
            let verdict = if has_limit { verdict(slowest <= LIMIT) } else { "" };
            let name = format!("{command} {}", options.join(" "));
            println!("{name:<40} {median:>9.2} {most:>9.2} {slowest:>9.2}  {verdict}");
        }
    }
    Ok(())
}

/// Returns the plays of some games of the archive.
fn lines(archive: &Path) -> Result<Vec<Vec<String>>> {
    let mut lines = Vec::new();
    for item in open(archive)?.step_by(GAMES / FOLLOWED) {
        let ArchiveItem::Record(member) = item? else { continue };
        let text = decode(&member.bytes).text.into_owned();
        let Some(record) = game_trees(&text).next().and_then(|tree| tree.game.ok()) else {
            continue;
        };
        let board = SearchBoard::from_record(&record, None);
        let size = board.size();
        let name = |mv: &bgo::Move| {
            let point = mv.point.map_or("pass".to_owned(), |point| {
                let letter = b"ABCDEFGHJKLMNOPQRST"[usize::from(point.x)];
                format!("{}{}", char::from(letter), size.lines() - point.y)
            });
            format!("play {} {point}", mv.color.letter())
        };
        lines.push(board.moves().iter().map(name).collect());
    }
    Ok(lines)
}

/// Returns the times of a command in positions of all games, beginning with the empty board.
fn throughout(engine: &mut Engine, command: &str, lines: &[Vec<String>]) -> Result<Vec<Duration>> {
    let mut times = Vec::new();
    for line in lines {
        engine.ask("clear_board")?;
        for (number, play) in line.iter().enumerate() {
            let color = ["b", "w"][number % 2];
            if number % EVERY == 0 {
                match command {
                    "bgo-pattern" if number == 0 => {}
                    "bgo-pattern" => times.push(engine.ask(command)?),
                    "lz-analyze" | "kata-analyze" => times.extend(engine.analyse(&format!("{command} {color}"))?),
                    _ => times.push(engine.ask(&format!("{command} {color}"))?),
                }
            }
            engine.ask(play)?;
        }
    }
    Ok(times)
}

/// The program in a session.
struct Engine {
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Engine {
    fn start(database: &Path, options: &[&str]) -> Result<Self> {
        let mut command = bgo();
        command.arg("gtp").arg("--db").arg(database).args(options);
        let mut engine = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let input = engine.stdin.take().ok_or("no standard input")?;
        let output = engine.stdout.take().ok_or("no standard output")?;
        Ok(Self {
            input,
            output: BufReader::new(output),
        })
    }

    fn line(&mut self) -> Result<String> {
        let mut line = String::new();
        match self.output.read_line(&mut line)? {
            0 => Err("the engine ended".into()),
            _ => Ok(line),
        }
    }

    /// Returns the time to the end of a response.
    fn ask(&mut self, command: &str) -> Result<Duration> {
        let begin = Instant::now();
        writeln!(self.input, "{command}")?;
        while self.line()? != "\n" {}
        Ok(begin.elapsed())
    }

    /// Returns the time to the first report, or `None` where nothing was played.
    fn analyse(&mut self, command: &str) -> Result<Option<Duration>> {
        let begin = Instant::now();
        writeln!(self.input, "{command} 6000\nname")?;
        self.line()?;
        let is_report = self.line()? != "\n";
        let time = begin.elapsed();
        if is_report {
            self.line()?;
        }
        while self.line()? != "\n" {}
        Ok(is_report.then_some(time))
    }
}
