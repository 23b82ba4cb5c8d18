//! Sets of other archives and of the database, split with a seed.

use super::games::{golden, made, numbers, records};
use crate::world::{World, game};
use bgo_research::formats::kgs::TrainingRecord;
use std::collections::HashSet;
use testkit::{Text, members, numbered, tar};

/// Writes an archive of numbered games.
fn write(world: &World, name: &str, games: impl Iterator<Item = usize>) {
    world.write(name, tar(&members(games)));
}

fn games_of(world: &World, folder: &str, set: &str) -> Vec<usize> {
    numbers(&records(&world.path(&format!("{folder}/kgsgo-{set}-v2.dat"))))
}

#[test]
fn test_and_training_games_never_overlap() {
    let world = World::new();
    write(&world, "a.tar", 0..1500);
    // Repeats a third of the games, and some of these twice.
    write(&world, "b.tar", (1000..2000).chain(1000..1010));
    let made_a = made(&world, &["kgs-v2", "a.tar", "b.tar"]);
    assert_eq!(made_a["selection"]["seeded"], 0);
    assert_eq!(made_a["repeated"], 510);
    let [test, train, train_all] = ["test", "train10k", "trainall"].map(|set| games_of(&world, "data", set));
    assert_eq!((test.len(), train.len(), train_all.len()), (100, 1900, 1900));
    assert_eq!(train, train_all);
    let set: HashSet<usize> = test.iter().chain(&train).copied().collect();
    assert_eq!(set, (0..2000).collect());
    // Names and the order of archives and games do not matter.
    write(&world, "c.tar", (0..2000).rev());
    made(&world, &["kgs-v2", "--dir", "again", "c.tar"]);
    assert_eq!(games_of(&world, "again", "test"), test);
    assert_eq!(games_of(&world, "again", "trainall"), train_all);
    made(&world, &["kgs-v2", "--dir", "other", "--seed", "1", "c.tar"]);
    let other = games_of(&world, "other", "test");
    assert!(other.len() == 100 && other != test);
}

/// A training set has ten thousand games; a small test set is a tenth of all games.
#[test]
fn sets_are_as_large_as_the_published_ones() {
    let world = World::new();
    write(&world, "many.tar", 0..10_300);
    let made_of_many = made(&world, &["kgs-v2", "many.tar"]);
    let games = |made: &serde_json::Value| [0, 1, 2].map(|set| made["sets"][set]["games"].as_u64());
    assert_eq!(games(&made_of_many), [Some(100), Some(10_000), Some(10_200)]);
    write(&world, "few.tar", 0..25);
    let made_of_few = made(&world, &["kgs-v2", "few.tar", "--dir", "few"]);
    assert_eq!(games(&made_of_few), [Some(3), Some(22), Some(22)]);
}

/// The archives have too few games for the split of the original preprocessor.
#[test]
fn archives_of_kgs_with_few_games_are_split_with_a_seed() {
    let Some(folder) = golden() else { return };
    let world = World::new();
    let archives = ["KGS-2014_01-19-26-.zip", "KGS-2014_02-19-21-.zip"];
    let archives = archives.map(|name| folder.join("in").join(name).display().to_string());
    let of_few = made(&world, &["kgs-v1", &archives[0], &archives[1]]);
    assert_eq!(of_few["selection"]["seeded"], 0);
    let games: u64 = [0, 1]
        .iter()
        .filter_map(|set| of_few["sets"][set]["games"].as_u64())
        .sum();
    // Some games have no records.
    assert!((40..47).contains(&games));
}

