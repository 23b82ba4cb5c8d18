//! The time for each kind of question in a session, compared with the limit for a
//! database of 100,000 games.
//!
//!     cargo bench --bench questions [-- PART_OF_A_NAME]

mod common;

use bgo::internal::archive::{ArchiveItem, open};
use bgo::internal::go::BoardSize;
use bgo::internal::query::{
    Choice, Detail, Filter, Find, NamePattern, OpenGame, Page, Period, Question, SearchBoard, Sort, TreeSize, players,
    search, tree, years,
};
use bgo::internal::record::{decode, game_trees};
use bgo::internal::store::{Access, Database};
use common::{Result, import, warm};
use std::hint::black_box;
use std::path::Path;
use std::time::Duration;
use testkit::corpus;

/// The allocator of the program.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

const ARCHIVES: [&str; 2] = ["tygem-5k.tgz", "tygem-100k.tgz"];

/// The number of games to follow, evenly spread.
const FOLLOWED: usize = 100;

/// The number of moves between two questions in a game.
const EVERY: usize = 7;

/// The number of times that other questions are asked.
const RUNS: usize = 31;

/// The number of games on a page of a list.
const PAGE: usize = 50;

fn main() -> Result<()> {
    for archive in ARCHIVES {
        let Some(archive) = corpus(archive) else { continue };
        let folder = tempfile::tempdir()?;
        let path = folder.path().join("bench.bgo");
        let made = import(&path, &archive, &[])?;
        println!("\nimported in {:.2} s, {} MB", made.seconds(), made.peak / 1000);
        questions(&path, &archive)?;
    }
    Ok(())
}

fn questions(path: &Path, archive: &Path) -> Result<()> {
    let db = Database::open(path, Access::Read)?.snapshot()?;
    let games = db.state()?.games;
    let title = format!("{games} games, in ms");
    println!(
        "{title:<44} {:>9} {:>9} {:>9} {:>7}",
        "median", "99%", "slowest", "limit"
    );
    let open = Filter::default();
    let lines = lines(archive, games as usize / FOLLOWED)?;
    let mut of_games: [Vec<Duration>; 2] = Default::default();
    for line in &lines {
        for (times, swap) in of_games.iter_mut().zip([false, true]) {
            let question = Question::new(line.clone()).under(open.clone()).swapping(swap);
            times.push(warm(&mut || ask(search(&db, &question, Detail::Counts)))?);
        }
    }
    let [plain, swapped] = of_games;
    report("next moves, throughout games", 0.1, plain);
    report("  with colours exchanged", 10.0, swapped);

    let line = SearchBoard::new(BoardSize::MAX);
    let empty = |filter: &Filter| Question::new(line.clone()).under(filter.clone());
    let most = players(&db, &empty(&open), 1)?;
    let name = most.players.first().map(|most| most.player.clone()).unwrap_or_default();
    let filters = [
        ("", open.clone()),
        (
            ", player",
            Filter {
                players: vec![NamePattern::Part(name).into()],
                ..open.clone()
            },
        ),
        (
            ", a letter of a player",
            Filter {
                players: vec![NamePattern::Part("a".to_owned()).into()],
                ..open.clone()
            },
        ),
        (
            ", result and year",
            Filter {
                result: Some("B+R".parse()?),
                years: "2006..2009".parse()?,
                ..open.clone()
            },
        ),
        (
            ", rank and komi",
            Filter {
                rank: "8d..9d".parse()?,
                komi: "6.5".parse()?,
                ..open.clone()
            },
        ),
        (
            ", all of it",
            Filter {
                from: Some("1000".parse()?),
                ..open.clone()
            },
        ),
    ];
    println!("empty board:");
    for (name, filter) in &filters {
        let question = empty(filter);
        let swapped = Question::new(line.clone()).under(filter.clone()).swapping(true);
        let limit = if filter.is_empty() { 0.1 } else { 10.0 };
        time(&format!("next moves{name}"), limit, || {
            ask(search(&db, &question, Detail::Counts))
        })?;
        time(&format!("  with colours exchanged{name}"), 10.0, || {
            ask(search(&db, &swapped, Detail::Counts))
        })?;
        time(&format!("years{name}"), 10.0, || {
            ask(years(&db, &question, Period::Year))
        })?;
        time(&format!("players{name}"), 10.0, || ask(players(&db, &question, 20)))?;
        let choice = Choice::Position(&question);
        for sort in Sort::ALL {
            let page = Page {
                sort,
                reverse: false,
                offset: 0,
                limit: PAGE,
            };
            time(&format!("{PAGE} games by {sort:?}{name}"), 5.0, || {
                ask(choice.list(&db, page))
            })?;
        }
        let size = TreeSize {
            depth: 10,
            min_games: 20,
        };
        time(&format!("tree{name}"), 100.0, || ask(tree(&db, &question, size)))?;
        let find = Choice::Find(Find { filter, words: &[] });
        let page = Page {
            sort: Sort::Date,
            reverse: false,
            offset: 0,
            limit: PAGE,
        };
        time(&format!("find{name}"), 50.0, || ask(find.list(&db, page)))?;
    }
    let question = empty(&open);
    let swapped = Question::new(line.clone()).under(open.clone()).swapping(true);
    let size = TreeSize {
        depth: 10,
        min_games: 20,
    };
    time("  tree with colours exchanged", 100.0, || {
        ask(tree(&db, &swapped, size))
    })?;
    time("next moves, details", 50.0, || {
        ask(search(&db, &question, Detail::Full))
    })?;
    time("replay of game 1", 5.0, || ask(OpenGame::open(&db, 1, &question)))?;
    for words in [
        vec!["tygem".to_owned()],
        vec!["7".to_owned(), "tygem".to_owned()],
        vec!["76744001".to_owned()],
    ] {
        let find = Choice::Find(Find {
            filter: &open,
            words: &words,
        });
        let page = Page {
            sort: Sort::Date,
            reverse: false,
            offset: 0,
            limit: PAGE,
        };
        time(&format!("find {}", words.join(" ")), 50.0, || ask(find.list(&db, page)))?;
    }
    Ok(())
}

