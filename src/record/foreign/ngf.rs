//! NGF, the format of Cyberoro and wBaduk.

use super::game::{ForeignGame, OpenCorner};
use super::values::{date, known_rank, number, rank, result, trimmed};
use crate::go::{Color, Point};
use crate::record::text::{is_ngf_move, lines, ngf_start};

/// The number of lines before the moves. Older records have fewer.
const HEADER: usize = 12;

/// What some records have before each line of the header, as `PM` stands before each move.
const MARK: &str = "GI";

/// Reads a record.
pub(super) fn read(text: &str) -> ForeignGame {
    let mut game = ForeignGame::default();
    let before = ngf_start(text.as_bytes()).unwrap_or(0);
    let all = || {
        lines(text.as_bytes())
            .skip(before)
            .map(|line| (&text[line.clone()], line.start))
    };
    let header: Vec<(&str, usize)> = all()
        .take(HEADER)
        .take_while(|(line, _)| !is_ngf_move(trimmed(line).as_bytes()))
        .collect();
    let is_marked = header.get(1).is_some_and(|(line, _)| line.starts_with(MARK));
    let line = |at: usize| match header.get(at).copied() {
        Some((line, offset)) if is_marked => match line.strip_prefix(MARK) {
            Some(value) => (value, offset + MARK.len()),
            None => (line, offset),
        },
        line => line.unwrap_or(("", text.len())),
    };
    set_values(&mut game, line);
    game.take_number(0);
    for (line, offset) in all().skip(header.len()) {
        read_move(&mut game, trimmed(line), offset);
    }
    let (announced, offset) = line(HEADER - 1);
    if let Ok(announced) = announced.trim().parse() {
        game.expect_moves(announced, offset);
    }
    if header.len() < HEADER && game.moves() == 0 {
        game.note(text.len(), || format!("the header ends early; it has {HEADER} lines"));
    }
    game
}

fn set_values<'a>(game: &mut ForeignGame, line: impl Fn(usize) -> (&'a str, usize)) {
    let (size, at) = line(1);
    game.set_size(size, at);
    for (property, level, (player, offset)) in [("PW", "WR", line(2)), ("PB", "BR", line(3))] {
        let ranked = player.trim().rsplit_once(char::is_whitespace);
        match ranked {
            Some((name, grade)) if known_rank(grade).is_some() => {
                game.set(property, name, offset);
                game.set(level, &rank(grade), offset);
            }
            _ => game.set(property, player, offset),
        }
    }
    for (property, (value, offset)) in [("EV", line(0)), ("PC", line(4))] {
        game.set(property, value, offset);
    }
    let (handicap, at) = line(5);
    let stones = handicap.trim().parse::<usize>();
    match stones {
        Ok(stones) => game.set_handicap(stones, OpenCorner::LowerRight, at),
        Err(_) if handicap.trim().is_empty() => {}
        Err(_) => game.note(at, || {
            "line 6 is no number of handicap stones; none is assumed".to_owned()
        }),
    }
    let (komi, at) = line(7);
    if let Ok(points) = komi.trim().parse::<f64>()
        && points.abs() < 1000.0
    {
        // An even game has half a point more than the whole number that is written.
        let half = if points.fract() == 0.0 && stones.unwrap_or(0) == 0 {
            0.5
        } else {
            0.0
        };
        game.set("KM", &number(points + half), at);
    }
    let (day, at) = line(8);
    game.set("DT", &date(day), at);
    let (minutes, at) = line(9);
    if let Ok(minutes @ 1..) = minutes.trim().parse::<u32>() {
        game.set("TM", &(u64::from(minutes) * 60).to_string(), at);
    }
    let (sentence, at) = line(10);
    game.set("RE", &result(sentence), at);
}

/// Reads a line of the moves: PM, two letters that count, B or W, and column and row from
/// `B`; `A` twice is a pass. Letters may be small. Other lines are skipped.
fn read_move(game: &mut ForeignGame, line: &str, offset: usize) {
    let letters = line.to_ascii_uppercase();
    let Some(rest) = letters.strip_prefix("PM") else {
        return game.skip_line(line, offset);
    };
    let played = match rest.as_bytes() {
        [first, second, color @ (b'B' | b'W'), x, y, ..] => {
            // AB is the first move, BA comes after AZ.
            let digit = |letter: &u8| usize::from(letter.wrapping_sub(b'A'));
            game.take_number(26 * digit(first) + digit(second));
            Some((if *color == b'B' { Color::Black } else { Color::White }, *x, *y))
        }
        _ => None,
    };
    match played {
        Some((color, b'A', b'A')) => game.play(color, None, offset),
        Some((color, x @ b'B'.., y @ b'B'..)) if Point::new(x - b'B', y - b'B').is_on(game.board_size()) => {
            game.play(color, Some(Point::new(x - b'B', y - b'B')), offset);
        }
        _ => game.end_before(line, offset, "PM, two letters, B or W, and column and row from B"),
    }
}
