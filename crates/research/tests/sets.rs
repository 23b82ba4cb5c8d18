//! Interrupted runs that make sets, and files that are there.

use bgo::Interrupt;
use bgo_research::dataset::{DatasetOptions, Datasets, GameSource, SetFormat, SetName, make};
use bgo_research::formats::kgs::{DatasetReader, Encoding, RecordFormat};
use bgo_research::{ResearchError, Strictness};
use std::fs::{self, File};
use std::path::PathBuf;
use testkit::{Sandbox, members, numbered, tar};

const GAMES: usize = 1000;

/// The number of records of each game.
const RECORDS: usize = 3;

fn world() -> Sandbox {
    let world = Sandbox::default();
    world.write("games.tar", tar(&members(0..GAMES)));
    fs::create_dir(world.path("data")).expect("is made");
    world
}

/// Makes the set of all games and stops after `stop_at` games.
fn make_until(world: &Sandbox, stop_at: u64) -> Result<Datasets, ResearchError> {
    let stop = Interrupt::default();
    let options = DatasetOptions {
        encoding: Encoding {
            format: RecordFormat::V2,
            ko: Strictness::Compat,
            setup: Strictness::Strict,
        },
        format: SetFormat::Records { parts: false },
        folder: world.path("data"),
        seed: None,
        overwrite: false,
        stop: stop.clone(),
    };
    let paths: Vec<PathBuf> = vec![world.path("games.tar")];
    make(
        &GameSource::Archives(&paths),
        &[SetName::All],
        &options,
        &|unit, done, _| {
            if unit == Some("games") && done >= stop_at {
                stop.set();
            }
        },
    )
}

/// Returns the MD5 of the set made without interruption.
fn expected() -> String {
    make_until(&world(), u64::MAX).expect("is made").sets[0].files[0]
        .md5
        .clone()
}

fn names(world: &Sandbox) -> Vec<String> {
    let entries = fs::read_dir(world.path("data")).expect("reads");
    let mut names: Vec<String> = entries
        .map(|entry| entry.expect("reads").file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}

const WORK: [&str; 2] = ["kgsgo-all-v2.dat.state~", "kgsgo-all-v2.dat~"];

#[test]
fn an_interrupted_set_is_gone_on_with() {
    let expected = expected();
    let world = world();
    // Each run stops at the end of a batch of 64 games.
    for (stop_at, games) in [(1, 64), (400, 448), (449, 512), (GAMES as u64 - 40, 960)] {
        let failed = make_until(&world, stop_at).expect_err("is stopped");
        assert_eq!(
            failed.to_string(),
            "stopped; sets that are complete stay, and the same command makes the others"
        );
        assert_eq!(names(&world), WORK, "{games}");
        let bytes = fs::metadata(world.path("data/kgsgo-all-v2.dat~"))
            .expect("is there")
            .len();
        assert_eq!(bytes, 1024 + games * 3 * 322);
    }
    let made = make_until(&world, u64::MAX).expect("is made");
    assert_eq!(names(&world), ["kgsgo-all-v2.dat"]);
    assert_eq!(made.sets[0].files[0].md5, expected);
    assert!(made.sets[0].resumed_games >= 960, "{}", made.sets[0].resumed_games);
    let file = File::open(world.path("data/kgsgo-all-v2.dat")).expect("opens");
    assert_eq!(DatasetReader::new(file, "set").expect("a set").count(), GAMES * RECORDS);
}

/// A run ignores damaged work files of an interrupted run.
#[test]
fn what_is_not_as_it_was_left_is_made_anew() {
    let expected = expected();
    let spoil: [&dyn Fn(&Sandbox); 6] = [
        &|world| {
            let mut bytes = fs::read(world.path("data/kgsgo-all-v2.dat~")).expect("reads");
            bytes[5000] ^= 1;
            world.write("data/kgsgo-all-v2.dat~", bytes);
        },
        &|world| {
            let bytes = fs::read(world.path("data/kgsgo-all-v2.dat~")).expect("reads");
            world.write("data/kgsgo-all-v2.dat~", &bytes[..bytes.len() - 1]);
        },
        &|world| drop(world.write("data/kgsgo-all-v2.dat.state~", "{")),
        &|world| fs::remove_file(world.path("data/kgsgo-all-v2.dat.state~")).expect("is removed"),
        &|world| fs::remove_file(world.path("data/kgsgo-all-v2.dat~")).expect("is removed"),
        // Work files of an archive with the same name and other games.
        &|world| {
            let members: Vec<_> = (0..GAMES)
                .map(|game| (format!("{game:04}.sgf"), numbered(GAMES - game)))
                .collect();
            let mine = fs::read(world.path("games.tar")).expect("reads");
            world.write("games.tar", tar(&members));
            make_until(world, 300).expect_err("is stopped");
            world.write("games.tar", mine);
        },
    ];
    for spoil in spoil {
        let world = world();
        make_until(&world, 300).expect_err("is stopped");
        spoil(&world);
        let made = make_until(&world, u64::MAX).expect("is made");
        assert_eq!(
            (made.sets[0].files[0].md5.as_str(), made.sets[0].resumed_games),
            (&*expected, 0)
        );
        assert_eq!(names(&world), ["kgsgo-all-v2.dat"]);
    }
}

/// After a power failure, a file may be longer than its last checkpoint.
#[test]
fn what_follows_the_last_checkpoint_is_made_again() {
    let expected = expected();
    let world = world();
    make_until(&world, 300).expect_err("is stopped");
    let mut bytes = fs::read(world.path("data/kgsgo-all-v2.dat~")).expect("reads");
    bytes.resize(bytes.len() + 100_000, 0);
    world.write("data/kgsgo-all-v2.dat~", bytes);
    let made = make_until(&world, u64::MAX).expect("is made");
    assert_eq!(made.sets[0].files[0].md5, expected);
    assert!(made.sets[0].resumed_games >= 300);
}
