//! Data about the players and the game. The expected numbers are those of KataGo v1.17.2
//! (`SGFMetadata::fillMetadataRow` in `cpp/neuralnet/sgfmetadata.cpp`), given what the records say.

use super::super::{Grid, KatagoGame, KatagoRows, RowShape, RuleSet, rows};
use bgo::go::Color;
use bgo::record::game_trees;

struct Case {
    /// The properties of the root.
    text: &'static str,
    to_move: Color,
    /// The numbers that are 1, but for the times and the date.
    ones: &'static [usize],
    rated: f32,
    /// Numbers 82 to 86.
    times: [f32; 5],
    /// Numbers 87, 88, 119, 120, 149 and 150.
    waves: [f32; 6],
    sum: f32,
}

const CASES: &[Case] = &[
    Case {
        text: "SZ[19]PB[a]PW[b]",
        to_move: Color::Black,
        ones: &[0, 1, 4, 5, 75, 151],
        rated: 0.5,
        times: [-0.9622622, -0.9, -0.4034264, -0.2017132, 0.0],
        waves: [1.0, 0.0, 1.0, 0.0, 1.0, 0.0],
        sum: 36.0326,
    },
    Case {
        text: "SZ[19]PB[a]PW[b]BR[9d]WR[15k]DT[2005-11-03]PC[TYGEM]AP[tygem]TM[600]OT[3x30 byo-yomi]",
        to_move: Color::White,
        ones: &[
            0, 1, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 40, 79,
            155,
        ],
        rated: 0.5,
        times: [-0.003104066, 0.1301962, 0.05471896, -0.2017132, 0.0],
        waves: [1.0, 1.530489e-13, -0.9976992, -0.06779573, 0.989234, 0.146342],
        sum: 34.9389,
    },
    Case {
        text: "SZ[19]PB[a]PW[b]BR[P9段]WR[1段]DT[2013-09-10]AP[foxwq]TM[1200]TC[3]TT[30]",
        to_move: Color::Black,
        ones: &[0, 1, 6, 40, 41, 42, 43, 44, 45, 46, 47, 48, 75, 154],
        rated: 0.5,
        times: [-0.9622622, -0.9, -0.4034264, -0.2017132, 0.0],
        waves: [-0.2225209, -0.9749279, -0.1984402, -0.980113, 0.9840136, 0.1780932],
        sum: 17.1493,
    },
    Case {
        text: "SZ[19]PB[a]PW[b]BR[-]WR[3k]DT[2016-02-29]PC[The KGS Go Server at http://www.gokgs.com/]AP[CGoban:3]TM[1800]OT[25/600 Canadian]",
        to_move: Color::Black,
        ones: &[0, 1, 2, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 80, 153],
        rated: 0.5,
        times: [0.4113327, 0.06566275, -0.4034264, 0.4489592, 0.0],
        waves: [-0.9009689, -0.4338837, 0.81655, 0.5772747, 0.9821609, 0.1880426],
        sum: 25.3632,
    },
    Case {
        text: "SZ[19]PB[a]PW[b]WR[1k]DT[2016-02-29]PC[The KGS Go Server at http://www.gokgs.com/]AP[CGoban:3]",
        to_move: Color::White,
        ones: &[0, 1, 3, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 76, 153],
        rated: 0.5,
        times: [-0.9622622, -0.9, -0.4034264, -0.2017132, 0.0],
        waves: [-0.9009689, -0.4338837, 0.81655, 0.5772747, 0.9821609, 0.1880426],
        sum: 20.3733,
    },
    Case {
        text: "SZ[19]PB[a_bot]PW[b]BR[2d]WR[30k]DT[2021-06-01]PC[OGS: https://online-go.com/game/1]TM[300]OT[10 fischer]",
        to_move: Color::White,
        ones: &[
            0, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32,
            33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 81, 152,
        ],
        rated: 0.5,
        times: [-0.2455584, -0.1806314, -0.4034264, -0.2017132, 0.0],
        waves: [-0.2225209, -0.9749279, 0.8299917, -0.5577757, 0.9778848, 0.2091444],
        sum: 45.6545,
    },
    Case {
        text: "SZ[19]PB[Honinbo Shusaku]PW[b]BR[4d]WR[8p]DT[1846-09]SO[GoGoD]",
        to_move: Color::Black,
        ones: &[0, 1, 6, 40, 75, 156],
        rated: 0.0,
        times: [-0.9622622, -0.9, -0.4034264, -0.2017132, 0.0],
        waves: [-0.2225209, -0.9749279, 0.9751869, 0.221383, 0.8749682, -0.4841804],
        sum: -6.13671,
    },
    Case {
        text: "SZ[19]PB[a]PW[b]BR[9p]WR[3p]DT[2019-12-31]SO[go4go.net]",
        to_move: Color::White,
        ones: &[0, 1, 6, 40, 75, 157],
        rated: 0.0,
        times: [-0.9622622, -0.9, -0.4034264, -0.2017132, 0.0],
        waves: [-0.2225209, -0.9749279, -0.3812138, -0.9244869, 0.9790838, 0.2034574],
        sum: 6.82541,
    },
    Case {
        text: "SZ[19]PB[GNU Go 3.8]PW[KataGo]DT[2024]TM[3600]",
        to_move: Color::Black,
        ones: &[4, 5, 75, 151],
        rated: 0.5,
        times: [-0.9622622, -0.9, -0.4034264, -0.2017132, 0.0],
        waves: [-0.9009689, -0.4338837, -0.3283415, 0.944559, 0.9756148, 0.2194899],
        sum: 11.7386,
    },
    Case {
        text: "SZ[19]PB[a]PW[b]BR[5d]WR[9k]DT[2010-10-10]PC[The KGS Go Server]TM[900]",
        to_move: Color::Black,
        ones: &[
            0, 1, 6, 7, 8, 9, 10, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 77, 153,
        ],
        rated: 0.5,
        times: [0.1467733, -0.9, -0.4034264, -0.2017132, 0.0],
        waves: [-0.9009689, 0.4338837, -0.1217648, 0.992559, 0.9860733, 0.1663115],
        sum: 37.2497,
    },
    Case {
        text: "SZ[19]PB[a]PW[b]BR[10d]WR[1d]TM[0]OT[30 simple]",
        to_move: Color::Black,
        ones: &[0, 1, 6, 40, 41, 42, 43, 44, 45, 46, 47, 48, 78, 151],
        rated: 0.5,
        times: [-0.9622622, 0.1301962, -0.4034264, -0.2017132, 0.0],
        waves: [1.0, 0.0, 1.0, 0.0, 1.0, 0.0],
        sum: 45.0628,
    },
    Case {
        text: "SZ[19]PB[a]PW[b]TM[999999]OT[60x90 byo-yomi]",
        to_move: Color::Black,
        ones: &[0, 1, 4, 5, 79, 151],
        rated: 0.5,
        times: [2.386235, 0.4532579, 1.225622, -0.2017132, 0.0],
        waves: [1.0, 0.0, 1.0, 0.0, 1.0, 0.0],
        sum: 42.3634,
    },
    Case {
        text: "SZ[9]PB[a]PW[b]TM[600]OT[whatever]",
        to_move: Color::Black,
        ones: &[0, 1, 4, 5, 75, 151],
        rated: 0.5,
        times: [-0.9622622, -0.9, -0.4034264, -0.2017132, -0.7472144],
        waves: [1.0, 0.0, 1.0, 0.0, 1.0, 0.0],
        sum: 35.2854,
    },
];

