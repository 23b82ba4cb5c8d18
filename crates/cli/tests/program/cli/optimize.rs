//! `bgo optimize`. `tests/library/stored/` looks at what it does.

use crate::world::{World, game};
use testkit::Text;

#[test]
fn it_says_what_became_smaller() {
    let world = World::with(&[game("", "pd")]);
    world.write("more.sgf", game("", "dd"));
    world.ok(["import", "-q", "more.sgf"]);
    world.ok(["optimize"]).begins("2 segments became 1, ");
    assert_eq!(world.ok(["optimize", "--quiet"]), "");
    let document = world.json(["optimize", "--json"]);
    let bytes = std::fs::metadata(world.database_path()).expect("is there").len();
    assert_eq!((&document["bytes"], &document["segments"]), (&bytes.into(), &1.into()));
    assert!(document["bytes_before"].as_u64() >= Some(bytes), "{document}");
}
