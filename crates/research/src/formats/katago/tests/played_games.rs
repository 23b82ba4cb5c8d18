//! Rows of written games.

use super::super::row::KatagoRow;
use super::super::{KatagoArray, KatagoArrays, KatagoGame, RuleSet};
use super::{game, rows_where};
use bgo::internal::record::game_trees;

fn rows_of(text: &str) -> Vec<KatagoRow> {
    let game = game(text);
    let rows = rows_where(&game, |_| true);
    assert_eq!(rows.len(), game.positions());
    rows
}

fn points(row: &KatagoRow, plane: usize) -> Vec<(usize, usize)> {
    row.planes[plane].iter().map(|point| (point % 19, point / 19)).collect()
}

#[test]
fn the_history_is_that_of_turns() {
    let all = rows_of("(;SZ[9];B[aa];W[bb];B[cc];W[];B[dd];W[ee];B[ff];B[gg];W[hh])");
    let last = &all[6];
    assert_eq!(points(last, 9), [(4, 4)]);
    assert_eq!(points(last, 10), [(3, 3)]);
    assert_eq!(points(last, 11), []);
    assert_eq!(points(last, 12), [(2, 2)]);
    assert_eq!(points(last, 13), [(1, 1)]);
    assert_eq!(last.globals[..5], [0.0, 0.0, 1.0, 0.0, 0.0]);
    // The player before is the same, so there is no history.
    assert!((9..14).all(|plane| points(&all[7], plane).is_empty()));
    assert_eq!(points(&all[8], 9), [(6, 6)]);
    assert_eq!(points(&all[8], 10), []);
}

#[test]
fn the_komi_is_that_of_the_player() {
    let all = rows_of("(;SZ[9]KM[7.5]RU[Chinese]RE[W+3.5];B[aa];W[bb])");
    assert_eq!([all[0].globals[5], all[1].globals[5]], [-0.375, 0.375]);
    assert_eq!([all[0].targets[47], all[1].targets[47]], [-7.5, 7.5]);
    assert_eq!([all[0].score, all[1].score], [Some(-3.5), Some(3.5)]);
    assert_eq!(all[0].targets[..4], [0.0, 1.0, 0.0, -3.5]);
    assert_eq!(all[1].targets[..4], [1.0, 0.0, 0.0, 3.5]);
    assert_eq!([all[0].globals[18], all[1].globals[18]], [-0.5, 0.5]);
    let territory = rows_of("(;SZ[9]KM[6.5]RU[Japanese];B[aa];W[bb])");
    assert_eq!(territory[0].globals[9..11], [1.0, 1.0]);
    assert_eq!([territory[0].targets[47], territory[1].targets[47]], [-6.5, 7.5]);
    assert_eq!(territory[0].globals[18], 0.0);
    assert!(territory[1].planes[18].is_empty() && !all[1].planes[19].is_empty());
}

