//! The slow, obvious twin of all questions. It replays every game on a plain board and
//! compares each position stone by stone, in all eight orientations and both colours,
//! with the positions of the queries. It shares the reading of records with the
//! library (moves, dates, results, ranks, komi and the folding of texts), but neither
//! the board, the keys, the filters nor the database.

pub mod answers;
pub mod board;
mod choose;
mod compare;
mod duplicates;
mod finds;
pub mod games;
mod grow;
pub mod known;
mod lists;
pub mod made_up;
mod novelty;
mod player;
pub mod query;
pub mod sift;
pub mod tally;
pub mod world;

use compare::{Compared, compare};
use finds::check_finds;
use grow::Growing;
use novelty::{check_novelties, check_rivals, check_tables};
use player::check_players;
use query::Kind;
use std::fmt::Debug;
use std::path::PathBuf;
use testkit::{FIXTURE, Rng};
use world::World;

const DRAWN: [Kind; 12] = [
    Kind::Early,
    Kind::Middle,
    Kind::Late,
    Kind::Symmetric2,
    Kind::Symmetric4,
    Kind::Symmetric8,
    Kind::AfterCapture,
    Kind::Board9,
    Kind::Board13,
    Kind::WhiteFirst,
    Kind::BeforePass,
    Kind::AfterPass,
];

/// The minimum number of positions of each kind to compare on real records.
const AT_LEAST: usize = 200;

const FINDS: usize = 60;

/// The number of non-trivial symmetry groups of a square.
const GROUPS: usize = 9;

const ARCHIVES: [&str; 3] = ["tygem-5k.tgz", "ai-mixed.tgz", "gnugo-regression.tgz"];

#[derive(Default)]
pub struct Wrong(pub Vec<String>);

impl Wrong {
    pub fn check<T: PartialEq + Debug>(&mut self, what: &str, says: T, right: T) {
        if says != right {
            let mut line = format!("  {what}: the database says {says:?}, the games say {right:?}");
            line.truncate(line.char_indices().nth(1500).map_or(line.len(), |(at, _)| at));
            self.0.push(line);
        }
    }
}

fn corpus(names: &[&str]) -> Option<Vec<PathBuf>> {
    names.iter().map(|name| testkit::corpus(name)).collect()
}

/// Imports the archives and compares positions: so many of each kind from the games, in no game, and
/// with each number of symmetries.
fn compare_archives(archives: &[PathBuf], seed: u64, (drawn, nowhere, symmetric): (usize, usize, usize)) -> Compared {
    let mut rng = Rng::new(seed);
    let world = World::new(archives);
    let groups = choose::groups(&mut rng);
    assert_eq!(groups.len(), GROUPS);
    let mut queries = choose::from_games(&mut rng, &world.stored(), &DRAWN, drawn);
    queries.extend(choose::nowhere(&mut rng, &queries, nowhere));
    queries.extend(choose::with_symmetry(&mut rng, &groups, symmetric));
    let known = world.known();
    let compared = compare(&mut rng, &world.snapshot(), &known, &queries);
    let found = check_finds(&mut rng, &world.snapshot(), &known, FINDS);
    check_players(&mut rng, &world.snapshot(), &known);
    let names: Vec<_> = archives.iter().filter_map(|path| path.file_name()).collect();
    let segments = world.snapshot().state().expect("a state").segments;
    compared.print(&format!(
        "{names:?} ({} games, {segments} segments), {found}",
        known.len()
    ));
    compared
}

#[test]
fn search_agrees_on_real_records() {
    let Some(archives) = corpus(&ARCHIVES) else { return };
    let mut all = Compared::default();
    std::thread::scope(|scope| {
        let threads: Vec<_> = (1..)
            .zip(&archives)
            .map(|(seed, archive)| {
                scope.spawn(move || compare_archives(std::slice::from_ref(archive), seed, (220, 100, 75)))
            })
            .collect();
        for thread in threads {
            all.add(thread.join().expect("agreement"));
        }
    });
    all.print("three archives, each in its own database");
    for kind in DRAWN {
        let count = all.kinds.get(&kind).copied().unwrap_or(0);
        assert!(count >= AT_LEAST, "{count} positions of kind {kind:?}");
    }
    assert!(all.nowhere >= AT_LEAST, "{} positions in no game", all.nowhere);
    assert_eq!(all.groups.len(), GROUPS + 1);
}

#[test]
fn search_agrees_on_a_database_of_several_imports() {
    let Some(archives) = corpus(&ARCHIVES) else { return };
    compare_archives(&archives, 4, (60, 30, 15));
}

