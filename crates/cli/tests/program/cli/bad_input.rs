//! Damaged and empty archives: a message, exit status 1, and no database if there is no game.
//! `tests/library/stored/` looks at the games before the damage.

use crate::world::{World, game};
use std::fs;
use testkit::{Text, tar, tgz, zip};

#[test]
fn a_damaged_archive_is_named_and_the_games_before_are_there() {
    let world = World::new();
    let archive = tar(&[("a.sgf", game("", "pd")), ("b.sgf", game("", "dd pp"))]);
    world.write("cut.tar", &archive[..1100]);
    world
        .sentence(["import", "-q", "cut.tar"])
        .begins("cut.tar: the tar archive ends");
    assert_eq!(world.games(), 1);
    let world = World::new();
    world.write("cut.tgz", &tgz(&[("a.sgf", game("", "pd"))])[..30]);
    world
        .sentence(["import", "-q", "cut.tgz"])
        .begins("cut.tgz: the gzip data end early");
    world.write("games.tar", archive);
    let sentence = world.sentence(["import", "games.tar", "nowhere.tgz"]);
    assert_eq!(sentence, "nowhere.tgz: there is no such file or folder");
    assert!(!world.database_path().exists());
}

#[test]
fn a_folder_or_archive_without_records() {
    let world = World::new();
    fs::create_dir_all(world.path("empty/deep")).expect("is made");
    world.write("other/readme.txt", "hello");
    world.write("other.zip", zip(&[("readme.txt", "hello")]));
    world.write("nothing.tar", [0; 1024]);
    for name in ["empty", "other", "other.zip", "nothing.tar"] {
        assert_eq!(
            world.sentence(["import", "-q", name]),
            format!("{name}: it holds no game records (.sgf, .gib, .ngf, .ugf, .ugi)")
        );
    }
    assert_eq!(world.games(), 0);
}
