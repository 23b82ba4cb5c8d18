//! Random games of the kinds that real archives seldom have.

use crate::twin::board::Board;
use bgo::internal::go::Color;
use std::fmt::Write;
use testkit::Rng;

const COLORS: [Color; 2] = [Color::Black, Color::White];

/// Returns a file of random games on boards of 2 to 19 lines: with handicap and other
/// setup, also between moves and over stones, with passes, captures, kos that are
/// retaken at once, snapbacks, suicide, moves of one colour in a row, and up to 700 moves.
pub fn sgf(rng: &mut Rng, games: usize) -> String {
    let mut text = String::new();
    for number in 0..games {
        let lines = match number % 6 {
            0 => 2 + rng.below(5),
            1 => 7 + rng.below(4),
            2 => 9,
            3 => 11 + rng.below(8),
            _ => 19,
        };
        let moves = match rng.below(4) {
            0 => 400 + rng.below(301),
            1 => rng.below(40),
            _ => rng.below(lines * lines + 1),
        };
        game(rng, &mut text, lines, moves);
    }
    text
}

fn game(rng: &mut Rng, text: &mut String, lines: usize, moves: usize) {
    let year = 1950 + rng.below(70);
    let result = *rng.pick(&["B+R", "W+2.5", "0", "B+0.5", "W+R", ""]);
    let players = *rng.pick(&["PB[A]PW[B]", "PB[A]PW[C]", "PB[C]PW[A]", "PB[D]PW[D]", ""]);
    write!(text, "(;SZ[{lines}]DT[{year}]RE[{result}]{players}").expect("is written");
    let mut board = Board::new(lines);
    if rng.one_in(3) {
        set_up(rng, text, &mut board);
    }
    let mut color = if rng.one_in(4) { Color::White } else { Color::Black };
    let (doubles, passes, setups) = (
        *rng.pick(&[10, 50, 1000]),
        *rng.pick(&[15, 200]),
        *rng.pick(&[40, 300, 2000]),
    );
    let nearness = rng.below(4);
    let mut last = rng.below(board.area());
    for _ in 0..moves {
        text.push(';');
        if rng.one_in(setups) {
            set_up(rng, text, &mut board);
            text.push(';');
        }
        let empty: Vec<usize> = (0..board.area()).filter(|&at| board.get(at).is_none()).collect();
        let point = if empty.is_empty() || rng.one_in(passes) {
            None
        } else {
            // Moves near the last one capture more and retake kos.
            let distance = |at: usize| (at % lines).abs_diff(last % lines) + (at / lines).abs_diff(last / lines);
            let tries = (0..1 + 3 * nearness).map(|_| *rng.pick(&empty));
            tries.min_by_key(|&at| distance(at))
        };
        write!(
            text,
            "{}[{}]",
            color.letter(),
            point.map_or(String::new(), |at| name(at, lines))
        )
        .expect("is written");
        if let Some(at) = point {
            let before = board.clone();
            board.play(at, color);
            last = at;
            // What has just been captured is retaken, often at once.
            let taken: Vec<usize> = (0..board.area())
                .filter(|&p| before.get(p).is_some() && board.get(p).is_none())
                .collect();
            if !taken.is_empty() && rng.one_in(2) {
                color = color.opponent();
                let again = *rng.pick(&taken);
                write!(text, ";{}[{}]", color.letter(), name(again, lines)).expect("is written");
                board.play(again, color);
                last = again;
            }
        }
        if !rng.one_in(doubles) {
            color = color.opponent();
        }
    }
    text.push_str(")\n");
}

fn set_up(rng: &mut Rng, text: &mut String, board: &mut Board) {
    for _ in 0..1 + rng.below(5) {
        let at = rng.below(board.area());
        let stone = if rng.one_in(3) { None } else { Some(*rng.pick(&COLORS)) };
        let property = match stone {
            Some(Color::Black) => "AB",
            Some(Color::White) => "AW",
            None => "AE",
        };
        write!(text, "{property}[{}]", name(at, board.lines)).expect("is written");
        board.set(at, stone);
    }
}

fn name(at: usize, lines: usize) -> String {
    let letter = |line: usize| char::from(b'a' + line as u8);
    [letter(at % lines), letter(at / lines)].iter().collect()
}
