//! Import of single records: their positions and stored values.

use crate::world::{World, game};
use encoding_rs::GB18030;
use serde_json::{Value, json};
use testkit::{Text, tgz};

fn world(record: &str) -> World {
    World::with(&[record])
}

/// Returns the next moves from a position as `color move`.
fn next(world: &World, moves: &str) -> Vec<String> {
    let mut command = world.bgo(["search", "--json"]);
    let output = command.args(moves.split_whitespace()).output().expect("runs");
    let answer: Value = serde_json::from_slice(&output.stdout).expect("a document");
    let text = |value: &Value| value.as_str().expect("a text").to_owned();
    let moves = answer["next_moves"].as_array().expect("a list");
    moves
        .iter()
        .map(|next| format!("{} {}", text(&next["color"]), text(&next["move"])))
        .collect()
}

#[test]
fn root_setup_makes_the_first_position() {
    let world = world("(;SZ[19]AB[pd][pp]AW[dp]PL[W];W[fc];B[cn])");
    assert_eq!(world.games_with("", "19"), 0);
    assert_eq!(next(&world, "pd dp pp"), ["W fc"]);
    assert_eq!(next(&world, "pd dp pp fc"), ["B cn"]);
}

#[test]
fn handicap_stones_are_setup_and_white_begins() {
    let world = world("(;SZ[19]HA[2]AB[pd][dp];W[pp];B[dd])");
    assert_eq!(next(&world, "pd pass dp"), ["W pp"]);
    // They stand on their usual points if the record leaves them out.
    let world = World::with(&["(;SZ[19]HA[2];W[pp])"]);
    assert_eq!(next(&world, ""), [""; 0]);
    assert_eq!(next(&world, "pd pass dp"), ["W pp"]);
}

#[test]
fn passes_are_moves_in_both_notations() {
    let world = world("(;SZ[19];B[pd];W[];B[tt];W[dp])");
    assert_eq!(world.number("SELECT moves FROM game"), 4);
    assert_eq!(next(&world, "pd"), ["B pass", "W pass", "W dp"]);
    assert_eq!(world.games_with("pd", "19"), 1);
    let small = World::with(&["(;SZ[9];B[ee];W[tt];B[];W[gc])"]);
    assert_eq!(small.number("SELECT moves FROM game"), 4);
    assert_eq!(small.games_with("ee gc", "9"), 1);
}

#[test]
fn setup_later_in_a_game_is_a_position_and_no_move() {
    let world = world("(;SZ[19];B[pd];AW[dp]AE[pd]AB[qd];W[dd])");
    assert_eq!(next(&world, "pd"), [""; 0]);
    assert_eq!(world.games_with("pd", "19"), 1);
    assert_eq!(next(&world, "qd dp"), ["W dd"]);
    assert_eq!(world.number("SELECT moves FROM game"), 2);
}

#[test]
fn lists_of_points_may_be_compressed() {
    let world = world("(;SZ[19]AB[aa:ba][cc]AW[ab:ab];W[dd])");
    assert_eq!(next(&world, "aa ab ba pass cc"), ["W dd"]);
}

#[test]
fn captures_and_suicide_take_stones_off() {
    // White captures aa; then Black commits suicide there.
    let world = world("(;SZ[19];B[aa];W[ba];B[pp];W[ab];B[aa];W[dd])");
    next(&world, "pp ba pass ab").says(&"W dd".to_owned());
    assert_eq!(world.number("SELECT moves FROM game"), 6);
    assert!(world.texts("SELECT repair FROM game").concat().is_empty());
}

#[test]
fn square_boards_of_2_to_19_lines_are_stored() {
    let sizes = [2, 3, 5, 8, 9, 10, 13, 19];
    let records: Vec<String> = sizes.iter().map(|size| game(&format!("SZ[{size}]"), "ab")).collect();
    let world = World::with(&records);
    for size in sizes {
        assert_eq!(world.games_with("ab", &size.to_string()), 1, "{size}");
    }
    let stored = world.json(["info", "--json"])["board_sizes"].clone();
    let expected: Vec<Value> = sizes
        .iter()
        .map(|size| json!({"board_size": size, "games": 1}))
        .collect();
    assert_eq!(stored, Value::from(expected));
}

#[test]
fn other_boards_and_games_are_rejected_with_the_reason() {
    for (root, reason) in [
        (
            "SZ[21]",
            "its board has 21 lines; only boards of 2 to 19 lines are stored",
        ),
        (
            "SZ[1]",
            "its board has 1 lines; only boards of 2 to 19 lines are stored",
        ),
        (
            "SZ[13:9]",
            "its board is a rectangle: SZ[13:9]; only squares of 2 to 19 lines are stored",
        ),
        ("GM[2]", "it is not a game of Go: GM[2], where Go is 1"),
    ] {
        let world = World::new();
        world.write("a.sgf", format!("(;{root};B[aa])"));
        let (sums, notes) = world.import_with_report(["a.sgf"]);
        assert_eq!((&sums["added"], &sums["rejected"]), (&json!(0), &json!(1)), "{root}");
        assert_eq!(notes[0]["reason"], reason);
    }
    let square = World::with(&["(;SZ[9:9];B[ee])"]);
    assert_eq!(square.games_with("ee", "9"), 1);
}

