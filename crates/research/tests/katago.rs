//! Training data for KataGo, in memory and in files.

use bgo_research::dataset::katago::{KatagoOptions, KatagoSet, katago_blocks, make_katago};
use bgo_research::dataset::{GameSource, RowChoice, Split};
use std::collections::HashSet;
use std::fs;
use std::sync::Arc;
use testkit::{Sandbox, line, nodes, tar};

/// Games on boards of several sizes, with 60 moves each.
fn world(games: usize) -> Sandbox {
    let world = Sandbox::default();
    let members: Vec<_> = (0..games)
        .map(|number| {
            let root = ["SZ[19]RU[Chinese]KM[7.5]RE[W+R]", "SZ[19]RU[Japanese]KM[6.5]RE[B+2.5]"][number % 2];
            (
                format!("{number:03}.sgf"),
                format!("(;GM[1]FF[4]{root}{})", nodes(line(60, number).split(' '))),
            )
        })
        .collect();
    world.write("games.tar", tar(&members));
    world
}

/// The blocks in memory have the rows of the files, and a smaller sample has rows of a larger one.
#[test]
fn blocks_have_all_rows_in_another_order() {
    let world = world(8);
    let paths = [world.path("games.tar")];
    let rows = |options: &KatagoOptions| {
        let set =
            KatagoSet::read(&GameSource::Archives(&paths), options, &world.path("."), &|_, _, _| {}).expect("reads");
        let blocks = katago_blocks(Arc::new(set), Split::Training, 50);
        let mut rows = Vec::new();
        for block in blocks {
            let block = block.expect("rows");
            let [planes, _, policy, targets, _, values, _] = &block.arrays;
            assert_eq!(targets.len(), block.rows * 4 * 64);
            assert_eq!(values.len(), block.rows * 5 * 361);
            let planes = planes.chunks(22 * 46).map(<[u8]>::to_vec);
            rows.extend(planes.zip(policy.chunks(2 * 724).map(<[u8]>::to_vec)));
        }
        rows
    };
    let ordered = KatagoOptions {
        in_order: true,
        batch: 1,
        file_rows: 100,
        ..KatagoOptions::default()
    };
    let in_order = rows(&ordered);
    let mixed = rows(&KatagoOptions {
        in_order: false,
        ..ordered.clone()
    });
    assert_eq!(in_order.len(), 480);
    assert_ne!(in_order, mixed);
    let sorted = |mut rows: Vec<_>| {
        rows.sort();
        rows
    };
    let some = rows(&KatagoOptions {
        choice: RowChoice {
            sample: 0.2,
            ..RowChoice::default()
        },
        ..ordered.clone()
    });
    let all: HashSet<_> = in_order.iter().collect();
    assert!((50..150).contains(&some.len()) && some.iter().all(|row| all.contains(row)));
    assert_eq!(sorted(in_order.clone()), sorted(mixed));
}

#[test]
fn an_interrupted_run_is_gone_on_with() {
    let world = world(20);
    fs::create_dir(world.path("data")).expect("is made");
    let options = KatagoOptions {
        batch: 16,
        file_rows: 160,
        ..KatagoOptions::default()
    };
    let paths = [world.path("games.tar")];
    let make = |stop_after: u64| {
        make_katago(
            &GameSource::Archives(&paths),
            &world.path("data"),
            &options,
            false,
            &|unit, done, _| {
                if unit == Some("rows") && done >= stop_after {
                    options.stop.set();
                }
            },
        )
    };
    let failed = make(1).expect_err("is stopped").to_string();
    assert_eq!(
        failed,
        "stopped; sets that are complete stay, and the same command makes the others"
    );
    assert!(!world.path("data/train.json").exists());
    let is_data = |entry: &fs::DirEntry| entry.path().extension() == Some("npz".as_ref());
    let entries = || fs::read_dir(world.path("data/train")).expect("reads");
    let names = || {
        entries()
            .filter(|entry| is_data(entry.as_ref().expect("an entry")))
            .count()
    };
    assert!((1..7).contains(&names()));
    let options = KatagoOptions {
        stop: bgo::Interrupt::default(),
        ..options.clone()
    };
    let made = make_katago(
        &GameSource::Archives(&paths),
        &world.path("data"),
        &options,
        false,
        &|_, _, _| {},
    );
    let made = made.expect("is made");
    assert!(made.files.iter().any(|file| file.was_there) && made.files.iter().any(|file| !file.was_there));
    assert_eq!((names(), made.files.len()), (8, 8));
    assert!(world.path("data/train.json").exists());
}
