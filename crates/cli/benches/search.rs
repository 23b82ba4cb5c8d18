//! How long a search takes in a session, for the empty board, for common
//! positions and for positions throughout real games; as a whole process; and
//! in a database that was imported in small parts.
//!
//!     cargo bench --bench search

mod common;

use bgo::archive::{Item, open};
use bgo::go::BoardSize;
use bgo::query::{Filter, Question, SearchBoard, search};
use bgo::record::{Action, decode, game_trees};
use bgo::store::{Access, Database, Snapshot};
use common::{Result, import, run};
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};
use testkit::corpus;

const ARCHIVE: &str = "tygem-100k.tgz";
/// Every so many games one is followed.
const EVERY: usize = 500;
const PROCESS_RUNS: usize = 21;
/// Games of a commit where the database is made in small parts.
const PART: &str = "1000";

fn main() -> Result<()> {
    let Some(archive) = corpus(ARCHIVE) else {
        return Ok(());
    };
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("bench.bgo");
    let made = import(&path, &archive, &[])?;
    println!("{ARCHIVE} imported in {:.2} s, {} MB", made.seconds(), made.peak / 1000);
    searches(&path, &archive)?;

    let process = (0..PROCESS_RUNS)
        .map(|_| {
            let mut bgo = Command::new(env!("CARGO_BIN_EXE_bgo"));
            Ok(run(bgo.args(["search", "pd", "dp", "--db"]).arg(&path))?.time)
        })
        .collect::<Result<_>>()?;
    report("bgo search pd dp, as a process", process);
    println!("                                                             (at most 30 ms)");

    let path = folder.path().join("parts.bgo");
    let made = import(&path, &archive, &["--commit-every", PART])?;
    println!(
        "\n{ARCHIVE} imported with a commit every {PART} games in {:.2} s, {} MB",
        made.seconds(),
        made.peak / 1000
    );
    searches(&path, &archive)
}

/// Searches throughout the games of an archive, in a database of them.
fn searches(database: &Path, archive: &Path) -> Result<()> {
    let db = Database::open(database, Access::Read)?.snapshot()?;
    println!("{} games in {} segments", db.state()?.games, db.state()?.segments);
    println!("positions                      median       99%   slowest   (at most 1 ms)");
    let empty = SearchBoard::new(db.keys(), BoardSize::MAX);
    report("the empty board", vec![warm(&db, &empty)?]);
    let mut by_ply: Vec<(&str, std::ops::Range<usize>, Vec<Duration>)> = vec![
        ("of games, to ply 10", 1..11, vec![]),
        ("of games, ply 11 to 40", 11..41, vec![]),
        ("of games, later", 41..usize::MAX, vec![]),
    ];
    for item in open(archive)?.step_by(EVERY) {
        let Item::Record(member) = item? else { continue };
        let text = decode(&member.bytes).text.into_owned();
        let Some(record) = game_trees(&text).next().and_then(|tree| tree.game.ok()) else {
            continue;
        };
        let mut line = SearchBoard::new(db.keys(), record.size);
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
    Ok(())
}

/// The time of the second search of two.
fn warm(db: &Snapshot, line: &SearchBoard) -> Result<Duration> {
    let question = Question {
        board: line,
        filter: &Filter::default(),
        swap: false,
    };
    search(db, &question, false)?;
    let started = Instant::now();
    search(db, &question, false)?;
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
