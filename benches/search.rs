//! How long a search takes in a session, for the empty board, for common
//! positions and for positions throughout real games; and as a whole process.
//!
//!     cargo bench --bench search

mod common;

use bgo::archive::{Item, open};
use bgo::go::{BoardSize, HashTable};
use bgo::import::{ImportOptions, Note, Progress, Reporter, import};
use bgo::query::{Filter, Line, search};
use bgo::record::{Action, decode, game_trees};
use bgo::store::{Access, Database};
use std::error::Error;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

const ARCHIVE: &str = "tygem-100k.tgz";
/// Every so many games one is followed.
const EVERY: usize = 500;
const PROCESS_RUNS: usize = 21;

struct Silent;

impl Reporter for Silent {
    fn note(&mut self, _: &Note) -> std::io::Result<()> {
        Ok(())
    }
    fn progress(&mut self, _: Progress) {}
}

fn main() -> Result<(), Box<dyn Error>> {
    let Some(archive) = common::corpus(ARCHIVE) else {
        return Ok(());
    };
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("bench.sqlite");
    let mut db = Database::open(&path, HashTable::built_in()?, Access::Write)?;
    import(
        &mut db,
        std::slice::from_ref(&archive),
        &ImportOptions::default(),
        &mut Silent,
    )?;

    let empty = Line::new(db.hash_table(), BoardSize::MAX);
    println!(
        "{ARCHIVE}: {} games in {} segments",
        db.state()?.games,
        db.state()?.segments
    );
    println!("positions                      median       99%   slowest   (at most 1 ms)");
    report("the empty board", vec![warm(&db, &empty)?]);
    let mut by_ply: Vec<(&str, std::ops::Range<usize>, Vec<Duration>)> = vec![
        ("of games, to ply 10", 1..11, vec![]),
        ("of games, ply 11 to 40", 11..41, vec![]),
        ("of games, later", 41..usize::MAX, vec![]),
    ];
    for item in open(&archive)?.step_by(EVERY) {
        let Item::Record(member) = item? else { continue };
        let text = decode(&member.bytes).text.into_owned();
        let Some(record) = game_trees(&text).next().and_then(|tree| tree.game.ok()) else {
            continue;
        };
        let mut line = Line::new(db.hash_table(), record.size);
        for step in &record.steps {
            let Action::Move(mv) = step.action else { break };
            if line.play(mv).is_err() {
                break;
            }
            let ply = line.moves().len();
            for (_, plies, times) in &mut by_ply {
                if plies.contains(&ply) && (ply < 41 || ply.is_multiple_of(10)) {
                    times.push(warm(&db, &line)?);
                }
            }
        }
    }
    for (name, _, times) in by_ply {
        report(name, times);
    }
    drop(db);

    let process: Vec<Duration> = (0..PROCESS_RUNS)
        .map(|_| {
            let started = Instant::now();
            let mut bgo = Command::new(env!("CARGO_BIN_EXE_bgo"));
            bgo.args(["search", "pd", "dp", "--db"])
                .arg(&path)
                .stdout(Stdio::null())
                .status()?;
            Ok(started.elapsed())
        })
        .collect::<Result<_, std::io::Error>>()?;
    report("bgo search pd dp, as a process", process);
    println!("                                                             (at most 30 ms)");
    Ok(())
}

/// The time of the second search of two.
fn warm(db: &Database, line: &Line) -> Result<Duration, Box<dyn Error>> {
    search(db, line, &Filter::default())?;
    let started = Instant::now();
    search(db, line, &Filter::default())?;
    Ok(started.elapsed())
}

fn report(name: &str, mut times: Vec<Duration>) {
    times.sort_unstable();
    let at = |share: f64| {
        times
            .get(((times.len() - 1) as f64 * share) as usize)
            .copied()
            .unwrap_or_default()
    };
    let ms = |time: Duration| format!("{:.3} ms", time.as_secs_f64() * 1000.0);
    println!(
        "{name:<30} {:>9} {:>9} {:>9}   {} searches",
        ms(at(0.5)),
        ms(at(0.99)),
        ms(at(1.0)),
        times.len()
    );
}