/// Worked out by hand: with territory scoring, White has a point more for each stone of Black and a
/// point less for each of its own, placed or played, captured or not. A pass is no stone.
#[test]
fn stones_count_in_the_komi_of_territory_scoring() {
    let white_komi = |text: &str| -> Vec<f32> {
        let rows = rows_of(text);
        let players = rows.iter().map(|row| (row.targets[47], row.globals[5]));
        let turn = |at: usize| if at.is_multiple_of(2) { 1.0 } else { -1.0 };
        let komi = players.enumerate().map(|(at, (komi, input))| {
            assert_eq!(komi / 20.0, input, "{text}");
            komi * turn(at)
        });
        komi.collect()
    };
    for (text, expected) in [
        // White to move first in each.
        (
            "(;SZ[9]RU[Japanese]KM[0.5]AB[cc][gg];W[ee];B[ff];W[];B[dd])",
            vec![2.5, 1.5, 2.5, 2.5],
        ),
        (
            "(;SZ[9]RU[Korean]KM[0]AB[cc][gg][cg]AW[ee];W[ec];B[dd])",
            vec![2.0, 1.0],
        ),
        // The white stone is captured, and counts as before.
        (
            "(;SZ[9]RU[Japanese]KM[6]AB[ba];W[aa];B[ab];W[ii];B[hi])",
            vec![7.0, 6.0, 7.0, 6.0],
        ),
        // Setup that takes a stone away counts it back.
        (
            "(;SZ[9]RU[Japanese]KM[6];W[aa];B[bb];AE[aa]AB[cc];W[dd])",
            vec![6.0, 5.0, 8.0],
        ),
        ("(;SZ[9]RU[Chinese]KM[7.5];W[aa];B[bb];W[];B[cc])", vec![7.5; 4]),
        // The first pass takes the button, half a point.
        (
            "(;SZ[9]RU[koSITUATIONALscoreAREAtaxNONEsui0button1]KM[7];W[aa];B[bb];W[];B[cc];W[];B[dd])",
            vec![7.0, 7.0, 7.0, 7.5, 7.5, 7.5],
        ),
    ] {
        assert_eq!(white_komi(text), expected, "{text}");
    }
}

#[test]
fn handicap_stones_are_setup_or_moves_in_turn() {
    for (text, stones, komi) in [
        ("(;SZ[9]RU[Chinese]KM[0.5]HA[2]AB[cc][gg];W[ee])", 2, 2.5),
        ("(;SZ[9]RU[Chinese]KM[0.5];B[cc];B[gg];W[ee])", 2, 2.5),
        ("(;SZ[9]RU[AGA]KM[0.5]AB[cc][gg];W[ee])", 2, 1.5),
        ("(;SZ[9]KM[0.5]AB[cc][gg];W[ee])", 2, 0.5),
        ("(;SZ[9]RU[Chinese]KM[7.5]AB[cc]AW[gg];B[ee])", 0, 7.5),
        ("(;SZ[9]RU[Chinese]KM[7.5];B[cc];W[gg])", 0, 7.5),
    ] {
        let game = game(text);
        assert_eq!((game.handicap, game.komi), (stones, komi), "{text}");
    }
}

#[test]
fn the_result_gives_the_value_and_its_weight() {
    for (result, value, weight) in [
        ("B+R", [1.0, 0.0, 0.0, 0.0], 1.0),
        ("W+2.5", [0.0, 1.0, 0.0, -2.5], 1.0),
        ("0", [0.5, 0.5, 0.0, 0.0], 1.0),
        ("B+T", [1.0, 0.0, 0.0, 0.0], 0.0),
        ("W+F", [0.0, 1.0, 0.0, 0.0], 0.0),
        ("Void", [0.0, 0.0, 1.0, 0.0], 0.0),
        ("?", [0.0, 0.0, 1.0, 0.0], 0.0),
    ] {
        let row = &rows_of(&format!("(;SZ[9]RE[{result}];B[aa])"))[0];
        assert_eq!(
            (&row.targets[..4], 1.0 - row.targets[35]),
            (&value[..], weight),
            "{result}"
        );
        assert_eq!(
            (row.targets[24], row.targets[27], row.targets[29], row.targets[34]),
            (1.0, 0.0, 0.0, 0.0)
        );
    }
}

/// A game ends at the second pass, before a move on a stone, and before setup without liberties.
#[test]
fn a_game_ends_where_it_cannot_go_on() {
    for (text, positions) in [
        ("(;SZ[9];B[aa];W[];B[];W[bb];B[cc])", 3),
        ("(;SZ[9];B[aa];W[];B[bb];W[];B[cc])", 5),
        ("(;SZ[9];B[aa];W[bb];B[aa];W[cc])", 2),
        ("(;SZ[9];B[ab];W[bb];AB[ba]AW[aa];B[cc])", 2),
    ] {
        assert_eq!(rows_of(text).len(), positions, "{text}");
    }
    for (text, said) in [
        ("(;SZ[9]AB[aa])", "it has no move that can be played"),
        ("(;SZ[13];B[aa])", "its board has 13 lines, more than the arrays"),
    ] {
        let record = game_trees(text).next().expect("a tree").game.expect("a game");
        assert_eq!(KatagoGame::new(record, RuleSet::Japanese, 9).expect_err(text), said);
    }
}

