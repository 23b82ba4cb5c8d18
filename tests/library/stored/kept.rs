//! A database that the first release made. Every later version opens it, finds in it what was there, and
//! goes on with it.

use super::contents::{add_position_file, assert_sound, stored_positions};
use super::joined::join;
use super::{World, game, long_line};
use bgo::internal::import::ImportOptions;
use serde_json::{Value, json};
use std::fs;
use std::io::Read;
use testkit::{gzip, made_up_archive, tar};

const KEPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/database-1.sqlite.gz");

/// Makes the records of the database: of each kind that the format treats in a way of its own.
fn write_records(world: &World) {
    // So many games of a position that its postings leave the block.
    let short = |number: usize| {
        game(
            &format!("PB[{number}]DT[1999-{:02}]RE[B+R]", 1 + number % 12),
            "pd dp pp",
        )
    };
    world.write("short.sgf", (0..2100).map(short).collect::<String>());
    world.write("made-up.tar", made_up_archive(0..40));
    let odd = [
        "(;SZ[19]HA[2]AB[pd][dp]PB[Ann]WR[5d]EV[Spring Cup]PC[Oslo]DT[2005-11-03,04]KM[0.5]RU[Japanese];W[dd];B[pp])",
        "(;SZ[13]PB[B\u{f6}rje]PW[\u{8d99}\u{6cbb}\u{52cb}]DT[2005]RE[W+2.5]TM[1800];B[cc];W[];B[];AW[gg]C[setup after moves])",
        "(;SZ[9]GN[analysed]AP[Lizzie:0.7];B[cg]SBKV[61.5];W[gc](;B[gg];W[cc])(;B[dd]C[a variation]))",
        "(;SZ[19];B[pd]C[ko];W[oc];B[od];W[pc];B[qc];W[qb];B[nc];W[nb];B[mc];W[nd];B[ne];W[me];B[md];W[nd])",
        "(;SZ[5])",
    ];
    world.write(
        "odd.tar",
        tar(&(0..)
            .zip(odd)
            .map(|(n, text): (u32, _)| (format!("{n}.sgf"), text))
            .collect::<Vec<_>>()),
    );
    // The second has other bytes, and the dates of the last two contradict each other.
    let line = long_line(60, 5);
    for (name, root) in [
        ("one.sgf", "DT[2001]"),
        ("same.sgf", "DT[2001]C[other bytes]"),
        ("other.sgf", "DT[2002]"),
    ] {
        world.write(name, game(root, &line));
    }
}

fn ask(world: &World) -> Value {
    let totals = |moves: &str, size: u8| {
        let answer = world.answer(moves, size);
        let next: Vec<&Value> = answer["next_moves"]
            .as_array()
            .expect("moves")
            .iter()
            .map(|next| &next["move"])
            .collect();
        json!([
            answer["games"],
            answer["black_wins"],
            answer["white_wins"],
            next.len(),
            next.first()
        ])
    };
    let find = |words: &str| {
        let list: Value = serde_json::from_str(&world.find(words).expect("a list")).expect("JSON");
        list["games"].clone()
    };
    let positions = stored_positions(&world.snapshot()).expect("positions");
    json!({
        "state": world.number("SELECT games * 1000000 + sources * 100 + joined * 10 + archives FROM state"),
        "games": [totals("", 19), totals("pd dp", 19), totals("", 13), totals("cg", 9), totals("", 5)],
        "engine": world.answer("cg", 9)["engine"]["black_win_rate"],
        "found": [find("spring cup"), find("\u{8d99}\u{6cbb}\u{52cb}"), find("borje"), find("setup after"), find("oslo")],
        "positions": positions.len(),
        "names": world.texts("SELECT player || ' ' || games FROM players WHERE player < '2' ORDER BY games DESC, player LIMIT 3"),
        "sources": world.texts("SELECT member || differs FROM sources JOIN games USING (game) WHERE moves = 60 ORDER BY member"),
    })
}

/// The answers of the program that made it.
const ANSWERS: &str = concat!(
    r#"{"engine":0.615,"found":[1,1,1,1,1]"#,
    r#","games":[[2123,2101,12,4,"pd"],[2095,2095,0,1,"pp"],[1,0,1,1,"kc"],[12,4,2,1,"gc"],[1,0,0,0,null]]"#,
    r#","names":["0 1","1 1","10 1"],"positions":40,"sources":["one.sgf0","other.sgf1","same.sgf1"],"state":2141214316}"#
);

fn kept() -> World {
    let world = World::new();
    let mut bytes = Vec::new();
    let packed = fs::read(KEPT).expect("is there");
    flate2::read::GzDecoder::new(&packed[..])
        .read_to_end(&mut bytes)
        .expect("is unpacked");
    world.write("games.sqlite", bytes);
    world
}

#[test]
fn the_database_of_the_first_release_is_what_it_was() {
    let world = kept();
    let before = world.bytes();
    assert_eq!(world.problems(), [""; 0]);
    assert_eq!(ask(&world).to_string(), ANSWERS);
    assert!(world.bytes() == before, "reading changed it");
    let other = World::new();
    other.write("kept.sqlite", before);
    // It says that position files are not imported.
    let (imported, _) = other
        .try_import(["kept.sqlite"], &ImportOptions::default())
        .expect("is imported");
    assert_eq!(imported.summary.added, world.games());
}

#[test]
fn the_database_of_the_first_release_goes_on() {
    let world = kept();
    write_records(&world);
    world.write("new.sgf", game("PB[New]DT[2026]", "pd dp"));
    let games = world.games();
    let schema = |world: &World| world.number("SELECT user_version FROM pragma_user_version");
    assert_eq!(schema(&world), 1);
    assert_eq!(world.import(["new.sgf"])["added"], 1);
    assert_eq!(schema(&world), 2);
    world.remove(&["made-up.tar"], &[]);
    assert_sound(&world);
    world.import(["made-up.tar"]);
    world.open().expect("opens").optimize(|_, _| ()).expect("is merged");
    assert_sound(&world);
    assert_eq!(world.games(), games + 1);
}

/// Makes the file. It must not be made anew once a release has made such files.
#[test]
#[ignore = "the file is kept"]
fn make_the_database() {
    let world = World::new();
    write_records(&world);
    world.import(["short.sgf"]);
    world.import(["made-up.tar"]);
    world.import(["odd.tar"]);
    world.import(["one.sgf", "same.sgf", "other.sgf"]);
    join(&world, false);
    world.remove(&[], &[5..=9]);
    add_position_file(&world, "a.dat", 0..40);
    assert_sound(&world);
    fs::write(KEPT, gzip(&world.bytes())).expect("is written");
    assert_eq!(ask(&world).to_string(), ANSWERS);
}