#[test]
fn a_move_on_a_stone_replaces_it_and_one_off_the_board_ends_the_game() {
    for (moves, kept, reason) in [
        (";B[pd];W[dp];B[pd];W[pp]", 4, "B[pd] is on a stone, which it replaces"),
        (
            ";B[pd];W[zz];B[pp]",
            1,
            "W[zz] names no point of the 19x19 board; the game ends before it",
        ),
        (
            ";B[pd];W[dpp];B[pp]",
            1,
            "W[dpp] names no point of the 19x19 board; the game ends before it",
        ),
    ] {
        let record = format!("(;SZ[19]{moves})");
        let world = World::new();
        world.write("a.sgf", &record);
        let (sums, notes) = world.import_with_report(["a.sgf"]);
        assert_eq!((&sums["added"], &sums["repaired"]), (&json!(1), &json!(1)), "{moves}");
        assert_eq!(
            (notes[0]["verdict"].as_str(), notes[0]["reason"].as_str()),
            (Some("repaired"), Some(reason))
        );
        assert_eq!(world.texts("SELECT repair FROM game"), [reason]);
        assert_eq!(world.number("SELECT moves FROM game"), kept);
        assert_eq!(sums["positions"], kept + 1);
        assert_eq!(world.record(1), record.as_bytes());
    }
}

#[test]
fn ko_taken_back_at_once_is_no_reason_to_end_a_game() {
    let world = world("(;SZ[19];B[ba];W[ca];B[ab];W[db];B[bc];W[cc];B[qq];W[bb];B[cb];W[bb];B[dd])");
    assert_eq!(world.number("SELECT moves FROM game"), 11);
    assert!(world.texts("SELECT repair FROM game").concat().is_empty());
}

#[test]
fn originals_are_kept_byte_for_byte() {
    let odd = b"\r\n remark \xff\xfe\x00 (;GM[1]C[a\\]b\xb0\xa1]\n;B[pd](;W[dp])(;W[dd])) tail \x1a".to_vec();
    let chinese = GB18030
        .encode("(;PB[古力]PW[李世石]EV[围棋天元赛决赛第一局]RE[黑中盘胜];B[qd])")
        .0
        .into_owned();
    let latin = b"(;PB[Jos\xe9]EV[Caf\xe9 de la Place];B[pp])".to_vec();
    let originals = [odd, chinese, latin];
    let members: Vec<_> = originals
        .iter()
        .enumerate()
        .map(|(i, bytes)| (format!("{i}.sgf"), bytes))
        .collect();
    let world = World::new();
    world.write("games.tgz", tgz(&members));
    world.ok(["import", "games.tgz"]);
    for (number, original) in (1..).zip(&originals) {
        assert_eq!(world.record(number), *original);
    }
    let black = "SELECT player.name FROM game LEFT JOIN player ON player.id = game.black ORDER BY game.id";
    let black = world.texts(black);
    assert_eq!(black[1..], ["古力", "José"]);
    assert_eq!(world.texts("SELECT winner FROM game WHERE id = 2"), ["B"]);
}

#[test]
fn a_game_in_a_file_of_several_keeps_its_own_bytes() {
    let games = [game("C[one]", "pd"), game("C[two]", "qd dp")];
    let world = World::new();
    world.write("two.sgf", format!("  {}\n\n{}  ", games[0], games[1]));
    world.ok(["import", "two.sgf"]);
    assert_eq!([world.record(1), world.record(2)], games.map(String::into_bytes));
}

#[test]
fn only_the_main_line_is_indexed() {
    let world = world("(;SZ[19];B[pd](;W[dp];B[pp])(;W[dd];B[qq]))");
    assert_eq!(next(&world, "pd"), ["W dp"]);
    assert_eq!(world.games_with("pd dd qq", "19"), 0);
}

#[test]
fn what_is_said_about_a_game_is_kept_as_written_and_understood() {
    let record = "(;PB[古力]PW[이창호]BR[P7段]WR[15 kyu]DT[1846-09-11,14]RE[W+2.5]KM[3 3/4]RU[Chinese]EV[Cup];B[pd])";
    let world = world(record);
    let columns = [
        ("black_rank", "P7段"),
        ("white_rank", "15 kyu"),
        ("date", "1846-09-11,14"),
        ("first_date", "1846-09-11"),
        ("last_date", "1846-09-14"),
        ("cast(year AS TEXT)", "1846"),
        ("result", "W+2.5"),
        ("winner", "W"),
        ("komi", "3 3/4"),
        ("event", "Cup"),
    ];
    for (column, value) in columns {
        assert_eq!(world.texts(&format!("SELECT {column} FROM game")), [value], "{column}");
    }
    assert_eq!(world.texts("SELECT name FROM player ORDER BY id"), ["古力", "이창호"]);
}

/// The first game switches to JIS-Roman, where the backslash of the second game
/// is a yen sign. On its own, the second game would read it as an escape.
#[test]
fn a_game_that_cannot_be_cut_out_of_its_file_is_still_found() {
    let world = World::new();
    world.write("shift.sgf", b"(;PB[\x1b$B$\"\x1b(J];B[aa])(;C[x\\];B[cc];W[dd])");
    world.ok(["import", "--quiet", "shift.sgf"]);
    assert_eq!(world.games_with("cc", "19"), 1);
    assert_eq!(world.games_with("cc dd", "19"), 1);
}