/// Returns positions throughout every `step`-th game of an archive.
fn lines(archive: &Path, step: usize) -> Result<Vec<SearchBoard>> {
    let mut lines = Vec::new();
    for item in open(archive)?.step_by(step.max(1)) {
        let ArchiveItem::Record(member) = item? else { continue };
        let text = decode(&member.bytes).text.into_owned();
        let Some(record) = game_trees(&text).next().and_then(|tree| tree.game.ok()) else {
            continue;
        };
        let moves = record.steps.len();
        lines.extend(
            (0..moves)
                .step_by(EVERY)
                .map(|ply| SearchBoard::from_record(&record, Some(ply))),
        );
    }
    Ok(lines)
}

fn ask<T, E: Into<Box<dyn std::error::Error>>>(answer: std::result::Result<T, E>) -> Result<()> {
    black_box(answer.map_err(Into::into)?);
    Ok(())
}

fn time(name: &str, limit: f64, mut ask: impl FnMut() -> Result<()>) -> Result<()> {
    let wanted = std::env::args().skip(1).find(|arg| !arg.starts_with('-'));
    if wanted.is_some_and(|wanted| !name.contains(&wanted)) {
        return Ok(());
    }
    let times = (0..RUNS).map(|_| warm(&mut ask)).collect::<Result<_>>()?;
    report(name, limit, times);
    Ok(())
}

fn report(name: &str, limit: f64, times: Vec<Duration>) {
    let [median, high, most] = common::percentiles(times);
    let missed = if median > limit { " missed" } else { "" };
    println!("{name:<44} {median:>9.3} {high:>9.3} {most:>9.3} {limit:>7}{missed}");
}
