//! The time of questions about patterns, as parts of the time that `gzip -dc` takes for the
//! same archive, and their numbers of occurrences.
//!
//!     cargo bench --bench patterns
//!
//! The variable `BGO_PATTERNS` sets the number of random patterns.

mod common;

use bgo::internal::archive::{ArchiveItem, open};
use bgo::internal::go::{Board, BoardSize, Color};
use bgo::internal::pattern::{Area, Pattern};
use bgo::internal::query::{Detail, Filter, PatternOptions, Question, Scope, SearchBoard, search};
use bgo::internal::record::{Action, GameRecord, decode, game_trees};
use bgo::internal::store::{Access, Database, Snapshot};
use common::{Result, import, median, run, verdict};
use std::collections::{BTreeSet, HashMap};
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};
use testkit::{Rng, corpus};

const ARCHIVE: &str = "tygem-100k.tgz";

/// The number of times that a named pattern is asked.
const RUNS: usize = 21;

/// The number of random patterns unless `BGO_PATTERNS` is set.
const CUT: usize = 10_000;

/// A named pattern.
struct Case {
    name: &'static str,
    diagram: &'static str,
    fixed_colors: bool,
    touching: bool,
    /// The numbers of pairs of game and image, and of games, that a plain replay finds.
    expected: Option<(usize, u64)>,
    /// The parts of the time of gzip that a question must not exceed, and that it aims at: 150
    /// stands for 1/150.
    parts: Option<(f64, f64)>,
}

/// Three stones in the upper right corner: X pd, O qf, X nc.
const THREE_STONES: &str = "---------+/\
                            .........|/.........|/...X.....|/.....X...|/.........|/......O..|/.........|/.........|/.........|";

/// X pd, O qc, X pc, O qd, X qe, O re, X rf, O qf.
const JOSEKI: &str = "---------+/\
                      .........|/.........|/.....XO..|/.....XO..|/......XO.|/......OX.|/.........|/.........|/.........|";

const CASES: [Case; 14] = [
    Case {
        name: "corner 9x9, 3 stones, colours fixed",
        diagram: THREE_STONES,
        fixed_colors: true,
        touching: false,
        expected: Some((12_641, 12_399)),
        parts: Some((150.0, 1000.0)),
    },
    Case {
        name: "the same, colours exchanged too",
        diagram: THREE_STONES,
        fixed_colors: false,
        touching: false,
        expected: Some((56_431, 47_833)),
        parts: Some((60.0, 250.0)),
    },
    Case {
        name: "corner 9x9, 8 stones",
        diagram: JOSEKI,
        fixed_colors: false,
        touching: false,
        expected: Some((255, 255)),
        parts: Some((300.0, 2000.0)),
    },
    Case {
        name: "side 7x7, two-space extension",
        diagram: "-------/......./......./.X..X../......./......./......./.......",
        fixed_colors: false,
        touching: false,
        expected: Some((71_807, 42_185)),
        parts: Some((15.0, 60.0)),
    },
    Case {
        name: "side 7x7, extension, touching",
        diagram: "-------/......./......./.X..X../......./......./......./.......",
        fixed_colors: false,
        touching: true,
        expected: Some((71_926, 42_208)),
        parts: None,
    },
    Case {
        name: "side 7x7, with an invasion",
        diagram: "-------/......./......./.X..X../...O.../......./......./.......",
        fixed_colors: false,
        touching: false,
        expected: Some((5154, 5072)),
        parts: Some((15.0, 60.0)),
    },
    Case {
        name: "side 7x7, with an invasion, touching",
        diagram: "-------/......./......./.X..X../...O.../......./......./.......",
        fixed_colors: false,
        touching: true,
        expected: Some((14_692, 13_699)),
        parts: None,
    },
    Case {
        name: "crosscut in an empty 5x5",
        diagram: "...../...../..XO./..OX./.....",
        fixed_colors: false,
        touching: false,
        expected: Some((11_687, 9071)),
        parts: Some((15.0, 50.0)),
    },
    Case {
        name: "crosscut in a 5x5, touching",
        diagram: "...../...../..XO./..OX./.....",
        fixed_colors: false,
        touching: true,
        expected: Some((32_694, 15_986)),
        parts: None,
    },
    Case {
        name: "crosscut among anything",
        diagram: "*****/*.XO*/*.OX*/*...*/*****",
        fixed_colors: false,
        touching: false,
        expected: Some((413_424, 95_059)),
        parts: Some((3.0, 8.0)),
    },
    Case {
        name: "crosscut in an empty 4x4, touching",
        diagram: "..../.XO./.OX./....",
        fixed_colors: false,
        touching: true,
        expected: Some((30_186, 26_186)),
        parts: None,
    },
    Case {
        name: "3x3 in the middle, a million",
        diagram: ".../.X./..O",
        fixed_colors: false,
        touching: false,
        expected: None,
        parts: Some((3.0, 8.0)),
    },
    // Patterns that stand in nearly every game take the instructions on 64 bytes, which depend on the profile.
    Case {
        name: "a stone between empty points",
        diagram: ".X.",
        fixed_colors: false,
        touching: false,
        expected: None,
        parts: None,
    },
    Case {
        name: "crosscut between empty points",
        diagram: ".XO./.OX.",
        fixed_colors: false,
        touching: false,
        expected: None,
        parts: None,
    },
];

