//! The time of a search in a session, for the empty board and for positions throughout
//! real games, and as a whole process. A second database was imported in small parts.
//!
//!     cargo bench --bench search

mod common;

use bgo::internal::archive::{ArchiveItem, open};
use bgo::internal::go::BoardSize;
use bgo::internal::query::{Detail, Filter, Question, SearchBoard, search};
use bgo::internal::record::{Action, decode, game_trees};
use bgo::internal::store::{Access, Database, Snapshot};
use common::{Result, import, run, warm};
use std::path::Path;
use std::time::Duration;
use testkit::corpus;

const ARCHIVE: &str = "tygem-100k.tgz";
/// The number of games from one that is followed to the next.
const EVERY: usize = 500;
const PROCESS_RUNS: usize = 21;
/// The number of games in a commit of the second database.
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
            let mut bgo = common::bgo();
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

/// Searches a database for positions throughout the games of its archive.
fn searches(database: &Path, archive: &Path) -> Result<()> {
    let db = Database::open(database, Access::Read)?.snapshot()?;
    println!("{} games in {} segments", db.state()?.games, db.state()?.segments);
    println!("positions                      median       99%   slowest   (at most 1 ms)");
    let empty = SearchBoard::new(BoardSize::MAX);
    report("the empty board", vec![time(&db, &empty)?]);
    let mut by_ply: Vec<(&str, std::ops::Range<usize>, Vec<Duration>)> = vec![
        ("of games, to ply 10", 1..11, vec![]),
        ("of games, ply 11 to 40", 11..41, vec![]),
        ("of games, later", 41..usize::MAX, vec![]),
    ];
    for item in open(archive)?.step_by(EVERY) {
        let ArchiveItem::Record(member) = item? else { continue };
        let text = decode(&member.bytes).text.into_owned();
        let Some(record) = game_trees(&text).next().and_then(|tree| tree.game.ok()) else {
            continue;
        };
        let mut line = SearchBoard::new(record.size);
        for step in &record.steps {
            let Action::Move(mv) = step.action else { break };
            if line.play(mv).is_err() {
                break;
            }
            let ply = line.moves().len();
            for (_, plies, times) in &mut by_ply {
                if plies.contains(&ply) && (ply < 41 || ply.is_multiple_of(10)) {
                    times.push(time(&db, &line)?);
                }
            }
        }
    }
    for (name, _, times) in by_ply {
        report(name, times);
    }
    Ok(())
}

/// Returns the time of a search that was made before.
fn time(db: &Snapshot, line: &SearchBoard) -> Result<Duration> {
    let filter = Filter::default();
    let question = Question::new(line.clone()).under(filter.clone());
    warm(&mut || {
        search(db, &question, Detail::Counts)?;
        Ok(())
    })
}

fn report(name: &str, times: Vec<Duration>) {
    let count = times.len();
    let [median, high, most] = common::percentiles(times).map(|ms| format!("{ms:.3} ms"));
    println!("{name:<30} {median:>9} {high:>9} {most:>9}   {count} searches");
}