#[test]
fn archives_of_kgs_are_split_with_a_seed_if_one_is_named_or_others_are_beside_them() {
    let world = World::new();
    let members: Vec<_> = (0..200).map(|game| (format!("{game}.sgf"), numbered(game))).collect();
    world.write("data/KGS-2014_03-19-200-.zip", testkit::zip(&members));
    assert_eq!(made(&world, &["kgs-v2"])["selection"], "published");
    let wanted = made(&world, &["kgs-v2", "--seed", "7", "--overwrite"]);
    assert_eq!(wanted["selection"]["seeded"], 7);
    write(&world, "other.tar", 200..300);
    let archives = ["other.tar", "data/KGS-2014_03-19-200-.zip"];
    let mixed = made(&world, &[&["kgs-v2", "--dir", "mixed"], &archives[..]].concat());
    assert_eq!(mixed["selection"]["seeded"], 0);
    mixed["warnings"][0]
        .as_str()
        .expect("a warning")
        .begins("games are split with the seed 0, and not as the published sets are: ");
}

/// The order of handicap stones does not distinguish games.
#[test]
fn equal_games_are_equal_however_their_handicap_is_written() {
    let world = World::new();
    let members: Vec<_> = (0..40)
        .flat_map(|game| {
            let of = |stones: &str| numbered(game).replace("SZ[19]", &format!("SZ[19]HA[2]{stones}"));
            [
                (format!("{game:02}a.sgf"), of("AB[qa][ra]")),
                (format!("{game:02}b.sgf"), of("AW[ra]AB[qa]")),
                (format!("{game:02}c.sgf"), of("AB[ra];AB[qa]")),
            ]
        })
        .collect();
    world.write("games.tar", tar(&members));
    // By default white stones are white, and those of the second node stand.
    let arguments = ["kgs-v2", "--sets", "test,trainall", "games.tar"];
    for (folder, repeated) in [("strict", 40), ("compat", 40)] {
        let all = [&arguments[..], &["--setup", folder, "--dir", folder]].concat();
        assert_eq!(made(&world, &all)["repeated"], repeated, "{folder}");
    }
    let made = made(&world, &arguments);
    assert_eq!(made["repeated"], 40);
    let bytes = |set: &str| -> HashSet<Vec<u8>> {
        let records = records(&world.path(&format!("data/kgsgo-{set}-v2.dat")));
        // A game has four records.
        let game = |records: &[TrainingRecord]| records.iter().flat_map(|record| record.as_bytes().to_vec()).collect();
        records.chunks(4).map(game).collect()
    };
    assert!(bytes("test").is_disjoint(&bytes("trainall")));
}

#[test]
fn the_database_gives_the_games_that_meet_the_conditions() {
    let world = World::new();
    let games: Vec<_> = (0..60)
        .map(|number| {
            let dated = format!("SZ[19]DT[{}]", 1990 + number % 20);
            (format!("{number}.sgf"), numbered(number).replace("SZ[19]", &dated))
        })
        .chain([("small.sgf".to_owned(), game("SZ[9]", "aa bb cc"))])
        .collect();
    world.write("games.tar", tar(&games));
    world.ok(["import", "--quiet", "games.tar"]);
    let all = made(&world, &["kgs-v2", "--database", "--sets", "all"]);
    assert_eq!(all["sets"][0]["games"], 60);
    assert_eq!(all["skipped"][0]["member"], "game 61");
    assert!(games_of(&world, "data", "all").into_iter().eq(0..60));
    let arguments = ["kgs-v2", "--database", "--year", "1995..1999", "--overwrite"];
    let some = made(&world, &[&arguments[..], &["--sets", "all"]].concat());
    assert_eq!(some["sets"][0]["games"], 15);
    let years = games_of(&world, "data", "all");
    assert!(years.iter().all(|game| (5..10).contains(&(game % 20))), "{years:?}");
    let split = made(&world, &arguments);
    assert_eq!(
        [0, 1, 2].map(|set| split["sets"][set]["games"].as_u64()),
        [Some(2), Some(13), Some(13)]
    );
    world
        .sentence("dataset kgs-v2 --database --quiet --year 1800 --dir none".split(' '))
        .ends("or none that meets the conditions; nothing was written");
}