#[test]
fn duplicates_are_the_same_game_and_no_game_is_stored_twice() {
    let Some(archives) = corpus(&ARCHIVES) else { return };
    let world = World::new(&archives);
    let duplicates = duplicates::check(&world);
    println!("{duplicates} duplicates among {} games", world.games.len());
    let reported: u64 = world.summaries.iter().map(|summary| summary.duplicates).sum();
    assert_eq!(reported, duplicates as u64);
}

#[test]
fn search_agrees_on_the_fixture() {
    let compared = compare_archives(&[PathBuf::from(FIXTURE)], 5, (100, 50, 15));
    for kind in [
        Kind::Early,
        Kind::Middle,
        Kind::Late,
        Kind::AfterCapture,
        Kind::Board9,
        Kind::Board13,
    ] {
        assert_eq!(compared.kinds.get(&kind), Some(&100), "{kind:?}");
    }
}

#[test]
fn search_agrees_on_made_up_games_of_small_boards() {
    let mut rng = Rng::new(6);
    let folder = tempfile::tempdir().expect("a folder");
    let archives = ["a.sgf", "b.sgf", "c.sgf"].map(|name| folder.path().join(name));
    for archive in &archives {
        std::fs::write(archive, made_up::sgf(&mut rng, 400)).expect("a file");
    }
    let world = World::new(&archives);
    let duplicates = duplicates::check(&world);
    assert!(duplicates > 20, "{duplicates}");
    let kinds = [&DRAWN[..], &[Kind::Small]].concat();
    let queries = choose::from_games(&mut rng, &world.stored(), &kinds, 300);
    let compared = compare(&mut rng, &world.snapshot(), &world.known(), &queries);
    let found = check_finds(&mut rng, &world.snapshot(), &world.known(), 10 * FINDS);
    check_players(&mut rng, &world.snapshot(), &world.known());
    compared.print(&format!(
        "{found}, made-up games ({} games, {duplicates} duplicates)",
        world.games.len()
    ));
    assert!(compared.next_moves > 5000, "{}", compared.next_moves);
}

#[test]
fn games_leave_the_others_where_no_other_game_has_their_positions() {
    let mut rng = Rng::new(12);
    let folder = tempfile::tempdir().expect("a folder");
    let made_up = folder.path().join("a.sgf");
    std::fs::write(&made_up, made_up::sgf(&mut rng, 600)).expect("a file");
    for (archive, times) in [(PathBuf::from(FIXTURE), 200), (made_up, 2000)] {
        let world = World::new(&[archive]);
        let in_common = check_novelties(&mut rng, &world.snapshot(), &world.known(), times);
        assert!(in_common > times / 4, "{in_common} of {times}");
        let new_moves = check_tables(&mut rng, &world.snapshot(), &world.known(), 30);
        assert!(new_moves > 100, "{new_moves}");
        check_rivals(&mut rng, &world.snapshot(), &world.known(), 4);
    }
}

#[test]
fn setup_counts_by_the_stones_it_leaves() {
    let folder = tempfile::tempdir().expect("a folder");
    let archive = folder.path().join("a.sgf");
    // The second has a black stone at aa, the others a white one.
    let games = [
        "(;SZ[9]AB[aa]AW[aa];B[bb])",
        "(;SZ[9]AW[aa]AB[aa];B[bb])",
        "(;SZ[9]AW[aa];B[bb])",
        "(;SZ[9]AW[ia]AE[aa];B[hb])",
    ];
    std::fs::write(&archive, games.join("\n")).expect("a file");
    let world = World::new(&[archive]);
    assert_eq!(duplicates::check(&world), 2);
}

#[test]
fn search_agrees_after_any_sequence_of_imports_removals_and_optimizing() {
    let kinds = [&DRAWN[..], &[Kind::Small]].concat();
    for seed in 7..11 {
        let mut rng = Rng::new(seed);
        let mut growing = Growing::new(&mut rng);
        let mut steps = Vec::new();
        for step in 0..40 {
            steps.push(growing.step(&mut rng));
            if step % 5 == 4 {
                println!("seed {seed}: {steps:?}");
                growing.check();
                let stored = growing.stored();
                let queries = choose::from_games(&mut rng, &stored, &kinds, 15);
                compare(&mut rng, &growing.snapshot(), &growing.known(), &queries);
                check_finds(&mut rng, &growing.snapshot(), &growing.known(), FINDS);
                check_players(&mut rng, &growing.snapshot(), &growing.known());
            }
        }
    }
}