fn main() -> Result<()> {
    let Some(archive) = corpus(ARCHIVE) else {
        return Ok(());
    };
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("bench.bgo");
    let made = import(&path, &archive, &[])?;
    println!("{ARCHIVE} imported in {:.2} s, {} MB", made.seconds(), made.peak / 1000);
    let gzip = gzip(&archive)?;
    println!("gzip -dc takes {:.2} s", gzip.as_secs_f64());

    let db = Database::open(&path, Access::Read)?.snapshot()?;
    println!("\npattern                                   pairs     games  occurrences      time   of gzip");
    let first = case_search(&CASES[0])?;
    let started = Instant::now();
    ask(&db, &first)?;
    line("the first question of all", started.elapsed(), gzip, None, "");
    for case in &CASES {
        measure(&db, case, gzip)?;
    }
    random(&db, &archive, gzip)?;
    drop(db);
    process(&path)
}

/// Returns the median time of `gzip -dc` for the archive.
fn gzip(archive: &Path) -> Result<Duration> {
    let times = (0..5)
        .map(|_| Ok(run(Command::new("gzip").arg("-dc").arg(archive))?.seconds()))
        .collect::<Result<_>>()?;
    Ok(Duration::from_secs_f64(median(times)))
}

fn case_search(case: &Case) -> Result<Question> {
    let options = PatternOptions {
        fixed_colors: case.fixed_colors,
        touching: case.touching,
        ..PatternOptions::default()
    };
    Ok(Question::of_diagram(
        Pattern::parse(case.diagram)?,
        BoardSize::MAX,
        options,
    ))
}

/// Asks for the answers with wins and years.
fn ask(db: &Snapshot, pattern: &Question) -> Result<bgo::internal::query::Answer> {
    Ok(search(db, pattern, Detail::Counts)?)
}

fn measure(db: &Snapshot, case: &Case, gzip: Duration) -> Result<()> {
    let question = case_search(case)?;
    let mut times = Vec::new();
    let mut games = 0;
    let mut occurrences = 0;
    for _ in 0..RUNS {
        let started = Instant::now();
        let answer = ask(db, &question)?;
        times.push(started.elapsed().as_secs_f64());
        games = answer.totals.games;
        occurrences = answer.pattern.map_or(0, |counts| counts.occurrences);
    }
    let mut pairs = BTreeSet::new();
    // The names of images: a symmetric pattern is seen in several ways in the same image.
    let mut images = HashMap::new();
    let pattern = question.pattern()?.ok_or("no pattern")?;
    pattern.visit(db, &Filter::default(), |of_game| {
        pairs.extend(of_game.iter().map(|o| {
            let image = images.entry((o.transform, o.swapped)).or_insert_with(|| {
                let turned = pattern.pattern().turned(o.transform.inverse());
                let image = if o.swapped { turned.swapped() } else { turned };
                image.to_string()
            });
            (o.game, image.clone(), o.place)
        }));
        Ok(())
    })?;
    let time = Duration::from_secs_f64(median(times));
    let counts = format!("{:>9} {games:>9} {occurrences:>12}", pairs.len());
    line(case.name, time, gzip, case.parts, &counts);
    if let Some(expected) = case.expected
        && expected != (pairs.len(), games)
    {
        return Err(format!("{}: {expected:?} expected", case.name).into());
    }
    Ok(())
}

