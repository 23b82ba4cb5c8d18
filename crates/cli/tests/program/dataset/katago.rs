//! Training data for KataGo.

mod reader;

use super::games::made;
use crate::world::{World, game, long_line};
use serde_json::Value;
use std::collections::HashSet;
use std::fs;
use testkit::{Text, cases, tar};

/// Games on boards of several sizes, with 60 moves each.
fn world(games: usize) -> World {
    let world = World::new();
    let members: Vec<_> = (0..games)
        .map(|number| {
            let root = ["SZ[19]RU[Chinese]KM[7.5]RE[W+R]", "SZ[19]RU[Japanese]KM[6.5]RE[B+2.5]"][number % 2];
            (format!("{number:03}.sgf"), game(root, &long_line(60, number)))
        })
        .collect();
    world.write("games.tar", tar(&members));
    world
}

fn files(made: &Value) -> Vec<(String, u64, String, bool)> {
    let files = made["files"].as_array().expect("a list").iter();
    files
        .map(|file| {
            let text = |name: &str| file[name].as_str().expect("a text").to_owned();
            let there = file["was_there"].as_bool().expect("a flag");
            (
                text("file"),
                file["rows"].as_u64().expect("a number"),
                text("md5"),
                there,
            )
        })
        .collect()
}

const SMALL: [&str; 7] = ["katago", "--batch", "16", "--file-rows", "160", "--validation", "0.3"];

/// No game is in both splits, a turned game is the same game, and the division does not depend on
/// the names and the order of the files.
#[test]
fn games_are_divided_by_what_they_are() {
    let world = world(40);
    let list = |folder: &str| {
        let list = fs::read_to_string(world.path(&format!("{folder}/games.tsv"))).expect("a list");
        let lines = list
            .lines()
            .skip(2)
            .map(|line| line.split('\t').map(str::to_owned).collect::<Vec<_>>());
        lines
            .map(|line| (line[0].clone(), line[2].clone()))
            .collect::<HashSet<_>>()
    };
    made(&world, &[&SMALL[..], &["--dir", "a", "games.tar"]].concat());
    let first = list("a");
    let names: HashSet<_> = first.iter().map(|(_, name)| name).collect();
    assert_eq!((first.len(), names.len()), (40, 40));
    let validation = first.iter().filter(|(split, _)| split == "val").count();
    assert!((4..20).contains(&validation));
    let turned: Vec<_> = (0..40)
        .rev()
        .map(|number| {
            (
                format!("{number:03}.sgf"),
                game("SZ[19]", &crate::world::turned(&long_line(60, number))),
            )
        })
        .collect();
    world.write("turned.tar", tar(&turned));
    made(&world, &[&SMALL[..], &["--dir", "b", "turned.tar"]].concat());
    assert_eq!(list("b"), first);
    let both = made(
        &world,
        &[&SMALL[..], &["--dir", "c", "games.tar", "turned.tar"]].concat(),
    );
    assert_eq!((both["repeated"].as_u64(), list("c")), (Some(40), first));
    made(
        &world,
        &[&SMALL[..], &["--dir", "d", "--seed", "5", "games.tar"]].concat(),
    );
    assert_ne!(list("d"), list("a"));
}

#[test]
fn files_that_are_there_are_kept_and_others_replaced_only_if_wanted() {
    let world = world(20);
    let arguments = [&SMALL[..], &["games.tar"]].concat();
    let first = files(&made(&world, &arguments));
    assert!(first.len() > 4 && first.iter().all(|(.., there)| !there));
    // Every file but the last of a split is full, and all are whole batches.
    assert!(first.iter().all(|(_, rows, ..)| rows % 16 == 0 && *rows <= 160));
    let lost = world.path(&first[1].0);
    fs::remove_file(&lost).expect("is removed");
    let again = files(&made(&world, &arguments));
    for (place, (before, after)) in first.iter().zip(&again).enumerate() {
        assert_eq!((&before.0, &before.2), (&after.0, &after.2));
        assert_eq!(after.3, place != 1);
    }
    for other in [
        &["--seed", "1"][..],
        &["--default-rules", "chinese"],
        &["--sample", "0.5"],
    ] {
        let all = [&["dataset"], &arguments[..], other, &["--quiet"]].concat();
        world
            .run(all)
            .sentence()
            .ends("is not this set: data/katago/games.tsv does not say that it is; --overwrite replaces it");
    }
    let sampled = files(&made(
        &world,
        &[&arguments[..], &["--sample", "0.3", "--overwrite"]].concat(),
    ));
    assert!(sampled.len() < first.len());
    // Each has its number of rows beside it, where the training looks for it, and no other file does.
    let left = fs::read_dir(world.path("data/katago/train")).expect("reads").count();
    let of_training = sampled.iter().filter(|(path, ..)| path.contains("/train/"));
    assert_eq!(left, 2 * of_training.count());
    for (path, rows, ..) in &sampled {
        let beside = fs::read_to_string(world.path(path).with_extension("json")).expect("a file");
        assert_eq!(beside, format!("{{\"num_rows\":{rows}}}"));
    }
}

#[test]
fn games_of_the_database_give_rows_by_conditions() {
    let world = world(10);
    world.ok(["import", "--quiet", "games.tar"]);
    let rows = |folder: &str, conditions: &[&str]| {
        let all = [
            "katago",
            "--database",
            "--validation",
            "0",
            "--batch",
            "1",
            "--dir",
            folder,
        ];
        files(&made(&world, &[&all, conditions].concat()))[0].1
    };
    let (all, chinese) = (rows("a", &[]), rows("b", &["--rules", "Chinese"]));
    assert_eq!((all, chinese), (600, 300));
}

#[test]
fn what_cannot_be_made_is_said_in_one_sentence() {
    let world = world(1);
    for (arguments, said) in cases(
        "
        --sample 0 => the share of the positions is more than 0 and at most 1, not 0
        --board 20 => arrays have boards of 2 to 19 lines, not 20
        --validation 1 => the share of the games for validation is from 0 to less than 1, not 1
        --batch 100 => files of 65536 rows do not divide into batches of 100; the rows of a file are a multiple of a batch
        --batch 64 => the games give 60 rows to learn from, less than a batch of 64; nothing was written (--batch)
        ",
    ) {
        let all = ["dataset", "katago", "--quiet", "games.tar"].into_iter().chain(arguments.split(' '));
        assert_eq!(world.sentence(all), said);
        assert!(!world.path("data/katago").exists());
    }
}