fn numbers(case: &Case) -> Vec<f32> {
    let color = if case.to_move == Color::Black { 'B' } else { 'W' };
    let text = format!("(;{};{color}[aa])", case.text);
    let record = game_trees(&text).next().expect("a tree").game.expect("a game");
    let game = KatagoGame::new(record, RuleSet::Japanese, 19).expect("a game to use");
    let mut found = Vec::new();
    rows(&game, &Grid::new(game.lines(), 19), &|_| true, &mut found);
    KatagoRows::new(found.iter(), RowShape { side: 19 }).metadata_input
}

#[test]
fn data_about_the_players_is_that_of_the_engine() {
    let are_close = |is: &[f32], should: &[f32]| is.iter().zip(should).all(|(is, should)| (is - should).abs() < 2e-6);
    for case in CASES {
        let numbers = numbers(case);
        let name = case.text;
        assert_eq!(numbers.len(), 192);
        let ones = (0..82).chain(151..192).filter(|place| numbers[*place] == 1.0);
        assert_eq!(ones.collect::<Vec<_>>(), case.ones, "{name}");
        assert_eq!(numbers[74], case.rated, "{name}");
        assert!(
            are_close(&numbers[82..87], &case.times),
            "{name}: {:?}",
            &numbers[82..87]
        );
        let waves = [87, 88, 119, 120, 149, 150].map(|place| numbers[place]);
        assert!(are_close(&waves, &case.waves), "{name}: {waves:?}");
        assert!((numbers.iter().sum::<f32>() - case.sum).abs() < 1e-3, "{name}");
    }
}