fn line(name: &str, time: Duration, gzip: Duration, parts: Option<(f64, f64)>, counts: &str) {
    let part = gzip.as_secs_f64() / time.as_secs_f64();
    let limit = parts.map_or_else(String::new, |(must, aim)| {
        format!("  (must 1/{must}: {}, aim 1/{aim})", verdict(part >= must))
    });
    let milliseconds = time.as_secs_f64() * 1000.0;
    println!("{name:36} {counts:32} {milliseconds:>9.2} ms   1/{part:<6.1}{limit}");
}

/// Asks for patterns cut out of games: 3x3 to 13x13, with every anchor.
fn random(db: &Snapshot, archive: &Path, gzip: Duration) -> Result<()> {
    let number = std::env::var("BGO_PATTERNS").ok().and_then(|text| text.parse().ok());
    let number: usize = number.unwrap_or(CUT);
    let mut rng = Rng::new(7);
    let mut times = Vec::new();
    let records: Vec<GameRecord> = open(archive)?
        .step_by(97)
        .filter_map(|item| match item {
            Ok(ArchiveItem::Record(member)) => game_trees(&decode(&member.bytes).text).next()?.game.ok(),
            _ => None,
        })
        .collect();
    while times.len() < number {
        let record = &records[rng.below(records.len())];
        let Some(pattern) = cut_out(record, &mut rng)? else {
            continue;
        };
        let started = Instant::now();
        ask(db, &pattern)?;
        times.push((started.elapsed(), pattern));
    }
    times.sort_unstable_by_key(|&(time, _)| time);
    for (name, share) in [("median", 0.5), ("99th percentile", 0.99), ("slowest", 1.0)] {
        let at = ((times.len() - 1) as f64 * share) as usize;
        let parts = (share == 0.99).then_some((6.0, 25.0));
        let (time, pattern) = &times[at];
        line(&format!("{number} cut out, {name}"), *time, gzip, parts, "");
        let pattern = pattern.pattern()?.ok_or("no pattern")?;
        println!("    {}", pattern.pattern());
    }
    Ok(())
}

/// Returns an area of a game without its passes and later setup, or `None` if the area has no
/// stone.
fn cut_out(record: &GameRecord, rng: &mut Rng) -> Result<Option<Question>> {
    let mut board = Board::new(record.size);
    for step in &record.steps[..rng.below(record.steps.len() + 1)] {
        if let Action::Move(mv) = step.action
            && mv.point.is_some()
            && board.replay(mv).is_err()
        {
            return Ok(None);
        }
    }
    let lines = usize::from(record.size.lines());
    let [width, height] = [(); 2].map(|()| (3 + rng.below(11)).min(lines) as u8);
    // As many patterns at each anchor.
    let mut from = |length: u8| {
        let room = lines - usize::from(length);
        match rng.below(3) {
            0 => 0,
            1 => room as u8,
            _ => rng.below(room + 1) as u8,
        }
    };
    let area = Area {
        left: from(width),
        top: from(height),
        width,
        height,
    };
    if !area.points().any(|point| board.get(point).is_some()) {
        return Ok(None);
    }
    let board = SearchBoard::from_stones(board.size(), board.stones(), Color::Black);
    let scope = Scope::Area(area, PatternOptions::default());
    Ok(Some(Question::new(board).about(scope)))
}

/// Measures the first question as a process.
fn process(path: &Path) -> Result<()> {
    let mut times = Vec::new();
    let mut peak = 0;
    for _ in 0..11 {
        let mut bgo = common::bgo();
        let ran = run(bgo
            .args(["search", "--fixed-colors", "--pattern", THREE_STONES, "--db"])
            .arg(path))?;
        times.push(ran.seconds());
        peak = peak.max(ran.peak);
    }
    let time = median(times) * 1000.0;
    println!(
        "bgo search --pattern as a process: {time:.0} ms (must 150: {}, aim 40), {} MB (must 120: {}, aim 60)",
        verdict(time <= 150.0),
        peak / 1000,
        verdict(peak <= 120_000),
    );
    Ok(())
}