#[test]
fn a_pass_may_end_the_game() {
    let all = rows_of("(;SZ[9];B[aa];W[];B[bb];W[];B[])");
    let ends: Vec<f32> = all.iter().map(|row| row.globals[14]).collect();
    assert_eq!(ends, [0.0, 0.0, 1.0, 0.0, 1.0]);
    let weights: Vec<f32> = all.iter().map(|row| row.targets[26]).collect();
    assert_eq!(weights, [1.0, 0.0, 0.0, 0.0, 0.0]);
    assert_eq!(all[1].moves, [Some(361), Some(20)]);
    assert_eq!((all[4].moves[1], all[4].targets[28]), (None, 0.0));
}

#[test]
fn later_boards_are_targets() {
    let moves: String = (0..9)
        .flat_map(|y| (0..4).map(move |x| (x * 2, y)))
        .enumerate()
        .map(|(n, (x, y))| {
            let letter = |v: u8| char::from(b'a' + v);
            format!(";{}[{}{}]", if n % 2 == 0 { 'B' } else { 'W' }, letter(x), letter(y))
        })
        .collect();
    let all = rows_of(&format!("(;SZ[9]{moves})"));
    let stones = |row: &KatagoRow, later: usize| row.future[later].map(|set| set.len());
    assert_eq!(stones(&all[0], 0), [4, 4]);
    assert_eq!(stones(&all[1], 0), [4, 5]);
    assert_eq!(stones(&all[0], 1), [16, 16]);
    assert_eq!(stones(&all[30], 0), [18, 18]);
}

#[test]
fn the_distribution_of_the_score_has_its_share_at_the_score() {
    let scores = |result: &str| {
        let all = rows_of(&format!("(;SZ[9]RE[{result}];W[aa])"));
        let arrays = KatagoArrays::new(all.iter(), 19);
        let shares = arrays.arrays[KatagoArray::Score as usize].iter().enumerate();
        shares
            .filter(|(_, share)| **share != 0)
            .map(|(at, share)| (at as i32 - 421, *share))
            .collect::<Vec<_>>()
    };
    // Places lie at half points: place n is the score n + 0.5.
    assert_eq!(scores("W+3.5"), [(3, 100)]);
    assert_eq!(scores("B+3.5"), [(-4, 100)]);
    assert_eq!(scores("0"), [(-1, 50), (0, 50)]);
    assert_eq!(scores("W+4"), [(3, 50), (4, 50)]);
    assert_eq!(scores("W+1000.5"), [(420, 100)]);
    assert_eq!(scores("B+1000.5"), [(-421, 100)]);
    assert_eq!(scores("W+R"), [(-1, 50), (0, 50)]);
}

/// A part of the positions gives the same rows as all of them.
#[test]
fn a_sample_has_rows_of_the_whole() {
    let moves = "(;SZ[9]RU[Chinese];B[cc];W[dc];B[cd];W[dd];B[ce];W[cf];B[de];W[ed];B[ee];W[fe];B[fd];W[ec];B[gd];W[bf]\
                 ;B[bd];W[df];B[ge];W[ff];B[gf];W[gg];B[hg];W[fg])";
    let game = game(moves);
    let all = rows_of(moves);
    for start in 0..5 {
        let some = rows_where(&game, |ply| ply % 5 == start);
        let whole: Vec<_> = all.iter().skip(start).step_by(5).collect();
        assert_eq!(
            KatagoArrays::new(some.iter(), 19),
            KatagoArrays::new(whole.into_iter(), 19)
        );
    }
}
